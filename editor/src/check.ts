/** Asking the service what is wrong: after each edit, one request at a time, the last state last. */
import { api, ServiceError } from "./api";
import { isAway } from "./connection";
import { toPage, type Doc } from "./doc";
import { located } from "./problems";
import type { NodeInfo, Problem } from "./protocol";
import { sameRecipe } from "./stale";
import { doc, editor } from "./state";
import { fitOnceMore } from "./viewport";

const QUIET_MS = 150;

let timer = 0;
let busy = false;
let checked: Doc | null = null;

/** Whether the answer is the same: it does not depend on where blocks stand. */
function sameGraph(one: Doc | null, other: Doc): boolean {
  return one !== null && sameRecipe(one, other) && one.fetches === other.fetches && one.steps === other.steps;
}

export function watchForChecks(): void {
  editor.subscribe(schedule);
  schedule();
}

function schedule(): void {
  if (sameGraph(checked, doc()) || isAway()) return;
  clearTimeout(timer);
  if (!busy && !editor.get().typing) timer = window.setTimeout(() => void run(), QUIET_MS);
}

/** Asks again even though nothing has changed, such as when the service came back. */
export function checkAgain(): void {
  checked = null;
  schedule();
}

/** An answer about a page that was closed meanwhile: nothing is known of the one that is there now. */
function forget(): void {
  checked = null;
}

async function run(): Promise<void> {
  const asked = doc();
  const { opening } = editor.get();
  busy = true;
  checked = asked;
  editor.set((state) => ({ check: { ...state.check, busy: true } }));
  try {
    const answer = await api.check(toPage(asked, false));
    if (editor.get().opening !== opening) return forget();
    const problems = answer.problems.map(located);
    editor.set((state) => ({
      online: true,
      muted: new Map(Object.entries(answer.muted ?? {})),
      check: {
        nodes: shared(state.check.nodes, answer.nodes),
        problems,
        byBlock: byBlock(problems),
        skipped: new Set(answer.skipped),
        busy: false,
        failed: "",
      },
    }));
    requestAnimationFrame(fitOnceMore);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (editor.get().opening !== opening) return forget();
    const problem: Problem = {
      block: error.block,
      pin: error.pin,
      kind: error.kind,
      message: error.message,
      notes: [...error.notes],
    };
    const problems = error.status ? [problem] : [];
    editor.set((state) => ({
      online: error.status !== 0,
      check: { ...state.check, problems, byBlock: byBlock(problems), busy: false, failed: error.message },
    }));
  } finally {
    busy = false;
    schedule();
  }
}

/** The new nodes, with the old object for each that says the same, so that blocks need not be drawn again. */
function shared(old: Readonly<Record<string, NodeInfo>>, found: Record<string, NodeInfo>): Record<string, NodeInfo> {
  for (const [path, node] of Object.entries(found)) {
    const before = old[path];
    if (before && JSON.stringify(before) === JSON.stringify(node)) found[path] = before;
  }
  return found;
}

export function byBlock(problems: readonly Problem[]): Map<string, Problem[]> {
  const found = new Map<string, Problem[]>();
  for (const problem of problems) {
    if (!problem.block) continue;
    const list = found.get(problem.block);
    if (list) list.push(problem);
    else found.set(problem.block, [problem]);
  }
  return found;
}
