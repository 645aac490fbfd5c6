/** Large files of this computer: sent into the service's folder as a whole, with progress, and read from there. */
import { faultIn, ServiceError, token } from "./api";
import { editor } from "./state";

export interface Upload {
  name: string;
  done: number; // bytes
  total: number;
  stop(): void;
}

/** Sends a file; null if the user stopped it. */
function send(file: File, overwrite: boolean): Promise<string | null> {
  const query = new URLSearchParams({ name: file.name, overwrite: String(overwrite) });
  // fetch cannot tell how much is sent.
  const request = new XMLHttpRequest();
  request.open("PUT", `/api/upload?${query.toString()}`);
  request.setRequestHeader("X-Graphops-Token", token());
  return new Promise((resolve, reject) => {
    const show = (done: number) =>
      editor.set({ upload: { name: file.name, done, total: file.size, stop: () => request.abort() } });
    request.upload.onprogress = (event) => show(event.loaded);
    request.onload = () => (request.status === 200 ? resolve(file.name) : reject(answered(request)));
    request.onerror = () =>
      reject(new ServiceError(`${file.name} was not sent: the connection broke`, 0, "UnavailableError", []));
    request.onabort = () => resolve(null);
    request.onloadend = () => editor.set({ upload: null });
    show(0);
    request.send(file);
  });
}

function answered(request: XMLHttpRequest): ServiceError {
  let value: unknown = null;
  try {
    value = JSON.parse(request.responseText);
  } catch {
    // no JSON: the status has to do
  }
  return faultIn(value, request.status);
}

/** Puts a file into the folder; its name there, or null if the user does not want it after all. */
export async function intoFolder(file: File): Promise<string | null> {
  const most = editor.get().service?.limits.file ?? Infinity;
  if (editor.get().upload) throw new Error(`${file.name} must wait until the file before it is sent`);
  if (file.size > most) {
    const rule = `at most ${most.toLocaleString("en")} can be sent`;
    throw new Error(`${file.name} has ${file.size.toLocaleString("en")} bytes; ${rule} (graphops edit --upload-limit)`);
  }
  try {
    return await send(file, false);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== "AlreadyExistsError") throw error;
    if (!window.confirm(`${file.name} is in the folder already. Replace it?`)) return null;
    return send(file, true);
  }
}
