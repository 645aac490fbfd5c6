import assert from "node:assert/strict";
import { test } from "node:test";
import { copied, pageInText, pasted } from "../src/clip";
import { EMPTY, fromPage, toPage, type Doc } from "../src/doc";
import * as edits from "../src/edits";
import { group, groupFault, ungroup } from "../src/group";

function chain(): Doc {
  return fromPage({
    graphops_page: 1,
    blocks: [
      { id: "a", op: "Const" },
      { id: "b", op: "Const" },
      { id: "c", op: "ConcatV2", inputs: { axis: 0 }, after: ["a"] },
      { id: "d", op: "Relu" },
    ],
    wires: [
      { from: "a:output", to: "c:values:0" },
      { from: "b:output", to: "c:values:1" },
      { from: "a:output", to: "c:values:2" },
      { from: "c:output", to: "d:features" },
    ],
    feeds: { a: 1 },
    fetches: ["c:output", "d"],
    ui: { positions: { a: [0, 0], b: [0, 100], c: [200, 0], d: [400, 0] } },
  });
}

const ends = (doc: Doc) => doc.wires.map((wire) => `${wire.from}>${wire.to}`);

test("ids of new blocks are readable and free", () => {
  assert.equal(edits.idForOp("Conv3DBackpropFilterV2"), "conv3d_backprop_filter");
  assert.equal(edits.idForOp("MatMul"), "mat_mul");
  assert.equal(edits.idForOp("_Arg"), "arg");
  assert.equal(edits.idForOp("FFT2D"), "fft2d");
  const doc = edits.addBlock(EMPTY, "relu", "Relu", {}, [0, 0]);
  assert.equal(edits.freshId(doc, "", "relu"), "relu_1");
  assert.equal(edits.freshId(doc, "sub", "relu"), "relu");
});

test("a wire taken out of a list closes the gap", () => {
  const doc = edits.disconnect(chain(), [{ from: "b:output", to: "c:values:1" }]);
  assert.deepEqual(ends(doc), ["a:output>c:values:0", "a:output>c:values:1", "c:output>d:features"]);
});

test("removing a block removes what leads to it, everywhere", () => {
  const doc = edits.remove(chain(), ["a"]);
  assert.deepEqual(ends(doc), ["b:output>c:values:0", "c:output>d:features"]);
  assert.deepEqual(doc.blocks.get("c")!.after, []);
  assert.deepEqual(doc.feeds, {});
  assert.equal(doc.positions.has("a"), false);
  assert.deepEqual(edits.remove(chain(), ["c", "d"]).fetches, []);
});

test("a rename changes every mention", () => {
  const doc = edits.rename(chain(), "a", "first");
  assert.deepEqual(ends(doc).slice(0, 1), ["first:output>c:values:0"]);
  assert.deepEqual(doc.blocks.get("c")!.after, ["first"]);
  assert.deepEqual(doc.feeds, { first: 1 });
  assert.deepEqual(doc.positions.get("first"), [0, 0]);
  const same = chain();
  assert.equal(edits.rename(same, "a", "b"), same);
  assert.equal(edits.rename(same, "a", "no space"), same);
});

test("a wire replaces the wire and the literal that its pin had", () => {
  const doc = edits.connect(chain(), { from: "b:output", to: "c:axis" });
  assert.deepEqual(doc.blocks.get("c")!.inputs, {});
  const again = edits.connect(doc, { from: "a:output", to: "c:axis" });
  assert.deepEqual(
    ends(again).filter((wire) => wire.endsWith("c:axis")),
    ["a:output>c:axis"],
  );
});

test("attrs as one text become attrs by name when one is set", () => {
  const doc = edits.changeBlock(chain(), "d", { attrs: "strides = {1,2;3}; data_format_ = NDHWC; padding=SAME" });
  const attrs = edits.setAttr(doc, "d", "padding", "VALID").blocks.get("d")!.attrs;
  assert.deepEqual(attrs, { strides: "{1,2;3}", data_format: "NDHWC", padding: "VALID" });
});

test("a function's body follows its blocks, and its arguments stay", () => {
  const before = fromPage({
    graphops_page: 1,
    functions: {
      twice: {
        arguments: ["n"],
        blocks: [
          { id: "n", op: "Placeholder" },
          { id: "add", op: "AddV2" },
          { id: "say", op: "NoOp", after: ["/add"] },
        ],
        results: ["add:z"],
        after: ["say"],
      },
    },
  });
  assert.deepEqual(before.blocks.get("twice()/say")!.after, ["twice()/add"]);
  const body = (doc: Doc) => (toPage(doc) as { functions: { twice: Record<string, unknown> } }).functions.twice;
  assert.deepEqual(body(edits.rename(before, "twice()/add", "sum")).results, ["sum:z"]);
  assert.deepEqual(body(group(before, ["twice()/add"]).doc).results, ["group/add:z"]);
  assert.match(groupFault(before, ["twice()/n", "twice()/add"]), /'n' is an argument/);
  const less = body(edits.remove(before, ["twice()/n", "twice()/say"]));
  assert.deepEqual([less.arguments, less.results, less.after], [[], ["add:z"], []]);
});

test("grouping moves blocks and keeps their wires; ungrouping undoes it", () => {
  const before = chain();
  const { doc, page } = group(before, ["c", "d"]);
  assert.equal(page, "group");
  assert.deepEqual(ends(doc).at(-1), "group/c:output>group/d:features");
  assert.deepEqual(doc.fetches, ["group/c:output", "group/d"]);
  assert.equal(groupFault(before, ["c", "d"]), "");
  const file = toPage(doc) as { pages: { group: { blocks: { after?: string[] }[] } } };
  assert.deepEqual(file.pages.group.blocks[0].after, ["/a"]); // what is outside is named from the outermost page
  assert.deepEqual(fromPage(toPage(doc)).blocks.get("group/c")!.after, ["a"]);
  const back = ungroup(doc, page).doc;
  assert.deepEqual(toPage(back).blocks, toPage(before).blocks);
  assert.deepEqual(new Set(ends(back)), new Set(ends(before)));
});

test("copied text is a page, and pasting it makes copies with free names", () => {
  const doc = chain();
  const text = copied(doc, ["c", "d"]);
  const part = pageInText(text)!;
  assert.deepEqual([...part.blocks.keys()], ["c", "d"]);
  assert.deepEqual(part.blocks.get("c")!.after, []);
  const result = pasted(doc, part, "", [1000, 500]);
  assert.deepEqual(result.ids, ["c_1", "d_1"]);
  assert.deepEqual(ends(result.doc).at(-1), "c_1:output>d_1:features");
  assert.deepEqual(result.doc.positions.get("d_1"), [1200, 500]);
  assert.equal(pageInText("{}"), null);
  assert.equal(pageInText("no page"), null);
});

test("numbers of a list close up where a wire is not copied", () => {
  const part = pageInText(copied(chain(), ["b", "c"]))!;
  assert.deepEqual(ends(part), ["b:output>c:values:0"]);
});

test("sub-pages are copied with what they hold, out of other pages too", () => {
  const { doc } = group(chain(), ["b"]);
  const part = pageInText(copied(doc, ["group/", "group/b"]))!;
  assert.deepEqual([...part.blocks.keys()], ["group/b"]);
  const inner = pasted(doc, part, "group", [0, 0]);
  assert.deepEqual(inner.ids, ["group/group/"]);
  assert.equal(inner.doc.blocks.has("group/group/b"), true);
});
