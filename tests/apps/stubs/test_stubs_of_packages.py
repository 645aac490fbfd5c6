"""``graphops stubs PACKAGE``: what it writes, when it is stale, and what type checkers make of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graphops.apps.stubs import package_stubs
from graphops.extend import vendor_functions
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.op_def import parse_op
from tests.extension.packages import ROOT, python, write_package

OPS = """
from graphops.extend import register_op
register_op("Two>Many", inputs=["values: N * T"], outputs=["y: T", "z: N * T"],
            attrs=["N: int >= 1", "T: type", "mode: {'A', 'B'} = 'A'", "shape: shape", "to: type", "sizes: list(int)"],
            doc="Says nothing.")
register_op("Two>State", inputs=["x: float"], stateful=True)
register_op("Two>Keyword", inputs=["x: float"], attrs=["lambda: float = 0.0"])
register_op("Two>Deep>One", inputs=["x: float"], outputs=["y: float"])
"""
MODULE = "from graphops.extend import vendor_functions\n__getattr__, __dir__ = vendor_functions('{}', '{}')\n"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with ops of two vendors, as functions in all spellings."""
    write_package(tmp_path, "twice", OPS)
    for spelling in ("raw_ops", "eager", "ops"):
        (tmp_path / "twice" / f"{spelling}.py").write_text(MODULE.format("Two", spelling))
    return tmp_path


def stubs(package: Path, *arguments: str) -> tuple[int, str, str]:
    """Exit status, stdout and stderr of the command."""
    ran = python(["-m", "graphops", "stubs", *arguments], package)
    return ran.returncode, ran.stdout, ran.stderr


def test_they_are_written_and_kept_up_to_date(package: Path) -> None:
    folder = package / "twice"
    status, out, said = stubs(package, "twice", "--vendor", "Two")
    assert (status, said) == (0, "")
    assert out.splitlines() == [f"written: {folder / name}.pyi" for name in ("raw_ops", "eager", "ops")]
    raw_ops, eager = (folder / "raw_ops.pyi").read_text(), (folder / "eager.pyi").read_text()
    assert raw_ops.startswith('"""Made by `graphops stubs twice --vendor Two`; do not edit."""\n')
    assert re.search(
        r"^def Many\(\*, values: _Sequence\[_Any\], shape: _ShapeLike, to: _DTypeLike, sizes: _Sequence\[int\], "
        r"mode: _Literal\['A', 'B'\] = \.\.\., name: str \| None = None\) -> _Any:",
        raw_ops,
        re.MULTILINE,
    )
    assert "def State(*, x: _Any, name: str | None = None) -> _Node: ..." in raw_ops
    assert "State" not in eager  # it needs a Session
    assert "lambda" not in raw_ops  # no name of an argument in Python
    for text in (raw_ops, eager, (folder / "ops.pyi").read_text()):
        compile(text, "stub", "exec")
        assert "def __getattr__" not in text  # a misspelt op is an error
    assert stubs(package, "dist-twice", "--vendor", "Two", "--check") == (0, f"up to date: {folder}\n", "")
    (folder / "eager.pyi").write_text("# edited\n")
    assert stubs(package, "twice", "--vendor", "Two", "--check")[:2] == (1, f"stale: {folder / 'eager.pyi'}\n")
    assert (folder / "eager.pyi").read_text() == "# edited\n"


def test_where_they_go(package: Path) -> None:
    (package / "twice" / "ops.py").unlink()
    (package / "twice" / "eager.py").unlink()
    out = stubs(package, "twice", "--vendor=Two>Deep")[1]
    assert out == f"written: {package / 'twice' / 'raw_ops.pyi'}\n"
    assert "def One(*, x: _Any" in (package / "twice" / "raw_ops.pyi").read_text()
    out = stubs(package, "twice", "--vendor=Two", "--output", "new/folder")[1]
    assert sorted(path.name for path in (package / "new" / "folder").iterdir()) == [
        "eager.pyi",
        "ops.pyi",
        "raw_ops.pyi",
    ]
    (package / "twice" / "raw_ops.py").unlink()
    status, _, said = stubs(package, "twice", "--vendor=Two")
    assert status == 1
    assert "package 'twice' must have a module raw_ops, eager or ops, got none in" in said


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["twice"], 2, "--vendor must say which ops are meant: 'twice' has those of Two, Two>Deep"),
        (["twice", "--vendor", "Tow"], 1, "package 'twice' must register ops, got Two, Two>Deep"),
        (["json"], 1, "package 'json' must register ops, got none"),
        (["no-such"], 1, "package 'no-such' must be one that loads, got there is no plug-in"),
        (["../up"], 1, "package '../up' must be one that loads, got there is no plug-in"),
    ],
)
def test_bad_usage_is_one_line(package: Path, arguments: list[str], status: int, message: str) -> None:
    found, out, said = stubs(package, *arguments)
    assert (found, out) == (status, "")
    assert said.startswith(f"graphops stubs: error: {message}")
    assert said.count("\n") == 1


def test_any_text_is_a_docstring() -> None:
    for doc in ('"""', 'ends with "', "ends with \\", "back\\slash \\n", "two\n\n  lines\n", "'''", "\u2028 é"):
        op_def = parse_op("Some>Op", ["x: float"], ["y: float"], [], doc=doc)
        for text in package_stubs([op_def], "graphops stubs some").values():
            compile(text, "stub", "exec")


def test_there_are_three_spellings() -> None:
    with pytest.raises(InvalidArgumentError, match="spelling of vendor_functions.. must be one of .*, got 'nn'"):
        vendor_functions("Sample", "nn")
    get, names = vendor_functions("Nobody", "eager")
    assert names() == []
    with pytest.raises(AttributeError, match="op 'Nobody>Op' must be registered"):
        get("Op")
    with pytest.raises(AttributeError):
        get("__path__")


SNIPPET = """
import numpy as np
from graphops_sample import eager, raw_ops

reveal_type(raw_ops.AveragePool1D(x=np.ones((1, 4, 1)), size=2))
reveal_type(eager.Mish(x=1.0))
raw_ops.AveragePool1D(x=1.0)
raw_ops.AveragePool1D(x=1.0, size="2")
raw_ops.Mich(x=1.0)
eager.Mish(1.0)
"""


@pytest.mark.full
def test_a_type_checker_knows_the_arguments(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "snippet.py").write_text(SNIPPET)
    paths = [ROOT, ROOT / "kernels", ROOT / "registry", ROOT / "examples" / "plugin"]
    ran = python(
        ["-m", "mypy", "--strict", "--no-incremental", "snippet.py"], tmp_path,
        environment={"MYPYPATH": ":".join(map(str, paths))},
    )  # fmt: skip
    found = [line.partition("snippet.py:")[2] for line in ran.stdout.splitlines() if re.search("error:|Revealed", line)]
    assert [line.partition(":")[0] for line in found] == ["5", "6", "7", "8", "9", "10"], ran.stdout + ran.stderr
    for line, text in zip(
        found,
        (
            'Revealed type is "graphops.graph.graph.Tensor"',
            'Revealed type is "Any"',
            'Missing named argument "size"',
            'Argument "size" to "AveragePool1D" has incompatible type "str"; expected "int"',
            'Module has no attribute "Mich"',
            "Too many positional arguments",
        ),
        strict=True,
    ):
        assert text in line.replace("graphops.graph.node", "graphops.graph.graph"), line
