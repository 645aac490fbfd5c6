"""Which kernel computes a node: candidates when the plan is made, the one that runs for each real shape."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import prod
from typing import Any, Final

import numpy as np

from graphops.plan.choose.prepared_cache import PREPARED
from graphops_registry.device_def import device_type, device_types
from graphops_registry.dtypes import resource, string, variant
from graphops_registry.errors import GraphopsError, ResourceExhaustedError
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
)
from graphops_registry.op_def import REGISTRY, Op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext, infer_shapes

POINTER: Final = 8  # bytes of an element that is a reference to an object: a text, a handle
_LARGEST_KEYED_VALUE = 4096  # bytes of a host input beyond which a Prepared is not shared


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


class NodeKernels:
    """The candidates for one (op, attrs, device), best first, with an instance of each that was needed.

    Args:
        definitions: the candidates, when not all that the registry has.
        mode: how the Session wants its numbers; with ``mode.autotune`` the fastest kernel on the real operands is
            taken (:mod:`graphops.plan.choose.autotune`), not the best by priority.

    Raises:
        NotFoundError: no kernel takes these attrs on this device.
    """

    __slots__ = (
        "_attrs_key", "_instances", "_private", "all_on_host", "attrs", "definitions", "device", "generation",
        "host_inputs", "host_outputs", "input_dtypes", "mode", "name", "op", "output_dtypes", "uses",
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
        # What has to do with texts, and what calls functions, is on the host, whatever device the node is on.
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
        self._private: dict[Hashable, Choice] = {}
        self._attrs_key = _attrs_key(attrs)

    def choose(self, inputs: Sequence[Any], wanted: tuple[bool, ...]) -> Choice:
        """The kernel for these arrays, made ready: from the cache, or checked by the shape rule and prepared.

        Raises:
            InvalidArgumentError: the shapes, or the values of host inputs, break the op's rules.
        """
        shapes = tuple([array.shape for array in inputs])
        values_key: Hashable = ()
        if self.host_inputs:
            values_key = tuple(_value_key(inputs[index]) for index in self.host_inputs)
        if None in values_key if isinstance(values_key, tuple) else False:
            return self._prepare(inputs, shapes, wanted)  # a host input too large to key on
        if self._attrs_key is None or "name" in self.uses:
            key: Hashable = (shapes, values_key, wanted)
            found = self._private.get(key)
            if found is None:
                if len(self._private) >= 64:
                    self._private.clear()
                found = self._private[key] = self._prepare(inputs, shapes, wanted)
            return found
        key = (self.op.name, self._attrs_key, self.device, self.generation, shapes, values_key, wanted,
               self.definitions, self.mode)  # fmt: skip
        choice: Choice = PREPARED.get(key, lambda: self._prepare(inputs, shapes, wanted))
        return choice

    def spec(
        self, shapes: tuple[Shape, ...], values: Sequence[np.ndarray[Any, Any] | None], wanted: tuple[bool, ...]
    ) -> KernelSpec:
        """What kernels are asked to compute, after the shape rule has checked it.

        Args:
            values: for each input in ``host_inputs`` its value, else ``None``.

        Raises:
            InvalidArgumentError: the shapes, or the values of host inputs, break the op's rules.
        """
        op_def = self.op.op_def
        known = [TensorShape.of(shape) for shape in shapes]
        inferred = infer_shapes(self.op, ShapeContext(op_def, self.attrs, known, lambda index: values[index]))
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

    def _prepare(self, inputs: Sequence[Any], shapes: tuple[Shape, ...], wanted: tuple[bool, ...]) -> Choice:
        values: list[np.ndarray[Any, Any] | None] = [None] * len(inputs)
        for index in self.host_inputs:
            values[index] = np.asarray(inputs[index])
        spec = self.spec(shapes, values, wanted)
        ranked, reasons = rank(self.definitions, spec)
        if not ranked:
            error = missing_kernel(self.op.name, self.device, self.attrs, self.name)
            error.add_note("\n".join([f"for shapes {shapes}:", *(f"  {d.name}: {why}" for d, why in reasons.items())]))
            raise error
        if self.mode.autotune and len(ranked) > 1:
            from graphops.plan.choose import autotune

            if autotune.may_be_timed(ranked, spec):
                ranked = autotune.fastest_first(ranked, spec, {d: self._instance(d) for d in ranked}, inputs)
        definition = ranked[0]
        return Choice(definition, definition.prepare(self._instance(definition), spec), spec)

    def _instance(self, definition: KernelDef) -> Any:
        kernel = self._instances.get(definition)
        if kernel is None:
            kernel = self._instances[definition] = definition.make(self.attrs)
        return kernel


def rank(definitions: Sequence[KernelDef], spec: KernelSpec) -> tuple[list[KernelDef], dict[KernelDef, str]]:
    """The kernels that compute ``spec``, best first, and why the others do not."""
    reasons: dict[KernelDef, str] = {}
    for definition in definitions:
        reason = definition.refuses(spec)
        if reason is not None:
            reasons[definition] = reason
    ranked = [definition for definition in definitions if definition not in reasons]
    if len(ranked) > 1:
        ranked.sort(key=lambda definition: -definition.priority_for(spec))
    return ranked, reasons


def calls_functions(op: Op) -> bool:
    """Whether the op calls functions of the graph, which compute wherever their nodes are."""
    return any(attr.base_type == "func" for attr in op.op_def.attrs)


def computed_on_host(op: Op, attrs: Mapping[str, Any]) -> bool:
    """Whether a node is computed by the CPU's kernels with all inputs and outputs on the host, wherever it is placed:
    because it has to do with texts, or calls functions."""
    if calls_functions(op):
        return True
    op_def = op.op_def
    types = (*op_def.input_types(attrs), *op_def.output_types(attrs))
    return any(dtype.base is string or dtype.base is variant for dtype in types)


def _attrs_key(attrs: Mapping[str, Any]) -> Hashable | None:
    """A key that equal attrs share; ``None`` if a value cannot be one (a tensor)."""
    key = tuple((name, _exact(value)) for name, value in attrs.items() if name != "_class")
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _exact(value: Any) -> Any:
    """``value``, with floats by their bits: 0.0 equals -0.0, and NaN not even itself."""
    if type(value) is float:
        return value.hex()
    return tuple(map(_exact, value)) if type(value) is tuple else value


def _value_key(array: Any) -> Hashable | None:
    value = np.asarray(array)
    if value.dtype.kind == "O":
        if value.size > 64:
            return None
        items = tuple(value.reshape(-1).tolist())
        try:
            hash(items)
        except TypeError:  # something that is no text and no handle: the kernel says so
            return None
        return items
    return value.tobytes() if value.nbytes <= _LARGEST_KEYED_VALUE else None


def check_memory(choice: Choice, limit: int, used: int = 0) -> None:
    """Refuse a kernel whose results and workspace do not fit, before anything is allocated.

    Raises:
        ResourceExhaustedError: with the sizes.
    """
    if choice.bytes + used > limit:
        results = zip(choice.spec.output_dtypes, choice.prepared.output_shapes, strict=True)
        sizes = ", ".join(f"{dtype.name}{shape}" for dtype, shape in results)
        raise ResourceExhaustedError(
            f"the memory for op '{choice.spec.op.name}' must stay within {limit:,} bytes, but its result {sizes} needs "
            f"{choice.output_bytes:,} and its workspace {choice.prepared.workspace_bytes:,}"
            + (f" beside {used:,} in use" if used else "")
        )


def check_bytes(size: int, op: str, limit: int | None, used: int = 0) -> None:
    """Refuse what a kernel is about to allocate, if it does not fit.

    Raises:
        ResourceExhaustedError: with the sizes.
    """
    if limit is None:
        limit = device_type("CPU").memory()[1]
    if size + used > limit:
        beside = f" beside {used:,} in use" if used else ""
        raise ResourceExhaustedError(f"the memory for op '{op}' must stay within {limit:,} bytes, but it needs "
                                     f"{size:,}{beside}")  # fmt: skip


def _with_size(error: Exception, choice: Choice | None) -> Exception:
    """A device's error; one about memory says what the node needs."""
    if isinstance(error, ResourceExhaustedError) and choice is not None:
        error.add_note(
            f"  op '{choice.spec.op.name}' needs {choice.output_bytes:,} bytes for its results and "
            f"{choice.prepared.workspace_bytes:,} for its workspace"
        )
    return error


def wrap_kernel_error(error: Exception, definition: KernelDef, choice: Choice | None) -> Exception:
    """What a caller sees when a kernel raises: our own errors as they are, a MemoryError as ResourceExhaustedError."""
    if isinstance(error, GraphopsError):
        return error
    for device in device_types():
        explained = device.explain_error(error)
        if explained is not None:
            return _with_size(explained, choice)
    if isinstance(error, MemoryError):
        size = f", but {choice.bytes:,} bytes are not" if choice is not None and choice.bytes else ""
        return ResourceExhaustedError(
            f"the memory for op '{definition.op}' must be available{size or ', but it is not'}"
        )
    if isinstance(error, RecursionError):
        return ResourceExhaustedError(
            f"calls within calls must fit onto Python's stack, but op '{definition.op}' did not"
        )
    return error
