/** The parameters and ports of a sub-page. */
import { useState } from "react";
import {
  NO_COMPOSITE,
  parameterValue,
  portFault,
  setComposite,
  setParameter,
  withCrossingPorts,
  type Composite,
} from "../composites";
import { parseJson, plainText, type Json } from "../json";
import { commit, doc, docOf, editor, useEditor } from "../state";
import { Section } from "./Section";
import { TextField } from "./TextField";

export function Parameters({ path }: { path: string }) {
  const composite = useEditor((state) => docOf(state).pages.get(path)?.composite);
  const names = Object.keys(composite?.parameters ?? {});
  if (!names.length) return null;
  return (
    <Section title="Parameters" count={names.length}>
      {names.map((name) => (
        <Parameter key={name} path={path} name={name} />
      ))}
    </Section>
  );
}

function Parameter({ path, name }: { path: string; name: string }) {
  const value = useEditor((state) => parameterValue(docOf(state), path, name));
  const viewer = useEditor((state) => state.mode === "viewer");
  const [fault, setFault] = useState("");
  if (value === undefined) return null;
  const testId = `parameter-${path}-${name}`;
  const set = (text: string) => {
    const next = typeof value === "string" ? text : parsed(text);
    setFault(next === undefined ? `${name} must be ${Array.isArray(value) ? "a list" : `a ${typeof value}`}` : "");
    if (next !== undefined) commit(`set ${name} of ${path}`, setParameter(doc(), path, name, next), testId);
  };
  /** A value of the same kind as the one that is there. */
  function parsed(text: string): Json | undefined {
    try {
      const next = parseJson(text);
      return typeof next === typeof value && Array.isArray(next) === Array.isArray(value) ? next : undefined;
    } catch {
      return undefined;
    }
  }
  return (
    <TextField
      label={name.replaceAll("_", " ")}
      testId={testId}
      text={plainText(value)}
      fault={fault}
      readOnly={viewer}
      onText={set}
    />
  );
}

type Side = "inputs" | "outputs";

export function Ports({ path }: { path: string }) {
  const composite = useEditor((state) => docOf(state).pages.get(path)?.composite) ?? NO_COMPOSITE;
  const viewer = useEditor((state) => state.mode === "viewer");
  const sides: Side[] = ["inputs", "outputs"];
  const count = sides.reduce((sum, side) => sum + Object.keys(composite[side]).length, 0);
  if (viewer && !count) return null;
  return (
    <Section title="Ports" count={count}>
      {sides.flatMap((side) =>
        Object.entries(composite[side]).map(([name, pin]) => (
          <Port key={`${side} ${pin}`} path={path} side={side} name={name} pin={pin} />
        )),
      )}
      {!viewer && (
        <div className="row-buttons">
          <button
            type="button"
            data-testid="make-ports"
            title="A port for each pin that a wire crosses the border of the sub-page at"
            onClick={() => commit("make ports", withCrossingPorts(doc(), path))}
          >
            Ports from the wires
          </button>
          <button type="button" data-testid="save-block" onClick={() => editor.set({ dialog: "block" })}>
            Save as a block …
          </button>
        </div>
      )}
    </Section>
  );
}

function Port({ path, side, name, pin }: { path: string; side: Side; name: string; pin: string }) {
  const viewer = useEditor((state) => state.mode === "viewer");
  const [fault, setFault] = useState("");
  const change = (to: string | null) => {
    const composite: Composite = doc().pages.get(path)?.composite ?? NO_COMPOSITE;
    const why = to === null || to === name ? "" : portFault(composite, to);
    setFault(why);
    if (why || to === name) return;
    const ports = Object.entries(composite[side]).flatMap(([key, at]) =>
      key !== name ? [[key, at]] : to === null ? [] : [[to, at]],
    );
    const next = { ...composite, [side]: Object.fromEntries(ports) as Record<string, string> };
    commit(to === null ? `remove port ${name}` : `name port ${to}`, setComposite(doc(), path, next), `port ${path}`);
  };
  return (
    <div className="port-row">
      <TextField
        label={side === "inputs" ? "in" : "out"}
        hint={pin}
        testId={`port-${path}-${pin}`}
        text={name}
        fault={fault}
        readOnly={viewer}
        onText={change}
      />
      {!viewer && (
        <button type="button" aria-label={`remove the port ${name}`} onClick={() => change(null)}>
          ×
        </button>
      )}
    </div>
  );
}
