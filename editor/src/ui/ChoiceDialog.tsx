/** One of several, by name. */
import { editor, useEditor } from "../state";
import { Window } from "./Window";

export function ChoiceDialog() {
  const choice = useEditor((state) => state.choice);
  if (!choice) return null;
  return (
    <Window title={choice.title}>
      <div className="files" data-testid="choices">
        {choice.items.map(({ name, hint }) => (
          <button
            type="button"
            key={name}
            data-testid={`choice-${name}`}
            onClick={() => {
              editor.set({ dialog: "", choice: null });
              choice.take(name);
            }}
          >
            <span className="name">{name}</span>
            <span className="muted">{hint}</span>
          </button>
        ))}
        {!choice.items.length && <p className="empty">There are none in this folder.</p>}
      </div>
    </Window>
  );
}
