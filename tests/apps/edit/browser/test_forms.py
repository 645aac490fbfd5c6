"""Forms of attrs and inputs: what people type, what the page gets, what is shown; in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.apps.edit.browser.conftest import Editor, save_page
from tests.apps.edit.browser.test_canvas import CONTRAST, drag, middle

pytestmark = pytest.mark.full

BIG = 9007199254740993  # 2^53 + 1, which no float64 holds
FUNCTION = {
    "graphops_page": 1,
    "functions": {
        "f": {
            "arguments": ["n"], "results": ["twice:z"],
            "blocks": [{"id": "n", "op": "Placeholder", "attrs": {"dtype": "int32", "shape": [2]}},
                       {"id": "text", "op": "Const", "attrs": {"dtype": "string", "value": "a"}},
                       {"id": "twice", "op": "Mul", "inputs": {"x": 2}}],
        },
    },
    "blocks": [],
    "ui": {"positions": {"f()/n": [0, 0], "f()/text": [0, 160], "f()/twice": [300, 60]}},
}  # fmt: skip


def attrs(editor: Editor) -> str:
    """The attrs of the last block as the file would have them: numbers as they are written."""
    return str(editor.window.evaluate("JSON.stringify(window.graphopsEditor.page().blocks.at(-1).attrs ?? {})"))


def typed(editor: Editor, name: str, text: str) -> str:
    """Type into a field; what the field shows when it is left."""
    field = editor.find(name)
    field.fill(text)
    field.blur()
    return field.input_value()


def faults(editor: Editor) -> str:
    """The text below the fields, after the page has been checked."""
    editor.window.wait_for_timeout(300)
    editor.until("document.querySelector('[data-testid=problem-count]').dataset.busy === 'false'")
    editor.window.wait_for_timeout(100)
    return " | ".join(editor.window.locator(".inspector .field .fault").all_text_contents())


def test_each_kind_of_attr_has_its_field(editor: Editor) -> None:
    """One op for each type of attr, with and without a list of allowed values."""
    _, ops, _ = editor.server.request("GET", "/api/ops")
    kinds: dict[tuple[str, bool], tuple[str, Any]] = {}
    for op in ops["ops"]:
        for attr in op["attrs"]:
            if not attr["inferred"]:
                kinds.setdefault((attr["type"], attr["allowed"] is not None), (op["name"], attr))
    assert len(kinds) >= 14
    for (kind, has_choices), (op, attr) in kinds.items():
        editor.find("palette-search").fill(op)
        editor.find(f"palette-item-{op}").dblclick()
        block = editor.page()["blocks"][-1]
        assert block["op"] == op
        field = editor.find(f"attr-{block['id']}-{attr['name']}")
        tag = field.evaluate("node => [node.tagName, node.type]")
        if kind == "bool":
            assert tag == ["INPUT", "checkbox"]
            assert field.is_checked() == attr.get("default", False)
            field.click()
            assert f'"{attr["name"]}":{json.dumps(not attr.get("default", False))}' in attrs(editor)
            field.click()
        elif has_choices and not kind.startswith("list("):
            assert tag[0] == "SELECT"
            choices = field.locator("option").evaluate_all("list => list.map(item => item.value)")
            assert [choice for choice in choices if choice] == [str(value) for value in attr["allowed"]]
            field.select_option(str(attr["allowed"][-1]))
            assert f'"{attr["name"]}":"{attr["allowed"][-1]}"' in attrs(editor)
            field.select_option("")
        else:
            assert tag[0] == ("TEXTAREA" if kind == "tensor" else "INPUT")
            if "default" not in attr and kind != "tensor":
                assert field.get_attribute("placeholder") == "required"
            assert f'"{attr["name"]}":' not in attrs(editor)
            field.fill("7")
            field.fill("")
            field.blur()
        if "default" in attr or not kind.startswith("bool"):
            assert attrs(editor) == "{}", (op, attr["name"])  # the default again


def test_numbers_stay_what_was_typed(make_editor: Callable[..., Editor], folder: Path) -> None:
    """Opened, typed, saved: integers beyond 2^53, -0 and what JSON does not have."""
    blocks = [
        {"id": "c", "op": "Const", "attrs": {"dtype": "int64", "value": [BIG, -BIG]}},
        {"id": "d", "op": "Const", "attrs": {"dtype": "int64"}},
    ]
    save_page(folder, "p.json", {"graphops_page": 1, "blocks": blocks})
    editor = make_editor(str(folder / "p.json"))
    editor.select("d")
    assert typed(editor, "attr-d-value", f"{BIG}, 1") == f"[{BIG},1]"
    assert attrs(editor) == f'{{"dtype":"int64","value":[{BIG},1]}}'
    assert "done" in editor.run()
    editor.find("result-d").wait_for()
    assert f"{BIG}, 1" in str(editor.find("result-d").text_content())
    assert f"{BIG}, {-BIG}" in str(editor.find("result-c").text_content())
    editor.window.keyboard.press("Control+s")
    editor.until("window.graphopsEditor.page() && document.title !== ''")
    editor.window.wait_for_timeout(500)
    saved = json.loads((folder / "p.json").read_text())
    assert [block["attrs"]["value"] for block in saved["blocks"]] == [[BIG, -BIG], [BIG, 1]]
    typed(editor, "attr-d-dtype", "float")
    for text, value in (("-0.0", "-0.0"), ("nan, 1", '["nan",1]'), ("9223372036854775808", "9223372036854775808")):
        typed(editor, "attr-d-value", text)
        assert attrs(editor) == f'{{"dtype":"float","value":{value}}}'


def test_texts_are_what_was_typed(editor: Editor) -> None:
    editor.add_op("Const")
    typed(editor, "attr-const-dtype", "string")
    for text, value in (("3", "3"), ("a, b", "a, b"), ('"q\\n\\""', 'q\n"'), ('""', ""), ("日本", "日本")):
        typed(editor, "attr-const-value", text)
        assert json.loads(attrs(editor))["value"] == value
        assert faults(editor) == ""
    editor.add_op("AsString")
    for text, value in (('" "', " "), ('"a\\tb"', "a\tb"), ('{"base64":"/w=="}', {"base64": "/w=="})):
        shown = typed(editor, "attr-as_string-fill", text)
        assert json.loads(attrs(editor))["fill"] == value
        assert shown == text


def test_a_fault_stands_at_its_field(editor: Editor) -> None:
    editor.add_op("Placeholder")
    typed(editor, "attr-placeholder-dtype", "fp32")
    assert "must be one of TensorFlow's types, got 'fp32'" in faults(editor)
    typed(editor, "attr-placeholder-dtype", "float")
    typed(editor, "attr-placeholder-shape", "[2][")
    assert "must be a shape such as [2][3] or {2,3}, got '[2]['" in faults(editor)
    typed(editor, "attr-placeholder-shape", "99999999999999999")
    faults(editor)  # the editor is still there
    assert typed(editor, "attr-placeholder-shape", "[2][3]") == "[2, 3]"
    assert faults(editor) == ""
    editor.add_op("Const")
    typed(editor, "attr-const-dtype", "float")
    typed(editor, "attr-const-value", "1")
    typed(editor, "attr-const-value-shape", "[?]")
    assert "shape of attr 'value' of op 'Const' must be a list of sizes" in faults(editor)


def test_documentation_stands_at_the_fields(editor: Editor) -> None:
    editor.add_op("Conv3DBackpropFilterV2")
    inspector = editor.find("inspector")
    assert "five numbers in the order of data_format" in str(inspector.locator(".help").first.text_content())
    assert "the shape of the filter" in " ".join(inspector.locator(".help").all_text_contents())


def test_a_wire_in_a_function_is_refused_with_the_reason(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "f.json", FUNCTION)
    editor = make_editor(str(folder / "f.json"))
    editor.window.get_by_label("Functions", exact=True).select_option("f()")
    editor.find("block-f()/twice").wait_for()
    editor.window.wait_for_timeout(600)

    def wires() -> list[Any]:
        return list(editor.page()["functions"]["f"].get("wires", []))

    editor.connect("f()/text-output", "f()/twice-y")
    editor.find("bubble").wait_for()
    assert "of op 'Mul' must" in str(editor.find("bubble").text_content())
    assert wires() == []
    editor.connect("f()/n-output", "f()/twice-y")
    assert wires() == [{"from": "n:output", "to": "twice:y"}]
    x, y = middle(editor, "pin-out-f()/n-output")
    drag(editor, (x, y), (x + 40, y + 300))
    editor.find("offer-search").fill("concat")
    editor.window.keyboard.press("Enter")
    editor.until("window.graphopsEditor.page().functions.f.wires.length === 2")
    assert wires()[1] == {"from": "n:output", "to": "concat:values:0"}  # the pin before it takes an int32, but a scalar


def test_what_a_page_does_with_its_blocks_is_not_offered_in_functions(
    make_editor: Callable[..., Editor], folder: Path
) -> None:
    functions = {"a/f": FUNCTION["functions"]["f"]}  # type: ignore[index]
    positions = {"a/f()/n": [0, 0], "a/f()/text": [0, 160], "a/f()/twice": [300, 60]}
    save_page(folder, "f.json", {**FUNCTION, "functions": functions, "ui": {"positions": positions}})
    editor = make_editor(str(folder / "f.json"))
    editor.window.get_by_label("Functions", exact=True).select_option("a/f()")
    assert editor.window.locator(".breadcrumb button").all_text_contents() == ["Page", "a/f()"]
    editor.select("a/f()/n")
    for name in ("fetch", "init", "feed", "run-to"):
        assert editor.find(f"{name}-a/f()/n").count() == 0, name
    assert editor.find("block-id").count() == 1
    editor.find("block-a/f()/n").click(button="right", position={"x": 40, "y": 8})
    for name in ("fetch", "init", "run-to"):
        assert editor.find(f"menu-{name}").count() == 0, name
    editor.find("menu-rename").click()
    assert editor.window.evaluate("document.activeElement.dataset.testid") == "block-id"
    editor.window.keyboard.press("Escape")
    editor.window.keyboard.press("Alt+ArrowUp")
    editor.window.keyboard.press("Delete")  # the function that was left is not selected
    assert editor.page()["functions"] == functions


def test_a_number_of_steps_may_be_typed_anew_and_is_one_step_to_undo(editor: Editor) -> None:
    field = editor.find("steps")
    for text in ("20", "300"):
        field.click()
        field.press("Control+a")
        field.press("Delete")
        assert field.input_value() == ""
        editor.window.keyboard.type(text)
        field.blur()
        assert editor.page()["steps"] == int(text)
    editor.window.keyboard.press("Control+z")
    assert editor.page()["steps"] == 20


def test_a_refused_wire_by_name_is_told_once(editor: Editor) -> None:
    editor.add_op("StringLength")
    editor.add_op("Const")
    editor.type_attr("const", "dtype", "float")
    editor.type_attr("const", "value", "1")
    editor.select("string_length")
    editor.find("connect-string_length").fill("const:output")
    editor.window.get_by_role("button", name="Connect").press("Enter")
    editor.find("toast").wait_for()
    editor.window.wait_for_timeout(500)
    assert editor.find("toast").count() == 1


def test_enter_adds_the_op_that_was_typed(editor: Editor) -> None:
    """Not the one that stood first in the list a moment before, however fast somebody types."""
    _, ops, _ = editor.server.request("GET", "/api/ops")
    names = [op["name"] for op in ops["ops"]][::4]
    for name in names:
        editor.find("palette-search").fill(name)
        editor.find("palette-search").press("Enter")
        assert editor.page()["blocks"][-1]["op"] == name


def test_every_digit_of_a_statistic_can_be_read(make_editor: Callable[..., Editor], folder: Path) -> None:
    """In the details and in a result that is opened on its block."""
    values = [-1.2345678901234567e-301, 2.2250738585072014e-308, 0.1234567890123456]
    big = [-9223372036854775807, 9223372036854775807]
    blocks = [
        {"id": "d", "op": "Const", "attrs": {"dtype": "double", "value": values}},
        {"id": "i", "op": "Const", "attrs": {"dtype": "int64", "value": big}},
    ]
    ui = {"positions": {"d": [0, 0], "i": [400, 0]}}
    save_page(folder, "p.json", {"graphops_page": 1, "blocks": blocks, "ui": ui})
    editor = make_editor(str(folder / "p.json"))
    assert "done" in editor.run()
    for block, texts in (("d", ["-1.2345678901234567e-301", "0.1234567890123456"]), ("i", [str(n) for n in big])):
        editor.select(block)
        editor.find(f"open-result-{block}").click()
        for place in (editor.find("inspector"), editor.find(f"result-{block}")):
            rows = place.locator(".statistics dd")
            assert {*texts} <= {*rows.all_text_contents()}
            cut = rows.evaluate_all(
                "rows => rows.filter(row => row.scrollWidth > row.clientWidth + 1 || row.getBoundingClientRect().right"
                " > row.closest('.statistics').getBoundingClientRect().right + 1).map(row => row.textContent)"
            )
            assert cut == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_stale_result_says_so_and_can_be_read(make_editor: Callable[..., Editor], folder: Path, theme: str) -> None:
    blocks = [
        {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1.0, 2.0]}},
        {"id": "neg", "op": "Neg"},
    ]
    wires = [{"from": "x:output", "to": "neg:x"}]
    ui = {"positions": {"x": [0, 0], "neg": [300, 0]}}
    save_page(folder, "p.json", {"graphops_page": 1, "blocks": blocks, "wires": wires, "ui": ui})
    editor = make_editor(str(folder / "p.json"))
    if editor.window.evaluate("document.documentElement.dataset.theme") != theme:
        editor.window.keyboard.press("t")
    word = "getComputedStyle(document.querySelector('[data-testid=\"result-neg\"] .result-name'), '::after').content"
    editor.run()
    editor.select("x")
    assert editor.window.evaluate(word) == "none"
    editor.type_attr("x", "value", "3, 4")
    editor.select("neg")
    assert "stale" in (editor.find("stale-neg").text_content() or "")
    assert editor.window.evaluate(word) == '"stale"'
    assert editor.window.evaluate(CONTRAST) == []
    shares = editor.find("result-neg").locator("*").evaluate_all("all => all.map(e => getComputedStyle(e).opacity)")
    assert {*shares} == {"1"}
    editor.shot(f"stale_{theme}")
    ends = [editor.find(name).evaluate("e => e.getBoundingClientRect().bottom") for name in ("block-neg", "result-neg")]
    assert ends[1] < ends[0]  # the border of the block is not covered


def test_menus_show_their_keys_and_lead_to_pages(make_editor: Callable[..., Editor], folder: Path) -> None:
    blocks = [{"id": "x", "op": "NoOp"}]
    pages = {"g": {"blocks": [{"id": "a", "op": "NoOp"}]}}
    ui = {"positions": {"x": [0, 0], "g": [300, 0], "g/a": [0, 0]}, "collapsed": ["g"]}
    save_page(folder, "p.json", {"graphops_page": 1, "blocks": blocks, "pages": pages, "ui": ui})
    editor = make_editor(str(folder / "p.json"))
    assert "2 blocks, 0 wires, 1 sub-page" in editor.find("inspector").inner_text()
    assert "1 sub-pages" not in editor.find("inspector").inner_text()

    def keys() -> dict[str, str]:
        entries = editor.find("menu").get_by_role("menuitem")
        return dict(
            entries.evaluate_all("all => all.map(e => [e.dataset.testid, e.querySelector('kbd')?.textContent])")
        )

    common = {"menu-rename": "F2", "menu-move": "M", "menu-group": "Ctrl+G", "menu-duplicate": "Ctrl+D"}
    common |= {"menu-delete": "Delete", "menu-mute": "Shift+M", "menu-bypass": "Shift+B"}
    common |= {"menu-gradients": "G", "menu-save-block": None, "menu-function": "Shift+F"}
    editor.find("collapse-g").click(button="right")
    assert keys() == common | {"menu-enter": "Enter", "menu-collapse": "E", "menu-ungroup": "Ctrl+Shift+G"}
    editor.window.keyboard.press("Escape")
    editor.find("block-x").click(button="right", position={"x": 40, "y": 8})
    assert keys() == common | {"menu-fetch": None, "menu-init": None, "menu-run-to": None}
    editor.find("menu-move").click()
    editor.find("move-to-g").click()
    assert {block["id"] for block in editor.page()["pages"]["g"]["blocks"]} == {"a", "x"}
    editor.window.keyboard.press("Control+z")
    canvas = editor.find("canvas").bounding_box()
    assert canvas is not None
    editor.window.mouse.click(canvas["x"] + canvas["width"] / 2, canvas["y"] + 30, button="right")
    shown = editor.find("canvas-menu").locator("kbd").all_text_contents()
    assert shown == ["P", "N", "Ctrl+A", "L", "F"]
