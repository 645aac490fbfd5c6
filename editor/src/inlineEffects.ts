/** The effects of a function whose blocks take the place of a call: they run exactly when the call did. */
import type { Doc } from "./doc";
import { changeBlock } from "./edits";
import { followers, hasEffect, neededBlocks, onlyReads, reached } from "./needs";
import { blockOf, bodyOf, join, nameOf, parsePin, relative } from "./pins";
import type { OpInfo } from "./protocol";

type Ops = ReadonlyMap<string, OpInfo>;

/** What stands in the place of a call. */
interface Placed {
  path: string; // of the call
  ends: readonly string[]; // for each result the pin that gives it now
  copies: ReadonlySet<string>; // the function's blocks that run
  effects: readonly string[]; // those of them that change state
}

/**
 * Makes the effects run wherever a result is needed: before the block that gives the result, or, where that one comes
 * before an effect itself or is none of the function's, before what takes the result.
 */
export function withEffects(before: Doc, placed: Doc, call: Placed, ops: Ops): { doc: Doc; fault: string } {
  const { path, ends, copies, effects } = call;
  const waits = before.blocks.get(path)!.after;
  let doc = placed;
  let fault = "";
  const fetchWith = (more: readonly string[]) => {
    const acting = more.filter((key) => hasEffect(doc, key, ops) && !doc.fetches.includes(key));
    const shown = acting.find((key) => ops.get(doc.blocks.get(key)!.op)?.outputs.length);
    if (shown) fault ||= lost(shown, path);
    else doc = { ...doc, fetches: [...doc.fetches, ...acting] };
  };
  ends.forEach((end, index) => {
    const isResult = (pin: string) => blockOf(pin) === path && [index, null].includes(parsePin(pin).number);
    const giver = blockOf(end);
    const isOwn = copies.has(giver);
    const needed = reached([giver], neededBlocks(doc));
    const missing = [...effects, ...(isOwn ? [] : waits)].filter((key) => !needed.has(key));
    if (!missing.length) return;
    // A read would see what an effect writes, if it came to wait for it.
    if (isOwn && !onlyReads(doc.blocks.get(giver)) && !precedes(doc, giver, missing)) {
      doc = withAfter(doc, giver, missing);
      return;
    }
    for (const taker of before.wires.filter((wire) => isResult(wire.from)).map((wire) => blockOf(wire.to))) {
      // What takes the output of a bypassed block does not wait for what the block waits for.
      if (doc.blocks.get(taker)?.mode === "bypassed" || precedes(doc, taker, missing)) fault ||= lost(missing[0], path);
      else doc = withAfter(doc, taker, missing);
    }
    if (before.fetches.some(isResult)) fetchWith(missing);
    if (resultsAround(before, path).some(isResult)) doc = withAfterOfBody(doc, bodyOf(path), missing);
  });
  if (!ends.length && before.fetches.some((pin) => blockOf(pin) === path)) fetchWith([...effects, ...waits]);
  return { doc, fault };
}

function lost(effect: string, path: string): string {
  return `'${nameOf(effect)}' would not run whenever '${path}' does now`;
}

function precedes(doc: Doc, path: string, others: readonly string[]): boolean {
  const behind = reached([path], followers(doc));
  return others.some((other) => behind.has(other));
}

function withAfter(doc: Doc, path: string, more: readonly string[]): Doc {
  return changeBlock(doc, path, { after: [...new Set([...doc.blocks.get(path)!.after, ...more])] });
}

/** The results of the function that a block is in. */
function resultsAround(doc: Doc, path: string): string[] {
  const results = doc.pages.get(bodyOf(path))?.rest.results;
  return Array.isArray(results) ? results.map((pin) => join(bodyOf(path), String(pin))) : [];
}

function withAfterOfBody(doc: Doc, body: string, more: readonly string[]): Doc {
  const page = doc.pages.get(body)!;
  const old = Array.isArray(page.rest.after) ? page.rest.after : [];
  const after = [...new Set([...old, ...more.map((path) => relative(path, body))])];
  return { ...doc, pages: new Map(doc.pages).set(body, { ...page, rest: { ...page.rest, after } }) };
}
