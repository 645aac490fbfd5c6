/** Windows over the page: open, save, export, keys. */
import { useEffect, useRef, useState } from "react";
import { api } from "../api";
import { FORMS } from "../exports";
import { exportAs, open, openLocal, tell } from "../files";
import { MORE_KEYS, MOUSE, SHORTCUTS } from "../keyboard";
import type { FileInfo } from "../protocol";
import { groupSelection, moveSelection } from "../actions";
import { moveFault } from "../group";
import { doc, docOf, editor, useEditor } from "../state";
import { bytes } from "../words";
import { BlockFileDialog } from "./BlockFileDialog";
import { CheckpointDialog } from "./CheckpointDialog";
import { ChoiceDialog } from "./ChoiceDialog";
import { ConflictDialog } from "./ConflictDialog";
import { keyText } from "./Keys";
import { SaveDialog } from "./SaveDialog";
import { StatisticsDialog } from "./StatisticsDialog";
import { Window } from "./Window";

const close = () => editor.set({ dialog: "" });

export function Dialogs() {
  const dialog = useEditor((state) => state.dialog);
  switch (dialog) {
    case "open":
      return <OpenDialog />;
    case "save":
      return <SaveDialog />;
    case "choose":
      return <ChoiceDialog />;
    case "checkpoint":
      return <CheckpointDialog />;
    case "conflict":
      return <ConflictDialog />;
    case "export":
      return <ExportDialog />;
    case "move":
      return <MoveDialog />;
    case "block":
      return <BlockFileDialog />;
    case "statistics":
      return <StatisticsDialog />;
    case "help":
      return <HelpDialog />;
    default:
      return null;
  }
}

function useFiles(): FileInfo[] | null {
  const [files, setFiles] = useState<FileInfo[] | null>(null);
  useEffect(() => {
    api.files().then(
      (answer) => setFiles(answer.files),
      (error: unknown) => {
        setFiles([]);
        tell(error);
      },
    );
  }, []);
  return files;
}

const KINDS: Record<string, string> = { page: "page", graphdef: "GraphDef", savedmodel: "SavedModel" };

function OpenDialog() {
  const files = useFiles()?.filter((file) => file.kind in KINDS);
  const folder = useEditor((state) => state.service?.folder);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Window title="Open">
      <p className="muted">{folder}</p>
      <div className="files" data-testid="files">
        {files?.map((file) => (
          <button type="button" key={file.name} data-testid={`file-${file.name}`} onClick={() => void open(file.name)}>
            <span className="name">{file.name}</span>
            <span>{KINDS[file.kind] ?? file.kind}</span>
            <span>{bytes(file.bytes)}</span>
            <time>{new Date(file.modified * 1000).toLocaleString()}</time>
          </button>
        ))}
        {files && !files.length && <p className="empty">There are no pages or models in this folder.</p>}
      </div>
      <footer>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".json,.pb,.pbtxt,.graphdef"
          data-testid="open-local-file"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void openLocal(file);
          }}
        />
        <button type="button" onClick={() => picker.current?.click()} data-testid="open-local">
          A file of this computer …
        </button>
      </footer>
    </Window>
  );
}

function ExportDialog() {
  return (
    <Window title="Export">
      <div className="files">
        {FORMS.map(([form, name, text]) => (
          <button type="button" key={form} data-testid={`export-${form}`} onClick={() => void exportAs(form)}>
            <span className="name">{name}</span>
            <span className="muted">{text}</span>
          </button>
        ))}
      </div>
    </Window>
  );
}

function MoveDialog() {
  const pages = useEditor((state) => docOf(state).pages);
  const selection = useEditor((state) => state.selection);
  const paths = ["", ...pages.keys()].filter((page) => !moveFault(doc(), [...selection], page));
  return (
    <Window title="Move to a page">
      <div className="files" data-testid="move-pages">
        {paths.map((page) => (
          <button
            type="button"
            key={page}
            data-testid={`move-to-${page}`}
            onClick={() => {
              close();
              moveSelection(page);
            }}
          >
            <span className="name">{page || "Page"}</span>
            <span>{page ? "" : "the outermost"}</span>
          </button>
        ))}
        {!paths.length && <p className="empty">What is selected cannot move to another page.</p>}
      </div>
      <footer>
        <button
          type="button"
          data-testid="move-to-new"
          onClick={() => {
            close();
            groupSelection();
          }}
        >
          A new sub-page
        </button>
      </footer>
    </Window>
  );
}

function HelpDialog() {
  const viewer = useEditor((state) => state.mode === "viewer");
  const groups = ["Run", "Edit", "View", "Page"] as const;
  return (
    <Window title="Keys" wide>
      <div className="keys">
        {groups.map((group) => {
          const items = SHORTCUTS.filter((item) => item.group === group && item.title && (!viewer || item.viewer));
          return (
            items.length > 0 && (
              <section key={group}>
                <h3>{group}</h3>
                <dl>
                  {items.map((item) => (
                    <div key={item.title}>
                      <dt>
                        {item.keys.map((key) => (
                          <kbd key={key}>{keyText(key)}</kbd>
                        ))}
                      </dt>
                      <dd>{item.title}</dd>
                    </div>
                  ))}
                  {group === "Edit" && !viewer && <Rows rows={MORE_KEYS} />}
                </dl>
              </section>
            )
          );
        })}
        {!viewer && (
          <section>
            <h3>Mouse</h3>
            <dl>
              <Rows rows={MOUSE} />
            </dl>
          </section>
        )}
      </div>
    </Window>
  );
}

function Rows({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return rows.map(([keys, title]) => (
    <div key={keys}>
      <dt>
        <kbd>{keys}</kbd>
      </dt>
      <dd>{title}</dd>
    </div>
  ));
}
