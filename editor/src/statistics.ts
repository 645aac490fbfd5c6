/** Statistics of results of large pages: asked for when somebody looks at a result, one after the other. */
import { value } from "./run";
import { editor } from "./state";

interface Look {
  path: string;
  key: string;
  pin: string;
}

const waiting: Look[] = [];
let asking = false;

/** A result is on the screen; what it answers tells that it no longer is. */
export function lookAt(path: string, key: string, pin: string): () => void {
  const summary = editor.get().runs.get(path)?.pins[key];
  if (!summary || summary.nans !== undefined) return () => undefined;
  const look = { path, key, pin };
  waiting.push(look);
  if (!asking) void ask();
  return () => {
    const index = waiting.indexOf(look);
    if (index >= 0) waiting.splice(index, 1);
  };
}

async function ask(): Promise<void> {
  asking = true;
  for (let look = waiting.shift(); look; look = waiting.shift()) {
    const { path, key, pin } = look;
    const before = editor.get().runs.get(path)?.pins[key];
    if (!before || before.nans !== undefined) continue;
    const answer = await value(pin, { kind: "summary" }).catch(() => null); // values are no longer kept
    const now = editor.get().runs.get(path);
    if (!answer?.summary || now?.pins[key] !== before) continue;
    const runs = new Map(editor.get().runs);
    runs.set(path, { ...now, pins: { ...now.pins, [key]: { ...before, ...answer.summary } } });
    editor.set({ runs });
  }
  asking = false;
}
