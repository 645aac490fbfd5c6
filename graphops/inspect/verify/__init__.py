"""Running a model here and in the user's own TensorFlow, and comparing the two tensor by tensor.

The peer is another Python, which graphops starts as a process; nothing of it is ever imported here.
Begin with :func:`verify`; ``peer`` is the script for the other Python.
"""

from __future__ import annotations

import base64
import json
import math
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from graphops.graph.graph import Tensor
from graphops.inspect.verify.model import comparable, inputs_needed, make_feeds
from graphops.interchange.model import KERAS, Model, open_model
from graphops.plan.trace import RunMetadata
from graphops.session.session import Session
from graphops_registry.errors import FailedPreconditionError, GraphopsError, NotFoundError

_CHUNK = 64 << 20  # bytes of results that are fetched at once, as far as their sizes are known


@dataclass(frozen=True)
class Difference:
    """One tensor.

    Attributes:
        tensor, op: its name and its node's op.
        max_abs: the largest difference.
        relative: ``max_abs`` over the largest magnitude there.
        note: why there is no comparison, if so.
        neither: both sides refuse to compute it, which is no difference.
    """

    tensor: str
    op: str
    max_abs: float
    relative: float
    note: str = ""
    neither: bool = False


@dataclass(frozen=True)
class Report:
    """What :func:`verify` found.

    Attributes:
        differences: one for each tensor, in the order of the graph.
        tolerance: what ``relative`` may be.
        peer: TensorFlow's version there.
        seconds, peer_seconds: that running took here and there.
        bytes: of the values that were compared.
    """

    differences: list[Difference]
    tolerance: float
    peer: str
    seconds: float
    peer_seconds: float

    @property
    def wrong(self) -> list[Difference]:
        """Those beyond the tolerance, and those that only one side could compute."""
        return [d for d in self.compared if d.note or not d.relative <= self.tolerance]

    @property
    def compared(self) -> list[Difference]:
        """Those that a side could compute."""
        return [d for d in self.differences if not d.neither]

    @property
    def worst(self) -> Difference | None:
        """The one with the largest relative difference."""
        return max(self.compared, key=lambda d: math.inf if math.isnan(d.relative) else d.relative, default=None)

    def text(self, limit: int = 20) -> str:
        """A table of the worst ``limit`` tensors, and a summary."""
        wrong = self.wrong
        compared = self.compared
        shown = wrong[:limit] or sorted(compared, key=lambda d: -d.relative)[: min(limit, 5)]
        width = max((len(d.tensor) for d in shown), default=6)
        lines = [f"{'tensor':{width}}  {'op':24}  {'max |diff|':>10}  {'relative':>10}"]
        lines += [
            f"{d.tensor:{width}}  {d.op:24}  {d.max_abs:10.3g}  {d.relative:10.3g}  {d.note}".rstrip() for d in shown
        ]
        if len(wrong) > limit:
            lines.append(f"... and {len(wrong) - limit} more")
        count = len(compared)
        agree = f"all {count} tensors agree" if count else "no tensor was compared"
        verdict = f"{len(wrong)} of {count} tensors differ" if wrong else agree
        worst = self.worst
        if worst is not None and not wrong:
            verdict += f", the worst within {worst.relative:.2g}"
        if len(self.differences) > count:
            verdict += f", {len(self.differences) - count} more fail on both sides"
        lines.append(f"{verdict} (tolerance {self.tolerance:g}; TensorFlow {self.peer}; {self.seconds:.2f} s here, "
                     f"{self.peer_seconds:.2f} s there)")  # fmt: skip
        return "\n".join(lines)


def verify(
    path: str,
    peer: str,
    *,
    feeds: Mapping[str, Any] | None = None,
    signature: str | None = None,
    init: Sequence[str] = (),
    fetches: Sequence[str] = (),
    tolerance: float = 1e-4,
    size: int = 2,
    seed: int = 0,
    timeout: float = 1800.0,
) -> Report:
    """Run a model here and in ``peer``, on the same inputs, and compare every number.

    Args:
        path: a GraphDef or MetaGraphDef file, the folder of a SavedModel, or a model of Keras (``.keras``, ``.h5``),
            which the peer exports as a SavedModel first.
        peer: a Python that has TensorFlow.
        feeds: values of inputs by name, or functions that make them for the input's dtype; the others are random.
        signature: of a SavedModel, whose inputs are fed.
        init: nodes to run first, one after the other.
        fetches: names of the tensors to compare; default all that can be.
        tolerance: for the largest difference of a tensor over its largest magnitude.
        size: of unknown dimensions of inputs that are not given.
        seed: of the random inputs.
        timeout: seconds that the peer may take.

    Raises:
        NotFoundError: no such peer, file, or tensor.
        FailedPreconditionError: the peer failed.
        GraphopsError: the model cannot be loaded or run here.
    """
    if path.endswith(KERAS):
        with tempfile.TemporaryDirectory(prefix="graphops-verify-") as name:
            exported = str(Path(name) / "exported")
            _call(peer, "keras_export.py", str(Path(path).resolve()), exported, timeout=timeout)
            return verify(exported, peer, feeds=feeds, signature=signature, init=init, fetches=fetches,
                          tolerance=tolerance, size=size, seed=seed, timeout=timeout)  # fmt: skip
    model = open_model(path)
    inputs = inputs_needed(model, signature, feeds or {}, fetches)
    values = make_feeds(inputs, feeds or {}, size, seed)
    if fetches:
        groups: tuple[list[Tensor], ...] = ([model.graph.tensor(name) for name in fetches],)
    else:  # first what no state depends on: one run has no order between a read and a change
        groups = comparable(model.graph, inputs)
    chunks = [chunk for group in groups for chunk in _chunks(group)]
    with tempfile.TemporaryDirectory(prefix="graphops-verify-") as name:
        folder = Path(name)
        done = _ask(folder, model, peer, values, chunks, init, timeout)
        session = model.session()
        for node in init:
            session.run(model.graph.node(node), values)
        differences: list[Difference] = []
        seconds = 0.0
        for number, chunk in enumerate(chunks):
            start = time.perf_counter()
            ours = _fetch(session, chunk, values)
            seconds += time.perf_counter() - start
            with np.load(folder / f"answer-{number}.npz") as theirs:
                for index, (tensor, own) in enumerate(zip(chunk, ours, strict=True)):
                    other = theirs.get(str(index))
                    note = done["failed"].get(tensor.name, "")
                    differences.append(_compare(tensor, own, other, note))
    return Report(differences, tolerance, done["version"], seconds, done["seconds"])


def _chunks(tensors: Sequence[Tensor]) -> Iterator[list[Tensor]]:
    """Tensors that are fetched together: their values must fit into memory, here and there."""
    chunk: list[Tensor] = []
    total = 0
    for tensor in tensors:
        elements = math.prod(d if isinstance(d, int) else 2 for d in tensor.shape.dims or (1 << 18,))
        total += elements * max(1, tensor.dtype.size)
        chunk.append(tensor)
        if total >= _CHUNK:
            yield chunk
            chunk, total = [], 0
    if chunk:
        yield chunk


def _ask(
    folder: Path,
    model: Model,
    peer: str,
    values: Mapping[Tensor, Any],
    chunks: Sequence[Sequence[Tensor]],
    init: Sequence[str],
    timeout: float,
) -> dict[str, Any]:
    """Let the peer compute its side; what it says of it."""
    arrays = {str(i): np.asarray(value) for i, value in enumerate(values.values())}
    texts = {name: arrays.pop(name) for name in list(arrays) if arrays[name].dtype == object}
    request = {
        "model": str(model.path.resolve()),
        "tags": list(model.saved.tags) if model.saved is not None else [],
        "feeds": [tensor.name for tensor in values],
        "texts": {name: _texts(value) for name, value in texts.items()},
        "checkpoint": model.checkpoint and os.path.join(os.getcwd(), model.checkpoint),
        "init": list(init),
        "chunks": [[tensor.name for tensor in chunk] for chunk in chunks],
    }
    (folder / "request.json").write_text(json.dumps(request), encoding="utf-8")
    np.savez(folder / "feeds.npz", **arrays)  # type: ignore[arg-type]  # its allow_pickle
    _call(peer, "peer.py", str(folder), timeout=timeout)
    report: dict[str, Any] = json.loads((folder / "done.json").read_text(encoding="utf-8"))
    return report


def _texts(array: np.ndarray[Any, Any]) -> dict[str, Any]:
    """Byte strings as JSON: the arrays of a file end them at their zero bytes."""
    flat = [base64.b64encode(item if isinstance(item, bytes) else str(item).encode()).decode() for item in array.flat]
    return {"shape": list(array.shape), "values": flat}


def _call(peer: str, script: str, *arguments: str, timeout: float) -> None:
    """Let the peer run a script of this folder."""
    command = [peer, str(Path(__file__).with_name(script)), *arguments]
    try:
        process = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    except FileNotFoundError:
        raise NotFoundError(f"the peer must be a Python with TensorFlow, got '{peer}'") from None
    except subprocess.TimeoutExpired:
        raise FailedPreconditionError(f"the peer must answer within {timeout:g} s, but it did not") from None
    if process.returncode:
        lines = process.stderr.strip().splitlines()
        error = FailedPreconditionError(
            f"the peer must run the model, but it failed: {lines[-1] if lines else 'silently'}"
        )
        error.add_note("\n".join(lines[-20:]))
        raise error


def _fetch(session: Session, chunk: Sequence[Tensor], values: Mapping[Tensor, Any]) -> list[Any]:
    """The values of a chunk; one by one if they cannot be had together, an error in place of what cannot be had."""
    try:
        # A traced run takes the kernels of later runs, which are those that a user wants to know about.
        return list(session.run(list(chunk), dict(values), run_metadata=RunMetadata()))
    except GraphopsError as error:
        if len(chunk) == 1:
            return [error]
        middle = len(chunk) // 2
        return [*_fetch(session, chunk[:middle], values), *_fetch(session, chunk[middle:], values)]


def _compare(tensor: Tensor, own: Any, other: Any, note: str) -> Difference:
    op = tensor.node.type
    if isinstance(own, GraphopsError):
        if note:
            return Difference(tensor.name, op, 0.0, 0.0, f"fails here: {own}; and there: {note}", neither=True)
        return Difference(tensor.name, op, math.inf, math.inf, f"fails here: {own}")
    if other is None:
        return Difference(tensor.name, op, math.inf, math.inf, f"fails there: {note}")
    ours = np.asarray(own)
    wide: Any = np.complex128 if ours.dtype.kind == "c" else np.float64
    a, b = ours.astype(wide), np.asarray(other).astype(wide)
    if a.shape != b.shape:
        return Difference(tensor.name, op, math.inf, math.inf, f"shape {a.shape} here, {b.shape} there")
    if not a.size:
        return Difference(tensor.name, op, 0.0, 0.0)
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    with np.errstate(all="ignore"):
        gap = np.where(same, 0, np.abs(a - b))
        finite = np.abs(b[np.isfinite(b)])
    worst = float(np.max(np.where(np.isnan(gap), np.inf, gap)))
    scale = float(finite.max()) if finite.size else 0.0
    return Difference(tensor.name, op, worst, worst / scale if scale else (0.0 if not worst else math.inf))


__all__ = ["Difference", "Report", "verify"]
