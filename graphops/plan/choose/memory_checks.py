"""Raising an error for a result that does not fit into memory, before it is allocated."""

from __future__ import annotations

from graphops.plan.choose.kernel_choice import Choice
from graphops_registry.device_def import device_type
from graphops_registry.errors import ResourceExhaustedError


def check_memory(choice: Choice, limit: int, used: int = 0) -> None:
    """Raise an error if the results and the workspace of a kernel do not fit into memory.

    Raises:
        ResourceExhaustedError: with the sizes.
    """
    if choice.bytes + used > limit:
        results = zip(choice.spec.output_dtypes, choice.prepared.output_shapes, strict=True)
        sizes = ", ".join(f"{dtype.name}{shape}" for dtype, shape in results)
        raise ResourceExhaustedError(
            f"the memory for op '{choice.spec.op.name}' must stay within {limit:,} bytes, but its result {sizes} needs "
            f"{choice.output_bytes:,} and its workspace {choice.prepared.workspace_bytes:,}"
            + (f" beside {used:,} in use" if used else "")
        ).concerns(op=choice.spec.op.name)


def check_bytes(size: int, op: str, limit: int | None, used: int = 0) -> None:
    """Raise an error if what a kernel is about to allocate does not fit into memory.

    Raises:
        ResourceExhaustedError: with the sizes.
    """
    if limit is None:
        limit = device_type("CPU").memory()[1]
    if size + used > limit:
        beside = f" beside {used:,} in use" if used else ""
        raise ResourceExhaustedError(f"the memory for op '{op}' must stay within {limit:,} bytes, but it needs "
                                     f"{size:,}{beside}").concerns(op=op)  # fmt: skip
