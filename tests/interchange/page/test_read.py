"""Page files: what is read, what is refused and where."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphops.interchange.page import Block, Pin, Wire, load_page, read, read_page
from graphops_registry.errors import (
    DataLossError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    UnimplementedError,
)

X = {"id": "x", "op": "Const"}


def page(**keys: Any) -> str:
    return json.dumps({"graphops_page": 1, **keys})


def test_everything() -> None:
    found = read_page(
        page(
            title="t",
            blocks=[{"id": "x", "op": "Const", "attrs": {"value": 1}}, {"id": "n", "op": "NoOp", "after": ["x"]}],
            pages={"a": {"blocks": [{"id": "y", "op": "Neg", "device": "/cpu:0"}], "device": "/gpu:0"}},
            wires=[{"from": "x:output", "to": "a/y:x"}],
            device="/cpu:0",
            feeds={"x": 3},
            fetches=["a/y:y", "x:output:0"],
            init=["n"],
            steps=3,
            ui={"zoom": 2},
        )
    )
    assert found.blocks == (Block("x", "Const", {"value": 1}), Block("n", "NoOp", after=("x",)))
    assert found.pages["a"].blocks == (Block("y", "Neg", device="/cpu:0"),)
    assert found.wires == (Wire(Pin("x", "output"), Pin("a/y", "x")),)
    assert (found.device, found.pages["a"].device, found.steps, found.title) == ("/cpu:0", "/gpu:0", 3, "t")
    assert found.feeds == {Pin("x"): 3}
    assert found.fetches == (Pin("a/y", "y"), Pin("x", "output", 0))
    assert found.init == (Pin("n"),)
    assert found.ui == {"zoom": 2}
    assert [(path, device) for path, _, device in found.walk()] == [("", "/cpu:0"), ("a", "/gpu:0")]


def test_an_empty_page() -> None:
    assert read_page(page()).blocks == ()


DEEP = '{"graphops_page": 1, "ui": ' + '{"a":' * 100_000 + "1" + "}" * 100_000 + "}"
REFUSED: list[tuple[str, type[GraphopsError], str]] = [
    ("", DataLossError, "must be well-formed JSON"),
    ("{", DataLossError, "must be well-formed JSON"),
    ("[]", InvalidTypeError, "must be a JSON object with the key 'graphops_page', got a list"),
    ("{}", InvalidTypeError, "with the key 'graphops_page'"),
    ('{"graphops_page": 1, "graphops_page": 1}', DataLossError, "each key once, got 'graphops_page' twice"),
    ('{"graphops_page": 1, "steps": NaN}', DataLossError, "finite numbers, got NaN"),
    (DEEP, DataLossError, "nested less deeply"),
    ('{"graphops_page": 2}', UnimplementedError, "must be at most 1 for this version of graphops, got 2"),
    ('{"graphops_page": true}', InvalidTypeError, "must be a version number"),
    ('{"graphops_page": "1"}', InvalidTypeError, "must be a version number"),
    (page(block=[]), InvalidTypeError, "keys of a page must be among .*, got 'block' .did you mean 'blocks'?"),
    (page(blocks={}), InvalidTypeError, "^blocks must be a list, got an object"),
    (page(blocks=[3]), InvalidTypeError, r"^blocks\[0\] must be an object, got a number"),
    (page(blocks=[{"id": "x"}]), InvalidTypeError, r"^blocks\[0\] must have the key 'op'"),
    (
        page(blocks=[{**X, "attr": {}}]),
        InvalidTypeError,
        r"keys of blocks\[0\] must be .* got 'attr' .did you mean 'attrs'",
    ),
    (page(blocks=[{**X, "op": 3}]), InvalidTypeError, r"blocks\[0\].op must be a text, got a number"),
    (page(blocks=[{**X, "attrs": []}]), InvalidTypeError, r"blocks\[0\].attrs must be an object, got a list"),
    (page(blocks=[{**X, "after": "x"}]), InvalidTypeError, r"blocks\[0\].after must be a list, got a text"),
    (page(blocks=[X, X]), InvalidArgumentError, r"blocks\[1\].id must be unique on its page, got 'x'"),
    *[
        (page(blocks=[{**X, "id": name}]), InvalidArgumentError, r"blocks\[0\].id must consist of letters")
        for name in ("", "a/b", "a:b", "_x", "a b", "../x", "x\n", 3, None)
    ],
    (page(pages={"a/b": {}}), InvalidArgumentError, "a key of pages must consist of letters"),
    (page(pages={"a": {"feeds": {}}}), InvalidTypeError, "keys of pages.a must be among blocks, wires, pages, device"),
    (page(pages={"a": {"blocks": [{**X, "id": ""}]}}), InvalidArgumentError, r"pages.a.blocks\[0\].id must"),
    (page(wires=[{"from": "x:y"}]), InvalidTypeError, r"wires\[0\] must have the key 'to'"),
    (page(blocks=[X], wires=[{"from": "x", "to": "x:y"}]), InvalidTypeError, r"wires\[0\].from must name a pin"),
    (
        page(blocks=[X], wires=[{"from": "y:o", "to": "x:y"}]),
        InvalidArgumentError,
        r"wires\[0\].from must name a block of",
    ),
    (
        page(blocks=[X], wires=[{"from": "x:o", "to": "y:y"}]),
        InvalidArgumentError,
        r"wires\[0\].to must name a block of",
    ),
    (page(blocks=[X], wires=[{"from": "x:o:-1", "to": "x:y"}]), InvalidTypeError, "must be written 'block:pin'"),
    (page(blocks=[{**X, "after": ["y"]}]), InvalidArgumentError, r"blocks\[0\].after\[0\] must name a block"),
    (page(feeds={"y": 1}), InvalidArgumentError, "a key of feeds must name a block"),
    (page(fetches=["y"]), InvalidArgumentError, r"fetches\[0\] must name a block"),
    (page(init=["y"]), InvalidArgumentError, r"init\[0\] must name a block"),
    (page(fetches=[3]), InvalidTypeError, r"fetches\[0\] must be written 'block:pin'"),
    *[
        (page(steps=steps), InvalidTypeError, "steps must be a whole number")
        for steps in (0, -1, 1.5, True, "3", 2**40)
    ],
    (page(ui=[]), InvalidTypeError, "ui must be an object"),
]


@pytest.mark.parametrize(("text", "kind", "message"), REFUSED, ids=[str(i) for i in range(len(REFUSED))])
def test_refused(text: str, kind: type[GraphopsError], message: str) -> None:
    with pytest.raises(kind, match=message) as caught:
        read_page(text)
    assert type(caught.value) is kind


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(DataLossError):
        read_page(b"\xff\xfe{}\x00")
    assert read_page(page(title="\u00fc").encode("utf-16")).title == "\u00fc"  # JSON may be in any form of Unicode


def test_limits(monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setattr(read, "MOST_BLOCKS", 3)
    three = [{"id": f"x{i}", "op": "NoOp"} for i in range(3)]
    assert len(read_page(page(blocks=three)).blocks) == 3
    with pytest.raises(InvalidArgumentError, match="at most 3 blocks"):
        read_page(page(blocks=three, pages={"a": {"blocks": three[:1]}}))
    nested: dict[str, Any] = {}
    for _ in range(60):
        nested = {"pages": {"a": nested}}
    with pytest.raises(InvalidArgumentError, match="nested at most 50 deep"):
        read_page(page(**nested))
    monkeypatch.setattr(read, "MOST_BYTES", 100)
    with pytest.raises(InvalidArgumentError, match="at most 100 bytes"):
        read_page(page(title="x" * 100))
    (tmp_path / "p.json").write_text(page(title="x" * 100))
    with pytest.raises(InvalidArgumentError, match="at most 100 bytes"):
        load_page(tmp_path / "p.json")


def test_files(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="a page file must exist"):
        load_page(tmp_path / "none.json")
    with pytest.raises(InvalidArgumentError, match="must be a regular file"):
        load_page(tmp_path)
    with pytest.raises(InvalidArgumentError, match="must be readable"):
        load_page("a\0b")
    (tmp_path / "p.json").write_text("{")
    with pytest.raises(DataLossError) as caught:
        load_page(tmp_path / "p.json")
    assert caught.value.__notes__ == [f"in file '{tmp_path / 'p.json'}'"]
