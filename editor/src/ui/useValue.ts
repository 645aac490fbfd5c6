/** Part of a value, asked for when what is asked for changes, and again after each run. */
import { useEffect, useRef, useState } from "react";
import type { RunMessage, ValueView } from "../protocol";
import { value } from "../run";
import { useEditor } from "../state";

type Answer = Extract<RunMessage, { type: "value" }>;
interface Shown {
  answer: Answer | null;
  fault: string;
}

export function useValue(pin: string, view: ValueView): Shown {
  const [state, setState] = useState<Shown>({ answer: null, fault: "" });
  const run = useEditor((editor) => (editor.run.running ? "" : editor.run.id));
  const wanted = useRef<{ pin: string; view: ValueView } | null>(null);
  const asking = useRef(false);
  const gone = useRef(false);
  const key = JSON.stringify([pin, view]);
  useEffect(() => {
    gone.current = false;
    wanted.current = { pin, view };
    // One question at a time, then the newest: a slider that is dragged asks faster than is answered.
    const ask = async () => {
      asking.current = true;
      for (let next = wanted.current; next && !gone.current; next = wanted.current) {
        wanted.current = null;
        const shown: Shown = await value(next.pin, next.view).then(
          (answer) => ({ answer, fault: "" }),
          (error: unknown) => ({ answer: null, fault: error instanceof Error ? error.message : String(error) }),
        );
        if (!wanted.current && !gone.current) setState(shown);
      }
      asking.current = false;
    };
    if (!asking.current) void ask();
  }, [key, run]); // `view` is in `key`
  useEffect(
    () => () => {
      gone.current = true;
    },
    [],
  );
  return state;
}
