/** What people do with functions: make one of the selection, and put one in the place of its call. */
import { selectedKeys } from "./actions";
import { functionFault, makeFunction } from "./functions";
import { inline, inlineFault } from "./inline";
import { announce, commit, doc, editor, select, toast } from "./state";

export function functionOfSelection(): void {
  const { mode, ops, check } = editor.get();
  if (mode === "viewer") return;
  const keys = selectedKeys();
  const fault = functionFault(doc(), keys, ops, check.nodes);
  if (fault) return toast(fault);
  const made = makeFunction(doc(), keys, ops, check.nodes);
  commit("make a function", made.doc);
  select([made.call]);
  announce(`Made the function ${made.page}, which ${made.call} calls`);
}

export function inlineSelection(): void {
  const { mode, ops } = editor.get();
  if (mode === "viewer") return;
  const [path, ...more] = selectedKeys();
  const fault = more.length ? "select one call of a function" : inlineFault(doc(), path ?? "", ops);
  if (fault) return toast(fault);
  const made = inline(doc(), path, ops);
  commit("put a function in place of its call", made.doc);
  select(made.keys);
}
