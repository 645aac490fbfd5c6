"""``tf.test``: test cases, and checks of gradients."""

from __future__ import annotations

from typing import Any
from unittest import mock

from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.testing.benchmarks import Benchmark
from graphops.compat.v1.testing.cases import (
    TestCase,
    get_temp_dir,
    gpu_device_name,
    is_built_with_cuda,
    is_built_with_gpu_support,
    is_built_with_rocm,
    is_built_with_xla,
    is_gpu_available,
    main,
    test_src_dir_path,
)
from graphops.compat.v1.testing.graphs import assert_equal_graph_def
from graphops.compat.v1.testing.jacobians import compute_gradient, compute_gradient_error


def __getattr__(name: str) -> Any:
    raise missing("test", name)


__all__ = [
    "Benchmark",
    "TestCase",
    "assert_equal_graph_def",
    "compute_gradient",
    "compute_gradient_error",
    "get_temp_dir",
    "gpu_device_name",
    "is_built_with_cuda",
    "is_built_with_gpu_support",
    "is_built_with_rocm",
    "is_built_with_xla",
    "is_gpu_available",
    "main",
    "mock",
    "test_src_dir_path",
]
