"""Choosing a kernel: the candidates of a node when the plan is made, and one of them for each combination of shapes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np

from graphops.plan.choose.cache_keys import attrs_key, value_key
from graphops.plan.choose.on_host import computed_on_host
from graphops.plan.choose.prepared_cache import PREPARED, PreparedCache
from graphops_registry.dtypes import resource
from graphops_registry.kernel_def import (
    DEFAULT_MODE,
    KernelDef,
    KernelSpec,
    Mode,
    Prepared,
    Shape,
    candidates,
    check_outputs,
    missing_kernel,
    rank,
)
from graphops_registry.op_def import REGISTRY, Op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext, infer_shapes

POINTER: Final = 8  # bytes of an element that is a reference to an object: a text, a handle
_MOST_PRIVATE: Final = 64  # combinations of shapes that one node keeps where others cannot share them


class Choice:
    """A kernel made ready for real shapes.

    Attributes:
        definition: whose kernel it is.
        prepared: what runs.
        spec: what it was prepared for.
        output_bytes: size of the outputs whose shapes are known.
        bytes: what running it allocates.
        checked: whether its outputs were compared with what was promised (done at its first run).
    """

    __slots__ = ("bytes", "checked", "definition", "output_bytes", "prepared", "spec")

    def __init__(self, definition: KernelDef, prepared: Prepared, spec: KernelSpec) -> None:
        self.definition = definition
        self.prepared = prepared
        self.spec = spec
        self.output_bytes = sum(
            prod(shape) * (dtype.size or POINTER)
            for index, (shape, dtype) in enumerate(zip(prepared.output_shapes, spec.output_dtypes, strict=True))
            if shape is not None and index not in prepared.aliases
        )
        self.bytes = self.output_bytes + prepared.workspace_bytes
        self.checked = False

    def run(self, ctx: Any, inputs: Sequence[Any], out: Sequence[Any] | None = None) -> Sequence[Any]:
        """Run the kernel; the first time, check what it returned."""
        outputs = self.prepared.run(ctx, inputs, out)
        if not self.checked:
            self.check(outputs)
        return outputs

    def check(self, outputs: Sequence[Any]) -> None:
        """Compare what the kernel returned with what was promised.

        Raises:
            InternalError: it is something else.
        """
        check_outputs(self.prepared, self.spec, outputs, self.definition.name)
        self.checked = True


@dataclass(frozen=True, slots=True)
class Ranking:
    """Which kernels compute a spec.

    Attributes:
        able: those that do, the one that runs first.
        reasons: why the others do not.
        seconds: by name, where time decided.
    """

    able: Sequence[KernelDef]
    reasons: Mapping[KernelDef, str]
    seconds: Mapping[str, float] | None = None


class NodeKernels:
    """The candidates for one (op, attrs, device), best first, with an instance of each that was needed.

    Args:
        definitions: the candidates, when not all that the registry has.
        mode: how the Session wants its numbers; with ``mode.autotune`` the fastest kernel on the real operands is
            taken (:mod:`graphops.plan.choose.autotune`), not the best by priority; with ``None`` the fastest of those
            that are worth timing (:mod:`graphops.plan.choose.rivals`).

    Raises:
        NotFoundError: no kernel takes these attrs on this device.
    """

    __slots__ = (
        "_attrs_key", "_instances", "_may_hurry", "_private", "all_on_host", "attrs", "definitions", "device",
        "generation", "host_inputs", "host_outputs", "input_dtypes", "mode", "name", "op", "output_dtypes", "uses",
    )  # fmt: skip

    def __init__(
        self,
        op: Op,
        attrs: Mapping[str, Any],
        device: str,
        name: str | None = None,
        definitions: Sequence[KernelDef] | None = None,
        *,
        mode: Mode = DEFAULT_MODE,
    ) -> None:
        self.op = op
        self.mode = mode
        self.attrs = attrs
        self.device = device
        self.name = name
        self.generation = REGISTRY.generation
        op_def = op.op_def
        self.input_dtypes = op_def.input_types(attrs)
        # A reference is the handle of a variable.
        self.output_dtypes = tuple(resource if d.is_ref else d for d in op_def.output_types(attrs))
        # Ops on strings and function calls run on the host, even if the node is placed on another device.
        texts = computed_on_host(op, attrs)
        if definitions is None:
            definitions = candidates(op.name, "CPU" if texts else device, attrs)
        self.definitions = tuple(definitions)  # part of the key of what is prepared
        if not self.definitions:
            raise missing_kernel(op.name, device, attrs, name)
        slices = op_def.input_slices(attrs)
        host = {argument for definition in self.definitions for argument in definition.host_inputs}
        self.host_inputs = tuple(i for a in host for i in range(slices[a].start, slices[a].stop))
        out_slices = op_def.output_slices(attrs)
        host_out = {argument for definition in self.definitions for argument in definition.host_outputs}
        self.host_outputs = frozenset(i for a in host_out for i in range(out_slices[a].start, out_slices[a].stop))
        self.all_on_host = texts
        self.uses = frozenset().union(*(definition.uses for definition in self.definitions))
        self._instances: dict[KernelDef, Any] = {}
        self._private: PreparedCache | None = None  # for kernels that other nodes cannot share
        self._attrs_key = attrs_key(attrs)
        self._may_hurry: bool | None = None  # not known yet

    def choose_in_a_hurry(self, inputs: Sequence[Any], wanted: tuple[bool, ...]) -> Choice:
        """As :meth:`choose`, but in place of a kernel that starts slowly the best one of those that do not, if there is
        one. It is not kept: in a moment another kernel may have started what this one would have waited for.

        Raises:
            InvalidArgumentError: the shapes, or the values of host inputs, break the op's rules.
        """
        if self._may_hurry is None:
            asked = len(self.definitions) > 1 and not self.mode.deterministic and self.mode.autotune is not True
            self._may_hurry = asked and any(hasattr(each.cls, "starts_slowly") for each in self.definitions)
        if not self._may_hurry:
            return self.choose(inputs, wanted)
        spec = self.spec_of(inputs, wanted)
        ranking = self.rank(spec)
        ready = [definition for definition in ranking.able if not definition.starts_slowly(spec)]
        if not ready or len(ready) == len(ranking.able):
            return self.choose(inputs, wanted)
        first = ready[0]
        is_settled = self.mode.autotune is False or ranking.seconds is not None or not first.worth_timing(spec)
        if first is ranking.able[0] and is_settled:
            return self.choose(inputs, wanted)
        return Choice(first, first.prepare(self._instance(first), spec), spec)

    def choose(self, inputs: Sequence[Any], wanted: tuple[bool, ...]) -> Choice:
        """The kernel for these arrays, made ready: from the cache, or checked by the shape rule and prepared.

        Raises:
            InvalidArgumentError: the shapes, or the values of host inputs, break the op's rules.
        """
        shapes = tuple([array.shape for array in inputs])
        values_key: Hashable = ()
        if self.host_inputs:
            values_key = tuple(value_key(inputs[index]) for index in self.host_inputs)
        if None in values_key if isinstance(values_key, tuple) else False:
            return self._prepare(inputs, wanted)  # a host input too large to key on
        if self._attrs_key is None or "name" in self.uses:
            if self._private is None:
                self._private = PreparedCache(_MOST_PRIVATE)
            private: Choice = self._private.get((shapes, values_key, wanted), lambda: self._prepare(inputs, wanted))
            return private
        key = (self.op.name, self._attrs_key, self.device, self.generation, shapes, values_key, wanted,
               self.definitions, self.mode)  # fmt: skip
        choice: Choice = PREPARED.get(key, lambda: self._prepare(inputs, wanted))
        return choice

    def spec(
        self, shapes: tuple[Shape, ...], values: Sequence[np.ndarray[Any, Any] | None], wanted: tuple[bool, ...]
    ) -> KernelSpec:
        """The specification that kernels compute, after the shape rule has checked it.

        Args:
            values: for each input in ``host_inputs`` its value, else ``None``.

        Raises:
            InvalidArgumentError: the shapes, or the values of host inputs, break the op's rules.
        """
        op_def = self.op.op_def
        known = [TensorShape.of(shape) for shape in shapes]
        context = ShapeContext(op_def, self.attrs, known, lambda index: values[index], at_run=True)
        inferred = infer_shapes(self.op, context)
        return KernelSpec(
            self.op,
            self.attrs,
            shapes,
            self.input_dtypes,
            tuple(values),
            tuple(
                () if declared.is_ref else shape.as_tuple() if shape.is_fully_defined else None
                for shape, declared in zip(inferred, op_def.output_types(self.attrs), strict=True)
            ),
            self.output_dtypes,
            wanted,
            self.mode,
        )

    def spec_of(self, inputs: Sequence[Any], wanted: tuple[bool, ...]) -> KernelSpec:
        """What kernels are asked to compute with these arrays, after the shape rule has checked it.

        Raises:
            InvalidArgumentError: the shapes, or the values of host inputs, break the op's rules.
        """
        values: list[np.ndarray[Any, Any] | None] = [None] * len(inputs)
        for index in self.host_inputs:
            values[index] = np.asarray(inputs[index])
        return self.spec(tuple([array.shape for array in inputs]), values, wanted)

    def _prepare(self, inputs: Sequence[Any], wanted: tuple[bool, ...]) -> Choice:
        spec = self.spec_of(inputs, wanted)
        ranking = self.rank(spec, inputs)
        if not ranking.able:
            error = missing_kernel(self.op.name, self.device, self.attrs, self.name)
            lines = [f"  {d.name}: {why}" for d, why in ranking.reasons.items()]
            error.add_note("\n".join([f"for shapes {spec.shapes}:", *lines]))
            raise error
        definition = ranking.able[0]
        return Choice(definition, definition.prepare(self._instance(definition), spec), spec)

    def rank(self, spec: KernelSpec, inputs: Sequence[Any] | None = None) -> Ranking:
        """Which kernels compute ``spec``: by priority, or, as ``mode.autotune`` says, by the time that they take.

        Args:
            inputs: operands to time kernels on whose times are not known; without them nothing is run.
        """
        able, reasons = rank(self.definitions, spec)
        if self.mode.autotune is False or len(able) < 2:
            return Ranking(able, reasons)
        if self.mode.autotune is None:
            if not hasattr(able[0].cls, "worth_timing"):
                return Ranking(able, reasons)
            from graphops.plan.choose import rivals

            ordered, found = rivals.order(able, spec, None if inputs is None else self._instance)
            return Ranking(ordered, reasons, found)
        from graphops.plan.choose import autotune

        if not autotune.may_be_timed(able, spec):
            return Ranking(able, reasons)
        seconds = autotune.known_seconds(able, spec)
        if seconds is None and inputs is not None:
            seconds = autotune.measured_seconds(able, spec, {d: self._instance(d) for d in able}, inputs)
        if seconds is not None:
            times = seconds
            able = sorted(able, key=lambda definition: times.get(definition.name, float("inf")))
        return Ranking(able, reasons, seconds)

    def _instance(self, definition: KernelDef) -> Any:
        kernel = self._instances.get(definition)
        if kernel is None:
            kernel = self._instances[definition] = definition.make(self.attrs)
        return kernel
