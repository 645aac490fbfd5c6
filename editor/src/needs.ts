/** What a run of a page needs: which blocks run before others, which a step runs, and which of them have effects. */
import { bodyPage, calledPage } from "./calls";
import type { Block, Doc, Wire } from "./doc";
import { blockOf, bodyOf, isWithin, join } from "./pins";
import type { OpInfo } from "./protocol";

export const CALLS = ["PartitionedCall", "StatefulPartitionedCall"]; // of functions without state, and of any
const READS = new Set(["VarHandleOp", "ReadVariableOp"]); // ops with state that change nothing
const BACK = new Set(["NextIteration", "RefNextIteration"]); // whose wires close loops

type Ops = ReadonlyMap<string, OpInfo>;
type Next = ReadonlyMap<string, readonly string[]>; // blocks by a block

export function onlyReads(block: Block | undefined): boolean {
  return block !== undefined && READS.has(block.op);
}

/** Which blocks each block needs, by wires whose pins have no feed and by `after`. */
export function neededBlocks(doc: Doc): Next {
  return nextOf(reversed(order(doc)));
}

function order(doc: Doc): (readonly [before: string, then: string])[] {
  const { feeds } = doc;
  const pairs = [...doc.blocks].flatMap(([path, { after }]) => after.map((other) => [other, path] as const));
  return [...pairs, ...wired(doc.wires.filter(({ from }) => !(from in feeds) && !(blockOf(from) in feeds)))];
}

/** Which blocks come after each block; a wire that closes a loop does not count. */
export function followers(doc: Doc): Next {
  const isBack = ({ from }: Wire) => BACK.has(doc.blocks.get(blockOf(from))?.op ?? "");
  const pairs = [...doc.blocks].flatMap(([path, { after }]) => after.map((other) => [other, path] as const));
  return nextOf([...pairs, ...wired(doc.wires.filter((wire) => !isBack(wire)))]);
}

/** The ends of wires as pairs of blocks, from the source to the target. */
export function wired(wires: readonly Wire[]): (readonly [from: string, to: string])[] {
  return wires.map(({ from, to }) => [blockOf(from), blockOf(to)]);
}

export function nextOf(pairs: Iterable<readonly [string, string]>): Next {
  const found = new Map<string, string[]>();
  for (const [from, to] of pairs) {
    const list = found.get(from);
    if (list) list.push(to);
    else found.set(from, [to]);
  }
  return found;
}

export function reversed(pairs: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  return pairs.map(([from, to]) => [to, from]);
}

/** Some blocks and all that a map leads to from them, as far as `enters` lets it. */
export function reached(
  from: Iterable<string>,
  next: Next,
  enters: (path: string) => boolean = () => true,
): Set<string> {
  const found = new Set(from);
  for (const path of found) for (const other of next.get(path) ?? []) if (enters(other)) found.add(other);
  return found;
}

/** The blocks that do not run, because they are muted or need an output of a muted block. */
export function atRest(doc: Doc): Set<string> {
  const muted = [...doc.blocks].filter(([, block]) => block.mode === "muted").map(([path]) => path);
  return muted.length ? reached(muted, nextOf(wired(doc.wires))) : new Set();
}

/** What a run of a page runs. A page that names no fetches runs all that it can, but for what `init` needs. */
export interface Run {
  once: ReadonlySet<string>; // with init
  step: ReadonlySet<string>;
  waiting: ReadonlySet<string>; // for the value of a placeholder
}

export function runOf(doc: Doc): Run {
  const needs = neededBlocks(doc);
  const rest = atRest(doc);
  const runs = (path: string) => doc.blocks.has(path) && !rest.has(path);
  const start = (pins: readonly string[]) => reached(pins.map(blockOf).filter(runs), needs, runs);
  const isFed = (path: string) => Object.keys(doc.feeds).some((pin) => blockOf(pin) === path);
  const waiting = reached(
    [...doc.blocks].filter(([path, { op }]) => op.startsWith("Placeholder") && !isFed(path)).map(([path]) => path),
    nextOf(order(doc)),
  );
  const once = start(doc.init);
  if (doc.fetches.length) return { once, step: start(doc.fetches), waiting };
  const all = [...doc.blocks.keys()].filter((path) => !bodyOf(path) && !once.has(path) && !waiting.has(path));
  return { once, step: start(all), waiting };
}

/** The pages of the functions that a block's attrs name. */
function namedPages(doc: Doc, block: Block, ops: Ops): string[] {
  const { attrs } = block;
  if (typeof attrs === "string") return [];
  const named = (ops.get(block.op)?.attrs ?? []).filter(({ type }) => type === "func").map(({ name }) => attrs[name]);
  return named.flatMap((name) => (typeof name === "string" && doc.pages.has(bodyPage(name)) ? [bodyPage(name)] : []));
}

/** The blocks of a function that run when it is called: its results, its effects and what these need. */
export function runsInBody(doc: Doc, page: string, ops: Ops): ReadonlySet<string> {
  const rest = atRest(doc);
  const runs = (path: string) => doc.blocks.has(path) && !rest.has(path);
  const ends = ["results", "after"].flatMap((key) => {
    const value = doc.pages.get(page)?.rest[key];
    return Array.isArray(value) ? value.map((pin) => join(page, blockOf(String(pin)))) : [];
  });
  const stateful = [...doc.blocks]
    .filter(([path, block]) => isWithin(path, page) && ops.get(block.op)?.stateful && !onlyReads(block))
    .map(([path]) => path);
  return reached([...ends, ...stateful].filter(runs), neededBlocks(doc), runs);
}

/** Whether a block changes state, by itself or in a function that it calls. */
export function hasEffect(doc: Doc, path: string, ops: Ops): boolean {
  return effectsOf(doc, [path], ops).size > 0;
}

/** How many blocks of each op have effects among some, those of called functions included. */
export function effectsOf(
  doc: Doc,
  paths: Iterable<string>,
  ops: Ops,
  around: readonly string[] = [],
): Map<string, number> {
  const found = new Map<string, number>();
  const add = (op: string, count: number) => found.set(op, (found.get(op) ?? 0) + count);
  for (const path of paths) {
    const block = doc.blocks.get(path)!;
    const isCall = CALLS.includes(block.op) && calledPage(doc, block, ops.get(block.op));
    if (!isCall && ops.get(block.op)?.stateful && !onlyReads(block)) add(block.op, 1);
    for (const page of namedPages(doc, block, ops)) {
      if (around.includes(page)) continue; // a function that calls itself
      const inner = effectsOf(doc, runsInBody(doc, page, ops), ops, [...around, page]);
      for (const [op, count] of inner) add(op, count);
    }
  }
  return found;
}
