"""Ops in the C++ style: ``ops.Conv3D(scope, input, filter, strides, padding, attrs=ops.Conv3D.data_format("NCDHW"))``.

Inputs and required attrs are positional, in the OpDef's order; attrs with a default go into an ``Attrs`` object.  Its
setters return a changed copy, and the op itself starts a chain: ``ops.Conv3D.data_format("NCDHW").dilations([...])``.
"""

from __future__ import annotations

from typing import Any as _Any  # "Any" is the name of an op here

from graphops.build.ops_by_name import OpsByName as _OpsByName
from graphops.build.raw_ops import documentation
from graphops.build.scope import Scope
from graphops_registry.attr import AttrDef, attr_text
from graphops_registry.errors import InvalidTypeError, must, nearest
from graphops_registry.op_def import OpDef


class Attrs:
    """Values for an op's optional attrs: frozen, with one setter for each attr that returns a copy."""

    __slots__ = ("_values",)
    op_def: OpDef

    def __init__(self, **values: object) -> None:
        known = {attr.name: attr for attr in self.op_def.explicit_attrs if attr.has_default}
        checked: dict[str, _Any] = {}
        for name, value in values.items():
            if name not in known:
                raise InvalidTypeError(
                    f"'{name}' is no optional attr of op '{self.op_def.name}'{nearest(name, known)}; "
                    f"it has {', '.join(known) or 'none'}"
                ).concerns(op=self.op_def.name, argument=name)
            checked[name] = known[name].convert(value, self.op_def.name)
        object.__setattr__(self, "_values", checked)

    @property
    def values(self) -> dict[str, _Any]:
        """The attrs that were set."""
        return dict(self._values)

    def __setattr__(self, name: str, value: object) -> None:
        raise InvalidTypeError(
            f"Attrs of op '{self.op_def.name}' are frozen; write .{name}(value) for a changed copy"
        ).concerns(op=self.op_def.name)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Attrs) and self._values == other._values

    def __hash__(self) -> int:
        return hash((type(self), tuple(sorted(self._values.items(), key=lambda item: item[0]))))

    def __repr__(self) -> str:
        return f"{self.op_def.name}.Attrs({', '.join(f'{k}={attr_text(v)}' for k, v in self._values.items())})"


def _setter(attr: AttrDef) -> _Any:
    def setter(self: Attrs, value: object) -> Attrs:
        return type(self)(**{**self._values, attr.name: value})

    setter.__name__ = attr.name
    setter.__doc__ = f"A copy with ``{attr.text()}`` set."
    return setter


class OpClass:
    """One op: call it with a Scope to add a node; read an optional attr's name from it to start its Attrs.

    Attributes:
        Attrs: the frozen class of its optional attrs.
    """

    def __init__(self, op_def: OpDef) -> None:
        self.op_def = op_def
        self._positional = [arg.name for arg in op_def.inputs]
        self._positional += [attr.name for attr in op_def.explicit_attrs if not attr.has_default]
        optional = [attr for attr in op_def.explicit_attrs if attr.has_default]
        methods = {attr.name: _setter(attr) for attr in optional}
        self._optional = tuple(methods)
        # "values" would hide the property of that name; such an attr is given to the constructor.
        methods.pop("values", None)
        self.Attrs: type[Attrs] = type("Attrs", (Attrs,), {"__slots__": (), "op_def": op_def, **methods})
        self.__name__ = op_def.name
        self.__doc__ = documentation(op_def)

    def __call__(self, scope: Scope, *positional: object, attrs: Attrs | None = None, **named: object) -> _Any:
        """Add a node in ``scope``.

        Returns:
            What ``raw_ops`` returns: the Tensor, a named tuple of several, or the Node of an op without outputs.

        Raises:
            GraphopsError: an argument is wrong.
        """
        op = self.op_def.name
        if not isinstance(scope, Scope):
            raise InvalidTypeError(f"scope of op '{op}' must be a Scope, got {scope!r}").concerns(op=op)
        if attrs is not None and not isinstance(attrs, self.Attrs):
            raise InvalidTypeError(f"attrs of op '{op}' must be made by ops.{op}, got {attrs!r}").concerns(op=op)
        if len(positional) > len(self._positional):
            takes = ", ".join(self._positional)
            raise InvalidTypeError(
                f"arguments of op '{op}' must be (scope, {takes}), got {len(positional) + 1}"
            ).concerns(op=op)
        arguments: dict[str, object] = dict(zip(self._positional, positional, strict=False))
        for name, value in named.items():
            if name in arguments:
                raise must(name, op, "be given once", "it twice", kind=InvalidTypeError)
            if name in self._optional:
                raise InvalidTypeError(
                    f"attr '{name}' of op '{op}' must be given by attrs=ops.{op}.{name}(...)"
                ).concerns(op=op, argument=name)
            arguments[name] = value
        if attrs is not None:
            arguments.update(attrs.values)
        return scope.add(op, arguments)

    def __getattr__(self, name: str) -> _Any:
        if name in self.__dict__.get("_optional", ()):
            return getattr(self.Attrs(), name)
        raise AttributeError(f"op '{self.__dict__.get('__name__')}' has no optional attr '{name}'")

    def __repr__(self) -> str:
        return f"<graphops.ops.{self.op_def.name}>"


_ops = _OpsByName(lambda op: OpClass(op.op_def))
__getattr__ = _ops.get
__dir__ = _ops.names
