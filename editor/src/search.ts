/** Which blocks have some words in their name, op or attrs. */
import type { Block } from "./doc";
import { plainText } from "./json";

const LONGEST = 200; // letters of an attr that are searched: no arrays

const texts = new WeakMap<Block, string>();

function attrsText(block: Block): string {
  let text = texts.get(block);
  if (text === undefined) {
    const { attrs } = block;
    const parts =
      typeof attrs === "string"
        ? [attrs]
        : Object.entries(attrs).map(([name, value]) => `${name}=${plainText(value).slice(0, LONGEST)}`);
    texts.set(block, (text = parts.join(" ").toLowerCase()));
  }
  return text;
}

/** Whether the block, or a sub-page of that name, has each of the words; without words none has. */
export function matches(search: string, path: string, block: Block | undefined): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return false;
  const name = `${path} ${block?.op ?? ""}`.toLowerCase();
  return words.every((word) => name.includes(word) || (block !== undefined && attrsText(block).includes(word)));
}
