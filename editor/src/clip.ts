/** Blocks as text on the clipboard: a page file of their own, so that it can be pasted anywhere. */
import { EMPTY, fromPage, toPage, type Block, type Doc, type Point, type Wire } from "./doc";
import { disconnect, keysOn, movePaths, remove } from "./edits";
import { corner } from "./group";
import { isObject, parseJson, type Json } from "./json";
import { noteId, noteIndex } from "./notes";
import { blockOf, bodyOf, isAmong, isFunctionPage, isWithin, keyOfPage, parentOf } from "./pins";

/** The page of what is selected alone, with the wires between it. */
export function copied(doc: Doc, ids: readonly string[]): string {
  const chosen = new Set(ids);
  const roots = ids.filter((id) => noteIndex(id) === null && !isAmong(chosen, keyOfPage(parentOf(id))));
  const functions = functionsNamed(doc, chosen);
  const isIn = (key: string) => isAmong(chosen, key) || functions.has(bodyOf(key));
  const isPageIn = (path: string) => isIn(keyOfPage(path));
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
    pages: new Map([...doc.pages].filter(([path]) => isPageIn(path))),
    positions: new Map([...doc.positions].filter(([key]) => isIn(key))),
    collapsed: new Set([...doc.collapsed].filter(isPageIn)),
    notes: [
      ...doc.notes.filter((note) => note.page && isPageIn(note.page)),
      ...ids.flatMap((id) => {
        const note = doc.notes[noteIndex(id) ?? -1];
        return note ? [{ ...note, page: "" }] : [];
      }),
    ],
    feeds: Object.fromEntries(Object.entries(doc.feeds).filter(([pin]) => isIn(blockOf(pin)))),
    fetches: doc.fetches.filter((pin) => isIn(blockOf(pin))),
    init: doc.init.filter((pin) => isIn(blockOf(pin))),
    view: null,
    rest: {},
    uiRest: {},
  };
  return JSON.stringify(toPage(movePaths(part, keysOn(EMPTY, "", roots))));
}

/** The functions that attrs of what is copied name, and those that these name, as pages. */
function functionsNamed(doc: Doc, chosen: ReadonlySet<string>): Set<string> {
  const all = [...doc.pages.keys()].filter(isFunctionPage);
  const found = new Set<string>();
  const visit = (isIn: (path: string) => boolean) => {
    for (const [path, block] of all.length ? doc.blocks : []) {
      if (!isIn(path)) continue;
      for (const page of all) {
        if (found.has(page) || !mentions(block.attrs, page.slice(0, -2))) continue;
        found.add(page);
        visit((inner) => isWithin(inner, page));
      }
    }
  };
  visit((path) => isAmong(chosen, path));
  return found;
}

function mentions(value: Block["attrs"] | Json, name: string): boolean {
  if (typeof value === "string") return value === name;
  if (Array.isArray(value)) return value.some((item) => mentions(item, name));
  return isObject(value) && Object.values(value).some((item) => mentions(item, name));
}

/** The page in a text; null if it is none. */
export function pageInText(text: string): Doc | null {
  let value: Json;
  try {
    value = parseJson(text);
  } catch {
    return null;
  }
  return isObject(value) && value.graphops_page === 1 ? fromPage(value) : null;
}

/** The part without functions that the doc has by the same name: blocks that name them use those that are there. */
function withoutKnown(part: Doc, doc: Doc): Doc {
  const known = [...part.pages.keys()].filter((path) => isFunctionPage(path) && doc.pages.has(path));
  return known.length ? remove(part, known.map(keyOfPage)) : part;
}

/** Puts a copied page onto a page of the doc, its left upper corner at a point; answers the new ids for a selection. */
export function pasted(doc: Doc, copy: Doc, page: string, at: Point): { doc: Doc; ids: string[] } {
  const part = withoutKnown(copy, doc);
  const subPages = [...part.pages.keys()].filter((path) => !isFunctionPage(path)).map(keyOfPage);
  const roots = [...part.blocks.keys(), ...subPages].filter((key) => !parentOf(key));
  const moves = keysOn(doc, page, roots);
  const [left, top] = corner(part, roots);
  const placed = new Map(part.positions);
  roots.forEach((key, index) => {
    const [x, y] = part.positions.get(key) ?? [left + (index % 5) * 220, top + Math.floor(index / 5) * 160];
    placed.set(key, [at[0] + x - left, at[1] + y - top]);
  });
  const next = movePaths({ ...part, positions: placed, notes: part.notes.filter((note) => note.page) }, moves);
  const loose = part.notes.filter((note) => !note.page);
  const [noteLeft, noteTop] = roots.length ? [left, top] : [loose[0]?.x ?? 0, loose[0]?.y ?? 0];
  const notes = loose.map((note) => ({ ...note, page, x: at[0] + note.x - noteLeft, y: at[1] + note.y - noteTop }));
  const kept = [...doc.notes, ...next.notes];
  return {
    doc: {
      ...doc,
      blocks: new Map([...doc.blocks, ...next.blocks]),
      wires: [...doc.wires, ...next.wires],
      pages: new Map([...doc.pages, ...next.pages]),
      positions: new Map([...doc.positions, ...next.positions]),
      collapsed: new Set([...doc.collapsed, ...next.collapsed]),
      // Blocks of functions run where they are called, and not by the page.
      ...(bodyOf(page)
        ? {}
        : {
            feeds: { ...doc.feeds, ...next.feeds },
            fetches: [...doc.fetches, ...next.fetches],
            init: [...doc.init, ...next.init],
          }),
      notes: [...kept, ...notes],
    },
    ids: [...moves.map(([, to]) => to), ...notes.map((_, index) => noteId(kept.length + index))],
  };
}
