"""The kernel for a part of a graph: a model that OpenVINO compiles once and runs for each call."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

import numpy as np

from graphops_cpu.openvino.layouts import Values
from graphops_cpu.openvino.library import OPS, load
from graphops_cpu.openvino.memory import shareable
from graphops_cpu.openvino.translate import TRANSLATIONS, cost, takes
from graphops_cpu.runtime.disabled_libraries import why_disabled
from graphops_cpu.runtime.heap import give_back
from graphops_cpu.runtime.threads import thread_count
from graphops_registry.errors import InternalError, InvalidArgumentError, UnimplementedError
from graphops_registry.kernel_def import Array, KernelSpec, Prepared, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.kernels.network import Call, Network
from graphops_registry.locks import new_lock

_LEAST: Final = 2_000_000  # multiplications of a part: fewer take less time than the call of an engine
_core: Any = None
_lock: Final = new_lock()


class Model:
    """A compiled model; any number of threads may run it at the same time.

    It has no hash, so that no table of prepared kernels keeps it beyond its plan.

    Raises:
        Exception: whatever OpenVINO has against the network.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, network: Network) -> None:
        ov = load()
        ops = import_module(OPS)
        values = Values(ops)
        parameters = []
        for value in network.inputs:
            parameters.append(ops.parameter(list(value.shape), np.float32))
            values.set(value, parameters[-1])
        for call in network.calls:
            TRANSLATIONS[call.op].make(values, call)
        model = ov.Model([ops.result(values.as_is(value)) for value in network.outputs], parameters, "part")
        settings = {
            "INFERENCE_NUM_THREADS": thread_count(),
            "NUM_STREAMS": 1,
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_PRECISION_HINT": "f32",  # else bfloat16, where the processor has products of it
            "ENABLE_CPU_PINNING": False,  # other threads compute as well
        }
        self._compiled = _the_core(ov).compile_model(model, "CPU", settings)
        self._tensor = ov.Tensor
        self._shapes = [value.shape for value in network.outputs]
        for shape, output in zip(self._shapes, self._compiled.outputs, strict=True):
            if tuple(output.shape) != shape:
                raise ValueError(f"its output has shape {tuple(output.shape)} instead of {shape}")
        self._idle: deque[Any] = deque()
        del model, parameters, values
        give_back()  # to compile takes much more memory than to run

    def __call__(self, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> list[Array]:
        """The outputs, in arrays of their own or in those of ``out``.

        Raises:
            InternalError: OpenVINO fails.
        """
        tensor = self._tensor
        results = [
            np.empty(shape, np.float32) if given is None or not given.flags.c_contiguous else given
            for shape, given in zip(self._shapes, out or [None] * len(self._shapes), strict=True)
        ]
        try:
            request = self._idle.pop()
        except IndexError:
            request = self._compiled.create_infer_request()
        try:
            for index, array in enumerate(inputs):
                request.set_input_tensor(index, tensor(shareable(array), shared_memory=True))
            for index, array in enumerate(results):
                request.set_output_tensor(index, tensor(array, shared_memory=True))
            request.start_async()
            request.wait()
        except RuntimeError as reason:
            raise InternalError(f"OpenVINO must run what it compiled, but says: {reason}") from reason
        self._idle.append(request)
        return results


def _the_core(ov: Any) -> Any:
    global _core
    with _lock:
        if _core is None:
            _core = ov.Core()
        return _core


@register_kernel("Graphops>Network", "CPU")
class OpenVinoNetwork:
    """What a plan made of a part of its graph; the plan brings the compiled model along.

    A file cannot: the attr of its nodes holds no object of Python.
    """

    takes = staticmethod(takes)

    def __init__(self, attrs: Any) -> None:
        self._model = attrs.get("_model")

    @staticmethod
    def products(calls: Sequence[Call]) -> int:
        """How many multiplications the calls of a part take, about."""
        return sum(map(cost, calls))

    @classmethod
    def is_worth_while(cls, calls: Sequence[Call]) -> bool:
        """Whether the calls of a part take long enough."""
        return cls.products(calls) >= _LEAST

    @staticmethod
    def must_be_there() -> None:
        """Raises: UnimplementedError: OpenVINO is disabled."""
        disabled = why_disabled("openvino")
        if disabled is not None:
            raise UnimplementedError(disabled)

    @staticmethod
    def compiled(network: Network) -> Model:
        """The model of a network whose calls were all taken.

        Raises:
            UnimplementedError: OpenVINO is missing, or refuses the model.
        """
        try:
            return Model(network)
        except Exception as reason:
            raise UnimplementedError(f"OpenVINO does not take the model: {reason}") from reason

    def prepare(self, spec: KernelSpec) -> Prepared:
        """Raises: InvalidArgumentError: no plan made the node."""
        if not isinstance(self._model, Model):
            raise InvalidArgumentError("op 'Graphops>Network' must be made by a plan, got a node of a graph")
        return _PreparedNetwork(self._model, spec)


class _PreparedNetwork(Prepared):
    fresh = True

    def __init__(self, model: Model, spec: KernelSpec) -> None:
        self._model = model
        self.output_shapes = spec.output_shapes

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> list[Array]:
        return self._model(inputs, out)


__all__ = ["Model", "OpenVinoNetwork"]
