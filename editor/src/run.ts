/** Running the page: one WebSocket to the service, whose messages become states of blocks. */
import { token } from "./api";
import { byBlock } from "./check";
import { toPage } from "./doc";
import type { JsonObject } from "./json";
import { located } from "./problems";
import type { Problem, RunMessage, ValueView } from "./protocol";
import { announce, doc, editor, NO_RUN, toast, type BlockRun } from "./state";

type Value = Extract<RunMessage, { type: "value" }>;

let socket: WebSocket | null = null;
let count = 0;
let kept = false; // whether the service keeps a session for further steps
const waiting = new Map<string, { resolve(value: Value): void; reject(error: Error): void }>();
let queue: RunMessage[] = [];
let frame = 0;

function connected(): Promise<WebSocket> {
  const open = socket;
  if (open && open.readyState === WebSocket.OPEN) return Promise.resolve(open);
  return new Promise((resolve, reject) => {
    const next = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/run`);
    next.onopen = () => {
      socket = next;
      next.send(JSON.stringify({ type: "hello", token: token() }));
      resolve(next);
    };
    next.onmessage = (event) => receive(JSON.parse(String(event.data)) as RunMessage);
    next.onerror = () => reject(new Error("the service does not answer; is 'graphops edit' still running?"));
    next.onclose = (event) => lost(event.reason);
  });
}

function lost(reason: string): void {
  socket = null;
  kept = false;
  for (const { reject } of waiting.values()) reject(new Error("the connection to the service ended"));
  waiting.clear();
  const { run } = editor.get();
  if (!run.running) return;
  settle("error");
  editor.set({ run: { ...run, running: false, stepping: false, status: "died" } });
  toast(reason || "The connection to the service ended during the run.", "error");
}

async function send(message: JsonObject): Promise<void> {
  try {
    (await connected()).send(JSON.stringify(message));
  } catch (error) {
    editor.set((state) => ({ run: { ...state.run, running: false }, online: false }));
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

async function start(type: "run" | "step"): Promise<void> {
  const { run, mode, check } = editor.get();
  if (run.running || mode === "viewer") return;
  const now = doc();
  if (!now.blocks.size) return toast("There is nothing to run: the page has no blocks.");
  if (check.problems.length) announce(`The page has ${check.problems.length} problems`);
  const id = `r${++count}`;
  const going = new Map<string, BlockRun>();
  for (const [path, old] of editor.get().runs) going.set(path, { ...old, status: "queued" });
  for (const path of now.blocks.keys()) {
    if (!going.has(path)) going.set(path, { status: "queued", seconds: null, kernel: null, pins: {} });
  }
  const total = now.blocks.size;
  const goesOn = type === "step" && kept;
  editor.set({
    run: {
      ...NO_RUN,
      id,
      running: true,
      total,
      stepping: type === "step",
      before: goesOn ? run.step : 0,
      steps: type === "step" ? 1 : now.steps,
    },
    runs: going,
    runProblems: new Map(),
  });
  kept = type === "step";
  await send({
    type,
    id,
    page: toPage(now, false),
    fetches: null,
    all: true,
    steps: type === "step" ? 1 : null,
    feeds: {},
  });
}

export function stop(): Promise<void> {
  const { run } = editor.get();
  return run.running ? send({ type: "stop", id: run.id }) : Promise.resolve();
}

/** Forgets the variables of the steps so far. */
export async function reset(): Promise<void> {
  kept = false;
  await send({ type: "reset" });
  editor.set({ run: NO_RUN, runs: new Map(), runProblems: new Map() });
  toast("Variables and results are forgotten.");
}

/** Part of a block's value from the last run. */
export async function value(pin: string, view: ValueView): Promise<Value> {
  const id = `v${++count}`;
  const open = await connected();
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    open.send(JSON.stringify({ type: "value", id, pin, view }));
  });
}

function receive(message: RunMessage): void {
  if (message.type === "value" || (message.type === "problem" && waiting.has(message.id))) {
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "value" && !message.error) asked?.resolve(message);
    else if (message.type === "value") asked?.reject(new Error(message.error!.message));
    else asked?.reject(new Error(message.message));
    return;
  }
  // A page of thousands of blocks sends thousands of results: the screen takes them up once a frame.
  queue.push(message);
  if (!frame) frame = requestAnimationFrame(apply);
}

function apply(): void {
  frame = 0;
  const messages = queue;
  queue = [];
  const state = editor.get();
  const runs = new Map(state.runs);
  let run = state.run;
  let results = 0;
  const problems: Problem[] = [...state.runProblems.values()].flat();
  for (const message of messages) {
    if (!("id" in message) || message.id !== run.id) {
      if (message.type === "problem") toast(message.message, "error", message.notes);
      continue;
    }
    switch (message.type) {
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
          pins: message.pins,
        });
        results++;
        break;
      case "problem": {
        const problem = located(message);
        if (problem.block) mark(runs, problem.block, null, "error");
        else run = { ...run, fault: problem };
        problems.push(problem);
        break;
      }
      case "finished": {
        const { seconds, status } = message;
        run = { ...run, running: false, block: "", seconds, status, done: status === "done" ? run.total : run.done };
        if (status === "died") kept = false;
        for (const [path, item] of runs) {
          if (item.status === "queued" || item.status === "running") {
            runs.set(path, { ...item, status: Object.keys(item.pins).length && status === "done" ? "done" : "idle" });
          }
        }
        announceEnd(status, run.fault ?? problems[0]);
      }
    }
  }
  if (run.running && run.done < results) run = { ...run, done: Math.min(run.total, results) };
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

function announceEnd(status: string, first: Problem | undefined): void {
  announce(`Run ${status}`);
  if (status === "failed" || status === "died") {
    toast(
      first?.message ?? `The run ${status === "died" ? "ended with its process" : "failed"}.`,
      "error",
      first?.notes ?? [],
    );
  } else if (status === "stopped") toast("Run stopped.");
}

function settle(to: BlockRun["status"]): void {
  const runs = new Map(editor.get().runs);
  for (const [path, item] of runs) if (item.status === "running") runs.set(path, { ...item, status: to });
  editor.set({ runs });
}
