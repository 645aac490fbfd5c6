/** Wires that the editor draws for a block: between the ends of a wire, or from the block that is selected. */
import { addBlock, connect } from "./edits";
import type { Doc, Point, Wire } from "./doc";
import { fitOn } from "./fit";
import { dtypesAt, takers } from "./offer";
import { opOf } from "./ops";
import { blockOf, pinText } from "./pins";
import type { OpInfo } from "./protocol";
import { announce, commit, doc, editor, sealStep, toast } from "./state";
import { wireId, wiresInto, wiresOutOf } from "./wires";

const MOST_TRIES = 12; // requests to the service about one block

/** The page with a block of it between the ends of a wire; or why that does not fit. */
export async function between(page: Doc, wire: Wire, block: string, op: OpInfo): Promise<Doc | string> {
  const state = editor.get();
  const bare = { ...page, wires: page.wires.filter((other) => wireId(other) !== wireId(wire)) };
  const given = page.blocks.get(block)?.inputs ?? {};
  const into = takers(op, "out", dtypesAt(state, { pin: wire.from, side: "out" })).filter(
    ({ name }) => given[name] === undefined,
  );
  let reason = `${op.name} has no input for ${wire.from}`;
  for (const input of into.slice(0, MOST_TRIES)) {
    const to = pinText(block, input.name, input.list ? 0 : null);
    const answer = await fitOn(bare, wire.from, to);
    if (!answer.fits) {
      reason = answer.reason ?? reason;
      continue;
    }
    const entered = connect(bare, { from: wire.from, to });
    reason = `${op.name} has no output for ${wire.to}`;
    for (const output of takers(op, "in", dtypesAt(state, { pin: wire.to, side: "in" })).slice(0, MOST_TRIES)) {
      const from = pinText(block, output.name, output.list ? 0 : null);
      const found = await fitOn(entered, from, wire.to);
      if (found.fits) return connect(entered, { from, to: wire.to });
      reason = found.reason ?? reason;
    }
    return reason;
  }
  return reason;
}

/** The only wire that is selected; null if it is none that carries values. */
export function selectedWire(): Wire | null {
  const { wires, selection } = editor.get();
  const [only, ...others] = wires;
  if (!only || others.length || selection.size) return null;
  return doc().wires.find((wire) => wireId(wire) === only) ?? null;
}

/** Puts a block that has no wires between the ends of one, if it fits; part of the step that moved it there. */
export async function insertMoved(block: string, wire: Wire, group: string): Promise<void> {
  const before = doc();
  if (wiresInto(before, block).length || wiresOutOf(before, block).length) return;
  const { ops, check } = editor.get();
  const next = await between(before, wire, block, opOf(ops, before, block, check.nodes[block]));
  if (doc() !== before) return;
  if (typeof next === "string") return toast(`Not put on the wire: ${next}`);
  commit("insert on a wire", next, group);
  sealStep();
  announce(`${block} is on the wire from ${wire.from} to ${wire.to}`);
}

/** The page with a new block at a place and between the ends of a wire, if it fits; else beside it, and why. */
export async function insertNew(
  page: Doc,
  path: string,
  op: OpInfo,
  wire: Wire,
  at: Point,
): Promise<{ next: Doc; reason: string }> {
  const added = addBlock(page, path, op.name, {}, at);
  const next = await between(added, wire, path, op);
  return typeof next === "string" ? { next: added, reason: next } : { next, reason: "" };
}

/** Wires the first fitting output of one block to the first fitting input of a new one, in the new one's step. */
export async function autoWire(source: string, block: string, group: string): Promise<void> {
  const state = editor.get();
  const before = doc();
  const outer = opOf(state.ops, before, source, state.check.nodes[source]);
  const op = opOf(state.ops, before, block);
  let tries = 0;
  for (const output of outer.outputs) {
    const from = pinText(source, output.name, output.list ? 0 : null);
    for (const input of takers(op, "out", dtypesAt(state, { pin: from, side: "out" }))) {
      const to = pinText(block, input.name, input.list ? 0 : null);
      if (++tries > MOST_TRIES) return;
      if (!(await fitOn(before, from, to)).fits) continue;
      const free = doc().blocks.has(blockOf(from)) && doc().blocks.has(block) && !wiresInto(doc(), block).length;
      if (editor.get().opening !== state.opening || !free) return;
      commit(`connect ${from} to ${to}`, connect(doc(), { from, to }), doc() === before ? group : "");
      sealStep();
      announce(`Connected ${from} to ${to}`);
      return;
    }
  }
}
