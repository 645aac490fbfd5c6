/** Which dtype a typed array has, and which of those that an op takes comes next to it. */
import { parseTensor } from "./attrText";
import { isObject, isRawNumber, plainText, type Json } from "./json";

const INT = /^[+-]?\d+$/;
const REAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$|^[+-]?(nan|inf)$/;
const COMPLEX = /^[+-]?(.*[+-])?(\d+\.?\d*|\.\d+|inf|nan)([eE][+-]?\d+)?j$/;

/** Numbers, each dtype before those that hold more. */
const RANKS = [
  "int8",
  "uint8",
  "int16",
  "uint16",
  "int32",
  "uint32",
  "int64",
  "uint64",
  "float16",
  "bfloat16",
  "float32",
  "float64",
  "complex64",
  "complex128",
];

/** What an op may take that takes no int32 and so on, the most usual first. */
const INSTEAD: Record<string, readonly string[]> = {
  int32: ["int64", "float32"],
  int64: ["int32", "float64", "float32"],
  float32: ["float64", "float16", "bfloat16", "complex64"],
  complex64: ["complex128"],
};

/**
 * The dtype of a typed array: int32 for 1, float32 for 1.0, bool, string; "" if the text says it itself, or is no array
 * of one kind, which the service refuses.
 */
export function dtypeOfText(typed: string): string {
  const value = parseTensor(typed);
  if (value === undefined || (isObject(value) && !isRawNumber(value))) return "";
  const isBraces = typeof value === "string" && value.startsWith("{");
  const leaves = isBraces ? [] : leavesOf(value);
  const words = typed.match(/[^\s{}[\],;"]+/g) ?? [];
  if (leaves.length && leaves.every((leaf) => typeof leaf === "boolean")) return "bool";
  if (isBraces || leaves.some((leaf) => typeof leaf === "number" || isRawNumber(leaf))) return dtypeOfNumbers(words);
  if (!leaves.every((leaf) => typeof leaf === "string")) return "";
  return isMostlyNumbers(typeof value === "string" ? words : []) ? "" : "string";
}

function dtypeOfNumbers(words: readonly string[]): string {
  if (!words.every((word) => INT.test(word) || REAL.test(word) || COMPLEX.test(word))) return "";
  if (words.some((word) => COMPLEX.test(word))) return "complex64";
  if (!words.every((word) => INT.test(word))) return "float32";
  const sizes = words.map((word) => BigInt(word.replace(/^\+/, "")));
  if (sizes.every((size) => BigInt.asIntN(32, size) === size)) return "int32";
  return sizes.every((size) => BigInt.asIntN(64, size) === size) ? "int64" : "uint64";
}

/** As the service sees it: a list in which something is no number, which is a fault and no text. */
function isMostlyNumbers(words: readonly string[]): boolean {
  return words.length > 1 && 2 * words.filter((word) => REAL.test(word)).length > words.length;
}

function leavesOf(value: Json): Json[] {
  return Array.isArray(value) ? value.flatMap(leavesOf) : [value];
}

/** Whether a value of a page holds numbers: only of these JSON does not say the dtype. */
export function holdsNumbers(value: Json): boolean {
  return RANKS.includes(dtypeOfText(plainText(value)));
}

/** The one of some dtypes that holds the values of all; "" if there is none. */
export function together(dtypes: readonly string[]): string {
  const ranks = dtypes.map((dtype) => RANKS.indexOf(dtype));
  if (ranks.includes(-1)) return dtypes.every((dtype) => dtype === dtypes[0]) ? (dtypes[0] ?? "") : "";
  return RANKS[Math.max(...ranks)] ?? "";
}

/** The dtype itself if it is allowed, else the nearest that is. */
export function allowedFor(dtype: string, allowed: readonly Json[] | null): string {
  if (!dtype || !allowed || allowed.includes(dtype)) return dtype;
  const instead = INSTEAD[dtype]?.find((other) => allowed.includes(other));
  return instead ?? String(allowed[0] ?? "");
}
