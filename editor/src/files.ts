/** Opening and saving: files of the service's folder, and files of this computer. */
import { api, ServiceError, type Over } from "./api";
import { dropCopy, offerRecovery, ownCopy } from "./copies";
import { fromPage } from "./doc";
import { notIn } from "./exports";
import type { JsonObject } from "./json";
import { EMPTY } from "./doc";
import { pageNow } from "./actions";
import { pngOf } from "./pictures";
import { withPlaces } from "./scene";
import { doc, editor, isDirty, openDoc, toast } from "./state";
import { intoFolder } from "./uploads";
import { fitOnOpen, setViewport, viewport } from "./viewport";

/** The page with where the canvas looks, as files have it. */
export function currentPage(): JsonObject {
  const { x, y, zoom } = viewport();
  return pageNow(editor.get().page ? null : [x, y, zoom]);
}

export function tell(error: unknown): void {
  if (!(error instanceof Error)) throw error;
  toast(error.message, "error", error instanceof ServiceError ? error.notes : []);
}

/** What a file holds, as the service read it. */
export interface ReadFile {
  name: string;
  page: JsonObject;
  converted: boolean;
  version: string | null;
  signatures?: readonly string[];
}

export function showFile(answer: ReadFile, signature = ""): void {
  show(answer.page, answer.converted ? null : answer.name, answer.version);
  const { name, signatures } = answer;
  if (signatures) editor.set({ model: { name, signatures, signature: signature || signatures[0] } });
}

export function show(page: JsonObject, file: string | null, version: string | null = null): void {
  const next = withPlaces(fromPage(page), editor.get().ops);
  openDoc(next, file, version);
  document.title = `${file ?? (next.title || "New page")} – graphops`;
  requestAnimationFrame(() => {
    if (next.view) setViewport({ x: next.view[0], y: next.view[1], zoom: next.view[2] });
    else fitOnOpen();
  });
}

/** Whether what was not saved may go. */
export function mayLeave(): boolean {
  return !isDirty(editor.get()) || window.confirm("The page has changes that are not saved. Leave it without them?");
}

/** Puts a file in front of those that were opened last. A folder that cannot be written to has no such list. */
export function remember(name: string): void {
  api.addRecent(name).catch(() => undefined);
}

let requests = 0; // for pages; only the last one counts

/** The page that was asked for; null if another one was meanwhile, or if changes since then are not to be lost. */
export async function ifWanted<T>(request: Promise<T>): Promise<T | null> {
  const [own, before] = [++requests, doc()];
  const answer = await request;
  return own === requests && (doc() === before || mayLeave()) ? answer : null;
}

export function newPage(): void {
  if (!mayLeave()) return;
  requests++;
  const left = ownCopy();
  openDoc(EMPTY, null);
  document.title = "New page – graphops";
  setViewport({ x: 0, y: 0, zoom: 1 });
  void dropCopy(left);
}

export async function open(name: string, signature = ""): Promise<void> {
  if (!mayLeave()) return;
  try {
    const answer = await ifWanted(api.read(name, signature));
    if (!answer) return;
    const left = ownCopy();
    showFile(answer, signature);
    remember(name);
    editor.set({ dialog: "" });
    if (answer.converted) toast(`${name} is shown as a page; saving makes a page file of it.`);
    await dropCopy(left);
    if (!answer.converted) await offerRecovery(name);
  } catch (error) {
    tell(error);
  }
}

/** A page that the package brings along, as a new page without a file. */
export async function openStart(name: string): Promise<void> {
  if (!mayLeave()) return;
  try {
    const answer = await ifWanted(api.start(name));
    if (!answer) return;
    const left = ownCopy();
    show(answer.page, null);
    void dropCopy(left);
  } catch (error) {
    tell(error);
  }
}

/** A file of this computer: a page or a GraphDef. One that is too large for a request is put into the folder. */
export async function openLocal(file: File): Promise<void> {
  const limit = editor.get().service?.limits.upload ?? Infinity;
  if (file.size > limit) return openLarge(file, limit);
  if (!mayLeave()) return;
  try {
    const answer = await ifWanted(api.import(file));
    if (!answer) return;
    const left = ownCopy();
    show(answer.page, null);
    editor.set({ dialog: "" });
    void dropCopy(left);
  } catch (error) {
    tell(error);
  }
}

async function openLarge(file: File, limit: number): Promise<void> {
  if (!/\.(pb|graphdef)$/.test(file.name))
    return toast(
      `${file.name} has ${file.size} bytes; a page or a GraphDef as text may have ${limit}, a binary one (.pb) more.`,
      "error",
    );
  try {
    const name = await intoFolder(file);
    if (name !== null) await open(name);
  } catch (error) {
    tell(error);
  }
}

/** Saves under a name; answers why it was refused, if so: with status 409 what is there is not to be replaced. */
export async function save(name: string, over: Over): Promise<ServiceError | null> {
  const [saved, left, { opening }] = [doc(), ownCopy(), editor.get()];
  try {
    const answer = await api.write(name, currentPage(), over);
    toast(`Saved ${answer.name}`);
    remember(answer.name);
    if (editor.get().opening === opening) {
      editor.set({
        file: answer.name,
        fileVersion: answer.version,
        saved,
        dialog: "",
        conflict: null,
        autosaved: null,
      });
      document.title = `${answer.name} – graphops`;
    }
    void dropCopy(left);
    if (left !== answer.name) void dropCopy(answer.name);
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** Saves where the page came from, or asks for a name, or what to do if the file is not as it was loaded. */
export async function saveAgain(): Promise<void> {
  const { file, mode, fileVersion: version } = editor.get();
  if (mode === "viewer") return;
  if (file?.endsWith(".json")) answerTo(await save(file, { version }));
  else editor.set({ dialog: "save" });
}

/** What the user is told, or asked, when a save over the file was refused. */
export function answerTo(refusal: ServiceError | null): void {
  if (refusal?.status === 409) editor.set({ dialog: "conflict", conflict: refusal.version });
  else if (refusal) tell(refusal);
}

/** Saves over what is on disk now: over what the question was about, and nothing that came since. */
export async function saveAnyway(): Promise<void> {
  const { file, conflict } = editor.get();
  editor.set({ dialog: "" });
  if (file) answerTo(await save(file, conflict === null ? { overwrite: true } : { version: conflict }));
}

/** Takes what is on disk in the place of the page. */
export async function loadFromDisk(): Promise<void> {
  const { file } = editor.get();
  if (!file) return;
  try {
    const { page, name, version } = await api.read(file);
    const left = ownCopy();
    show(page, name, version);
    editor.set({ dialog: "", conflict: null });
    await dropCopy(left);
  } catch (error) {
    tell(error);
  }
}

export function download(data: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const EXPORTS: Record<string, string> = {
  graphdef: ".pb",
  pbtxt: ".pbtxt",
  python: ".py",
  page: ".json",
  svg: ".svg",
  png: ".png",
};

async function exported(form: string): Promise<Blob> {
  if (form === "page") return new Blob([JSON.stringify(currentPage(), null, 1)]);
  return form === "png" ? pngOf(await api.export("svg", currentPage())) : api.export(form, currentPage());
}

export async function exportAs(form: string): Promise<void> {
  const stem = (editor.get().file ?? "page.json").replace(/^.*\//, "").replace(/\.[^.]*$/, "");
  try {
    download(await exported(form), stem + EXPORTS[form]);
    editor.set({ dialog: "" });
    const lost = notIn(form, doc());
    if (lost) toast(lost);
  } catch (error) {
    tell(error);
  }
}
