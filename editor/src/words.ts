/** How numbers, sizes and dtypes are written in few letters. */
import { plainText, type Json } from "./json";
import type { PinInfo, Size } from "./protocol";

const SHORT: Record<string, string> = {
  float32: "f32",
  float64: "f64",
  float16: "f16",
  bfloat16: "bf16",
  complex64: "c64",
  complex128: "c128",
  string: "str",
  resource: "res",
  variant: "var",
};

export function shortDtype(dtype: string): string {
  return SHORT[dtype] ?? dtype.replace(/^uint(\d+)$/, "u$1").replace(/^int(\d+)$/, "i$1");
}

export function shortShape(shape: readonly Size[] | null | undefined): string {
  if (!shape) return "[…]";
  return `[${shape.map((size) => size ?? "?").join(",")}]`;
}

export function typeText(pin: PinInfo): string {
  return `${shortDtype(pin.dtype)} ${shortShape(pin.shape)}`;
}

/** Seconds in the unit in which they are read best. */
export function duration(seconds: number): string {
  if (seconds >= 60) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  if (seconds >= 1) return `${seconds.toFixed(2)} s`;
  if (seconds >= 1e-3) return `${(seconds * 1e3).toFixed(seconds >= 0.1 ? 0 : 1)} ms`;
  return `${(seconds * 1e6).toFixed(0)} µs`;
}

/** Digits of the significand in binary and the least exponent of dtypes with less than float64's. */
const PRECISION: Record<string, readonly [bits: number, least: number]> = {
  float32: [24, -126],
  complex64: [24, -126],
  float16: [11, -14],
  bfloat16: [8, -126],
  float8_e5m2: [3, -14],
  float8_e5m2fnuz: [3, -15],
  float8_e4m3fn: [4, -6],
  float8_e4m3fnuz: [4, -7],
  float8_e4m3b11fnuz: [4, -10],
  float4_e2m1fn: [2, 0],
};
const COMPLEX = /^([+-]?(?:nan|inf|[\d.]+(?:e[+-]?\d+)?))?([+-]?(?:nan|inf|[\d.]+(?:e[+-]?\d+)?))j$/;

/**
 * Exactly the number, in the fewest digits that no other number of its dtype has: 0.1 for the float32 that is nearest
 * to a tenth. Texts of the service (integers beyond 2^53, "nan") stay as they are.
 */
export function exactNumber(value: Json | undefined, dtype = "float64"): string {
  if (typeof value === "string" && dtype.startsWith("complex")) return exactComplex(value, dtype);
  if (typeof value !== "number") return number(value);
  if (Object.is(value, -0)) return "-0";
  const precision = PRECISION[dtype];
  if (!precision || Number.isSafeInteger(value)) return String(value);
  const [bits, least] = precision;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(value))), least);
  // At a power of two the one below is half as far.
  const step = 2 ** (exponent - bits + 1);
  const power = exponent > least && Math.abs(value) === 2 ** exponent;
  for (let digits = 1; digits < 17; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.abs(short - value) < step / (power && Math.abs(short) < Math.abs(value) ? 4 : 2)) return String(short);
  }
  return String(value);
}

function exactComplex(text: string, dtype: string): string {
  const match = COMPLEX.exec(text);
  if (!match) return text;
  const part = (written: string) => {
    const value = Number(written);
    return Number.isNaN(value) ? written.replace(/^\+/, "") : exactNumber(value, dtype);
  };
  const imaginary = part(match[2]);
  return match[1] === undefined ? `${imaginary}j` : `${part(match[1])}${/^-/.test(imaginary) ? "" : "+"}${imaginary}j`;
}

/** About the number, in few letters; integers of up to nine digits exactly. */
export function number(value: Json | undefined): string {
  if (typeof value !== "number") return value === null || value === undefined ? "–" : plainText(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return String(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e9)) return value.toExponential(4).replace(/\.?0+e/, "e");
  return String(Number(value.toPrecision(7)));
}

/** An element of a value as it is shown: numbers exactly, texts in quotes. */
export function cellText(value: Json | undefined, dtype: string): string {
  return dtype === "string" && typeof value === "string" ? JSON.stringify(value) : exactNumber(value, dtype);
}

/** "1 block", "2 blocks". */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** What a run left out and why, by the first block: "y is not run: it has no feed (and 2 more blocks)". */
export function notRunText(blocks: Readonly<Record<string, string>>): string {
  const [first, ...others] = Object.entries(blocks);
  if (!first) return "";
  return `${first[0]} is not run: ${first[1]}${others.length ? ` (and ${counted(others.length, "block")} more)` : ""}`;
}

export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  if (count < 1e6) return `${(count / 1e3).toFixed(1)} kB`;
  return count < 1e9 ? `${(count / 1e6).toFixed(1)} MB` : `${(count / 1e9).toFixed(2)} GB`;
}

/** About the count, in the unit in which it is read best: "3.54 M"; up to four digits exactly. */
export function amount(count: number): string {
  if (count < 1e4) return String(count);
  const [divisor, unit] = count < 999_500 ? [1e3, "k"] : count < 999.5e6 ? [1e6, "M"] : [1e9, "G"];
  return `${Number((count / divisor).toPrecision(3))} ${unit}`;
}
