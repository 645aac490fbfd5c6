/** Saving under a name. */
import { useState } from "react";
import { answerTo, exportAs, save } from "../files";
import { editor, useEditor } from "../state";
import { Window } from "./Window";

/** The name of a page's file: what is typed, with the suffix that all have. */
export function fileName(typed: string): string {
  const name = typed.trim();
  return name.endsWith(".json") ? name : `${name}.json`;
}

export function SaveDialog() {
  const file = useEditor((state) => state.file);
  const title = useEditor((state) => state.history.present.title);
  const [typed, setTyped] = useState(() => fileName((file ?? (title || "page")).replace(/[^\w./-]+/g, "_")));
  const [exists, setExists] = useState(false);
  const [fault, setFault] = useState("");
  const name = fileName(typed);
  const submit = async () => {
    const { fileVersion: version } = editor.get();
    const own = name === file && version !== null;
    const refusal = await save(name, own ? { version } : { overwrite: exists });
    if (own && refusal?.status === 409) return answerTo(refusal);
    setExists(refusal?.status === 409 && refusal.kind === "AlreadyExistsError" && !exists);
    setFault(refusal?.message ?? "");
  };
  return (
    <Window title="Save">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label className="field">
          name
          <input
            data-first
            value={typed}
            data-testid="save-name"
            onChange={(event) => {
              setTyped(event.target.value);
              setExists(false);
              setFault("");
            }}
          />
        </label>
        {fault && (
          <p className="fault" role="alert" data-testid="save-fault">
            {exists ? `${name} exists already.` : fault}
          </p>
        )}
        <footer>
          <button type="button" onClick={() => void exportAs("page")}>
            Download instead
          </button>
          <button type="submit" className="primary" data-testid="save-confirm">
            {exists ? "Replace it" : "Save"}
          </button>
        </footer>
      </form>
    </Window>
  );
}
