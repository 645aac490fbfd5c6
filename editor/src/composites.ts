/**
 * Sub-pages with ports and parameters. Both are names for what is in the sub-page: a port for a pin of a block, a
 * parameter for places in attrs and inputs of blocks. So wires lead to the blocks, and values are in the blocks.
 */
import type { Block, Doc, SubPage } from "./doc";
import { isObject, type Json, type JsonObject } from "./json";
import { blockOf, isWithin, join, parsePin, pinText, relative } from "./pins";

/** A block of the sub-page, then "attrs" or "inputs", a name, and names or numbers within its value. */
export type Place = readonly (string | number)[];

export interface Composite {
  kind: string; // such as "dense layer"
  doc: string;
  inputs: Readonly<Record<string, string>>; // pins within the sub-page by the names of ports
  outputs: Readonly<Record<string, string>>;
  parameters: Readonly<Record<string, readonly Place[]>>;
}

export const NO_COMPOSITE: Composite = { kind: "", doc: "", inputs: {}, outputs: {}, parameters: {} };

/** What a page file says of a sub-page; null if it says nothing that can be understood. */
export function readComposite(value: Json | undefined): Composite | null {
  if (!isObject(value)) return null;
  return {
    kind: typeof value.kind === "string" ? value.kind : "",
    doc: typeof value.doc === "string" ? value.doc : "",
    inputs: texts(value.inputs),
    outputs: texts(value.outputs),
    parameters: Object.fromEntries(
      Object.entries(isObject(value.parameters) ? value.parameters : {}).map(([name, list]) => [
        name,
        (Array.isArray(list) ? list : []).filter(isPlace),
      ]),
    ),
  };
}

function texts(value: Json | undefined): Record<string, string> {
  const found = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(
    found.filter((entry): entry is [string, string] => typeof entry[1] === "string" && entry[1].includes(":")),
  );
}

function isPlace(value: Json): value is (string | number)[] {
  return (
    Array.isArray(value) &&
    value.length >= 3 &&
    typeof value[0] === "string" &&
    (value[1] === "attrs" || value[1] === "inputs") &&
    value.every((part) => (typeof part === "string" && part !== "__proto__") || typeof part === "number")
  );
}

export function compositeJson({ kind, doc, inputs, outputs, parameters }: Composite): JsonObject {
  return { kind, doc, inputs, outputs, parameters } as unknown as JsonObject;
}

/** The sub-page after its blocks moved: `change` gives each pin's new full text, or null for one that is gone. */
export function withPorts(page: SubPage, from: string, to: string, change: (pin: string) => string | null): SubPage {
  const { composite } = page;
  if (!composite) return page;
  const own = (pin: string) => {
    const next = change(join(from, pin));
    return next !== null && isWithin(blockOf(next), to) ? relative(next, to) : null;
  };
  const ports = (named: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(named).flatMap(([name, pin]) => {
        const next = own(pin);
        return next === null ? [] : [[name, next]];
      }),
    );
  const places = (list: readonly Place[]) =>
    list.flatMap(([block, ...rest]): Place[] => {
      const next = own(String(block));
      return next === null ? [] : [[next, ...rest]];
    });
  const parameters = Object.entries(composite.parameters).map(([name, list]) => [name, places(list)] as const);
  return {
    ...page,
    composite: {
      ...composite,
      inputs: ports(composite.inputs),
      outputs: ports(composite.outputs),
      parameters: Object.fromEntries(parameters.filter(([, list]) => list.length)),
    },
  };
}

/** The ports of one side, with their full pins. */
export function portsOf(doc: Doc, page: string, side: "inputs" | "outputs"): [name: string, pin: string][] {
  const ports = Object.entries(doc.pages.get(page)?.composite?.[side] ?? {});
  return ports
    .map(([name, pin]): [string, string] => [name, join(page, pin)])
    .filter(([, pin]) => doc.blocks.has(blockOf(pin)));
}

/** Whether a pin, or one number of a list, is at a port of a sub-page. */
export function isPort(doc: Doc, page: string, pin: string): boolean {
  const { block, pin: name } = parsePin(pin);
  return portsOf(doc, page, "inputs").some(([, full]) => full === pinText(block, name));
}

/** The value of a parameter: what is at the first of its places. */
export function parameterValue(doc: Doc, page: string, name: string): Json | undefined {
  const [first] = doc.pages.get(page)?.composite?.parameters[name] ?? [];
  if (!first) return undefined;
  const [block, part, ...keys] = first;
  let value: Json | undefined = partOf(doc.blocks.get(join(page, String(block))), String(part));
  for (const key of keys) value = at(plain(value), key);
  return plain(value);
}

/** A value without the dtype that may stand beside it. */
function plain(value: Json | undefined): Json | undefined {
  return isTyped(value) ? value.values : value;
}

function isTyped(value: Json | undefined): value is JsonObject & { values: Json } {
  return isObject(value) && value.dtype !== undefined && value.values !== undefined;
}

function partOf(block: Block | undefined, part: string): Json | undefined {
  const value = part === "attrs" ? block?.attrs : block?.inputs;
  return isObject(value) ? value : undefined;
}

function at(value: Json | undefined, key: string | number): Json | undefined {
  if (Array.isArray(value)) return typeof key === "number" ? value[key] : undefined;
  return isObject(value) && typeof key === "string" ? value[key] : undefined;
}

/** Sets a parameter: writes its value to all of its places. */
export function setParameter(doc: Doc, page: string, name: string, value: Json): Doc {
  const blocks = new Map(doc.blocks);
  for (const [first, part, ...keys] of doc.pages.get(page)?.composite?.parameters[name] ?? []) {
    const path = join(page, String(first));
    const block = blocks.get(path);
    const old = partOf(block, String(part));
    if (block && old !== undefined) blocks.set(path, { ...block, [String(part)]: replaced(old, keys, value) });
  }
  return { ...doc, blocks };
}

function replaced(old: Json, [key, ...rest]: Place, value: Json): Json {
  if (isTyped(old) && (key === undefined || typeof key === "number")) {
    return { ...old, values: key === undefined ? value : replaced(old.values, [key, ...rest], value) };
  }
  if (key === undefined) return value;
  if (Array.isArray(old) && typeof key === "number")
    return old.map((item, index) => (index === key ? replaced(item, rest, value) : item));
  if (isObject(old) && typeof key === "string") return { ...old, [key]: replaced(old[key] ?? null, rest, value) };
  return old; // the place is gone: the block has another value there now
}

/** Why a port cannot have a name; "" if it can. */
export function portFault(composite: Composite, name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) return "a port's name must consist of letters, digits and '_'";
  return name in composite.inputs || name in composite.outputs ? `there is a port '${name}' already` : "";
}

/** The sub-page with a port for each pin that a wire crosses its border at, beside those that it has. */
export function withCrossingPorts(doc: Doc, page: string): Doc {
  const held = doc.pages.get(page);
  if (!held) return doc;
  let composite = held.composite ?? NO_COMPOSITE;
  const add = (side: "inputs" | "outputs", full: string) => {
    const { block, pin } = parsePin(full);
    const own = relative(pinText(block, pin), page);
    if (Object.values(composite[side]).includes(own)) return;
    let name = pin;
    for (let number = 2; portFault(composite, name); number++) name = `${pin}_${number}`;
    composite = { ...composite, [side]: { ...composite[side], [name]: own } };
  };
  for (const wire of doc.wires) {
    const [from, to] = [isWithin(blockOf(wire.from), page), isWithin(blockOf(wire.to), page)];
    if (to && !from) add("inputs", wire.to);
    if (from && !to) add("outputs", wire.from);
  }
  return setComposite(doc, page, composite);
}

export function setComposite(doc: Doc, page: string, composite: Composite): Doc {
  const held = doc.pages.get(page);
  return held ? { ...doc, pages: new Map(doc.pages).set(page, { ...held, composite }) } : doc;
}
