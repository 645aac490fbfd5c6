/** A text that is written into the page while it is typed; all that is typed in one go is one step to undo. */
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { editor, sealStep, useEditor } from "../state";
import { settled, typed } from "../typing";

/** A value to choose, with words about it. */
export interface TextChoice {
  value: string;
  label: string;
}

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
  choices?: readonly (string | TextChoice)[];
  onText(text: string): void;
}

export function TextField({
  label,
  text,
  testId,
  placeholder,
  hint,
  fault: found,
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
  const fault = useCalm(found, draft !== null);
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
      settled();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter" && !rows) settled();
    },
    onChange: (event: { target: { value: string } }) => {
      setDraft(event.target.value);
      typed();
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
          {choices.map((choice) =>
            typeof choice === "string" ? (
              <option key={choice} value={choice} />
            ) : (
              <option key={choice.value} value={choice.value} label={choice.label} />
            ),
          )}
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

/** What is wrong with the text, which stays as it was while somebody types: half a number is no number yet. */
function useCalm(fault: string | undefined, focused: boolean): string | undefined {
  const typing = useEditor((state) => state.typing);
  const shown = useRef(fault);
  if (!(typing && focused)) shown.current = fault;
  return shown.current;
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
