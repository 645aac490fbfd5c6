/** What a wire may lead to that is not there yet: a new block at the place where the wire was dropped. */
import type { Point, Wire } from "./doc";
import { addBlock, connect, freshId, idForOp } from "./edits";
import { fitOn } from "./fit";
import { opOf } from "./ops";
import { join, parsePin, pinText } from "./pins";
import type { ArgInfo, OpInfo } from "./protocol";
import { firstAttrs } from "./typed";
import { announce, commit, doc, editor, select, toast, type EditorState } from "./state";

export interface Offer {
  x: number; // where the list of ops stands in the window
  y: number;
  at: Point; // where the block will stand on the page
  pin: string; // the pin that the wire comes from; "" if there is no wire
  side: "in" | "out"; // of that pin
}

/** The dtypes at a pin, as far as they are known; null if it may be any. */
function dtypesAt(state: EditorState, offer: Offer): readonly string[] | null {
  const { block, pin, number } = parsePin(offer.pin);
  const present = state.history.present;
  const node = state.check.nodes[block];
  const found = (offer.side === "out" ? node?.outputs : node?.inputs)?.find(
    (item) => item.pin === pin && (number === null || item.number === number),
  );
  if (found) return [found.dtype];
  const op = opOf(state.ops, present, block, node);
  return (offer.side === "out" ? op.outputs : op.inputs).find((arg) => arg.name === pin)?.dtypes ?? null;
}

function takers(op: OpInfo, side: Offer["side"], dtypes: readonly string[] | null): ArgInfo[] {
  return (side === "out" ? op.inputs : op.outputs).filter(
    (arg) => !dtypes || !arg.dtypes || arg.dtypes.some((dtype) => dtypes.includes(dtype)),
  );
}

/** Ops that are there for other ops come last. */
function rank(op: OpInfo): number {
  return op.name.startsWith("_") ? 1 : 0;
}

/** The ops that have a pin for the wire; all if there is none. */
export function offered(state: EditorState, offer: Offer): OpInfo[] {
  const ops = [...state.ops.values()].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  if (!offer.pin) return ops;
  const dtypes = dtypesAt(state, offer);
  return ops.filter((op) => takers(op, offer.side, dtypes).length);
}

/** Puts a block of the op at the place, and the wire to the first of its pins that it fits: one step. */
export async function take(op: OpInfo, offer: Offer): Promise<void> {
  const state = editor.get();
  const { page, opening } = state;
  // A block that gives what a pin takes begins with the dtype of the pin.
  const attrs = firstAttrs(op, offer.pin && offer.side === "in" ? dtypesAt(state, offer) : null);
  const put = () => {
    const path = join(page, freshId(doc(), page, idForOp(op.name)));
    return { path, next: addBlock(doc(), path, op.name, attrs, offer.at) };
  };
  editor.set({ offer: null });
  let wireTo: ((path: string) => Wire) | null = null;
  let reason = "";
  if (offer.pin) {
    const { path, next } = put();
    for (const arg of takers(op, offer.side, dtypesAt(state, offer))) {
      const end = (block: string) => pinText(block, arg.name, arg.list ? 0 : null);
      const wire = (block: string): Wire =>
        offer.side === "out" ? { from: offer.pin, to: end(block) } : { from: end(block), to: offer.pin };
      const { from, to } = wire(path);
      const answer = await fitOn(next, from, to);
      if (answer.fits) {
        wireTo = wire;
        break;
      }
      reason = answer.reason ?? "it does not fit";
    }
  }
  if (editor.get().opening !== opening || (page && !doc().pages.has(page))) return;
  const { path, next } = put(); // the page may have changed while the service was asked
  commit(`add ${op.name}`, wireTo ? connect(next, wireTo(path)) : next);
  select([path]);
  announce(`Added ${op.name} as ${path}`);
  if (offer.pin && !wireTo) toast(`Added ${op.name} without the wire: ${reason || "it has no pin for it"}`);
}
