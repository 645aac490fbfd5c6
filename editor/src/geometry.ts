/**
 * The sizes of blocks and the places of their pins, from what they hold.
 *
 * They are computed, not measured: blocks that are not on the screen have them too, so that wires, layout, the far
 * view and the small map agree with what is drawn later.
 */
import type { Block, Doc } from "./doc";
import { portsOf } from "./composites";
import { calledPage, portNames } from "./calls";
import { GRADIENTS } from "./gradients";
import { foldOf, valueOf } from "./fold";
import { isObject, plainText, type Json } from "./json";
import { blockOf, isWithin, parentOf, parsePin, pinText, relative } from "./pins";
import type { NodeInfo, OpInfo, Summary } from "./protocol";
import { typeText } from "./words";
import { wireIndex, wiresInto, wiresIntoPin, wiresOutOf } from "./wires";

export const HEADER = 28;
export const ROW = 18;
export const ATTR_ROW = 16;
export const RESULT = 56;
export const OPEN_RESULT = 320;
export const PROBLEM = 34;
export const MORE = 16;
const MOST_RESULTS = 2;
const MOST_ATTRS = 6;
const LETTER = 6.5; // the width of a letter of 11 px, near enough for any system font
const WIDEST = 344;
const MOST_BOX_ROWS = 12;

export interface PinRow {
  handle: string; // "in:values:0", "out:output"; of collapsed pages the full pin behind "in:" or "out:"
  pin: string;
  number: number | null;
  label: string;
  note: string; // a literal value, a source on another page, or a type
  wired: boolean;
  y: number; // of its middle
  room: number; // the width that its texts may take
}

export interface Shape {
  width: number;
  height: number;
  inputs: PinRow[];
  outputs: PinRow[];
  attrs: (readonly [name: string, text: string])[];
  attrsTop: number;
  results: string[]; // keys of shown results
  moreResults: number;
  resultsTop: number;
  open: boolean;
  problem: boolean;
}

export interface BlockFacts {
  op: OpInfo;
  node: NodeInfo | undefined;
  pins: Readonly<Record<string, Summary>> | undefined;
  open: boolean;
  problem: boolean;
  marked: boolean; // as fetched, fed or run before
  isDrawn(path: string): boolean; // whether wires from there are seen on this page
}

export function blockShape(doc: Doc, path: string, block: Block, facts: BlockFacts): Shape {
  const inputs = inputRows(doc, path, block, facts);
  const outputs = outputRows(doc, path, facts);
  nameByFunction(doc, block, facts, inputs, outputs);
  const attrs = shownAttrs(block);
  const rows = Math.max(inputs.length, outputs.length);
  inputs.forEach((row, index) => (row.y = HEADER + 6 + index * ROW + ROW / 2));
  outputs.forEach((row, index) => (row.y = HEADER + 6 + index * ROW + ROW / 2));
  const attrsTop = HEADER + 12 + rows * ROW;
  let height = attrsTop + (attrs.length ? attrs.length * ATTR_ROW + 8 : 0);
  const keys = Object.keys(facts.pins ?? {});
  const resultsTop = height;
  const open = facts.open && keys.length > 0;
  const results = open ? keys : keys.slice(0, MOST_RESULTS);
  const moreResults = keys.length - results.length;
  if (open) height += OPEN_RESULT;
  else if (results.length) height += results.length * RESULT + (moreResults ? MORE : 0);
  if (facts.problem) height += PROBLEM;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const header =
    (block.op.length * 1.2 + Math.min(name.length, 18)) * LETTER +
    44 +
    (facts.marked ? 44 : 0) +
    (keys.length ? 50 : 0);
  const wide = Math.max(0, ...rowWidths(inputs, outputs));
  const attrWide = Math.max(0, ...attrs.map(([name, text]) => (name.length + Math.min(text.length, 28)) * LETTER + 34));
  const width = Math.max(
    Math.min(Math.max(header, wide, attrWide, 140), WIDEST),
    results.length ? 236 : 0,
    open ? 320 : 0,
  );
  shareRoom(inputs, outputs, width);
  return {
    width: 4 * Math.ceil(width / 4),
    height,
    inputs,
    outputs,
    attrs,
    attrsTop,
    results,
    moreResults,
    resultsTop,
    open,
    problem: facts.problem,
  };
}

const BESIDE = 34; // of a row: pins and gaps

function letters(row?: PinRow): number {
  return row ? row.label.length + Math.min(row.note.length, 24) * 0.94 + 1 : 0;
}

function rowWidths(inputs: readonly PinRow[], outputs: readonly PinRow[]): number[] {
  return Array.from({ length: Math.max(inputs.length, outputs.length) }, (_, index) => {
    return (letters(inputs[index]) + letters(outputs[index])) * LETTER + BESIDE + 8;
  });
}

/** Shares the width of each row between its two pins. */
function shareRoom(inputs: readonly PinRow[], outputs: readonly PinRow[], width: number): void {
  for (let index = 0; index < Math.max(inputs.length, outputs.length); index++) {
    const [left, right] = [inputs[index], outputs[index]];
    const part = letters(left) / Math.max(1, letters(left) + letters(right));
    if (left) left.room = Math.max(24, Math.round((width - BESIDE) * part));
    if (right) right.room = Math.max(24, Math.round((width - BESIDE) * (1 - part)));
  }
}

function row(side: "in" | "out", pin: string, number: number | null, note: string, wired: boolean): PinRow {
  const label = number === null ? pin : `${pin}[${number}]`;
  return { handle: handleId(side, pin, number), pin, number, label, note, wired, y: 0, room: 0 };
}

/** Pins of a call have the names of the function's arguments and results; those without a wire are shown, too. */
function nameByFunction(doc: Doc, block: Block, facts: BlockFacts, inputs: PinRow[], outputs: PinRow[]): void {
  const page = calledPage(doc, block, facts.op);
  const [given, made] = [facts.op.inputs.filter(({ list }) => list).at(-1), facts.op.outputs.find(({ list }) => list)];
  if (!page) return;
  const names = portNames(doc.pages.get(page)!);
  const rename = (rows: PinRow[], side: "in" | "out", pin: string, labels: readonly string[]) => {
    // No list without its first number is one: it has a value, or a wire of the whole list.
    if (rows.some((made) => made.pin === pin && made.number === null)) return;
    for (const [number, label] of labels.entries()) {
      const found = rows.find((made) => made.pin === pin && made.number === number);
      if (found) found.label = label;
      else rows.push({ ...row(side, pin, number, "", false), label });
    }
    const next = rows.findIndex((made) => made.pin === pin && made.number! >= labels.length && !made.wired);
    if (next >= 0) rows.splice(next, 1); // the function takes no more
  };
  if (given) rename(inputs, "in", given.name, names.inputs);
  if (made) rename(outputs, "out", made.name, names.outputs);
}

export function handleId(side: "in" | "out", pin: string, number: number | null): string {
  return number === null ? `${side}:${pin}` : `${side}:${pin}:${number}`;
}

function inputRows(doc: Doc, path: string, block: Block, facts: BlockFacts): PinRow[] {
  const rows: PinRow[] = [];
  const add = (pin: string, number: number | null, note: string, wired: boolean) => {
    rows.push(row("in", pin, number, note, wired));
  };
  for (const arg of facts.op.inputs) {
    const wires = wiresIntoPin(doc, path, arg.name);
    const literal = block.inputs[arg.name];
    const source = (from: string) => (facts.isDrawn(blockOf(from)) ? "" : sourceText(doc, blockOf(from), from));
    if (literal !== undefined) add(arg.name, null, literalText(literal), false);
    else if (!arg.list) add(arg.name, null, wires.length ? source(wires[0].wire.from) : "", wires.length > 0);
    else {
      const whole = wires.find(({ number }) => number === null);
      if (whole) add(arg.name, null, source(whole.wire.from), true);
      const numbered = wires.filter(({ number }) => number !== null).sort((a, b) => a.number! - b.number!);
      for (const { number, wire } of numbered) add(arg.name, number, source(wire.from), true);
      const next = numbered.length ? numbered.at(-1)!.number! + 1 : 0;
      if (!whole) add(arg.name, next, "", false); // the list grows by a wire to here
    }
  }
  // Pins that wires name and the op does not have stay visible, so that the fault can be seen and mended.
  const known = new Set(facts.op.inputs.map((arg) => arg.name));
  for (const wire of wiresInto(doc, path)) {
    const { pin, number } = parsePin(wire.to);
    if (!rows.some((made) => made.handle === handleId("in", pin, number))) add(pin, number, "", true);
  }
  for (const [pin, literal] of Object.entries(block.inputs))
    if (!known.has(pin)) add(pin, null, literalText(literal), false);
  return rows;
}

/** What stands at a pin whose wire is not drawn: the value of a constant that is folded, or where the wire comes from. */
function sourceText(doc: Doc, path: string, from: string): string {
  if (!foldOf(doc).constants.has(path)) return `← ${from}`;
  const attrs = doc.blocks.get(valueOf(doc, path))?.attrs ?? {};
  return literalText(typeof attrs === "string" ? attrs : (attrs.value ?? "constant"));
}

function outputRows(doc: Doc, path: string, facts: BlockFacts): PinRow[] {
  const rows: PinRow[] = [];
  const used = new Set(wiresOutOf(doc, path).map((wire) => wire.from.slice(path.length + 1)));
  const add = (pin: string, number: number | null, note: string) => {
    const made = row("out", pin, number, note, used.has(number === null ? pin : `${pin}:${number}`));
    if (!rows.some((other) => other.handle === made.handle)) rows.push(made);
  };
  for (const arg of facts.op.outputs) {
    const found = facts.node?.outputs.filter((item) => item.pin === arg.name) ?? [];
    if (facts.op.name === GRADIENTS)
      add(arg.name, null, "all"); // the whole list, for an optimizer
    else if (!found.length) add(arg.name, arg.list ? 0 : null, "");
    for (const item of found) add(arg.name, arg.list ? item.number : null, typeText(item));
  }
  for (const text of used) {
    const { pin, number } = parsePin(`b:${text}`);
    add(pin, number, "");
  }
  return rows;
}

/** Attrs that the page gives, in a few letters each. */
function shownAttrs(block: Block): (readonly [string, string])[] {
  if (typeof block.attrs === "string") return block.attrs.trim() ? [["attrs", oneLine(block.attrs)]] : [];
  const found = Object.entries(block.attrs).map(([name, value]) => [name, literalText(value)] as const);
  return found.length > MOST_ATTRS
    ? [...found.slice(0, MOST_ATTRS - 1), ["…", `${found.length - MOST_ATTRS + 1} more`]]
    : found;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, 80);
}

const MOST_LETTERS = 64;

/** A literal in few letters; long lists are not written out to be cut. */
export function literalText(value: Json): string {
  if (typeof value === "string") return oneLine(value);
  if (isObject(value)) {
    const shape = Array.isArray(value.shape) ? ` [${value.shape.map(plainText).join(",")}]` : "";
    if (typeof value.file === "string") {
      // Where it is in the file says nothing, its shape does.
      if (value.offset !== undefined || value.member !== undefined) return `weights${shape}`;
      return `${value.file}${shape}`;
    }
    if (value.base64 !== undefined) return `bytes${shape}`;
    if (value.values !== undefined) return `${literalText(value.values)}${shape}`;
  }
  if (Array.isArray(value)) {
    const parts: string[] = [];
    let letters = 0;
    for (const item of value) {
      const part = literalText(item);
      letters += part.length + 1;
      if (letters > MOST_LETTERS) return `[${parts.join(",")},…]`;
      parts.push(part);
    }
    return `[${parts.join(",")}]`;
  }
  return JSON.stringify(value).slice(0, MOST_LETTERS);
}

/** A collapsed page: its ports, and pins for the other wires that cross its border. */
export function boxShape(doc: Doc, page: string, ops: ReadonlyMap<string, OpInfo>): Shape & { blocks: number } {
  const { into, outOf } = wireIndex(doc.wires);
  const inputs = new Map<string, PinRow>();
  const outputs = new Map<string, PinRow>();
  const held = blocksWithin(doc, page);
  const folded = foldOf(doc).constants;
  const ports = new Set<string>();
  for (const [name, pin] of portsOf(doc, page, "inputs")) {
    ports.add(pin);
    for (const made of portRows(doc, name, pin, ops)) inputs.set(made.pin, made);
  }
  for (const [name, pin] of portsOf(doc, page, "outputs")) {
    const wired = (outOf.get(blockOf(pin)) ?? []).some(
      (wire) => wire.from === pin && !isWithin(blockOf(wire.to), page),
    );
    outputs.set(pin, { ...boxRow("out", pin, name), wired });
  }
  for (const path of held) {
    for (const wire of into.get(path) ?? []) {
      if (ports.has(withoutNumber(wire.to))) continue;
      if (isWithin(blockOf(wire.from), page) || inputs.has(wire.from) || folded.has(blockOf(wire.from))) continue;
      inputs.set(wire.from, boxRow("in", wire.from, relative(wire.to, page)));
    }
    for (const wire of outOf.get(path) ?? []) {
      if (isWithin(blockOf(wire.to), page) || outputs.has(wire.from)) continue;
      outputs.set(wire.from, boxRow("out", wire.from, relative(wire.from, page)));
    }
  }
  const ins = [...inputs.values()];
  const outs = [...outputs.values()];
  for (const list of [ins, outs]) {
    list.forEach((made, index) => (made.y = HEADER + 24 + Math.min(index, MOST_BOX_ROWS - 1) * ROW + ROW / 2));
  }
  const rows = Math.min(Math.max(ins.length, outs.length), MOST_BOX_ROWS);
  const title = page.slice(page.lastIndexOf("/") + 1);
  const wide = Math.max(0, ...rowWidths(ins.slice(0, MOST_BOX_ROWS), outs.slice(0, MOST_BOX_ROWS)));
  const kind = doc.pages.get(page)?.composite?.kind ?? "";
  const width = Math.min(Math.max(title.length * LETTER * 1.12 + 110, kind.length * LETTER + 32, wide, 160), 300);
  shareRoom(ins, outs, width);
  return {
    width: 4 * Math.ceil(width / 4),
    height: HEADER + 30 + rows * ROW,
    inputs: ins,
    outputs: outs,
    attrs: [],
    attrsTop: 0,
    results: [],
    moreResults: 0,
    resultsTop: 0,
    open: false,
    problem: false,
    blocks: held.length,
  };
}

function withoutNumber(text: string): string {
  const { block, pin } = parsePin(text);
  return pinText(block, pin);
}

/** The rows of an input port: of a list one for each wire, and one for the next. */
function portRows(doc: Doc, name: string, full: string, ops: ReadonlyMap<string, OpInfo>): PinRow[] {
  const { block, pin } = parsePin(full);
  const ends = wiresIntoPin(doc, block, pin);
  const list = ops.get(doc.blocks.get(block)!.op)?.inputs.find((arg) => arg.name === pin)?.list ?? false;
  const make = (number: number | null, wired: boolean): PinRow => {
    const label = number === null ? name : `${name}[${number}]`;
    return { ...boxRow("in", pinText(block, pin, number), label), number, wired };
  };
  if (!list || ends.some(({ number }) => number === null)) return [make(null, ends.length > 0)];
  const rows = ends.map(({ number }) => make(number, true)).sort((a, b) => a.number! - b.number!);
  return [...rows, make(rows.length ? rows.at(-1)!.number! + 1 : 0, false)];
}

const inPages = new WeakMap<Doc["blocks"], Map<string, string[]>>();

/** The blocks in a page and in the pages on it; found once for all pages of a doc. */
export function blocksWithin(doc: Doc, page: string): readonly string[] {
  let found = inPages.get(doc.blocks);
  if (!found) {
    found = new Map();
    for (const path of doc.blocks.keys()) {
      for (let at = parentOf(path); at; at = parentOf(at)) {
        const list = found.get(at);
        if (list) list.push(path);
        else found.set(at, [path]);
      }
    }
    inPages.set(doc.blocks, found);
  }
  return found.get(page) ?? [];
}

function boxRow(side: "in" | "out", pin: string, label: string): PinRow {
  return { handle: `${side}:${pin}`, pin, number: null, label, note: "", wired: true, y: 0, room: 0 };
}
