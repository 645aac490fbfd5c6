/** The parts of an older text of attrs, as the service takes it apart. */

/** The text between semicolons; those within braces or quotes do not count. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (quote) quote = letter === quote ? "" : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if ("{[".includes(letter)) depth++;
    else if ("}]".includes(letter)) depth--;
    else if (letter === ";" && depth <= 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  const rest = text.slice(start);
  return rest.trim() ? [...parts, rest] : parts;
}
