/** Functions of a page: blocks into one, and out of it again. */
import { bodyPage, calledPage, portNames } from "./calls";
import type { Block, Doc, Point, SubPage, Wire } from "./doc";
import { BARE, freshId, keysOn, movePaths, place, remove } from "./edits";
import { corner } from "./group";
import {
  blockOf,
  bodyOf,
  isAmong,
  isPageKey,
  isWithin,
  join,
  keyLike,
  keyOfPage,
  nameOf,
  parentOf,
  parsePin,
  pinText,
  relative,
} from "./pins";
import type { NodeInfo, OpInfo, PinInfo } from "./protocol";
import { membersOfPage } from "./scene";

const CALLS = ["PartitionedCall", "StatefulPartitionedCall"]; // of functions without state, and of any
const BESIDE = 220; // from an argument to the left block of a body

type Ops = ReadonlyMap<string, OpInfo>;
type Nodes = Readonly<Record<string, NodeInfo>>;

/** A selection's wires over its border, each source once, in the order of the wires. */
interface Border {
  into: Map<string, Wire[]>; // by the pin outside that they come from
  outOf: Map<string, Wire[]>; // by the pin inside
}

function borderOf(doc: Doc, isIn: (path: string) => boolean): Border {
  const border: Border = { into: new Map(), outOf: new Map() };
  for (const wire of doc.wires) {
    const [from, to] = [isIn(blockOf(wire.from)), isIn(blockOf(wire.to))];
    if (from === to) continue;
    const side = from ? border.outOf : border.into;
    side.set(wire.from, [...(side.get(wire.from) ?? []), wire]);
  }
  for (const fetched of doc.fetches) {
    if (isIn(blockOf(fetched)) && !border.outOf.has(fetched) && parsePin(fetched).pin) border.outOf.set(fetched, []);
  }
  return border;
}

function infoOf(nodes: Nodes, text: string): PinInfo[] {
  const { block, pin, number } = parsePin(text);
  return (nodes[block]?.outputs ?? []).filter(
    (item) => item.pin === pin && (number === null || item.number === number),
  );
}

/** Why the selected keys cannot become a function; "" if they can. */
export function functionFault(doc: Doc, keys: readonly string[], nodes: Nodes): string {
  if (!keys.length) return "select blocks to make a function of them";
  const outer = parentOf(keys[0]);
  if (keys.some((key) => parentOf(key) !== outer)) return "blocks of one page only can become a function";
  const chosen = new Set(keys);
  const isIn = (path: string) => isAmong(chosen, path);
  for (const [path, block] of doc.blocks) {
    if (!isIn(path)) continue;
    if (block.op.startsWith("Placeholder")) return `the placeholder '${path}' must stay outside of the function`;
    const outputs = nodes[path]?.outputs ?? [];
    if (!nodes[path]?.inputs.length && outputs.some(({ dtype, ref }) => ref || dtype === "resource"))
      return `the variable '${path}' must stay outside of the function`;
  }
  const marked = [...doc.init, ...Object.keys(doc.feeds)].map(blockOf).find(isIn);
  if (marked) return `'${marked}' is fed, or runs once before: a function cannot do either`;
  const bare = doc.fetches.find((pin) => isIn(blockOf(pin)) && !parsePin(pin).pin && fetchedPins(nodes, pin) === null);
  if (bare) return `'${bare}' is fetched, and its outputs are not known yet`;
  const { into, outOf } = borderOf(doc, isIn);
  for (const pin of [...into.keys(), ...outOf.keys()]) {
    const found = infoOf(nodes, pin);
    if (!found.length) return `the dtype of '${pin}' is not known yet`;
    if (found[0].ref) return `'${pin}' is a reference to a variable, which no function takes or gives`;
    if (parsePin(pin).number === null && found[0].number !== null)
      return `the whole list '${pin}' cannot go into a function or out of it`;
  }
  return "";
}

/** The pins that a fetch of a block means; null if they are not known, or form a list. */
function fetchedPins(nodes: Nodes, block: string): string[] | null {
  const outputs = nodes[block]?.outputs;
  return outputs?.every(({ number }) => number === null) ? outputs.map(({ pin }) => pinText(block, pin)) : null;
}

/** Each fetch of a block of some as fetches of its pins. */
function withPlainFetches(doc: Doc, isIn: (path: string) => boolean, nodes: Nodes): Doc {
  const fetches = doc.fetches.flatMap((pin) =>
    isIn(blockOf(pin)) && !parsePin(pin).pin && fetchedPins(nodes, pin)?.length ? fetchedPins(nodes, pin)! : [pin],
  );
  return { ...doc, fetches };
}

/**
 * Makes a function of what has the keys, and a block that calls it in their place; answers the function's page and the
 * block. `functionFault` has found nothing.
 */
export function makeFunction(
  before: Doc,
  keys: readonly string[],
  ops: Ops,
  nodes: Nodes,
): { doc: Doc; page: string; call: string } {
  const outer = parentOf(keys[0]);
  const chosen = new Set(keys);
  const isIn = (path: string) => isAmong(chosen, path);
  const doc = withPlainFetches(before, isIn, nodes);
  const { into, outOf } = borderOf(doc, isIn);
  const inner = [...doc.blocks].filter(([path]) => isIn(path));
  const stateful = inner.filter(([, block]) => ops.get(block.op)?.stateful).map(([path]) => path);
  const name = freshFunction(doc, "function");
  const page = bodyPage(name);
  const call = join(outer, freshId(doc, outer, "call"));
  const [sources, results] = [[...into.keys()], [...outOf.keys()]];
  // A block that is fetched for its effect has no pin: the call is fetched for it.
  const output = (pin: string) => (parsePin(pin).pin ? pinText(call, "output", results.indexOf(pin)) : call);

  const used = new Set(keys.map((key) => nameOf(key)));
  const args = sources.map((pin) => {
    const stem = nameOf(blockOf(pin));
    let free = stem;
    for (let number = 1; used.has(free); number++) free = `${stem}_${number}`;
    used.add(free);
    return free;
  });
  const entry = new Map<Wire, string>(); // the argument that a wire into the function comes from instead
  sources.forEach((pin, index) => into.get(pin)!.forEach((wire) => entry.set(wire, join(page, args[index]))));
  const wires = doc.wires.map((wire) => {
    const argument = entry.get(wire);
    if (argument) return { from: pinText(argument, "output"), to: wire.to };
    return isIn(blockOf(wire.from)) && !isIn(blockOf(wire.to)) ? { from: output(wire.from), to: wire.to } : wire;
  });
  // What runs after a block of the function runs after the call; what such a block waits for, the call does.
  const waits = new Set(inner.flatMap(([, block]) => block.after.filter((other) => !isIn(other))));
  const blocks = new Map<string, Block>();
  for (const [path, block] of doc.blocks) {
    const after = isIn(path)
      ? block.after.filter(isIn)
      : [...new Set(block.after.map((other) => (isIn(other) ? call : other)))];
    blocks.set(path, after.length || block.after.length ? { ...block, after } : block);
  }
  const at = corner(doc, keys);
  const moved = movePaths(
    {
      ...doc,
      blocks,
      wires,
      fetches: doc.fetches.map((pin) => (isIn(blockOf(pin)) ? output(pin) : pin)),
    },
    keys.map((key) => [key, keyLike(key, join(page, nameOf(key)))] as const),
  );
  const end = (path: string) => relative(path, outer); // as the body names it
  const rest: SubPage["rest"] = {
    arguments: args,
    results: results.map((pin) => end(blockOf(pin)) + pin.slice(blockOf(pin).length)),
  };
  const effects = stateful.filter((path) => !results.some((pin) => blockOf(pin) === path)).map(end);
  if (effects.length) rest.after = effects;
  const made = new Map(moved.blocks);
  const places: [string, Point][] = [[call, at]];
  sources.forEach((pin, index) => {
    const path = join(page, args[index]);
    const { dtype, shape } = infoOf(nodes, pin)[0];
    const sizes = shape?.map((size) => (typeof size === "number" ? size : null));
    made.set(path, { op: "Placeholder", attrs: sizes ? { dtype, shape: sizes } : { dtype }, ...BARE });
    places.push([path, [at[0] - BESIDE, at[1] + 90 * index]]);
  });
  const types = results.map((pin) => infoOf(nodes, pin)[0].dtype);
  const op = CALLS[stateful.length ? 1 : 0];
  made.set(call, { ...BARE, op, attrs: { f: name, Tout: types }, after: [...waits] });
  const calls = sources.map((from, index) => ({ from, to: pinText(call, "args", index) }));
  const pages = new Map(moved.pages).set(page, { rest });
  return { doc: place({ ...moved, blocks: made, wires: [...moved.wires, ...calls], pages }, places), page, call };
}

function freshFunction(doc: Doc, stem: string): string {
  let name = stem;
  for (let number = 1; doc.pages.has(bodyPage(name)); number++) name = `${stem}_${number}`;
  return name;
}

/** Why the blocks of the function that a block calls cannot take its place; "" if they can. */
export function inlineFault(doc: Doc, path: string, ops: Ops): string {
  const block = doc.blocks.get(path);
  const page = calledPage(doc, block, ops.get(block?.op ?? ""));
  if (!block || !page || !CALLS.includes(block.op)) return "select a call of a function of this page";
  if (bodyOf(path) === page) return "a function cannot take its own place";
  const { inputs } = portNames(doc.pages.get(page)!);
  const wired = new Set(doc.wires.filter((wire) => blockOf(wire.to) === path).map((wire) => wire.to));
  if (inputs.some((_, index) => !wired.has(pinText(path, "args", index))))
    return "each argument of the call must have a wire of its own";
  if (doc.wires.some((wire) => wire.from === pinText(path, "output")))
    return "the call's results must go out one by one, not as a whole list";
  return "";
}

/** Puts the blocks of a function in the place of a block that calls it; the function goes with its last call. */
export function inline(doc: Doc, path: string, ops: Ops): { doc: Doc; keys: string[] } {
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
  const source = new Map(
    doc.wires.filter((wire) => blockOf(wire.to) === path).map((wire) => [wire.to, wire.from] as const),
  );
  const given = (pin: string) => {
    const index = isArgument(blockOf(pin)) ? names.indexOf(nameOf(blockOf(pin))) : -1;
    return index < 0 ? null : source.get(pinText(path, "args", index))!;
  };
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
      fetches: results,
      init: [],
    },
    moves,
  );
  const ends = results.map((pin, index) => given(pin) ?? body.fetches[index]);
  const endOf = (pin: string) => ends[parsePin(pin).number ?? 0];
  const copies = [...body.blocks.keys()];
  const blocks = new Map<string, Block>();
  for (const [key, other] of doc.blocks) {
    if (key === path) continue;
    const after = other.after.flatMap((first) => (first === path ? copies : [first]));
    blocks.set(key, other.after.includes(path) ? { ...other, after } : other);
  }
  for (const [key, copy] of body.blocks) {
    const after = [...copy.after, ...block.after];
    blocks.set(key, block.after.length ? { ...copy, after } : copy);
  }
  const wires = doc.wires
    .filter((wire) => blockOf(wire.to) !== path)
    .map((wire) => (blockOf(wire.from) === path ? { from: endOf(wire.from), to: wire.to } : wire));
  const positions = new Map([...doc.positions, ...body.positions]);
  positions.delete(path);
  const next: Doc = {
    ...doc,
    blocks,
    wires: [...wires, ...body.wires],
    pages: new Map([...doc.pages, ...body.pages]),
    positions,
    collapsed: new Set([...doc.collapsed, ...body.collapsed]),
    fetches: doc.fetches.flatMap((pin) => (blockOf(pin) !== path ? [pin] : parsePin(pin).pin ? [endOf(pin)] : ends)),
  };
  const called = [...next.blocks.values()].some((other) => calledPage(next, other, ops.get(other.op)) === page);
  return { doc: called ? next : remove(next, [keyOfPage(page)]), keys: moves.map(([, to]) => to) };
}
