/** What the forms of an export hold of a page. */
import type { Doc } from "./doc";
import { counted } from "./words";

export const FORMS = [
  ["page", "Page file", "as saved, to this computer"],
  [
    "graphdef",
    "GraphDef",
    "binary, .pb: what TensorFlow and Netron open; the blocks alone, with placeholders for feeds",
  ],
  ["pbtxt", "GraphDef as text", ".pbtxt; the blocks alone, with placeholders for feeds"],
  ["python", "Python", "a program that builds the graph, feeds and runs it, and prints what the page fetches"],
  ["svg", "Picture", ".svg: the graph, with every dtype and shape"],
  ["png", "Picture of pixels", ".png: the same"],
] as const;

/** What of the page the form has no place for, as a sentence; "" if it has a place for everything. */
export function notIn(form: string, doc: Doc): string {
  if (form !== "graphdef" && form !== "pbtxt") return "";
  const feeds = Object.keys(doc.feeds).length;
  const lost = [
    feeds && `the values of ${counted(feeds, "feed")}`,
    doc.fetches.length && "fetches",
    doc.init.length && "init",
    doc.steps > 1 && "the number of steps",
  ].filter(Boolean);
  return lost.length ? `A GraphDef has no place for ${listed(lost as string[])}: these are in the page alone.` : "";
}

function listed(items: readonly string[]): string {
  return items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items.at(-1)}` : items[0];
}
