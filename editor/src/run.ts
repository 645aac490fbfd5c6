/** Running the page: messages of the service become states of blocks. */
import { ServiceError } from "./api";
import { byBlock } from "./check";
import { connected, listen } from "./connection";
import { fromPage, toPage, type Doc } from "./doc";
import { bodyOf } from "./pins";
import { Histories, type Past } from "./histories";
import type { JsonObject } from "./json";
import { blamed, located } from "./problems";
import type { Problem, RunMessage, SessionMessage, ValueView } from "./protocol";
import { changedSince, neededFor, sameRecipe } from "./stale";
import { notRunText } from "./words";
import { announce, doc, editor, NO_RUN, toast, type BlockRun, type RunState } from "./state";

const MOST_QUEUED = 5000; // messages
const HIDDEN_MS = 250;

type Value = Extract<RunMessage, { type: "value" }>;
type Answer = Value | Extract<RunMessage, { type: "saved" | "loaded" }>;

let count = 0;
let kept = false; // whether the service keeps a session for further steps
const waiting = new Map<string, { resolve(answer: Answer): void; reject(error: Error): void }>();
let queue: RunMessage[] = [];
let frame = 0;
let later = 0; // a timer
let asked: Doc | null = null; // the page of the run under way, or of the last one
let askedIn: object | null = null; // the opening of that page
let current = ""; // the id of the run that the service has not ended
let begun = ""; // the id of the run that the service has taken up
let left: { id: string; over(): void; promise: Promise<void> } | null = null; // a run of a page that was closed
const origins = new Map<string, Doc>(); // the page that each block's result is of
const histories = new Histories();

/** What was asked of the connection gets no answer; a run may go on without it. */
function lost(): void {
  for (const { reject } of waiting.values()) reject(new Error("the connection to the service ended"));
  waiting.clear();
  if (editor.get().stranger) ended();
}

/** The run under way, and the variables of the steps before, are gone. */
function ended(): void {
  kept = false;
  current = "";
  left?.over();
  const { run } = editor.get();
  if (!run.running) return;
  const runs = new Map(editor.get().runs);
  settle(runs);
  editor.set({ run: { ...run, running: false, stepping: false, status: "died" }, runs });
  toast("The connection to the service ended during the run.", "error");
}

/** The connection is there, for the first time or again: what was told of the run meanwhile. */
function greeted({ resumed, run: under, told }: SessionMessage): void {
  if (!resumed) return ended();
  if (!editor.get().run.running) return; // nothing has happened since
  queue.push(...told);
  apply();
  const { run } = editor.get();
  if (run.running && under !== run.id) ended();
}

listen({ hear: receive, greeted, lost });

/** What a window has to keep of its runs to go on after it is loaded again. */
export interface RunMemory {
  run: RunState;
  runs: [string, BlockRun][];
  problems: [string, readonly Problem[]][];
  page: JsonObject | null; // of the run, if it is another one by now
  histories: Past;
  count: number;
  kept: boolean;
  begun: boolean;
}

export function runMemory(): RunMemory | null {
  apply();
  const { run, runs, runProblems } = editor.get();
  if (!run.id) return null;
  return {
    run,
    runs: [...runs],
    problems: [...runProblems],
    page: asked && !isSamePage(doc()) ? toPage(asked, false) : null,
    histories: histories.entries(),
    count,
    kept,
    begun: begun === run.id,
  };
}

/** Goes on from what `runMemory` gave. The page is open already; its run may be over when the service is asked. */
export function remember(memory: RunMemory): void {
  const { run } = memory;
  ({ count, kept } = memory);
  asked = memory.page ? fromPage(memory.page) : doc();
  askedIn = editor.get().opening;
  current = run.running ? run.id : "";
  begun = memory.begun ? run.id : "";
  histories.restore(memory.histories);
  // The pages that stale results are of are not kept: they stay stale until they are computed again.
  for (const [path, { status }] of memory.runs) if (status === "done") origins.set(path, doc());
  editor.set({ run, runs: new Map(memory.runs), runProblems: new Map(memory.problems) });
}

async function send(message: JsonObject): Promise<void> {
  try {
    (await connected()).send(JSON.stringify(message));
  } catch (error) {
    const runs = new Map(editor.get().runs);
    settle(runs);
    editor.set((state) => ({ run: { ...state.run, running: false }, runs }));
    toast(error instanceof Error ? error.message : String(error), "error");
  }
}

export function runAll(): Promise<void> {
  return start("run");
}

/** One step of the page; variables keep their values for the next one. */
export function step(): Promise<void> {
  return start("step");
}

/** A block and what leads to it, once, with variables as they are in the beginning. */
export function runTo(path: string): Promise<void> {
  return start("run", path);
}

async function start(type: "run" | "step", only = ""): Promise<void> {
  while (left) await left.promise;
  const { run, mode, check } = editor.get();
  if (run.running || mode === "viewer") return;
  const now = doc();
  if (!now.blocks.size) return toast("There is nothing to run: the page has no blocks.");
  if (check.problems.length) announce(`The page has ${check.problems.length} problems`);
  const id = `r${++count}`;
  const going = new Map(editor.get().runs);
  const wanted = only ? neededFor(now, only) : [...now.blocks.keys()].filter((path) => !bodyOf(path));
  for (const path of wanted) {
    const old = going.get(path) ?? { seconds: null, kernel: null, pins: {} };
    going.set(path, { ...old, status: "queued" });
  }
  forgive(going, new Map());
  const total = [...wanted].length;
  const goesOn = type === "step" && kept && isSamePage(now);
  if (goesOn) histories.goOn();
  else histories.clear();
  const forgets = kept && !goesOn; // the page may have been opened once more since
  asked = now;
  askedIn = editor.get().opening;
  current = id;
  editor.set({
    notice: "",
    run: {
      ...NO_RUN,
      id,
      running: true,
      total,
      stepping: type === "step",
      before: goesOn ? run.step : 0,
      steps: type === "step" || only ? 1 : now.steps,
    },
    runs: going,
    runProblems: new Map(),
  });
  kept = type === "step";
  if (forgets) await send({ type: "reset" });
  await send({
    type,
    id,
    page: toPage(now, false),
    fetches: only ? [only] : null,
    all: !only,
    steps: type === "step" || only ? 1 : null,
    feeds: {},
  });
}

/** Whether the service has the variables of the steps before: of the same page, and unchanged. */
function isSamePage(now: Doc): boolean {
  if (!asked || askedIn !== editor.get().opening) return false;
  return asked === now || JSON.stringify(toPage(asked, false)) === JSON.stringify(toPage(now, false));
}

export function stop(): Promise<void> {
  const { run } = editor.get();
  return run.running ? send({ type: "stop", id: run.id }) : Promise.resolve();
}

/** Forgets the variables of the steps so far. */
export async function reset(): Promise<void> {
  kept = false;
  await send({ type: "reset" });
  origins.clear();
  histories.clear();
  editor.set({ run: NO_RUN, runs: new Map(), runProblems: new Map() });
  toast("Variables and results are forgotten.");
}

/** Sends a message that is answered by one message. */
async function ask(id: string, message: JsonObject): Promise<Answer> {
  const open = await connected();
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    open.send(JSON.stringify({ id, ...message }));
  });
}

/** Part of a block's value from the last run. */
export async function value(pin: string, view: ValueView): Promise<Value> {
  try {
    return (await ask(`v${++count}`, { type: "value", pin, view })) as Value;
  } catch (error) {
    const gone = error instanceof ServiceError && error.kind === "NotFoundError";
    throw gone ? new Error("These values are not kept: run to see them.") : error;
  }
}

/** Writes the variables of the steps so far into a file; how many they are. */
export async function saveVariables(name: string, overwrite: boolean): Promise<number> {
  const answer = await ask(`c${++count}`, { type: "save", name, overwrite });
  return answer.type === "saved" ? answer.variables : 0;
}

/** Gives the variables of the page the values of a file, for the next steps; how many they are. */
export async function loadVariables(name: string): Promise<number> {
  const now = doc();
  const id = `c${++count}`;
  const { opening } = editor.get();
  const answer = await ask(id, { type: "load", page: toPage(now, false), name });
  if (editor.get().opening !== opening || answer.type !== "loaded") return 0;
  [asked, askedIn, kept] = [now, opening, true];
  histories.clear();
  editor.set({ run: { ...NO_RUN, id, stepping: true, status: "loaded" }, runProblems: new Map() });
  return answer.variables;
}

function receive(message: RunMessage): void {
  if (message.type === "notice") return editor.set({ notice: message.text });
  const answered = message.type === "value" || message.type === "saved" || message.type === "loaded";
  if (answered || (message.type === "problem" && waiting.has(message.id))) {
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "problem") asked?.reject(new ServiceError(message.message, 400, message.kind, message.notes));
    else asked?.resolve(message);
    return;
  }
  // A page of thousands of blocks sends thousands of results: the screen takes them up once a frame.
  queue.push(message);
  if (queue.length > MOST_QUEUED) apply();
  else if (document.hidden)
    later ||= window.setTimeout(apply, HIDDEN_MS); // a hidden window has no frames
  else if (!frame) frame = requestAnimationFrame(apply);
}

function apply(): void {
  cancelAnimationFrame(frame);
  clearTimeout(later);
  frame = later = 0;
  const messages = queue;
  queue = [];
  const state = editor.get();
  const runs = new Map(state.runs);
  let run = state.run;
  let results = 0;
  const problems: Problem[] = [...state.runProblems.values()].flat();
  for (const message of messages) {
    if (message.type === "finished") {
      if (message.id === current) current = "";
      if (message.id === left?.id) left.over();
    }
    if (!("id" in message) || message.id !== run.id) {
      if (message.type === "problem") toast(message.message, "error", message.notes);
      continue;
    }
    switch (message.type) {
      case "started":
        begun = message.id;
        break;
      case "phase":
        run = { ...run, phase: message.phase };
        announce(`Run: ${message.phase}`);
        break;
      case "progress":
        mark(runs, run.block, "running", "done");
        mark(runs, message.block, null, "running");
        run = { ...run, ...pick(message), step: run.before + message.step };
        break;
      case "result":
        runs.set(message.block, {
          status: "done",
          seconds: message.seconds,
          kernel: message.kernel,
          pins: histories.added(message.block, message.pins),
        });
        if (asked) origins.set(message.block, asked);
        results++;
        break;
      case "not_run":
        run = { ...run, notRun: message.blocks };
        break;
      case "problem": {
        const problem = located(message);
        const parts = problem.block ? [problem] : blamed(problem, asked?.blocks ?? new Map());
        if (!problem.block) run = { ...run, fault: problem };
        for (const part of parts) mark(runs, part.block!, null, "error");
        problems.push(...parts);
        if (begun === run.id || problem.kind === "UnavailableError") break; // a process that died is told of too
        // Refused: there will be no end of what has not begun.
        current = "";
        run = { ...run, running: false, status: "failed" };
        settle(runs);
        announceEnd("failed", problem, run.notRun);
        break;
      }
      case "finished": {
        const { seconds, status } = message;
        run = { ...run, running: false, block: "", seconds, status, done: status === "done" ? run.total : run.done };
        if (status === "died") kept = false;
        settle(runs);
        announceEnd(status, run.fault ?? problems[0], run.notRun);
      }
    }
  }
  if (run.running && run.done < results) run = { ...run, done: Math.min(run.total, results) };
  markStale(runs);
  editor.set({ runs, run, runProblems: byBlock(problems) });
}

function pick(message: Extract<RunMessage, { type: "progress" }>) {
  const { done, total, block, steps } = message;
  return { done, total, block, steps };
}

function mark(
  runs: Map<string, BlockRun>,
  path: string,
  from: BlockRun["status"] | null,
  to: BlockRun["status"],
): void {
  const item = runs.get(path);
  if (item && (from === null || item.status === from)) runs.set(path, { ...item, status: to });
}

const NOTICE_MS = 3000; // that a notice stays after the run

function announceEnd(status: string, first: Problem | undefined, notRun: RunState["notRun"]): void {
  const left = notRunText(notRun);
  announce(left ? `Run ${status}. ${left}` : `Run ${status}`);
  const { notice } = editor.get();
  if (notice) setTimeout(() => editor.get().notice === notice && editor.set({ notice: "" }), NOTICE_MS);
  if (status === "failed" || status === "died") {
    toast(
      first?.message ?? `The run ${status === "died" ? "ended with its process" : "failed"}.`,
      "error",
      first?.notes ?? [],
    );
  } else if (status === "stopped") toast("Run stopped.");
}

/** What a run that is over has not come to: an older result is shown as before, if there is one. */
function settle(runs: Map<string, BlockRun>): void {
  for (const [path, item] of runs) {
    if (item.status !== "queued" && item.status !== "running") continue;
    runs.set(path, { ...item, status: origins.has(path) ? "done" : "idle" });
  }
  markStale(runs);
}

/** Marks the results that are not those of the page as it is now; whether any mark has changed. */
function markStale(runs: Map<string, BlockRun>): boolean {
  const now = doc();
  const changes = new Map<Doc, ReadonlySet<string>>(); // runs of parts leave results of several pages
  let changed = false;
  for (const [path, item] of runs) {
    const then = origins.get(path);
    if (!then || (item.status !== "done" && item.status !== "stale")) continue;
    let found = changes.get(then);
    if (!found) changes.set(then, (found = changedSince(then, now)));
    const status = found.has(path) ? "stale" : "done";
    if (status === item.status) continue;
    runs.set(path, { ...item, status });
    changed = true;
  }
  return changed;
}

/** Takes the mark of an error from the blocks that have none any more. */
function forgive(runs: Map<string, BlockRun>, still: ReadonlyMap<string, unknown>): void {
  for (const [path, item] of runs) {
    if (item.status === "error" && !still.has(path))
      runs.set(path, { ...item, status: origins.has(path) ? "done" : "idle" });
  }
  markStale(runs);
}

/** Another page was opened during a run: nobody would see what comes of it. */
function leave(id: string): void {
  current = "";
  let over = () => {};
  const promise = new Promise<void>((resolve) => (over = resolve)).then(() => void (left = null));
  left = { id, over, promise };
  void send({ type: "stop", id });
}

let seen: Doc | null = null;

/** After each edit: results that it made stale, and what went wrong in blocks that are others now. */
function afterEdit(): void {
  const { history, runs, runProblems, run } = editor.get();
  if (current && run.id !== current) leave(current);
  const now = history.present;
  if (now === seen) return;
  const same = seen !== null && sameRecipe(seen, now);
  seen = now;
  if (!runs.size) origins.clear();
  if (same || !runs.size) return;
  const next = new Map(runs);
  const changed = markStale(next);
  const broken = asked && !run.running && runProblems.size ? changedSince(asked, now) : null;
  const still = broken && new Map([...runProblems].filter(([path]) => !broken.has(path)));
  if (still && still.size < runProblems.size) {
    forgive(next, still);
    editor.set({ runs: next, runProblems: still });
  } else if (changed) editor.set({ runs: next });
}

editor.subscribe(afterEdit);
