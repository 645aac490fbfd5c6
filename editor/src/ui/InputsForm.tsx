/** The inputs of a block: wires and values. */
import { useState } from "react";
import { goTo } from "../actions";
import { connect, disconnect } from "../edits";
import { fits } from "../fit";
import { statedDtype, typeAttrOf, withoutDtype } from "../literals";
import { docsOf } from "../ops";
import { blockOf, pinText } from "../pins";
import type { OpInfo } from "../protocol";
import { commit, doc, docOf, editor, toast, useEditor } from "../state";
import { typeLiteral } from "../typed";
import { wiresInto, wiresIntoPin } from "../wires";
import { sourcesFor } from "../sources";
import { DtypeField } from "./DtypeField";
import { Section } from "./Section";
import { TensorField } from "./TensorField";
import { TextField } from "./TextField";

export function Inputs({ path, op, faultOf }: { path: string; op: OpInfo; faultOf(name: string): string }) {
  const present = useEditor(docOf);
  const block = present.blocks.get(path);
  if (!block || !op.inputs.length) return null;
  const wired = wiresInto(present, path).length;
  return (
    <Section title="Inputs" count={wired}>
      {op.inputs.map((arg) => {
        const ends = wiresIntoPin(present, path, arg.name);
        const value = block.inputs[arg.name];
        if (!ends.length) {
          return (
            <TensorField
              key={arg.name}
              label={arg.name}
              testId={`input-${path}-${arg.name}`}
              value={value === undefined ? undefined : withoutDtype(value, arg.list)}
              ofTexts={statedDtype(value) === "string"}
              fault={[faultOf(arg.name), faultOf(typeAttrOf(op, arg)?.name ?? "")].filter(Boolean).join("; ")}
              help={docsOf(op).get(arg.name)}
              placeholder={arg.list ? "a wire for each, or a JSON list of values" : "a wire, or a value"}
              onValue={(next, text) =>
                commit(
                  `set ${arg.name}`,
                  typeLiteral(editor.get().opening, doc(), op, path, arg, next, text),
                  `input-${path}-${arg.name}`,
                )
              }
            >
              <DtypeField path={path} op={op} arg={arg} />
            </TensorField>
          );
        }
        return (
          <div className="field" key={arg.name}>
            <span className="label" title={docsOf(op).get(arg.name)}>
              {arg.name}
            </span>
            {ends.map(({ number, wire }) => (
              <span key={wire.to} className="chip">
                {number !== null && <span className="muted">{number}</span>}
                <button type="button" className="link" onClick={() => goTo(blockOf(wire.from))}>
                  {wire.from}
                </button>
                <button
                  type="button"
                  aria-label={`remove the wire from ${wire.from}`}
                  onClick={() => commit("delete 1 wire", disconnect(doc(), [wire]))}
                >
                  ×
                </button>
              </span>
            ))}
            {faultOf(arg.name) && <p className="fault">{faultOf(arg.name)}</p>}
          </div>
        );
      })}
      <ConnectByName path={path} op={op} />
    </Section>
  );
}

/** A wire without a mouse: the name of a pin, and where it should lead. */
function ConnectByName({ path, op }: { path: string; op: OpInfo }) {
  const present = useEditor(docOf);
  const nodes = useEditor((state) => state.check.nodes);
  const ops = useEditor((state) => state.ops);
  const [from, setFrom] = useState("");
  const [to, setTo] = useState(op.inputs[0]?.name ?? "");
  const apply = async () => {
    const arg = op.inputs.find((input) => input.name === to);
    if (!from || !arg) return;
    const number = arg.list ? wiresIntoPin(doc(), path, to).length : null;
    const { opening } = editor.get();
    const answer = await fits(from, pinText(path, to, number));
    if (editor.get().opening !== opening) return;
    if (!answer.fits) {
      const wire = { from, to: pinText(path, to, number) };
      const cast = answer.cast ? { wire, dtype: answer.cast, base: doc } : undefined;
      return toast(`No wire from ${from} to ${path}:${to}: ${answer.reason}`, "error", [], cast);
    }
    commit(`connect ${from} to ${path}:${to}`, connect(doc(), { from, to: pinText(path, to, number) }));
    setFrom("");
  };
  const sources = sourcesFor(present, ops, nodes, path);
  return (
    <form
      className="connect-by-name"
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <TextField
        label="wire from"
        testId={`connect-${path}`}
        text={from}
        placeholder="block:pin"
        choices={sources}
        onText={setFrom}
      />
      <label className="field">
        to
        <select value={to} onChange={(event) => setTo(event.target.value)} data-testid={`connect-to-${path}`}>
          {op.inputs.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <button type="submit">Connect</button>
    </form>
  );
}
