/** Where the canvas looks. The canvas registers itself here; everything else asks for a place by name. */
import type { Viewport } from "@xyflow/react";
import type { Point } from "./doc";
import type { Item, Scene } from "./scene";

type Box = Pick<Item, "left" | "top" | "width" | "height">;

interface CanvasHandle {
  get(): Viewport;
  set(viewport: Viewport, animated: boolean): void;
  size(): { width: number; height: number };
  scene(): Scene;
  notes(): Box[];
}

export const MIN_ZOOM = 0.01;
export const MAX_ZOOM = 2.5;
const READABLE = 1; // no closer than this when fitting

let canvas: CanvasHandle | null = null;
let asked: (() => void) | null = null; // the last wish from before there was a canvas

export function registerCanvas(handle: CanvasHandle | null): void {
  canvas = handle;
  if (handle) asked?.();
  asked = null;
}

export function viewport(): Viewport {
  return canvas?.get() ?? { x: 0, y: 0, zoom: 1 };
}

export function setViewport(next: Viewport, animated = false): void {
  if (canvas) canvas.set(next, animated);
  else asked = () => setViewport(next);
}

/** The point of the page in the middle of the canvas. */
export function middle(): Point {
  if (!canvas) return [0, 0];
  const { x, y, zoom } = canvas.get();
  const { width, height } = canvas.size();
  return [(width / 2 - x) / zoom, (height / 2 - y) / zoom];
}

/** How long the view takes to another place; no time for who wants no motion. */
export function travelMs(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 180;
}

/** Whether a point of the page is within the canvas. */
export function isSeen(at: Point): boolean {
  if (!canvas) return false;
  const [x, y] = onCanvas(at);
  const { width, height } = canvas.size();
  return x > 0 && y > 0 && x < width && y < height;
}

/** Where a point of the page is, in pixels from the canvas's corner. */
export function onCanvas([left, top]: Point): Point {
  const { x, y, zoom } = viewport();
  return [left * zoom + x, top * zoom + y];
}

export function zoomBy(factor: number): void {
  if (!canvas) return;
  const { x, y, zoom } = canvas.get();
  const { width, height } = canvas.size();
  const next = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom * factor));
  const ratio = next / zoom;
  canvas.set({ x: width / 2 - (width / 2 - x) * ratio, y: height / 2 - (height / 2 - y) * ratio, zoom: next }, true);
}

/** Shows all items, or those of the keys. */
export function fit(keys?: ReadonlySet<string>, animated = false): void {
  if (!canvas) {
    asked = () => fit(keys);
    return;
  }
  const items = canvas.scene().items.filter((item) => !keys?.size || keys.has(item.key));
  const box = boundsOf(keys?.size ? items : [...items, ...canvas.notes()]);
  const { width, height } = canvas.size();
  if (!box || !width || !height) return;
  const margin = 40;
  const across = (width - 2 * margin) / Math.max(box.right - box.left, 1);
  const zoom = Math.min(
    READABLE,
    Math.max(MIN_ZOOM, Math.min(across, (height - 2 * margin) / Math.max(box.bottom - box.top, 1))),
  );
  const x = width / 2 - ((box.left + box.right) / 2) * zoom;
  const y = height / 2 - ((box.top + box.bottom) / 2) * zoom;
  canvas.set({ x, y, zoom }, animated);
}

const MOST_TO_READ = 400; // items; more are shown as a whole even if nothing can be read
const SMALLEST_TO_READ = 0.4;

/** Shows all items of a page that was just opened; of a long one its beginning, at a size at which it can be read. */
export function fitOnOpen(): void {
  if (!canvas) {
    asked = fitOnOpen;
    return;
  }
  fit();
  const items = canvas.scene().items.filter((item) => !item.thin);
  const box = boundsOf(items);
  if (box && items.length <= MOST_TO_READ && canvas.get().zoom < SMALLEST_TO_READ) {
    const { height } = canvas.size();
    const zoom = 0.7;
    const before = (one: Item, other: Item) =>
      one.left < other.left || (one.left === other.left && one.top < other.top);
    const first = items.reduce((one, other) => (before(other, one) ? other : one));
    canvas.set({ x: 40 - box.left * zoom, y: height / 2 - (first.top + first.height / 2) * zoom, zoom }, false);
  }
  opened = canvas.get();
}

let opened: Viewport | null = null; // where a page just opened is seen, until its types are known

/** Blocks grow when their types are known: fits once more, if nobody has looked elsewhere since. */
export function fitOnceMore(): void {
  const before = opened;
  const now = canvas?.get();
  opened = null;
  if (before && now && before.x === now.x && before.y === now.y && before.zoom === now.zoom) fitOnOpen();
  opened = null;
}

const TO_READ = 0.8; // a zoom at which everything can be read

/** Brings one item into the middle, at a size at which it can be read. */
export function reveal(key: string): void {
  const item = canvas?.scene().byKey.get(key);
  if (item) lookAt(item);
}

/** Brings something into the middle if it is too small to be read where it is. */
export function comeNear(box: Box): void {
  if (viewport().zoom < TO_READ) lookAt(box);
}

function lookAt({ left, top, width: w, height: h }: Box): void {
  if (!canvas) return;
  const { width, height } = canvas.size();
  const zoom = Math.max(canvas.get().zoom, TO_READ);
  canvas.set({ x: width / 2 - (left + w / 2) * zoom, y: height / 2 - (top + h / 2) * zoom, zoom }, true);
}

export function boundsOf(items: readonly Box[]): { left: number; top: number; right: number; bottom: number } | null {
  if (!items.length) return null;
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { left, top, width, height } of items) {
    box.left = Math.min(box.left, left);
    box.top = Math.min(box.top, top);
    box.right = Math.max(box.right, left + width);
    box.bottom = Math.max(box.bottom, top + height);
  }
  return box;
}
