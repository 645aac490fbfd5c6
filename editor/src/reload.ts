/** What a window keeps of itself while it is loaded again: the page with its changes, the results and the run. */
import { api } from "./api";
import { EMPTY, type Doc } from "./doc";
import { currentPage, show } from "./files";
import { isObject, parseJson, type JsonObject } from "./json";
import { remember, runMemory, type RunMemory } from "./run";
import { editor, isDirty } from "./state";

const KEY = "graphops-window";

interface Kept {
  page: JsonObject | null; // null if it is too large to be kept
  file: string | null;
  fileVersion: string | null;
  dirty: boolean;
  within: string; // the sub-page that is shown
  runs: RunMemory | null;
}

/** Keeps it when the window is left. The browser forgets it with the window. */
export function watchForReload(): void {
  window.addEventListener("pagehide", () => {
    const state = editor.get();
    const { file, fileVersion, page: within } = state;
    const kept: Kept = { page: currentPage(), file, fileVersion, dirty: isDirty(state), within, runs: runMemory() };
    // A browser keeps some megabytes: results can be run again, and of a large page the service has a copy.
    for (const next of [kept, { ...kept, runs: null }, { ...kept, runs: null, page: null }]) {
      try {
        return sessionStorage.setItem(KEY, JSON.stringify(next));
      } catch {
        sessionStorage.removeItem(KEY);
      }
    }
  });
}

/** Whether this is the window that was there before; what another address asks for is opened as always. */
function isReloaded(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload" || entry?.type === "back_forward";
}

/** Shows what the window showed before it was loaded again; whether there was anything. */
export async function takeUp(): Promise<boolean> {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const value = text && isReloaded() ? parseJson(text) : null;
  if (!isObject(value)) return false;
  const kept = value as unknown as Kept;
  const page = kept.page ?? (await pageOf(kept));
  if (!page) return false;
  show(page, kept.file, kept.fileVersion);
  if (kept.dirty) editor.set({ saved: { ...EMPTY } satisfies Doc });
  if (editor.get().history.present.pages.has(kept.within)) editor.set({ page: kept.within });
  if (kept.runs) remember(kept.runs);
  return true;
}

/** A page that was too large to be kept here, from the service. */
async function pageOf({ file, dirty }: Kept): Promise<JsonObject | null> {
  try {
    if (dirty) return (await api.autosaved(file)).page;
    return file ? (await api.read(file)).page : null;
  } catch {
    return null; // it is opened as in a new window, which says what is wrong
  }
}
