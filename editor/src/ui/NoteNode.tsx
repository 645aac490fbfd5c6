/** A note on the canvas: moved by its edge, written in its middle. */
import { memo } from "react";
import type { Node, NodeProps } from "@xyflow/react";
import type { Note } from "../doc";
import { changeNote } from "../notes";
import { commit, doc, sealStep, useEditor } from "../state";
import { useFocusOn } from "./TextField";

export type NoteNodeType = Node<{ note: Note; index: number }, "note">;

export const NoteNode = memo(function NoteNode({ data, selected }: NodeProps<NoteNodeType>) {
  const { note, index } = data;
  const viewer = useEditor((state) => state.mode === "viewer");
  const ref = useFocusOn(`note-${index}`);
  return (
    <div className={selected ? "note selected" : "note"}>
      <textarea
        ref={ref}
        className="nodrag nowheel"
        aria-label="Note"
        placeholder="a note"
        data-testid={`note-${index}`}
        spellCheck={false}
        readOnly={viewer}
        value={note.text}
        onChange={(event) =>
          commit("write a note", changeNote(doc(), index, { text: event.target.value }), `note ${index}`)
        }
        onBlur={sealStep}
      />
    </div>
  );
});
