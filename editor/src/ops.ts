/** What is known of an op; of ops that are not registered, what their wires tell. */
import type { Doc } from "./doc";
import { parsePin } from "./pins";
import type { ArgInfo, NodeInfo, OpInfo } from "./protocol";
import { wiresInto, wiresOutOf } from "./wires";

export function opOf(ops: ReadonlyMap<string, OpInfo>, doc: Doc, path: string, node?: NodeInfo): OpInfo {
  const name = doc.blocks.get(path)?.op ?? "";
  return ops.get(name) ?? guessed(name, doc, path, node);
}

function guessed(name: string, doc: Doc, path: string, node?: NodeInfo): OpInfo {
  const inputs = new Map<string, boolean>();
  const outputs = new Map<string, boolean>();
  for (const item of node?.inputs ?? []) inputs.set(item.pin, item.number !== null);
  for (const item of node?.outputs ?? []) outputs.set(item.pin, item.number !== null);
  for (const wire of wiresInto(doc, path)) note(inputs, wire.to);
  for (const wire of wiresOutOf(doc, path)) note(outputs, wire.from);
  return {
    name,
    family: "",
    package: "",
    doc: "",
    stateful: false,
    inputs: args(inputs),
    outputs: args(outputs),
    attrs: [],
  };
}

function note(pins: Map<string, boolean>, text: string): void {
  const { pin, number } = parsePin(text);
  pins.set(pin, (pins.get(pin) ?? false) || number !== null);
}

function args(pins: Map<string, boolean>): ArgInfo[] {
  return [...pins].map(([name, list]) => ({ name, type: "", list, dtypes: null }));
}

/** The first sentence of an op's documentation. */
export function summaryOf(op: OpInfo): string {
  return op.doc.split("\n")[0];
}

/** Each dtype that some op names. */
export function dtypesOf(ops: readonly OpInfo[]): string[] {
  const found = new Set<string>();
  for (const op of ops) {
    for (const arg of [...op.inputs, ...op.outputs]) for (const name of arg.dtypes ?? []) found.add(name);
    for (const attr of op.attrs)
      if (attr.type === "type") for (const name of attr.allowed ?? []) found.add(String(name));
  }
  return [...found].filter((name) => !name.endsWith("_ref")).sort();
}
