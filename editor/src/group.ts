/** Blocks into a sub-page, and out of it again. What moves is named by keys, the page that it moves to by its path. */
import type { Doc, Point, Wire } from "./doc";
import { changeBlock, freshId, keysOn, movePaths, place, setPageDevice } from "./edits";
import { blockOf, bodyOf, isAmong, isOf, isPageKey, join, keyLike, keyOfPage, nameOf, parentOf, pathOf } from "./pins";
import { pageOfWire, straightened } from "./routes";
import { membersOfPage } from "./scene";

/** Why some of the keys cannot stand on another page; "" if they can. */
export function argumentFault(doc: Doc, keys: readonly string[]): string {
  for (const key of keys) {
    const names = doc.pages.get(parentOf(key))?.rest.arguments;
    if (Array.isArray(names) && names.includes(nameOf(key)) && !isPageKey(key))
      return `'${nameOf(key)}' is an argument of a function and must stay on its page`;
  }
  return "";
}

/** Why what has the keys cannot become a sub-page; "" if it can. */
export function groupFault(doc: Doc, keys: readonly string[]): string {
  if (!keys.length) return "select blocks to group them";
  const page = parentOf(keys[0]);
  if (keys.some((key) => parentOf(key) !== page)) return "blocks of one page only can be grouped";
  return argumentFault(doc, keys);
}

/** Puts an empty sub-page onto a page, opened, and answers its path. */
export function addPage(doc: Doc, outer: string, at: Point): { doc: Doc; page: string } {
  const page = join(outer, freshId(doc, outer, "page"));
  return { doc: place({ ...doc, pages: new Map(doc.pages).set(page, { rest: {} }) }, [[keyOfPage(page), at]]), page };
}

/** Why what has the keys cannot move to a page; "" if it can. */
export function moveFault(doc: Doc, keys: readonly string[], page: string): string {
  if (!keys.length) return "select blocks to move them";
  if (keys.some((key) => isOf(keyOfPage(page), key))) return "a sub-page cannot move into itself";
  if (keys.some((key) => bodyOf(key) !== bodyOf(page))) return "blocks cannot move into a function or out of it";
  return argumentFault(
    doc,
    keys.filter((key) => parentOf(key) !== page),
  );
}

/** Moves what has the keys to another page, below what is there, or to given places; answers the new keys. */
export function moveTo(
  doc: Doc,
  keys: readonly string[],
  page: string,
  places?: ReadonlyMap<string, Point>,
): { doc: Doc; keys: string[] } {
  const all = new Set(keys);
  const roots = keys.filter((key) => !isAmong(all, keyOfPage(parentOf(key))));
  const there = membersOfPage(doc, page);
  const stay = roots.filter((key) => parentOf(key) === page);
  const go = roots.filter((key) => parentOf(key) !== page);
  const moves = keysOn(doc, page, go);
  const [left, top] = corner(doc, roots);
  const [newLeft] = corner(doc, there);
  const bottom = Math.max(-BELOW, ...there.map((key) => doc.positions.get(key)?.[1] ?? 0)) + BELOW;
  const points = roots.map((key): [string, Point] => {
    const [x, y] = doc.positions.get(key) ?? [left, top];
    return [key, places?.get(key) ?? [newLeft + x - left, bottom + y - top]];
  });
  const gone = new Set(go);
  const within = (wire: Wire) => isAmong(gone, blockOf(wire.from)) && isAmong(gone, blockOf(wire.to));
  const next = movePaths(place(straightened(doc, within), points), moves);
  // An opened sub-page begins at its left upper block: where that one left, the others stay where they are seen.
  const frames = [...new Set(roots.map(parentOf))].flatMap((from): [string, Point][] => {
    const rest = membersOfPage(next, from);
    const held = membersOfPage(doc, from);
    const at = doc.positions.get(keyOfPage(from));
    if (!at || from === page || doc.collapsed.has(from) || !rest.length) return [];
    const [before, after] = [corner(doc, held), corner(next, rest)];
    return [[keyOfPage(from), [at[0] + after[0] - before[0], at[1] + after[1] - before[1]]]];
  });
  return { doc: place(next, frames), keys: [...stay, ...moves.map(([, to]) => to)] };
}

const BELOW = 140; // from the top of the lowest block to what is put below it

/** Moves what has the keys into a new sub-page of its page, and answers that one's path. */
export function group(doc: Doc, keys: readonly string[]): { doc: Doc; page: string } {
  const outer = parentOf(keys[0]);
  const page = join(outer, freshId(doc, outer, "group"));
  const at = corner(doc, keys);
  const next = movePaths(
    { ...doc, pages: new Map(doc.pages).set(page, { rest: {} }) },
    keys.map((key) => [key, keyLike(key, join(page, nameOf(key)))] as const),
  );
  return { doc: { ...place(next, [[keyOfPage(page), at]]), collapsed: new Set(next.collapsed).add(page) }, page };
}

/** Puts what a sub-page holds onto the page around it, and answers the new keys. */
export function ungroup(doc: Doc, page: string): { doc: Doc; keys: string[] } {
  const outer = parentOf(page);
  const members = membersOfPage(doc, page);
  const moves = keysOn(doc, outer, members);
  const at = doc.positions.get(keyOfPage(page)) ?? [0, 0];
  const [left, top] = corner(doc, members);
  const positions = new Map(doc.positions);
  positions.delete(keyOfPage(page));
  for (const key of members) {
    const [x, y] = positions.get(key) ?? [0, 0];
    positions.set(key, [at[0] + x - left, at[1] + y - top]);
  }
  const { device } = doc.pages.get(page)?.rest ?? {};
  let next = straightened(doc, (wire) => pageOfWire(wire) === page);
  for (const key of typeof device === "string" ? members : []) next = withDevice(next, key, device as string);
  const collapsed = new Set(doc.collapsed);
  collapsed.delete(page);
  const notes = doc.notes.map((note) =>
    note.page === page ? { ...note, page: outer, x: at[0] + note.x - left, y: at[1] + note.y - top } : note,
  );
  const pages = new Map(next.pages);
  pages.delete(page);
  return { doc: movePaths({ ...next, pages, positions, collapsed, notes }, moves), keys: moves.map(([, to]) => to) };
}

/** What had the device of the page around it has it for its own. */
function withDevice(doc: Doc, key: string, device: string): Doc {
  if (isPageKey(key)) return doc.pages.get(pathOf(key))?.rest.device ? doc : setPageDevice(doc, pathOf(key), device);
  return doc.blocks.get(key)?.device ? doc : changeBlock(doc, key, { device });
}

export function corner(doc: Doc, keys: readonly string[]): Point {
  const points = keys.flatMap((key) => doc.positions.get(key) ?? []);
  const xs = points.filter((_, index) => index % 2 === 0);
  const ys = points.filter((_, index) => index % 2 === 1);
  return points.length ? [Math.min(...xs), Math.min(...ys)] : [0, 0];
}
