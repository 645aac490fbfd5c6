"""Every target of ``fuzz/`` without a fuzzer: what was found once, and some changes at random, the same ones each time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.fuzz.__main__ import ROOT, environment
from tests.hostile.fuzz.engine import Faults
from tests.hostile.fuzz.target import FOUND, TARGETS, Target, fault, must_hold
from tests.hostile.fuzz.targets import TARGETS as ALL
from tests.systems import on_linux

pytestmark = on_linux
COUNT = 60  # changes for each target
_outcome: dict[str, Any] = {}


def feed(count: int, *names: str, seconds: float = 240) -> dict[str, list[str]]:
    """Each target that came to its end, with its faults; in a process of its own, which has little memory."""
    with tempfile.TemporaryDirectory(prefix="graphops-fuzz-") as folder:
        done = subprocess.run(
            [sys.executable, "-m", "tests.hostile.fuzz.engine", "plain", folder, str(count), *names],
            cwd=ROOT,
            env=environment(folder),
            capture_output=True,
            timeout=seconds,
        )
        found: dict[str, list[str]] = {}
        wrong: dict[str, list[str]] = {}
        for line in done.stdout.decode().splitlines():
            name, *rest = json.loads(line)
            if isinstance(rest[0], str):
                data = Path(rest[1]).read_bytes()
                wrong.setdefault(name, []).append(f"{rest[0]}: {data[:300]!r} ({len(data)} bytes)")
            else:
                found[name] = wrong.get(name, [])
    if done.returncode:
        found["the process"] = [f"ended with {done.returncode}: {done.stderr.decode()[-2000:]}"]
    return found


@pytest.fixture(scope="module")
def outcomes() -> dict[str, list[str]]:
    """One process for all of them, started when the first is asked for."""
    if not _outcome:
        _outcome.update(feed(COUNT))
    return _outcome


@pytest.mark.parametrize("name", ALL)
def test_target(name: str, outcomes: dict[str, list[str]]) -> None:
    assert name in outcomes, outcomes.get("the process")
    assert outcomes[name] == []


@pytest.mark.full
@pytest.mark.parametrize("name", ALL)
def test_many_changes(name: str) -> None:
    assert feed(5000, name, seconds=900) == {name: []}


def test_every_folder_of_inputs_has_a_target() -> None:
    assert {folder.name for folder in FOUND.iterdir()} <= set(ALL)


@pytest.mark.parametrize(
    "digits", [b"0" * 10**6 + b"x", b"9" * 10**6 + b"x", b" " * 10**6 + b"x", b"0x" + b"a" * 10**6 + b"z"]
)
def test_a_number_of_a_million_digits(digits: bytes) -> None:
    """It was tried in a million times a million ways."""
    assert fault(ALL["numbers"], digits) is None


# -- the feeding itself -----------------------------------------------------------------------------------------------


def _loops(data: bytes) -> None:
    while data:
        pass


def _fills(data: bytes) -> None:
    must_hold(data == b"", "nothing is given")


WRONG = {"loops": _loops, "fails": lambda data: {}[data], "breaks": _fills, "ends": lambda data: sys.exit(0)}


@pytest.mark.parametrize(
    ("name", "kind"),
    [("loops", "TooSlow in"), ("fails", "KeyError in <lambda>"), ("breaks", "broken: nothing is given"),
     ("ends", "SystemExit in <lambda>")],
)  # fmt: skip
def test_faults_are_seen(name: str, kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any) -> None:
    monkeypatch.setattr("tests.hostile.fuzz.target.SECONDS", 0.2)
    aim = Target(name, WRONG[name], list)
    faults = Faults(tmp_path)
    for data in (b"abc", b"ab", b"abcd"):
        faults.try_one(aim, data)
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(said) == 1
    assert said[0][0] == name
    assert said[0][1].startswith(kind)
    assert Path(said[0][2]).read_bytes() == b"ab"  # the shortest


def test_memory_is_limited() -> None:
    code = """
import numpy as np
from tests.hostile.fuzz import engine
from tests.hostile.fuzz.target import Target, fault
engine.limit_memory()
print(fault(Target("x", lambda data: np.ones(1 << 28), list), b""))
print(fault(Target("x", lambda data: np.ones(1 << 20), list), b""))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment(os.fspath(tempfile.gettempdir())), capture_output=True
    )
    first, second = done.stdout.decode().splitlines()
    assert "Memory" in first
    assert second == "None"


def test_targets_are_registered_once() -> None:
    assert ALL is TARGETS
    assert all(aim.name == name and aim.seeds() for name, aim in ALL.items())
