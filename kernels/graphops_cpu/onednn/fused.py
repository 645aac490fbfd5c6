"""A convolution with what follows it - bias or batch normalisation, addition, activation - as oneDNN's post-ops.

oneDNN's activations may turn a NaN into a number.  So the operands are checked first.  If the sums of squares of input
and filter are finite, and the other arguments too, no NaN can arise.  Otherwise the plain kernel runs.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.best_kernel import plain_kernel
from graphops_cpu.lib.conv_problem import ConvProblem, conv_problem, why_extreme
from graphops_cpu.lib.finite import is_finite, is_tame
from graphops_cpu.onednn.arrays import Array, delivered, dense, result_for
from graphops_cpu.onednn.by_constants import ByConstants, run_program
from graphops_cpu.onednn.constants import LARGEST, Algorithm, Argument, DataType, post_op_argument
from graphops_cpu.onednn.conv_desc import ConvDescs, conv_descs, sizes
from graphops_cpu.onednn.conv_limits import guard
from graphops_cpu.onednn.conv_programs import ConvPrograms, descs_now
from graphops_cpu.onednn.library import why_not_dtype
from graphops_cpu.onednn.machine_kernels import LinearBound
from graphops_cpu.onednn.objects import Attributes, MemoryDesc, PostOps
from graphops_cpu.onednn.program import Operand
from graphops_cpu.onednn.tame import TameWeights
from graphops_cpu.onednn.weights_cache import is_constant
from graphops_cpu.priorities import ONEDNN
from graphops_cpu.runtime.addresses import address_of
from graphops_registry.dtypes import float32
from graphops_registry.kernel_def import KernelSpec, Prepared, register_kernel
from graphops_registry.kernels.call_list import MachineKernel
from graphops_registry.kernels.context import Context
from graphops_registry.ops.fused import FusedStep, fused_steps

_ACTIVATIONS: Final[dict[str, tuple[Algorithm, float, float]]] = {  # LeakyRelu's slope is an attr
    "Relu": (Algorithm.RELU, 0.0, 0.0),
    "Relu6": (Algorithm.CLIP, 0.0, 6.0),
    "Elu": (Algorithm.ELU, 1.0, 0.0),
    "LeakyRelu": (Algorithm.RELU, 0.0, 0.0),
    "Tanh": (Algorithm.TANH, 0.0, 0.0),
    "Sigmoid": (Algorithm.LOGISTIC, 0.0, 0.0),
    "Swish": (Algorithm.SWISH, 1.0, 0.0),
    "HardSigmoid": (Algorithm.HARD_SIGMOID, 1 / 6, 0.5),
    "_FusedHardSwish": (Algorithm.HARD_SWISH, 1 / 6, 0.5),
    "GeluExact": (Algorithm.GELU_ERF, 0.0, 0.0),
    "GeluApproximate": (Algorithm.GELU_TANH, 0.0, 0.0),
}
_MOST_FOLDED: Final = 256  # filters that one object remembers


@dataclass(frozen=True, slots=True)
class _Fusion:
    """A problem and its steps: what programs are made for."""

    problem: ConvProblem
    steps: tuple[FusedStep, ...]
    slope: float


def _fusion(spec: KernelSpec) -> _Fusion:
    steps = fused_steps(spec.op.name, spec.attrs)
    return _Fusion(conv_problem(spec), steps, float(spec.attrs["leakyrelu_alpha"]))


def _fused_descs(fusion: _Fusion) -> ConvDescs:
    problem = fusion.problem
    channels, ones = problem.out_channels, (1,) * problem.spatial_rank
    vector = MemoryDesc.strided((1, channels, *ones), DataType.F32, (channels, 1, *(channels for _ in ones)))
    y_shape = (problem.batch, channels, *problem.outputs)
    inner = [channels * prod(problem.outputs[axis + 1 :]) for axis in range(problem.spatial_rank)]
    whole = MemoryDesc.strided(y_shape, DataType.F32, (channels * prod(problem.outputs), 1, *inner))  # channels last
    post_ops = PostOps()
    operands = []
    bias = None
    for step in fusion.steps:
        if step.op == "BiasAdd":
            bias = MemoryDesc.strided((channels,), DataType.F32, (1,))
            operands.append(Operand(Argument.BIAS, bias))
            kinds = []
        elif step.op == "FusedBatchNorm":  # mean, gain, offset
            kinds = [(Algorithm.SUBTRACT, vector), (Algorithm.MULTIPLY, vector), (Algorithm.ADD, vector)]
        elif step.op == "Add":
            kinds = [(Algorithm.ADD, whole)]
        else:
            algorithm, alpha, beta = _ACTIVATIONS[step.op]
            post_ops.eltwise(algorithm, fusion.slope if step.op == "LeakyRelu" else alpha, beta)
            kinds = []
        for algorithm, desc in kinds:
            operands.append(Operand(post_op_argument(post_ops.binary(algorithm, desc)), desc))
    return conv_descs(problem, Attributes(post_ops), operands, bias)


class PreparedFused(Prepared):
    """A fused convolution in float32, as a program for each number of threads that was in use."""

    fresh = True

    def __init__(self, spec: KernelSpec) -> None:
        self.output_shapes = spec.output_shapes
        self._spec = spec
        self._fusion = _fusion(spec)
        self._shape = spec.output_shapes[0] or ()
        self._epsilon = np.float32(spec.attrs["epsilon"])
        self._programs = ConvPrograms(_fused_descs, self._fusion, self._fusion.problem.products)
        self._plain: Prepared | None = None
        program = self._programs.now()
        self.workspace_bytes = program.scratch_bytes
        activated = any(step.op in _ACTIVATIONS for step in self._fusion.steps)
        self._guarded = activated or bool(guard(self._fusion.problem, program.implementation))
        self._adds = any(step.op == "Add" for step in self._fusion.steps)  # of its arguments always the last
        self._normed = self._fusion.steps[0].op == "FusedBatchNorm" and len(spec.shapes) == 6
        # Nodes of the same shapes share this object; each has its own filter, by whose id it is found.
        self._folded: dict[int, _Folded] = {}
        self._tame = TameWeights()

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        ctx.check_cancelled()
        x = dense(inputs[0])
        if self._guarded and not is_tame(x):
            return self._by_plain(ctx, inputs, out)
        if self._normed and ctx.arrays_are_constant and all(map(is_constant, inputs[1:])):
            folded = self._folded_into(inputs[1:])
            if folded.inner is not None:
                return folded.inner.compute(ctx, x, folded.weights, [folded.bias], out)
        w, arguments = dense(inputs[1]), self._arguments(inputs[2:])
        if self._guarded and not self._are_tame(ctx, inputs[1], w, arguments):
            return self._by_plain(ctx, inputs, out)
        return self.compute(ctx, x, w, arguments, out)

    def _folded_into(self, arrays: Sequence[Array]) -> _Folded:
        """The filter with the batch normalisation in it."""
        found = self._folded.get(id(arrays[0]))
        if found is None or not found.is_of(arrays):
            if len(self._folded) >= _MOST_FOLDED:
                self._folded = {}
            found = self._folded[id(arrays[0])] = _Folded(self._spec, arrays)
        return found

    def direct_for(self, constants: Sequence[Array | None]) -> ByConstants | None:
        last = len(constants) - 1 if self._adds else len(constants)
        arrays = [array for array in constants[1:last] if array is not None and is_constant(array)]
        if constants[0] is not None or len(arrays) != last - 1 or (self._adds and constants[last] is not None):
            return None
        if self._normed:
            folded = self._folded_into(arrays)
            if folded.inner is not None:
                return folded.inner.by_constants(folded.weights, [folded.bias], self._guarded)
        return self.by_constants(dense(arrays[0]), self._arguments(arrays[1:]), self._guarded)

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        found = self.direct_for(constants)
        return None if found is None else found.machine_kernel()

    def by_constants(self, w: Array, arguments: Sequence[Array], guarded: bool) -> ByConstants | None:
        """A function of the other operands, ``None`` if a NaN may arise from these."""
        if guarded and not (is_tame(w) and all(map(is_finite, arguments))):
            return None
        bound = partial(self._bound, w, arguments)
        return ByConstants(self._programs.now, self._spec.shapes[0], self._shape, w, arguments, guarded, bound)

    def _bound(self, w: Array, arguments: Sequence[Array]) -> LinearBound | None:
        """What says how large results can be; the steps are a bias, an array that is added, and an activation."""
        if any(step.op == "FusedBatchNorm" for step in self._fusion.steps):
            return None
        activations = [step.op for step in self._fusion.steps if step.op in _ACTIVATIONS]
        if activations[:-1] or (activations and self._fusion.steps[-1].op != activations[0]):
            return None
        summed = range(w.ndim - (2 if self._spec.op.name == "_FusedDepthwiseConv2dNative" else 1))
        last = "".join(activations)
        return LinearBound(
            w,
            summed,
            arguments,
            slope=self._fusion.slope
            if last == "LeakyRelu"
            else 1.0,  # the others give no more than they get, or than 1
            most=6.0 if last == "Relu6" else inf,
            cubed=last == "GeluApproximate",
        )

    def compute(
        self, ctx: Context, x: Array, w: Array, arguments: Sequence[Array], out: Sequence[Array | None] | None
    ) -> Sequence[Array]:
        """Run the program on operands that it can take as they are."""
        program = self._programs.now()
        result = result_for(self._shape, np.dtype(np.float32), out, 0)
        addresses = (address_of(x), address_of(w), address_of(result), *map(address_of, arguments))
        run_program(program, w, addresses, ctx)
        return (delivered(result, out, 0),)

    def _are_tame(self, ctx: Context, given: Array, w: Array, arguments: Sequence[Array]) -> bool:
        """Whether no NaN can arise from the filter and the other arguments; of a constant filter it is known."""
        return all(map(is_finite, arguments)) and self._tame.has(ctx, given, w)

    def _arguments(self, args: Sequence[Array]) -> list[Array]:
        """The operands of the post-ops, as far as they are given."""
        found: list[Array] = []
        with np.errstate(all="ignore"):
            for step in self._fusion.steps:
                if step.op == "FusedBatchNorm":
                    scale, offset, mean, variance = args[step.first : step.first + 4]
                    gain = scale * (np.float32(1) / np.sqrt(variance + self._epsilon))
                    found += [dense(mean), gain, dense(offset)]
                elif step.op in ("BiasAdd", "Add") and step.first < len(args):
                    found.append(dense(args[step.first]))
        return found

    def _by_plain(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        """What the plain kernel says."""
        if self._plain is None:
            self._plain = plain_kernel(self._spec)
        results: Sequence[Any] = self._plain.run(ctx, inputs, out)
        return results


class _Folded:
    """A batch normalisation by constants as part of constant weights: ``(x * w - mean) * gain + offset`` is
    ``x * (w * gain) + (offset - mean * gain)``.

    Attributes:
        inner: the convolution with a bias; ``None`` when something is not finite, which must not be moved about.
        weights: w * gain, like w.
        bias: offset - mean * gain, (outputs,).
    """

    __slots__ = ("_refs", "bias", "inner", "weights")

    def __init__(self, spec: KernelSpec, arrays: Sequence[Array]) -> None:
        self._refs = [weakref.ref(array) for array in arrays]
        w, scale, offset, mean, variance = arrays
        with np.errstate(all="ignore"):
            gain = scale * (np.float32(1) / np.sqrt(variance + np.float32(spec.attrs["epsilon"])))
            depthwise = spec.op.name == "_FusedDepthwiseConv2dNative"
            self.weights = w * (gain.reshape(w.shape[2:]) if depthwise else gain)
            self.bias = offset - mean * gain
        self.weights.flags.writeable = False
        self.inner: PreparedFused | None = None
        if is_tame(self.weights) and is_tame(w) and is_finite(self.bias) and is_finite(gain):
            steps = ("BiasAdd", *spec.attrs["fused_ops"][1:])
            attrs = {**spec.attrs, "fused_ops": steps, "num_args": 1}
            if "TArgs" in attrs:
                attrs["TArgs"] = attrs["TArgs"][:1]
            self.inner = PreparedFused(
                replace(spec, attrs=attrs, shapes=spec.shapes[:3], dtypes=spec.dtypes[:3], values=(None, None, None))
            )

    def is_of(self, arrays: Sequence[Array]) -> bool:
        """Whether it was made of these arrays."""
        return all(ref() is array for ref, array in zip(self._refs, arrays, strict=True))


class OneDnnFused:
    """A forward convolution and what follows it, in float32."""

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Any) -> str | None:
        if attrs.get("filter_format", "HWIO") != "HWIO":
            return "the filter must be in HWIO order"
        steps = [name for name in attrs["fused_ops"] if name not in ("BiasAdd", "FusedBatchNorm", "Add")]
        if any(name not in _ACTIVATIONS for name in steps):
            return f"its activations are {', '.join(_ACTIVATIONS)}"
        if "Add" in attrs["fused_ops"] and attrs["data_format"].startswith("NC"):
            return "an array can only be added to channels-last results"
        return why_not_dtype(attrs["T"], at_run=shapes is not None)

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        fusion = _fusion(spec)
        if not fusion.problem.products:
            return "there is nothing to multiply"
        if (reason := why_extreme(fusion.problem)) is not None:
            return reason
        if max(sizes(fusion.problem)) > LARGEST:
            return "oneDNN counts elements with 32 bits"
        found = descs_now(_fused_descs, fusion, fusion.problem.products)
        if isinstance(found, str):
            return found
        return "oneDNN has only its slow loops" if found.is_reference else None

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedFused(spec)


@register_kernel("_FusedConv2D", "CPU", types={"T": [float32], "TArgs": [float32]}, priority=ONEDNN, uses=["cancel"])
class FusedConv2D(OneDnnFused):
    pass


@register_kernel("_FusedConv3D", "CPU", types={"T": [float32]}, priority=ONEDNN, uses=["cancel"])
class FusedConv3D(OneDnnFused):
    pass


@register_kernel("_FusedDepthwiseConv2dNative", "CPU", types={"T": [float32]}, priority=ONEDNN, uses=["cancel"])
class FusedDepthwiseConv2dNative(OneDnnFused):
    pass
