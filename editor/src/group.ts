/** Blocks into a sub-page, and out of it again. */
import type { Doc, Point } from "./doc";
import { freshId, movePaths, place } from "./edits";
import { isWithin, join, nameOf, parentOf } from "./pins";

/** Why the paths cannot become a sub-page; "" if they can. */
export function groupFault(doc: Doc, paths: readonly string[]): string {
  if (!paths.length) return "select blocks to group them";
  const page = parentOf(paths[0]);
  if (paths.some((path) => parentOf(path) !== page)) return "blocks of one page only can be grouped";
  const inside = (path: string) => paths.some((own) => isWithin(path, own));
  for (const [path, block] of doc.blocks) {
    const outer = block.after.find((other) => inside(path) && !inside(other));
    if (outer) return `'${path}' runs after '${outer}', which would be outside: a sub-page's block cannot name it`;
  }
  return "";
}

/** Moves the paths into a new sub-page of their page, and answers its path. */
export function group(doc: Doc, paths: readonly string[]): { doc: Doc; page: string } {
  const outer = parentOf(paths[0]);
  const page = join(outer, freshId(doc, outer, "group"));
  const at = corner(doc, paths);
  const next = movePaths(
    { ...doc, pages: new Map(doc.pages).set(page, { rest: {} }) },
    paths.map((path) => [path, join(page, nameOf(path))] as const),
  );
  return { doc: { ...place(next, [[page, at]]), collapsed: new Set(next.collapsed).add(page) }, page };
}

/** Puts what a sub-page holds onto the page around it, and answers the new paths. */
export function ungroup(doc: Doc, page: string): { doc: Doc; paths: string[] } {
  const outer = parentOf(page);
  const members = [...doc.blocks.keys(), ...doc.pages.keys()].filter((path) => parentOf(path) === page);
  const taken = new Set<string>();
  const moves = members.map((path) => {
    const to = join(outer, freshId(doc, outer, nameOf(path), taken));
    taken.add(to);
    return [path, to] as const;
  });
  const at = doc.positions.get(page) ?? [0, 0];
  const [left, top] = corner(doc, members);
  const pages = new Map(doc.pages);
  pages.delete(page);
  const positions = new Map(doc.positions);
  positions.delete(page);
  for (const path of members) {
    const [x, y] = positions.get(path) ?? [0, 0];
    positions.set(path, [at[0] + x - left, at[1] + y - top]);
  }
  const collapsed = new Set(doc.collapsed);
  collapsed.delete(page);
  return { doc: movePaths({ ...doc, pages, positions, collapsed }, moves), paths: moves.map(([, to]) => to) };
}

export function corner(doc: Doc, paths: readonly string[]): Point {
  const points = paths.flatMap((path) => doc.positions.get(path) ?? []);
  const xs = points.filter((_, index) => index % 2 === 0);
  const ys = points.filter((_, index) => index % 2 === 1);
  return points.length ? [Math.min(...xs), Math.min(...ys)] : [0, 0];
}
