/** Wires by their ends: found once for each list of wires. */
import type { Doc, Wire } from "./doc";
import { blockOf, parsePin } from "./pins";

export interface WireIndex {
  into: ReadonlyMap<string, readonly Wire[]>; // by the block that they lead to
  outOf: ReadonlyMap<string, readonly Wire[]>;
}

const NONE: readonly Wire[] = [];
const found = new WeakMap<readonly Wire[], WireIndex>();

export function wireIndex(wires: readonly Wire[]): WireIndex {
  let index = found.get(wires);
  if (!index) {
    const into = new Map<string, Wire[]>();
    const outOf = new Map<string, Wire[]>();
    for (const wire of wires) {
      push(into, blockOf(wire.to), wire);
      push(outOf, blockOf(wire.from), wire);
    }
    index = { into, outOf };
    found.set(wires, index);
  }
  return index;
}

function push(map: Map<string, Wire[]>, key: string, wire: Wire): void {
  const list = map.get(key);
  if (list) list.push(wire);
  else map.set(key, [wire]);
}

export function wiresInto(doc: Doc, block: string): readonly Wire[] {
  return wireIndex(doc.wires).into.get(block) ?? NONE;
}

export function wiresOutOf(doc: Doc, block: string): readonly Wire[] {
  return wireIndex(doc.wires).outOf.get(block) ?? NONE;
}

/** The wires into an input, by number; the whole list or a plain input has the number null. */
export function wiresIntoPin(doc: Doc, block: string, pin: string): { number: number | null; wire: Wire }[] {
  return wiresInto(doc, block).flatMap((wire) => {
    const end = parsePin(wire.to);
    return end.pin === pin ? [{ number: end.number, wire }] : [];
  });
}

export function wireId(wire: Wire): string {
  return `${wire.from}-${wire.to}`;
}
