"""For authors of kernels: the operations of :mod:`graphops_cpu.simd.compile.vector`, which describes them."""

from graphops_cpu.simd.compile.vector import (
    add,
    fill,
    fma,
    get,
    lanes,
    load,
    load_all,
    load_part,
    maximum,
    minimum,
    mul,
    put,
    store,
    store_part,
    sub,
    total,
    zero,
)

__all__ = [
    "add", "fill", "fma", "get", "lanes", "load", "load_all", "load_part", "maximum", "minimum", "mul", "put", "store",
    "store_part", "sub", "total", "zero",
]  # fmt: skip
