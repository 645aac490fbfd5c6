/** How numbers, sizes and dtypes are written in few letters. */
import type { Json } from "./json";
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

export function number(value: Json | undefined): string {
  if (typeof value !== "number") return value === null || value === undefined ? "–" : String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) return value.toExponential(4).replace(/\.?0+e/, "e");
  return String(Number(value.toPrecision(7)));
}

export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  return count < 1e6 ? `${(count / 1e3).toFixed(1)} kB` : `${(count / 1e6).toFixed(1)} MB`;
}
