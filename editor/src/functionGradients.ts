/**
 * Gradients and functions. The gradients of a block go through the blocks of its own graph alone, and arguments of a
 * function do not depend on each other. So a path that crosses the border of a function must not be lost, or found.
 */
import type { Doc, Wire } from "./doc";
import { GRADIENTS, UPDATES } from "./gradients";
import { nextOf, reached, reversed, wired } from "./needs";
import { blockOf, parsePin } from "./pins";

type IsIn = (path: string) => boolean;

/** Why gradients keep a selection from becoming a function; "" if they do not. `into` has its wires by their sources. */
export function gradientFault(doc: Doc, isIn: IsIn, into: ReadonlyMap<string, readonly Wire[]>): string {
  for (const [path, { op }] of doc.blocks) {
    if (UPDATES.has(op) && isIn(path)) return `'${path}' updates variables and must stay outside of the function`;
    if (op !== GRADIENTS) continue;
    const [ys, xs] = [sourcesOf(doc, path, "ys"), sourcesOf(doc, path, "xs")];
    if (!isIn(path)) {
      const inner = xs.find((pin) => isIn(blockOf(pin)));
      if (inner) return `'${path}' has gradients with respect to '${inner}', which must stay outside of the function`;
      continue;
    }
    const outer = ys.find((pin) => !isIn(blockOf(pin)));
    if (outer) return `'${path}' has gradients of '${outer}', which is outside: select all between them, too`;
    const leading = leadingTo(doc, ys, isIn);
    const sources = [...into].filter(([, wires]) => wires.some(({ to }) => leading.has(blockOf(to))));
    for (const x of xs.filter((pin) => !isIn(blockOf(pin)))) {
      const behind = dependents(doc, x, (other) => !isIn(other));
      const lost = sources.map(([pin]) => blockOf(pin)).find((other) => behind.has(other));
      if (lost) return `gradients of '${path}' with respect to '${x}' go through '${lost}' outside: select it, too`;
    }
  }
  return "";
}

/**
 * Why gradients keep a function from taking the place of its call; "" if they do not.
 *
 * @param isIn whether a block is of the function.
 * @param given what the call gives to an argument, by a pin of it; null for other pins.
 */
export function inlineGradientFault(doc: Doc, isIn: IsIn, given: (pin: string) => string | null): string {
  for (const [path, { op }] of doc.blocks) {
    if (op !== GRADIENTS || !isIn(path)) continue;
    const leading = leadingTo(doc, sourcesOf(doc, path, "ys"), isIn);
    const used = new Set(doc.wires.filter(({ to }) => leading.has(blockOf(to))).map(({ from }) => from));
    for (const x of sourcesOf(doc, path, "xs").filter((pin) => given(pin) !== null)) {
      const behind = dependents(doc, given(x)!, (other) => !isIn(other));
      const found = [...used].find(
        (pin) => pin !== x && given(pin) !== null && (given(pin) === given(x) || behind.has(blockOf(given(pin)!))),
      );
      if (found) return `gradients of '${path}' with respect to '${x}' would go through '${given(found)}', too`;
    }
  }
  return "";
}

function sourcesOf(doc: Doc, path: string, pin: string): string[] {
  const into = doc.wires.filter(({ to }) => blockOf(to) === path && parsePin(to).pin === pin);
  return into.map(({ from }) => from);
}

/** The blocks among some that pins depend on. */
function leadingTo(doc: Doc, pins: readonly string[], isIn: IsIn): ReadonlySet<string> {
  return reached(pins.map(blockOf).filter(isIn), nextOf(reversed(wired(doc.wires))), isIn);
}

/** The blocks among some that depend on a pin; its own block only if it does. */
function dependents(doc: Doc, pin: string, isIn: IsIn): ReadonlySet<string> {
  const x = parsePin(pin);
  const isOfPin = (text: string) => {
    const { block, pin: name, number } = parsePin(text);
    return block === x.block && name === x.pin && (number === null || x.number === null || number === x.number);
  };
  const first = doc.wires.filter(({ from }) => isOfPin(from)).map(({ to }) => blockOf(to));
  return reached(first.filter(isIn), nextOf(wired(doc.wires)), isIn);
}
