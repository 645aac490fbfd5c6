/** Arrays from files and by rules, as feeds of placeholders and as constants. */
import { freePlace } from "./actions";
import { api, ServiceError } from "./api";
import type { Point } from "./doc";
import { addBlock, freshId, setFeed } from "./edits";
import { openLocal, tell } from "./files";
import type { JsonObject } from "./json";
import { pictureValue, type Wanted } from "./pictures";
import { bodyOf, join } from "./pins";
import { commit, doc, editor, select, toast } from "./state";
import { intoFolder } from "./uploads";
import { viewport } from "./viewport";
import { bytes } from "./words";

const ARRAYS = /\.(npy|npz|png|jpe?g)$/i;
const NPY = /\.npy$/i;
const PICTURES = /\.(png|jpe?g)$/i;
const PAGES = /\.(json|pb|pbtxt|graphdef)$/i;

/** Where an array goes: to a placeholder, or to a new constant at a place. */
export type Target = { feed: string } | { at: Point };

/** The dtype and shape of a placeholder, as far as they are known. */
export function wantedBy(path: string): Wanted | null {
  const pin = editor.get().check.nodes[path]?.outputs[0];
  return pin ? { dtype: pin.dtype, shape: pin.shape } : null;
}

export function isPlaceholder(path: string): boolean {
  return doc().blocks.get(path)?.op.startsWith("Placeholder") === true && !bodyOf(path);
}

/** Takes up the array in a file; of an archive of several, the user chooses one. */
export async function takeFile(file: File, target: Target, entry?: string): Promise<void> {
  const { array } = editor.get().service?.limits ?? { array: Infinity };
  if (file.size > array && NPY.test(file.name)) return takeLarge(file, target);
  const limit = editor.get().service?.limits.upload ?? Infinity;
  if (file.size > limit) return toast(`${file.name} has ${file.size} bytes; at most ${limit} can be sent.`, "error");
  const { opening } = editor.get();
  const wanted = "feed" in target ? wantedBy(target.feed) : null;
  try {
    const { value, entries } = await decoded(file, wanted, entry);
    if (editor.get().opening !== opening) return;
    if (value) return placeValue(value, target);
    editor.set({
      dialog: "choose",
      choice: {
        title: `An array of ${file.name}`,
        items: entries.map(({ name, bytes: size }) => ({ name, hint: bytes(size) })),
        take: (name) => void takeFile(file, target, name),
      },
    });
  } catch (error) {
    tell(error);
  }
}

/** Puts a large array into the folder, and its name onto the page. */
async function takeLarge(file: File, target: Target): Promise<void> {
  const { opening } = editor.get();
  try {
    const dtype = await dtypeOfNpy(file);
    const name = await intoFolder(file);
    if (name !== null && editor.get().opening === opening) placeValue({ file: name }, target, dtype);
  } catch (error) {
    tell(error);
  }
}

const KINDS: Record<string, string> = { f: "float", i: "int", u: "uint", c: "complex" };

/** The dtype that the head of a .npy file names; "float" if it is none that pages know. */
export async function dtypeOfNpy(file: Blob): Promise<string> {
  const [, kind, size] = /'descr': '[<>|=]?([a-z])(\d+)'/.exec(await file.slice(0, 512).text()) ?? [];
  if (kind === "b") return "bool";
  return kind in KINDS ? `${KINDS[kind]}${Number(size) * 8}` : "float";
}

async function decoded(file: File, wanted: Wanted | null, entry?: string) {
  try {
    return await api.array(file, file.name, wanted, entry);
  } catch (error) {
    // The service has no decoder of pictures: the browser has one.
    if (!(error instanceof ServiceError) || error.kind !== "UnimplementedError" || !PICTURES.test(file.name))
      throw error;
    return { value: await pictureValue(file, wanted), entries: [] };
  }
}

function placeValue(value: JsonObject, target: Target, dtype = value.dtype ?? "float"): void {
  if ("feed" in target) return feed(target.feed, value);
  const path = join(editor.get().page, freshId(doc(), editor.get().page, "const"));
  commit("add Const", addBlock(doc(), path, "Const", { dtype, value }, target.at));
  select([path]);
}

export function feed(path: string, value: JsonObject): void {
  if (doc().blocks.has(path)) commit(`feed ${path}`, setFeed(doc(), path, "output", value));
}

/** Files that are dropped onto the window: pages are opened, arrays fed to the selected placeholder or made constants. */
function drop(file: File, at: Point): void {
  if (PAGES.test(file.name)) return void openLocal(file);
  if (!ARRAYS.test(file.name)) {
    return toast(`${file.name} cannot be taken: drop a page, a GraphDef (.pb), .npy, .npz, .png or .jpg.`, "error");
  }
  const [only, ...others] = editor.get().selection;
  const feeds = only && !others.length && isPlaceholder(only);
  void takeFile(file, feeds ? { feed: only } : { at });
}

function placeOf(event: DragEvent): Point {
  const box = event.target instanceof Element ? event.target.closest(".canvas")?.getBoundingClientRect() : undefined;
  if (!box) return freePlace();
  const { x, y, zoom } = viewport();
  return [Math.round((event.clientX - box.left - x) / zoom), Math.round((event.clientY - box.top - y) / zoom)];
}

export function watchForDrops(): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
  window.addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  window.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault(); // or the browser would leave the page for the file
    if (editor.get().dialog) return;
    const at = placeOf(event);
    [...event.dataTransfer!.files].forEach((file, index) => drop(file, [at[0] + index * 24, at[1] + index * 24]));
  });
}
