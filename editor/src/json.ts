/** JSON values, as page files hold them. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What browsers have had since 2025 to keep numbers as they are written; not in TypeScript's own types yet. */
const raw = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON;

/** Numbers that JavaScript's own would change: long ones, -0, and what is beyond its largest. */
const RISKY = /\d{16}|-0(?![.\d]*[1-9])|[eE]\+?\d{3}/;
const INTEGER = /^[+-]?\d+$/;

/** Whether JavaScript's number for this text is the number that the text says (a fraction rounds as everywhere). */
export function isExact(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value) || Object.is(value, -0)) return false;
  return !INTEGER.test(text) || Number.isSafeInteger(value); // 2^63 is a number, but is written as 9223372036854776000
}

/**
 * The JSON of a number that is written so. Where JavaScript's number is another one (9007199254740993, -0) it is a
 * value that is only written again as it was; in a browser that has none of these, the text, which the service reads.
 */
export function numberOf(text: string): Json {
  if (isExact(text)) return Number(text);
  if (!Number.isFinite(Number(text))) return text; // which JSON cannot write at all
  const plain = INTEGER.test(text) && !/^-0+$/.test(text) ? BigInt(text.replace(/^\+/, "")).toString() : text;
  try {
    return raw ? (raw(plain) as Json) : text;
  } catch {
    return text; // not as JSON writes numbers
  }
}

/** As JSON.parse, but that every number stays the one that is written. */
export function parseJson(text: string): Json {
  if (!raw || !RISKY.test(text)) return JSON.parse(text) as Json;
  const keep = (_: string, value: Json, context?: { source?: string }) =>
    typeof value === "number" && context?.source !== undefined && !isExact(context.source)
      ? numberOf(context.source)
      : value;
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown) as Json;
}

/** A number that is kept as it was written. */
export function isRawNumber(value: unknown): boolean {
  return isObject(value) && typeof value.rawJSON === "string" && Object.getPrototypeOf(value) === null;
}

/** A value in a line of text: texts as they are, all else as JSON. */
export function plainText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
