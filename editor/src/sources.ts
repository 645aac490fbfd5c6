/** The pins that a wire may come from, for those who connect by name. */
import type { Doc } from "./doc";
import { opOf } from "./ops";
import { pinText } from "./pins";
import type { NodeInfo, OpInfo } from "./protocol";

const MOST = 400; // blocks

/** Every output of other blocks; those of blocks with a problem are marked, since a wire may be what mends them. */
export function sourcesFor(
  doc: Doc,
  ops: ReadonlyMap<string, OpInfo>,
  nodes: Readonly<Record<string, NodeInfo>>,
  path: string,
): { value: string; label: string }[] {
  const found: { value: string; label: string }[] = [];
  let blocks = 0;
  for (const block of doc.blocks.keys()) {
    if (block === path) continue;
    if (++blocks > MOST) break;
    const node = nodes[block];
    const pins = node
      ? node.outputs.map((pin) => pinText(block, pin.pin, pin.number))
      : opOf(ops, doc, block).outputs.map((arg) => pinText(block, arg.name, arg.list ? 0 : null));
    for (const value of pins) found.push({ value, label: node ? "" : "has a problem" });
  }
  return found;
}
