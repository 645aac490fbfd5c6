/** Muted and bypassed blocks: marks of the page, which the service heeds wherever it builds one. */
import { api, ServiceError } from "./api";
import { toPage, type Doc } from "./doc";
import { changeBlock } from "./edits";
import { isPageKey, isWithin, pathOf } from "./pins";
import { commit, doc, editor, toast } from "./state";
import { counted } from "./words";

export type Mode = "muted" | "bypassed";

/** The blocks of a selection, those within its sub-pages too. */
export function blocksOf(page: Doc, keys: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const key of keys) {
    if (!isPageKey(key)) found.add(key);
    else for (const path of page.blocks.keys()) if (isWithin(path, pathOf(key))) found.add(path);
  }
  return [...found].filter((path) => page.blocks.has(path));
}

/** Gives blocks a mode; blocks that all have it run again. */
export function withMode(page: Doc, paths: readonly string[], mode: Mode): Doc {
  const next = paths.every((path) => page.blocks.get(path)?.mode === mode) ? "" : mode;
  return paths.reduce((now, path) => changeBlock(now, path, { mode: next }), page);
}

/** Mutes or bypasses the selected blocks, or lets them run again. */
export async function toggleMode(mode: Mode): Promise<void> {
  const { mode: window, selection, opening } = editor.get();
  const paths = blocksOf(doc(), selection);
  if (window === "viewer" || !paths.length) return;
  const before = doc();
  const next = withMode(before, paths, mode);
  const runsAgain = next.blocks.get(paths[0])!.mode === "";
  if (mode === "bypassed" && !runsAgain) {
    const reason = await refusal(next, paths);
    if (editor.get().opening !== opening || doc() !== before) return;
    if (reason) return toast(reason, "error");
  }
  commit(`${runsAgain ? "run" : mode === "muted" ? "mute" : "bypass"} ${counted(paths.length, "block")}`, next);
}

/** Why the service would not bypass one of the blocks; "" if it would. */
async function refusal(page: Doc, paths: readonly string[]): Promise<string> {
  try {
    const { problems } = await api.check(toPage(page, false));
    const found = problems.find(
      ({ block, function: name, message }) =>
        paths.includes(name ? `${name}()/${block}` : (block ?? "")) && message.startsWith("a bypassed block"),
    );
    return found ? `Not bypassed: ${found.message}` : "";
  } catch (error) {
    if (error instanceof ServiceError) return ""; // the check that follows the edit tells of it
    throw error;
  }
}
