"""The pages that docs/_ext makes from the registry: one for each op, with its whole definition, and links."""

from __future__ import annotations

import re
from functools import cache
from pathlib import PurePosixPath
from typing import Any

import pytest

from graphops.apps.cli import main
from graphops_registry.dtypes import all_dtypes
from graphops_registry.kernel_def import kernels_of
from graphops_registry.op_def import lookup_op, registered_ops
from tests.docs.extension import load

op_kernels = load("op_kernels")
op_page = load("op_page")
markdown_text = load("markdown_text")


@cache
def pages() -> dict[str, str]:
    made: dict[str, str] = load("reference_pages").reference_pages()
    return made


def ops() -> list[Any]:
    found: list[Any] = op_page.built_in(registered_ops())
    return found


def test_every_op_has_a_page_and_every_page_an_op() -> None:
    expected = {f"ops/{op_page.page_name(op.name)}.md" for op in ops()}
    assert expected | {"ops/index.md", "ops/alphabetical.md", "dtypes.md", "cli.md"} == set(pages())


def test_pages_name_everything_in_the_definition() -> None:
    for op in ops():
        text = pages()[f"ops/{op_page.page_name(op.name)}.md"]
        for arg in (*op.op_def.inputs, *op.op_def.outputs):
            assert f"| `{arg.name}` |" in text, (op.name, arg.name)
        for attr in op.op_def.attrs:
            assert f"| `{attr.name}` |" in text, (op.name, attr.name)
            for value in attr.allowed or ():
                shown = value if isinstance(value, str) else value.name
                assert re.search(rf"`'?{re.escape(shown)}'?`", text), (op.name, attr.name, shown)
            if attr.minimum is not None:
                assert f"at least {attr.minimum}" in text, (op.name, attr.name)
        for kernel in kernels_of(op.name, "CPU"):
            assert f"| `{kernel.name}` | CPU |" in text, (op.name, kernel.name)


def test_the_page_of_one_op() -> None:
    text = pages()["ops/AvgPool.md"]
    assert "The mean of each window" in text or "verage" in text
    assert "go.raw_ops.AvgPool(*, value, ksize, strides, padding, data_format='NHWC', name=None)" in text
    assert "| `ksize` | list of int, at least 4 values |" in text
    assert "| `T` | CPU | GPU |" in text
    assert "## Example" in text
    assert "- Gradient: yes" in text


def test_whatever_a_page_says_of_dtypes_the_kernels_say() -> None:
    kernels = op_kernels.all_kernels()["Relu"]
    table = op_kernels.dtype_table("T", ["float32", "int8", "qint8"], kernels)
    rows = {row.split(" | ")[0].strip("| "): row for row in table[2:]}
    assert "NumPy" in rows["`float32`"]
    assert "CuPy" in rows["`int8`"]
    assert "NumPy" in rows["`int8`"]
    assert rows["`qint8`"].count(" - ") == 2  # in the definition, and no kernel takes it
    qint8 = lookup_op("Relu").op_def.attr_by_name["T"].allowed[-1]
    assert not any(definition.takes({"T": qint8}) for definition in kernels_of("Relu"))


def test_links_between_pages_lead_somewhere() -> None:
    for name, text in pages().items():
        folder = PurePosixPath(name).parent
        for target in re.findall(r"\]\(([^)#:\s]+\.md)", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
            assert str(folder / target) in pages(), (name, target)


def test_indexes_list_every_op_once() -> None:
    for index in ("ops/index.md", "ops/alphabetical.md"):
        listed = re.findall(r"^\| \[.*?\]\((.+?)\.md\) \|", pages()[index], re.MULTILINE)
        assert sorted(listed) == sorted(op_page.page_name(op.name) for op in ops())


def test_the_page_of_dtypes_lists_all() -> None:
    for dtype in all_dtypes():
        if not dtype.is_ref:
            assert f"| `{dtype.name}` | `{dtype.spec_name}` | {dtype.enum} |" in pages()["dtypes.md"]


def test_the_page_of_the_command_line_has_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    verbs = re.findall(r"^    ([\w-]+) ", capsys.readouterr().out, re.MULTILINE)
    assert "ops" in verbs
    for verb in verbs:
        assert f"\n## graphops {verb}\n" in pages()["cli.md"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a_b * c", r"a\_b \* c"),
        ("`[a_b]` and |x|", r"`[a_b]` and \|x\|"),
        ("one ` alone_", r"one \` alone\_"),
    ],
)
def test_text_is_shown_as_it_is(text: str, shown: str) -> None:
    assert markdown_text.escaped(text) == shown


def test_a_bar_in_code_does_not_end_a_cell() -> None:
    assert markdown_text.cell("`a | b`\n and |c|") == r"`a \| b` and \|c\|"
