"""Values that people type beside pins: their dtypes on the page, and what the page computes without the editor."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.apps.edit.browser.conftest import Editor, save_page
from tests.apps.edit.browser.test_default_fetches import headless
from tests.apps.edit.browser.test_forms import faults, typed

pytestmark = pytest.mark.full
# An op, what is typed into its inputs, the attrs that are chosen, the first result's dtype and values.
CALLS: list[tuple[str, dict[str, str], dict[str, str], str, Any]] = [
    ("AddV2", {"x": "1", "y": "2"}, {}, "int32", 3),
    ("AddV2", {"x": "1", "y": "2.5"}, {}, "float32", 3.5),
    ("AddV2", {"x": "2147483648", "y": "1"}, {}, "int64", 2147483649),
    ("Sqrt", {"x": "4"}, {}, "float32", 2),
    ("Exp", {"x": "0"}, {}, "float32", 1),
    ("MatMul", {"a": "{{1,2},{3,4}}", "b": "[[1.0], [0.5]]"}, {}, "float32", [[2], [5]]),
    ("Fill", {"dims": "2,3", "value": "7"}, {}, "int32", [[7, 7, 7], [7, 7, 7]]),
    ("Cast", {"x": "1.7"}, {"DstT": "int32"}, "int32", 1),
    ("Sum", {"input": "1,2,3", "reduction_indices": "0"}, {}, "int32", 6),
    ("Reshape", {"tensor": "1; 2; 3; 4", "shape": "2,2"}, {}, "int32", [[1, 2], [3, 4]]),
    ("ConcatV2", {"values": "[[1, 2], [3]]", "axis": "0"}, {}, "int32", [1, 2, 3]),
    ("Range", {"start": "0", "limit": "1.5", "delta": "0.5"}, {}, "float32", [0, 0.5, 1]),
    ("Greater", {"x": "2", "y": "1"}, {}, "bool", True),
    ("LogicalAnd", {"x": "true", "y": "false"}, {}, "bool", False),
    ("StringUpper", {"input": "a, b"}, {}, "string", "A, B"),
    ("SelectV2", {"condition": "true", "t": "1", "e": "2"}, {}, "int32", 1),
    ("Pow", {"x": "2", "y": "10"}, {}, "int32", 1024),
    (
        "OneHot",
        {"indices": "0, 2", "depth": "3", "on_value": "1", "off_value": "0"},
        {},
        "int32",
        [[1, 0, 0], [0, 0, 1]],
    ),
    ("Transpose", {"x": "[[1, 2], [3, 4]]", "perm": "1, 0"}, {}, "int32", [[1, 3], [2, 4]]),
    ("Softmax", {"logits": "1, 1"}, {}, "float32", [0.5, 0.5]),
]


def test_calls_of_typed_values_alone_run_and_give_the_same_headless(editor: Editor, folder: Path) -> None:
    blocks = []
    for op, inputs, attrs, _, _ in CALLS:
        block = editor.add_op(op)
        blocks.append(block)
        for name, text in attrs.items():
            editor.type_attr(block, name, text)
        for name, text in inputs.items():
            typed(editor, f"input-{block}-{name}", text)
    random = editor.add_op("RandomUniform")
    typed(editor, f"input-{random}-shape", "1,8,8,3")
    assert faults(editor) == ""
    assert editor.page()["blocks"][-1] == {
        "id": random, "op": "RandomUniform", "attrs": {"dtype": "float32"},
        "inputs": {"shape": {"dtype": "int32", "values": [1, 8, 8, 3]}},
    }  # fmt: skip
    assert "New blocks begin with float32" in " ".join(editor.window.locator(".inspector .help").all_text_contents())
    assert editor.find(f"input-{random}-shape-dtype").input_value() == "int32"
    assert "done" in editor.run()
    (folder / "calls.json").write_text(json.dumps(editor.page()))
    found = json.loads(headless("run", str(folder / "calls.json"), "--json"))
    results = {name.partition(":")[0]: result for name, result in found.items()}
    for block, (op, _, _, dtype, values) in zip(blocks, CALLS, strict=True):
        assert (results[block]["dtype"], results[block]["values"]) == (dtype, values), op
    assert results[random]["shape"] == [1, 8, 8, 3]


def literals(editor: Editor) -> Any:
    """The values beside the pins of the last block."""
    return editor.page()["blocks"][-1].get("inputs")


def test_a_dtype_is_chosen_beside_the_value(editor: Editor) -> None:
    """For all values that share it; a chosen one stays while others are typed."""
    editor.add_op("AddV2")
    typed(editor, "input-add-x", "1")
    assert literals(editor) == {"x": {"dtype": "int32", "values": 1}}
    assert editor.find("input-add-x-dtype").input_value() == "int32"
    assert editor.find("input-add-y-dtype").is_disabled()
    typed(editor, "input-add-x", "1.0")
    assert literals(editor) == {"x": {"dtype": "float32", "values": 1}}
    typed(editor, "input-add-y", "2")
    assert literals(editor) == {name: {"dtype": "float32", "values": value} for name, value in (("x", 1), ("y", 2))}
    editor.find("input-add-y-dtype").select_option("float64")
    typed(editor, "input-add-y", "7")
    assert literals(editor) == {name: {"dtype": "float64", "values": value} for name, value in (("x", 1), ("y", 7))}
    typed(editor, "input-add-y-shape", "1")
    assert literals(editor)["y"] == {"dtype": "float64", "values": 7, "shape": [1]}
    assert faults(editor) == ""
    assert typed(editor, "input-add-x", "") == ""
    assert set(literals(editor)) == {"y"}


def test_a_wire_decides_the_dtype_of_the_values_beside_it(make_editor: Callable[..., Editor], folder: Path) -> None:
    blocks = [{"id": "f", "op": "Const", "attrs": {"dtype": "double", "value": 1}}, {"id": "b", "op": "AddV2"}]
    save_page(
        folder, "p.json", {"graphops_page": 1, "blocks": blocks, "ui": {"positions": {"f": [0, 0], "b": [350, 0]}}}
    )
    editor = make_editor(str(folder / "p.json"))
    editor.select("b")
    typed(editor, "input-b-y", "2")
    typed(editor, "input-b-x", "3")
    assert literals(editor)["y"] == {"dtype": "int32", "values": 2}
    editor.connect("f-output", "b-x")
    assert editor.wires() == {("f:output", "b:x")}
    assert literals(editor) == {"y": 2}
    assert faults(editor) == ""
    assert editor.find("input-b-y-dtype").locator("option").first.text_content() == "that of x"
    editor.window.get_by_label("remove the wire from f:output").click()
    assert literals(editor) == {"y": {"dtype": "int32", "values": 2}}


def test_a_list_that_is_mostly_of_numbers_names_what_is_none(editor: Editor) -> None:
    """In a Const and beside a pin, with a dtype and without one; and what is not closed is refused."""
    editor.add_op("Const")
    for dtype in ("", "float"):
        typed(editor, "attr-const-dtype", dtype)
        typed(editor, "attr-const-value", "1, 2, x, 4")
        assert "attr 'value' of op 'Const' must be a number, got 'x'" in faults(editor)
        for text in ("{1,2", "[1,2"):
            typed(editor, "attr-const-value", text)
            assert f"a brace is not closed, got '{text}'" in faults(editor)
    editor.add_op("Neg")
    typed(editor, "input-neg-x", "1, 2, x, 4")
    assert "x of op 'Neg' must be a number, got 'x'" in faults(editor)
    typed(editor, "input-neg-x", "[1,2")
    assert "a brace is not closed, got '[1,2'" in faults(editor)
    typed(editor, "input-neg-x", "[1,2]")
    assert faults(editor) == ""


def test_a_const_has_the_dtype_of_its_text(editor: Editor) -> None:
    editor.add_op("Const")
    for text, dtype in (("1", "int32"), ("1.0", "float32"), ("true", "bool"), ("a, b", "string"), ("[1, 2]", "int32")):
        typed(editor, "attr-const-value", text)
        assert editor.page()["blocks"][0]["attrs"]["dtype"] == dtype, text
        assert faults(editor) == ""
    typed(editor, "attr-const-dtype", "half")
    typed(editor, "attr-const-value", "3")
    assert editor.page()["blocks"][0]["attrs"] == {"dtype": "half", "value": 3}
