/**
 * The values beside the pins of a block, and their dtypes.
 *
 * JSON does not tell 1 from 1.0, so a number on a page has the dtype that a wire or the op decides. Where none does, the
 * page says it beside the number: {"dtype": "int32", "values": 1}. Pins that share a type attr have one dtype.
 */
import { dtypeName } from "./attrText";
import { attrsByName } from "./edits";
import { allowedFor, dtypeOfText, holdsNumbers, together } from "./dtypes";
import type { Block, Doc, Wire } from "./doc";
import { isObject, isRawNumber, plainText, type Json, type JsonObject } from "./json";
import { parsePin } from "./pins";
import type { ArgInfo, AttrInfo, OpInfo } from "./protocol";
import { wireIndex } from "./wires";

/** The attr that says the dtype of an input: of one tensor, or of each in a list; null if the op itself says it. */
export function typeAttrOf(op: OpInfo, arg: ArgInfo): AttrInfo | null {
  const name = /(\w+)\)?$/.exec(arg.type)?.[1]; // T, N * T, Ref(T)
  return op.attrs.find((attr) => attr.name === name && /^(list\()?type\)?$/.test(attr.type)) ?? null;
}

/** The inputs that have one dtype with an input. */
export function groupOf(op: OpInfo, arg: ArgInfo): readonly ArgInfo[] {
  const attr = typeAttrOf(op, arg);
  return attr ? op.inputs.filter((other) => typeAttrOf(op, other) === attr) : [arg];
}

function hasValues(value: Json | undefined): value is JsonObject {
  return isObject(value) && !isRawNumber(value) && value.values !== undefined;
}

/** The dtype that a value, or each in a list of values, has beside it; "" if none. */
export function statedDtype(value: Json | undefined, list = false): string {
  if (list) {
    const stated = Array.isArray(value) ? value.map((item) => statedDtype(item)) : [];
    return stated.every((dtype) => dtype === stated[0]) ? (stated[0] ?? "") : "";
  }
  return isObject(value) && typeof value.dtype === "string" ? value.dtype : "";
}

/** The value as a form shows it. */
export function withoutDtype(value: Json, list = false): Json {
  if (list) return Array.isArray(value) ? value.map((item) => withoutDtype(item)) : value;
  if (!hasValues(value)) return value;
  const { dtype: _, ...rest } = value;
  return rest.shape === undefined ? rest.values : rest;
}

/** The value with a dtype beside it, with none for "". Files and bytes stay as they are. */
export function withDtype(value: Json, dtype: string, list = false): Json {
  if (list) return Array.isArray(value) ? value.map((item) => withDtype(item, dtype)) : value;
  const bare = withoutDtype(value);
  if (!dtype || (isObject(bare) && !isRawNumber(bare) && !hasValues(bare))) return bare;
  return hasValues(bare) ? { dtype, ...bare } : { dtype, values: bare };
}

/** Whether a value is of numbers, also in braces; a text such as "1" is none. */
export function numbersIn(value: Json, list: boolean): boolean {
  const bare = withoutDtype(value, list);
  if (typeof bare === "string" && !bare.startsWith("{")) return false;
  if (list) return Array.isArray(bare) && bare.length > 0 && bare.every((item) => numbersIn(item, false));
  return holdsNumbers(hasValues(bare) ? bare.values : bare);
}

/** The dtype that the numbers of a value have by themselves. */
function ownDtype(value: Json, list: boolean): string {
  const bare = withoutDtype(value, list);
  if (list) return together((bare as Json[]).map((item) => ownDtype(item, false)));
  return dtypeOfText(plainText(hasValues(bare) ? bare.values : bare));
}

/** Whether an attr of the block, or a wire into one of these inputs, says their dtype. */
export function isDecided(op: OpInfo, arg: ArgInfo, block: Block, wires: readonly Wire[] = []): boolean {
  const attr = typeAttrOf(op, arg);
  const attrs = typeof block.attrs === "string" ? attrsByName(block.attrs) : block.attrs;
  return !attr || attrs[attr.name] !== undefined || isWired(groupOf(op, arg), wires);
}

function isWired(args: readonly ArgInfo[], wires: readonly Wire[]): boolean {
  return wires.some((wire) => args.some((arg) => arg.name === parsePin(wire.to).pin));
}

/** Gives the values of all inputs that share a type attr one dtype; "" leaves it to the wire, or the op. */
export function setDtype(doc: Doc, op: OpInfo, path: string, arg: ArgInfo, dtype: string): Doc {
  const block = doc.blocks.get(path);
  if (!block) return doc;
  const inputs = { ...block.inputs };
  for (const { name, list } of groupOf(op, arg))
    if (inputs[name] !== undefined) inputs[name] = withDtype(inputs[name], dtype, list);
  return { ...doc, blocks: new Map(doc.blocks).set(path, { ...block, inputs }) };
}

/**
 * The page after an edit, with a dtype beside each number of which nothing says it, in the blocks that the edit
 * changed. Where a wire came that says it, the numbers follow the wire.
 */
export function settled(before: Doc, after: Doc, ops: ReadonlyMap<string, OpInfo>): Doc {
  if (before.blocks === after.blocks && before.wires === after.wires) return after;
  const [old, now] = [wireIndex(before.wires).into, wireIndex(after.wires).into];
  let blocks: Map<string, Block> | null = null;
  for (const [path, block] of after.blocks) {
    const was = before.blocks.get(path);
    const [wires, wiresBefore] = [now.get(path) ?? [], old.get(path) ?? []];
    if (!Object.keys(block.inputs).length || (was === block && sameWires(wires, wiresBefore))) continue;
    const op = ops.get(block.op);
    const inputs = op ? settledInputs(op, block, wires, was ? wiresBefore : wires) : block.inputs;
    if (inputs !== block.inputs) (blocks ??= new Map(after.blocks)).set(path, { ...block, inputs });
  }
  return blocks ? { ...after, blocks } : after;
}

function sameWires(one: readonly Wire[], other: readonly Wire[]): boolean {
  return one.length === other.length && one.every((wire, index) => wire === other[index]);
}

function settledInputs(
  op: OpInfo,
  block: Block,
  wires: readonly Wire[],
  wiresBefore: readonly Wire[],
): Block["inputs"] {
  let inputs = block.inputs;
  const set = (arg: ArgInfo, value: Json) => {
    if (JSON.stringify(value) !== JSON.stringify(inputs[arg.name])) inputs = { ...inputs, [arg.name]: value };
  };
  for (const attr of op.attrs) {
    const args = op.inputs.filter((arg) => typeAttrOf(op, arg) === attr);
    const given = args.filter((arg) => inputs[arg.name] !== undefined && numbersIn(inputs[arg.name], arg.list));
    const texts =
      args.length > given.length && args.some((arg) => inputs[arg.name] !== undefined && !given.includes(arg));
    if (!given.length || texts) continue;
    if (isDecided(op, args[0], block, wires)) {
      const isNew = isWired(args, wires) && !isWired(args, wiresBefore);
      if (isNew) for (const arg of given) set(arg, withDtype(inputs[arg.name], "", arg.list));
      continue;
    }
    if (attr.type !== "type") {
      for (const arg of given) set(arg, eachWithItsOwn(inputs[arg.name], attr));
      continue;
    }
    const stated = given.map((arg) => dtypeName(statedDtype(inputs[arg.name], arg.list)));
    if (stated[0] && stated.every((dtype) => dtype === stated[0])) continue;
    const dtypes = given.map((arg, index) => stated[index] || ownDtype(inputs[arg.name], arg.list));
    const dtype = allowedFor(together(dtypes), attr.allowed);
    const isStated = stated.some(Boolean);
    if (!dtype || (!isStated && dtype === attr.default)) continue;
    for (const arg of given) set(arg, withDtype(inputs[arg.name], dtype, arg.list));
  }
  return inputs;
}

/** A list whose values may be of several dtypes. */
function eachWithItsOwn(value: Json, attr: AttrInfo): Json {
  if (!Array.isArray(value)) return value;
  return value.map((item) =>
    statedDtype(item) ? item : withDtype(item, allowedFor(ownDtype(item, false), attr.allowed)),
  );
}
