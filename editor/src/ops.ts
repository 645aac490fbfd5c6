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

const documented = new WeakMap<OpInfo, ReadonlyMap<string, string>>();

/** What the documentation says of each input, output and attr: its lines that begin with "name: " or "a, b: ". */
export function docsOf(op: OpInfo): ReadonlyMap<string, string> {
  let found = documented.get(op);
  if (!found) documented.set(op, (found = readDocs(op)));
  return found;
}

function readDocs(op: OpInfo): Map<string, string> {
  const names = new Set([...op.inputs, ...op.outputs, ...op.attrs].map(({ name }) => name));
  const found = new Map<string, string>();
  let open: readonly string[] = []; // what the line before was about
  for (const line of op.doc
    .split("\n")
    .slice(1)
    .map((text) => text.trim())) {
    const match = /^([A-Za-z]\w*(?:(?:, | and )[A-Za-z]\w*)*): (.*)$/.exec(line);
    const listed = match?.[1].split(/, | and /) ?? [];
    if (match && listed.every((name) => names.has(name))) {
      open = listed;
      for (const name of listed) found.set(name, match[2]);
    } else if (!line) open = [];
    else for (const name of open) found.set(name, `${found.get(name)} ${line}`);
  }
  return found;
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
