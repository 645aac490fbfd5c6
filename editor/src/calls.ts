/** Calls of functions: which one a block calls, and what its pins are called. */
import type { Block, Doc, SubPage } from "./doc";
import type { Json } from "./json";
import { blockOf, nameOf } from "./pins";
import type { OpInfo } from "./protocol";

function texts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** The page of a function's body. */
export function bodyPage(name: string): string {
  return `${name}()`;
}

/** The page of the function that a block calls; "" if it calls none, or one that is not there. */
export function calledPage(doc: Doc, block: Block | undefined, op: OpInfo | undefined): string {
  if (!block || typeof block.attrs === "string") return "";
  const { attrs } = block;
  const attr = op?.attrs.find(({ type, name }) => type === "func" && typeof attrs[name] === "string");
  const page = attr ? bodyPage(String(attrs[attr.name])) : "";
  return page && doc.pages.has(page) ? page : "";
}

/** What arguments and results of a function are named, one for each number of a call's lists; and the results' pins. */
export function portNames(page: SubPage): { inputs: string[]; outputs: string[]; results: string[] } {
  const results = texts(page.rest.results);
  const blocks = results.map((pin) => blockOf(pin));
  const single = (block: string) => blocks.filter((other) => other === block).length === 1;
  return {
    results,
    inputs: texts(page.rest.arguments),
    outputs: results.map((pin, index) => (single(blocks[index]) ? nameOf(blocks[index]) : pin)),
  };
}
