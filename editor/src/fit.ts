/** Whether a wire fits, as the service says; asked while it is drawn, and remembered until the page changes. */
import { api, ServiceError } from "./api";
import { toPage, type Doc } from "./doc";
import { connect } from "./edits";
import { settled } from "./literals";
import { bodyOf } from "./pins";
import { isObject, type JsonObject } from "./json";
import type { FitAnswer } from "./protocol";
import { doc, editor } from "./state";

let asked: { doc: Doc; answers: Map<string, Promise<FitAnswer>>; known: Map<string, FitAnswer> } | null = null;

/** The answer for the page as it is now. */
export function fits(from: string, to: string): Promise<FitAnswer> {
  const now = doc();
  if (asked?.doc !== now) asked = { doc: now, answers: new Map(), known: new Map() };
  const { answers, known } = asked;
  const key = `${from} ${to}`;
  let answer = answers.get(key);
  if (!answer) {
    answer = fitOn(now, from, to);
    void answer.then((value) => known.set(key, value));
    answers.set(key, answer);
  }
  return answer;
}

/** The answer for some page; a fault of the page itself is no reason to refuse a wire, since a wire may mend it. */
export async function fitOn(page: Doc, from: string, to: string): Promise<FitAnswer> {
  const [here, there] = [bodyOf(from), bodyOf(to)];
  if (here !== there) return { fits: false, reason: "a wire cannot lead into a function or out of it" };
  const joined = settled(page, connect(page, { from, to }), editor.get().ops);
  const bare = { ...joined, wires: joined.wires.filter((wire) => wire.to !== to) };
  const own = (pin: string) => (here ? pin.slice(here.length + 1) : pin);
  try {
    return await api.fit(asPage(toPage(bare, false), here.slice(0, -2)), own(from), own(to));
  } catch (error) {
    if (error instanceof ServiceError) return { fits: false, reason: error.message };
    throw error;
  }
}

/** The answer if it has come already. */
export function knownFit(from: string, to: string): FitAnswer | undefined {
  return asked?.doc === doc() ? asked.known.get(`${from} ${to}`) : undefined;
}

/**
 * The body of a function as a page of its own, which it is but for its name: its arguments are placeholders, whose
 * dtypes and shapes count as they stand there.
 */
function asPage(page: JsonObject, name: string): JsonObject {
  const functions = isObject(page.functions) ? page.functions : {};
  const body = functions[name];
  if (!name || !isObject(body)) return page;
  const { blocks, wires, pages } = body;
  const { [name]: _, ...others } = functions;
  const parts = Object.entries({ blocks, wires, pages, functions: others }).filter(([, part]) => part !== undefined);
  return { graphops_page: 1, ...Object.fromEntries(parts) } as JsonObject;
}
