/** What single numbers were, step by step, such as the loss while something is trained. */
import type { Summary } from "./protocol";

const MOST = 400; // numbers of one output; of more, each second one is kept
type History = readonly (number | null)[];

/** Histories as JSON has them. */
export interface Past {
  before: [string, History][];
  latest: [string, History][];
}

/** A run of several steps tells its history itself; this joins those of runs that go on from one another. */
export class Histories {
  private before = new Map<string, History>(); // at the end of the run before
  private latest = new Map<string, History>();

  clear(): void {
    this.before.clear();
    this.latest.clear();
  }

  /** What `restore` takes. */
  entries(): Past {
    return { before: [...this.before], latest: [...this.latest] };
  }

  restore(past: Past): void {
    this.before = new Map(past.before);
    this.latest = new Map(past.latest);
  }

  /** The next run goes on from the one before. */
  goOn(): void {
    this.before = new Map(this.latest);
  }

  /** The results of a block, each that is one number with those before it. */
  added(block: string, pins: Readonly<Record<string, Summary>>): Readonly<Record<string, Summary>> {
    const found = Object.entries(pins).map(([key, summary]): [string, Summary] => {
      const value = summary.first?.[0];
      if (summary.count !== 1 || !/float|half/.test(summary.dtype)) return [key, summary];
      const name = `${block}:${key}`;
      let list = [...(this.before.get(name) ?? []), ...(summary.history ?? [typeof value === "number" ? value : null])];
      if (list.length > MOST) list = list.filter((_, index) => index % 2 === (list.length - 1) % 2);
      this.latest.set(name, list);
      return [key, list.length > 1 ? { ...summary, history: list } : summary];
    });
    return Object.fromEntries(found);
  }
}
