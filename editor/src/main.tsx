/** Where the bundle begins: the editor with its service, or the viewer of the page in the document. */
import { createRoot } from "react-dom/client";
import { api, ServiceError, takeToken } from "./api";
import { watchForDrops } from "./arrays";
import { watchForAutosave } from "./autosave";
import { watchForChecks } from "./check";
import { offerRecovery } from "./copies";
import { currentPage, remember, showFile, tell } from "./files";
import { keepConnected } from "./connection";
import { findBlockFiles, ofPackage } from "./insertable";
import { startKeyboard } from "./keyboard";
import { dtypesOf } from "./ops";
import { editor, openDoc } from "./state";
import { EMPTY } from "./doc";
import { takeUp, watchForReload } from "./reload";
import { startTheme } from "./theme";
import { App } from "./ui/App";
import { Loading } from "./ui/Around";
import { startViewer, viewData } from "./viewer";
import "@xyflow/react/dist/base.css";
import "./style/tokens.css";
import "./style/frame.css";
import "./style/panels.css";
import "./style/canvas.css";
import "./style/hands.css";

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

/** Opens the file that the service was started with; it may be a page that is yet to be drawn. */
async function openFirst(file: string | null): Promise<void> {
  openDoc(EMPTY, null);
  if (!file) return;
  try {
    showFile(await api.read(file));
    remember(file);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404 && file.endsWith(".json")) {
      openDoc(EMPTY, file);
      document.title = `${file} – graphops`;
    } else tell(error);
  }
}

async function startEditor(): Promise<void> {
  await takeToken();
  const [ops, service] = await Promise.all([api.ops(), api.state()]);
  editor.set({
    ops: new Map(ops.ops.map((op) => [op.name, op])),
    insertable: ofPackage(ops.composites),
    dtypes: dtypesOf(ops.ops),
    common: ops.common,
    version: ops.version,
    service,
  });
  if (!(await takeUp())) {
    await openFirst(service.file);
    if (service.recovered) await offerRecovery(editor.get().file);
  }
  void findBlockFiles();
  watchForDrops();
  watchForReload();
  keepConnected();
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
