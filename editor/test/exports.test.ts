import assert from "node:assert/strict";
import { test } from "node:test";
import { fromPage } from "../src/doc";
import { FORMS, notIn } from "../src/exports";

test("what a GraphDef has no place for is said", () => {
  const blocks = [{ id: "x", op: "Placeholder", attrs: { dtype: "float" } }];
  const bare = fromPage({ graphops_page: 1, blocks });
  const whole = fromPage({ graphops_page: 1, blocks, feeds: { x: 1 }, fetches: ["x"], init: ["x"], steps: 2 });
  for (const [form] of FORMS) assert.equal(notIn(form, bare), "");
  for (const form of ["page", "python"]) assert.equal(notIn(form, whole), "");
  for (const form of ["graphdef", "pbtxt"])
    assert.equal(
      notIn(form, whole),
      "A GraphDef has no place for the values of 1 feed, fetches, init and the number of steps: these are in the page alone.",
    );
  assert.match(notIn("pbtxt", { ...whole, feeds: {}, init: [], steps: 1 }), /^A GraphDef has no place for fetches:/);
});
