/** What some words mean: which ops, in the order of how well they fit; which blocks. */
import type { Block } from "./doc";
import { plainText } from "./json";
import { summaryOf } from "./ops";
import type { OpInfo } from "./protocol";

/** How well an op fits; the lower the better. */
enum Fit {
  Name,
  OtherWord,
  NameBegins,
  WordBegins,
  InName,
  InWords,
  Typo, // and as many more as letters are wrong: it says more than a word somewhere in a text
  InText = Typo + 3,
  None,
}

const FILLERS = new Set(["a", "an", "the", "of", "op", "ops", "layer", "layers", "function", "node", "block"]);
const SURE = 3; // ops that fit without a typo: with so many, none is looked for

interface Terms {
  name: string;
  others: readonly string[]; // other words for it, without what separates their parts
  parts: readonly string[]; // the words of its name and of the others
  text: string;
}

const known = new WeakMap<OpInfo, Terms>();

/** Small letters without what separates words: reduce_mean, "reduce mean" and ReduceMean are one. */
function squashed(text: string): string {
  return text.toLowerCase().replace(/[\s_.]+|(?<=\w)-(?=\w)/g, "");
}

function termsOf(op: OpInfo): Terms {
  let found = known.get(op);
  if (!found) {
    const words = op.words ?? [];
    const camel = op.name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
    found = {
      name: op.name.toLowerCase(),
      others: words.map(squashed),
      parts: [camel, ...words.map((word) => word.toLowerCase())].flatMap((text) => text.split(/[\s_.]+/)),
      text: `${op.name} ${op.family} ${op.package} ${summaryOf(op)} ${words.join(" ")}`.toLowerCase(),
    };
    known.set(op, found);
  }
  return found;
}

/** What is searched: of `tf.nn.relu(` the last name, since modules tell nothing of the op. */
function wordsOf(query: string): string[] {
  const plain = query.trim().toLowerCase().replace(/\($/, "");
  const last = /^[a-z_]\w*(?:\.\w+)*\.(\w+)$/.exec(plain);
  return (last ? last[1] : plain).split(/\s+/).filter(Boolean);
}

function fitOf(terms: Terms, words: readonly string[]): Fit {
  const whole = squashed(words.join(" "));
  const { name, others, parts, text } = terms;
  if (name === whole) return Fit.Name;
  if (others.includes(whole)) return Fit.OtherWord;
  if (whole && name.startsWith(whole)) return Fit.NameBegins;
  if (whole.length > 1 && others.some((other) => other.startsWith(whole))) return Fit.WordBegins;
  if (words.every((word) => name.includes(word))) return Fit.InName;
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return Fit.InWords;
  return words.every((word) => text.includes(word)) ? Fit.InText : Fit.None;
}

/** How many letters may be wrong, too many, missing or in the place of their neighbours. */
function allowedIn(word: string): number {
  return word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
}

function typoOf({ name, others }: Terms, whole: string): Fit {
  const allowed = allowedIn(whole);
  let least = allowed + 1;
  for (const word of allowed ? [name, ...others] : []) least = Math.min(least, distance(whole, word, allowed));
  return least > allowed ? Fit.None : Fit.Typo + least;
}

/** The number of single changes between two words; more than `most` if there are more. */
export function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let least = Math.min(last[column] + 1, next[column - 1] + 1, last[column - 1] + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) least = Math.min(least, before[column - 2] + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, last] = [last, next];
  }
  return last[other.length];
}

/**
 * The ops that some words mean, the best first: by their name, by other words for them (Python's names, say), by what
 * is in their text; if there are few, by words with a typo. Of equal ones the common ones come first, then the short.
 * Without words all ops, as they are.
 */
export function found(ops: readonly OpInfo[], query: string, common: readonly string[] = []): OpInfo[] {
  const words = wordsOf(query);
  if (!words.length) return [...ops];
  const bare = words.filter((word) => !FILLERS.has(word));
  const place = new Map(common.map((name, index) => [name, index]));
  const ranked: { fit: number; op: OpInfo }[] = [];
  let sure = 0;
  for (const op of ops) {
    let fit: number = fitOf(termsOf(op), words);
    // What is found without "layer" comes after what is called a layer.
    if (bare.length && bare.length < words.length) fit = Math.min(fit, fitOf(termsOf(op), bare) + 0.5);
    if (op.name === query.trim()) fit = Fit.Name - 1; // Variable and variable are two
    if (fit <= Fit.InWords) sure++;
    ranked.push({ fit, op });
  }
  if (sure < SURE) {
    const whole = squashed((bare.length ? bare : words).join(" "));
    for (const item of ranked)
      if (item.fit >= Fit.InText) item.fit = Math.min(item.fit, typoOf(termsOf(item.op), whole));
  }
  const rank = (op: OpInfo) => place.get(op.name) ?? common.length;
  return ranked
    .filter(({ fit }) => fit < Fit.None)
    .sort(
      (a, b) =>
        a.fit - b.fit ||
        rank(a.op) - rank(b.op) ||
        a.op.name.length - b.op.name.length ||
        a.op.name.localeCompare(b.op.name),
    )
    .map(({ op }) => op);
}

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
