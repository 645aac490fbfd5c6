/** Functions of a page: blocks into one, and a call in their place (inline.ts is the way back). */
import { bodyPage } from "./calls";
import type { Block, Doc, Point, SubPage, Wire } from "./doc";
import { BARE, freshId, movePaths, place } from "./edits";
import { gradientFault } from "./functionGradients";
import { corner } from "./group";
import { atRest, CALLS, followers, hasEffect, neededBlocks, reached, runOf, type Run } from "./needs";
import { blockOf, bodyOf, isAmong, join, keyLike, nameOf, parentOf, parsePin, pinText, relative } from "./pins";
import type { NodeInfo, OpInfo, PinInfo } from "./protocol";

const BESIDE = 220; // from an argument to the left block of a body

type Ops = ReadonlyMap<string, OpInfo>;
type Nodes = Readonly<Record<string, NodeInfo>>;

/** A selection's wires over its border, each source once, in the order of the wires. */
interface Border {
  into: Map<string, Wire[]>; // by the pin outside that they come from
  outOf: Map<string, Wire[]>; // by the pin inside; none for one that a run computes all the same
}

function borderOf(doc: Doc, isIn: (path: string) => boolean, nodes: Nodes): Border {
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
  if (!doc.fetches.length) for (const pin of unusedPins(doc, isIn, nodes)) border.outOf.set(pin, []);
  return border;
}

/** The outputs that a page without fetches computes because nothing uses them; handles have no values to show. */
function unusedPins(doc: Doc, isIn: (path: string) => boolean, nodes: Nodes): string[] {
  const used = new Set(doc.wires.map(({ from }) => from));
  const shows = ({ dtype, ref }: PinInfo) => !ref && dtype !== "resource" && dtype !== "variant";
  return inSteps(doc, isIn).flatMap((path) =>
    (nodes[path]?.outputs ?? [])
      .filter((item) => shows(item) && !used.has(pinText(path, item.pin)))
      .map(({ pin, number }) => pinText(path, pin, number))
      .filter((pin) => !used.has(pin)),
  );
}

/** The blocks of a selection that run in steps: neither muted nor run once before. */
function inSteps(doc: Doc, isIn: (path: string) => boolean): string[] {
  const [rest, { once }] = [atRest(doc), runOf(doc)];
  return [...doc.blocks.keys()].filter((path) => isIn(path) && !rest.has(path) && !once.has(path));
}

function infoOf(nodes: Nodes, text: string): PinInfo[] {
  const { block, pin, number } = parsePin(text);
  return (nodes[block]?.outputs ?? []).filter(
    (item) => item.pin === pin && (number === null || item.number === number),
  );
}

/** Why the selected keys cannot become a function; "" if they can. */
export function functionFault(doc: Doc, keys: readonly string[], ops: Ops, nodes: Nodes): string {
  if (!keys.length) return "select blocks to make a function of them";
  const outer = parentOf(keys[0]);
  if (keys.some((key) => parentOf(key) !== outer)) return "blocks of one page only can become a function";
  if (bodyOf(keys[0])) return "blocks of a function cannot become a function of their own";
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
  const between = blockBetween(doc, isIn);
  if (between) return `'${between}' needs the selection and is needed by it: select it, too`;
  const { into, outOf } = borderOf(doc, isIn, nodes);
  const gradients = gradientFault(doc, isIn, into);
  if (gradients) return gradients;
  for (const pin of [...into.keys(), ...outOf.keys()]) {
    const found = infoOf(nodes, pin);
    if (!found.length) return `the dtype of '${pin}' is not known yet`;
    if (found[0].ref) return `'${pin}' is a reference to a variable, which no function takes or gives`;
    if (parsePin(pin).number === null && found[0].number !== null)
      return `the whole list '${pin}' cannot go into a function or out of it`;
  }
  return runFault(doc, isIn, ops, nodes);
}

/** A block outside that comes after the selection and before it; "" if there is none. */
function blockBetween(doc: Doc, isIn: (path: string) => boolean): string {
  const next = followers(doc);
  const inner = [...doc.blocks.keys()].filter(isIn);
  const first = inner.flatMap((path) => next.get(path) ?? []).filter((path) => !isIn(path));
  const behind = reached(first, next, (path) => !isIn(path));
  return [...behind].find((path) => next.get(path)?.some(isIn)) ?? "";
}

/**
 * Why a run would not do the same with a function; "" if it would. A function runs as a whole, with all that it needs,
 * while a run of the page computes only what is fetched.
 */
function runFault(doc: Doc, isIn: (path: string) => boolean, ops: Ops, nodes: Nodes): string {
  const run = runOf(doc);
  const rest = atRest(doc);
  const inner = [...doc.blocks.keys()].filter((path) => isIn(path) && !rest.has(path));
  const all = reached(inner, neededBlocks(doc), (path) => !rest.has(path));
  const isUnfed = (path: string) => run.waiting.has(path) && doc.blocks.get(path)!.op.startsWith("Placeholder");
  const found = (ran: ReadonlySet<string>) =>
    inner.some((path) => ran.has(path))
      ? [...all].find((path) => !ran.has(path) && (hasEffect(doc, path, ops) || isUnfed(path)))
      : undefined;
  const early = found(run.once);
  if (early) return `'${early}' does not run with init, but would with the function: leave out what init needs`;
  if (!doc.fetches.length) return stepFault(doc, inner, run, ops) || unknownFault(doc, isIn, nodes);
  const more = found(run.step);
  if (!more) return "";
  return isUnfed(more)
    ? `the placeholder '${more}' has no value, and the function would need it for what is fetched`
    : `'${more}' does not run with what is fetched, but would with the function: fetch it, too`;
}

/** The same for the steps of a page without fetches: they run all that needs neither init nor a missing value. */
function stepFault(doc: Doc, inner: readonly string[], { once, waiting }: Run, ops: Ops): string {
  const early = inner.find((path) => once.has(path));
  const later = inner.find((path) => !once.has(path));
  if (early && later) return `'${early}' runs once before and '${later}' in each step: a function cannot do both`;
  const stuck = inner.find((path) => waiting.has(path));
  const acts = stuck && inner.find((path) => !waiting.has(path) && hasEffect(doc, path, ops));
  return acts ? `'${acts}' runs while '${stuck}' waits for the value of a placeholder: a function cannot do both` : "";
}

function unknownFault(doc: Doc, isIn: (path: string) => boolean, nodes: Nodes): string {
  const next = followers(doc);
  const unknown = inSteps(doc, isIn).find((path) => !nodes[path] && !next.get(path)?.length);
  return unknown ? `the outputs of '${unknown}' are not known yet` : "";
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
  const { into, outOf } = borderOf(doc, isIn, nodes);
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
