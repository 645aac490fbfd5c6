/** The bar on the right: the selected block, sub-page or wires, or the page and its problems. */
import { useEffect, useRef } from "react";
import { deleteSelection, duplicate, enter, goTo, groupSelection, ungroupSelection } from "../actions";
import { functionOfSelection } from "../functionActions";
import { setPageDevice } from "../edits";
import { noteIndex } from "../notes";
import { blockOf, isFunctionPage, keyOfPage, nameOf, pathOf } from "../pins";
import { commit, doc, docOf, editor, useEditor } from "../state";
import { addPointToWire, offerOnWire } from "../wireKeys";
import { wireId } from "../wires";
import { counted } from "../words";
import { BlockForm } from "./BlockForm";
import { Parameters, Ports } from "./CompositeForm";
import { IdField } from "./IdField";
import { PageForm } from "./PageForm";
import { Section } from "./Section";
import { TextField } from "./TextField";

/** Goes into the form when the editor asks for its first field: an attr or an input before the rest. */
function useFirstField() {
  const place = useRef<HTMLElement>(null);
  const wanted = useEditor((state) => (state.focusField === "first" ? state.focusCount : 0));
  useEffect(() => {
    if (!wanted) return;
    const fields = place.current?.querySelectorAll<HTMLElement>("input, select, textarea");
    const known = [...(fields ?? [])].find((field) => /^(attr|input)-/.test(field.dataset.testid ?? ""));
    (known ?? fields?.[0])?.focus();
    editor.set({ focusField: "" });
  }, [wanted]);
  return place;
}

export function Inspector() {
  const place = useFirstField();
  const selection = useEditor((state) => state.selection);
  const wires = useEditor((state) => state.wires);
  const [only] = selection;
  const isBlock = useEditor((state) => docOf(state).blocks.has(only));
  return (
    <aside ref={place} className="inspector" aria-label="Details" data-testid="inspector">
      {selection.size === 1 && isBlock ? (
        <BlockForm key={only} path={only} />
      ) : selection.size === 1 && noteIndex(only) === null ? (
        <SubPageForm key={only} path={pathOf(only)} />
      ) : selection.size > 1 ? (
        <Several count={selection.size} />
      ) : wires.size ? (
        <WireForm ids={[...wires]} />
      ) : (
        <PageForm />
      )}
    </aside>
  );
}

function SubPageForm({ path }: { path: string }) {
  const count = useEditor(
    (state) => [...docOf(state).blocks.keys()].filter((block) => block.startsWith(`${path}/`)).length,
  );
  const about = useEditor((state) => docOf(state).pages.get(path)?.composite?.doc);
  const viewer = useEditor((state) => state.mode === "viewer");
  return (
    <>
      <div className="inspector-head">
        <h2>{nameOf(path)}</h2>
        {about && <p>{about}</p>}
        <p>
          A sub-page of {counted(count, "block")}: its blocks are named {path}/…
        </p>
      </div>
      <Parameters path={path} />
      <Section title="Sub-page">
        {!viewer && <IdField of={keyOfPage(path)} />}
        {!viewer && <PageDevice path={path} />}
        <div className="row-buttons">
          <button type="button" onClick={() => enter(path)}>
            Enter
          </button>
          {!viewer && (
            <button type="button" onClick={ungroupSelection}>
              Ungroup
            </button>
          )}
        </div>
      </Section>
      {!isFunctionPage(path) && <Ports path={path} />}
    </>
  );
}

function PageDevice({ path }: { path: string }) {
  const device = useEditor((state) => docOf(state).pages.get(path)?.rest.device);
  return (
    <TextField
      label="device"
      testId={`device-${path}`}
      text={typeof device === "string" ? device : ""}
      placeholder="as the page around it"
      onText={(text) => commit("set device", setPageDevice(doc(), path, text.trim()), `device-${path}`)}
    />
  );
}

function Several({ count }: { count: number }) {
  const viewer = useEditor((state) => state.mode === "viewer");
  return (
    <>
      <div className="inspector-head">
        <h2>{count} selected</h2>
      </div>
      {!viewer && (
        <div className="row-buttons">
          <button type="button" data-testid="group" onClick={groupSelection}>
            Group into a sub-page
          </button>
          <button type="button" data-testid="make-function" onClick={functionOfSelection}>
            Make a function
          </button>
          <button type="button" data-testid="save-block" onClick={() => editor.set({ dialog: "block" })}>
            Save as a block …
          </button>
          <button type="button" onClick={duplicate}>
            Duplicate
          </button>
          <button type="button" onClick={deleteSelection}>
            Delete
          </button>
        </div>
      )}
    </>
  );
}

function WireForm({ ids }: { ids: readonly string[] }) {
  const viewer = useEditor((state) => state.mode === "viewer");
  const wires = useEditor((state) => docOf(state).wires);
  const chosen = wires.filter((wire) => ids.includes(wireId(wire)));
  return (
    <>
      <div className="inspector-head">
        <h2>{chosen.length > 1 ? `${chosen.length} wires` : "Wire"}</h2>
      </div>
      {chosen.map((wire) => (
        <p key={wireId(wire)} className="wire-ends">
          <button type="button" className="link" onClick={() => goTo(blockOf(wire.from))}>
            {wire.from}
          </button>
          <span aria-hidden="true"> → </span>
          <button type="button" className="link" onClick={() => goTo(blockOf(wire.to))}>
            {wire.to}
          </button>
        </p>
      ))}
      {!viewer && (
        <div className="row-buttons">
          {chosen.length === 1 && (
            <>
              <button type="button" data-testid="insert-on-wire" onClick={offerOnWire}>
                Insert a block here …
              </button>
              <button type="button" onClick={addPointToWire}>
                Add a point
              </button>
            </>
          )}
          <button type="button" onClick={deleteSelection}>
            Delete
          </button>
        </div>
      )}
    </>
  );
}
