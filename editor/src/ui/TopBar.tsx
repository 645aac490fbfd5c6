/** The bar above: the page, what can be done with it, and how a run goes. */
import { useState } from "react";
import { autoLayout, collapseAll } from "../actions";
import { newPage, open, saveAgain } from "../files";
import { startFind } from "../keyboard";
import { reset, runAll, step, stop } from "../run";
import { commit, doc, docOf, editor, isDirty, sealStep, useEditor } from "../state";
import { toggleTheme } from "../theme";
import { redo, undo } from "../travel";
import { fit } from "../viewport";
import { duration } from "../words";
import { ToolButton } from "./Icon";

export function TopBar() {
  const viewer = useEditor((state) => state.mode === "viewer");
  return (
    <header className="topbar">
      <div className="bar-group first">
        <ToolButton
          icon="panel"
          label={viewer ? "Blocks" : "Ops"}
          pressed={useEditor((state) => state.palette)}
          onClick={() => editor.set((state) => ({ palette: !state.palette }))}
        />
        <Title />
      </div>
      {viewer ? <ViewerTools /> : <EditorTools />}
      <div className="bar-group right">
        <ToolButton icon="search" label="Find on the page" keys="Ctrl+F" testId="find-open" onClick={startFind} />
        <ToolButton icon="fit" label="Show all" keys="F" testId="fit" onClick={() => fit(undefined, true)} />
        <ToolButton icon="layout" label="Arrange" keys="L" testId="layout" onClick={autoLayout} />
        <ToolButton icon="theme" label="Dark or light" keys="T" testId="theme" onClick={toggleTheme} />
        <ToolButton icon="help" label="Keys" keys="?" testId="help" onClick={() => editor.set({ dialog: "help" })} />
        <ToolButton
          icon="inspector"
          label="Details"
          pressed={useEditor((state) => state.inspector)}
          onClick={() => editor.set((state) => ({ inspector: !state.inspector }))}
        />
      </div>
    </header>
  );
}

function Title() {
  const file = useEditor((state) => state.file);
  const title = useEditor((state) => docOf(state).title);
  const model = useEditor((state) => state.model);
  const dirty = useEditor((state) => state.mode === "editor" && isDirty(state));
  return (
    <div className="title" title={title || undefined}>
      <h1 data-testid="file-name">{file ?? (title || "New page")}</h1>
      {dirty && (
        <span className="dirty" role="img" aria-label="not saved" title="Changes are not saved" data-testid="dirty" />
      )}
      {file && title && <span className="muted">{title}</span>}
      {model && model.signatures.length > 1 && (
        <select
          aria-label="Signature"
          data-testid="signature"
          value={model.signature}
          onChange={(event) => void open(model.name, event.target.value)}
        >
          {model.signatures.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </div>
  );
}

function ViewerTools() {
  const pages = useEditor((state) => docOf(state).pages.size > 0);
  const traced = useEditor((state) => state.trace !== null);
  return (
    <div className="bar-group">
      {pages && (
        <>
          <ToolButton
            icon="shrink"
            label="Collapse all scopes"
            testId="collapse-all"
            text="Collapse all"
            onClick={() => collapseAll(true)}
          />
          <ToolButton
            icon="expand"
            label="Expand all scopes"
            testId="expand-all"
            text="Expand all"
            onClick={() => collapseAll(false)}
          />
        </>
      )}
      {traced && <Legend />}
    </div>
  );
}

function Legend() {
  return (
    <span className="legend" data-testid="legend">
      <span className="muted">time</span> short <span className="ramp" aria-hidden="true" /> long
    </span>
  );
}

function EditorTools() {
  const past = useEditor((state) => state.history.past.at(-1)?.label);
  const future = useEditor((state) => state.history.future[0]?.label);
  return (
    <>
      <div className="bar-group">
        <ToolButton icon="new" label="New page" keys="Alt+N" testId="new" onClick={newPage} />
        <ToolButton
          icon="open"
          label="Open"
          keys="Ctrl+O"
          testId="open"
          onClick={() => editor.set({ dialog: "open" })}
        />
        <ToolButton icon="save" label="Save" keys="Ctrl+S" testId="save" onClick={() => void saveAgain()} />
        <ToolButton icon="export" label="Export" testId="export" onClick={() => editor.set({ dialog: "export" })} />
      </div>
      <div className="bar-group">
        <ToolButton
          icon="undo"
          label={past ? `Undo ${past}` : "Undo"}
          keys="Ctrl+Z"
          testId="undo"
          disabled={!past}
          onClick={undo}
        />
        <ToolButton
          icon="redo"
          label={future ? `Redo ${future}` : "Redo"}
          keys="Ctrl+Shift+Z"
          testId="redo"
          disabled={!future}
          onClick={redo}
        />
      </div>
      <RunTools />
    </>
  );
}

function RunTools() {
  const run = useEditor((state) => state.run);
  const steps = useEditor((state) => docOf(state).steps);
  const [draft, setDraft] = useState<string | null>(null); // while a number is typed, which may be none yet
  return (
    <div className="bar-group">
      <ToolButton
        icon="run"
        label="Run"
        keys="Ctrl+Enter"
        text="Run"
        testId="run"
        disabled={run.running}
        onClick={() => void runAll()}
      />
      <ToolButton
        icon="step"
        label="Run one step"
        keys="Ctrl+Shift+Enter"
        testId="step"
        disabled={run.running}
        onClick={() => void step()}
      />
      <ToolButton
        icon="stop"
        label="Stop"
        keys="Ctrl+."
        testId="stop"
        disabled={!run.running}
        onClick={() => void stop()}
      />
      <ToolButton
        icon="reset"
        label="Forget variables and results"
        testId="reset"
        disabled={run.running || !run.id}
        onClick={() => void reset()}
      />
      <label className="steps" title="How many times the page is computed in a run">
        steps
        <input
          type="number"
          min={1}
          value={draft ?? steps}
          data-testid="steps"
          onChange={(event) => {
            const count = event.target.valueAsNumber;
            setDraft(event.target.value);
            if (Number.isSafeInteger(count) && count >= 1) commit("steps", { ...doc(), steps: count }, "steps");
          }}
          onBlur={() => {
            setDraft(null);
            sealStep();
          }}
        />
      </label>
      <Progress />
    </div>
  );
}

/** Has its place also before the first run, and one width, so that nothing beside it ever moves. */
function Progress() {
  const run = useEditor((state) => state.run);
  if (!run.id) return <div className="progress" aria-hidden="true" />;
  const several = run.steps > 1;
  const inStep = run.total ? Math.min(1, run.done / run.total) : 0;
  const before = Math.max(0, run.step - run.before - 1); // steps of this run that are over
  const share = several && run.status !== "done" ? Math.min(1, (before + inStep) / run.steps) : inStep;
  const words: Record<string, string> = {
    done: "done",
    stopped: "stopped",
    failed: "failed",
    died: "the run's process died",
  };
  const left = Object.keys(run.notRun).length;
  const leftOut = left ? `, ${left} not run` : "";
  const waits = run.running && !run.done && (run.phase === "planning" || run.phase === "compiling");
  const now = waits ? `${run.phase} …` : several ? `step ${run.step} of ${run.steps}` : `${run.done} of ${run.total}`;
  const text = run.running
    ? `${now}${run.block ? ` · ${run.block}` : ""}`
    : `${words[run.status] ?? run.status}${leftOut}${run.stepping && run.step ? `, step ${run.step}` : ""}${run.seconds === null ? "" : ` · ${duration(run.seconds)}`}`;
  return (
    <div
      className={`progress ${run.running ? "running" : run.status}`}
      title={text}
      data-testid="progress"
      data-status={run.running ? "running" : run.status}
    >
      <span>{text}</span>
      <div
        role="progressbar"
        aria-label="Run"
        aria-valuemin={0}
        aria-valuemax={several ? run.steps : run.total}
        aria-valuenow={several ? before : run.done}
        aria-valuetext={text}
        className="progress-track"
      >
        <div className="progress-bar" style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
