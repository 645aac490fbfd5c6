/** Pins as text, "block:pin" or "block:pin:number", and paths of blocks, "page/block". */

export interface Pin {
  block: string;
  pin: string;
  number: number | null;
}

export function parsePin(text: string): Pin {
  const [block, pin = "", number] = text.split(":");
  return { block, pin, number: number === undefined ? null : Number(number) };
}

export function pinText(block: string, pin: string, number: number | null = null): string {
  const start = pin ? `${block}:${pin}` : block;
  return number === null ? start : `${start}:${number}`;
}

/** The page that a block or page stands on; "" for the outermost one. */
export function parentOf(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut < 0 ? "" : path.slice(0, cut);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function join(page: string, name: string): string {
  return page ? `${page}/${name}` : name;
}

export function isWithin(path: string, page: string): boolean {
  return page === "" || path === page || path.startsWith(`${page}/`);
}

/** The path seen from a page that it is in. */
export function relative(path: string, page: string): string {
  return page ? path.slice(page.length + 1) : path;
}

export function moved(path: string, from: string, to: string): string {
  if (path === from) return to;
  return path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
}

/** A pin's text after its block moved. */
export function movedPin(text: string, from: string, to: string): string {
  const cut = text.indexOf(":");
  return cut < 0 ? moved(text, from, to) : moved(text.slice(0, cut), from, to) + text.slice(cut);
}

export function blockOf(pin: string): string {
  const cut = pin.indexOf(":");
  return cut < 0 ? pin : pin.slice(0, cut);
}

/** The innermost page that holds both. */
export function commonPage(one: string, other: string): string {
  const a = one.split("/").slice(0, -1);
  const b = other.split("/").slice(0, -1);
  let size = 0;
  while (size < a.length && size < b.length && a[size] === b[size]) size++;
  return a.slice(0, size).join("/");
}

export const NAME = /^[A-Za-z0-9.][A-Za-z0-9_.>-]*$/;
