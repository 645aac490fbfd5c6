/**
 * Values of attrs and tensors as people type them.
 *
 * What reads well becomes JSON of the attr's type. Anything else is kept as it was typed: the service reads texts
 * strictly and says what is wrong, so the rules stand in one place.
 */
import { isObject, type Json } from "./json";
import type { AttrInfo } from "./protocol";

const INT = /^[+-]?\d{1,20}$/;
const FLOAT = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
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
      return exactInt(text);
    case "float":
      return FLOAT.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
    case "bool":
      return text === "true" ? true : text === "false" ? false : text;
    case "shape":
      return parseShape(text);
    case "string":
      return text.length >= 2 && /^["']/.test(text) && text.endsWith(text[0]) ? text.slice(1, -1) : text;
    default:
      return text;
  }
}

function parseList(base: string, text: string): Json {
  if (text.startsWith("[")) {
    try {
      const value = JSON.parse(text) as Json;
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
  return values.every((value) => typeof value === kind) ? values : text;
}

function exactInt(text: string): Json {
  const value = Number(text);
  return INT.test(text) && Number.isSafeInteger(value) ? value : text; // larger ones stay texts, which keep each digit
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

/** A number, `{{1,2},{3,4}}`, `1;2;3`, JSON lists or an object with values, shape and dtype. */
export function parseTensor(typed: string): Json | undefined {
  const text = typed.trim();
  if (!text) return undefined;
  if (FLOAT.test(text)) return INT.test(text) ? exactInt(text) : Number(text);
  try {
    return JSON.parse(text) as Json;
  } catch {
    const parts = text.split(text.includes(",") ? "," : ";").map((part) => part.trim());
    return parts.length > 1 && parts.every((part) => FLOAT.test(part)) ? parts.map(Number) : text;
  }
}

/** Numbers in a row, for a tensor whose shape stands beside them. */
export function parseFlat(typed: string): Json | undefined {
  const value = parseTensor(typed);
  if (typeof value !== "string") return value;
  const parts = value
    .replace(/[{}[\]]/g, " ")
    .split(/[\s,;]+/)
    .filter(Boolean);
  return parts.length && parts.every((part) => FLOAT.test(part)) ? parts.map(Number) : value;
}

/** How a value is shown in a text field; what `parseAttr` makes of it is the value again. */
export function attrText(attr: Pick<AttrInfo, "type">, value: Json | undefined): string {
  if (value === undefined) return "";
  const base = baseType(attr.type);
  if (isListType(attr.type)) {
    if (!Array.isArray(value)) return plain(value);
    const simple = value.every((item) => ["number", "boolean"].includes(typeof item) || isWord(item));
    return simple && value.length ? value.join(", ") : JSON.stringify(value);
  }
  if (base === "shape") return shapeText(value);
  if (base === "string" && typeof value === "string") return value.trim() === value && value ? value : `"${value}"`;
  return plain(value);
}

function isWord(value: Json): boolean {
  return typeof value === "string" && /^[A-Za-z_][\w./:-]*$/.test(value);
}

function plain(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function shapeText(value: Json | undefined): string {
  if (value === null || value === undefined) return "unknown";
  if (!Array.isArray(value)) return plain(value);
  return `[${value.map((size) => (size === null || size === -1 ? "?" : String(size))).join(", ")}]`;
}

/** A tensor's parts for its form: the values' text, and the shape's if it stands beside them. */
export function tensorParts(value: Json | undefined): { values: string; shape: string } {
  if (value === undefined) return { values: "", shape: "" };
  if (isObject(value) && value.values !== undefined && value.shape !== undefined) {
    const flat = Array.isArray(value.values) && value.values.every((item) => typeof item === "number");
    const values = flat ? (value.values as number[]).join(", ") : plain(value.values);
    return { values, shape: shapeText(value.shape) };
  }
  return { values: plain(value), shape: "" };
}

/** The value of a tensor's form. */
export function tensorValue(values: string, shape: string, dtype?: Json): Json | undefined {
  if (!shape.trim()) return parseTensor(values);
  const flat = parseFlat(values);
  if (flat === undefined) return undefined;
  const sizes = parseShape(shape.trim());
  const found: Json = isObject(flat) ? { ...flat, shape: sizes } : { values: flat, shape: sizes };
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
  if (base === "int" && typeof value !== "number") return INT.test(value as string) ? "" : "a whole number";
  if (base === "float" && typeof value !== "number" && !/^[+-]?(inf|nan)$/.test(String(value))) return "a number";
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
