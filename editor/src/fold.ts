/**
 * What a large page does not draw by itself: constants, which are values at pins of their users, and scopes of one op,
 * which are that op. A network of thousands of nodes has half as many blocks then. A constant that has a place of its
 * own is drawn there.
 */
import type { Doc } from "./doc";
import { blockOf, isFunctionPage, parentOf } from "./pins";
import { wireIndex } from "./wires";

export interface Fold {
  constants: ReadonlySet<string>; // paths of blocks that are not drawn
  empty: ReadonlySet<string>; // pages that hold such constants alone
  single: ReadonlySet<string>; // pages that hold one thing that is drawn
}

export const LARGE = 60; // blocks of a page beyond which it is folded

const PASSES = "Identity";
const MOST_OF_ALL = 0.6; // of the blocks: a scope with more is opened, since it is the network itself

const NOTHING: Fold = { constants: new Set(), empty: new Set(), single: new Set() };
const folds = new WeakMap<Doc["blocks"], { doc: Doc; fold: Fold }>();

/** Found once for each set of blocks, wires, sub-pages, places and marks. */
export function foldOf(doc: Doc): Fold {
  if (doc.blocks.size <= LARGE) return NOTHING;
  const known = folds.get(doc.blocks);
  const parts = ["wires", "pages", "positions", "fetches", "init", "feeds"] as const;
  if (known && parts.every((part) => known.doc[part] === doc[part])) return known.fold;
  const fold = folded(doc);
  folds.set(doc.blocks, { doc, fold });
  return fold;
}

function folded(doc: Doc): Fold {
  const { outOf, into } = wireIndex(doc.wires);
  const marked = new Set([...doc.fetches, ...doc.init, ...Object.keys(doc.feeds)].map(blockOf));
  const constants = new Set<string>();
  // One that somebody has put somewhere stays there.
  const isFree = (path: string) =>
    !doc.positions.has(path) && !marked.has(path) && !doc.blocks.get(path)!.after.length && outOf.has(path);
  for (const [path, block] of doc.blocks) if (block.op === "Const" && isFree(path)) constants.add(path);
  // What frozen variables were read by hands on a constant.
  for (const constant of constants) {
    for (const { to } of outOf.get(constant) ?? []) {
      const path = blockOf(to);
      if (doc.blocks.get(path)?.op === PASSES && isFree(path) && into.get(path)?.length === 1) constants.add(path);
    }
  }
  const members = new Map<string, number>(); // what is drawn on a page, counted
  const count = (path: string) => members.set(parentOf(path), (members.get(parentOf(path)) ?? 0) + 1);
  for (const path of doc.blocks.keys()) if (!constants.has(path)) count(path);
  const [empty, single] = [new Set<string>(), new Set<string>()];
  const holding = new Set([...constants].map(parentOf)); // folded constants; other empty pages are shown
  const depth = (path: string) => path.split("/").length;
  for (const page of [...doc.pages.keys()].sort((a, b) => depth(b) - depth(a))) {
    if (isFunctionPage(page)) continue;
    const held = members.get(page) ?? 0;
    if (held === 0 && holding.has(page)) {
      empty.add(page);
      holding.add(parentOf(page));
    } else count(page);
    if (held === 1) single.add(page);
  }
  return { constants, empty, single };
}

/** The block that holds a folded constant's value: itself, or the one that it hands on. */
export function valueOf(doc: Doc, path: string): string {
  const { into } = wireIndex(doc.wires);
  let at = path;
  while (doc.blocks.get(at)?.op === PASSES) at = blockOf(into.get(at)![0].from);
  return at;
}

/** The pages of a page just opened that are boxes: all but those that would leave hardly anything else to be seen. */
export function collapsedAtFirst(doc: Doc): Set<string> {
  const { single, empty } = foldOf(doc);
  const collapsed = new Set([...doc.pages.keys()].filter((page) => !single.has(page)));
  const sizes = new Map<string, number>(); // blocks in a page and in those on it
  const inside = new Map<string, string[]>();
  for (const path of doc.blocks.keys())
    for (let at = parentOf(path); at; at = parentOf(at)) sizes.set(at, (sizes.get(at) ?? 0) + 1);
  for (const page of doc.pages.keys()) {
    if (isFunctionPage(page)) continue;
    inside.set(parentOf(page), [...(inside.get(parentOf(page)) ?? []), page]);
  }
  const seen = [...(inside.get("") ?? [])];
  for (let page = seen.pop(); page !== undefined; page = seen.pop()) {
    const most = (sizes.get(page) ?? 0) > doc.blocks.size * MOST_OF_ALL;
    if (most) collapsed.delete(page);
    if (most || single.has(page)) seen.push(...(inside.get(page) ?? []).filter((inner) => !empty.has(inner)));
  }
  return collapsed;
}

/** The name under which a block or sub-page is seen: that of a scope that holds it alone is before its own. */
export function labelOf(doc: Doc, path: string): string {
  const { single } = foldOf(doc);
  let around = parentOf(path);
  while (around && single.has(around)) around = parentOf(around);
  return around ? path.slice(around.length + 1) : path;
}
