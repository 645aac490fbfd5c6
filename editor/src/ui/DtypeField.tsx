/** The dtype beside a value. */
import { dtypeName, tensorParts } from "../attrText";
import { dtypeOfText } from "../dtypes";
import { groupOf, isDecided, statedDtype, typeAttrOf, withoutDtype } from "../literals";
import type { ArgInfo, OpInfo } from "../protocol";
import { commit, doc, docOf, editor, sealStep, useEditor } from "../state";
import { chooseDtype } from "../typed";
import { wiresInto, wiresIntoPin } from "../wires";

export function DtypeField({ path, op, arg }: { path: string; op: OpInfo; arg: ArgInfo }) {
  const present = useEditor(docOf);
  const all = useEditor((state) => state.dtypes);
  const block = present.blocks.get(path);
  const attr = typeAttrOf(op, arg);
  if (!block || attr?.type !== "type") return null;
  const value = block.inputs[arg.name];
  const stated = dtypeName(statedDtype(value, arg.list));
  const wired = groupOf(op, arg).find(({ name }) => wiresIntoPin(present, path, name).length);
  const decided = isDecided(op, arg, block, wiresInto(present, path));
  let otherwise = "from the value";
  if (wired) otherwise = `that of ${wired.name}`;
  else if (decided) otherwise = `that of attr ${attr.name}`;
  else if (value !== undefined) {
    const own = dtypeOfText(tensorParts(withoutDtype(value)).values);
    otherwise = ["bool", "string"].includes(own)
      ? own
      : attr.default
        ? `${String(attr.default)} (default)`
        : "choose …";
  }
  const choices = (attr.allowed ?? all).map(String).filter((name) => !name.endsWith("_ref"));
  return (
    <div className="field dtype-field">
      <label>
        dtype
        <select
          value={stated}
          disabled={value === undefined}
          className={stated ? undefined : "default"}
          data-testid={`input-${path}-${arg.name}-dtype`}
          onChange={(event) => {
            const { opening } = editor.get();
            const next = chooseDtype(opening, doc(), op, path, arg, event.target.value);
            commit(`set dtype of ${arg.name}`, next);
            sealStep();
          }}
        >
          <option value="">{otherwise}</option>
          {stated && !choices.includes(stated) && <option value={stated}>{stated} (not allowed)</option>}
          {choices.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
