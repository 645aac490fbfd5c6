/** Undo and redo. What they change is shown, on whatever page it is. */
import { enter, goTo } from "./actions";
import { keysChanged, notesChanged, pageAround } from "./changes";
import type { Doc } from "./doc";
import { has } from "./edits";
import { redo as redoStep, undo as undoStep, type History } from "./history";
import { bodyOf, isFunctionPage, pathOf } from "./pins";
import { seenAs } from "./scene";
import { announce, editor, setHistory } from "./state";

export function undo(): void {
  travel(undoStep, "Undone");
}

export function redo(): void {
  travel(redoStep, "Redone");
}

function travel(step: (history: History<Doc>) => History<Doc>, word: string): void {
  const { history, mode } = editor.get();
  const next = step(history);
  if (mode === "viewer" || next === history) return;
  const label = word === "Undone" ? history.past.at(-1)!.label : history.future[0].label;
  const look = changeBetween(history.present, next.present);
  setHistory(next);
  look();
  announce(`${word}: ${label}`);
}

/** Takes note of what is seen now; what it answers goes where something has changed, unless that is on the screen. */
function changeBetween(then: Doc, now: Doc): () => void {
  const depth = (key: string) => pathOf(key).split("/").length;
  const keys = [...keysChanged(then, now)].sort((a, b) => depth(a) - depth(b));
  const notes = notesChanged(then, now);
  const wasSeen = keys.some(isSeen);
  return () => {
    if (wasSeen || keys.some(isSeen) || notes.includes(editor.get().page)) return;
    const there = keys.find((key) => has(now, key) && !isFunctionPage(pathOf(key)));
    if (there !== undefined) goTo(there);
    else if (keys.length) enter(pageAround(now, keys[0]));
    else if (notes.length) enter(notes[0]);
  };
}

/** Whether something stands on the page that is shown, or in a sub-page opened there. */
function isSeen(key: string): boolean {
  const { page, history } = editor.get();
  const path = pathOf(key);
  if (isFunctionPage(path)) return path === page;
  return has(history.present, key) && bodyOf(path) === bodyOf(page) && seenAs(history.present, page, path) === path;
}
