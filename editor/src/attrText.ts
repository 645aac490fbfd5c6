/**
 * Values of attrs and tensors as people type them.
 *
 * What reads well becomes JSON of the attr's type. Anything else is kept as it was typed: the service reads texts
 * strictly and says what is wrong, so the rules stand in one place.
 */
import { isObject, isRawNumber, numberOf, parseJson, plainText as plain, type Json } from "./json";
import type { AttrInfo } from "./protocol";

const INT = /^[+-]?\d{1,20}$/;
const FLOAT = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const SPECIAL = /^(nan|-?inf)$/;
const DTYPE_SPELLINGS: Record<string, string> = { float: "float32", half: "float16", double: "float64" };

export function baseType(type: string): string {
  return type.startsWith("list(") ? type.slice(5, -1) : type;
}

export function isListType(type: string): boolean {
  return type.startsWith("list(");
}

/** The JSON value of a typed text; undefined for an empty one, which means the default. */
export function parseAttr(attr: Pick<AttrInfo, "type">, typed: string): Json | undefined {
  const text = typed.trim();
  if (!text) return undefined;
  const base = baseType(attr.type);
  if (base === "tensor" && !isListType(attr.type)) return parseTensor(text);
  if (isListType(attr.type)) return parseList(base, text);
  return parseOne(base, text);
}

function parseOne(base: string, text: string): Json {
  switch (base) {
    case "int":
      return INT.test(text) ? numberOf(text) : text;
    case "float":
      return FLOAT.test(text) ? numberOf(text) : text;
    case "bool":
      return text === "true" ? true : text === "false" ? false : text;
    case "shape":
      return parseShape(text);
    case "string":
      return parseString(text);
    case "func":
    case "any":
      return parseObject(text) ?? text;
    default:
      return text;
  }
}

/** A text as it is, in quotes as JSON has it, or as bytes: `{"base64": "/w=="}`. */
function parseString(text: string): Json {
  const bytes = parseObject(text);
  if (bytes?.base64 !== undefined) return bytes;
  if (text.length < 2 || !/^["']/.test(text) || !text.endsWith(text[0])) return text;
  try {
    const value = JSON.parse(text) as Json;
    if (typeof value === "string") return value;
  } catch {
    // quotes alone, as an older editor had them
  }
  return text.slice(1, -1);
}

function parseObject(text: string): { [key: string]: Json } | null {
  if (!text.startsWith("{")) return null;
  try {
    const value = parseJson(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function parseList(base: string, text: string): Json {
  if (text.startsWith("[")) {
    try {
      const value = parseJson(text);
      if (Array.isArray(value)) return value;
    } catch {
      // not JSON, then perhaps the older form
    }
  }
  if (base === "shape" || base === "tensor") return text;
  const inner = /^\{.*\}$|^\[.*\]$/s.test(text) ? text.slice(1, -1).trim() : text;
  if (/[{}[\]]/.test(inner)) return text;
  if (!inner) return [];
  const items = inner.split(inner.includes(",") ? "," : ";").map((item) => item.trim());
  const values = items.map((item) => (item ? parseOne(base, item) : null));
  const kind = base === "int" || base === "float" ? "number" : base === "bool" ? "boolean" : "string";
  return values.every((value) => typeof value === kind || isRawNumber(value)) ? values : text;
}

/** `[2][3]`, `[2,3]`, `{2,3}` or `2,3`; `?`, `-1` and `null` for an unknown size, `unknown` for any rank. */
export function parseShape(text: string): Json {
  const brackets = /^(\[\s*(-1|\?|\d{1,15})\s*\])+$/.test(text) && text !== "[]";
  const inner = /^\{.*\}$|^\[.*\]$/s.test(text) ? text.slice(1, -1).trim() : text;
  if (!inner && text) return [];
  const sizes = brackets ? text.match(/-1|\?|\d+/g)! : inner.split(",").map((size) => size.trim());
  if (!sizes.every((size) => /^(-1|\?|null|None|\d{1,15})$/.test(size))) return text;
  return sizes.map((size) => (/^\d+$/.test(size) ? Number(size) : null));
}

/**
 * A number, `{{1,2},{3,4}}`, `1;2;3`, JSON lists or an object with values, shape and dtype.
 *
 * @param ofTexts it is known to hold texts: `3` is one too, and so is all that is not written as JSON's text or list.
 */
export function parseTensor(typed: string, ofTexts = false): Json | undefined {
  const text = typed.trim();
  if (!text) return undefined;
  if (ofTexts && !/^(".*"|\[.*\]|\{.*\})$/s.test(text)) return text;
  if (FLOAT.test(text)) return numberOf(text);
  try {
    return parseJson(text);
  } catch {
    const parts = text.split(text.includes(",") ? "," : ";").map((part) => part.trim());
    return (!ofTexts && parts.length > 1 && numbersOf(parts)) || text;
  }
}

/**
 * The numbers that are written so, with "nan" and "inf" as pages have them; null if something else is among them.
 * Without a number beside them, "nan" and "inf" might be texts.
 */
function numbersOf(parts: readonly string[], ofNumbers = false): Json[] | null {
  const found = parts.map((part) => (FLOAT.test(part) ? numberOf(part) : SPECIAL.test(part) ? part : null));
  const known = found.every((item) => item !== null && (typeof item !== "string" || SPECIAL.test(item)));
  return known && (ofNumbers || found.some((item) => typeof item !== "string")) ? (found as Json[]) : null;
}

/** Numbers in a row, for a tensor whose shape stands beside them. */
export function parseFlat(typed: string, ofTexts = false): Json | undefined {
  const value = parseTensor(typed, ofTexts);
  if (typeof value !== "string" || ofTexts) return value;
  const parts = value
    .replace(/[{}[\]]/g, " ")
    .split(/[\s,;]+/)
    .filter(Boolean);
  return (parts.length && numbersOf(parts, true)) || value;
}

/** How a value is shown in a text field; what `parseAttr` makes of it is the value again. */
export function attrText(attr: Pick<AttrInfo, "type">, value: Json | undefined): string {
  if (value === undefined) return "";
  const base = baseType(attr.type);
  if (isListType(attr.type)) {
    if (!Array.isArray(value)) return plain(value);
    const simple = value.every(
      (item) => ["number", "boolean"].includes(typeof item) || isRawNumber(item) || isWord(item),
    );
    return simple && value.length ? value.map(plain).join(", ") : JSON.stringify(value);
  }
  if (base === "shape") return shapeText(value);
  if (base === "string" && typeof value === "string")
    return parseString(value) === value && isLine(value) ? value : quoted(value);
  return plain(value);
}

/** Whether a field of one line shows a text as it is. */
function isLine(text: string): boolean {
  return text !== "" && text.trim() === text && !/[\u0000-\u001f\u007f\u2028\u2029]/.test(text);
}

/** As JSON writes it, with all that a field of one line would swallow. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function isWord(value: Json): boolean {
  return typeof value === "string" && /^[A-Za-z_][\w./:-]*$/.test(value);
}

export function shapeText(value: Json | undefined): string {
  if (value === null || value === undefined) return "unknown";
  if (!Array.isArray(value)) return plain(value);
  return `[${value.map((size) => (size === null || size === -1 ? "?" : plain(size))).join(", ")}]`;
}

/** A tensor's parts for its form: the values' text, and the shape's if it stands beside them. */
export function tensorParts(value: Json | undefined, ofTexts = false): { values: string; shape: string } {
  if (value === undefined) return { values: "", shape: "" };
  if (isObject(value) && value.values !== undefined && value.shape !== undefined) {
    const flat =
      Array.isArray(value.values) &&
      value.values.length &&
      value.values.every((item) => typeof item === "number" || isRawNumber(item));
    const values = flat ? (value.values as Json[]).map(plain).join(", ") : plain(value.values) || '""';
    return { values, shape: shapeText(value.shape) };
  }
  // A text that would read as something else, such as "3", in quotes.
  const same = typeof value !== "string" || parseTensor(value, ofTexts) === value;
  return { values: same ? plain(value) : JSON.stringify(value), shape: "" };
}

/** The value of a tensor's form. */
export function tensorValue(values: string, shape: string, dtype?: Json, ofTexts = false): Json | undefined {
  if (!shape.trim()) return parseTensor(values, ofTexts);
  const flat = parseFlat(values, ofTexts);
  if (flat === undefined) return undefined;
  const sizes = parseShape(shape.trim());
  const found: Json = isObject(flat) && !isRawNumber(flat) ? { shape: sizes, ...flat } : { values: flat, shape: sizes };
  return dtype === undefined ? found : { dtype, ...found };
}

/** What is wrong with a typed text, as far as the form alone can tell; "" if nothing is. */
export function attrFault(attr: AttrInfo, typed: string): string {
  const value = parseAttr(attr, typed);
  if (value === undefined) return "";
  const base = baseType(attr.type);
  if (isListType(attr.type)) {
    if (!Array.isArray(value)) return `a list of ${base}, such as ${base === "int" ? "1, 2, 2, 1" : "[...]"}`;
    if (attr.minimum !== null && value.length < attr.minimum) return `at least ${attr.minimum} values`;
    return "";
  }
  if (base === "int" && typeof value !== "number") return INT.test(plain(value)) ? "" : "a whole number";
  if (
    base === "float" &&
    typeof value !== "number" &&
    !/^[+-]?(inf|nan|[\d.]+f?|[\d.]+[eE][+-]?\d+f?)$/.test(plain(value))
  )
    return "a number";
  if (base === "shape" && value !== "unknown" && !Array.isArray(value)) return "a shape, such as [2, 3] or [?, 3]";
  if (base === "int" && attr.minimum !== null && (value as number) < attr.minimum) return `at least ${attr.minimum}`;
  return "";
}

/** A dtype by the name that the lists of the service use. */
export function dtypeName(value: Json | undefined): string {
  if (typeof value !== "string") return "";
  const name = value.replace(/^DT_/, "").toLowerCase();
  return DTYPE_SPELLINGS[name] ?? name;
}
