/** Answers that come late: about a page that was closed, or about blocks that are gone. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answer, asked, requests } from "./window";
import { fromPage, type Doc } from "../src/doc";
import { addBlock, connect, remove } from "../src/edits";
import { newPage, open, save } from "../src/files";
import { take } from "../src/offer";
import type { OpInfo } from "../src/protocol";
import { commit, doc, editor, openDoc } from "../src/state";

const PAGE = {
  graphops_page: 1,
  blocks: [{ id: "x", op: "Const" }],
  pages: { g: { blocks: [{ id: "a", op: "Neg" }] } },
};
const RELU = {
  name: "Relu",
  family: "nn",
  doc: "",
  inputs: [{ name: "features", list: false, dtypes: null }],
  outputs: [{ name: "activations", list: false, dtypes: null }],
  attrs: [],
} as unknown as OpInfo;

beforeEach(() => {
  requests.length = 0;
  Object.assign(asked, { leave: true, questions: 0 });
  openDoc(fromPage(PAGE), "old.json");
});

test("a page that is saved while another one is opened does not give that one its name", async () => {
  commit("add", addBlock(doc(), "y", "Neg", {}, [0, 0]));
  const saving = save("old.json", { overwrite: true });
  newPage();
  await answer({ name: "old.json", bytes: 1 });
  await saving;
  assert.deepEqual([editor.get().file, doc().blocks.size], [null, 0]);
});

test("a page is saved while it is drawn", async () => {
  const saving = save("new.json", { overwrite: true });
  commit("add", addBlock(doc(), "y", "Neg", {}, [0, 0]));
  await answer({ name: "new.json", bytes: 1 });
  await saving;
  assert.equal(editor.get().file, "new.json");
  assert.notEqual(editor.get().saved, doc());
});

test("a page that is opened slowly replaces no edits unasked", async () => {
  void open("slow.json");
  commit("add", addBlock(doc(), "y", "Neg", {}, [0, 0]));
  asked.leave = false;
  await answer({ name: "slow.json", page: { graphops_page: 1 }, converted: false });
  assert.equal(asked.questions, 1);
  assert.ok(doc().blocks.has("y"));
});

test("the copy of changes that were given up is dropped", async () => {
  void open("slow.json");
  commit("add", addBlock(doc(), "y", "Neg", {}, [0, 0]));
  await answer({ name: "slow.json", page: { graphops_page: 1 }, converted: false });
  assert.equal(asked.questions, 1);
  assert.deepEqual(requests.map(({ path }) => path), ["/api/recent", "/api/autosave?name=old.json"]); // prettier-ignore
});

test("of two pages that are opened, the later wish counts", async () => {
  void open("one.json");
  void open("two.json");
  const [one, two] = requests;
  two.answer({ name: "two.json", page: { graphops_page: 1, title: "two" }, converted: false });
  await new Promise((resolve) => setTimeout(resolve, 5));
  one.answer({ name: "one.json", page: { graphops_page: 1, title: "one" }, converted: false });
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(editor.get().file, "two.json");
});

/** Lets a wire from `pin` lead to a new block, and `meanwhile` happen before the service says that it fits. */
async function offered(pin: string, page: string, meanwhile: () => void): Promise<Doc> {
  editor.set({ page });
  const done = take(RELU, { x: 0, y: 0, at: [0, 0], pin, side: "out" });
  meanwhile();
  await answer({ fits: true });
  await done;
  return doc();
}

test("an op that is taken from the list comes with its wire", async () => {
  const found = await offered("x:output", "", () => {});
  assert.deepEqual(found.wires, [{ from: "x:output", to: "relu:features" }]);
});

test("it comes without the wire where the wire's block is gone", async () => {
  const found = await offered("x:output", "", () => commit("delete", remove(doc(), ["x"])));
  assert.deepEqual([[...found.blocks.keys()], found.wires], [["g/a", "relu"], []]);
});

test("it does not come to a page that is gone, or to another file", async () => {
  const found = await offered("g/a:y", "g", () => commit("delete", remove(doc(), ["g/"])));
  assert.deepEqual([...found.blocks.keys()], ["x"]);
  const other = await offered("x:output", "", () => openDoc(fromPage(PAGE), "other.json"));
  assert.deepEqual([...other.blocks.keys()], ["x", "g/a"]);
});

test("no wire leads to or from what is not there", () => {
  assert.equal(connect(doc(), { from: "gone:y", to: "g/a:x" }), doc());
  assert.equal(connect(doc(), { from: "x:output", to: "gone:x" }), doc());
});
