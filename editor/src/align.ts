/** Aligning and distributing what is selected. */
import { moveItems, sceneOf } from "./actions";
import type { Point } from "./doc";
import { isAmong, keyOfPage, parentOf } from "./pins";
import { NOTE_WIDTH, noteHeight, noteIndex } from "./notes";
import { doc, editor, toast } from "./state";

export const ALIGNMENTS = ["left", "centre", "right", "top", "middle", "bottom"] as const;
export const DISTRIBUTIONS = ["horizontally", "vertically"] as const;
export type Alignment = (typeof ALIGNMENTS)[number];
export type Distribution = (typeof DISTRIBUTIONS)[number];

export interface Box {
  key: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How far each box moves: its edge or its middle comes to that of all boxes together. */
export function aligned(boxes: readonly Box[], how: Alignment): Map<string, Point> {
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  const shift = (box: Box): Point => {
    switch (how) {
      case "left":
        return [left - box.left, 0];
      case "right":
        return [right - box.left - box.width, 0];
      case "centre":
        return [(left + right - box.width) / 2 - box.left, 0];
      case "top":
        return [0, top - box.top];
      case "bottom":
        return [0, bottom - box.top - box.height];
      case "middle":
        return [0, (top + bottom - box.height) / 2 - box.top];
    }
  };
  return rounded(boxes, shift);
}

/** How far each box moves: the first and the last stay, and the gaps between all become equal. */
export function distributed(boxes: readonly Box[], how: Distribution): Map<string, Point> {
  const across = how === "horizontally";
  const begin = (box: Box) => (across ? box.left : box.top);
  const size = (box: Box) => (across ? box.width : box.height);
  const order = [...boxes].sort((a, b) => begin(a) + size(a) / 2 - begin(b) - size(b) / 2);
  const [first, last] = [order[0], order[order.length - 1]];
  const room = begin(last) + size(last) - begin(first) - order.reduce((sum, box) => sum + size(box), 0);
  const gap = room / (order.length - 1);
  const places = new Map<Box, number>();
  let at = begin(first);
  for (const box of order) {
    places.set(box, at - begin(box));
    at += size(box) + gap;
  }
  return rounded(boxes, (box) => (across ? [places.get(box)!, 0] : [0, places.get(box)!]));
}

function rounded(boxes: readonly Box[], shift: (box: Box) => Point): Map<string, Point> {
  return new Map(
    boxes.map((box) => {
      const [dx, dy] = shift(box);
      return [box.key, [Math.round(dx), Math.round(dy)]];
    }),
  );
}

/** The selected blocks, sub-pages and notes; what is in a selected sub-page moves with it. */
function selectedBoxes(): Box[] {
  const state = editor.get();
  const { selection } = state;
  const items = sceneOf(state).items.filter(
    ({ key }) => selection.has(key) && !isAmong(selection, keyOfPage(parentOf(key))),
  );
  const notes = [...selection].flatMap((key): Box[] => {
    const note = doc().notes[noteIndex(key) ?? -1];
    return note ? [{ key, left: note.x, top: note.y, width: NOTE_WIDTH, height: noteHeight(note) }] : [];
  });
  return [...items, ...notes];
}

function moveBy(shifts: ReadonlyMap<string, Point>, label: string): void {
  const moves = [...shifts].map(([key, [dx, dy]]): [string, Point] => {
    const note = doc().notes[noteIndex(key) ?? -1];
    const [x, y] = note ? [note.x, note.y] : (doc().positions.get(key) ?? [0, 0]);
    return [key, [x + dx, y + dy]];
  });
  moveItems(moves, label);
}

export function align(how: Alignment): void {
  const boxes = selectedBoxes();
  if (editor.get().mode === "viewer") return;
  if (boxes.length < 2) return toast("Select two blocks or more to align them.");
  moveBy(aligned(boxes, how), `align ${how}`);
}

export function distribute(how: Distribution): void {
  const boxes = selectedBoxes();
  if (editor.get().mode === "viewer") return;
  if (boxes.length < 3) return toast("Select three blocks or more to distribute them.");
  moveBy(distributed(boxes, how), `distribute ${how}`);
}
