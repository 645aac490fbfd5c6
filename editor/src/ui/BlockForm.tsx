/** All about one block. */
import { goTo } from "../actions";
import { changeBlock, removeAfter, setFeed, toggleFetch, toggleInit } from "../edits";
import { opOf, summaryOf } from "../ops";
import { bodyOf, pinText } from "../pins";
import { faultAt } from "../problems";
import type { OpInfo } from "../protocol";
import { runTo } from "../run";
import { commit, doc, docOf, useEditor } from "../state";
import { duration, typeText } from "../words";
import { Attrs } from "./AttrsForm";
import { useProblems } from "./BlockNode";
import { FeedHelp } from "./FeedHelp";
import { IdField } from "./IdField";
import { Inputs } from "./InputsForm";
import { OpDoc } from "./Palette";
import { ResultView } from "./ResultView";
import { Problems, Section } from "./Section";
import { TensorField } from "./TensorField";
import { TextField } from "./TextField";

export function BlockForm({ path }: { path: string }) {
  const present = useEditor(docOf);
  const ops = useEditor((state) => state.ops);
  const node = useEditor((state) => state.check.nodes[path]);
  const run = useEditor((state) => state.runs.get(path));
  const viewer = useEditor((state) => state.mode === "viewer");
  const traced = useEditor((state) => state.trace?.[path]);
  const problems = useProblems(path);
  const block = present.blocks.get(path);
  if (!block) return null;
  const op = opOf(ops, present, path, node);
  const faultOf = (name: string) => faultAt(problems, name);
  const pins = run?.pins ?? {};
  return (
    <>
      <div className="inspector-head">
        <h2>{block.op}</h2>
        <p>{summaryOf(op) || (ops.size && !ops.has(block.op) ? "This op is not registered." : "")}</p>
      </div>
      {problems.length > 0 && <Problems problems={problems} />}
      {Object.keys(pins).length > 0 && (
        <Section title="Result">
          <ResultView path={path} pins={pins} />
        </Section>
      )}
      <Section title="Block">
        <IdField of={path} />
        {!viewer && !bodyOf(path) && <Marks path={path} op={op} />}
        {!viewer && !bodyOf(path) && <RunTo path={path} />}
        <Device path={path} />
        <After path={path} />
        <dl className="facts">
          {(traced ?? run?.seconds) != null && <Fact name="time" text={duration((traced ?? run?.seconds)!)} />}
          {(run?.kernel ?? node?.kernel) && <Fact name="kernel" text={(run?.kernel ?? node?.kernel)!} />}
          {node?.inputs.map((pin) => (
            <Fact key={`i${pin.pin}${pin.number}`} name={label(pin.pin, pin.number)} text={`in ${typeText(pin)}`} />
          ))}
          {node?.outputs.map((pin) => (
            <Fact key={`o${pin.pin}${pin.number}`} name={label(pin.pin, pin.number)} text={`out ${typeText(pin)}`} />
          ))}
        </dl>
      </Section>
      <Attrs path={path} op={op} faultOf={faultOf} />
      {!viewer && <Inputs path={path} op={op} faultOf={faultOf} />}
      <Section title="Documentation">
        <OpDoc op={op} />
      </Section>
    </>
  );
}

function label(pin: string, number: number | null): string {
  return number === null ? pin : `${pin}[${number}]`;
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={text}>{text}</dd>
    </div>
  );
}

/** Runs what leads to the block and no more. */
function RunTo({ path }: { path: string }) {
  const running = useEditor((state) => state.run.running);
  return (
    <div className="row-buttons">
      <button type="button" disabled={running} data-testid={`run-to-${path}`} onClick={() => void runTo(path)}>
        Run to here
      </button>
    </div>
  );
}

/** What the page does with a block; with those of functions it can do nothing, since they run where they are called. */
function Marks({ path, op }: { path: string; op: OpInfo }) {
  const fetches = useEditor((state) => docOf(state).fetches);
  const init = useEditor((state) => docOf(state).init);
  const feeds = useEditor((state) => docOf(state).feeds);
  const whole = fetches.includes(path);
  const [output] = op.outputs;
  const feed = output && (feeds[pinText(path, output.name)] ?? feeds[path]);
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={whole}
          data-testid={`fetch-${path}`}
          onChange={() => commit(`fetch ${path}`, toggleFetch(doc(), path))}
        />
        fetch <span className="hint">a result of the page, also when it runs headless</span>
      </label>
      {op.outputs.length > 0 &&
        !whole &&
        op.outputs.map(({ name }) => {
          const pin = pinText(path, name);
          return (
            <label className="check inner" key={name}>
              <input
                type="checkbox"
                checked={fetches.includes(pin)}
                data-testid={`fetch-${pin}`}
                onChange={() => commit(`fetch ${pin}`, toggleFetch(doc(), pin))}
              />
              only {name}
            </label>
          );
        })}
      <label className="check">
        <input
          type="checkbox"
          checked={init.includes(path)}
          data-testid={`init-${path}`}
          onChange={() => commit(`init ${path}`, toggleInit(doc(), path))}
        />
        init <span className="hint">runs once, before the first step</span>
      </label>
      {output && (op.name.startsWith("Placeholder") || feed !== undefined) && (
        <TensorField
          label="feed"
          testId={`feed-${path}`}
          value={feed}
          placeholder={'the value that the page feeds here, or {"file": "x.npy"}'}
          onValue={(value) => commit(`feed ${path}`, setFeed(doc(), path, output.name, value), `feed-${path}`)}
        />
      )}
      {op.name.startsWith("Placeholder") && <FeedHelp path={path} />}
    </>
  );
}

function Device({ path }: { path: string }) {
  const device = useEditor((state) => docOf(state).blocks.get(path)?.device ?? "");
  const devices = useEditor((state) => state.service?.devices);
  const viewer = useEditor((state) => state.mode === "viewer");
  if (viewer && !device) return null;
  return (
    <TextField
      label="device"
      testId={`device-${path}`}
      text={device}
      readOnly={viewer}
      placeholder="as the page says"
      choices={devices?.map((name) => `/device:${name}`)}
      onText={(text) => commit("set device", changeBlock(doc(), path, { device: text.trim() }), `device-${path}`)}
    />
  );
}

function After({ path }: { path: string }) {
  const after = useEditor((state) => docOf(state).blocks.get(path)?.after);
  const viewer = useEditor((state) => state.mode === "viewer");
  if (!after?.length) return null;
  return (
    <div className="field">
      <span className="label">runs after</span>
      {after.map((first) => (
        <span key={first} className="chip">
          <button type="button" className="link" onClick={() => goTo(first)}>
            {first}
          </button>
          {!viewer && (
            <button
              type="button"
              aria-label={`no longer after ${first}`}
              onClick={() => commit("remove order", removeAfter(doc(), first, path))}
            >
              ×
            </button>
          )}
        </span>
      ))}
    </div>
  );
}
