/** The name under which variables are saved. */
import { useState } from "react";
import { ServiceError } from "../api";
import { saveVariables } from "../run";
import { editor, toast, useEditor } from "../state";
import { counted } from "../words";
import { NameForm, type Refusal } from "./NameForm";
import { Window } from "./Window";

const SUFFIX = ".safetensors";

export function CheckpointDialog() {
  const file = useEditor((state) => state.file);
  const [typed, setTyped] = useState(() => `${(file ?? "page").replace(/\.json$/, "")}${SUFFIX}`);
  const name = typed.trim().endsWith(SUFFIX) ? typed.trim() : `${typed.trim()}${SUFFIX}`;
  const submit = async (overwrite: boolean): Promise<Refusal | null> => {
    try {
      const count = await saveVariables(name, overwrite);
      editor.set({ dialog: "" });
      toast(`Saved ${counted(count, "variable")} in ${name}`);
      return null;
    } catch (error) {
      const exists = error instanceof ServiceError && error.kind === "AlreadyExistsError" && !overwrite;
      return { message: error instanceof Error ? error.message : String(error), exists };
    }
  };
  return (
    <Window title="Save checkpoint">
      <NameForm testId="checkpoint" typed={typed} name={name} onType={setTyped} onSave={submit} />
    </Window>
  );
}
