"""The examples of ops: every one is run, and every op has one."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import numpy as np
import pytest

import graphops as go
from tests.docs.extension import load

examples = load("op_examples")
op_page = load("op_page")

FAMILIES = [path.stem for path in examples.family_files()]


@pytest.mark.parametrize("family", FAMILIES)
def test_examples_print_what_they_say(family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = examples.FOLDER / f"{family}.md"
    flags = doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(optionflags=flags)
    report: list[str] = []
    for example in examples.read_examples(path):
        test = doctest.DocTestParser().get_doctest(
            example.doctest, {"go": go, "np": np}, example.op, str(path), example.doctest_line
        )
        assert test.examples, f"{example.op} in {path.name} has no example"
        with go.Graph().as_default():
            runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)


@pytest.mark.parametrize("family", FAMILIES)
def test_examples_stand_with_their_family(family: str) -> None:
    """In a file of the family's name, each once."""
    importlib.import_module(f"graphops_registry.ops.{family}")
    found = [example.op for example in examples.read_examples(examples.FOLDER / f"{family}.md")]
    assert len(found) == len(set(found))
    assert set(found) == {op.name for op in built_in() if op_page.family_of(op) == family}


def test_every_op_has_an_example() -> None:
    given = examples.all_examples()
    missing = [op.name for op in built_in() if op.name not in given]
    assert not missing, f"{len(missing)} ops: {', '.join(missing)}"


def built_in() -> list:
    from graphops_registry.op_def import registered_ops

    return op_page.built_in(registered_ops())
