"""The CPU as a device."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from graphops_cpu.runtime.large_results import empty
from graphops_registry.device_def import DeviceType, register_device
from graphops_registry.kernel_def import KernelDef, KernelSpec, Prepared
from graphops_registry.kernels.call_list import BoundCalls, CallList, MachineKernel
from graphops_registry.kernels.chain import Chain, CompiledChain
from graphops_registry.kernels.loop_list import BoundLoop, LoopList


class CpuDevice(DeviceType):
    """The host: arrays are NumPy's, nothing is copied, everything is done at once."""

    type = "CPU"
    is_host = True
    count = 1
    xp = np

    def owns(self, array: object) -> bool:
        return isinstance(array, np.ndarray)

    def empty(self, shape: Sequence[int], dtype: np.dtype[Any], index: int = 0) -> np.ndarray[Any, Any]:
        return empty(tuple(shape), dtype)

    def copy_in(self, array: np.ndarray[Any, Any], index: int = 0) -> np.ndarray[Any, Any]:
        return array

    def copy_out(self, array: Any) -> np.ndarray[Any, Any]:
        result: np.ndarray[Any, Any] = array
        return result

    def memory(self, index: int = 0) -> tuple[int, int]:
        """Bytes that can be had now, and in all. Where the system does not say: (2**63 - 1) twice."""
        try:
            page = os.sysconf("SC_PAGE_SIZE")
            return page * os.sysconf("SC_AVPHYS_PAGES"), page * os.sysconf("SC_PHYS_PAGES")
        except (AttributeError, ValueError, OSError):  # not POSIX
            return 2**63 - 1, 2**63 - 1

    def notes(self) -> Sequence[str]:
        from graphops_cpu.onednn import library
        from graphops_cpu.runtime import blas_environment, waiting
        from graphops_cpu.simd.compile import loops

        return [
            library.status(),
            loops.status(),
            f"OpenMP's threads: {waiting.state()}",
            f"BLAS's threads: {blas_environment.state()}",
        ]

    def warm_up(self, dtypes: Sequence[str] = ()) -> Iterator[tuple[str, float]]:
        from graphops_cpu import simd

        reason = simd.why_unavailable()
        if reason is None:
            from graphops_cpu.simd.warmup import warm_up

            yield from warm_up(dtypes)

    def may_chain(self, definition: KernelDef, spec: KernelSpec) -> bool:
        from graphops_cpu.simd.chains.language import is_exact

        module = definition.cls.__module__
        own = module.partition(".")[0] == __package__  # others may compute something else
        return own and is_exact(spec, module.startswith(f"{__package__}.simd."))

    def compile_chain(self, chain: Chain) -> CompiledChain | None:
        from graphops_cpu.simd.chains.compiler import compile_chain

        return compile_chain(chain)

    def elementwise_kernel(self, definition: KernelDef, prepared: Prepared, spec: KernelSpec) -> MachineKernel | None:
        from graphops_cpu.calls.machine import machine
        from graphops_cpu.calls.numpy_loops import direct_kernel
        from graphops_cpu.onednn.elementwise import elementwise_kernel

        may_chain = self.may_chain(definition, spec)
        if (prepared.direct is None and not may_chain) or machine() is None:  # without need it loads no LLVM
            return None
        found = direct_kernel(prepared.direct, spec)
        if found is not None:
            return found
        return elementwise_kernel(spec) if may_chain else None

    def compile_calls(self, listed: CallList) -> Callable[[], BoundCalls] | None:
        from graphops_cpu.calls.call_list import compile_calls

        return compile_calls(listed)

    def compile_loop(self, loop: LoopList) -> Callable[[], BoundLoop] | None:
        from graphops_cpu.calls.loop_list import compile_loop

        return compile_loop(loop)

    def name(self, index: int = 0) -> str:
        return platform.processor() or platform.machine()


CPU = CpuDevice()
register_device(CPU)
