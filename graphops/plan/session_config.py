"""``SessionConfig``, the options of a Session: limits, placement, passes, determinism."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final

from graphops.plugins.extras import require
from graphops_registry.errors import InvalidArgumentError

# fold_constants: what depends on constants alone is computed when the plan is made. merge_common: equal nodes run
# once. drop_identities: what only passes a value on does not run. fuse: a convolution or product takes its bias,
# normalisation and activation along. regions: loops of TensorFlow 1 become Whiles, and conditionals guards of steps.
# programs: a plan that runs often with the same shapes becomes Python code.
# chains: what such code computes element by element, it computes in one pass over memory.
# call_lists: steps of such code that are calls of machine code run one after the other without Python.
PLAN_PASSES: Final = (
    "fold_constants", "merge_common", "drop_identities", "fuse", "regions", "programs", "chains", "call_lists",
)  # fmt: skip
MOST_STREAMS: Final = 16


def _default_passes() -> tuple[str, ...]:
    given = os.environ.get("GRAPHOPS_PLAN_PASSES")
    return PLAN_PASSES if given is None else tuple(name.strip() for name in given.split(",") if name.strip())


def _default_autotune() -> bool | None:
    return False if os.environ.get("GRAPHOPS_AUTOTUNE") == "0" else None


@dataclass(frozen=True)
class SessionConfig:
    """Settings of a Session. Immutable.

    Attributes:
        allow_soft_placement: run a node on the CPU if the device that you gave it is missing or has no kernel for it,
            and in this process if the device is in another one.
        memory_limit: bytes that the results and workspaces of one run may take; a run that needs more is refused
            before it allocates. Without it only what exceeds the machine's memory is refused.
        timeout: seconds that a run may take; each run can have its own.
        deterministic: only kernels that give the same bits on every run (all CPU kernels do).
        allow_tf32: let a GPU round the operands of float32 products to 11 significant bits (TF32), which is several
            times as fast and loses about four decimal digits; TensorFlow allows it by default, graphops does not.
        gpu_memory_limit: bytes that arrays may take on each GPU; for the whole process, so two Sessions must agree.
            Recordings of ``make_callable``, which keep their memory, take at most half of it.
        gpu_streams: how many branches of a graph a GPU may work on at once. With more than one, products may differ in
            their last bits from run to run, because the library chooses by what else is running; with
            ``deterministic=True`` it is one.
        intra_op_threads: threads inside one kernel; process-wide, so two Sessions must agree.
        repro: a directory; when a node fails, it is written there for ``graphops repro``.
        log_device_placement: print where each node of a new plan runs.
        file_folders: folders in which nodes of the graph (SaveV2, RestoreV2 ...) may read and write files; none by
            default, because a graph that you do not trust could name any file; ``None`` for everywhere.
        write_files: whether nodes may write there, too; with ``False`` they read alone.
        autotune: choose kernels by the time that they take. With ``True`` every kernel that can compute a node runs a
            few times on its operands, the first time that its shapes are seen, and the fastest runs from then on. With
            ``None`` that is done with large convolutions alone, where the order of the fast kernels depends on the
            processor, on made operands, and for at most ten seconds of a process; ``False``, and ``deterministic``:
            not at all. What was learned is kept on disk. Results may differ in the last bits from one choice to
            another. The default is ``None``, and ``False`` if the environment variable
            ``GRAPHOPS_AUTOTUNE`` is 0.
        plan_passes: how plans are improved, each by its name in :data:`PLAN_PASSES`; ``()`` for not at all. The default
            is what the environment variable ``GRAPHOPS_PLAN_PASSES`` says, names with commas between, or all.
        openvino: let OpenVINO (extra ``openvino``) compute the parts of a graph that it can: float32, constant weights,
            channels last. Its sums have another order, and its activations may give a number for NaN. Not with
            ``deterministic`` or ``memory_limit``, which it does not know, nor with ``plan_passes=()``. The default is
            ``False``, and ``True`` if the environment variable ``GRAPHOPS_OPENVINO`` is 1.
        worker_timeout: seconds that a run on a cluster waits for a worker that it needs and that is not there.
        device_order: device types for nodes without a device, best first; default by rank.

    Raises:
        InvalidArgumentError: a negative limit or timeout.
        NotFoundError: ``openvino`` without the extra.
    """

    allow_soft_placement: bool = False
    memory_limit: int | None = None
    timeout: float | None = None
    deterministic: bool = False
    allow_tf32: bool = False
    gpu_memory_limit: int | None = None
    gpu_streams: int = 1
    intra_op_threads: int | None = None
    repro: str | None = None
    log_device_placement: bool = False
    worker_timeout: float = 60.0
    device_order: tuple[str, ...] = field(default=())
    file_folders: Sequence[str] | None = ()
    write_files: bool = True
    autotune: bool | None = field(default_factory=lambda: _default_autotune())
    plan_passes: Sequence[str] = field(default_factory=lambda: _default_passes())
    openvino: bool = field(default_factory=lambda: os.environ.get("GRAPHOPS_OPENVINO") == "1")

    def __post_init__(self) -> None:
        for name in ("memory_limit", "timeout", "intra_op_threads", "gpu_memory_limit", "worker_timeout"):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0):
                raise InvalidArgumentError(f"{name} of SessionConfig must be a positive number or None, got {value!r}")
            if name not in ("timeout", "worker_timeout") and value == inf:
                raise InvalidArgumentError(f"{name} of SessionConfig must be finite or None, got {value!r}")
        streams = self.gpu_streams
        if isinstance(streams, bool) or not isinstance(streams, int) or not 1 <= streams <= MOST_STREAMS:
            rule = f"be a whole number from 1 to {MOST_STREAMS}"
            raise InvalidArgumentError(f"gpu_streams of SessionConfig must {rule}, got {streams!r}")
        if self.autotune is not None and not isinstance(self.autotune, bool):
            raise InvalidArgumentError(f"autotune of SessionConfig must be True, False or None, got {self.autotune!r}")
        if self.autotune and self.deterministic:
            rule = "be False with deterministic=True, because it may choose another kernel next time"
            raise InvalidArgumentError(f"autotune of SessionConfig must {rule}, got True")
        folders = self.file_folders
        if folders is not None:
            if isinstance(folders, (str, bytes)):
                raise InvalidArgumentError(f"file_folders of SessionConfig must be a list of folders, got {folders!r}")
            object.__setattr__(self, "file_folders", tuple(map(str, folders)))
        if not isinstance(self.openvino, bool):
            raise InvalidArgumentError(f"openvino of SessionConfig must be True or False, got {self.openvino!r}")
        if self.openvino:
            require("SessionConfig(openvino=True)", "openvino")
        passes = self.plan_passes
        if isinstance(passes, (str, bytes)) or any(name not in PLAN_PASSES for name in passes):
            known = ", ".join(PLAN_PASSES)
            raise InvalidArgumentError(f"plan_passes of SessionConfig must be a list of {known}, got {passes!r}")
        object.__setattr__(self, "plan_passes", tuple(passes))


@dataclass(frozen=True)
class RunOptions:
    """Settings of one run.

    Attributes:
        timeout: seconds; overrides the Session's.
        trace: record when each node ran into the ``run_metadata`` that is passed.
    """

    timeout: float | None = None
    trace: bool = True
