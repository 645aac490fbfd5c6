/** What can be done with the variables of a run. */
import { chooseCheckpoint } from "../checkpoints";
import { editor, useEditor } from "../state";
import { Section } from "./Section";

export function Checkpoints() {
  const running = useEditor((state) => state.run.running);
  const ran = useEditor((state) => state.run.id !== "");
  return (
    <Section title="Variables">
      <div className="row-buttons">
        <button
          type="button"
          disabled={running || !ran}
          data-testid="save-checkpoint"
          onClick={() => editor.set({ dialog: "checkpoint" })}
        >
          Save checkpoint …
        </button>
        <button type="button" disabled={running} data-testid="load-checkpoint" onClick={() => void chooseCheckpoint()}>
          Load checkpoint …
        </button>
      </div>
    </Section>
  );
}
