/** Edits: functions from a doc to the next one. A doc that needs no change is returned as it is. */
import type { Block, Doc, Point, SubPage, Wire } from "./doc";
import type { Json, JsonObject } from "./json";
import { withPorts } from "./composites";
import { partsOf } from "./oldParts";
import {
  blockOf,
  commonPage,
  isAmong,
  isFunctionPage,
  isPageKey,
  isWithin,
  join,
  keyLike,
  keyOfPage,
  NAME,
  nameOf,
  parentOf,
  parsePin,
  pathOf,
  pinText,
  relative,
} from "./pins";

/**
 * An id that its page does not have: the op's name, made one that files read well. For one of many, `taken` has the
 * paths of those before, and `last` the number that each stem came to.
 */
export function freshId(
  doc: Doc,
  page: string,
  wanted: string,
  taken: ReadonlySet<string> = new Set(),
  last = new Map<string, number>(),
): string {
  const free = (name: string) => {
    const path = join(page, name);
    return !doc.blocks.has(path) && !doc.pages.has(path) && !taken.has(path);
  };
  if (free(wanted)) return wanted;
  const stem = wanted.replace(/_\d+$/, "");
  let number = (last.get(stem) ?? 0) + 1;
  while (!free(`${stem}_${number}`)) number++;
  last.set(stem, number);
  return `${stem}_${number}`;
}

export function idForOp(op: string): string {
  const plain = op.replace(/V\d+$/, "");
  return plain
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+|\d+D?)([A-Z][a-z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9.]+/g, "_")
    .replace(/^_+/, "")
    .toLowerCase();
}

export const BARE = { inputs: {}, after: [], device: "", mode: "", rest: {} } as const;

export function addBlock(doc: Doc, path: string, op: string, attrs: JsonObject, at: Point): Doc {
  const blocks = new Map(doc.blocks).set(path, { op, attrs, ...BARE });
  return { ...doc, blocks, positions: new Map(doc.positions).set(path, at) };
}

export function changeBlock(doc: Doc, path: string, change: Partial<Block>): Doc {
  const block = doc.blocks.get(path);
  return block ? { ...doc, blocks: new Map(doc.blocks).set(path, { ...block, ...change }) } : doc;
}

function withKey(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value === undefined) {
    const { [key]: _, ...rest } = object;
    return rest;
  }
  return { ...object, [key]: value };
}

/** Sets an attr, or takes it away. A block whose attrs are one text gets them by name first. */
export function setAttr(doc: Doc, path: string, name: string, value: Json | undefined): Doc {
  const block = doc.blocks.get(path);
  if (!block) return doc;
  const attrs = typeof block.attrs === "string" ? attrsByName(block.attrs) : block.attrs;
  return changeBlock(doc, path, { attrs: withKey(attrs, name, value) });
}

/** The older text, `strides = {1,2}; data_format_ = NDHWC;`, by name; values stay as they were typed. */
export function attrsByName(text: string): JsonObject {
  const attrs: JsonObject = {};
  for (const part of partsOf(text)) {
    const cut = part.indexOf("=");
    const name = (cut < 0 ? part : part.slice(0, cut)).trim().replace(/_$/, "");
    if (name) attrs[name] = cut < 0 ? "" : part.slice(cut + 1).trim();
  }
  return attrs;
}

export function setLiteral(doc: Doc, path: string, pin: string, value: Json | undefined): Doc {
  const block = doc.blocks.get(path);
  return block ? changeBlock(doc, path, { inputs: withKey(block.inputs, pin, value) }) : doc;
}

export function setFeed(doc: Doc, block: string, pin: string, value: Json | undefined): Doc {
  const feeds = { ...doc.feeds };
  const full = pinText(block, pin);
  const key = full in feeds ? full : block; // feeds of a block without a pin are of its only output
  if (value === undefined) delete feeds[key];
  else feeds[key] = value;
  return { ...doc, feeds };
}

function toggled(list: readonly string[], pin: string): string[] {
  return list.includes(pin) ? list.filter((item) => item !== pin) : [...list, pin];
}

export function toggleFetch(doc: Doc, pin: string): Doc {
  return { ...doc, fetches: toggled(doc.fetches, pin) };
}

export function toggleInit(doc: Doc, pin: string): Doc {
  return { ...doc, init: toggled(doc.init, pin) };
}

/** A wire, if its blocks are there; the one that led to its pin before goes, and a literal value there too. */
export function connect(doc: Doc, wire: Wire): Doc {
  if (!doc.blocks.has(blockOf(wire.from)) || !doc.blocks.has(blockOf(wire.to))) return doc;
  if (doc.wires.some((other) => other.from === wire.from && other.to === wire.to)) return doc;
  const target = parsePin(wire.to);
  const next = { ...doc, wires: [...doc.wires.filter((other) => other.to !== wire.to), wire] };
  return doc.blocks.get(target.block)?.inputs[target.pin] === undefined
    ? next
    : setLiteral(next, target.block, target.pin, undefined);
}

export function connectAfter(doc: Doc, first: string, then: string): Doc {
  const block = doc.blocks.get(then);
  if (!block || block.after.includes(first)) return doc;
  return changeBlock(doc, then, { after: [...block.after, first] });
}

export function removeAfter(doc: Doc, first: string, then: string): Doc {
  const block = doc.blocks.get(then);
  return block ? changeBlock(doc, then, { after: block.after.filter((other) => other !== first) }) : doc;
}

/** Takes wires away; numbers of lists close up, since a list has no gaps. */
export function disconnect(doc: Doc, gone: readonly Wire[]): Doc {
  if (!gone.length) return doc;
  const ends = new Set(gone.map((wire) => wire.to));
  const lists = new Map<string, number[]>();
  for (const wire of gone) {
    const { block, pin, number } = parsePin(wire.to);
    if (number === null) continue;
    const key = pinText(block, pin);
    lists.set(key, [...(lists.get(key) ?? []), number]);
  }
  const wires = doc.wires.flatMap((wire) => {
    if (ends.has(wire.to)) return [];
    const { block, pin, number } = parsePin(wire.to);
    const holes = number === null ? undefined : lists.get(pinText(block, pin));
    if (!holes || number === null) return [wire];
    const shift = holes.filter((hole) => hole < number).length;
    return [shift ? { ...wire, to: pinText(block, pin, number - shift) } : wire];
  });
  return { ...doc, wires };
}

/** Whether there is a block or sub-page of a key. */
export function has(doc: Doc, key: string): boolean {
  return isPageKey(key) ? doc.pages.has(pathOf(key)) : doc.blocks.has(key);
}

/** Takes blocks and sub-pages, by their keys, away with all that leads to them. */
export function remove(doc: Doc, keys: readonly string[]): Doc {
  const roots = new Set(keys.filter((key) => has(doc, key)));
  if (!roots.size) return doc;
  const isGone = (key: string) => isAmong(roots, key);
  const isGonePage = (path: string) => isGone(keyOfPage(path));
  const keep = (pin: string) => !isGone(blockOf(pin));
  const next = disconnect(
    doc,
    doc.wires.filter((wire) => !keep(wire.from) || !keep(wire.to)),
  );
  const blocks = new Map<string, Block>();
  for (const [path, block] of next.blocks) {
    if (isGone(path)) continue;
    const after = block.after.filter((other) => !isGone(other));
    blocks.set(path, after.length === block.after.length ? block : { ...block, after });
  }
  return {
    ...next,
    blocks,
    pages: withEnds(
      new Map(
        [...doc.pages].flatMap(([path, page]): [string, SubPage][] =>
          isGonePage(path) ? [] : [[path, withPorts(page, path, path, (pin) => (keep(pin) ? pin : null))]],
        ),
      ),
      (pin) => (keep(pin) ? pin : null),
    ),
    positions: new Map([...doc.positions].filter(([key]) => !isGone(key))),
    collapsed: new Set([...doc.collapsed].filter((path) => !isGonePage(path))),
    notes: doc.notes.filter((note) => !note.page || !isGonePage(note.page)),
    feeds: Object.fromEntries(Object.entries(doc.feeds).filter(([pin]) => keep(pin))),
    fetches: doc.fetches.filter(keep),
    init: doc.init.filter(keep),
  };
}

/** Gives blocks and pages other paths, with every mention of them. `from` and `to` are keys of one kind. */
export function movePaths(doc: Doc, moves: readonly (readonly [from: string, to: string])[]): Doc {
  const targets = new Map(moves);
  const place = (key: string) => {
    let found = targets.get(key);
    for (let page = parentOf(key); page && found === undefined; page = parentOf(page)) {
      const to = targets.get(keyOfPage(page));
      if (to !== undefined) found = to + key.slice(keyOfPage(page).length);
    }
    return found ?? key;
  };
  const placePage = (path: string) => path && pathOf(place(keyOfPage(path)));
  const pin = (text: string) => {
    const block = blockOf(text);
    return place(block) + text.slice(block.length);
  };
  const blocks = new Map<string, Block>();
  for (const [path, block] of doc.blocks) {
    const waits = block.after.some((other) => place(other) !== other);
    blocks.set(place(path), waits ? { ...block, after: block.after.map(place) } : block);
  }
  return {
    ...doc,
    blocks,
    wires: doc.wires.map(({ from, to, points }) => {
      const moved = { from: pin(from), to: pin(to) };
      // Points have their places on the page of both ends: it may be another one where one end alone has moved.
      const page = (wire: Wire) => commonPage(blockOf(wire.from), blockOf(wire.to));
      const alike = (moved.from !== from && moved.to !== to) || page(moved) === page({ from, to });
      return points && alike ? { ...moved, points } : moved;
    }),
    pages: withEnds(
      new Map(
        [...doc.pages].map(([path, page]) => [placePage(path), withPorts(page, path, placePage(path), pin)] as const),
      ),
      pin,
    ),
    positions: new Map([...doc.positions].map(([key, point]) => [place(key), point])),
    collapsed: new Set([...doc.collapsed].map(placePage)),
    notes: doc.notes.map((note) => {
      const page = placePage(note.page);
      return page === note.page ? note : { ...note, page };
    }),
    feeds: Object.fromEntries(Object.entries(doc.feeds).map(([key, value]) => [pin(key), value])),
    fetches: doc.fetches.map(pin),
    init: doc.init.map(pin),
  };
}

/** Why the block or page of a key cannot have this name; "" if it can. */
export function nameFault(doc: Doc, key: string, name: string): string {
  if (!NAME.test(name)) {
    return "a name must consist of letters, digits, '_', '.', '-' or '>', the first a letter, a digit or '.'";
  }
  const to = join(parentOf(key), name);
  return to !== pathOf(key) && (doc.blocks.has(to) || doc.pages.has(to)) ? `'${name}' is there already` : "";
}

export function rename(doc: Doc, key: string, name: string): Doc {
  if (name === nameOf(key) || nameFault(doc, key, name)) return doc;
  return movePaths(doc, [[key, keyLike(key, join(parentOf(key), name))]]);
}

/** The keys that blocks and sub-pages get on another page; a block and a sub-page of one name keep one name. */
export function keysOn(doc: Doc, page: string, keys: readonly string[]): (readonly [from: string, to: string])[] {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  const last = new Map<string, number>();
  return keys.map((key) => {
    const path = pathOf(key);
    const to = found.get(path) ?? join(page, freshId(doc, page, nameOf(key), taken, last));
    found.set(path, to);
    taken.add(to);
    return [key, keyLike(key, to)];
  });
}

const ENDS = ["arguments", "results", "after"]; // what a function's body names of its blocks

/** Changes, or with null takes away, each pin that a function's body names; pages that name none stay the same. */
function withEnds(pages: ReadonlyMap<string, SubPage>, change: (pin: string) => string | null): Map<string, SubPage> {
  return new Map(
    [...pages].map(([path, page]) => {
      const named = ENDS.flatMap((key) => (Array.isArray(page.rest[key]) ? [key] : []));
      if (!isFunctionPage(path) || !named.length) return [path, page];
      const rest = { ...page.rest };
      for (const key of named) {
        rest[key] = (rest[key] as Json[]).flatMap((item) => {
          const next = typeof item === "string" ? change(join(path, item)) : null;
          return next !== null && isWithin(blockOf(next), path) ? [relative(next, path)] : [];
        });
      }
      return [path, { ...page, rest }];
    }),
  );
}

export function place(doc: Doc, positions: Iterable<readonly [string, Point]>): Doc {
  const next = new Map(doc.positions);
  let changed = false;
  for (const [key, point] of positions) {
    const old = next.get(key);
    if (old && old[0] === point[0] && old[1] === point[1]) continue;
    next.set(key, point);
    changed = true;
  }
  return changed ? { ...doc, positions: next } : doc;
}

export function setCollapsed(doc: Doc, path: string, collapsed: boolean): Doc {
  if (doc.collapsed.has(path) === collapsed) return doc;
  const next = new Set(doc.collapsed);
  if (collapsed) next.add(path);
  else next.delete(path);
  return { ...doc, collapsed: next };
}

/** The device of a sub-page; "" for that of the page around it. */
export function setPageDevice(doc: Doc, path: string, device: string): Doc {
  const page = doc.pages.get(path);
  if (!page) return doc;
  return {
    ...doc,
    pages: new Map(doc.pages).set(path, { ...page, rest: withKey(page.rest, "device", device || undefined) }),
  };
}
