/** Pages that the palette inserts: layers, losses and optimizers of the package, and block files of the folder. */
import { api } from "./api";
import { setParameter } from "./composites";
import { fromPage, type Doc } from "./doc";
import { tell } from "./files";
import type { BlockFile, OpInfo } from "./protocol";
import { doc, editor } from "./state";

export const FAMILY = "layers and training"; // as the service calls that of page blocks
export const FOLDER = "blocks of this folder";
export const BLOCK_ENDING = ".block.json";

export interface Insertable extends BlockFile {
  info: OpInfo; // what the palette shows of it
}

function entry(file: BlockFile, name: string, family: string, text: string): [string, Insertable] {
  const info = { name, family, package: "graphops", doc: text, stateful: false, inputs: [], outputs: [], attrs: [] };
  return [name, { ...file, info }];
}

/** What comes with graphops, by its kind. */
export function ofPackage(files: readonly BlockFile[]): Map<string, Insertable> {
  return new Map(
    files.map((file) => {
      const [composite] = [...fromPage(file.page ?? {}).pages.values()].map((page) => page.composite);
      return entry(file, composite?.kind ?? file.name, FAMILY, composite?.doc ?? "");
    }),
  );
}

/** Looks for block files in the folder. */
export async function findBlockFiles(): Promise<void> {
  try {
    const { files } = await api.files();
    const own = files
      .filter((file) => file.kind === "page" && file.name.endsWith(BLOCK_ENDING))
      .map(({ name }) => entry({ name, page: null }, name, FOLDER, "A block file of this folder."));
    const kept = [...editor.get().insertable].filter(([, { info }]) => info.family !== FOLDER);
    editor.set({ insertable: new Map([...own, ...kept]) });
  } catch (error) {
    tell(error);
  }
}

/** The page to insert; null if it cannot be read, or if another page was opened meanwhile. */
export async function pageOf({ name, page }: Insertable): Promise<Doc | null> {
  if (page) return withSeeds(fromPage(page));
  const { opening } = editor.get();
  try {
    const answer = await api.read(name);
    return editor.get().opening === opening ? fromPage(answer.page) : null;
  } catch (error) {
    tell(error);
    return null;
  }
}

/** The part with seeds that no sub-page has: two layers should not begin with the same numbers. */
function withSeeds(part: Doc): Doc {
  const count = [...doc().pages.values()].filter((page) => page.composite?.parameters.seed).length;
  let next = part;
  for (const [path, page] of part.pages) {
    if (page.composite?.parameters.seed) next = setParameter(next, path, "seed", count + 1);
  }
  return next;
}
