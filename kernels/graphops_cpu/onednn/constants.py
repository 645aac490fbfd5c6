"""Numbers of oneDNN's C interface, as its headers of version 3 define them (oneapi/dnnl/dnnl_types.h)."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import ml_dtypes
import numpy as np

MAX_DIMS: Final = 12
CPU_ENGINE: Final = 1
FORMAT_ANY: Final = 1
IN_ORDER: Final = 1  # flag of a stream
USER_SCRATCHPAD: Final = 1
STRICT_MATHS: Final = 0  # float32 is never computed in a narrower type
LARGEST: Final = 2**31 - 1
"""Elements of an operand: oneDNN counts them with 32 bits in places."""


class DataType(IntEnum):
    """dnnl_data_type_t."""

    F16 = 1
    BF16 = 2
    F32 = 3
    S32 = 4
    S8 = 5
    U8 = 6


class Pass(IntEnum):
    """dnnl_prop_kind_t."""

    FORWARD_TRAINING = 64
    FORWARD = 96
    BACKWARD = 128
    BACKWARD_DATA = 160


class Algorithm(IntEnum):
    """dnnl_alg_kind_t."""

    UNDEFINED = 0
    CONVOLUTION = 0x1  # directly: neither Winograd nor FFT
    RELU = 0x20
    TANH = 0x21
    ELU = 0x22
    LINEAR = 0x26
    HARD_SIGMOID = 0x28
    LOGISTIC = 0x29
    GELU_TANH = 0x2B
    SWISH = 0x2C
    CLIP = 0x2E
    GELU_ERF = 0x31
    HARD_SWISH = 0x34
    MAX_POOL = 0x1FF
    AVERAGE_POOL_WITHOUT_PADDING = 0x3FF
    ADD = 0x1FFF0
    MULTIPLY = 0x1FFF1
    MAXIMUM = 0x1FFF2
    MINIMUM = 0x1FFF3
    SUBTRACT = 0x1FFF5
    SOFTMAX = 0x30000
    LOG_SOFTMAX = 0x30001


class Argument(IntEnum):
    """DNNL_ARG_*: what a memory object is to a primitive."""

    SRC = 1
    SRC_1 = 2
    DST = 17
    WEIGHTS = 33
    BIAS = 41
    MEAN = 49
    VARIANCE = 50
    SCALE = 51
    SHIFT = 52
    WORKSPACE = 64
    SCRATCHPAD = 80
    DIFF_SRC = 129
    DIFF_DST = 145
    DIFF_WEIGHTS = 161
    DIFF_SCALE = 255
    DIFF_SHIFT = 256


def post_op_argument(index: int) -> int:
    """The second operand of the ``index``-th post-op, a binary one."""
    return 32768 * (index + 1) | Argument.SRC_1


class Query(IntEnum):
    """dnnl_query_t."""

    IMPLEMENTATION = 8
    WORKSPACE = 135
    SCRATCHPAD = 136
    ARGUMENT = 255


class Flag(IntEnum):
    """dnnl_normalization_flags_t."""

    GLOBAL_STATISTICS = 1
    SCALE = 2
    SHIFT = 4
    RELU = 8


STATUS: Final = {
    1: "out of memory",
    2: "invalid arguments",
    3: "unimplemented",
    4: "last implementation reached",
    5: "runtime error",
    6: "not required",
}
"""dnnl_status_t, but for 0, success."""

RUNTIME: Final = {0: "no runtime", 1: "sequential", 2: "OpenMP", 4: "TBB", 8: "thread pool", 512: "SYCL"}
"""dnnl_cpu_runtime_t, DNNL_RUNTIME_*."""

BF16_ISA: Final = 0xC0
"""The bits of dnnl_cpu_isa_avx512_core_bf16 beyond avx512_core_vnni's neighbours: AVX-512 with bfloat16 products."""

ISA: Final = {
    0x1: "sse4.1",
    0x3: "avx",
    0x7: "avx2",
    0xF: "avx2 with vnni",
    0x1F: "avx2 with vnni 2",
    0x27: "avx512",
    0x67: "avx512 with vnni",
    0xE7: "avx512 with bfloat16",
    0x1EF: "avx512 with float16",
    0xFEF: "avx512 with amx",
    0x1FEF: "avx512 with amx and float16",
}
"""dnnl_cpu_isa_t."""

DATA_TYPES: Final[dict[np.dtype, DataType]] = {
    np.dtype(np.float32): DataType.F32,
    np.dtype(ml_dtypes.bfloat16): DataType.BF16,
    np.dtype(np.float16): DataType.F16,
    np.dtype(np.int32): DataType.S32,
    np.dtype(np.int8): DataType.S8,
    np.dtype(np.uint8): DataType.U8,
}
