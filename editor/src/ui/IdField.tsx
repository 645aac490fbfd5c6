/** The name of a block or sub-page. */
import { useState } from "react";
import { nameFault, rename } from "../edits";
import { nameOf } from "../pins";
import { commit, doc, select, useEditor } from "../state";
import { TextField } from "./TextField";

export function IdField({ path }: { path: string }) {
  const viewer = useEditor((state) => state.mode === "viewer");
  const [draft, setDraft] = useState(nameOf(path));
  const fault = nameFault(doc(), path, draft);
  // Renamed when it is left or Enter is pressed, not with each letter: the half of a name is another block's, perhaps.
  const apply = () => {
    if (fault || draft === nameOf(path)) return;
    const to = path.slice(0, path.length - nameOf(path).length) + draft;
    commit(`rename ${nameOf(path)}`, rename(doc(), path, draft));
    select([to]);
  };
  return (
    <div
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === "Enter") apply();
      }}
    >
      <TextField label="id" testId="block-id" text={draft} readOnly={viewer} fault={fault} onText={setDraft} />
    </div>
  );
}
