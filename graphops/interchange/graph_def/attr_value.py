"""AttrValue: values of attrs between the wire format and a node.

Attrs that the OpDef declares take their canonical Python values. Attrs that it does not know (``_output_shapes``,
what grappler or a newer TensorFlow left there) are kept as :class:`UndeclaredAttr` and written again as they came.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.interchange.graph_def import messages
from graphops.interchange.graph_def.tensor_proto import dtype_of, from_array, from_shape, to_array, to_dtype, to_shape
from graphops_registry.attr import AttrDef
from graphops_registry.dtypes import DType
from graphops_registry.errors import GraphopsError, InvalidArgumentError, InvalidTypeError, printed, shorten
from graphops_registry.shape import TensorShape

# AttrValue's field, and ListValue's, for each type of attr.
_FIELD = {
    "string": "s", "int": "i", "float": "f", "bool": "b", "type": "type", "shape": "shape", "tensor": "tensor",
    "func": "func",
}  # fmt: skip


class UndeclaredAttr:
    """The value of an attr that no OpDef explains: the bytes of its AttrValue."""

    __slots__ = ("data",)

    def __init__(self, data: bytes) -> None:
        self.data = data

    @classmethod
    def of(cls, value: Any) -> UndeclaredAttr:
        return cls(value.SerializeToString(deterministic=True))

    def message(self) -> Any:
        """The AttrValue."""
        return messages.AttrValue.FromString(self.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UndeclaredAttr) and other.data == self.data

    def __hash__(self) -> int:
        return hash(self.data)

    def __repr__(self) -> str:
        return " ".join(str(self.message()).split()) or "{}"


class FunctionName(str):
    """The name of a function, with the attrs that a ``func`` attr gives it; it is equal to the bare name."""

    __slots__ = ("data",)
    data: bytes  # of the NameAttrList

    @classmethod
    def of(cls, value: Any) -> str:
        """The name in a NameAttrList; just a text if nothing comes with it."""
        if not len(value.attr):
            name: str = value.name
            return name
        result = cls(value.name)
        result.data = value.SerializeToString(deterministic=True)
        return result


def to_python(value: Any, attr: AttrDef, op: str) -> Any:
    """The value of a declared attr, not yet checked against allowed values and minimums.

    Raises:
        InvalidTypeError: the AttrValue holds another kind of value than the attr declares.
        InvalidArgumentError: a shape, dtype or tensor that cannot be.
    """
    try:
        return _read(value, attr, op)
    except GraphopsError as error:
        error.concerns(op=op, argument=attr.name)
        raise


def _read(value: Any, attr: AttrDef, op: str) -> Any:
    field = value.WhichOneof("value")
    wanted = "list" if attr.is_list else _FIELD[attr.base_type]
    what = f"attr '{attr.name}' of op '{op}'"
    if field != wanted:
        raise InvalidTypeError(f"{what} must be a {attr.type}, got {_shown(value, field)}")
    if not attr.is_list:
        return _one(getattr(value, wanted), attr.base_type, what)
    inner = _FIELD[attr.base_type]
    others = [other.name for other, _ in value.list.ListFields() if other.name != inner]
    if others:
        raise InvalidTypeError(f"{what} must be a {attr.type}, got a list with values in '{others[0]}'")
    return [_one(item, attr.base_type, what) for item in getattr(value.list, inner)]


def _shown(value: Any, field: str | None) -> str:
    if field is None:
        return "nothing"
    text = " ".join(str(value).split())
    return text if len(text) < 80 else f"a value in '{field}'"


def _one(item: Any, kind: str, what: str) -> Any:
    if kind == "type":
        return to_dtype(item, what)
    if kind == "shape":
        return to_shape(item, what)
    if kind == "tensor":
        return to_array(item, what)
    if kind == "func":
        return FunctionName.of(item)
    return item


def text_of(value: Any) -> str | None:
    """The text in an AttrValue, if it is one."""
    if value.WhichOneof("value") != "s":
        return None
    try:
        text: str = value.s.decode()
    except UnicodeDecodeError:
        return None
    return text


def texts_of(value: Any) -> tuple[str, ...]:
    """The texts of an AttrValue that is a list of them (``_class``)."""
    return tuple(item.decode("utf-8", "replace") for item in value.list.s)


def write(value: Any, attr: AttrDef | None, proto: Any) -> None:
    """Write an attr's canonical value into the AttrValue ``proto``.

    Args:
        attr: its declaration; ``None`` for internal attrs, whose type is that of the Python value.

    Raises:
        InvalidArgumentError: a value without a form in the wire format.
    """
    if isinstance(value, UndeclaredAttr):
        proto.MergeFromString(value.data)
        return
    if isinstance(value, tuple):
        proto.list.SetInParent()
        for item in value:
            field = _FIELD[attr.base_type if attr is not None else _kind(item)]
            if field in ("shape", "tensor", "func"):
                _write_message(item, field, getattr(proto.list, field).add())
            else:
                getattr(proto.list, field).append(_plain(item, field))
        return
    field = _FIELD[attr.base_type if attr is not None else _kind(value)]
    if field in ("shape", "tensor", "func"):
        _write_message(value, field, getattr(proto, field))
    else:
        setattr(proto, field, _plain(value, field))


def _plain(value: Any, field: str) -> Any:
    if field == "s":
        return value.encode() if isinstance(value, str) else value
    return value.enum if field == "type" else value


def _write_message(value: Any, field: str, proto: Any) -> None:
    if field == "shape":
        from_shape(value, proto)
    elif field == "tensor":
        from_array(value, dtype_of(value), proto)
    elif isinstance(value, FunctionName):
        proto.MergeFromString(value.data)
    else:
        proto.name = value


def _kind(value: Any) -> str:
    kinds: list[tuple[type[Any], str]] = [
        (bool, "bool"), (int, "int"), (float, "float"), (str, "string"), (bytes, "string"), (DType, "type"),
        (TensorShape, "shape"), (np.ndarray, "tensor"),
    ]  # fmt: skip
    for cls, kind in kinds:
        if isinstance(value, cls):
            return kind
    raise InvalidArgumentError(
        f"an attr must be of one of TensorFlow's kinds to be stored, got {shorten(printed(value))}"
    )
