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
const MOST_CROSSING = 120; // wires that only pass by, of which a page may have thousands

/** A name for the part around the screen; it changes only when the screen has moved about its own width. */
export function regionKey(scene: Scene, [x, y, zoom]: Transform, width: number, height: number): string {
  if (scene.items.length <= MOST) return ALL;
  const cell = 2 ** Math.ceil(Math.log2(Math.max(width, height, 1) / zoom));
  return `${cell} ${Math.floor(-x / zoom / cell)} ${Math.floor(-y / zoom / cell)}`;
}

/** The items and links of a part, those included that lead through it; a link brings both its ends. */
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
  const few = selection.size <= MOST; // of many selected ones those in sight are dragged, and the others follow
  for (const item of scene.items) {
    const seen =
      item.left < left + size && item.left + item.width > left && item.top < top + size && item.top + item.height > top;
    if (seen || (few && selection.has(item.key))) near.add(item.key);
  }
  const passes = ({ from, to }: Link2) => {
    const a = scene.byKey.get(from)!;
    const b = scene.byKey.get(to)!;
    return (
      Math.min(a.left, b.left) < left + size &&
      Math.max(a.left + a.width, b.left + b.width) > left &&
      Math.min(a.top, b.top) < top + size &&
      Math.max(a.top + a.height, b.top + b.height) > top
    );
  };
  let crossing = 0;
  const links = scene.links.filter(
    (link) => near.has(link.from) || near.has(link.to) || (crossing < MOST_CROSSING && passes(link) && ++crossing),
  );
  for (const { from, to } of links) near.add(from).add(to);
  for (const key of [...near]) {
    for (let frame = scene.byKey.get(key)?.frame; frame; frame = scene.byKey.get(frame)?.frame) near.add(frame);
  }
  return { items: scene.items.filter((item) => near.has(item.key)), links };
}
