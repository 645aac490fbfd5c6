/** What the service sends and takes: the words of its API. */
import type { Json, JsonObject } from "./json";

export interface ArgInfo {
  name: string;
  type: string;
  list: boolean;
  dtypes: string[] | null;
}

export interface AttrInfo {
  name: string;
  type: string;
  default?: Json;
  allowed: Json[] | null;
  minimum: number | null;
  inferred: boolean;
  doc?: string;
}

export interface OpInfo {
  name: string;
  family: string;
  package: string;
  doc: string;
  stateful: boolean;
  inputs: ArgInfo[];
  outputs: ArgInfo[];
  attrs: AttrInfo[];
  words?: string[]; // other words for it, and its names in Python
}

/** A page that is inserted as a whole: one that comes with graphops, or a file of the folder, read when it is. */
export interface BlockFile {
  name: string;
  page: JsonObject | null;
}

export type Size = number | string | null;

export interface PinInfo {
  pin: string;
  number: number | null;
  dtype: string;
  shape: Size[] | null;
  ref?: boolean;
}

export interface NodeInfo {
  outputs: PinInfo[];
  inputs: PinInfo[];
  kernel?: string | null;
}

export interface Problem {
  block: string | null;
  function?: string | null; // the function whose body has the block
  pin: string | null;
  kind: string;
  message: string;
  notes: string[];
}

export interface CheckAnswer {
  nodes: Record<string, NodeInfo>;
  problems: Problem[];
  skipped: string[];
  muted: Record<string, string>; // blocks that do not run, each with the muted block that it is or needs
  seconds: number;
}

export interface FitAnswer {
  fits: boolean;
  reason?: string;
  block?: string | null;
  pin?: string | null;
  cast?: string; // the dtype to which a Cast would make it fit
}

/** What some nodes have and take, without a run. */
export interface Figures {
  nodes: number;
  parameters: number;
  parameter_bytes: number;
  multiply_adds: number;
  activation_bytes: number;
  unknown: number; // nodes that count for less than they are
}

export interface StatisticsAnswer {
  scope: string;
  total: Figures;
  rows: ({ name: string | null } & Figures)[]; // of sub-pages with a slash behind; null: of all others
  left_out: number;
}

export interface ServiceState {
  folder: string;
  file: string | null;
  devices: string[];
  recovered: boolean;
  limits: { upload: number; file: number; array: number }; // bytes of a request, of a file sent, of an array on a page
}

export interface FileInfo {
  name: string;
  bytes: number;
  modified: number;
  kind: string;
}

/** A page that the package brings along. */
export interface StartInfo {
  name: string;
  kind: "template" | "example";
  title: string;
}

export interface Summary {
  dtype: string;
  shape: number[];
  count: number;
  min?: number | string | null;
  max?: number | string | null;
  mean?: number | string | null;
  std?: number | string | null;
  nans?: number | null;
  infs?: number | null;
  zeros?: number | null;
  histogram?: { edges: number[]; counts: number[] } | null;
  first?: Json[];
  text?: string;
  history?: readonly (number | null)[]; // of one number, step by step
}

/** What of a value to show; `at` has an index for each axis, of which those of `axes` do not count. */
export type ValueView =
  | { kind: "summary" }
  | { kind: "table"; start: number[]; count: number[] }
  | { kind: "image"; axes: [number, number]; at: number[] }
  | { kind: "colours"; at: number[] }
  | { kind: "file"; form: "npy" | "csv" };

export interface ImageValue {
  width: number;
  height: number;
  low: number | string;
  high: number | string;
  channels?: 3; // bytes of a pixel: red, green, blue; else one, grey
  base64: string;
}

export type RunMessage =
  | { type: "started"; id: string }
  | { type: "phase"; id: string; phase: "planning" | "compiling" | "running" }
  | { type: "progress"; id: string; done: number; total: number; block: string; step: number; steps: number }
  | {
      type: "result";
      id: string;
      block: string;
      pins: Record<string, Summary>;
      seconds: number | null;
      kernel: string | null;
    }
  | ({ type: "problem"; id: string } & Problem)
  | { type: "not_run"; id: string; blocks: Record<string, string> }
  | { type: "notice"; id: null; text: string }
  | { type: "finished"; id: string; seconds: number; status: "done" | "stopped" | "failed" | "died" }
  | {
      type: "value";
      id: string;
      pin: string;
      dtype: string;
      shape: number[];
      values?: Json;
      image?: ImageValue;
      file?: { form: string; base64: string };
      summary?: Summary;
    }
  | { type: "saved" | "loaded"; id: string; name: string; variables: number }
  | { type: "hello" | "reset" };

/** The first message of a connection: what became of the runs of this window's session. */
export interface SessionMessage {
  type: "session";
  kept: boolean;
  resumed: boolean;
  run: string | null;
  told: RunMessage[];
}

export interface ViewData {
  page: JsonObject;
  shapes?: Record<string, NodeInfo>;
  trace?: Record<string, number> | null;
  title?: string;
  ops?: OpInfo[];
}
