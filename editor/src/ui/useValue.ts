/** Part of a value, asked for when what is asked for changes, and again after each run. */
import { useEffect, useState } from "react";
import type { RunMessage, ValueView } from "../protocol";
import { value } from "../run";
import { useEditor } from "../state";

type Answer = Extract<RunMessage, { type: "value" }>;

export function useValue(pin: string, view: ValueView): { answer: Answer | null; fault: string } {
  const [state, setState] = useState<{ answer: Answer | null; fault: string }>({ answer: null, fault: "" });
  const run = useEditor((editor) => (editor.run.running ? "" : editor.run.id));
  const key = JSON.stringify([pin, view]);
  useEffect(() => {
    let current = true;
    value(pin, view).then(
      (answer) => current && setState({ answer, fault: "" }),
      (error: unknown) =>
        current && setState({ answer: null, fault: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      current = false;
    };
  }, [key, run]); // `view` is in `key`
  return state;
}
