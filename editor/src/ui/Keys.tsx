/** Keys as they are shown: in the list of all of them, and beside the entries of menus. */
import { SHORTCUTS } from "../keyboard";

/** A key as it stands on a keyboard: "Ctrl+g" is "Ctrl+G", "Alt+ArrowUp" is "Alt+Up". */
export function keyText(key: string): string {
  return key
    .replace("Arrow", "")
    .replace(/(^|\+)([a-z])$/, (_, plus: string, letter: string) => plus + letter.toUpperCase());
}

/** The first key of what the list of keys calls by this title, if there is one. */
export function KeyOf({ title }: { title: string | undefined }) {
  const key = SHORTCUTS.find((item) => title && item.title === title)?.keys[0];
  return key === undefined ? null : <kbd>{keyText(key)}</kbd>;
}
