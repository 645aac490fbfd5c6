/** Which results are no longer those of the page: of blocks that were changed since they ran, and of what follows. */
import type { Block, Doc, Wire } from "./doc";
import { blockOf, bodyOf } from "./pins";
import { wireIndex } from "./wires";

/** What of a doc decides the results; not where blocks stand. */
export function sameRecipe(one: Doc, other: Doc): boolean {
  return (
    one.blocks === other.blocks &&
    sameEnds(one.wires, other.wires) &&
    one.pages === other.pages &&
    one.feeds === other.feeds &&
    one.init === other.init &&
    one.device === other.device
  );
}

/** Whether the same wires lead from the same pins to the same ones, through whatever points. */
function sameEnds(one: readonly Wire[], other: readonly Wire[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  return one.every((wire, index) => wire.from === other[index].from && wire.to === other[index].to);
}

/** The blocks of `now` whose results would not be those that `then` had. */
export function changedSince(then: Doc, now: Doc): ReadonlySet<string> {
  const found = new Set<string>();
  if (sameRecipe(then, now)) return found;
  const old = wireIndex(then.wires).into;
  const { into, outOf } = wireIndex(now.wires);
  const fed = changedFeeds(then, now);
  const paged = then.device !== now.device || then.init.join() !== now.init.join();
  const functions = functionsChanged(then, now);
  for (const [path, block] of now.blocks) {
    const before = then.blocks.get(path);
    if (
      paged ||
      !before ||
      !sameBlock(before, block) ||
      !sameWires(old.get(path), into.get(path)) ||
      fed.has(path) ||
      (functions && namesFunction(block, now)) ||
      devicesOf(then, path) !== devicesOf(now, path)
    ) {
      found.add(path);
    }
  }
  const followers = new Map<string, string[]>();
  for (const [path, block] of now.blocks) {
    for (const first of block.after) followers.set(first, [...(followers.get(first) ?? []), path]);
  }
  const waiting = [...found];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const next = [...(outOf.get(path) ?? []).map((wire) => blockOf(wire.to)), ...(followers.get(path) ?? [])];
    for (const other of next) {
      if (found.has(other)) continue;
      found.add(other);
      waiting.push(other);
    }
  }
  return found;
}

function sameBlock(one: Block, other: Block): boolean {
  if (one === other) return true;
  const parts = ({ op, attrs, inputs, after, device, mode }: Block) =>
    JSON.stringify([op, attrs, inputs, after, device, mode]);
  return parts(one) === parts(other);
}

function sameWires(one: readonly Wire[] = [], other: readonly Wire[] = []): boolean {
  const text = (wires: readonly Wire[]) => wires.map((wire) => `${wire.from} ${wire.to}`).sort();
  return one.length === other.length && text(one).join("\n") === text(other).join("\n");
}

function changedFeeds(then: Doc, now: Doc): ReadonlySet<string> {
  if (then.feeds === now.feeds) return new Set();
  const pins = new Set([...Object.keys(then.feeds), ...Object.keys(now.feeds)]);
  return new Set(
    [...pins].filter((pin) => JSON.stringify(then.feeds[pin]) !== JSON.stringify(now.feeds[pin])).map(blockOf),
  );
}

/** Whether the body of some function is another one; which blocks call it is not asked. */
function functionsChanged(then: Doc, now: Doc): boolean {
  const text = (doc: Doc) =>
    JSON.stringify([
      [...doc.pages].filter(([path]) => bodyOf(path)),
      [...doc.blocks].filter(([path]) => bodyOf(path)),
      doc.wires.filter((wire) => bodyOf(wire.to)).map(({ from, to }) => [from, to]),
    ]);
  const some = [...then.pages.keys(), ...now.pages.keys()].some(bodyOf);
  return some && text(then) !== text(now);
}

/** Whether an attr of a block may name a function of the page. */
function namesFunction(block: Block, doc: Doc): boolean {
  const text = JSON.stringify(block.attrs);
  return [...doc.pages.keys()].some((path) => path.endsWith("()") && text.includes(`"${path.slice(0, -2)}"`));
}

/** The devices of the pages around a block. */
function devicesOf(doc: Doc, path: string): string {
  let found = "";
  for (let cut = path.indexOf("/"); cut >= 0; cut = path.indexOf("/", cut + 1)) {
    const device = doc.pages.get(path.slice(0, cut))?.rest.device;
    if (typeof device === "string") found += `${device} `;
  }
  return found;
}

/** A block and all that leads to it. */
export function neededFor(doc: Doc, path: string): ReadonlySet<string> {
  const { into } = wireIndex(doc.wires);
  const found = new Set([path]);
  const waiting = [path];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const before = [...(into.get(at) ?? []).map((wire) => blockOf(wire.from)), ...(doc.blocks.get(at)?.after ?? [])];
    for (const other of before) {
      if (found.has(other) || !doc.blocks.has(other)) continue;
      found.add(other);
      waiting.push(other);
    }
  }
  return found;
}
