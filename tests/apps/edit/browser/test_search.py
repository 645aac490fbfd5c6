"""The search of ops: by what people type, in a real browser."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.apps.edit.browser.conftest import Editor

pytestmark = pytest.mark.full
WORDS = json.loads((Path(__file__).parent / "data" / "search_words.json").read_text(encoding="utf-8"))["words"]

TYPED = """(word) => {
  const field = document.querySelector("[data-testid=palette-search]");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, word);
  field.dispatchEvent(new Event("input", {bubbles: true}));
}"""
FIRST = """() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(
  [...document.querySelectorAll("#palette-list .op-name")].slice(0, 3).map((item) => item.textContent)), 20)))"""
PATIENCE = 5.0  # seconds: the list follows what is typed when the browser has time


def _first(editor: Editor, word: str, op: str | None) -> list[str]:
    """The first three ops that a word finds, as soon as ``op`` is among them; ``None`` for no op at all."""
    editor.window.evaluate(TYPED, word)
    end = time.monotonic() + PATIENCE
    while True:
        first: list[str] = editor.window.evaluate(FIRST)
        if (op in first if op else not first) or time.monotonic() > end:
            return first


def test_words_that_people_type_lead_to_their_op(editor: Editor) -> None:
    assert len(WORDS) == 66
    wrong = {}
    for word, op in WORDS.items():
        assert _first(editor, "zzqx", None) == []  # so that what follows is not what the word before has found
        first = _first(editor, word, op)
        if op not in first if op else first:
            wrong[word] = (op, first)
    assert wrong == {}


def test_enter_takes_the_first_op_that_is_meant(editor: Editor) -> None:
    for word, op in (("fully connected", "MatMul"), ("tf.reduce_sum", "Sum"), ("maxpol", "MaxPool")):
        editor.find("palette-search").fill(word)
        editor.find("palette-search").press("Enter")
        assert editor.page()["blocks"][-1]["op"] == op


def test_offers_are_searched_in_the_same_way(editor: Editor) -> None:
    editor.find("canvas").dblclick(position={"x": 400, "y": 420})
    editor.find("offer-search").fill("flatten")
    editor.find("offer-Reshape").wait_for()
    editor.find("offer-search").press("Enter")
    assert [block["op"] for block in editor.page()["blocks"]] == ["Reshape"]


def test_ops_to_begin_with_are_at_the_top(editor: Editor) -> None:
    group = editor.window.locator("#palette-list [role=group]").first
    assert group.get_attribute("aria-label") == "common"
    names = group.locator(".op-name").all_text_contents()
    assert 20 <= len(names) <= 30
    assert {"Placeholder", "Const", "MatMul", "AddV2", "Conv2D", "Relu", "MaxPool"} <= set(names)
    editor.find("common-item-MatMul").dblclick()
    assert editor.page()["blocks"][-1]["op"] == "MatMul"
