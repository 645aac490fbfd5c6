/** Training: the gradients of a selected loss, and optimizers that take them. */
import { addBlock, connect, freshId } from "./edits";
import { portsOf } from "./composites";
import type { Doc, Point, Wire } from "./doc";
import { blockOf, bodyOf, isPageKey, isWithin, join, parsePin, pathOf, pinText } from "./pins";
import type { NodeInfo } from "./protocol";
import { neededFor } from "./stale";
import { wiresIntoPin } from "./wires";

export const GRADIENTS = "Gradients";
const VARIABLE = "VarHandleOp";
export const UPDATES = new Set(["GradientDescent", "Momentum", "Adam"]);
const REAL = /^(float|bfloat|double|half)/;

/** The output pins of what has a key: of a block, or of a sub-page's ports, or of the blocks in it. */
function outputsOf(doc: Doc, key: string, nodes: Readonly<Record<string, NodeInfo>>): string[] {
  const own = (path: string) => (nodes[path]?.outputs ?? []).map((item) => pinText(path, item.pin, item.number));
  if (!isPageKey(key)) return own(key);
  const ports = portsOf(doc, pathOf(key), "outputs").map(([, pin]) => pin);
  return ports.length ? ports : [...doc.blocks.keys()].filter((path) => isWithin(path, pathOf(key))).flatMap(own);
}

/** The last selected output that is a single real number, such as a loss; "" if there is none. */
export function lossIn(doc: Doc, keys: readonly string[], nodes: Readonly<Record<string, NodeInfo>>): string {
  const isScalar = (full: string) => {
    const { block, pin, number } = parsePin(full);
    const found = nodes[block]?.outputs.find((item) => item.pin === pin && item.number === number);
    return found !== undefined && REAL.test(found.dtype) && found.shape?.length === 0;
  };
  for (const key of [...keys].reverse()) {
    const found = outputsOf(doc, key, nodes).filter(isScalar).at(-1);
    if (found) return found;
  }
  return "";
}

/** The handles of the variables that lead to a pin, in the order of the page. */
export function variablesOf(doc: Doc, pin: string): string[] {
  const leading = neededFor(doc, blockOf(pin));
  return [...doc.blocks]
    .filter(([path, block]) => block.op === VARIABLE && leading.has(path))
    .map(([path]) => pinText(path, "resource"));
}

/** The page with a block of the gradients of a loss, with respect to all variables that lead to it. */
export function withGradients(doc: Doc, page: string, loss: string, at: Point): { doc: Doc; path: string } {
  const path = join(page, freshId(doc, page, "gradients"));
  let next = addBlock(doc, path, GRADIENTS, {}, at);
  next = connect(next, { from: loss, to: pinText(path, "ys", 0) });
  variablesOf(doc, loss)
    .filter((pin) => bodyOf(pin) === bodyOf(page))
    .forEach((from, number) => (next = connect(next, { from, to: pinText(path, "xs", number) })));
  return { doc: next, path };
}

/** Whether a pin is the whole list of gradients of a block. */
export function isAllGradients(doc: Doc, pin: string): boolean {
  const { block, pin: name, number } = parsePin(pin);
  return number === null && name === "grads" && doc.blocks.get(block)?.op === GRADIENTS;
}

/** The page with the variables too, where all gradients were just wired to an optimizer that has no variables yet. */
export function withVariables(doc: Doc, { from, to }: Wire): Doc {
  const { block, pin } = parsePin(to);
  const isUpdate = UPDATES.has(doc.blocks.get(block)?.op ?? "") && pin === "grads";
  if (!isUpdate || !isAllGradients(doc, from) || wiresIntoPin(doc, block, "vars").length) return doc;
  let next = doc;
  for (const { number, wire } of wiresIntoPin(doc, blockOf(from), "xs"))
    next = connect(next, { from: wire.from, to: pinText(block, "vars", number) });
  return next;
}
