/** What is wrong, as checking and running found it, each thing once. */
import type { Problem } from "./protocol";

export function merged(checked: readonly Problem[], ran: readonly Problem[]): readonly Problem[] {
  if (!ran.length) return checked;
  if (!checked.length) return ran;
  const known = new Set(checked.map(key));
  const more = ran.filter((problem) => !known.has(key(problem)));
  return more.length ? [...checked, ...more] : checked;
}

/** A problem in the body of a function, by the path that the block has here. */
export function located<P extends Problem>(problem: P): P {
  if (!problem.function) return problem;
  const page = `${problem.function}()`;
  return { ...problem, block: problem.block ? `${page}/${problem.block}` : page };
}

function key(problem: Problem): string {
  return `${problem.block} ${problem.pin} ${problem.message}`;
}
