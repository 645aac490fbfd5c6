/** The older text of attrs, before it becomes attrs by name: its names are checked, its values by the service. */
import { attrsByName } from "./edits";
import { partsOf } from "./oldParts";
import type { OpInfo } from "./protocol";

/** What is wrong with the text; "" if nothing is. */
export function attrsProblem(text: string, op: OpInfo): string {
  const names = op.attrs.filter((attr) => !attr.inferred).map((attr) => attr.name);
  const given = new Set<string>();
  for (const part of partsOf(text)) {
    if (!part.includes("=")) return `write 'name = value;', not '${part.trim()}'`;
    const name = part.slice(0, part.indexOf("=")).trim().replace(/_$/, "");
    if (given.has(name)) return `'${name}' must be given once`;
    given.add(name);
  }
  for (const name of Object.keys(attrsByName(text))) {
    if (!names.includes(name)) {
      const near = nearest(name, names);
      return `'${name}' is no attr of ${op.name}${near ? `; did you mean '${near}'?` : ""} It has ${names.join(", ") || "none"}.`;
    }
  }
  return "";
}

/** The name that differs in the fewest letters, if that is few. */
export function nearest(name: string, names: readonly string[]): string {
  let best = "";
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const other of names) {
    const count = distance(name.toLowerCase(), other.toLowerCase());
    if (count < least) [best, least] = [other, count];
  }
  return best;
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[other.length];
}
