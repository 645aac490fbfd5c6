/** Saving what is selected as a block file, to insert it again from the palette. */
import { useState } from "react";
import { api, ServiceError } from "../api";
import { copyText } from "../actions";
import { tell } from "../files";
import { BLOCK_ENDING, findBlockFiles } from "../insertable";
import { isObject, parseJson } from "../json";
import { isPageKey, nameOf } from "../pins";
import { editor, toast } from "../state";
import { NameForm, type Refusal } from "./NameForm";
import { Window } from "./Window";

export function BlockFileDialog() {
  const [name, setName] = useState(() => {
    const [only, ...others] = editor.get().selection;
    return only && !others.length && isPageKey(only) ? nameOf(only) : "block";
  });
  const file = `${name.replace(/[^\w./-]+/g, "_")}${BLOCK_ENDING}`;
  const submit = async (overwrite: boolean): Promise<Refusal | null> => {
    const text = copyText();
    const page = text ? parseJson(text) : null;
    if (!isObject(page)) {
      toast("Select what the block file is to hold.");
      return null;
    }
    try {
      await api.write(file, page, { overwrite });
    } catch (error) {
      if (error instanceof ServiceError && error.status === 409) return { message: error.message, exists: true };
      tell(error);
      return null;
    }
    toast(`Saved ${file}`);
    editor.set({ dialog: "" });
    await findBlockFiles();
    return null;
  };
  return (
    <Window title="Save as a block">
      <NameForm
        testId="block-file"
        typed={name}
        name={file}
        onType={setName}
        onSave={submit}
        hint={
          <p className="muted">The file {file} holds what is selected. The palette shows it, to insert it again.</p>
        }
      />
    </Window>
  );
}
