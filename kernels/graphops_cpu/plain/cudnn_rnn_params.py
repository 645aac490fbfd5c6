"""Plain kernels of the parameters of recurrent layers."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.rules.rnn_params import DIRECTIONS, RecurrentLayers

_SIZES = ["num_layers", "num_units", "input_size"]


class _Params(PlainKernel):
    def layers(self, *sizes: Any) -> RecurrentLayers:
        attrs = self.attrs
        return RecurrentLayers(attrs["rnn_mode"], DIRECTIONS[attrs["direction"]], *(int(size) for size in sizes))


@register_kernel("CudnnRNNParamsSize", "CPU", host_inputs=_SIZES, host_outputs=["params_size"])
class CudnnRNNParamsSize(_Params):
    def compute(self, layers: Any, units: Any, inputs: Any) -> Any:
        return np.array([self.layers(layers, units, inputs).size], self.attrs["S"].numpy_dtype)


@register_kernel("CudnnRNNCanonicalToParams", "CPU", host_inputs=_SIZES)
class CudnnRNNCanonicalToParams(_Params):
    def compute(self, layers: Any, units: Any, inputs: Any, *given: Array) -> Array:
        return self.xp.concatenate([array.reshape(-1) for array in given])


@register_kernel("CudnnRNNCanonicalToParamsV2", "CPU", host_inputs=_SIZES)
class CudnnRNNCanonicalToParamsV2(CudnnRNNCanonicalToParams):
    pass


@register_kernel("CudnnRNNParamsToCanonical", "CPU", host_inputs=_SIZES)
class CudnnRNNParamsToCanonical(_Params):
    def compute(self, layers: Any, units: Any, inputs: Any, params: Array) -> list[Array]:
        sizes = self.layers(layers, units, inputs)
        found, at = [], 0
        for shape in [*sizes.matrices(), *[(sizes.units,)] * sizes.count]:
            end = at + int(np.prod(shape))
            found.append(params[at:end].reshape(shape).copy())
            at = end
        return found


@register_kernel("CudnnRNNParamsToCanonicalV2", "CPU", host_inputs=_SIZES)
class CudnnRNNParamsToCanonicalV2(CudnnRNNParamsToCanonical):
    pass
