/** Variables of a run, saved beside the page and loaded again. */
import { api } from "./api";
import { tell } from "./files";
import { loadVariables } from "./run";
import { editor, toast } from "./state";
import { counted } from "./words";

export async function load(name: string): Promise<void> {
  try {
    const count = await loadVariables(name);
    editor.set({ dialog: "" });
    toast(`Loaded ${counted(count, "variable")} from ${name}; a step goes on from there.`);
  } catch (error) {
    tell(error);
  }
}

/** Lets the user choose one of the folder's checkpoints. */
export async function chooseCheckpoint(): Promise<void> {
  try {
    const { files } = await api.files();
    const found = files.filter((file) => file.kind === "checkpoint");
    const items = found.map(({ name, modified }) => ({ name, hint: new Date(modified * 1000).toLocaleString() }));
    editor.set({ dialog: "choose", choice: { title: "Load a checkpoint", items, take: (name) => void load(name) } });
  } catch (error) {
    tell(error);
  }
}
