"""What an installation costs: bytes on disk, and seconds until a framework is imported and has computed something."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import graphops
from graphops.apps.bench.peer import PeerError
from graphops.apps.cli.table import table
from graphops.plugins.extras import EXTRAS

_LIMIT = 120.0  # seconds for one import
_BASE = ("numpy", "networkx", "ml_dtypes", "protobuf")  # where a checkout runs without having been installed
_TIMED = "import time; start = time.perf_counter(); {}; print(time.perf_counter() - start)"
_IMPORTS = {"graphops": "import graphops", "tensorflow": "import tensorflow", "torch": "import torch"}
_FIRST = {
    "graphops": "import graphops, numpy; one = numpy.ones((1, 8, 8, 4), 'f'); "
    "graphops.eager.Conv2D(input=one, filter=one.reshape(8, 8, 4, 1), strides=[1, 1, 1, 1], padding='SAME')",
    "tensorflow": "import tensorflow, numpy; one = numpy.ones((1, 8, 8, 4), 'f'); "
    "tensorflow.raw_ops.Conv2D(input=one, filter=one.reshape(8, 8, 4, 1), strides=[1] * 4, padding='SAME').numpy()",
    "torch": "import torch; one = torch.ones((1, 4, 8, 8)); "
    "torch.nn.functional.conv2d(one, one.reshape(1, 4, 8, 8)).numpy()",
}


@dataclass
class Cost:
    """What one framework takes.

    Attributes:
        name: of the framework, and with what.
        bytes: on disk, requirements included.
        packages: how many those are.
        import_seconds: until it is imported; the least of the rounds.
        first_seconds: until it is imported and has computed a tiny convolution.
    """

    name: str
    bytes: int = 0
    packages: int = 0
    import_seconds: float | None = None
    first_seconds: float | None = None

    def data(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def costs(peers: Sequence[str], python: str, rounds: int) -> list[Cost]:
    """graphops alone, with its accelerators, and the peers; their imports alternate.

    Raises:
        PeerError: a peer cannot be imported there.
    """
    found = [Cost("graphops"), Cost("graphops[cpu]")]
    _fill(found[0], _ours(()))
    _fill(found[1], _ours(list(EXTRAS["cpu"])))
    found += [Cost(name) for name in peers]
    for cost in found[2:]:
        text = _output(cost.name, python, [str(Path(__file__).with_name("installed.py")), cost.name])
        _fill(cost, json.loads(text))
    for _ in range(rounds):
        for cost in found[1:]:
            name = cost.name.partition("[")[0]
            where = sys.executable if name == "graphops" else python
            for field, code in (("import_seconds", _IMPORTS[name]), ("first_seconds", _FIRST[name])):
                seconds = float(_output(name, where, ["-c", _TIMED.format(code)]).split()[-1])
                before = getattr(cost, field)
                setattr(cost, field, seconds if before is None else min(before, seconds))
    found[0].import_seconds = found[1].import_seconds  # accelerators are loaded with the first plan
    return found


def report(found: Sequence[Cost]) -> str:
    """A table."""
    rows = [
        [
            cost.name,
            f"{cost.bytes / 2**20:.0f}",
            str(cost.packages),
            _seconds(cost.import_seconds),
            _seconds(cost.first_seconds),
        ]
        for cost in found
    ]
    return table(["", "MiB on disk", "packages", "import s", "first result s"], rows)


def _seconds(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _fill(cost: Cost, sizes: dict[str, int]) -> None:
    cost.bytes, cost.packages = sum(sizes.values()), len(sizes)


def _ours(extra: Sequence[str]) -> dict[str, int]:
    """The sizes of graphops and what it requires, whether it is installed or a checkout."""
    from graphops.apps.bench.installed import size_of

    try:
        sizes = size_of(["graphops"])
        installed = bool(metadata.files("graphops")) and sizes.get("graphops", 0) > 1_000_000
    except metadata.PackageNotFoundError:
        installed = False
    if not installed:
        sizes = size_of(list(_BASE)) | {"graphops": _sources()}
    return sizes | size_of(list(extra))


def _sources() -> int:
    """Bytes of the packages as they are imported here."""
    import graphops_cpu
    import graphops_registry

    folders = [Path(str(package.__file__)).parent for package in (graphops, graphops_cpu, graphops_registry)]
    files = [path for folder in folders for path in folder.rglob("*") if "__pycache__" not in path.parts]
    return sum(path.stat().st_size for path in files if path.is_file())


def _output(name: str, python: str, arguments: list[str]) -> str:
    environment = {key: value for key, value in os.environ.items() if name == "graphops" or key != "PYTHONPATH"}
    if name == "graphops":
        environment["PYTHONPATH"] = os.pathsep.join(entry or os.curdir for entry in sys.path)
    environment |= {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    try:
        done = subprocess.run([python, *arguments], capture_output=True, text=True, env=environment, timeout=_LIMIT)
    except OSError as error:
        text = error.strerror or str(error)
        raise PeerError(f"peer {name} must be a Python that can be run, got '{python}' ({text})") from None
    except subprocess.TimeoutExpired:
        raise PeerError(f"peer {name} must answer within {_LIMIT:g} s, but it did not") from None
    if done.returncode or not done.stdout.strip():
        lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise PeerError(f"peer {name} must be able to run in '{python}', but it failed: {lines[-1][:300]}")
    return done.stdout
