"""Checks of a kernel class when it is registered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from graphops_registry.callables import signature_text, takes
from graphops_registry.dtypes import DType, as_dtype, dtype_names
from graphops_registry.errors import InvalidArgumentError, shorten
from graphops_registry.op_def import OpDef


def type_constraints(op_def: OpDef, types: Mapping[str, Iterable[object]], where: str) -> dict[str, tuple[DType, ...]]:
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


def names_in(what: str, given: Iterable[str], where: str) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InvalidArgumentError(f"{what} of {where} must be a list of names, got {given!r}")
    return tuple(given)


# Methods that a kernel may have, with their arguments; the static ones are called on the class.
_STATIC: Final = {
    "unsupported": ("attrs", "shapes"),
    "refuses": ("spec",),
    "priority_for": ("spec",),
    "worth_timing": ("spec",),
    "starts_slowly": ("spec",),
}
_METHODS: Final = {"prepare": ("spec",), "workspace": ("spec",), "direct": ("spec",)}


def check_class(cls: type[Any], op_def: OpDef, where: str, *, with_context: bool) -> None:
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
