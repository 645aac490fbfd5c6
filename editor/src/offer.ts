/** What a wire may lead to that is not there yet: a new block at the place where the wire was dropped. */
import type { Point, Wire } from "./doc";
import { withCast } from "./cast";
import { addBlock, connect, freshId, idForOp } from "./edits";
import { fitOn } from "./fit";
import { insertNew } from "./insert";
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
  wire?: Wire; // the block comes between its ends
}

/** The dtypes at a pin, as far as they are known; null if it may be any. */
export function dtypesAt(state: EditorState, offer: Pick<Offer, "pin" | "side">): readonly string[] | null {
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

/** The pins of an op that may take the dtypes of a pin on the other side. */
export function takers(op: OpInfo, side: Offer["side"], dtypes: readonly string[] | null): ArgInfo[] {
  return (side === "out" ? op.inputs : op.outputs).filter(
    (arg) => !dtypes || !arg.dtypes || arg.dtypes.some((dtype) => dtypes.includes(dtype)),
  );
}

/** The ops that people begin with come first, those that are there for other ops last. */
function rank(op: OpInfo, common: readonly string[]): number {
  const place = common.indexOf(op.name);
  return place >= 0 ? place : common.length + (op.name.startsWith("_") ? 1 : 0);
}

/** The ops that have a pin for the wire; all if there is none. */
export function offered(state: EditorState, offer: Offer): OpInfo[] {
  const { common } = state;
  const ops = [...state.ops.values()].sort((a, b) => rank(a, common) - rank(b, common) || a.name.localeCompare(b.name));
  if (offer.wire) {
    const from = dtypesAt(state, { pin: offer.wire.from, side: "out" });
    const to = dtypesAt(state, { pin: offer.wire.to, side: "in" });
    return ops.filter((op) => takers(op, "out", from).length && takers(op, "in", to).length);
  }
  if (!offer.pin) return ops;
  const dtypes = dtypesAt(state, offer);
  return ops.filter((op) => takers(op, offer.side, dtypes).length);
}

const CASTABLE = ["float32", "float64", "int32", "int64", "bool"];

/** The ops that have a pin for the wire only if its value is converted. */
export function offeredByCast(state: EditorState, offer: Offer): OpInfo[] {
  const dtypes = offer.pin ? dtypesAt(state, offer) : null;
  if (!dtypes?.some((dtype) => /^(bfloat|float|u?int|bool)/.test(dtype))) return [];
  const ops = [...state.ops.values()].filter((op) => !op.name.startsWith("_"));
  return ops.filter((op) => !takers(op, offer.side, dtypes).length && takers(op, offer.side, CASTABLE).some(isTyped));
}

function isTyped(arg: ArgInfo): boolean {
  return arg.dtypes !== null;
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
  if (offer.wire) return insert(op, offer, offer.wire);
  let wireTo: ((path: string) => Wire) | null = null;
  let reason = "";
  let refused: { to: (path: string) => Wire; dtype: string } | null = null; // what fits with a Cast
  if (offer.pin) {
    const { path, next } = put();
    const dtypes = dtypesAt(state, offer);
    const fitting = takers(op, offer.side, dtypes);
    for (const arg of fitting.length ? fitting : takers(op, offer.side, CASTABLE)) {
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
      if (answer.cast) refused ??= { to: wire, dtype: answer.cast };
    }
  }
  if (editor.get().opening !== opening || (page && !doc().pages.has(page))) return;
  const { path, next } = put(); // the page may have changed while the service was asked
  const cast = wireTo ? null : refused;
  const wired = wireTo ? connect(next, wireTo(path)) : cast ? withCast(next, cast.to(path), cast.dtype).doc : next;
  commit(`add ${op.name}`, wired);
  select([path]);
  announce(`Added ${op.name} as ${path}`);
  if (cast) toast(`Added ${op.name} with a Cast to ${cast.dtype} before it.`);
  else if (offer.pin && !wireTo) toast(`Added ${op.name} without the wire: ${reason || "it has no pin for it"}`);
}

/** Puts a block of the op between the ends of a wire, or beside it if it does not fit there: one step. */
async function insert(op: OpInfo, offer: Offer, wire: Wire): Promise<void> {
  const { page } = editor.get();
  const before = doc();
  const path = join(page, freshId(before, page, idForOp(op.name)));
  const { next, reason } = await insertNew(before, path, op, wire, offer.at);
  if (doc() !== before) return;
  commit(`add ${op.name}`, next);
  select([path]);
  announce(`Added ${op.name} as ${path}`);
  if (reason) toast(`Added ${op.name} beside the wire: ${reason}`);
}
