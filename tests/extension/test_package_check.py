"""``graphops check``: which ops and kernels it finds in a package, how it calls them, and what it says of them."""

from __future__ import annotations

import itertools
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from graphops.apps.cli import main
from graphops.testing import check_package, register_checks, registered_checks
from graphops_registry.errors import (
    FailedPreconditionError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
)
from graphops_registry.registrations import registrations, restore
from tests.extension.packages import python, write_distribution

PLUGIN = Path(__file__).parents[2] / "examples" / "plugin"
_numbers = itertools.count()

HEAD = "import numpy as np\nfrom graphops.extend import PlainKernel, TensorShape, register_kernel, register_op\n"
DOUBLE = """
op = register_op("VENDOR>Double", inputs=["x: T"], outputs=["y: T"], attrs=["T: {float, double, int32}"])
op.shape_rule(lambda c: [c.shape("x")])
op.gradient(lambda g, node, dy: [g.AddV2(x=dy, y=dy)])

@register_kernel("VENDOR>Double", "CPU", types={"T": ["float", "double"]})
class Double(PlainKernel):
    def compute(self, x):
        return x + x
"""


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """A folder that modules are imported from."""
    sys.path.insert(0, str(tmp_path))
    yield tmp_path
    sys.path.remove(str(tmp_path))


def package(path: Path, text: str, checks: str | None = None) -> str:
    """Write a package whose ops have a new vendor, put in place of VENDOR; return its name."""
    name = f"checked{next(_numbers)}"
    (path / name).mkdir()
    (path / name / "__init__.py").write_text(HEAD + text.replace("VENDOR", name.capitalize()))
    if checks is not None:
        (path / name / "checks.py").write_text(checks.replace("VENDOR", name.capitalize()))
    return name


def verdicts(name: str, **options: object) -> dict[tuple[str, str, str], str]:
    rows = check_package(name, **options).rows  # type: ignore[arg-type]
    return {(row.op.rpartition(">")[2], row.device, row.dtype): row.verdict for row in rows}


def test_the_sample_is_right(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.syspath_prepend(str(PLUGIN))
    assert main(["check", "graphops_sample", "--quick"]) == 0
    text = capsys.readouterr().out
    assert text.splitlines()[0].split() == ["op", "device", "dtype", "verdict", "calls", "checks"]
    assert "Sample>AveragePool1DGrad  STANDIN  bfloat16  right" in text
    assert text.splitlines()[-1] == "graphops_sample: 24 right, 0 refused, 0 slow, 0 wrong"


@pytest.mark.full  # .ci/run checks the installed sample each time
def test_the_sample_is_right_in_every_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PLUGIN))
    report = check_package("graphops_sample", devices=["cpu"])
    assert report.ok
    assert not [reason for reason in report.reasons() if "wrong" in reason]
    assert {row.checks > 300 for row in report.rows} == {True}


@pytest.mark.full
def test_ops_without_declared_calls_are_tried(path: Path) -> None:
    name = package(
        path,
        DOUBLE
        + """
rows = register_op("VENDOR>Rows", inputs=["x: T", "w: T", "count: int32"], outputs=["y: T"],
                   attrs=["T: {float, double}", "factor: float"])

@rows.shape_rule
def _rows(c):
    x, w = c.with_rank("x", 2), c.with_rank("w", 1)
    c.with_rank("count", 0)
    c.merge_dim("w", w[0], x[0], "have an element for each row of x")
    return [x]

rows.no_gradient()

@register_kernel("VENDOR>Rows", "CPU")
class Rows(PlainKernel):
    def compute(self, x, w, count):
        return (x * w[:, None] * x.dtype.type(self.attrs["factor"])).astype(x.dtype)

handle = register_op("VENDOR>Handle", inputs=["h: resource"], outputs=["y: float"])
handle.shape_rule(lambda c: [TensorShape([])])
""",
    )
    found = verdicts(name)
    assert found["Double", "CPU", "float32"] == found["Double", "STANDIN", "float64"] == "right"
    assert found["Double", "CPU", "int32"] == "refused"
    assert found["Rows", "CPU", "float64"] == found["Rows", "STANDIN", "float32"] == "right"
    assert found["Handle", "CPU", "-"] == "refused"
    (reason,) = next(row.reasons for row in check_package(name, quick=True).rows if row.op.endswith("Handle"))
    assert reason.startswith("no call of it is known: declare one by register_checks(")


def test_kernels_for_ops_of_others_are_checked(path: Path) -> None:
    before = registrations()
    wrong = """
@register_kernel("Square", "CPU", types={"T": ["double"]}, priority=-7)
class SquareOfMine(PlainKernel):
    def compute(self, x):
        return x * x + 1
"""
    try:
        found = check_package(package(path, wrong), devices=["cpu"], quick=True)
    finally:
        restore(before)  # other tests look at all kernels of Square
    assert {row.op for row in found.rows} == {"Square"}
    assert {row.dtype for row in found.rows if row.verdict == "wrong"} == {"float64"}
    assert any("SquareOfMine on CPU must give what is expected" in line for line in found.reasons())


def test_declared_calls_and_their_reference(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checks = "from graphops.testing import register_checks\n"
    right = "register_checks('VENDOR>Double', {'x': [(2, 3), (), (0,)]}, {'T': ['float', 'double']}, reference=REF)\n"
    name = package(path, DOUBLE, checks + right.replace("REF", "lambda x, **attrs: 2 * x"))
    assert set(verdicts(name).values()) == {"right"}
    assert main(["check", name, "--device", "cpu", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [(row["dtype"], row["calls"]) for row in rows] == [("float32", 3), ("float64", 3)]
    other = package(path, DOUBLE, checks + right.replace("REF", "lambda x, **attrs: 2 * x + 1"))
    assert main(["check", other, "--device", "standin"]) == 1
    text = capsys.readouterr().out
    assert f"{other.capitalize()}>Double on STANDIN, float32: wrong" in text
    assert "must give what is expected, but output 0 differs in 6 of 6 elements" in text
    fails = package(path, DOUBLE, checks + right.replace("REF", "lambda x: x.nothing"))
    report = check_package(fails, devices=["cpu"], quick=True)
    assert not report.ok
    assert "must be computed, but it raises AttributeError" in "\n".join(report.reasons())


def test_an_op_without_a_shape_rule_is_wrong(path: Path) -> None:
    name = package(path, "register_op('VENDOR>None', inputs=['x: float'], outputs=['y: float'])\n")
    report = check_package(name, quick=True, devices=["cpu"])
    assert [row.verdict for row in report.rows] == ["wrong"]
    assert "must have a shape rule, got none (registered at " in report.reasons()[1]


def test_what_cannot_be_checked(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(FailedPreconditionError, match="must be one that loads, got there is no plug-in, distribution"):
        check_package("no-such-package")
    with pytest.raises(NotFoundError, match="must register an op or a kernel, got none"):
        check_package(package(path, ""))
    with pytest.raises(FailedPreconditionError, match="must be one that loads, got ModuleNotFoundError: No module"):
        check_package(package(path, "import no_such_module"))
    with pytest.raises(InvalidArgumentError, match=r"checks' must be importable, but it raises NameError"):
        check_package(package(path, DOUBLE, "nonsense"))
    with pytest.raises(InvalidArgumentError, match="must be among CPU, STANDIN, got 'tpu'"):
        check_package(package(path, DOUBLE), devices=["tpu"])
    assert main(["check", "../etc"]) == 1
    assert "graphops check: error: package '../etc' must be one that loads, got there is no" in capsys.readouterr().err


def test_kernels_for_nowhere_and_calls_that_cannot_be_made(path: Path) -> None:
    nowhere = """
@register_kernel("VENDOR>Double", "CUDA")
class OnCuda(PlainKernel):
    def compute(self, x):
        return x + x
"""
    name = package(path, DOUBLE + nowhere)
    report = check_package(name, devices=["cpu"], quick=True)
    assert next((row.device, row.verdict) for row in report.rows) == ("CUDA", "refused")
    assert "OnCuda must be registered for a device type among CPU, GPU, STANDIN, got 'CUDA' at " in report.reasons()[1]
    checks = "from graphops.testing import register_checks\nregister_checks('VENDOR>Double', {'x': 'three'})\n"
    report = check_package(package(path, DOUBLE, checks), devices=["cpu"], quick=True)
    assert [row.verdict for row in report.rows] == ["wrong"]
    assert re.search(r"the calls declared at \S+checks.py:2 must be made, but that raises", report.reasons()[1])


def test_an_entry_point_in_a_package_means_all_of_it(path: Path) -> None:
    """By each of its names: with the ``checks`` of the package around it, and ops that files elsewhere brought."""
    folder = path / "checked_ops"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "checks.py").write_text("import checked_ops\nchecked_ops.checks_were_read = True\n")
    (folder / "ops.py").write_text(f"{HEAD}import beside_checked\n{DOUBLE.replace('VENDOR', 'Checked')}")
    (path / "beside_checked.py").write_text(HEAD + DOUBLE.replace("VENDOR", "Beside"))
    write_distribution(path, "checked-dist", "[graphops.plugins]\nshort = checked_ops.ops\n")
    script = """
import sys
from graphops.testing import check_package
for name in sys.argv[1:]:
    report = check_package(name, quick=True, devices=["cpu"])
    assert sys.modules["checked_ops"].checks_were_read
    print(report.package, sorted({row.op for row in report.rows}))
"""
    ran = python(["-c", script, "short", "Checked.Dist", "checked_ops", "checked_ops.ops"], path)
    assert ran.stdout == "checked_ops ['Beside>Double', 'Checked>Double']\n" * 4, ran.stderr


def test_register_checks() -> None:
    before = len(registered_checks("MatMul"))
    declared = register_checks("MatMul", {"a": [(2, 3), (1, 3)], "b": (3, 2)}, {"transpose_a": [False]})
    assert registered_checks("MatMul")[before:] == [declared]
    shapes = [(case.inputs["a"].shape, case.inputs["b"].shape) for case in declared.cases(["float"])]
    assert set(shapes) == {((2, 3), (3, 2)), ((1, 3), (3, 2))}
    assert "test_package_check.py:" in declared.defined_at
    listed = register_checks("AddN", {"inputs": [[(2,), (2,)], [np.ones(3), np.ones(3)]]})
    assert len(listed.rows) == 2
    assert register_checks("Relu", {"features": [2, 3]}).rows == ({"features": (2, 3)},)
    for wrong, text in [
        (lambda: register_checks("MatMul", {"a": (2, 3)}), "b of op 'MatMul' must be given to register_checks"),
        (lambda: register_checks("Relu", {"x": (2,)}), "must name the inputs of op 'Relu', got 'x'"),
        (
            lambda: register_checks("MatMul", {"a": [(2, 3)] * 2, "b": [(3, 2)] * 3}),
            "a of op 'MatMul' must have 1 or 3 alternatives",
        ),
        (lambda: register_checks("Rela", {}), "op 'Rela' must be registered"),
    ]:
        with pytest.raises(GraphopsError, match=text):
            wrong()
    with pytest.raises(InvalidTypeError, match="'size' of register_checks\\(\\) must be an attr of op 'Relu'"):
        register_checks("Relu", {"features": (2,)}, {"size": [1]})
    with pytest.raises(
        InvalidTypeError, match="reference of register_checks\\(\\) for op 'Relu' must be a function, got 3"
    ):
        register_checks("Relu", {"features": (2,)}, reference=3)  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match="must be given a list of values in register_checks"):
        register_checks("MatMul", {"a": (2, 3), "b": (3, 2)}, {"transpose_a": True})  # type: ignore[dict-item]
