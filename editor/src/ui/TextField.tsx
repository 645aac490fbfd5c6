/** A text that is written into the page while it is typed; all that is typed in one go is one step to undo. */
import { useEffect, useId, useState } from "react";
import { editor, sealStep, useEditor } from "../state";

interface Props {
  label: string;
  text: string; // as the page has it
  testId: string;
  placeholder?: string;
  hint?: string;
  fault?: string;
  help?: string; // shown below
  rows?: number;
  readOnly?: boolean;
  choices?: readonly string[];
  onText(text: string): void;
}

export function TextField({
  label,
  text,
  testId,
  placeholder,
  hint,
  fault,
  help,
  rows,
  readOnly,
  choices,
  onText,
}: Props) {
  const [draft, setDraft] = useState<string | null>(null); // while the field has the focus
  useEffect(() => {
    if (!text) setDraft((now) => now && ""); // emptied by its owner, such as after Enter
  }, [text]);
  const id = useId();
  const ref = useFocusOn(testId);
  const common = {
    id,
    ref,
    value: draft ?? text,
    placeholder,
    readOnly,
    spellCheck: false,
    autoComplete: "off",
    "data-testid": testId,
    "aria-invalid": fault ? true : undefined,
    "aria-describedby": fault ? `${id}-fault` : undefined,
    onFocus: () => setDraft(text),
    onBlur: () => {
      setDraft(null);
      sealStep();
    },
    onChange: (event: { target: { value: string } }) => {
      setDraft(event.target.value);
      onText(event.target.value);
    },
  };
  return (
    <div className={fault ? "field bad" : "field"}>
      <label htmlFor={id} title={hint}>
        {label}
        {hint && <span className="hint">{hint}</span>}
      </label>
      {rows ? (
        <textarea rows={rows} {...common} />
      ) : (
        <input type="text" list={choices ? `${id}-choices` : undefined} {...common} />
      )}
      {choices && (
        <datalist id={`${id}-choices`}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
      {help && <p className="help muted">{help}</p>}
      {fault && (
        <p className="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}

/** Takes the focus when the editor asks for the field. */
export function useFocusOn(testId: string) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const wanted = useEditor((state) => (state.focusField === testId ? state.focusCount : 0));
  useEffect(() => {
    if (!wanted || !element) return;
    element.focus();
    editor.set({ focusField: "" }); // or the next field of this name would take the focus too
  }, [wanted, element]);
  return setElement;
}
