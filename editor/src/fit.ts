/** Whether a wire fits, as the service says; asked while it is drawn, and remembered until the page changes. */
import { api, ServiceError } from "./api";
import { toPage, type Doc } from "./doc";
import type { FitAnswer } from "./protocol";
import { doc } from "./state";

let asked: { doc: Doc; answers: Map<string, Promise<FitAnswer>>; known: Map<string, FitAnswer> } | null = null;

/** The answer; a fault of the page itself is no reason to refuse a wire, since a wire may mend it. */
export function fits(from: string, to: string): Promise<FitAnswer> {
  const [here, there] = [functionOf(from), functionOf(to)];
  if (here !== there)
    return Promise.resolve({ fits: false, reason: "a wire cannot lead into a function or out of it" });
  // What flows in a function depends on its callers: the check says what is wrong there.
  if (here) return Promise.resolve({ fits: true });
  const now = doc();
  if (asked?.doc !== now) asked = { doc: now, answers: new Map(), known: new Map() };
  const { answers, known } = asked;
  const key = `${from} ${to}`;
  let answer = answers.get(key);
  if (!answer) {
    const bare = { ...now, wires: now.wires.filter((wire) => wire.to !== to) };
    answer = api.fit(toPage(bare, false), from, to).catch((error: unknown) => {
      if (error instanceof ServiceError) return { fits: false, reason: error.message };
      throw error;
    });
    void answer.then((value) => known.set(key, value));
    answers.set(key, answer);
  }
  return answer;
}

/** The answer if it has come already. */
export function knownFit(from: string, to: string): FitAnswer | undefined {
  return asked?.doc === doc() ? asked.known.get(`${from} ${to}`) : undefined;
}

function functionOf(pin: string): string {
  const cut = pin.indexOf("()/");
  return cut < 0 ? "" : pin.slice(0, cut);
}
