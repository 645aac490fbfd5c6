/** What is wrong, as checking and running found it, each thing once. */
import type { Problem } from "./protocol";

export function merged(checked: readonly Problem[], ran: readonly Problem[]): readonly Problem[] {
  if (!ran.length) return checked;
  if (!checked.length) return ran;
  const known = new Set(checked.map(key));
  const more = ran.filter((problem) => !known.has(key(problem)));
  return more.length ? [...checked, ...more] : checked;
}

/** What is wrong with an input or attr of a block, of whose problems the service says which one each is about. */
export function faultAt(problems: readonly Problem[], name: string): string {
  return problems.flatMap((problem) => (problem.pin === name ? [problem.message] : [])).join("; ");
}

/** A problem in the body of a function, by the path that the block has here. */
export function located<P extends Problem>(problem: P): P {
  if (!problem.function) return problem;
  const page = `${problem.function}()`;
  return { ...problem, block: problem.block ? `${page}/${problem.block}` : page };
}

/** A problem of a run as a whole, such as devices that are not there, for each block that its lines name. */
export function blamed<P extends Problem>(problem: P, blocks: ReadonlyMap<string, unknown>): Problem[] {
  const found = new Map<string, Problem>();
  for (const line of [...problem.message.split("\n"), ...problem.notes]) {
    for (const [, node] of line.matchAll(/\bnode '([^']+)'/g)) {
      // A value beside a block is a node of its own, "block/pin".
      const block = blocks.has(node) ? node : node.slice(0, Math.max(0, node.lastIndexOf("/")));
      if (!blocks.has(block) || found.has(block)) continue;
      const { kind } = problem;
      found.set(block, { block, pin: null, kind, message: line.trim().replace(/^\d+\. /, ""), notes: [] });
    }
  }
  return [...found.values()];
}

function key(problem: Problem): string {
  return `${problem.block} ${problem.pin} ${problem.message}`;
}
