/** Asking for the name of a file to write: all dialogs that save have this form. */
import { useState, type ReactNode } from "react";

interface NameFormProps {
  testId: string; // before -name, -fault and -confirm
  typed: string;
  name: string; // of the file, which comes of what is typed
  onType(typed: string): void;
  /** Writes the file, over another one if `overwrite`; what the service says against it, null if nothing. */
  onSave(overwrite: boolean): Promise<Refusal | null>;
  hint?: ReactNode;
  more?: ReactNode; // buttons beside that one
}

export interface Refusal {
  message: string;
  exists: boolean; // a file of that name is there, and may be replaced
}

export function NameForm({ testId, typed, name, onType, onSave, hint, more }: NameFormProps) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const exists = refusal?.exists ?? false;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void onSave(exists).then(setRefusal);
      }}
    >
      <label className="field">
        name
        <input
          data-first
          value={typed}
          data-testid={`${testId}-name`}
          onChange={(event) => {
            onType(event.target.value);
            setRefusal(null);
          }}
        />
      </label>
      {hint}
      {refusal && (
        <p className="fault" role="alert" data-testid={`${testId}-fault`}>
          {exists ? `${name} exists already.` : refusal.message}
        </p>
      )}
      <footer>
        {more}
        <button type="submit" className="primary" data-testid={`${testId}-confirm`} disabled={!typed}>
          {exists ? "Replace it" : "Save"}
        </button>
      </footer>
    </form>
  );
}
