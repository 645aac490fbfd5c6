/** Drawing a wire: the service is asked whether it fits, and a pin that refuses it says why. */
import type { Connection, Edge, FinalConnectionState, Handle, IsValidConnection } from "@xyflow/react";
import { addWire } from "../actions";
import { connectAfter } from "../edits";
import { fits, knownFit } from "../fit";
import { commit, doc, editor, toast } from "../state";
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
  return {
    from: control ? source : full(source, sourceHandle),
    to: control ? target : full(target, targetHandle),
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
  if (!doc().blocks.has(ends.node)) return false;
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

let bubbleTimer = 0;

function refuse(ends: Ends, reason: string): void {
  const { bubble } = editor.get();
  clearTimeout(bubbleTimer);
  bubbleTimer = window.setTimeout(() => editor.set({ bubble: null }), BUBBLE_MS);
  if (bubble?.node === ends.node && bubble.handle === ends.handle && bubble.text === reason) return;
  editor.set({ bubble: { node: ends.node, handle: ends.handle, text: reason } });
}

/** The end of a drag from a pin. */
export async function onConnectEnd(_: unknown, state: FinalConnectionState): Promise<void> {
  const { fromHandle, toHandle } = state;
  if (!fromHandle || !toHandle || fromHandle.type === toHandle.type) return;
  const [out, into]: [Handle, Handle] = fromHandle.type === "source" ? [fromHandle, toHandle] : [toHandle, fromHandle];
  const ends = endsOf({
    source: out.nodeId,
    sourceHandle: out.id ?? null,
    target: into.nodeId,
    targetHandle: into.id ?? null,
  });
  if (!ends) return;
  if (ends.control) {
    if (ends.from === ends.to || !doc().blocks.has(ends.from) || !doc().blocks.has(ends.to)) return;
    return commit(`run ${ends.to} after ${ends.from}`, connectAfter(doc(), ends.from, ends.to));
  }
  if (!doc().blocks.has(ends.node)) return toast("Expand the sub-page to connect to a block in it.");
  const answer = await fits(ends.from, ends.to);
  if (answer.fits) {
    editor.set({ bubble: null });
    addWire(ends.from, ends.to);
  } else {
    refuse(ends, answer.reason ?? "");
    toast(`No wire from ${ends.from} to ${ends.to}: ${answer.reason}`, "error");
  }
}
