/** The page as a whole: its title, device, what it fetches and all its problems. */
import { goTo } from "../actions";
import { blockOf } from "../pins";
import { merged } from "../problems";
import { toggleFetch, toggleInit } from "../edits";
import { commit, doc, docOf, editor, useEditor } from "../state";
import { counted } from "../words";
import { Checkpoints } from "./Checkpoints";
import { Section } from "./Section";
import { TextField } from "./TextField";

export function PageForm() {
  const present = useEditor(docOf);
  const viewer = useEditor((state) => state.mode === "viewer");
  const devices = useEditor((state) => state.service?.devices);
  return (
    <>
      <div className="inspector-head">
        <h2>{present.title || "Page"}</h2>
        <p>
          {counted(present.blocks.size, "block")}, {counted(present.wires.length, "wire")}
          {present.pages.size ? `, ${counted(present.pages.size, "sub-page")}` : ""}
        </p>
      </div>
      {!viewer && (
        <div className="row-buttons">
          <button type="button" data-testid="statistics" onClick={() => editor.set({ dialog: "statistics" })}>
            Statistics …
          </button>
        </div>
      )}
      {!viewer && (
        <Section title="Page">
          <TextField
            label="title"
            testId="page-title"
            text={present.title}
            onText={(title) => commit("set title", { ...doc(), title }, "title")}
          />
          <TextField
            label="device"
            testId="page-device"
            text={present.device}
            placeholder="wherever there is a kernel"
            choices={devices?.map((name) => `/device:${name}`)}
            onText={(text) => commit("set device", { ...doc(), device: text.trim() }, "page-device")}
          />
          <PinList
            title="fetches"
            pins={present.fetches}
            onRemove={(pin) => commit(`fetch ${pin}`, toggleFetch(doc(), pin))}
          />
          <PinList title="init" pins={present.init} onRemove={(pin) => commit(`init ${pin}`, toggleInit(doc(), pin))} />
          <PinList title="feeds" pins={Object.keys(present.feeds)} onRemove={removeFeed} />
        </Section>
      )}
      {!viewer && <Checkpoints />}
      <AllProblems />
    </>
  );
}

function removeFeed(pin: string): void {
  const { [pin]: _, ...feeds } = doc().feeds;
  commit(`feed ${pin}`, { ...doc(), feeds });
}

function PinList({ title, pins, onRemove }: { title: string; pins: readonly string[]; onRemove(pin: string): void }) {
  if (!pins.length) return null;
  return (
    <div className="field">
      <span className="label">{title}</span>
      {pins.map((pin) => (
        <span key={pin} className="chip">
          <button type="button" className="link" onClick={() => goTo(blockOf(pin))}>
            {pin}
          </button>
          <button type="button" aria-label={`remove ${pin} from ${title}`} onClick={() => onRemove(pin)}>
            ×
          </button>
        </span>
      ))}
    </div>
  );
}

const MOST = 200;

function AllProblems() {
  const checked = useEditor((state) => state.check.problems);
  const ran = useEditor((state) => state.runProblems);
  const fault = useEditor((state) => state.run.fault);
  const all = [...(fault ? [fault] : []), ...merged(checked, [...ran.values()].flat())];
  if (!all.length) return null;
  return (
    <Section title="Problems" count={all.length}>
      <ul className="problems" data-testid="problems">
        {all.slice(0, MOST).map((problem, index) => (
          <li key={index}>
            {problem.block && (
              <button type="button" className="link" onClick={() => goTo(problem.block!)}>
                {problem.block}
                {problem.pin ? `:${problem.pin}` : ""}
              </button>
            )}
            {problem.message}
          </li>
        ))}
      </ul>
      {all.length > MOST && <p className="muted">and {all.length - MOST} more</p>}
    </Section>
  );
}
