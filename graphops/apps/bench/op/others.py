"""The functions of other interpreters that an op is compared with, and how calls and results are passed as files."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import graphops as go
from graphops.apps.bench.op.calls import OpCall
from graphops.apps.bench.op.own_sides import HostArray
from graphops.apps.bench.peer import Peer
from graphops.apps.cli.usage import UsageError
from graphops_registry.dtypes import as_dtype


@dataclass(frozen=True)
class Against:
    """Whom the op is compared with.

    Attributes:
        text: as typed.
        side: ``numpy``, ``tensorflow`` or ``torch``.
        function: what it calls, or "".
    """

    text: str
    side: str
    function: str = ""


def against(given: str) -> Against:
    """What ``--against`` names.

    Raises:
        UsageError: nothing that can be called.
    """
    if given in ("numpy", "tensorflow"):
        return Against(given, given)
    framework, _, rest = given.partition(":")
    side, function = ("torch", rest) if framework == "torch" else ("numpy", given)
    path, colon, name = function.rpartition(":")
    if colon and path.endswith(".py") and name.isidentifier():
        if not Path(path).is_file():
            raise UsageError(f"--against must name a file, got '{path}'")
        return Against(given, side, f"{Path(path).resolve()}:{name}")
    if side == "torch" and "." in function and all(part.isidentifier() for part in function.split(".")):
        return Against(given, side, function)
    raise UsageError(
        "--against must be numpy, tensorflow, FILE.py:FUNCTION, torch:FILE.py:FUNCTION or torch:PACKAGE.FUNCTION, "
        f"got '{given}'"
    )


class OtherSide(Peer):
    """A peer with the name of the function that it runs."""

    def __init__(self, peer: Against, python: str, threads: int, limit: float, device: str) -> None:
        if peer.side == "numpy":  # which needs what this interpreter has, and no GPU
            python, device = sys.executable, "cpu"
        super().__init__(peer.side, python, threads, limit, device, peer.text)
        self._function = peer.function

    def prepare(self, case: dict[str, Any], patience: float) -> dict[str, Any]:
        number = case["peers"].index(self.name)
        own = {**case, "function": self._function, "result": f"{case['result']}{number}"}
        return super().prepare(own, patience)


def as_files(called: OpCall, folder: Path, names: Sequence[str], loaded: Sequence[str]) -> dict[str, Any]:
    """The call as peers take it.

    Raises:
        UsageError: something in it that they cannot take.
    """

    def entry(name: str, number: int, value: Any) -> dict[str, str]:
        array = np.ascontiguousarray(value)
        dtype = as_dtype(array.dtype).name
        if array.dtype.kind not in "biufc" and dtype != "bfloat16":
            raise UsageError(f"--against must have inputs that others can take, got {name} of {dtype}")
        path = folder / f"{name}.{number}.npy"
        np.save(path, array.view(np.uint16) if dtype == "bfloat16" else array, allow_pickle=False)
        return {"file": str(path), "dtype": dtype}

    inputs = {
        name: [entry(name, number, item) for number, item in enumerate(value)]
        if isinstance(value, list)
        else entry(name, 0, value)
        for name, value in called.inputs.items()
    }
    attrs = {name: _attr(name, value) for name, value in called.attrs.items()}
    return {"kind": "call", "op": called.op.name, "inputs": inputs, "attrs": attrs, "peers": list(names),
            "load": [os.path.abspath(name) if name.endswith(".py") else name for name in loaded],
            "result": str(folder / "result")}  # fmt: skip


def _attr(name: str, value: Any) -> Any:
    """An attr for JSON: dtypes by their names."""
    if isinstance(value, (list, tuple)):
        return [_attr(name, item) for item in value]
    if isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, go.DType):
        return value.name
    raise UsageError(f"--against must have attrs that others can take, got {name} of {type(value).__name__}")


def written(case: Mapping[str, Any], name: str) -> list[HostArray]:
    """The outputs that a peer wrote."""
    prefix = f"{case['result']}{case['peers'].index(name)}"
    found: list[HostArray] = []
    while (path := Path(f"{prefix}.{len(found)}.npy")).exists():
        found.append(np.load(path, allow_pickle=False))
    return found
