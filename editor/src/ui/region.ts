/**
 * The part of a large page that React Flow gets: what is near to what is seen.
 *
 * It renders what is in sight of the nodes that it has, and learns of new ones a moment after a zoom; if it had all of
 * thousands, zooming out would render them all for that moment.
 */
import type { Transform } from "@xyflow/react";
import type { Item, Link2, Scene } from "../scene";

const ALL = "all";
const MOST = 150; // items that are handed over whole

/** A name for the part around the screen; it changes only when the screen has moved about its own width. */
export function regionKey(scene: Scene, [x, y, zoom]: Transform, width: number, height: number): string {
  if (scene.items.length <= MOST) return ALL;
  const cell = 2 ** Math.ceil(Math.log2(Math.max(width, height, 1) / zoom));
  return `${cell} ${Math.floor(-x / zoom / cell)} ${Math.floor(-y / zoom / cell)}`;
}

/** The items and links of a part; a link brings both its ends. */
export function inRegion(
  scene: Scene,
  key: string,
  selection: ReadonlySet<string>,
): { items: readonly Item[]; links: readonly Link2[] } {
  if (key === ALL) return scene;
  const [cell, column, row] = key.split(" ").map(Number);
  const left = (column - 0.5) * cell;
  const top = (row - 0.5) * cell;
  const size = 3 * cell;
  const near = new Set<string>();
  for (const item of scene.items) {
    const seen =
      item.left < left + size && item.left + item.width > left && item.top < top + size && item.top + item.height > top;
    if (seen || selection.has(item.path)) near.add(item.path);
  }
  const links = scene.links.filter(({ from, to }) => near.has(from) || near.has(to));
  for (const { from, to } of links) near.add(from).add(to);
  for (const path of [...near]) {
    for (let frame = scene.byPath.get(path)?.frame; frame; frame = scene.byPath.get(frame)?.frame) near.add(frame);
  }
  return { items: scene.items.filter((item) => near.has(item.path)), links };
}
