import assert from "node:assert/strict";
import { test } from "node:test";
import { commit, redo, seal, start, undo } from "../src/history";

test("steps are undone and redone in order", () => {
  let history = start("a");
  history = commit(commit(history, "to b", "b"), "to c", "c");
  assert.equal(undo(history).present, "b");
  assert.equal(undo(undo(history)).present, "a");
  assert.equal(undo(undo(undo(history))).present, "a");
  assert.equal(redo(undo(undo(history))).present, "b");
  assert.equal(redo(redo(undo(undo(history)))).present, "c");
  assert.equal(undo(history).future[0].label, "to c");
});

test("a new step after an undo forgets what was undone", () => {
  const history = commit(undo(commit(start("a"), "to b", "b")), "to d", "d");
  assert.equal(history.future.length, 0);
  assert.equal(undo(history).present, "a");
});

test("letters typed into one field are one step, until it is sealed", () => {
  let history = start("");
  for (const text of ["1", "12", "123"]) history = commit(history, "type", text, "field");
  assert.equal(history.past.length, 1);
  assert.equal(undo(history).present, "");
  history = commit(seal(history), "type", "1234", "field");
  assert.equal(history.past.length, 2);
  assert.equal(undo(history).present, "123");
  assert.equal(commit(history, "type", "x", "other").past.length, 3);
});

test("a state that is the same object is no step", () => {
  const history = commit(start("a"), "to b", "b");
  assert.equal(commit(history, "nothing", "b"), history);
});

test("a group does not reach over an undo", () => {
  let history = commit(start("a"), "type", "ab", "field");
  history = commit(undo(history), "type", "ac", "field");
  assert.equal(undo(history).present, "a");
});
