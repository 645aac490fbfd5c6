"""The specification that a kernel is prepared for: op, attrs, shapes, dtypes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from graphops_registry.dtypes import DType
from graphops_registry.op_def import Op

Array: TypeAlias = Any  # numpy.ndarray, cupy.ndarray or a stand-in; kernels treat it through ``xp``
Shape: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mode:
    """How a Session computes: what its options allow kernels to do.

    Attributes:
        deterministic: every run must give the same bits; a kernel whose sums may be added in another order the next
            time must not run.
        tf32: float32 products may be computed by units that round their operands to 11 significant bits.
        autotune: whether kernels are chosen by the time that they take, and a kernel that knows several ways may time
            them; ``None``: only kernels that are worth timing are chosen so.
        workspace: bytes that a kernel may use beyond its inputs and outputs; ``None``: as many as it likes.
    """

    deterministic: bool = False
    tf32: bool = False
    autotune: bool | None = False
    workspace: int | None = None


DEFAULT_MODE: Final = Mode()


@dataclass(frozen=True, slots=True)
class KernelSpec:
    """What a kernel is prepared for. Everything is checked: shapes by the shape rule, dtypes by the OpDef.

    Attributes:
        op: the registered op.
        attrs: complete attrs.
        shapes: the shape of each input, flat.
        dtypes: the dtype of each input.
        values: for each input declared in ``host_inputs`` its value (read-only), else ``None``.
        output_shapes: by the shape rule; ``None`` for an output whose shape depends on data.
        output_dtypes: the dtype of each output.
        wanted: for each output whether it is used.
        mode: how the numbers should be computed.
    """

    op: Op
    attrs: Mapping[str, Any]
    shapes: tuple[Shape, ...]
    dtypes: tuple[DType, ...]
    values: tuple[np.ndarray[Any, Any] | None, ...]
    output_shapes: tuple[Shape | None, ...]
    output_dtypes: tuple[DType, ...]
    wanted: tuple[bool, ...]
    mode: Mode = DEFAULT_MODE
