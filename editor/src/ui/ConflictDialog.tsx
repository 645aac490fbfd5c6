/** What to do when the file is not as it was loaded: another window or program has written it since. */
import { loadFromDisk, saveAnyway } from "../files";
import { editor, useEditor } from "../state";
import { Window } from "./Window";

export function ConflictDialog() {
  const file = useEditor((state) => state.file);
  return (
    <Window title="The file has changed">
      <p>
        Another window or program has written <strong>{file}</strong> since it was loaded here.
      </p>
      <div className="files" data-testid="conflict">
        <button type="button" data-testid="conflict-save" onClick={() => void saveAnyway()}>
          <span className="name">Save anyway</span>
          <span className="muted">what is on disk is lost</span>
        </button>
        <button type="button" data-testid="conflict-name" onClick={() => editor.set({ dialog: "save" })}>
          <span className="name">Save under another name</span>
          <span className="muted">both are kept</span>
        </button>
        <button type="button" data-testid="conflict-load" onClick={() => void loadFromDisk()}>
          <span className="name">Load what is on disk</span>
          <span className="muted">the changes in this window are lost</span>
        </button>
      </div>
    </Window>
  );
}
