/** The service's copies of pages with changes that were not saved: one for each file, one for a page without a file. */
import { api } from "./api";
import { editor, isDirty } from "./state";

/** Offers the copy of a page that an earlier window left; of any page, the newest, where no file is opened. */
export async function offerRecovery(file: string | null): Promise<void> {
  const { kept } = await api.autosaves();
  const found = file === null ? kept[0] : kept.find((copy) => copy.name === file);
  editor.set({ recovered: found ?? null });
}

/** The file whose copy is this window's own: nobody wants that copy when the page is left without its changes. */
export function ownCopy(): string | null | undefined {
  const state = editor.get();
  return isDirty(state) ? state.file : undefined;
}

/** Throws a copy away, but for one that is on offer. */
export async function dropCopy(file: string | null | undefined): Promise<void> {
  const offered = editor.get().recovered;
  if (file === undefined || (offered && offered.name === file)) return;
  try {
    await api.dropAutosave(file);
  } catch {
    // an old copy at worst, which is offered at the next start
  }
}
