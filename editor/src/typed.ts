/** What a value that somebody typed does to the page: it comes with the dtype that its text has, unless one was chosen. */
import { tensorParts, tensorValue } from "./attrText";
import { allowedFor, dtypeOfText } from "./dtypes";
import { setAttr, setLiteral } from "./edits";
import type { Doc } from "./doc";
import { chosen, dtypeAfterTyping, isInferred } from "./inferred";
import type { Json } from "./json";
import { isObject } from "./json";
import { isDecided, numbersIn, setDtype, statedDtype, typeAttrOf, withDtype, withoutDtype } from "./literals";
import type { ArgInfo, AttrInfo, OpInfo } from "./protocol";
import { wiresInto } from "./wires";

/** The page after a value beside a pin was typed; `opening` is that of the page. */
export function typeLiteral(
  opening: object,
  doc: Doc,
  op: OpInfo,
  path: string,
  arg: ArgInfo,
  value: Json | undefined,
  text: string,
): Doc {
  const block = doc.blocks.get(path);
  const attr = typeAttrOf(op, arg);
  const field = `${path}:${arg.name}`;
  if (!block || value === undefined || attr?.type !== "type") return setLiteral(doc, path, arg.name, value);
  const now = statedDtype(block.inputs[arg.name], arg.list);
  const put = (dtype: string) => setLiteral(doc, path, arg.name, dtype ? withDtype(value, dtype, arg.list) : value);
  if (statedDtype(value, arg.list)) {
    chosen(opening, field);
    return setLiteral(doc, path, arg.name, value);
  }
  if (isDecided(op, arg, block, wiresInto(doc, path))) return put(now);
  const wasInferred = !now || isInferred(opening, field, now);
  const own = dtypeOfText(text);
  const dtype = dtypeAfterTyping(opening, field, now, own && allowedFor(own, attr.allowed));
  if (!wasInferred) return put(dtype);
  return put(numbersIn(value, arg.list) && (now || dtype !== attr.default) ? dtype : "");
}

/** The page after a dtype was chosen beside a pin; "" leaves it to the wire, or the op. */
export function chooseDtype(opening: object, doc: Doc, op: OpInfo, path: string, arg: ArgInfo, dtype: string): Doc {
  chosen(opening, `${path}:${arg.name}`);
  const value = doc.blocks.get(path)?.inputs[arg.name];
  if (dtype !== "string" || arg.list || value === undefined) return setDtype(doc, op, path, arg, dtype);
  const { values, shape } = tensorParts(withoutDtype(value)); // 3 becomes "3"
  const texts = tensorValue(values, shape, undefined, true) ?? value;
  return setDtype(setLiteral(doc, path, arg.name, texts), op, path, arg, dtype);
}

/** The page after the value of a Const was typed: its dtype stands in an attr. */
export function typeTensor(
  opening: object,
  doc: Doc,
  op: OpInfo,
  path: string,
  attr: AttrInfo,
  value: Json | undefined,
  text: string,
): Doc {
  const next = setAttr(doc, path, attr.name, value);
  const says = op.attrs.find(({ name, type }) => name === "dtype" && type === "type");
  const attrs = next.blocks.get(path)?.attrs;
  if (!says || says.inferred || says.default !== undefined || !isObject(attrs)) return next;
  const field = `${path}:dtype`;
  const now = typeof attrs.dtype === "string" ? attrs.dtype : "";
  if (value === undefined) return isInferred(opening, field, now) ? setAttr(next, path, "dtype", undefined) : next;
  if (isObject(value) && (value.dtype !== undefined || value.file !== undefined)) return next;
  const own = dtypeOfText(text);
  const dtype = dtypeAfterTyping(opening, field, now, own && allowedFor(own, says.allowed));
  return dtype && dtype !== now ? setAttr(next, path, "dtype", dtype) : next;
}

const BEGINS = "float32";

/**
 * The attrs that a new block begins with: float32 where a dtype must be given and no value says it.
 *
 * @param dtypes those of the pin that the block is made for, which come before float32.
 */
export function firstAttrs(op: OpInfo | undefined, dtypes: readonly string[] | null = null): { [name: string]: Json } {
  const isOpen = ({ name, type, inferred, default: fallback }: AttrInfo) =>
    name === "dtype" && type === "type" && !inferred && fallback === undefined;
  const attr = op?.attrs.find(isOpen);
  if (!attr || op?.attrs.some(({ type }) => type === "tensor")) return {};
  const dtype = [...(dtypes ?? []), BEGINS].find((item) => !attr.allowed || attr.allowed.includes(item));
  return dtype === undefined ? {} : { [attr.name]: dtype };
}
