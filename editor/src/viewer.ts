/** The read-only viewer: a page in the document itself, with its shapes and times, and no service behind it. */
import { fromPage } from "./doc";
import { isObject, parseJson, type JsonObject } from "./json";
import type { NodeInfo, ViewData } from "./protocol";
import { withPlaces } from "./scene";
import { editor, openDoc } from "./state";
import { fitOnOpen } from "./viewport";

/** What the document brings to be viewed; null if it is the editor's own. */
export function viewData(): ViewData | null {
  const script = document.getElementById("graphops-view");
  if (!script) return null;
  const text = script.textContent ?? "null";
  const value: unknown = JSON.parse(text);
  if (!isObject(value) || !isObject(value.page)) throw new Error("The document holds no page to view.");
  const { page } = parseJson(text) as JsonObject; // its numbers stay as they are written; the others are reckoned with
  return { ...value, page } as unknown as ViewData;
}

export function startViewer(data: ViewData): void {
  const ops = new Map((data.ops ?? []).map((op) => [op.name, op]));
  const nodes: Record<string, NodeInfo> = data.shapes ?? {};
  editor.set({ mode: "viewer", ops, trace: data.trace ?? null });
  if (window.parent !== window) fitIntoFrame();
  const next = withPlaces(fromPage(data.page), ops, nodes);
  openDoc({ ...next, title: data.title ?? next.title }, null);
  editor.set((state) => ({ check: { ...state.check, nodes }, ready: true }));
  requestAnimationFrame(() => fitOnOpen());
}

/** In a frame, that of a notebook say: room for the graph, and the wheel scrolls what is around until one clicks here. */
function fitIntoFrame(): void {
  editor.set({ palette: false, inspector: false });
  const stop = editor.subscribe(() => {
    if (!editor.get().selection.size) return;
    stop();
    editor.set({ inspector: true });
  });
  window.addEventListener(
    "wheel",
    (event) => {
      if (!document.hasFocus()) event.stopPropagation();
    },
    { capture: true },
  );
}
