/** A copy of what is not saved yet, every few seconds, and the offer to go on from it. */
import { api, ServiceError } from "./api";
import { checkAgain } from "./check";
import { isAway } from "./connection";
import type { Doc } from "./doc";
import { fromPage } from "./doc";
import { dropCopy, ownCopy } from "./copies";
import { currentPage, ifWanted, mayLeave, show, tell } from "./files";
import { withPlaces } from "./scene";
import { doc, editor, isDirty, openDoc, toast } from "./state";
import { fitOnOpen } from "./viewport";

const EVERY_MS = 3000;

let copied: Doc | null = null;
let refused = ""; // why the last page that was refused was

export function watchForAutosave(): void {
  setInterval(() => void copy(), EVERY_MS);
  window.addEventListener("beforeunload", (event) => {
    if (isDirty(editor.get())) event.preventDefault();
  });
}

async function copy(): Promise<void> {
  const state = editor.get();
  const now = doc();
  const onOffer = state.recovered !== null && state.recovered.name === state.file; // a copy would replace that one
  if (!isDirty(state) || now === copied || onOffer || isAway()) return;
  try {
    await api.autosave(currentPage(), state.file);
    copied = now;
    editor.set({ autosaved: Date.now(), online: true });
    if (!state.online) checkAgain();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status === 0) return editor.set({ online: false });
    copied = now; // the same page would be refused again
    if (error.message !== refused) toast(`No copy of the changes is kept: ${error.message}`, "error", error.notes);
    refused = error.message;
  }
}

export async function recover(): Promise<void> {
  const offered = editor.get().recovered;
  if (!offered || !mayLeave()) return;
  try {
    const answer = await ifWanted(api.autosaved(offered.name));
    if (!answer) return;
    const left = ownCopy();
    const { page, name } = answer;
    const { saved: before, file, fileVersion: version } = editor.get();
    show(page, name);
    // The recovered page is not saved anywhere yet.
    openDoc(withPlaces(fromPage(page), editor.get().ops), name, file === name ? version : null);
    editor.set({ saved: before, recovered: null });
    requestAnimationFrame(() => fitOnOpen());
    if (left !== name) void dropCopy(left);
  } catch (error) {
    tell(error);
  }
}

export async function discardRecovery(): Promise<void> {
  const offered = editor.get().recovered;
  editor.set({ recovered: null });
  try {
    if (offered) await api.dropAutosave(offered.name);
  } catch (error) {
    tell(error);
  }
}
