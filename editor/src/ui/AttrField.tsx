/** The form of one attr, as its type asks for. */
import { attrFault, attrText, baseType, dtypeName, isListType, parseAttr } from "../attrText";
import { setAttr } from "../edits";
import { chosen } from "../inferred";
import { opOf } from "../ops";
import { isFunctionPage } from "../pins";
import { isObject, plainText, type Json } from "../json";
import type { AttrInfo } from "../protocol";
import { commit, doc, docOf, editor, sealStep, useEditor } from "../state";
import { firstAttrs, typeTensor } from "../typed";
import { TensorField } from "./TensorField";
import { TextField, useFocusOn } from "./TextField";

interface Props {
  path: string;
  attr: AttrInfo;
  value: Json | undefined; // undefined: the default
  fault: string; // what the service says
  help?: string; // what the op's documentation says of it
}

export function AttrField({ path, attr, value, fault, help }: Props) {
  const op = opOf(
    useEditor((state) => state.ops),
    doc(),
    path,
  );
  const begins = firstAttrs(op)[attr.name];
  const says = begins ? [help, `New blocks begin with ${String(begins)}.`].filter(Boolean).join(" ") : help;
  const testId = `attr-${path}-${attr.name}`;
  const viewer = useEditor((state) => state.mode === "viewer");
  const dtypes = useEditor((state) => state.dtypes);
  const pages = useEditor((state) => docOf(state).pages);
  const functions = [...pages.keys()].filter(isFunctionPage).map((page) => page.slice(0, -2));
  const ofTexts = useEditor((state) => {
    const attrs = docOf(state).blocks.get(path)?.attrs;
    return isObject(attrs) && dtypeName(attrs.dtype) === "string"; // as a Const says it
  });
  const set = (next: Json | undefined, group = "") =>
    commit(`set ${attr.name}`, setAttr(doc(), path, attr.name, next), group);
  const base = baseType(attr.type);
  const hint =
    attr.allowed && !isListType(attr.type) ? base : attr.type + (attr.minimum === null ? "" : ` ≥ ${attr.minimum}`);
  if (base === "tensor" && !isListType(attr.type)) {
    return (
      <TensorField
        label={attr.name}
        testId={testId}
        value={value}
        fault={fault}
        help={help}
        ofTexts={ofTexts}
        readOnly={viewer}
        onValue={(next, text) => {
          const after = typeTensor(editor.get().opening, doc(), op, path, attr, next, text);
          commit(`set ${attr.name}`, after, testId);
        }}
      />
    );
  }
  if (base === "bool" && !isListType(attr.type)) {
    return (
      <Check
        label={attr.name}
        testId={testId}
        value={value}
        fallback={attr.default}
        fault={fault}
        help={help}
        readOnly={viewer}
        onValue={set}
      />
    );
  }
  if (attr.allowed && !isListType(attr.type)) {
    return (
      <Choice attr={attr} testId={testId} value={value} fault={fault} help={says} readOnly={viewer} onValue={set} />
    );
  }
  const text = attrText(attr, value);
  return (
    <TextField
      label={attr.name}
      hint={hint}
      text={text}
      testId={testId}
      readOnly={viewer}
      help={says}
      choices={attr.type === "type" ? dtypes : base === "func" ? functions : undefined}
      placeholder={attr.default === undefined ? "required" : attrText(attr, attr.default) || "default"}
      fault={fault || attrFault(attr, text)}
      onText={(typed) => {
        chosen(editor.get().opening, `${path}:${attr.name}`);
        set(parseAttr(attr, typed), testId);
      }}
    />
  );
}

interface CheckProps {
  label: string;
  testId: string;
  value: Json | undefined;
  fallback: Json | undefined;
  fault: string;
  help?: string;
  readOnly: boolean;
  onValue(value: Json | undefined): void;
}

function Check({ label, testId, value, fallback, fault, help, readOnly, onValue }: CheckProps) {
  const ref = useFocusOn(testId);
  const odd = value !== undefined && typeof value !== "boolean" ? plainText(value) : "";
  const checked = value === undefined ? fallback === true : value === true || /^(true|TRUE|True|1)$/.test(odd);
  return (
    <div className={fault ? "field bad" : "field"}>
      <label className={value === undefined ? "check default" : "check"}>
        <input
          type="checkbox"
          ref={ref}
          checked={checked}
          disabled={readOnly}
          data-testid={testId}
          onChange={(event) => onValue(event.target.checked === fallback ? undefined : event.target.checked)}
        />
        {label}
        {value === undefined && fallback !== undefined && <span className="hint">default</span>}
        {odd && <code>{odd}</code>}
      </label>
      {help && <p className="help muted">{help}</p>}
      {fault && <p className="fault">{fault}</p>}
    </div>
  );
}

interface ChoiceProps {
  attr: AttrInfo;
  testId: string;
  value: Json | undefined;
  fault: string;
  help?: string;
  readOnly: boolean;
  onValue(value: Json | undefined): void;
}

function Choice({ attr, testId, value, fault, help, readOnly, onValue }: ChoiceProps) {
  const ref = useFocusOn(testId);
  const isType = baseType(attr.type) === "type";
  const allowed = (attr.allowed ?? []).map(String);
  const plain = value === undefined ? "" : isType ? dtypeName(value) : plainText(value);
  const fallback = attr.default === undefined ? "choose …" : `${String(attr.default)} (default)`;
  return (
    <div className={fault ? "field bad" : "field"}>
      <label>
        {attr.name}
        <span className="hint">{isType ? "dtype" : "one of"}</span>
        <select
          ref={ref}
          value={plain}
          disabled={readOnly}
          className={value === undefined ? "default" : undefined}
          data-testid={testId}
          onChange={(event) => {
            const picked = event.target.value;
            onValue(picked === "" ? undefined : (attr.allowed?.find((item) => String(item) === picked) ?? picked));
            sealStep();
          }}
        >
          <option value="">{attr.inferred ? "from the inputs" : fallback}</option>
          {plain && !allowed.includes(plain) && <option value={plain}>{plain} (not allowed)</option>}
          {allowed.map((item) => (
            <option key={item} value={item}>
              {item}
            </option>
          ))}
        </select>
      </label>
      {help && <p className="help muted">{help}</p>}
      {fault && <p className="fault">{fault}</p>}
    </div>
  );
}
