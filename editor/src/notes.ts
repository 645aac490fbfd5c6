/** Notes: texts on a page that nothing but the reader looks at. In selections they go by number. */
import type { Doc, Note, Point } from "./doc";

const MARK = "note:"; // no block has a name with a colon

export const NOTE_WIDTH = 208;
const LINE = 17;
const LETTERS = 30; // in a line

export function noteId(index: number): string {
  return MARK + index;
}

/** The number of a note that is selected; null for a block or a sub-page. */
export function noteIndex(id: string): number | null {
  return id.startsWith(MARK) ? Number(id.slice(MARK.length)) : null;
}

export function noteHeight(note: Note): number {
  const lines = note.text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LETTERS)), 0);
  return Math.max(2, lines) * LINE + 30;
}

export function addNote(doc: Doc, page: string, [x, y]: Point): Doc {
  return { ...doc, notes: [...doc.notes, { page, x, y, text: "" }] };
}

export function changeNote(doc: Doc, index: number, change: Partial<Note>): Doc {
  if (!doc.notes[index]) return doc;
  return { ...doc, notes: doc.notes.map((note, at) => (at === index ? { ...note, ...change } : note)) };
}

export function removeNotes(doc: Doc, indices: readonly number[]): Doc {
  return indices.length ? { ...doc, notes: doc.notes.filter((_, at) => !indices.includes(at)) } : doc;
}
