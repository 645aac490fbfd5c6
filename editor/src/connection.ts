/** The WebSocket to the service: kept open, and opened again when it was lost, with the same session. */
import { token } from "./api";
import type { RunMessage, SessionMessage } from "./protocol";
import { editor } from "./state";

const KEY = "graphops-session";
const [FIRST_MS, LONGEST_MS] = [400, 8000]; // between attempts to connect

/** What is done with messages, and with the end of a connection. */
export interface Listener {
  hear(message: RunMessage): void;
  greeted(greeting: SessionMessage): void;
  lost(reason: string): void;
}

let listener: Listener | null = null;
let opening: Promise<WebSocket> | null = null; // the connection, or the attempt to have one
let keep = false; // whether a lost connection is opened again
let lost = false; // whether there was a connection, and is none
let wait = FIRST_MS;
let timer = 0;

/** The name by which the service knows this window again; another one for each window. */
function session(): string {
  const known = sessionStorage.getItem(KEY);
  return known || fresh();
}

function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  const name = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem(KEY, name);
  return name;
}

export function listen(next: Listener): void {
  listener = next;
}

/** The connection, once the service has answered on it. */
export function connected(): Promise<WebSocket> {
  // One for all who ask while it is opened: a second one would be another process.
  return (opening ??= new Promise((resolve, reject) => {
    const next = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/run`);
    next.onopen = () => next.send(JSON.stringify({ type: "hello", token: token(), session: session() }));
    next.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as RunMessage | SessionMessage;
      if (message.type !== "session") return listener?.hear(message);
      if (!message.kept) fresh(); // another window has the name: this one was duplicated
      wait = FIRST_MS;
      lost = false;
      editor.set({ online: true, stranger: false });
      listener?.greeted(message);
      resolve(next);
    };
    next.onclose = (event) => {
      opening = null;
      lost = true;
      // The service closes with 1008 if the token is not its own: it was started anew.
      editor.set({ online: false, stranger: event.code === 1008 });
      reject(new Error("the service does not answer; is 'graphops edit' still running?"));
      listener?.lost(event.reason);
      if (keep && event.code !== 1008) tryAgain();
    };
  }));
}

function tryAgain(): void {
  clearTimeout(timer);
  timer = window.setTimeout(connect, wait);
  wait = Math.min(LONGEST_MS, wait * 2);
}

function connect(): void {
  void connected().catch(() => undefined); // which the state says
}

/** Opens the connection, and again whenever it is lost. */
export function keepConnected(): void {
  keep = true;
  connect();
}

/** Whether the connection was lost: what asks the service by itself waits until it is back, with the right token. */
export function isAway(): boolean {
  return keep && lost;
}

/** Tries at once, such as with another token. */
export function reconnect(): void {
  clearTimeout(timer);
  wait = FIRST_MS;
  connect();
}
