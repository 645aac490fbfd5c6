/** The name under which variables are saved. */
import { useState } from "react";
import { ServiceError } from "../api";
import { saveVariables } from "../run";
import { editor, toast, useEditor } from "../state";
import { counted } from "../words";
import { Window } from "./Window";

const SUFFIX = ".safetensors";

export function CheckpointDialog() {
  const file = useEditor((state) => state.file);
  const [typed, setTyped] = useState(() => `${(file ?? "page").replace(/\.json$/, "")}${SUFFIX}`);
  const [exists, setExists] = useState(false);
  const [fault, setFault] = useState("");
  const name = typed.trim().endsWith(SUFFIX) ? typed.trim() : `${typed.trim()}${SUFFIX}`;
  const submit = async () => {
    try {
      const count = await saveVariables(name, exists);
      editor.set({ dialog: "" });
      toast(`Saved ${counted(count, "variable")} in ${name}`);
    } catch (error) {
      setExists(error instanceof ServiceError && error.kind === "AlreadyExistsError" && !exists);
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Window title="Save checkpoint">
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
            data-testid="checkpoint-name"
            onChange={(event) => {
              setTyped(event.target.value);
              setExists(false);
              setFault("");
            }}
          />
        </label>
        {fault && (
          <p className="fault" role="alert" data-testid="checkpoint-fault">
            {exists ? `${name} exists already.` : fault}
          </p>
        )}
        <footer>
          <button type="submit" className="primary" data-testid="checkpoint-confirm">
            {exists ? "Replace it" : "Save"}
          </button>
        </footer>
      </form>
    </Window>
  );
}
