/** A function in the place of a call, the way back from functions.ts. */
import { calledPage, portNames } from "./calls";
import { withPorts } from "./composites";
import type { Block, Doc, Point, SubPage } from "./doc";
import { keysOn, movePaths, remove } from "./edits";
import { inlineGradientFault } from "./functionGradients";
import { corner } from "./group";
import { withEffects } from "./inlineEffects";
import { CALLS, effectsOf, hasEffect, runOf, runsInBody } from "./needs";
import {
  blockOf,
  bodyOf,
  isPageKey,
  isWithin,
  join,
  keyOfPage,
  nameOf,
  parentOf,
  parsePin,
  pinText,
  relative,
} from "./pins";
import type { OpInfo } from "./protocol";
import { membersOfPage } from "./scene";

type Ops = ReadonlyMap<string, OpInfo>;

/** Why the blocks of the function that a block calls cannot take its place; "" if they can. */
export function inlineFault(doc: Doc, path: string, ops: Ops): string {
  const block = doc.blocks.get(path);
  const page = calledPage(doc, block, ops.get(block?.op ?? ""));
  if (!block || !page || !CALLS.includes(block.op)) return "select a call of a function of this page";
  if (bodyOf(path) === page) return "a function cannot take its own place";
  if (block.mode) return `'${path}' is ${block.mode}, but the function's blocks would run`;
  if ([...doc.init, ...Object.keys(doc.feeds)].some((pin) => blockOf(pin) === path))
    return `'${path}' is fed, or runs once before: the function's blocks cannot do either in its place`;
  const { inputs } = portNames(doc.pages.get(page)!);
  const wired = new Set(doc.wires.filter((wire) => blockOf(wire.to) === path).map((wire) => wire.to));
  if (inputs.some((_, index) => !wired.has(pinText(path, "args", index))))
    return "each argument of the call must have a wire of its own";
  if (doc.wires.some((wire) => wire.from === pinText(path, "output")))
    return "the call's results must go out one by one, not as a whole list";
  const isIn = (other: string) => isWithin(other, page);
  return inlineGradientFault(doc, isIn, givenBy(doc, path, page)) || inlined(doc, path, ops).fault;
}

/** What a call gives to an argument, by its pin in the function; null for other pins. */
function givenBy(doc: Doc, path: string, page: string): (pin: string) => string | null {
  const { inputs } = portNames(doc.pages.get(page)!);
  const source = new Map(doc.wires.filter(({ to }) => blockOf(to) === path).map(({ from, to }) => [to, from] as const));
  return (pin) => {
    const block = blockOf(pin);
    const index = parentOf(block) === page ? inputs.indexOf(nameOf(block)) : -1;
    return index < 0 ? null : source.get(pinText(path, "args", index))!;
  };
}

/** Puts the blocks of a function in the place of a block that calls it; the function goes with its last call. */
export function inline(doc: Doc, path: string, ops: Ops): { doc: Doc; keys: string[] } {
  const { doc: next, keys } = inlined(doc, path, ops);
  return { doc: next, keys };
}

function inlined(doc: Doc, path: string, ops: Ops): { doc: Doc; keys: string[]; fault: string } {
  const block = doc.blocks.get(path)!;
  const page = calledPage(doc, block, ops.get(block.op));
  const outer = parentOf(path);
  const ports = portNames(doc.pages.get(page)!);
  const names = ports.inputs;
  const results = ports.results.map((pin) => join(page, pin));
  const isArgument = (key: string) => !isPageKey(key) && parentOf(key) === page && names.includes(nameOf(key));
  const members = membersOfPage(doc, page).filter((key) => !isArgument(key));
  const moves = keysOn(doc, outer, members);
  const isIn = (key: string) => isWithin(key, page) && key !== keyOfPage(page);
  const given = givenBy(doc, path, page);
  const runs = [...runsInBody(doc, page, ops)].filter((key) => !isArgument(key));
  // A copy of the body with other paths: the function may have other calls.
  const at = doc.positions.get(path) ?? [0, 0];
  const [left, top] = corner(doc, members);
  const isTop = (key: string) => parentOf(key) === page;
  const body = movePaths(
    {
      ...doc,
      blocks: new Map([...doc.blocks].filter(([key]) => isIn(key) && !isArgument(key))),
      wires: doc.wires
        .filter((wire) => isIn(blockOf(wire.to)))
        .map((wire) => (given(wire.from) ? { from: given(wire.from)!, to: wire.to } : wire)),
      pages: new Map([...doc.pages].filter(([key]) => key !== page && isIn(key))),
      positions: new Map(
        [...doc.positions]
          .filter(([key]) => isIn(key) && !isArgument(key))
          .map(([key, [x, y]]): [string, Point] => [key, isTop(key) ? [x - left + at[0], y - top + at[1]] : [x, y]]),
      ),
      collapsed: new Set([...doc.collapsed].filter((key) => isIn(key))),
      notes: doc.notes.filter((note) => isIn(note.page) || note.page === page),
      feeds: {},
      fetches: [...results, ...runs], // to find them again
      init: [],
    },
    moves,
  );
  const ends = results.map((pin, index) => given(pin) ?? body.fetches[index]);
  const endsOf = (pin: string) => (parsePin(pin).number === null ? ends : [ends[parsePin(pin).number!]]);
  const running = new Set(body.fetches.slice(results.length));
  // What waits for the call waits for all that runs in it, or without that for what the call waits for.
  const copies = [...body.blocks.keys()].filter((key) => running.has(key));
  const sources = doc.wires.filter((wire) => blockOf(wire.to) === path).map((wire) => blockOf(wire.from));
  const instead = copies.length ? copies : [...new Set([...sources, ...block.after])];
  const blocks = new Map<string, Block>();
  for (const [key, other] of doc.blocks) {
    if (key === path) continue;
    const after = [...new Set(other.after.flatMap((first) => (first === path ? instead : [first])))];
    blocks.set(key, other.after.includes(path) ? { ...other, after } : other);
  }
  for (const [key, copy] of body.blocks) {
    const after = [...copy.after, ...block.after];
    blocks.set(key, block.after.length ? { ...copy, after } : copy);
  }
  const wires = doc.wires
    .filter((wire) => blockOf(wire.to) !== path)
    .map((wire) => (blockOf(wire.from) === path ? { from: endsOf(wire.from)[0], to: wire.to } : wire));
  const positions = new Map([...doc.positions, ...body.positions]);
  positions.delete(path);
  const placed: Doc = {
    ...doc,
    blocks,
    wires: [...wires, ...body.wires],
    pages: new Map([...withoutCall(doc, path, endsOf, instead), ...body.pages]),
    positions,
    collapsed: new Set([...doc.collapsed, ...body.collapsed]),
    fetches: doc.fetches.flatMap((pin) => (blockOf(pin) === path ? endsOf(pin) : [pin])),
  };
  const effects = copies.filter((key) => hasEffect(placed, key, ops));
  const { doc: next, fault } = withEffects(doc, placed, { path, ends, copies: new Set(copies), effects }, ops);
  const called = [...next.blocks.values()].some((other) => calledPage(next, other, ops.get(other.op)) === page);
  return {
    doc: called ? next : remove(next, [keyOfPage(page)]),
    keys: moves.map(([, to]) => to),
    fault: fault || effectsFault(doc, next, ops),
  };
}

/** The pages with other ends in the place of a call: what ports and the function around the call name. */
function withoutCall(
  doc: Doc,
  path: string,
  endsOf: (pin: string) => string[],
  instead: readonly string[],
): Map<string, SubPage> {
  const port = (pin: string) => {
    if (blockOf(pin) !== path) return pin;
    return parsePin(pin).pin === "output" ? (endsOf(pin)[0] ?? null) : null;
  };
  const pages = new Map([...doc.pages].map(([name, page]) => [name, withPorts(page, name, name, port)] as const));
  const outermost = bodyOf(path);
  const around = pages.get(outermost);
  if (!around) return pages;
  const rest = { ...around.rest };
  const change = (key: string, ends: (pin: string) => readonly string[]) => {
    const pins = rest[key];
    if (!Array.isArray(pins)) return;
    const changed = pins.flatMap((item) => {
      const pin = join(outermost, String(item));
      return blockOf(pin) === path ? ends(pin).map((end) => relative(end, outermost)) : [item];
    });
    rest[key] = key === "after" ? [...new Set(changed)] : changed;
  };
  change("results", endsOf);
  change("after", () => instead);
  return pages.set(outermost, { ...around, rest });
}

/** Why a run would have other effects on a page than on another one; "" if it would not. */
function effectsFault(before: Doc, after: Doc, ops: Ops): string {
  const [was, is] = [runOf(before), runOf(after)];
  for (const part of ["once", "step"] as const) {
    const [had, has] = [effectsOf(before, was[part], ops), effectsOf(after, is[part], ops)];
    const other = [...had.keys(), ...has.keys()].find((op) => had.get(op) !== has.get(op));
    if (other) return `a block of op ${other} would not run exactly when it does now`;
  }
  return "";
}
