/** What of a page is seen to differ between two states of it, and where that is. */
import type { Block, Doc, Note } from "./doc";
import { blockOf, isFunctionPage, keyOfPage, parentOf, pathOf } from "./pins";
import { wireId } from "./wires";

/** The keys of blocks and sub-pages that differ, and those at the ends of wires that do. */
export function keysChanged(then: Doc, now: Doc): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (key: string) => found.add(key);
  different(then.blocks, now.blocks, (a: Block, b: Block) => a === b).forEach(add);
  different(then.pages, now.pages, (a, b) => JSON.stringify(a.rest) === JSON.stringify(b.rest)).forEach((path) =>
    add(keyOfPage(path)),
  );
  different(then.positions, now.positions, (a, b) => a[0] === b[0] && a[1] === b[1]).forEach(add);
  for (const list of ["fetches", "init"] as const) lacking(then[list], now[list]).forEach((pin) => add(blockOf(pin)));
  different(entries(then.feeds), entries(now.feeds), (a, b) => a === b).forEach((pin) => add(blockOf(pin)));
  lacking([...then.collapsed], [...now.collapsed]).forEach((path) => add(keyOfPage(path)));
  if (then.wires !== now.wires) {
    const ends = new Map([...then.wires, ...now.wires].map((wire) => [wireId(wire), wire]));
    for (const id of lacking(then.wires.map(wireId), now.wires.map(wireId))) {
      const wire = ends.get(id)!;
      add(blockOf(wire.from));
      add(blockOf(wire.to));
    }
    const before = new Map(then.wires.map((wire) => [wireId(wire), wire.points]));
    for (const wire of now.wires) {
      const id = wireId(wire);
      if (before.has(id) && JSON.stringify(before.get(id)) !== JSON.stringify(wire.points)) add(blockOf(wire.to));
    }
  }
  return found;
}

/** The pages whose notes differ. */
export function notesChanged(then: Doc, now: Doc): readonly string[] {
  if (then.notes === now.notes) return [];
  const differ = (notes: readonly Note[], others: readonly Note[]) => notes.filter((note) => !others.includes(note));
  return [...differ(then.notes, now.notes), ...differ(now.notes, then.notes)].map((note) => note.page);
}

/** The page to look at for something that is there, or that was: the innermost that is left of those around it. */
export function pageAround(doc: Doc, key: string): string {
  let page = isFunctionPage(pathOf(key)) ? pathOf(key) : parentOf(key);
  while (page && !doc.pages.has(page)) page = parentOf(page);
  return page;
}

function entries<T>(values: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(values));
}

function different<T>(
  then: ReadonlyMap<string, T>,
  now: ReadonlyMap<string, T>,
  same: (a: T, b: T) => boolean,
): string[] {
  if (then === now) return [];
  const changed = [...now].filter(([key, value]) => !then.has(key) || !same(then.get(key)!, value));
  return [...changed.map(([key]) => key), ...[...then.keys()].filter((key) => !now.has(key))];
}

function lacking(then: readonly string[], now: readonly string[]): string[] {
  if (then === now) return [];
  const [before, after] = [new Set(then), new Set(now)];
  return [...now.filter((text) => !before.has(text)), ...then.filter((text) => !after.has(text))];
}
