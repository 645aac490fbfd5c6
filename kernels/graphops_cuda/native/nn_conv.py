"""Convolutions on a GPU: by cuDNN, or by cuBLAS as matrix products if cuDNN is missing or does not support them."""

from __future__ import annotations

from typing import Final

from graphops_cpu.lib.conv_kernels import register_convolution
from graphops_cpu.lib.conv_problem import UNFUSED
from graphops_cuda.blas.gemm_conv import GemmConvolution
from graphops_cuda.cudnn.conv import CudnnConvolution
from graphops_cuda.priorities import CUDNN, GEMM
from graphops_registry.dtypes import bfloat16, float16, float32, float64

_TYPES: Final = (float16, bfloat16, float32, float64)  # integers are the plain kernel's


for _op, (_, _depthwise) in UNFUSED.items():
    register_convolution(CudnnConvolution, _op, _TYPES, priority=CUDNN, device="GPU")
    if not _depthwise:
        register_convolution(GemmConvolution, _op, _TYPES, priority=GEMM, device="GPU")
