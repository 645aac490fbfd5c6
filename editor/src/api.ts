/** Requests to the service, with the token of this window. */
import { isObject, parseJson, type Json, type JsonObject } from "./json";
import type {
  BlockFile,
  CheckAnswer,
  FileInfo,
  FitAnswer,
  OpInfo,
  ServiceState,
  StartInfo,
  StatisticsAnswer,
} from "./protocol";

const KEY = "graphops-token";

/** An answer of the service that says no, in its words. */
export class ServiceError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly kind: string,
    readonly notes: readonly string[],
    readonly block: string | null = null,
    readonly pin: string | null = null,
    readonly version: string | null = null, // of a file that is not as it was loaded: what is on disk now
  ) {
    super(message);
  }
}

/**
 * Keeps the token for this window: that of the address, or the one that the address's ticket is exchanged for. The
 * address bar shows neither any longer.
 */
export async function takeToken(): Promise<void> {
  const url = new URL(location.href);
  const [given, ticket] = [url.searchParams.get("token"), url.searchParams.get("ticket")];
  if (!given && !ticket) return;
  url.searchParams.delete("token");
  url.searchParams.delete("ticket");
  window.history.replaceState(null, "", url);
  sessionStorage.setItem(KEY, given ?? (await json<{ token: string }>("POST", "/api/token", { ticket })).token);
}

/** Keeps the token that a text has: an address that the terminal shows, or the token alone. */
export async function takeTokenOf(text: string): Promise<void> {
  const ticket = /[?&]ticket=([^&\s]+)/.exec(text);
  const given = /[?&]token=([^&\s]+)/.exec(text)?.[1] ?? text.trim();
  sessionStorage.setItem(
    KEY,
    ticket ? (await json<{ token: string }>("POST", "/api/token", { ticket: ticket[1] })).token : given,
  );
}

export function token(): string {
  return sessionStorage.getItem(KEY) ?? "";
}

export async function request(method: string, path: string, body?: Json | Blob): Promise<Response> {
  const headers: Record<string, string> = { "X-Graphops-Token": token() };
  if (body !== undefined && !(body instanceof Blob)) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    const sent = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
    answer = await fetch(path, { method, headers, body: sent });
  } catch {
    throw new ServiceError("the service does not answer; is 'graphops edit' still running?", 0, "UnavailableError", []);
  }
  if (!answer.ok) throw await fault(answer);
  return answer;
}

async function fault(answer: Response): Promise<ServiceError> {
  let value: unknown = null;
  try {
    value = await answer.json();
  } catch {
    // no JSON: the status has to do
  }
  return faultIn(value, answer.status);
}

/** The error in the body of an answer. */
export function faultIn(value: unknown, status: number): ServiceError {
  const error = isObject(value) && isObject(value.error) ? value.error : {};
  const message = typeof error.message === "string" ? error.message : `the service answered ${status}`;
  const notes = Array.isArray(error.notes) ? error.notes.map(String) : [];
  const text = (item: Json | undefined) => (typeof item === "string" ? item : null);
  const version = isObject(value) ? text(value.version) : null;
  const [kind, block, pin] = [String(error.kind ?? ""), text(error.block), text(error.pin)];
  return new ServiceError(message, status, kind, notes, block, pin, version);
}

async function json<T>(method: string, path: string, body?: Json | Blob): Promise<T> {
  return (await (await request(method, path, body)).json()) as T;
}

/** As `json`, of answers that hold a page, whose numbers stay as they are written. */
async function pageIn<T>(method: string, path: string, body?: Json | Blob): Promise<T> {
  return parseJson(await (await request(method, path, body)).text()) as T;
}

/** What a save may replace: the version of the file that is known, or whatever is there. */
export type Over = { version: string | null } | { overwrite: boolean };

const file = (name: string) => `/api/file?name=${encodeURIComponent(name)}`;

const copyOf = (name: string | null) => `/api/autosave${name === null ? "" : `?name=${encodeURIComponent(name)}`}`;

export const api = {
  ops: () => pageIn<{ version: string; common: string[]; ops: OpInfo[]; composites: BlockFile[] }>("GET", "/api/ops"),
  state: () => json<ServiceState>("GET", "/api/state"),
  check: (page: JsonObject) => json<CheckAnswer>("POST", "/api/check", { page }),
  fit: (page: JsonObject, from: string, to: string) =>
    json<FitAnswer>("POST", "/api/fit", { page, wire: { from, to } }),
  statistics: (page: JsonObject, scope: string, size: number) =>
    json<StatisticsAnswer>("POST", "/api/statistics", { page, scope, size }),
  starts: () => json<{ starts: StartInfo[] }>("GET", "/api/starts"),
  start: (name: string) => pageIn<{ page: JsonObject }>("GET", `/api/start?name=${encodeURIComponent(name)}`),
  files: () => json<{ files: FileInfo[] }>("GET", "/api/files"),
  recent: () => json<{ recent: string[] }>("GET", "/api/recent"),
  addRecent: (name: string) => request("PUT", "/api/recent", { name }),
  read: (name: string, signature = "") =>
    pageIn<{ name: string; page: JsonObject; converted: boolean; version: string | null; signatures?: string[] }>(
      "GET",
      file(name) + (signature && `&signature=${encodeURIComponent(signature)}`),
    ),
  write: (name: string, page: JsonObject, over: Over) =>
    json<{ name: string; bytes: number; version: string }>("PUT", file(name), { page, ...over }),
  autosave: (page: JsonObject, name: string | null) => request("PUT", "/api/autosave", { page, name }),
  autosaves: () => json<{ kept: { name: string | null; modified: number }[] }>("GET", "/api/autosaves"),
  autosaved: (name: string | null) =>
    pageIn<{ page: JsonObject; name: string | null; modified: number }>("GET", copyOf(name)),
  dropAutosave: (name: string | null) => request("DELETE", copyOf(name)),
  array: (
    data: Blob,
    name: string,
    wanted: { dtype: string; shape: readonly unknown[] | null } | null,
    entry?: string,
  ) => {
    const query = new URLSearchParams({ name });
    if (entry !== undefined) query.set("entry", entry);
    if (wanted) query.set("dtype", wanted.dtype);
    if (wanted?.shape)
      query.set("shape", JSON.stringify(wanted.shape.map((size) => (typeof size === "number" ? size : null))));
    return pageIn<{ value: JsonObject | null; entries: { name: string; bytes: number }[] }>(
      "POST",
      `/api/array?${query.toString()}`,
      data,
    );
  },
  fill: (rule: string, dtype: string, shape: number[], seed: number) =>
    pageIn<{ value: JsonObject }>("POST", "/api/fill", { rule, dtype, shape, seed }),
  import: (data: Blob) => pageIn<{ page: JsonObject }>("POST", "/api/import", data),
  export: async (form: string, page: JsonObject) =>
    (await request("POST", `/api/export?form=${form}`, { page })).blob(),
};
