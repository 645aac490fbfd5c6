/** Saving what is selected as a block file, to insert it again from the palette. */
import { useState } from "react";
import { api, ServiceError } from "../api";
import { copyText } from "../actions";
import { tell } from "../files";
import { BLOCK_ENDING, findBlockFiles } from "../insertable";
import { isObject, parseJson } from "../json";
import { isPageKey, nameOf } from "../pins";
import { editor, toast } from "../state";
import { Window } from "./Window";

export function BlockFileDialog() {
  const [name, setName] = useState(() => {
    const [only, ...others] = editor.get().selection;
    return only && !others.length && isPageKey(only) ? nameOf(only) : "block";
  });
  const [exists, setExists] = useState(false);
  const file = `${name.replace(/[^\w./-]+/g, "_")}${BLOCK_ENDING}`;
  const submit = async () => {
    const text = copyText();
    const page = text ? parseJson(text) : null;
    if (!isObject(page)) return toast("Select what the block file is to hold.");
    try {
      await api.write(file, page, { overwrite: exists });
    } catch (error) {
      if (error instanceof ServiceError && error.status === 409) return setExists(true);
      return tell(error);
    }
    toast(`Saved ${file}`);
    editor.set({ dialog: "" });
    await findBlockFiles();
  };
  return (
    <Window title="Save as a block">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label className="field">
          name
          <input
            autoFocus
            value={name}
            data-testid="block-file-name"
            onChange={(event) => {
              setName(event.target.value);
              setExists(false);
            }}
          />
        </label>
        <p className="muted">The file {file} holds what is selected. The palette shows it, to insert it again.</p>
        {exists && (
          <p className="fault" role="alert">
            {file} exists already.
          </p>
        )}
        <footer>
          <button type="submit" className="primary" data-testid="block-file-confirm" disabled={!name}>
            {exists ? "Replace it" : "Save"}
          </button>
        </footer>
      </form>
    </Window>
  );
}
