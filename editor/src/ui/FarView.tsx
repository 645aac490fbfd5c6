/**
 * The page from far away, as one picture.
 *
 * Thousands of blocks as elements of the document are too many to move; drawn as boxes on one canvas they are not.
 * It takes over when more blocks are in sight than can be read.
 */
import { useEffect, useRef } from "react";
import { useStore as useFlow, type Transform } from "@xyflow/react";
import { familyHue, heat } from "../colour";
import type { Point } from "../doc";
import type { Item, Scene } from "../scene";
import { matches } from "../search";
import { NOTE_WIDTH, noteHeight, noteId } from "../notes";
import { nameOf } from "../pins";
import { docOf, editor, useEditor, type EditorState } from "../state";

const MOST_ELEMENTS = 90; // blocks in sight, beyond which the picture takes over
const CLOSE = 0.55; // a zoom from which on they are always blocks

export function isFar(scene: Scene, [x, y, zoom]: Transform, width: number, height: number): boolean {
  if (scene.items.length <= MOST_ELEMENTS) return false;
  if (!width || !height) return true; // before the canvas has a size, all blocks would count as seen
  if (zoom >= CLOSE) return false;
  let count = 0;
  for (const item of scene.items) if (isSeen(item, x, y, zoom, width, height) && ++count > MOST_ELEMENTS) return true;
  return false;
}

function isSeen(item: Item, x: number, y: number, zoom: number, width: number, height: number): boolean {
  const left = item.left * zoom + x;
  const top = item.top * zoom + y;
  return left < width && top < height && left + item.width * zoom > 0 && top + item.height * zoom > 0;
}

/** The innermost item at a point of the page. */
export function hitTest(scene: Scene, x: number, y: number): Item | null {
  let found: Item | null = null;
  for (const item of scene.items) {
    const inside = x >= item.left && x <= item.left + item.width && y >= item.top && y <= item.top + item.height;
    if (inside && (!found || item.width * item.height < found.width * found.height)) found = item;
  }
  return found;
}

/** A rectangle on the canvas element, in pixels. */
export interface Band {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Props {
  scene: Scene;
  selection: ReadonlySet<string>;
  drag: ReadonlyMap<string, Point> | null; // places of what is being moved, within its frame
  band: Band | null;
}

export function FarView({ scene, selection, drag, band }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const transform = useFlow((state) => state.transform);
  const width = useFlow((state) => state.width);
  const height = useFlow((state) => state.height);
  const theme = useEditor((state) => state.theme);
  const search = useEditor((state) => (state.mode === "viewer" ? state.search : ""));
  useEffect(() => {
    const place = canvas.current;
    if (!place) return;
    const ratio = window.devicePixelRatio || 1;
    if (place.width !== width * ratio || place.height !== height * ratio) {
      place.width = width * ratio;
      place.height = height * ratio;
    }
    const context = place.getContext("2d");
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw(context, { scene, selection, drag, band }, transform, width, height, editor.get());
  }, [scene, selection, drag, band, transform, width, height, theme, search]);
  return (
    <canvas ref={canvas} className="far-view" style={{ width, height }} data-testid="far-view" aria-hidden="true" />
  );
}

type Colour = "box" | "line" | "wire" | "text" | "accent" | "error" | "done" | "frame" | "note" | "noteLine";

export function colours(): Record<Colour, string> {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    box: read("--surface"),
    line: read("--border-strong"),
    wire: read("--wire"),
    text: read("--text"),
    accent: read("--accent"),
    error: read("--error"),
    done: read("--done"),
    frame: read("--frame"),
    note: read("--note"),
    noteLine: read("--note-border"),
  };
}

/** The scene with some items, and what they hold, elsewhere. */
function dragged(scene: Scene, drag: ReadonlyMap<string, Point>): Scene {
  const items = scene.items.map((item) => {
    for (let at: Item | undefined = item; at; at = scene.byKey.get(at.frame)) {
      const point = drag.get(at.key);
      if (point) return { ...item, left: item.left + point[0] - at.x, top: item.top + point[1] - at.y };
    }
    return item;
  });
  return { items, byKey: new Map(items.map((item) => [item.key, item])), links: scene.links };
}

function draw(
  context: CanvasRenderingContext2D,
  { scene: still, selection, drag, band }: Props,
  [x, y, zoom]: Transform,
  width: number,
  height: number,
  state: EditorState,
): void {
  const paint = colours();
  context.clearRect(0, 0, width, height);
  const scene = drag ? dragged(still, drag) : still;
  const seen = scene.items.filter((item) => isSeen(item, x, y, zoom, width, height));
  const place = (item: Item) =>
    [item.left * zoom + x, item.top * zoom + y, item.width * zoom, item.height * zoom] as const;
  context.lineWidth = 1;
  for (const item of seen) {
    if (item.kind !== "frame") continue;
    context.fillStyle = paint.frame;
    context.strokeStyle = paint.line;
    context.fillRect(...place(item));
    context.strokeRect(...place(item));
  }
  const notes = docOf(state).notes.flatMap((note, index) => {
    if (note.page !== state.page) return [];
    const id = noteId(index);
    const [left, top] = drag?.get(id) ?? [note.x, note.y];
    const at = [left * zoom + x, top * zoom + y, NOTE_WIDTH * zoom, noteHeight(note) * zoom] as const;
    return [{ at, text: note.text, chosen: selection.has(id) }];
  });
  for (const { at, chosen } of notes) {
    context.fillStyle = paint.note;
    context.fillRect(...at);
    context.strokeStyle = chosen ? paint.accent : paint.noteLine;
    context.lineWidth = chosen ? 2 : 1;
    context.strokeRect(...at);
  }
  context.lineWidth = 1;
  context.strokeStyle = paint.wire;
  context.beginPath();
  for (const { from, to } of scene.links) {
    const a = scene.byKey.get(from)!;
    const b = scene.byKey.get(to)!;
    const x1 = (a.left + a.width) * zoom + x;
    const y1 = (a.top + Math.min(a.height, 40) / 2) * zoom + y;
    const x2 = b.left * zoom + x;
    const y2 = (b.top + Math.min(b.height, 40) / 2) * zoom + y;
    if (Math.max(x1, x2) < 0 || Math.min(x1, x2) > width || Math.max(y1, y2) < 0 || Math.min(y1, y2) > height) continue;
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  }
  context.stroke();
  const { blocks } = docOf(state);
  const longest = state.trace ? Math.max(0, ...Object.values(state.trace)) : 0;
  for (const item of seen) {
    if (item.kind === "frame") continue;
    const [left, top, w, h] = place(item);
    const block = blocks.get(item.key);
    const time = state.trace?.[item.key];
    context.fillStyle = time === undefined ? paint.box : heat(longest ? time / longest : 0);
    context.fillRect(left, top, w, h);
    const hue = item.kind === "box" ? null : familyHue(state.ops.get(block?.op ?? "")?.family ?? "");
    context.fillStyle = hue === null ? paint.accent : `hsl(${hue} 55% 55%)`;
    context.fillRect(left, top, Math.max(2, 5 * zoom), h);
    const wrong = state.check.byBlock.has(item.key) || state.runProblems.has(item.key);
    const hit = state.mode === "viewer" && matches(state.search, item.key, block);
    const chosen = selection.has(item.key) || hit;
    const done = state.runs.get(item.key)?.status === "done";
    context.strokeStyle = wrong ? paint.error : chosen ? paint.accent : done ? paint.done : paint.line;
    context.lineWidth = wrong || chosen ? 2 : 1;
    context.strokeRect(left + 0.5, top + 0.5, w, h);
  }
  if (band) {
    context.lineWidth = 1;
    context.strokeStyle = paint.accent;
    context.strokeRect(band.left + 0.5, band.top + 0.5, band.width, band.height);
  }
  if (zoom < 0.2) return;
  context.fillStyle = paint.text;
  context.font = `${Math.max(7, 13 * zoom)}px system-ui, sans-serif`;
  context.textBaseline = "middle";
  for (const item of seen) {
    const [left, top, w] = place(item);
    const text = item.kind === "block" ? (blocks.get(item.key)?.op ?? "") : nameOf(item.key);
    context.fillText(text, left + 12 * zoom, top + 15 * zoom, Math.max(4, w - 16 * zoom));
  }
  for (const { at, text } of notes) {
    const [left, top, w] = at;
    context.fillText(text.split("\n")[0], left + 8 * zoom, top + 20 * zoom, Math.max(4, w - 16 * zoom));
  }
}
