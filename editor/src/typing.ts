/** Whether somebody is typing into a field: what is wrong with a text is looked at when it is there, not half of it. */
import { editor } from "./state";

const PAUSE_MS = 800;

let timer = 0;

/** A letter was typed. */
export function typed(): void {
  clearTimeout(timer);
  timer = window.setTimeout(settled, PAUSE_MS);
  if (!editor.get().typing) editor.set({ typing: true });
}

/** The text is there: the field was left, Enter was pressed, or nothing was typed for a while. */
export function settled(): void {
  clearTimeout(timer);
  if (editor.get().typing) editor.set({ typing: false });
}
