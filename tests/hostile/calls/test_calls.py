"""Generated calls of every op, and that the looking for faults finds them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphops_registry.op_def import lookup_op
from tests.hostile.calls import misbehaving  # noqa: F401  registers ops
from tests.hostile.calls.__main__ import Runner, by_op, faults, run, table
from tests.hostile.calls.judge import FAULTS
from tests.hostile.calls.kinds import KINDS, each
from tests.ops.golden_calls import own_ops
from tests.systems import on_linux

pytestmark = on_linux
OPS = [op.name for op in own_ops()]


def check(total: int, seed: int, keep: Path) -> list[dict[str, Any]]:
    rows = run(OPS, total, seed, keep)
    found = [f"{f['status']}: {f['call'][:300]}: {f['told'][:300]} ({f['file']})" for f in faults(rows)]
    assert not found, "\n".join([table(rows), *found])
    return rows


@pytest.mark.full
def test_a_few_calls_of_every_op(tmp_path: Path) -> None:
    rows = check(3 * len(OPS), 7, tmp_path)
    assert set(by_op(rows)) == set(OPS)
    counts = {kind: sum(sum(row["counts"].values()) for row in rows if row["kind"] == kind) for kind in KINDS}
    assert all(count >= len(OPS) for count in counts.values()), counts
    answered = sum(row["counts"].get("ok", 0) for row in rows if row["kind"] == "in-domain")
    assert answered > 0.6 * counts["in-domain"], table(rows)


@pytest.mark.full
def test_many_calls_of_every_op(tmp_path: Path) -> None:
    check(20_000, 11, tmp_path)


MISBEHAVING = "tests.hostile.calls.misbehaving"


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    made = Runner(tmp_path_factory.mktemp("calls"), [MISBEHAVING], processor_seconds=2.0)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        ("Right", None),
        ("Dies", "death"),
        ("Hangs", "hang"),
        ("Raises", "foreign exception"),
        ("Writes", "write to an input"),
        ("Remembers", "ways disagree"),
        ("Shares", "shared memory"),
        ("Promises", "wrong static shape"),
        ("Doubled", "wrong answer"),
        ("Coarse", "wrong answer"),
    ],
)
def test_what_breaks_a_promise_is_found(op: str, expected: str | None, runner: Runner) -> None:
    _finds(runner, op, expected)


@pytest.mark.full
def test_memory_beyond_the_promise_is_found(tmp_path: Path) -> None:
    """Takes half a minute; of a loaded processor more than what is a hang elsewhere."""
    patient = Runner(tmp_path, [MISBEHAVING], processor_seconds=60.0)
    try:
        _finds(patient, "Swells", "too much memory")
    finally:
        patient.close()


def _finds(runner: Runner, op: str, expected: str | None) -> None:
    found = runner.ask(f"Hostile>{op}", "in-domain", 1 if expected in ("death", "hang") else 4, 0)
    seen = {name for name in found["counts"] if name in FAULTS}
    assert seen <= {expected}, found
    assert (expected in seen) == (expected is not None), found
    if expected is not None:
        fault = found["faults"][0]
        assert fault["status"] == expected
        assert (runner.keep / fault["file"]).exists()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("op", ["AddV2", "Conv2D", "ResourceApplyAdam", "While", "TensorListStack"])
def test_calls_are_the_same_on_every_run(op: str, kind: str) -> None:
    def made() -> list[str]:
        found: list[str] = []
        each(op, kind, 12, 5, lambda _, case: found.append(_text(case)))
        return found

    first = made()
    assert len(first) == 12
    assert made() == first


def _text(case: Any) -> str:
    """What is in a call; objects without a text of their own by their class."""

    def text(value: Any) -> str:
        if isinstance(value, (list, tuple)):
            return f"[{len(value)}]" if value and value[0] is value else f"[{', '.join(map(text, value[:9]))}]"
        if hasattr(value, "tobytes") and getattr(value.dtype, "kind", "") != "O":
            return f"{value.dtype} {getattr(value, 'shape', '')} {value.tobytes().hex()}"
        return type(value).__name__ if " at 0x" in repr(value) else repr(value)

    try:
        return f"{case.op} {[(n, text(v)) for n, v in {**case.inputs, **case.attrs}.items()]}"
    except RecursionError:
        return "deep"


def test_in_domain_calls_of_seed_0_are_those_compared_with_tensorflow() -> None:
    from tests.differential.generate import Generator
    from tests.differential.seeds import seeds

    ours: list[Any] = []
    each("Conv2D", "in-domain", 30, 0, lambda _, case: ours.append(_text(case)))
    theirs = [
        _text(case)
        for _, (_, case) in zip(range(30), Generator(lookup_op("Conv2D"), seeds("Conv2D")).calls(), strict=False)
    ]
    assert ours == theirs
