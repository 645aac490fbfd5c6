/**
 * The page as the editor keeps it: flat, by full paths, so that an edit need not descend into sub-pages. Places are by
 * keys (pins.ts), since a block and a sub-page may have the same path.
 *
 * A `Doc` is never changed, only replaced: the history is a list of them. Bodies of functions are pages like others,
 * under the name "f()", which no sub-page can have.
 */
import { compositeJson, readComposite, type Composite } from "./composites";
import { collapsedAtFirst, LARGE } from "./fold";
import { isObject, type Json, type JsonObject } from "./json";
import {
  blockOf,
  bodyOf,
  commonPage,
  isFunctionPage,
  isPageKey,
  isWithin,
  join,
  keyOfPage,
  nameOf,
  parentOf,
  pathOf,
  relative,
} from "./pins";

export interface Block {
  op: string;
  attrs: JsonObject | string;
  inputs: JsonObject;
  after: readonly string[]; // full paths
  device: string;
  mode: string; // "" for a block that runs, else "muted" or "bypassed"
  rest: JsonObject; // keys that this editor does not know
}

export interface Wire {
  from: string; // "path/of/block:pin"
  to: string;
  points?: readonly Point[]; // that it goes through (routes.ts)
}

export interface SubPage {
  rest: JsonObject; // device; of functions also arguments, results and what else they have
  composite?: Composite; // its ports and parameters
}

export type Point = readonly [number, number];

export interface Note {
  page: string;
  x: number;
  y: number;
  text: string;
}

export interface Doc {
  title: string;
  device: string;
  steps: number;
  feeds: JsonObject;
  fetches: readonly string[];
  init: readonly string[];
  blocks: ReadonlyMap<string, Block>;
  wires: readonly Wire[];
  pages: ReadonlyMap<string, SubPage>;
  positions: ReadonlyMap<string, Point>; // by key
  collapsed: ReadonlySet<string>;
  notes: readonly Note[];
  view: readonly [number, number, number] | null;
  rest: JsonObject;
  uiRest: JsonObject;
}

export const EMPTY: Doc = {
  title: "",
  device: "",
  steps: 1,
  feeds: {},
  fetches: [],
  init: [],
  blocks: new Map(),
  wires: [],
  pages: new Map(),
  positions: new Map(),
  collapsed: new Set(),
  notes: [],
  view: null,
  rest: {},
  uiRest: {},
};

const COLLAPSE_FROM = LARGE; // blocks of a file without an own list of collapsed pages
const ROOT_KEYS = new Set([
  "graphops_page",
  "title",
  "blocks",
  "wires",
  "pages",
  "functions",
  "device",
  "feeds",
  "fetches",
  "init",
  "steps",
  "ui",
]);
const BLOCK_KEYS = new Set(["id", "op", "attrs", "inputs", "after", "device", "mode"]);

function without(value: JsonObject, keys: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.has(key)));
}

function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function texts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

export const MOST_POINTS = 100; // of one wire
const FARTHEST = 1e7; // of a place from the origin; what lies beyond could not be shown

function numbers(value: Json | undefined, count: number): number[] | null {
  const near = (item: Json) => typeof item === "number" && Math.abs(item) <= FARTHEST;
  const fine = Array.isArray(value) && value.length === count && value.every(near);
  return fine ? (value as number[]) : null;
}

/** The flat form of a page file. The service has checked the file, or will. */
export function fromPage(page: JsonObject): Doc {
  const blocks = new Map<string, Block>();
  const wires: Wire[] = [];
  const pages = new Map<string, SubPage>();
  const pageKeys = new Set(["blocks", "wires", "pages"]);

  function read(part: JsonObject, path: string): void {
    for (const block of objects(part.blocks)) {
      blocks.set(join(path, text(block.id)), {
        op: text(block.op),
        attrs: typeof block.attrs === "string" ? block.attrs : object(block.attrs),
        inputs: object(block.inputs),
        after: texts(block.after).map((other) =>
          other.startsWith("/") ? join(bodyOf(path), other.slice(1)) : join(path, other),
        ),
        device: text(block.device),
        mode: text(block.mode),
        rest: without(block, BLOCK_KEYS),
      });
    }
    for (const wire of objects(part.wires))
      wires.push({ from: join(path, text(wire.from)), to: join(path, text(wire.to)) });
    for (const [name, item] of Object.entries(object(part.pages))) sub(object(item), join(path, name));
  }
  function sub(part: JsonObject, path: string): void {
    pages.set(path, { rest: without(part, pageKeys) });
    read(part, path);
  }

  read(page, "");
  for (const [name, item] of Object.entries(object(page.functions))) sub(object(item), `${name}()`);
  const ui = object(page.ui);
  for (const [path, item] of Object.entries(object(ui.composites))) {
    const [held, composite] = [pages.get(path), readComposite(item)];
    if (held && composite && !isFunctionPage(path)) pages.set(path, { ...held, composite });
  }
  const positions = new Map<string, Point>();
  for (const [name, place] of Object.entries(object(ui.positions))) {
    const point = numbers(place, 2);
    const key = isPageKey(name) || blocks.has(name) ? name : keyOfPage(name); // the slash is only written if needed
    if (point && (!isPageKey(key) || pages.has(pathOf(key)))) positions.set(key, [point[0], point[1]]);
  }
  const view = numbers(ui.view, 3);
  const listed = Array.isArray(ui.collapsed);
  const collapsed = listed ? texts(ui.collapsed) : [];
  const found: Doc = {
    title: text(page.title),
    device: text(page.device),
    steps: typeof page.steps === "number" ? page.steps : 1,
    feeds: object(page.feeds),
    fetches: texts(page.fetches),
    init: texts(page.init),
    blocks,
    wires: routed(wires, objects(ui.routes)),
    pages,
    positions,
    collapsed: new Set(collapsed.filter((path) => pages.has(path))),
    notes: objects(ui.notes).flatMap((note) => {
      const place = numbers([note.x ?? null, note.y ?? null], 2);
      return place ? [{ page: text(note.page), x: place[0], y: place[1], text: text(note.text) }] : [];
    }),
    view: view ? [view[0], view[1], view[2]] : null,
    rest: without(page, ROOT_KEYS),
    uiRest: without(ui, new Set(["positions", "collapsed", "composites", "view", "notes", "routes"])),
  };
  if (listed) return found;
  return found.blocks.size > COLLAPSE_FROM ? { ...found, collapsed: collapsedAtFirst(found) } : found;
}

/** Wires with the points that the file keeps for them. */
function routed(wires: Wire[], routes: readonly JsonObject[]): Wire[] {
  if (!routes.length) return wires;
  const known = new Map(routes.map((route) => [`${text(route.from)} ${text(route.to)}`, route.points]));
  return wires.map((wire) => {
    const found = known.get(`${wire.from} ${wire.to}`);
    const points = (Array.isArray(found) ? found : []).flatMap((item): Point[] => {
      const place = numbers(item, 2);
      return place ? [[place[0], place[1]]] : [];
    });
    return points.length ? { ...wire, points: points.slice(0, MOST_POINTS) } : wire;
  });
}

function blockJson(path: string, block: Block): JsonObject {
  const json: JsonObject = { id: nameOf(path), op: block.op };
  if (typeof block.attrs === "string" || Object.keys(block.attrs).length) json.attrs = block.attrs;
  if (Object.keys(block.inputs).length) json.inputs = block.inputs;
  const page = parentOf(path);
  if (block.after.length) {
    json.after = block.after.map((other) =>
      isWithin(other, page) ? relative(other, page) : `/${relative(other, bodyOf(page))}`,
    );
  }
  if (block.device) json.device = block.device;
  if (block.mode) json.mode = block.mode;
  return { ...json, ...block.rest };
}

/** The page file of a doc; keys that say nothing are left out. */
export function toPage(doc: Doc, withUi = true): JsonObject {
  const parts = new Map<string, { blocks: JsonObject[]; wires: JsonObject[]; pages: JsonObject }>();
  const part = (path: string) => {
    let found = parts.get(path);
    if (!found) parts.set(path, (found = { blocks: [], wires: [], pages: {} }));
    return found;
  };
  for (const [path, block] of doc.blocks) part(parentOf(path)).blocks.push(blockJson(path, block));
  for (const { from, to } of doc.wires) {
    const page = commonPage(blockOf(from), blockOf(to));
    part(page).wires.push({ from: relative(from, page), to: relative(to, page) });
  }
  const functions: JsonObject = {};
  // Innermost pages first, so that each is complete when the one around it takes it up.
  const paths = [...doc.pages.keys()].sort((a, b) => b.split("/").length - a.split("/").length);
  const bodies = new Map(paths.map((path) => [path, body(path)]));
  for (const path of doc.pages.keys()) {
    const json = bodies.get(path)!;
    if (isFunctionPage(path)) functions[path.slice(0, -2)] = json;
    else part(parentOf(path)).pages[nameOf(path)] = json;
  }
  for (const path of doc.pages.keys()) finish(bodies.get(path)!, path);

  function body(path: string): JsonObject {
    return { ...doc.pages.get(path)!.rest };
  }
  function finish(json: JsonObject, path: string): JsonObject {
    const found = part(path);
    json.blocks = found.blocks;
    if (found.wires.length) json.wires = found.wires;
    if (Object.keys(found.pages).length) json.pages = found.pages;
    return json;
  }

  const page: JsonObject = { graphops_page: 1 };
  if (doc.title) page.title = doc.title;
  finish(page, "");
  if (Object.keys(functions).length) page.functions = functions;
  if (doc.device) page.device = doc.device;
  if (Object.keys(doc.feeds).length) page.feeds = doc.feeds;
  if (doc.fetches.length) page.fetches = [...doc.fetches];
  if (doc.init.length) page.init = [...doc.init];
  if (doc.steps !== 1) page.steps = doc.steps;
  Object.assign(page, doc.rest);
  if (withUi) page.ui = uiJson(doc);
  return page;
}

function uiJson(doc: Doc): JsonObject {
  const positions: JsonObject = {};
  for (const [key, [x, y]] of doc.positions) {
    const path = pathOf(key);
    positions[doc.blocks.has(path) ? key : path] = [Math.round(x), Math.round(y)];
  }
  const ui: JsonObject = { positions };
  if (doc.pages.size) ui.collapsed = [...doc.collapsed];
  const composites: JsonObject = {};
  for (const [path, { composite }] of doc.pages) if (composite) composites[path] = compositeJson(composite);
  if (Object.keys(composites).length) ui.composites = composites;
  if (doc.notes.length) ui.notes = doc.notes.map((note) => ({ ...note }));
  const routes = doc.wires.flatMap(({ from, to, points }) =>
    points ? [{ from, to, points: points.map(([x, y]) => [Math.round(x), Math.round(y)]) }] : [],
  );
  if (routes.length) ui.routes = routes;
  if (doc.view) ui.view = doc.view.map((value) => Math.round(value * 1000) / 1000);
  return { ...ui, ...doc.uiRest };
}
