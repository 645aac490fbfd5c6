/** Blocks as text on the clipboard: a page file of their own, so that it can be pasted anywhere. */
import { fromPage, toPage, type Doc, type Point, type Wire } from "./doc";
import { disconnect, freshId, movePaths } from "./edits";
import { corner } from "./group";
import { isObject, type Json } from "./json";
import { blockOf, isWithin, join, nameOf, parentOf } from "./pins";

/** The page of the paths alone, with the wires between them. */
export function copied(doc: Doc, paths: readonly string[]): string {
  const roots = paths.filter((path) => !paths.some((other) => other !== path && isWithin(path, other)));
  const isIn = (path: string) => roots.some((root) => isWithin(path, root));
  const crosses = (wire: Wire) => !isIn(blockOf(wire.from)) || !isIn(blockOf(wire.to));
  const part: Doc = {
    ...doc,
    title: "",
    device: "",
    steps: 1,
    blocks: new Map(
      [...doc.blocks]
        .filter(([path]) => isIn(path))
        .map(([path, block]) => [path, { ...block, after: block.after.filter(isIn) }]),
    ),
    // Numbers of lists close up where a wire stays behind.
    wires: disconnect(doc, doc.wires.filter(crosses)).wires.filter((wire) => isIn(blockOf(wire.to))),
    pages: new Map([...doc.pages].filter(([path]) => isIn(path))),
    positions: new Map([...doc.positions].filter(([path]) => isIn(path))),
    collapsed: new Set([...doc.collapsed].filter(isIn)),
    notes: [],
    feeds: Object.fromEntries(Object.entries(doc.feeds).filter(([pin]) => isIn(blockOf(pin)))),
    fetches: doc.fetches.filter((pin) => isIn(blockOf(pin))),
    init: doc.init.filter((pin) => isIn(blockOf(pin))),
    view: null,
    rest: {},
    uiRest: {},
  };
  const moves = roots.map((path) => [path, nameOf(path)] as const);
  return JSON.stringify(toPage(movePaths(part, moves)));
}

/** The page in a text; null if it is none. */
export function pageInText(text: string): Doc | null {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isObject(value) && value.graphops_page === 1 ? fromPage(value) : null;
}

/** Puts a copied page onto a page of the doc, its left upper corner at a point; answers the new paths. */
export function pasted(doc: Doc, part: Doc, page: string, at: Point): { doc: Doc; paths: string[] } {
  const roots = [...part.blocks.keys(), ...part.pages.keys()].filter((path) => !parentOf(path) && !path.endsWith("()"));
  const taken = new Set<string>();
  const moves = roots.map((path) => {
    const to = join(page, freshId(doc, page, path, taken));
    taken.add(to);
    return [path, to] as const;
  });
  const [left, top] = corner(part, roots);
  const placed = new Map(part.positions);
  roots.forEach((path, index) => {
    const [x, y] = part.positions.get(path) ?? [left + (index % 5) * 220, top + Math.floor(index / 5) * 160];
    placed.set(path, [at[0] + x - left, at[1] + y - top]);
  });
  const next = movePaths({ ...part, positions: placed }, moves);
  return {
    doc: {
      ...doc,
      blocks: new Map([...doc.blocks, ...next.blocks]),
      wires: [...doc.wires, ...next.wires],
      pages: new Map([...doc.pages, ...next.pages]),
      positions: new Map([...doc.positions, ...next.positions]),
      collapsed: new Set([...doc.collapsed, ...next.collapsed]),
      feeds: { ...doc.feeds, ...next.feeds },
      fetches: [...doc.fetches, ...next.fetches],
      init: [...doc.init, ...next.init],
    },
    paths: moves.map(([, to]) => to),
  };
}
