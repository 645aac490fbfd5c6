"""The surface that authors use changes on purpose only: surface.json says what the version promises."""

from __future__ import annotations

import copy
import json

import pytest

from graphops import extend, testing
from graphops_registry.errors import UnavailableError
from tests.extension.packages import python
from tests.extension.surface import FILE, differences, surface

WRITE = "if this is meant: raise API_VERSION, and run python -m tests.extension.surface"


def test_the_surface_is_as_it_was() -> None:
    recorded = json.loads(FILE.read_text())
    found = differences(recorded["names"], surface())
    assert not found, "\n".join([*found, WRITE])
    assert recorded["version"] == list(extend.API_VERSION), WRITE


def test_everything_is_documented_and_listed_once() -> None:
    assert not [name for name, what in surface().items() if what.get("documented") is False]
    for module in (extend, testing):
        assert len(module.__all__) == len(set(module.__all__))


def test_changes_are_told() -> None:
    old = surface()
    new = copy.deepcopy(old)
    del new["graphops.extend.requires"]
    new["graphops.extend.must"]["signature"] = "(op)"
    new["graphops.testing.more"] = {"kind": "function"}
    gone, added, changed = differences(old, new)
    assert gone.startswith("gone: graphops.extend.requires was {'kind': 'function', 'signature'")
    assert added == "new: graphops.testing.more is {'kind': 'function'}"
    assert changed.startswith("changed: the signature of graphops.extend.must was (argument: 'str', op: 'str'")
    assert changed.endswith("is (op)")


def test_what_is_imported_when_it_is_asked_for() -> None:
    """A benchmark and hypothesis are not; every device is known, before anything else loaded the kernels."""
    script = """
import sys
import graphops.testing
from graphops.extend import device_types
assert not {"hypothesis", "graphops.apps.bench.op.benchmark", "matplotlib"} & sys.modules.keys()
assert "CPU" in [device.type for device in device_types()]
from graphops.testing import benchmark
print(benchmark.__module__)
"""
    ran = python(["-c", script])
    assert ran.stdout == "graphops.apps.bench.op.benchmark\n", ran.stderr


def test_requires() -> None:
    major, minor = extend.API_VERSION
    extend.requires(major)
    extend.requires(major, minor)
    for version in ((major, minor + 1), (major + 1, 0), (major - 1, 0)):
        with pytest.raises(UnavailableError, match=r"must have version .* got \d+\.\d+$"):
            extend.requires(*version)
