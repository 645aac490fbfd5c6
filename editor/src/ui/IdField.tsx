/** The name of the block or sub-page of a key. */
import { useState } from "react";
import { nameFault, rename } from "../edits";
import { join, keyLike, nameOf, parentOf } from "../pins";
import { commit, doc, select, useEditor } from "../state";
import { TextField } from "./TextField";

export function IdField({ of }: { of: string }) {
  const viewer = useEditor((state) => state.mode === "viewer");
  const [draft, setDraft] = useState(nameOf(of));
  const fault = nameFault(doc(), of, draft);
  // Renamed when it is left or Enter is pressed, not with each letter: the half of a name is another block's, perhaps.
  const apply = () => {
    if (fault || draft === nameOf(of)) return;
    commit(`rename ${nameOf(of)}`, rename(doc(), of, draft));
    select([keyLike(of, join(parentOf(of), draft))]);
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
