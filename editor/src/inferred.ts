/** Dtypes that the editor read off what was typed: they change with the text, those that somebody chose do not. */

const inferred = new WeakMap<object, Map<string, string>>(); // by the opening of a page, then by field

/** The dtype of a value after it was typed. `now` is what the page has, `own` that of the text alone. */
export function dtypeAfterTyping(opening: object, field: string, now: string, own: string): string {
  const known = inferred.get(opening) ?? new Map<string, string>();
  inferred.set(opening, known);
  if (now && known.get(field) !== now) return now;
  if (own) known.set(field, own);
  return own || now;
}

/** Whether the dtype that a field has was read off its text. */
export function isInferred(opening: object, field: string, now: string): boolean {
  return now !== "" && inferred.get(opening)?.get(field) === now;
}

/** Somebody chose the dtype. */
export function chosen(opening: object, field: string): void {
  inferred.get(opening)?.delete(field);
}
