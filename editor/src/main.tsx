/** Where the bundle begins: the editor with its service, or the viewer of the page in the document. */
import { createRoot } from "react-dom/client";
import { api, takeToken } from "./api";
import { offerRecovery, watchForAutosave } from "./autosave";
import { watchForChecks } from "./check";
import { currentPage, show, tell } from "./files";
import { startKeyboard } from "./keyboard";
import { dtypesOf } from "./ops";
import { editor, openDoc } from "./state";
import { EMPTY } from "./doc";
import { startTheme } from "./theme";
import { App } from "./ui/App";
import { Loading } from "./ui/Around";
import { startViewer, viewData } from "./viewer";
import "@xyflow/react/dist/base.css";
import "./style/tokens.css";
import "./style/frame.css";
import "./style/panels.css";
import "./style/canvas.css";

declare global {
  interface Window {
    graphopsEditor: { page: typeof currentPage; readonly ready: boolean };
  }
}

window.graphopsEditor = {
  page: currentPage,
  get ready() {
    return editor.get().ready;
  },
};

async function startEditor(): Promise<void> {
  takeToken();
  const [ops, service] = await Promise.all([api.ops(), api.state()]);
  editor.set({
    ops: new Map(ops.ops.map((op) => [op.name, op])),
    dtypes: dtypesOf(ops.ops),
    version: ops.version,
    service,
  });
  try {
    if (service.file) {
      const { page, name, converted } = await api.read(service.file);
      show(page, converted ? null : name);
    } else openDoc(EMPTY, null);
  } catch (error) {
    openDoc(EMPTY, null);
    tell(error);
  }
  if (service.recovered) await offerRecovery();
  watchForChecks();
  watchForAutosave();
  editor.set({ ready: true });
}

async function start(): Promise<void> {
  const root = createRoot(document.getElementById("root")!);
  startTheme();
  root.render(<Loading fault="" />);
  try {
    const data = viewData();
    if (data) {
      root.render(<App />);
      startViewer(data);
    } else {
      await startEditor();
      root.render(<App />);
    }
    startKeyboard();
  } catch (error) {
    root.render(<Loading fault={error instanceof Error ? error.message : String(error)} />);
  }
}

void start();
