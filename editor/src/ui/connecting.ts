/** Drawing a wire: the service is asked whether it fits, and a pin that refuses it says why. */
import type { Connection, Edge, FinalConnectionState, Handle, HandleType, IsValidConnection } from "@xyflow/react";
import type { CastOffer } from "../cast";
import { connect, connectAfter, disconnect, removeAfter } from "../edits";
import { fits, knownFit } from "../fit";
import type { Doc, Wire } from "../doc";
import { HEADER } from "../geometry";
import { blockOf, parsePin, pathOf, pinText } from "../pins";
import { commit, doc, editor, toast } from "../state";
import { isPort } from "../composites";
import { isAllGradients, withVariables } from "../gradients";
import { viewport } from "../viewport";
import { wireId } from "../wires";
import type { WireEdgeType } from "./WireEdge";

const BUBBLE_MS = 8000;

interface Ends {
  from: string;
  to: string;
  node: string; // where the wire would end on the screen
  handle: string;
  control: boolean;
}

/** The pins that a connection means; null if it is none that could be a wire. */
function endsOf(connection: Connection | Edge): Ends | null {
  const { source, target, sourceHandle, targetHandle } = connection;
  if (!sourceHandle || !targetHandle) return null;
  const control = sourceHandle === "out:^" || targetHandle === "in:^";
  if (control && !(sourceHandle === "out:^" && targetHandle === "in:^")) return null;
  const full = (node: string, handle: string) => {
    const rest = handle.slice(handle.indexOf(":") + 1);
    return doc().blocks.has(node) ? `${node}:${rest}` : rest;
  };
  const from = control ? source : full(source, sourceHandle);
  const to = control ? target : full(target, targetHandle);
  return {
    from,
    to: isAllGradients(doc(), from) ? to.replace(/:0$/, "") : to, // a list to a list
    node: target,
    handle: targetHandle,
    control,
  };
}

/** While a wire is drawn over a pin: asks whether it fits, and says why not as soon as that is known. */
export const isValid: IsValidConnection<WireEdgeType> = (connection) => {
  const ends = endsOf(connection);
  if (!ends) return false;
  if (ends.control) return doc().blocks.has(ends.from) && doc().blocks.has(ends.to) && ends.from !== ends.to;
  if (!takesWires(ends)) return false;
  const known = knownFit(ends.from, ends.to);
  if (known) {
    if (!known.fits) refuse(ends, known.reason ?? "");
    return known.fits;
  }
  void fits(ends.from, ends.to).then((answer) => {
    if (!answer.fits) refuse(ends, answer.reason ?? "");
  });
  return true; // until the answer is there
};

/** Whether there is a block at the end of the wire on the screen, or a port of a collapsed sub-page. */
function takesWires({ node, to }: Ends): boolean {
  return doc().blocks.has(node) || isPort(doc(), pathOf(node), to);
}

let bubbleTimer = 0;

/** Says why at the pin; once the wire was dropped there, also what would help. */
function refuse(ends: Ends, reason: string, cast?: CastOffer): void {
  const { bubble } = editor.get();
  clearTimeout(bubbleTimer);
  bubbleTimer = window.setTimeout(() => editor.set({ bubble: null }), BUBBLE_MS);
  if (!cast && bubble?.node === ends.node && bubble.handle === ends.handle && bubble.text === reason) return;
  editor.set({ bubble: { node: ends.node, handle: ends.handle, text: reason, cast } });
}

let reconnecting = false;

/** The end of an existing wire is taken: what follows is no new wire. */
export function onReconnectStart(): void {
  reconnecting = true;
  editor.set({ bubble: null });
}

/** The end of a drag from a pin: a wire, or, on the empty canvas, ops that the wire could lead to. */
export async function onConnectEnd(event: MouseEvent | TouchEvent, state: FinalConnectionState): Promise<void> {
  if (reconnecting) return;
  if (!state.toHandle) return offer(event, state);
  const ends = droppedEnds(state);
  if (ends) await makeWire(ends, doc);
}

/** The end of a drag of a wire's end: it leads elsewhere, or nowhere any more. */
export async function onReconnectEnd(
  event: MouseEvent | TouchEvent,
  edge: WireEdgeType,
  _end: HandleType,
  state: FinalConnectionState,
): Promise<void> {
  reconnecting = false;
  const wire = doc().wires.find((item) => wireId(item) === edge.id) ?? null;
  const control = /^\^(.+)-\^(.+)$/.exec(edge.id);
  const without = (page: Doc) =>
    wire ? disconnect(page, [wire]) : control ? removeAfter(page, control[1], control[2]) : page;
  if (!state.toHandle) {
    if (onEmptyCanvas(event)) commit("take a wire off", without(doc()));
    return;
  }
  const ends = droppedEnds(state);
  const same = wire
    ? ends?.from === wire.from && ends.to === wire.to
    : control?.[1] === ends?.from && control?.[2] === ends?.to;
  if (ends && !same)
    await makeWire(wire && !ends.control ? { ...ends, to: closedUp(ends.to, wire) } : ends, () => without(doc()));
}

/** The number of a pin of a list after the wire before it in the same list has gone. */
function closedUp(to: string, gone: Wire): string {
  const [next, old] = [parsePin(to), parsePin(gone.to)];
  const after = next.number !== null && old.number !== null && next.number > old.number;
  return after && next.block === old.block && next.pin === old.pin
    ? pinText(next.block, next.pin, next.number! - 1)
    : to;
}

function onEmptyCanvas(event: MouseEvent | TouchEvent): boolean {
  return event.target instanceof Element && !!event.target.closest(".react-flow__pane");
}

const LEAST_PULL = 30; // pixels; a click on a pin, or a slip, is not a wish for a block

function offer(event: MouseEvent | TouchEvent, { fromHandle, from, to }: FinalConnectionState): void {
  if (!fromHandle?.id || fromHandle.id.endsWith(":^") || !from || !to || !onEmptyCanvas(event)) return;
  const { x, y, zoom } = viewport();
  // Both ends of the drag are given on the screen.
  if (Math.hypot(to.x - (from.x * zoom + x), to.y - (from.y * zoom + y)) < LEAST_PULL) return;
  const side = fromHandle.type === "source" ? "out" : "in";
  const rest = fromHandle.id.slice(fromHandle.id.indexOf(":") + 1);
  const known = doc().blocks.has(fromHandle.nodeId);
  if (!known && side === "in" && !isPort(doc(), pathOf(fromHandle.nodeId), rest)) return; // a collapsed sub-page's pin stands for several
  const point = "changedTouches" in event ? event.changedTouches[0] : event;
  const [left, top] = [(to.x - x) / zoom, (to.y - y) / zoom];
  editor.set({
    offer: {
      x: point.clientX,
      y: point.clientY,
      at: [Math.round(left - (side === "in" ? 140 : 0)), Math.round(top - HEADER - 15)],
      pin: known ? `${fromHandle.nodeId}:${rest}` : rest,
      side,
    },
  });
}

function droppedEnds({ fromHandle, toHandle }: FinalConnectionState): Ends | null {
  if (!fromHandle || !toHandle || fromHandle.type === toHandle.type) return null;
  const [out, into]: [Handle, Handle] = fromHandle.type === "source" ? [fromHandle, toHandle] : [toHandle, fromHandle];
  return endsOf({
    source: out.nodeId,
    sourceHandle: out.id ?? null,
    target: into.nodeId,
    targetHandle: into.id ?? null,
  });
}

/** Makes a wire on the page that `base` answers, if the service says that it fits. */
async function makeWire(ends: Ends, base: () => Doc): Promise<void> {
  if (ends.control) {
    if (ends.from === ends.to || !doc().blocks.has(ends.from) || !doc().blocks.has(ends.to)) return;
    return commit(`run ${ends.to} after ${ends.from}`, connectAfter(base(), ends.from, ends.to));
  }
  if (!takesWires(ends)) return toast("Expand the sub-page to connect to a block in it.");
  const { opening } = editor.get();
  const answer = await fits(ends.from, ends.to);
  const gone = [ends.from, ends.to].some((pin) => !doc().blocks.has(blockOf(pin)));
  if (editor.get().opening !== opening || gone) return;
  if (answer.fits) {
    editor.set({ bubble: null });
    const wire = { from: ends.from, to: ends.to };
    commit(`connect ${ends.from} to ${ends.to}`, withVariables(connect(base(), wire), wire));
  } else {
    const { from, to } = ends;
    refuse(ends, answer.reason ?? "", answer.cast ? { wire: { from, to }, dtype: answer.cast, base } : undefined);
    toast(`No wire from ${ends.from} to ${ends.to}: ${answer.reason}`, "error");
  }
}
