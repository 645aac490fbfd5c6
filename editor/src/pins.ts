/**
 * Pins as text, "block:pin" or "block:pin:number"; paths of blocks and sub-pages, "page/block"; and their keys.
 *
 * A page may have a block and a sub-page of one name, such as a variable and the scope of its first value. Where both
 * kinds stand together, on the canvas, in a selection, among positions, each goes by its key: that of a block is its
 * path, that of a sub-page its path with a slash behind.
 */

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

export function keyOfPage(path: string): string {
  return `${path}/`;
}

export function isPageKey(key: string): boolean {
  return key.endsWith("/");
}

export function pathOf(key: string): string {
  return isPageKey(key) ? key.slice(0, -1) : key;
}

/** The key that a path has when it is of the same kind as another key. */
export function keyLike(key: string, path: string): string {
  return isPageKey(key) ? keyOfPage(path) : path;
}

export function isFunctionPage(path: string): boolean {
  return path.endsWith("()");
}

/** The outermost page around a path or pin: that of its function, whose name may have slashes; "" for the file's. */
export function bodyOf(path: string): string {
  const cut = path.indexOf("()");
  return cut < 0 ? "" : path.slice(0, cut + 2);
}

/** The page that a block or page, by path or key, stands on; "" for the outermost one and for bodies of functions. */
export function parentOf(key: string): string {
  const path = pathOf(key);
  if (isFunctionPage(path)) return "";
  const cut = path.lastIndexOf("/");
  return cut < 0 ? "" : path.slice(0, cut);
}

export function nameOf(key: string): string {
  const path = pathOf(key);
  return path.slice(path.lastIndexOf("/") + 1);
}

export function join(page: string, name: string): string {
  return page ? `${page}/${name}` : name;
}

/** Whether a key is that of a page, given by its path, or of something in it; no function is in a page. */
export function isWithin(key: string, page: string): boolean {
  return (page === "" || key.startsWith(keyOfPage(page))) && bodyOf(key) === bodyOf(page);
}

/** Whether a key is another one, or of something in the sub-page that has the other. */
export function isOf(key: string, root: string): boolean {
  return key === root || (isPageKey(root) && isWithin(key, pathOf(root)));
}

/** Whether a key, or that of a page around it, is one of some. */
export function isAmong(keys: ReadonlySet<string>, key: string): boolean {
  for (let page = parentOf(key); page; page = parentOf(page)) if (keys.has(keyOfPage(page))) return true;
  return keys.has(key);
}

/** What of a page stands for a block in it: the block itself, or the sub-page that holds it; its key. */
export function memberOf(page: string, path: string): string {
  const cut = path.indexOf("/", page ? page.length + 1 : 0);
  return cut < 0 ? path : keyOfPage(path.slice(0, cut));
}

/** The path seen from a page that it is in. */
export function relative(path: string, page: string): string {
  return page ? path.slice(page.length + 1) : path;
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
