/** Finding blocks of the page: by name, op, attrs, the kernel that computed them, or what is wrong with them. */
import { foldOf } from "./fold";
import { keyOfPage, nameOf } from "./pins";
import { merged } from "./problems";
import { matches } from "./search";
import { docOf, type EditorState } from "./state";

export interface Found {
  key: string; // of a block, or of a sub-page with that name
  op: string; // "" for a sub-page
  why: string; // a kernel or a problem with the words in it; "" if the block itself has them
}

type FindState = Pick<EditorState, "history" | "check" | "runs" | "runProblems">;

/** What has all of the words: those whose own name has them first, in the order of the page. */
export function find(state: FindState, search: string): Found[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const doc = docOf(state as EditorState);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const [named, others]: [Found[], Found[]] = [[], []];
  for (const [path, block] of doc.blocks) {
    if (matches(search, path, block)) {
      (has(nameOf(path)) || has(block.op) ? named : others).push({ key: path, op: block.op, why: "" });
      continue;
    }
    const kernel = state.runs.get(path)?.kernel ?? state.check.nodes[path]?.kernel ?? "";
    const problems = merged(state.check.byBlock.get(path) ?? [], state.runProblems.get(path) ?? []);
    const problem = problems.find(({ kind, message }) => has(`problem ${kind} ${message}`));
    if (problem) others.push({ key: path, op: block.op, why: problem.message });
    else if (has(`${path} ${block.op} kernel ${kernel}`)) others.push({ key: path, op: block.op, why: kernel });
  }
  const { empty, single } = foldOf(doc);
  for (const path of doc.pages.keys()) {
    if (!empty.has(path) && !single.has(path) && has(nameOf(path)))
      named.push({ key: keyOfPage(path), op: "", why: "" });
  }
  return [...named, ...others];
}
