/**
 * Points that a wire goes through. Each has its place on the wire's page, the innermost one that holds both ends, as
 * blocks of that page have theirs.
 */
import { MOST_POINTS, type Doc, type Point, type Wire } from "./doc";
import { HEADER } from "./geometry";
import { blockOf, commonPage, keyOfPage } from "./pins";
import { membersOfPage, type Item, type Link2, type Scene } from "./scene";
import { commit, doc } from "./state";
import { wireId } from "./wires";

export function pageOfWire(wire: Wire): string {
  return commonPage(blockOf(wire.from), blockOf(wire.to));
}

/** Where the places of a page begin on the canvas; null if nothing of it is seen there. */
export function originOf(scene: Scene, present: Doc, page: string, shown: string): Point | null {
  if (page === shown) return [0, 0];
  if (scene.byKey.get(keyOfPage(page))?.kind !== "frame") return null;
  for (const key of membersOfPage(present, page)) {
    const item = scene.byKey.get(key);
    const [x, y] = present.positions.get(key) ?? [0, 0];
    if (item) return [item.left - x, item.top - y];
  }
  return null;
}

/** Where a link leaves its block on the canvas, and where it ends. */
export function endsOfLink(scene: Scene, link: Link2): [Point, Point] {
  const from = scene.byKey.get(link.from)!;
  const to = scene.byKey.get(link.to)!;
  const row = (item: Item, side: "inputs" | "outputs", handle: string) =>
    item.shape[side].find((made) => made.handle === handle)?.y ?? HEADER / 2;
  return [
    [from.left + from.width, from.top + row(from, "outputs", link.fromHandle)],
    [to.left, to.top + row(to, "inputs", link.toHandle)],
  ];
}

function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** The number that a new point gets: that of the part of the wire that is nearest. */
export function partAt(at: Point, ends: readonly [Point, Point], points: readonly Point[]): number {
  const all = [ends[0], ...points, ends[1]];
  const far = all.slice(1).map((point, index) => distance(at, all[index], point));
  return far.indexOf(Math.min(...far));
}

export function withPoints(page: Doc, id: string, points: readonly Point[]): Doc {
  return {
    ...page,
    wires: page.wires.map((wire) =>
      wireId(wire) === id ? { from: wire.from, to: wire.to, ...(points.length ? { points } : {}) } : wire,
    ),
  };
}

function change(id: string, label: string, next: (points: readonly Point[]) => readonly Point[], group = ""): void {
  const wire = doc().wires.find((item) => wireId(item) === id);
  if (wire) commit(label, withPoints(doc(), id, next(wire.points ?? [])), group);
}

export function addPoint(id: string, index: number, [x, y]: Point): void {
  change(id, "add a point to a wire", (points) =>
    points.length < MOST_POINTS
      ? [...points.slice(0, index), [Math.round(x), Math.round(y)], ...points.slice(index)]
      : points,
  );
}

export function movePoint(id: string, index: number, [x, y]: Point, group = ""): void {
  change(
    id,
    "move a point of a wire",
    (points) => points.map((point, at): Point => (at === index ? [Math.round(x), Math.round(y)] : point)),
    group,
  );
}

export function removePoint(id: string, index: number): void {
  change(id, "delete a point of a wire", (points) => points.filter((_, at) => at !== index));
}

/** Points of wires both of whose ends move go with them. */
export function carried(page: Doc, moves: ReadonlyMap<string, Point>): Doc {
  let changed = false;
  const wires = page.wires.map((wire) => {
    const [dx, dy] = moves.get(blockOf(wire.from)) ?? [0, 0];
    if (!wire.points || !(dx || dy) || !moves.has(blockOf(wire.to))) return wire;
    changed = true;
    return { ...wire, points: wire.points.map(([x, y]): Point => [x + dx, y + dy]) };
  });
  return changed ? { ...page, wires } : page;
}

/** The page without the points of some of its wires, such as those of a page that was arranged. */
export function straightened(page: Doc, chosen: (wire: Wire) => boolean): Doc {
  if (!page.wires.some((wire) => wire.points && chosen(wire))) return page;
  const wires = page.wires.map((wire) => (wire.points && chosen(wire) ? { from: wire.from, to: wire.to } : wire));
  return { ...page, wires };
}
