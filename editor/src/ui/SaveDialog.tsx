/** Saving under a name. */
import { useState } from "react";
import { answerTo, exportAs, save } from "../files";
import { editor, useEditor } from "../state";
import { NameForm, type Refusal } from "./NameForm";
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
  const name = fileName(typed);
  const submit = async (overwrite: boolean): Promise<Refusal | null> => {
    const { fileVersion: version } = editor.get();
    const own = name === file && version !== null;
    const refusal = await save(name, own ? { version } : { overwrite });
    if (own && refusal?.status === 409) answerTo(refusal);
    if (!refusal || (own && refusal.status === 409)) return null;
    const exists = refusal.status === 409 && refusal.kind === "AlreadyExistsError" && !overwrite;
    return { message: refusal.message, exists };
  };
  return (
    <Window title="Save">
      <NameForm
        testId="save"
        typed={typed}
        name={name}
        onType={setTyped}
        onSave={submit}
        more={
          <button type="button" onClick={() => void exportAs("page")}>
            Download instead
          </button>
        }
      />
    </Window>
  );
}
