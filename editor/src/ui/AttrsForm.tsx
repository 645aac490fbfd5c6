/** The attrs of a block. */
import { useState } from "react";
import { attrsByName, changeBlock } from "../edits";
import { attrsProblem } from "../oldText";
import { docsOf } from "../ops";
import type { OpInfo } from "../protocol";
import { commit, doc, docOf, useEditor } from "../state";
import { AttrField } from "./AttrField";
import { Section } from "./Section";
import { TextField } from "./TextField";

export function Attrs({ path, op, faultOf }: { path: string; op: OpInfo; faultOf(name: string): string }) {
  const attrs = useEditor((state) => docOf(state).blocks.get(path)?.attrs ?? {});
  const viewer = useEditor((state) => state.mode === "viewer");
  const given = typeof attrs === "string" ? attrsByName(attrs) : attrs;
  const shown = op.attrs.filter((attr) => !attr.inferred || given[attr.name] !== undefined);
  const docs = docsOf(op);
  const unknown = Object.keys(given).filter((name) => !op.attrs.some((attr) => attr.name === name));
  if (!shown.length && !unknown.length) return null;
  return (
    <Section title="Attrs" count={Object.keys(given).length}>
      {shown.map((attr) => (
        <AttrField
          key={attr.name}
          path={path}
          attr={attr}
          value={given[attr.name]}
          fault={faultOf(attr.name)}
          help={docs.get(attr.name)}
        />
      ))}
      {unknown.map((name) => (
        <AttrField
          key={name}
          path={path}
          attr={{ name, type: "any", allowed: null, minimum: null, inferred: false }}
          value={given[name]}
          fault={faultOf(name) || (op.package ? `${op.name} has no attr of this name` : "")}
        />
      ))}
      {!viewer && <OldText path={path} op={op} />}
    </Section>
  );
}

/** Attrs as one text, `data_format_ = NDHWC;`, as an older editor had them. */
function OldText({ path, op }: { path: string; op: OpInfo }) {
  const [text, setText] = useState("");
  const fault = text ? attrsProblem(text, op) : "";
  const apply = () => {
    if (!text || fault) return;
    const block = doc().blocks.get(path);
    if (!block) return;
    const old = typeof block.attrs === "string" ? attrsByName(block.attrs) : block.attrs;
    commit("set attrs", changeBlock(doc(), path, { attrs: { ...old, ...attrsByName(text) } }));
    setText("");
  };
  return (
    <div
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === "Enter") apply();
      }}
    >
      <TextField
        label="as text"
        hint="name_ = value; …"
        testId={`attrs-text-${path}`}
        text={text}
        fault={fault}
        placeholder="padding = SAME; strides = {1,2,2,1};"
        onText={setText}
      />
    </div>
  );
}
