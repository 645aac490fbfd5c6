/** A copy of what is not saved yet, every few seconds, and the offer to go on from it. */
import { api, ServiceError } from "./api";
import { checkAgain } from "./check";
import type { Doc } from "./doc";
import { fromPage } from "./doc";
import { currentPage, show, tell } from "./files";
import { withPlaces } from "./scene";
import { doc, editor, isDirty, openDoc } from "./state";
import { fitOnOpen } from "./viewport";

const EVERY_MS = 3000;

let copied: Doc | null = null;

export function watchForAutosave(): void {
  setInterval(() => void copy(), EVERY_MS);
  window.addEventListener("beforeunload", (event) => {
    if (isDirty(editor.get())) event.preventDefault();
  });
}

async function copy(): Promise<void> {
  const state = editor.get();
  const now = doc();
  if (!isDirty(state) || now === copied || state.recovered) return;
  try {
    await api.autosave(currentPage(), state.file);
    copied = now;
    editor.set({ autosaved: Date.now(), online: true });
    if (!state.online) checkAgain();
  } catch (error) {
    if (error instanceof ServiceError && error.status === 0) editor.set({ online: false });
  }
}

/** Looks whether an earlier window left something that was not saved. */
export async function offerRecovery(): Promise<void> {
  try {
    const { modified, name } = await api.autosaved();
    editor.set({ recovered: { modified, name } });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}

export async function recover(): Promise<void> {
  try {
    const { page, name } = await api.autosaved();
    const before = editor.get().saved;
    show(page, name);
    // The recovered page is not saved anywhere yet.
    openDoc(withPlaces(fromPage(page), editor.get().ops), name);
    editor.set({ saved: before, recovered: null });
    requestAnimationFrame(() => fitOnOpen());
  } catch (error) {
    tell(error);
  }
}

export async function discardRecovery(): Promise<void> {
  editor.set({ recovered: null });
  try {
    await api.dropAutosave();
  } catch (error) {
    tell(error);
  }
}
