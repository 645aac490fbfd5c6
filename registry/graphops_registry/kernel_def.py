"""Kernels: how an op is computed on a device, in two stages.

A kernel class is registered for an (op, device) pair.  ``K(attrs)`` is made once for a node; ``prepare(spec)`` once for
each combination of real shapes, and answers an immutable :class:`Prepared` that any thread may run at any time.  A
class with only ``compute(*inputs)`` is enough for a simple kernel: :class:`ComputePrepared` wraps it.

Before ``prepare`` is called, the op's shape rule has checked the real shapes and the values of host inputs; a kernel
never checks them again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

import numpy as np

from graphops_registry.callables import place_of, signature_text, takes
from graphops_registry.dtypes import DType, as_dtype, dtype_names
from graphops_registry.errors import (
    AlreadyExistsError,
    InternalError,
    InvalidArgumentError,
    NotFoundError,
    nearest,
    shorten,
)
from graphops_registry.kernel_context import Context
from graphops_registry.locks import new_lock
from graphops_registry.op_def import REGISTRY, Op, OpDef, lookup_op

Array: TypeAlias = Any  # numpy.ndarray, cupy.ndarray or a stand-in; kernels treat it through ``xp``
Shape: TypeAlias = tuple[int, ...]

DEPENDS_ON_SHAPES: Final = "depends on the shapes"
USES: Final = frozenset({"resources", "functions", "random", "stream", "cancel", "name", "files", "memory"})


@dataclass(frozen=True, slots=True)
class Mode:
    """How a Session wants its numbers computed: what kernels may not do, or may.

    Attributes:
        deterministic: every run must give the same bits; a kernel whose sums may be added in another order the next
            time refuses.
        tf32: float32 products may be computed by units that round their operands to 11 significant bits.
        autotune: a kernel that knows several ways may time them.
        workspace: bytes that a kernel may use beyond its inputs and outputs; ``None``: as many as it likes.
    """

    deterministic: bool = False
    tf32: bool = False
    autotune: bool = False
    workspace: int | None = None


DEFAULT_MODE: Final = Mode()


@dataclass(frozen=True, slots=True)
class KernelSpec:
    """What a kernel is prepared for. Everything is checked: shapes by the shape rule, dtypes by the OpDef.

    Attributes:
        op: the registered op.
        attrs: complete attrs.
        shapes: the shape of each input, flat.
        dtypes: the dtype of each input.
        values: for each input declared in ``host_inputs`` its value (read-only), else ``None``.
        output_shapes: by the shape rule; ``None`` for an output whose shape depends on data.
        output_dtypes: the dtype of each output.
        wanted: for each output whether anybody will look at it.
        mode: how the numbers should be computed.
    """

    op: Op
    attrs: Mapping[str, Any]
    shapes: tuple[Shape, ...]
    dtypes: tuple[DType, ...]
    values: tuple[np.ndarray[Any, Any] | None, ...]
    output_shapes: tuple[Shape | None, ...]
    output_dtypes: tuple[DType, ...]
    wanted: tuple[bool, ...]
    mode: Mode = DEFAULT_MODE


class Prepared:
    """A kernel made ready for given shapes: immutable, shareable between threads, plans and ``eager``.

    Attributes:
        output_shapes: what ``run`` returns, ``None`` where data decides.
        workspace_bytes: memory that ``run`` needs beyond inputs and outputs.
        aliases: output index -> index of an input that the output may share memory with (a view).
        fresh: whether ``run`` keeps none of its inputs, and returns nothing that shares memory with one or with
            anything else, but for ``aliases``. Memory that only such kernels have seen may be used again.
        direct: when there is nothing to do beyond a call: a function of the inputs that gives the only output, fresh;
            it may raise NumPy's floating-point warnings, which the caller silences, and give a scalar for rank 0.
        direct_out: whether ``direct`` takes, after the inputs, an array to write into: one of its inputs, if it has
            the output's shape and dtype, or one that overlaps with none.
    """

    output_shapes: tuple[Shape | None, ...] = ()
    workspace_bytes: int = 0
    aliases: Mapping[int, int] = {}
    fresh: bool = False
    direct: Callable[..., Array] | None = None
    direct_out: bool = False

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array | None]:
        """Compute the outputs.

        Args:
            inputs: contiguous or not, never to be written to.
            out: for each output an array to write into and return, or ``None``; may be ``None`` altogether.

        Returns:
            One array for each output, or ``None`` for outputs that are not wanted.
        """
        raise NotImplementedError


class ComputePrepared(Prepared):
    """A class with only ``compute(*inputs)``, as a :class:`Prepared`.

    The class may say ``fresh = True``, and have a method ``direct(spec)`` that answers ``(direct, direct_out)`` or
    ``None``; both mean what the attributes of :class:`Prepared` do.
    """

    def __init__(self, kernel: Any, spec: KernelSpec, aliases: Mapping[int, int], with_context: bool) -> None:
        self.output_shapes = spec.output_shapes
        self.aliases = aliases
        outputs = spec.op.op_def.outputs
        self._single = len(outputs) == 1 and not outputs[0].is_list
        self._compute = kernel.compute
        self._with_context = with_context
        self.fresh = getattr(kernel, "fresh", False)
        direct = getattr(kernel, "direct", None)
        if direct is not None and self._single and (found := direct(spec)) is not None:
            if not (isinstance(found, tuple) and len(found) == 2 and callable(found[0])):
                raise broken(kernel, "direct(spec)", "return None or (function, takes_out)", found)
            self.direct, self.direct_out = found
        estimate = getattr(kernel, "workspace", None)
        self.workspace_bytes = estimate(spec) if estimate is not None else 0
        if not isinstance(self.workspace_bytes, Integral) or self.workspace_bytes < 0:
            raise broken(kernel, "workspace(spec)", "return a number of bytes", self.workspace_bytes)

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array | None]:
        result = self._compute(ctx, *inputs) if self._with_context else self._compute(*inputs)
        # NumPy turns 0-d results into scalars; every value of a graph is an array.
        if self._single:
            return (np.asarray(result) if isinstance(result, np.generic) else result,)
        if result is not None and not isinstance(result, (tuple, list)):
            got = type(result).__name__
            raise broken(self._compute.__self__, "compute", "return a tuple of arrays, one for each output", got)
        return [np.asarray(r) if isinstance(r, np.generic) else r for r in result or ()]


@dataclass(frozen=True, slots=True, eq=False)
class KernelDef:
    """A registered kernel class and what it is registered for."""

    op: str
    device: str
    cls: type[Any]
    types: Mapping[str, tuple[DType, ...]]
    priority: int
    label: str
    host_inputs: frozenset[str]
    host_outputs: frozenset[str]
    uses: frozenset[str]
    defined_at: str
    is_plain: bool = field(default=False)

    @property
    def name(self) -> str:
        """``graphops_cpu.plain.nn_conv.Conv3D``."""
        return f"{self.cls.__module__}.{self.cls.__qualname__}"

    def takes(self, attrs: Mapping[str, Any]) -> bool:
        """Whether the type constraints hold."""
        for attr, allowed in self.types.items():
            value = attrs[attr]
            values = value if isinstance(value, tuple) else (value,)
            if any(dtype not in allowed for dtype in values):
                return False
        return True

    def why_not(self, attrs: Mapping[str, Any], shapes: Sequence[Shape] | None) -> str | None:
        """``None`` if the kernel can do it, a reason, or :data:`DEPENDS_ON_SHAPES` when ``shapes`` is ``None``."""
        unsupported = getattr(self.cls, "unsupported", None)
        reason = unsupported(attrs, shapes) if unsupported is not None else None
        return self._reason("unsupported(attrs, shapes)", reason)

    def refuses(self, spec: KernelSpec) -> str | None:
        """A reason why the kernel does not compute ``spec``, or ``None``: what ``unsupported(attrs, shapes)`` and
        ``refuses(spec)`` of its class say, both optional."""
        reason = self.why_not(spec.attrs, spec.shapes)
        if reason is None and (refuses := getattr(self.cls, "refuses", None)) is not None:
            reason = self._reason("refuses(spec)", refuses(spec))
        return reason

    def _reason(self, what: str, answer: Any) -> str | None:
        """``False`` and the like would keep a kernel from ever running, and nobody would know."""
        if answer is None or isinstance(answer, str):
            return answer
        raise broken(self.cls, what, "return None or a reason", answer)

    @property
    def looks_at_shapes(self) -> bool:
        """Whether what it can do, or how well, may depend on the shapes."""
        return any(hasattr(self.cls, name) for name in ("refuses", "priority_for"))

    def priority_for(self, spec: KernelSpec) -> int:
        """Its priority for these shapes: what its class's ``priority_for(spec)`` says, else the registered one."""
        own: Callable[[KernelSpec], int] | None = getattr(self.cls, "priority_for", None)
        if own is None:
            return self.priority
        priority = own(spec)
        if not isinstance(priority, Real):
            raise broken(self.cls, "priority_for(spec)", "return a number", priority)
        return priority

    def make(self, attrs: Mapping[str, Any]) -> Any:
        """An instance for a node with these attrs."""
        return self.cls(attrs)

    def prepare(self, kernel: Any, spec: KernelSpec) -> Prepared:
        """Make ``kernel``, an instance of this class, ready for ``spec``."""
        if hasattr(kernel, "prepare"):
            prepared: Prepared = kernel.prepare(spec)
            if not callable(getattr(prepared, "run", None)):
                raise broken(kernel, "prepare(spec)", "return a Prepared", prepared)
            if len(getattr(prepared, "output_shapes", ())) != len(spec.output_dtypes):
                rule = f"return a Prepared with output_shapes for {len(spec.output_dtypes)} outputs"
                raise broken(kernel, "prepare(spec)", rule, getattr(prepared, "output_shapes", None))
            return prepared
        return ComputePrepared(kernel, spec, getattr(self.cls, "views", {}), bool(self.uses))

    def text(self) -> str:
        """``graphops_cpu.plain.nn_conv.Conv3D: device CPU; T in [float16, float32]; priority 10``."""
        parts = [f"device {self.device}"]
        parts += [f"{attr} in [{dtype_names(allowed)}]" for attr, allowed in self.types.items()]
        if self.label:
            parts.append(f"label '{self.label}'")
        if self.priority:
            parts.append(f"priority {self.priority}")
        return f"{self.name}: {'; '.join(parts)}"


def broken(kernel: Any, method: str, rule: str, got: object) -> InternalError:
    """The error of a kernel that does not keep its promises; a note says where its class is.

    Args:
        kernel: the class, or an instance of it.
    """
    cls = kernel if isinstance(kernel, type) else type(kernel)
    error = InternalError(
        f"{method} of kernel {cls.__module__}.{cls.__qualname__} must {rule}, got {shorten(repr(got))}"
    )
    _add_place(error, place_of(getattr(cls, method.partition("(")[0], None)))
    return error


def _add_place(error: InternalError, place: str) -> None:
    error.add_note(f"  the kernel is at {place}")


class PlainKernel:
    """Base of plain kernels: written once against ``xp`` (NumPy here) and subclassed per device.

    A plain kernel supports everything that its op's OpDef allows. Faster kernels are registrations of their own with
    a higher priority, never an ``if`` in a plain one. They may have, as static methods, ``unsupported(attrs, shapes)``
    and ``refuses(spec)`` - what they cannot compute - and ``priority_for(spec)`` - how good they are at what they can.
    """

    xp: ClassVar[Any] = np

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    def xp_of(self, array: Array) -> Any:
        """The array module for ``array``: NumPy for strings and handles, which never leave the host."""
        return np if array.dtype.kind == "O" else self.xp


_K = TypeVar("_K", bound=type[Any])

_kernels: dict[tuple[str, str], list[KernelDef]] = {}
_lock = new_lock()


def register_kernel(
    op: str,
    device: str,
    *,
    types: Mapping[str, Iterable[object]] | None = None,
    priority: int = 0,
    label: str = "",
    host_inputs: Iterable[str] = (),
    host_outputs: Iterable[str] = (),
    uses: Iterable[str] = (),
) -> Callable[[_K], _K]:
    """Class decorator: this class computes ``op`` on ``device``.

    Args:
        op: name of a registered op.
        device: device type, ``"CPU"`` or ``"GPU"``.
        types: for type attrs the dtypes that the class handles; attrs not named are unconstrained.
        priority: the highest one that supports a node runs it; plain kernels have 0.
        label: only used by nodes whose ``_kernel`` attr asks for it.
        host_inputs, host_outputs: arguments whose values live on the host on every device (shapes, axes, sizes).
        uses: what ``compute(ctx, ...)`` or ``run(ctx, ...)`` needs from its context:
            ``resources functions random stream cancel name files memory``. Without it ``compute`` gets the
            inputs alone.

    Raises:
        NotFoundError: no such op.
        InvalidArgumentError: a name or dtype that the OpDef does not have, an op without a shape rule, a class that
            cannot be made by ``K(attrs)``, that has neither ``compute`` nor ``prepare``, or whose methods take other
            arguments than they will be given.
        AlreadyExistsError: another class with the same priority takes some of the same dtypes; both are named.
    """

    def decorate(cls: _K) -> _K:
        frame = sys._getframe(1)
        add_kernel(
            cls,
            op,
            device,
            types=types,
            priority=priority,
            label=label,
            host_inputs=host_inputs,
            host_outputs=host_outputs,
            uses=uses,
            defined_at=f"{frame.f_code.co_filename}:{frame.f_lineno}",
        )
        return cls

    return decorate


def add_kernel(
    cls: type[Any],
    op: str,
    device: str,
    *,
    types: Mapping[str, Iterable[object]] | None,
    priority: int,
    label: str,
    host_inputs: Iterable[str],
    host_outputs: Iterable[str],
    uses: Iterable[str],
    defined_at: str,
) -> KernelDef:
    """Register ``cls`` as :func:`register_kernel` does, without the decorator."""
    registered = lookup_op(op)
    op_def = registered.op_def
    if not isinstance(cls, type):
        raise InvalidArgumentError(f"a kernel for op '{op}' on {device} must be a class, got {shorten(repr(cls))}")
    where = f"kernel {cls.__qualname__} for op '{op}' on {device}"
    if not isinstance(device, str) or not device.isalnum():
        raise InvalidArgumentError(f"device of {where} must be a device type such as 'CPU', got {device!r}")
    if not isinstance(priority, Integral) or not isinstance(label, str):
        rule = "be an integer, and label a text"
        raise InvalidArgumentError(f"priority of {where} must {rule}, got {priority!r} and {label!r}")
    if registered.shape_fn is None and op_def.outputs:
        raise InvalidArgumentError(
            f"op '{op}' ({registered.defined_at}) must have a shape rule before kernels are registered for it, "
            f"got none before {cls.__qualname__}"
        )
    constraints = _constraints(op_def, types or {}, where)
    host_inputs, host_outputs, uses = (
        _names(what, given, where)
        for what, given in (("host_inputs", host_inputs), ("host_outputs", host_outputs), ("uses", uses))
    )
    for kind, names, args in (
        ("host_inputs", host_inputs, op_def.inputs),
        ("host_outputs", host_outputs, op_def.outputs),
    ):
        for name in names:
            if all(arg.name != name for arg in args):
                near = nearest(name, (arg.name for arg in args))
                raise InvalidArgumentError(f"{kind} of {where} must name arguments of the op, got '{name}'{near}")
    for use in uses:
        if use not in USES:
            raise InvalidArgumentError(f"uses of {where} must be among {sorted(USES)}, got '{use}'")
    _check_class(cls, op_def, where, with_context=bool(uses))
    definition = KernelDef(
        op,
        device.upper(),
        cls,
        constraints,
        priority,
        label,
        frozenset(host_inputs),
        frozenset(host_outputs),
        frozenset(uses),
        defined_at,
        issubclass(cls, PlainKernel),
    )
    with _lock:
        present = _kernels.get((op, definition.device), [])
        for other in present:
            if other.priority == priority and other.label == label and overlap(other, definition):
                raise AlreadyExistsError(
                    f"{where} must differ in dtypes, priority or label from {other.name}, "
                    f"but {defined_at} repeats {other.defined_at}"
                )
        merged = sorted([*present, definition], key=lambda d: -d.priority)
        _kernels[(op, definition.device)] = merged  # replaced, never changed: readers take no lock
        REGISTRY.generation += 1
    return definition


def _constraints(op_def: OpDef, types: Mapping[str, Iterable[object]], where: str) -> dict[str, tuple[DType, ...]]:
    """``types`` as DTypes, all of which the OpDef allows."""
    if not isinstance(types, Mapping):
        rule = 'be a mapping such as {"T": ["float"]}'
        raise InvalidArgumentError(f"types of {where} must {rule}, got {shorten(repr(types))}")
    found: dict[str, tuple[DType, ...]] = {}
    for name, given in types.items():
        attr = op_def.attr_by_name.get(name)
        if attr is None or attr.base_type != "type":
            known = [a.name for a in op_def.attrs if a.base_type == "type"]
            raise InvalidArgumentError(f"types of {where} must name type attrs {known}, got '{name}'")
        if isinstance(given, (str, DType)) or not isinstance(given, Iterable):
            raise InvalidArgumentError(f"types of {where} must give '{name}' a list of dtypes, got {given!r}")
        found[name] = tuple(as_dtype(dtype) for dtype in given)
        for dtype in found[name]:
            if attr.allowed is not None and dtype not in attr.allowed:
                rule = f"be among those of the OpDef for '{name}', {dtype_names(attr.allowed)}"
                raise InvalidArgumentError(f"types of {where} must {rule}, got {dtype.name}")
        if not found[name]:
            raise InvalidArgumentError(f"types of {where} must give '{name}' a dtype or more, got none")
    return found


def _names(what: str, given: Iterable[str], where: str) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InvalidArgumentError(f"{what} of {where} must be a list of names, got {given!r}")
    return tuple(given)


# Methods that a kernel may have, with what they are given; the static ones are called on the class.
_STATIC: Final = {"unsupported": ("attrs", "shapes"), "refuses": ("spec",), "priority_for": ("spec",)}
_METHODS: Final = {"prepare": ("spec",), "workspace": ("spec",), "direct": ("spec",)}


def _check_class(cls: type[Any], op_def: OpDef, where: str, *, with_context: bool) -> None:
    """Refuse a class whose methods cannot be called as they will be."""
    for names, offset in ((_STATIC, 0), (_METHODS, 1)):
        for name, arguments in names.items():
            method = getattr(cls, name, None)
            if method is not None and not (callable(method) and takes(method, len(arguments) + offset)):
                kind = "" if offset else ", as a static method"
                got = signature_text(method) if callable(method) else repr(method)
                raise InvalidArgumentError(f"{name} of {where} must take ({', '.join(arguments)}){kind}, got {got}")
    _check_views(cls, op_def, where)
    if not callable(getattr(cls, "prepare", None)):
        _check_compute(cls, op_def, where, with_context)
    init: Any = cls.__init__
    new: Any = cls.__new__
    if (init is object.__init__ and new is object.__new__) or not takes(init, 2):
        got = "()" if init is object.__init__ else signature_text(init)
        raise InvalidArgumentError(f"{where} must be made by {cls.__name__}(attrs), got __init__{got}")


def _check_compute(cls: type[Any], op_def: OpDef, where: str, with_context: bool) -> None:
    compute = getattr(cls, "compute", None)
    if not callable(compute):
        raise InvalidArgumentError(f"{where} must have a method compute(*inputs) or prepare(spec), got neither")
    if op_def.has_plain_inputs and not takes(compute, 1 + with_context + len(op_def.inputs)):
        names = ", ".join(["self", *(["ctx"] if with_context else []), *(arg.name for arg in op_def.inputs)])
        raise InvalidArgumentError(f"compute of {where} must take ({names}), got {signature_text(compute)}")


def _check_views(cls: type[Any], op_def: OpDef, where: str) -> None:
    views = getattr(cls, "views", {})
    whole = isinstance(views, Mapping) and all(isinstance(i, int) and i >= 0 for each in views.items() for i in each)
    if not whole:
        rule = "map numbers of outputs to numbers of inputs"
        raise InvalidArgumentError(f"views of {where} must {rule}, got {shorten(repr(views))}")
    plain_outputs = not any(arg.is_list for arg in op_def.outputs)
    for output, position in views.items():
        if plain_outputs and output >= len(op_def.outputs):
            raise InvalidArgumentError(
                f"views of {where} must name an output below {len(op_def.outputs)}, got {output}"
            )
        if op_def.has_plain_inputs and position >= len(op_def.inputs):
            raise InvalidArgumentError(
                f"views of {where} must name an input below {len(op_def.inputs)}, got {position}"
            )


def overlap(a: KernelDef, b: KernelDef) -> bool:
    shared = a.types.keys() & b.types.keys()
    return all(set(a.types[attr]) & set(b.types[attr]) for attr in shared)


def kernels_of(op: str, device: str | None = None) -> list[KernelDef]:
    """Every kernel registered for ``op`` (on ``device``), best first."""
    if device is not None:
        return list(_kernels.get((op, device), ()))
    return [definition for (name, _), defs in list(_kernels.items()) if name == op for definition in defs]


def candidates(op: str, device: str, attrs: Mapping[str, Any]) -> list[KernelDef]:
    """The kernels that may compute a node with these attrs on ``device``, best first.

    What depends on shapes is settled later, once for each real shape (:meth:`KernelDef.why_not`).
    """
    label = attrs.get("_kernel", "")
    return [
        definition
        for definition in _kernels.get((op, device), ())
        if definition.label == label and definition.takes(attrs) and _supports(definition, attrs)
    ]


def _supports(definition: KernelDef, attrs: Mapping[str, Any]) -> bool:
    return definition.why_not(attrs, None) in (None, DEPENDS_ON_SHAPES)


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


def missing_kernel(op: str, device: str, attrs: Mapping[str, Any], node: str | None = None) -> NotFoundError:
    """The error that says that no kernel takes the node, and lists those that exist."""
    op_def = lookup_op(op).op_def
    shown = ", ".join(f"{a.name}={attrs[a.name]}" for a in op_def.attrs if a.base_type == "type")
    what = f"node '{node}' (op '{op}')" if node else f"op '{op}'"
    error = NotFoundError(f"{what} must have a kernel on {device} that takes {shown or 'its attrs'}, got none")
    registered = kernels_of(op)
    lines = [f"  {definition.text()}" for definition in registered] or ["  none"]
    error.add_note("\n".join(["registered kernels:", *lines]))
    label = attrs.get("_kernel", "")
    if label:
        error.add_note(f"the node asks for the kernel label '{label}'")
    return error


def derive_plain_kernels(device: str, xp: Any, *, source: str = "CPU") -> int:
    """Register every plain kernel of ``source`` for ``device`` too, as a subclass whose ``xp`` is the given module.

    Kernels that are registered for ``device`` already, by hand, are left alone. Returns how many were added.
    """
    added = 0
    for (op, on), definitions in list(_kernels.items()):
        if on != source:
            continue
        for definition in definitions:
            present = [d for d in kernels_of(op, device) if d.is_plain and d.priority == definition.priority]
            if not definition.is_plain or any(overlap(d, definition) for d in present):
                continue
            cls = type(definition.cls.__name__, (definition.cls,), {"xp": xp, "__module__": definition.cls.__module__})
            add_kernel(
                cls,
                op,
                device,
                types=definition.types,
                priority=definition.priority,
                label=definition.label,
                host_inputs=definition.host_inputs,
                host_outputs=definition.host_outputs,
                uses=definition.uses,
                defined_at=definition.defined_at,
            )
            added += 1
    return added


def check_outputs(prepared: Prepared, spec: KernelSpec, outputs: Sequence[Any], kernel: str) -> None:
    """Compare what a kernel returned with what was promised (done the first time a Prepared runs).

    Raises:
        InternalError: another number of outputs, another shape or another dtype; a note says where the kernel is.
    """
    problem = _output_problem(prepared, spec, outputs, kernel)
    if problem is not None:
        error = InternalError(problem)
        for definition in kernels_of(spec.op.name):
            if definition.name == kernel:
                _add_place(error, definition.defined_at)
                break
        raise error


def _output_problem(prepared: Prepared, spec: KernelSpec, outputs: Sequence[Any], kernel: str) -> str | None:
    if not isinstance(outputs, Sequence):
        return f"kernel {kernel} must return a list of outputs, got {type(outputs).__name__}"
    if len(outputs) != len(spec.output_dtypes):
        return f"kernel {kernel} must return {len(spec.output_dtypes)} outputs, got {len(outputs)}"
    for index, (array, dtype, shape) in enumerate(
        zip(outputs, spec.output_dtypes, prepared.output_shapes, strict=True)
    ):
        if array is None:
            if spec.wanted[index]:
                return f"kernel {kernel} must return output {index}, got None"
            continue
        if not hasattr(array, "shape") or not hasattr(array, "dtype"):
            return f"kernel {kernel} must return arrays, got {type(array).__name__} as output {index}"
        if shape is not None and tuple(array.shape) != shape:
            return f"output {index} of kernel {kernel} must have shape {shape}, got {tuple(array.shape)}"
        if array.dtype != dtype.as_numpy_dtype:
            return f"output {index} of kernel {kernel} must have dtype {dtype}, got {array.dtype}"
    return None
