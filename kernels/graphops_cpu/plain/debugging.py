"""Plain kernels of values that are looked at: copies, summaries, truth, fingerprints."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops_cpu.lib.elementwise import INTEGERS, NUMBERS
from graphops_cpu.plain.strings_hash import farm_fingerprint
from graphops_registry.dtypes import bool_, string
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel

_REAL: Final = {"T": (*INTEGERS, "half", "bfloat16", "float", "double", bool_)}
_TEXTS: Final = {"T": (*NUMBERS, bool_, string)}


@register_kernel("Copy", "CPU")
@register_kernel("CopyHost", "CPU")
@register_kernel("DebugIdentity", "CPU")
@register_kernel("DebugIdentityV2", "CPU")
class Copy(PlainKernel):
    def compute(self, x: Array) -> Array:
        return x.copy()


@register_kernel("DebugNanCount", "CPU", types=_REAL)
class DebugNanCount(PlainKernel):
    def compute(self, x: Array) -> Array:
        xp = self.xp
        return xp.isnan(x).sum(dtype=np.int64).reshape(1) if _may_be_nan(x) else xp.zeros(1, dtype=np.int64)


def _may_be_nan(x: Array) -> bool:
    return x.dtype.kind not in "iub"


@register_kernel("DebugNumericSummary", "CPU", types=_REAL, host_outputs=["output"])
class DebugNumericSummary(PlainKernel):
    """Computes in float64."""

    host_data = ("input",)

    def compute(self, x: Array) -> Array:
        wide = x.astype(np.float64).reshape(-1)
        missing = np.isnan(wide)
        low = ~missing & (wide <= self.attrs["lower_bound"])
        high = ~missing & ~low & (wide >= self.attrs["upper_bound"])
        between = wide[~(missing | low | high)]
        finite = wide[np.isfinite(wide)]
        with np.errstate(all="ignore"):
            some = [np.inf, -np.inf, np.nan, np.nan]
            if finite.size:
                some = [finite.min(), finite.max(), finite.mean(), finite.var()]
        counts = [x.size, missing.sum(), low.sum(), (between < 0).sum(), (between == 0).sum(), (between > 0).sum()]
        found = [1, *counts, high.sum(), *some, self.attrs["T"].enum, x.ndim, *x.shape]
        return np.array(found, dtype=np.float64)


@register_kernel("ToBool", "CPU", types=_TEXTS, host_outputs=["output"])
class ToBool(PlainKernel):
    host_data = ("input",)

    def compute(self, x: Array) -> Array:
        return np.array(bool(x[()]) if x.ndim == 0 else x.size > 0)


@register_kernel("Fingerprint", "CPU", types=_TEXTS, host_inputs=["method"], host_outputs=["fingerprint"])
class Fingerprint(PlainKernel):
    """Computes the hash of each entry in Python."""

    host_data = ("data",)

    def compute(self, data: Array, method: Any) -> Array:
        entries = data.shape[0]
        flat = np.ascontiguousarray(data).reshape(entries, data.size // entries if entries else 0)
        found = np.zeros(entries, dtype="<u8")
        for number, entry in enumerate(flat):
            if data.dtype != object:
                content = entry.tobytes()
            elif data.ndim == 1:
                content = entry[0]
            else:
                content = b"".join(farm_fingerprint(text).to_bytes(8, "little") for text in entry)
            found[number] = farm_fingerprint(content)
        return found.view(np.uint8).reshape(entries, 8)
