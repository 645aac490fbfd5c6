"""The committed stubs say what the modules say at run time, and type checkers read them as users expect."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any

import pytest

import graphops as go
from tests.extension.packages import ROOT, python


def stub(name: str) -> ast.Module:
    return ast.parse((ROOT / "graphops" / name).read_text(encoding="utf-8"))


def docstrings(name: str, kind: type[Any]) -> dict[str, str]:
    found = {tag.name: ast.get_docstring(tag) or "" for tag in stub(name).body if isinstance(tag, kind)}
    return {tag: doc for tag, doc in found.items() if doc}


def test_functions_of_raw_ops_have_the_text_that_they_have_at_run_time() -> None:
    found = docstrings("build/raw_ops.pyi", ast.FunctionDef)
    assert found == {name: inspect.cleandoc(getattr(go.raw_ops, name).__doc__) for name in dir(go.raw_ops)}
    assert "data_format: {'NHWC', 'NCHW'} = 'NHWC'" in found["Conv2D"]


def test_functions_of_nn_have_the_text_that_they_have_at_run_time() -> None:
    found = docstrings("build/nn.pyi", ast.FunctionDef)
    assert found == {name: inspect.cleandoc(getattr(go.nn, name).__doc__) for name in found}
    assert found.keys() >= {"conv2d", "softmax_cross_entropy_with_logits", *go.nn.FUNCTIONS}


@pytest.mark.parametrize(
    ("name", "kind", "written"),
    [("session/eager.pyi", ast.FunctionDef, "{}"), ("build/ops.pyi", ast.ClassDef, "_{}Class")],
)
def test_eager_and_ops_have_the_text_of_the_op_alone(name: str, kind: type[Any], written: str) -> None:
    """The text before the line with dtypes and defaults."""
    spelling = go.eager if "eager" in name else go.ops
    ops = [op for op in dir(spelling) if spelling is go.ops or not getattr(go.ops, op).op_def.is_stateful]
    assert docstrings(name, kind) == {
        written.format(op): inspect.cleandoc(getattr(spelling, op).__doc__.rpartition(f"\n\n{op}(")[0]) for op in ops
    }


def test_ops_name_each_setter_once() -> None:
    body = {tag.name: tag for tag in stub("build/ops.pyi").body if isinstance(tag, ast.ClassDef)}
    for op in ("Conv2D", "Abs", "ResourceApplyAdam"):
        optional = [attr.name for attr in getattr(go.ops, op).op_def.explicit_attrs if attr.has_default]
        methods = [tag.name for tag in ast.walk(body[f"_{op}Class"]) if isinstance(tag, ast.FunctionDef)]
        assert methods == (["__call__", "__init__"] if optional else ["__call__"])
        if optional:
            assert [tag.name for tag in body[f"_{op}Setters"].body] == optional
        else:
            assert f"_{op}Setters" not in body


SNIPPET = """
import graphops as go
from graphops import ops

def conv(scope: go.Scope, x: go.Tensor, w: go.Tensor) -> go.Tensor:
    first = ops.Conv2D.data_format("NCHW").dilations([1, 1, 2, 2])
    reveal_type(first)
    reveal_type(ops.Conv2D.Attrs(data_format="NHWC").values)
    reveal_type(ops.Conv2D(scope, x, w, [1, 1, 1, 1], "SAME", attrs=first))
    ops.Conv2D.data_format("CHWN")
    ops.Conv2D.Attrs(dilations="2")
    ops.Conv2D(scope, x, w, [1, 1, 1, 1], "SAME", attrs=ops.Conv3D.Attrs())
    ops.Conv2D(scope, x, w)
    ops.Abs.Attrs(T="float32")
    return ops.Abs(scope, x, attrs=ops.Abs.Attrs())
"""


@pytest.mark.full
def test_a_type_checker_knows_attrs(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "snippet.py").write_text(SNIPPET)
    ran = python(
        ["-m", "mypy", "--strict", "--no-incremental", "--no-error-summary", "snippet.py"], tmp_path,
        environment={"MYPYPATH": ":".join(map(str, (ROOT, ROOT / "kernels", ROOT / "registry")))},
    )  # fmt: skip
    said = [line.partition(": ")[2] for line in ran.stdout.splitlines() if line.startswith("snippet.py")]
    assert said[:3] == [
        'note: Revealed type is "graphops.build.ops._Conv2DClass.Attrs"',
        'note: Revealed type is "dict[str, Any]"',
        'note: Revealed type is "graphops.graph.node.Tensor"',
    ]
    errors = [line.rpartition("  ")[2] for line in said[3:]]
    assert errors == ["[arg-type]", "[arg-type]", "[arg-type]", "[call-arg]", "[call-arg]"], ran.stdout
