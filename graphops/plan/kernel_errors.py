"""The error that the caller of a run gets when a kernel raises one."""

from __future__ import annotations

from graphops.plan.choose.kernel_choice import Choice
from graphops_registry.device_def import device_types
from graphops_registry.errors import GraphopsError, ResourceExhaustedError
from graphops_registry.kernel_def import KernelDef


def _with_size(error: Exception, definition: KernelDef, choice: Choice | None) -> Exception:
    """A device's error; one about memory says what the node needs."""
    if isinstance(error, ResourceExhaustedError) and choice is not None:
        error.add_note(
            f"  op '{choice.spec.op.name}' needs {choice.output_bytes:,} bytes for its results and "
            f"{choice.prepared.workspace_bytes:,} for its workspace"
        )
    return error.concerns(op=definition.op) if isinstance(error, GraphopsError) else error


def wrap_kernel_error(error: Exception, definition: KernelDef, choice: Choice | None) -> Exception:
    """What a caller sees when a kernel raises: our own errors as they are, a MemoryError as ResourceExhaustedError."""
    if isinstance(error, GraphopsError):
        return error.concerns(op=definition.op)
    for device in device_types():
        explained = device.explain_error(error)
        if explained is not None:
            return _with_size(explained, definition, choice)
    if isinstance(error, MemoryError):
        size = f", but {choice.bytes:,} bytes are not" if choice is not None and choice.bytes else ""
        return ResourceExhaustedError(
            f"the memory for op '{definition.op}' must be available{size or ', but it is not'}"
        ).concerns(op=definition.op)
    if isinstance(error, RecursionError):
        return ResourceExhaustedError(
            f"calls within calls must fit onto Python's stack, but op '{definition.op}' did not"
        ).concerns(op=definition.op)
    return error
