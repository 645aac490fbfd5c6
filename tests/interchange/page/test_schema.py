"""The published JSON Schema and the reader agree, as far as a schema can."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import graphops.interchange.page
from graphops.interchange.page import page_json, page_of, read_page
from graphops_registry.errors import GraphopsError
from tests.interchange.page.test_read import REFUSED
from tests.interchange.page.test_write import EXAMPLES, RECORDED

SCHEMA = json.loads((Path(graphops.interchange.page.__file__).parent / "page.schema.json").read_text())
VALID = jsonschema.Draft202012Validator(SCHEMA)


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_examples(path: Path) -> None:
    VALID.validate(json.loads(path.read_text()))


@pytest.mark.parametrize("path", RECORDED, ids=[path.stem for path in RECORDED])
def test_pages_of_graphs(path: Path) -> None:
    import graphops as go

    VALID.validate(page_json(page_of(go.load_graph(path))))


# What a schema cannot say: that names lead somewhere and come once, and what is no JSON value.
_BEYOND = (
    "must name a block",
    "must be unique",
    "well-formed",
    "each key once",
    "finite",
    "nested",
    "an object of arrays",
)
# jsonschema's $ also matches before a newline at the end, which that of JSON Schema does not.
CASES = [
    (text, message)
    for text, _, message in REFUSED
    if not any(words in message for words in _BEYOND) and "\\n" not in text
]


@pytest.mark.parametrize(("text", "message"), CASES, ids=[str(i) for i in range(len(CASES))])
def test_what_the_reader_refuses_the_schema_does(text: str, message: str) -> None:
    assert not VALID.is_valid(json.loads(text))


@pytest.mark.parametrize("value", [None, {"a": 1}, {"values": [1], "base64": ""}, [{"file": "x.txt"}]])
def test_values(value: Any) -> None:
    page = {"graphops_page": 1, "blocks": [{"id": "x", "op": "Neg", "inputs": {"x": value}}]}
    assert not VALID.is_valid(page)
    built = graphops.interchange.page.build_page(read_page(json.dumps(page)))
    assert isinstance(built.problems[0].error, GraphopsError)
