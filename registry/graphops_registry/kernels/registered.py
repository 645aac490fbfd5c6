"""Every registered kernel, and which of them may compute a node."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from numbers import Integral
from typing import Any, Final, TypeVar

from graphops_registry.errors import (
    AlreadyExistsError,
    GraphopsError,
    InvalidArgumentError,
    NotFoundError,
    nearest,
    shorten,
)
from graphops_registry.kernels.class_checks import check_class, names_in, type_constraints
from graphops_registry.kernels.definition import DEPENDS_ON_SHAPES, KernelDef
from graphops_registry.kernels.on_demand import import_kernels, is_offered, is_waiting, offer, place_of, waiting
from graphops_registry.kernels.plain_kernel import PlainKernel
from graphops_registry.kernels.spec import KernelSpec
from graphops_registry.locks import new_lock
from graphops_registry.op_def import REGISTRY, Op, lookup_op

USES: Final = frozenset({"resources", "functions", "random", "stream", "cancel", "name", "files", "memory"})

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
        label: the kernel is used only by nodes whose ``_kernel`` attr has this label.
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
    try:
        definition = _checked(
            cls, registered, device, types, priority, label, host_inputs, host_outputs, uses, defined_at
        )
        if not is_offered(definition):
            load_kernels_of(op, definition.device)  # which come first, as if all had been loaded at once
        _add(definition)
    except GraphopsError as error:
        error.concerns(op=op)
        raise
    return definition


def _checked(
    cls: type[Any],
    registered: Op,
    device: str,
    types: Mapping[str, Iterable[object]] | None,
    priority: int,
    label: str,
    host_inputs: Iterable[str],
    host_outputs: Iterable[str],
    uses: Iterable[str],
    defined_at: str,
) -> KernelDef:
    """The definition, if what was given fits the op."""
    op_def = registered.op_def
    op = op_def.name
    if not isinstance(cls, type):
        raise InvalidArgumentError(f"a kernel for op '{op}' on {device} must be a class, got {shorten(repr(cls))}")
    where = _where(cls, op, device)
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
    constraints = type_constraints(op_def, types or {}, where)
    host_inputs, host_outputs, uses = (
        names_in(what, given, where)
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
    check_class(cls, op_def, where, with_context=bool(uses))
    return KernelDef(
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


def _where(cls: type[Any], op: str, device: str) -> str:
    """A kernel in a sentence."""
    return f"kernel {cls.__qualname__} for op '{op}' on {device}"


def _add(definition: KernelDef) -> None:
    """Add a kernel to those that are registered, which must not repeat one of them."""
    key = (definition.op, definition.device)
    with _lock:
        present = _kernels.get(key, [])
        for other in present:
            same = (other.priority, other.label) == (definition.priority, definition.label)
            if same and overlap(other, definition):
                raise AlreadyExistsError(
                    f"{_where(definition.cls, *key)} must differ in dtypes, priority or label from {other.name}, "
                    f"but {definition.defined_at} repeats {other.defined_at}"
                )
        _kernels[key] = _in_order([*present, definition])
        if not is_offered(definition):
            REGISTRY.generation += 1


def _in_order(definitions: Iterable[KernelDef]) -> list[KernelDef]:
    """A new list, best first. Lists are replaced and never changed, because readers take no lock."""
    return sorted(definitions, key=lambda definition: (-definition.priority, place_of(definition)))


def offer_kernels(device: str, modules: Mapping[str, str]) -> None:
    """Make an index of kernels known, as :func:`~graphops_registry.kernels.on_demand.offer` does."""
    offer(device, modules)
    REGISTRY.generation += 1  # once, for all kernels of the index


def load_kernels_of(op: str, device: str) -> None:
    """Import the kernels of ``op`` on ``device`` that an index names."""
    if not is_waiting(op, device):
        return
    try:
        import_kernels(op, device)
    except BaseException:  # what a module has registered so far would be in the way of importing it again
        with _lock:
            for key, definitions in list(_kernels.items()):
                there = [d for d in definitions if not is_offered(d) or d.cls.__module__ in sys.modules]
                if len(there) < len(definitions):
                    _kernels[key] = there
        raise


def load_all_kernels(device: str | None = None) -> None:
    """Import every kernel (on ``device``) that an index names."""
    for op, on in waiting(device):
        load_kernels_of(op, on)


def keep_offered(kept: Mapping[tuple[str, str], Sequence[KernelDef]]) -> None:
    """Forget all kernels but ``kept`` and those of an index."""
    with _lock:
        for key, definitions in list(_kernels.items()):
            offered = [d for d in definitions if is_offered(d) and d not in kept.get(key, ())]
            _kernels[key] = _in_order([*kept.get(key, ()), *offered])
            if not _kernels[key]:
                del _kernels[key]
        for key, before in kept.items():
            _kernels.setdefault(key, list(before))


def overlap(a: KernelDef, b: KernelDef) -> bool:
    """Whether some attrs are taken by both, as far as dtypes say."""
    shared = a.types.keys() & b.types.keys()
    return all(set(a.types[attr]) & set(b.types[attr]) for attr in shared)


def kernels_of(op: str, device: str | None = None) -> list[KernelDef]:
    """Every kernel registered for ``op`` (on ``device``), best first; imports those that an index names."""
    if device is not None:
        load_kernels_of(op, device)
        return list(_kernels.get((op, device), ()))
    for name, on in waiting():
        if name == op:
            load_kernels_of(op, on)
    return [definition for (name, _), defs in list(_kernels.items()) if name == op for definition in defs]


def candidates(op: str, device: str, attrs: Mapping[str, Any]) -> list[KernelDef]:
    """The kernels that may compute a node with these attrs on ``device``, best first.

    What depends on shapes is settled later, once for each real shape (:meth:`KernelDef.why_not`).
    """
    load_kernels_of(op, device)
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
    error.concerns(op=op, node=node)
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
    load_all_kernels(source)
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
                host_inputs=definition.host_inputs.union(definition.cls.host_data),
                host_outputs=definition.host_outputs,
                uses=definition.uses,
                defined_at=definition.defined_at,
            )
            added += 1
    return added
