/** What is seen of a page: its blocks, its sub-pages as boxes or frames, and the wires between what is seen. */
import type { Block, Doc, Point, Wire } from "./doc";
import { blockShape, boxShape, handleId, HEADER, RESULT, type Shape } from "./geometry";
import { isPort } from "./composites";
import { calledPage } from "./calls";
import { foldOf, labelOf } from "./fold";
import { layout, type Box, type Link } from "./layout";
import { opOf } from "./ops";
import {
  blockOf,
  commonPage,
  isFunctionPage,
  isPageKey,
  isWithin,
  keyOfPage,
  memberOf,
  parentOf,
  parsePin,
  pathOf,
} from "./pins";
import type { NodeInfo, OpInfo, PinInfo } from "./protocol";
import type { EditorState } from "./state";
import { wireId, wiresInto, wiresOutOf } from "./wires";
import { typeText } from "./words";

export interface Item {
  key: string;
  kind: "block" | "box" | "frame";
  frame: string; // the key of the frame that it stands in; "" for none
  x: number; // within its frame
  y: number;
  left: number; // on the canvas
  top: number;
  width: number;
  height: number;
  shape: Shape;
  blocks: number; // in a box or frame
  label: string; // its name, behind those of scopes that hold it alone
  thin: boolean; // a frame around one block, which is not drawn
}

export interface Link2 {
  id: string;
  from: string;
  fromHandle: string;
  to: string;
  toHandle: string;
  label: string;
  wire: Wire | null; // null for "runs after"
}

export interface Scene {
  items: Item[];
  byKey: Map<string, Item>;
  links: Link2[];
}

export const FRAME_PAD = 20;
export const FRAME_TOP = HEADER + 14;

/** The parts of the state that a scene is made of. */
export type SceneState = Pick<EditorState, "ops" | "check" | "runs" | "runProblems" | "opened" | "page"> & { doc: Doc };

/** Keys by the page that they stand on. */
interface Members {
  blocks: Map<string, string[]>;
  pages: Map<string, string[]>;
}

const membersOf = new WeakMap<ReadonlyMap<string, unknown>, { pages: unknown; members: Members }>();

function members(doc: Doc): Members {
  const known = membersOf.get(doc.blocks);
  if (known && known.pages === doc.pages) return known.members;
  const found: Members = { blocks: new Map(), pages: new Map() };
  const put = (map: Map<string, string[]>, key: string) => {
    const page = parentOf(key);
    const list = map.get(page);
    if (list) list.push(key);
    else map.set(page, [key]);
  };
  for (const path of doc.blocks.keys()) put(found.blocks, path);
  for (const path of doc.pages.keys()) if (!isFunctionPage(path)) put(found.pages, keyOfPage(path));
  membersOf.set(doc.blocks, { pages: doc.pages, members: found });
  return found;
}

/** The keys of what stands on a page, drawn or not. */
export function membersOfPage(doc: Doc, page: string): string[] {
  const { blocks, pages } = members(doc);
  return [...(blocks.get(page) ?? []), ...(pages.get(page) ?? [])];
}

/** The keys of what is drawn on a page. */
function drawnOnPage(doc: Doc, page: string): string[] {
  const { constants, empty } = foldOf(doc);
  return membersOfPage(doc, page).filter((key) => (isPageKey(key) ? !empty.has(pathOf(key)) : !constants.has(key)));
}

/** What stands for a block on the screen, by its key: itself, the box that it is in, or nothing. */
export function seenAs(doc: Doc, page: string, path: string): string {
  if (!isWithin(path, page) || foldOf(doc).constants.has(path)) return "";
  const names = path.slice(page ? page.length + 1 : 0).split("/");
  let at = page;
  for (let index = 0; index < names.length - 1; index++) {
    at = at ? `${at}/${names[index]}` : names[index];
    if (doc.collapsed.has(at)) return keyOfPage(at);
  }
  return path;
}

const marks = new WeakMap<readonly string[], { doc: Doc; marked: Set<string> }>();

/** Whether the page fetches, feeds or initialises a block. */
function isMarked(doc: Doc, path: string): boolean {
  let found = marks.get(doc.fetches);
  if (!found || found.doc.init !== doc.init || found.doc.feeds !== doc.feeds) {
    const pins = [...doc.fetches, ...doc.init, ...Object.keys(doc.feeds)];
    marks.set(doc.fetches, (found = { doc, marked: new Set(pins.map(blockOf)) }));
  }
  return found.marked.has(path);
}

const shapes = new WeakMap<Block, { path: string; facts: readonly unknown[]; shape: Shape }>();

/** A block's shape; the same object as long as nothing that it is made of has changed. */
function shapeOf(state: SceneState, path: string): Shape {
  const { doc, ops, check } = state;
  const block = doc.blocks.get(path)!;
  const node = check.nodes[path];
  const pins = state.runs.get(path)?.pins;
  const open = state.opened.has(path);
  const problem = check.byBlock.has(path) || state.runProblems.has(path);
  const known = ops.get(block.op);
  const drawn = wiresInto(doc, path).map((wire) => seenAs(doc, state.page, blockOf(wire.from)) !== "");
  const ends = [
    ...wiresInto(doc, path).map((wire) => wire.from + wire.to),
    ...wiresOutOf(doc, path).map((wire) => wire.from),
  ];
  const marked = isMarked(doc, path) || block.mode !== "";
  const called = doc.pages.get(calledPage(doc, block, known));
  const facts = [node, pins, open, problem, marked, known, called, ...drawn, ...ends];
  const old = shapes.get(block);
  if (
    old &&
    old.path === path &&
    old.facts.length === facts.length &&
    facts.every((fact, index) => fact === old.facts[index])
  ) {
    return old.shape;
  }
  const shape = blockShape(doc, path, block, {
    op: known ?? opOf(ops, doc, path, node),
    node,
    pins,
    open,
    problem,
    marked,
    isDrawn: (other) => seenAs(doc, state.page, other) !== "",
  });
  shapes.set(block, { path, facts, shape });
  return shape;
}

interface Part {
  items: Item[]; // places within the page
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function part(state: SceneState, page: string, frame: string): Part {
  const { doc } = state;
  const items: Item[] = [];
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const inner: Item[] = [];
  const { blocks, pages } = members(doc);
  const { constants, empty: unseen, single } = foldOf(doc);
  const add = (key: string, kind: Item["kind"], width: number, height: number, shape: Shape, count: number) => {
    const [x, y] = doc.positions.get(key) ?? [0, 0];
    const thin = kind === "frame" && single.has(pathOf(key));
    const label = labelOf(doc, pathOf(key));
    items.push({ key, kind, frame, x, y, left: x, top: y, width, height, shape, blocks: count, label, thin });
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x + width);
    box.bottom = Math.max(box.bottom, y + height);
  };
  for (const key of pages.get(page) ?? []) {
    const path = pathOf(key);
    if (unseen.has(path)) continue;
    const shape = boxShape(doc, path, state.ops);
    if (doc.collapsed.has(path)) {
      add(key, "box", shape.width, shape.height, shape, shape.blocks);
      continue;
    }
    const held = part(state, path, key);
    const empty = !held.items.length;
    const [pad, top] = single.has(path) ? [0, 0] : [FRAME_PAD, FRAME_TOP];
    const width = empty ? 180 : held.right - held.left + 2 * pad;
    const height = empty ? 80 : held.bottom - held.top + top + pad;
    add(key, "frame", width, height, { ...shape, width, height }, shape.blocks);
    for (const item of held.items) {
      if (item.frame === key) {
        item.x = item.x - held.left + pad;
        item.y = item.y - held.top + top;
      }
      inner.push(item);
    }
  }
  for (const path of blocks.get(page) ?? []) {
    if (constants.has(path)) continue;
    const shape = shapeOf(state, path);
    add(path, "block", shape.width, shape.height, shape, 1);
  }
  if (!items.length) return { items, left: 0, top: 0, right: 0, bottom: 0 };
  return { items: [...items, ...inner], ...box };
}

export function makeScene(state: SceneState): Scene {
  const { items } = part(state, state.page, "");
  const byKey = new Map(items.map((item) => [item.key, item]));
  for (const item of items) {
    let frame = byKey.get(item.frame);
    item.left = item.x;
    item.top = item.y;
    for (; frame; frame = byKey.get(frame.frame)) {
      item.left += frame.x;
      item.top += frame.y;
    }
  }
  return { items, byKey, links: linksOf(state, byKey) };
}

function linksOf(state: SceneState, byKey: Map<string, Item>): Link2[] {
  const { doc, page, check } = state;
  const links: Link2[] = [];
  for (const wire of doc.wires) {
    const source = parsePin(wire.from);
    const target = parsePin(wire.to);
    const from = seenAs(doc, page, source.block);
    const to = seenAs(doc, page, target.block);
    if (!from || !to || (from === to && from !== source.block) || !byKey.has(from) || !byKey.has(to)) continue;
    links.push({
      id: wireId(wire),
      from,
      fromHandle: from === source.block ? handleId("out", source.pin, source.number) : `out:${wire.from}`,
      to,
      toHandle:
        to === target.block
          ? handleId("in", target.pin, target.number)
          : `in:${isPort(doc, pathOf(to), wire.to) ? wire.to : wire.from}`,
      label: wireLabel(check.nodes[source.block]?.outputs, source.pin, source.number),
      wire,
    });
  }
  for (const [path, block] of doc.blocks) {
    for (const first of block.after) {
      const from = seenAs(doc, page, first);
      const to = seenAs(doc, page, path);
      if (!from || !to || from === to || !byKey.has(from) || !byKey.has(to)) continue;
      links.push({ id: `^${first}-^${path}`, from, fromHandle: "out:^", to, toHandle: "in:^", label: "", wire: null });
    }
  }
  return links;
}

function wireLabel(outputs: readonly PinInfo[] | undefined, pin: string, number: number | null): string {
  const found = outputs?.filter((item) => item.pin === pin && (number === null || item.number === number)) ?? [];
  if (!found.length) return "";
  return found.length > 1 ? `${found.length} × ${typeText(found[0])}` : typeText(found[0]);
}

const pageLinks = new WeakMap<Doc["wires"], { blocks: Doc["blocks"]; links: ReadonlyMap<string, Link[]> }>();

/** By page, what of it leads to what. Each wire counts on one page only, the innermost one that holds both its ends. */
function linksByPage(doc: Doc): ReadonlyMap<string, Link[]> {
  const known = pageLinks.get(doc.wires);
  if (known && known.blocks === doc.blocks) return known.links;
  const links = new Map<string, Link[]>();
  const link = (from: string, to: string) => {
    const page = commonPage(from, to);
    const ends: Link = [memberOf(page, from), memberOf(page, to)];
    if (ends[0] === ends[1]) return;
    const list = links.get(page);
    if (list) list.push(ends);
    else links.set(page, [ends]);
  };
  for (const wire of doc.wires) link(blockOf(wire.from), blockOf(wire.to));
  for (const [path, block] of doc.blocks) for (const first of block.after) link(first, path);
  pageLinks.set(doc.wires, { blocks: doc.blocks, links });
  return links;
}

/** New places for a page, or only for those of its members that have none. */
function arrangedPage(state: SceneState, page: string, onlyMissing: boolean, together: number): Map<string, Point> {
  const { doc } = state;
  const keys = drawnOnPage(doc, page);
  const missing = keys.filter((key) => !doc.positions.has(key));
  if (onlyMissing && !missing.length) return new Map();
  const { items, bottom, left } = part(state, page, "");
  const own = items.filter((item) => item.frame === "");
  const chosen = onlyMissing && missing.length < keys.length ? new Set(missing) : new Set(keys);
  // Blocks grow by their types and results: they get room for these before they have them.
  const room = (item: Item): Box => {
    const waits = item.kind === "frame" || (item.kind === "block" && !item.shape.results.length);
    return {
      key: item.key,
      width: waits ? Math.max(item.width + (item.kind === "frame" ? 96 : 0), 236) : item.width,
      height: item.height + (waits ? RESULT : 0),
    };
  };
  const boxes = own.filter((item) => chosen.has(item.key)).map(room);
  const links = (linksByPage(doc).get(page) ?? []).filter(([from, to]) => chosen.has(from) && chosen.has(to));
  const places = layout(boxes, links, together);
  if (chosen.size === keys.length) return places;
  const top = Math.min(...[...places.values()].map(([, y]) => y));
  return new Map([...places].map(([key, [x, y]]) => [key, [left + x, bottom + 60 + y - top] as const]));
}

/** The doc with new places on some pages, innermost first, since a frame is as large as what it holds. */
export function arranged(state: SceneState, pages: Iterable<string>, onlyMissing = false): Doc {
  const positions = new Map(state.doc.positions);
  const next = { ...state.doc, positions }; // one map for all pages, of which there may be thousands
  const inward = [...pages].sort((a, b) => depth(b) - depth(a));
  const together = inward.reduce((sum, page) => sum + membersOfPage(next, page).length, 0);
  let changed = false;
  for (const page of inward) {
    for (const [key, [x, y]] of arrangedPage({ ...state, doc: next }, page, onlyMissing, together)) {
      const old = positions.get(key);
      changed ||= !old || old[0] !== x || old[1] !== y;
      positions.set(key, [x, y]);
    }
  }
  return changed ? next : state.doc;
}

/** Places for all that has none. */
export function withPlaces(doc: Doc, ops: ReadonlyMap<string, OpInfo>, nodes: Record<string, NodeInfo> = {}): Doc {
  const check = { nodes, problems: [], byBlock: new Map(), skipped: new Set<string>(), busy: false, failed: "" };
  const state = { doc, ops, check, runs: new Map(), runProblems: new Map(), opened: new Set<string>(), page: "" };
  return arranged(state, [...doc.pages.keys(), ""], true);
}

function depth(page: string): number {
  return page ? page.split("/").length : 0;
}
