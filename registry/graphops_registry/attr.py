"""Attrs: the values that an op takes at graph-building time, declared in TensorFlow's mini-language.

``parse_attr("strides: list(int) >= 5")`` gives an :class:`AttrDef`; :meth:`AttrDef.convert` turns what a user
passed into the canonical, immutable value that a node keeps:

=========  ==============================================
type       canonical value
=========  ==============================================
string     ``str`` (``bytes`` that are not UTF-8 stay bytes)
int        ``int`` within int64
float      ``float``, rounded to float32
bool       ``bool``
type       :class:`~graphops_registry.dtypes.DType`
shape      :class:`~graphops_registry.shape.TensorShape`
tensor     read-only :class:`numpy.ndarray`
func       ``str``, the name of a function in the graph's library
list(X)    ``tuple`` of the above
=========  ==============================================
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from mmap import mmap
from typing import Any, Final

import numpy as np

from graphops_registry import dtypes
from graphops_registry.dtypes import DType
from graphops_registry.errors import GraphopsError, InvalidArgumentError, InvalidTypeError, must, nearest, printed
from graphops_registry.shape import TensorShape
from graphops_registry.spec_text import Reader

BASE_TYPES: Final = ("string", "int", "float", "bool", "type", "shape", "tensor", "func")
NO_DEFAULT: Final = type("NoDefault", (), {"__repr__": lambda self: "NO_DEFAULT"})()

_INT64_MIN, _INT64_MAX = -(2**63), 2**63 - 1


@dataclass(frozen=True, slots=True, eq=False)
class AttrDef:
    """One attr of an op. ``minimum`` bounds an int's value or a list's length; ``allowed`` lists permitted values.

    Two are equal if they declare the same; whether other attrs determine them is not looked at.
    """

    name: str
    type: str
    default: Any = NO_DEFAULT
    allowed: tuple[Any, ...] | None = None
    minimum: int | None = None
    # Set by the OpDef. Attrs that an input's dtype, count or type list determines are not arguments of the op.
    inferred: bool = False

    def _declared(self) -> tuple[Any, ...]:
        default = self.default
        if isinstance(default, np.ndarray):  # arrays are compared element by element, and have no hash
            default = (default.dtype.str, default.shape, default.tobytes())
        return self.name, self.type, default, self.allowed, self.minimum

    def __eq__(self, other: object) -> bool:
        return self._declared() == other._declared() if isinstance(other, AttrDef) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._declared())

    @property
    def has_default(self) -> bool:
        """Whether it may be left out."""
        return self.default is not NO_DEFAULT

    @property
    def is_list(self) -> bool:
        """Whether its type is ``list(...)``."""
        return self.type.startswith("list(")

    @property
    def base_type(self) -> str:
        """``int`` for ``list(int)``."""
        return self.type[5:-1] if self.is_list else self.type

    def convert(self, value: object, op: str) -> Any:
        """The canonical form of ``value``, checked against this declaration.

        Raises:
            InvalidTypeError: the value is of another kind (a fraction for an int, a scalar for a list, ...).
            InvalidArgumentError: it is below the minimum or not among the allowed values.
        """
        what = f"attr '{self.name}'"
        if self.is_list:
            if isinstance(value, (str, bytes)) or not isinstance(value, (Sequence, np.ndarray)):
                raise must(what, op, f"be a list of {self.base_type}", printed(value), kind=InvalidTypeError)
            if isinstance(value, np.ndarray) and value.ndim != 1:
                raise must(what, op, f"be a list of {self.base_type}", f"an array of shape {value.shape}")
            result: Any = tuple(_convert_one(self.base_type, item, what, op) for item in value)
            if self.minimum is not None and len(result) < self.minimum:
                rule = f"have at least {self.minimum} value{'s' if self.minimum != 1 else ''}"
                raise must(what, op, rule, f"{len(result)}: {list(result)}")
            self._check_allowed(result, what, op)
            return result
        result = _convert_one(self.base_type, value, what, op)
        if self.minimum is not None and result < self.minimum:
            raise must(what, op, f"be at least {self.minimum}", result)
        self._check_allowed((result,), what, op)
        return result

    def _check_allowed(self, values: tuple[Any, ...], what: str, op: str) -> None:
        if self.allowed is None:
            return
        for value in values:
            if value not in self.allowed:
                kind: type[GraphopsError] = InvalidTypeError if self.base_type == "type" else InvalidArgumentError
                fix = None
                if isinstance(value, str):
                    near = [name for name in self.allowed if name.lower() == value.lower()]
                    fix = f"write '{near[0]}'" if near else None
                raise must(what, op, f"be one of {self.allowed_text()}", attr_text(value), kind=kind, fix=fix)

    def allowed_text(self) -> str:
        """The allowed values, with commas between."""
        return ", ".join(attr_text(value) for value in self.allowed or ())

    def text(self) -> str:
        """The declaration in the mini-language, ``strides: list(int) >= 5``."""
        if self.allowed is not None:
            inner = ", ".join(attr_text(v) if isinstance(v, str) else v.spec_name for v in self.allowed)
            kind = f"list({{{inner}}})" if self.is_list else f"{{{inner}}}"
        else:
            kind = self.type
        minimum = f" >= {self.minimum}" if self.minimum is not None else ""
        default = f" = {self._default_text()}" if self.has_default else ""
        return f"{self.name}: {kind}{minimum}{default}"

    def _default_text(self) -> str:
        if self.type == "shape":
            return _shape_text(self.default)
        return _tensor_text(self.default) if self.type == "tensor" else attr_text(self.default)


def _shape_text(shape: TensorShape) -> str:
    """A shape as the mini-language writes it."""
    if shape.dims is None:
        return "{ unknown_rank: true }"
    return "{" + "".join(f" dim {{ size: {d if isinstance(d, int) else -1} }}" for d in shape.dims) + " }"


def _tensor_text(array: np.ndarray[Any, Any]) -> str:
    """A tensor of integers as the mini-language writes it."""
    dtype = dtypes.as_dtype(array.dtype).proto_name
    values = "".join(f" int_val: {number}" for number in array.reshape(-1).tolist())
    return f"{{ dtype: {dtype} tensor_shape {_shape_text(TensorShape(array.shape))}{values} }}"


def attr_text(value: object) -> str:
    """A canonical attr value as users write it: ``'SAME'``, ``[1, 2]``, ``float32``, ``true``."""
    if isinstance(value, tuple):
        return "[" + ", ".join(attr_text(item) for item in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(np.float32(value))
    if isinstance(value, str):
        for plain, escaped in (("\\", "\\\\"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"), ("'", "\\'")):
            value = value.replace(plain, escaped)
        return f"'{value}'"
    if isinstance(value, np.ndarray):
        return f"<{value.dtype.name} tensor of shape {value.shape}>"
    try:
        return str(value)
    except Exception:  # an internal attr, which may be anything
        return printed(value)


def _convert_one(base_type: str, value: object, what: str, op: str) -> Any:
    """One element of ``base_type``; raises in the form ``<what> of op '<op>' must be ...``."""
    converter = _CONVERTERS[base_type]
    try:
        return converter(value)
    except GraphopsError as reason:  # a TensorShape or DType explains itself
        raise must(what, op, f"be a {base_type}", f"{printed(value)} ({reason})", kind=type(reason)) from None
    except OverflowError:
        raise must(what, op, "fit into int64", value) from None
    except (TypeError, ValueError):
        rule = _RULES.get(base_type, f"be a {base_type}")
        raise must(what, op, rule, printed(value), kind=InvalidTypeError) from None


def _to_string(value: object) -> str | bytes:
    if isinstance(value, str):
        value.encode()  # a lone surrogate cannot be encoded: a ValueError
        return value
    if isinstance(value, (bytes, np.bytes_)):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return bytes(value)
    raise TypeError


def text_bytes(value: str | bytes) -> bytes:
    """The bytes of a string attr, which is a ``str`` if they are UTF-8, else ``bytes``."""
    return value if isinstance(value, bytes) else value.encode()


def text_shown(value: str | bytes) -> str:
    """A string attr for people to read."""
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value


def _to_int(value: object) -> int:
    if isinstance(value, np.ndarray) and value.ndim:
        raise TypeError
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError  # a fraction, a bool or a text: never truncated, never guessed
    number = int(value.__index__())
    if not _INT64_MIN <= number <= _INT64_MAX:
        raise OverflowError
    return number


def _to_float(value: object) -> float:
    if isinstance(value, (bool, str, bytes)) or (isinstance(value, np.ndarray) and value.ndim):
        raise TypeError
    if isinstance(value, (int, float, np.integer, np.floating, np.ndarray)):
        with np.errstate(over="ignore"):
            return float(np.float32(value))  # as TensorFlow keeps it, in a node and in a file
    raise TypeError


def _to_bool(value: object) -> bool:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise TypeError


def _to_tensor(value: object) -> np.ndarray[Any, Any]:
    if not isinstance(value, np.ndarray):
        raise TypeError
    if not _is_frozen(value) or not value.flags.aligned:  # other code could change it, or kernels could not read it
        value = value.copy()
        value.flags.writeable = False
    return value


def _is_frozen(value: Any) -> bool:
    """Whether neither an array nor what it is a view of can be written to."""
    while isinstance(value, np.ndarray):
        if value.flags.writeable:
            return False
        value = value.base
    if isinstance(value, memoryview):  # of a mapping, which is of a file that is only read
        return isinstance(value.obj, mmap) and value.readonly
    return value is None


def _to_type(value: object) -> DType:
    dtype = dtypes.as_dtype(value)
    if dtype.is_ref:
        raise InvalidTypeError(f"a dtype must not be a reference type here, got {dtype.name}")
    if dtype is dtypes.UNKNOWN:
        raise InvalidTypeError("only ops that are not registered take a tensor of unknown dtype")
    return dtype


def _to_func(value: object) -> str:
    name = getattr(value, "name", value)
    if not isinstance(name, str) or not name:
        raise TypeError
    return name


_CONVERTERS: Final[dict[str, Any]] = {
    "string": _to_string,
    "int": _to_int,
    "float": _to_float,
    "bool": _to_bool,
    "type": _to_type,
    "shape": TensorShape,
    "tensor": _to_tensor,
    "func": _to_func,
}
_RULES: Final = {
    "int": "be an integer",
    "tensor": "be a NumPy array",
    "func": "be a function or the name of one",
    "type": "be a dtype",
}


_MOST_SPECS: Final = 1024  # different attrs that are remembered: most ops declare the same few

# --------------------------------------------------------------------------------------------------------------
# The mini-language


@lru_cache(_MOST_SPECS)
def parse_attr(spec: str) -> AttrDef:
    """Parse ``name ":" type [">=" int] ["=" default]``.

    Types are ``string int float bool type shape tensor func``, a set (``numbertype`` ...), ``{'A', 'B'}``,
    ``{half, float}`` and ``list(...)`` of any of these.

    Raises:
        InvalidArgumentError: the text is not of that form; the message shows where.
    """
    reader = Reader(spec, "attr")
    name = reader.match(r"[a-zA-Z][a-zA-Z0-9_]*", "a name")
    reader.expect(":")
    is_list = reader.accept_word("list")
    if is_list:
        reader.expect("(")
    base, allowed = _parse_type(reader)
    if is_list:
        reader.expect(")")
    attr_type = f"list({base})" if is_list else base
    minimum = None
    if reader.accept(">="):
        if not is_list and base != "int":
            reader.fail("a minimum only for an int or a list")
        minimum = reader.integer("an integer minimum")
    attr = AttrDef(name, attr_type, allowed=allowed, minimum=minimum)
    if reader.accept("="):
        literal = _parse_list(reader, base) if is_list else _parse_value(reader, base)
        try:
            default = attr.convert(literal, "?")
        except GraphopsError as reason:
            reader.fail(f"a default that the attr itself accepts ({reason})")
        attr = AttrDef(name, attr_type, default, allowed, minimum)
    reader.end()
    return attr


def _parse_type(reader: Reader) -> tuple[str, tuple[Any, ...] | None]:
    """A base type and its allowed values, if it names any."""
    if reader.accept("{"):
        allowed: list[Any] = []
        strings = reader.peek() in "'\""
        while not reader.accept("}"):
            if strings:
                allowed.append(reader.quoted())
            else:
                allowed.extend(_parse_dtypes(reader))
            if not reader.accept(","):
                reader.expect("}")
                break
        if not allowed:
            reader.fail("at least one allowed value")
        return ("string" if strings else "type"), tuple(allowed)
    word = reader.match(r"[a-z][a-z0-9_]*", "a type")
    if word in dtypes.TYPE_SETS:
        return "type", dtypes.TYPE_SETS[word]
    if word not in BASE_TYPES:
        reader.fail(f"a type{nearest(word, (*BASE_TYPES, *dtypes.TYPE_SETS))}", back=len(word))
    return word, None


def _parse_dtypes(reader: Reader) -> tuple[DType, ...]:
    word = reader.match(r"[a-zA-Z][a-zA-Z0-9_]*", "a dtype")
    if word in dtypes.TYPE_SETS:
        return dtypes.TYPE_SETS[word]
    try:
        return (dtypes.as_dtype(word),)
    except InvalidTypeError:
        reader.fail("a dtype", back=len(word))


def _parse_list(reader: Reader, base: str) -> list[Any]:
    reader.expect("[")
    items: list[Any] = []
    while not reader.accept("]"):
        items.append(_parse_value(reader, base))
        if not reader.accept(","):
            reader.expect("]")
            break
    return items


def _parse_value(reader: Reader, base: str) -> Any:
    match base:
        case "string":
            return reader.quoted()
        case "int":
            return reader.integer("an integer")
        case "float":
            text = reader.match(r"[+-]?(?:inf|nan|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)f?", "a number")
            number = float(text.removesuffix("f") if not text.endswith("inf") else text)
            return number
        case "bool":
            return reader.match(r"true|false", "true or false") == "true"
        case "type":
            return _parse_dtypes(reader)[0]
        case "shape":
            return _parse_shape(reader)
        case "func":
            return reader.quoted()
        case "tensor":
            return _parse_tensor(reader)
    reader.fail(f"no default: a {base} attr cannot have one here")


_DIM: Final = re.compile(r"dim\s*\{\s*size\s*:\s*(-?[0-9]{1,19})\s*\}")


def _parse_shape(reader: Reader) -> TensorShape:
    """``{ dim { size: 3 } dim { size: -1 } }``, ``{ unknown_rank: true }`` or ``{}``."""
    body = reader.braces()
    if re.fullmatch(r"\s*unknown_rank\s*:\s*true\s*", body):
        return TensorShape(None)
    dims = _DIM.findall(body)
    if _DIM.sub("", body).strip(" \t,"):
        reader.fail("a shape such as { dim { size: 3 } }")
    return TensorShape([int(dim) for dim in dims])


_INTEGERS: Final = r"(?:\s*int_val\s*:\s*-?[0-9]{1,19})*"
_TENSOR: Final = re.compile(rf"\s*dtype\s*:\s*DT_([A-Z0-9]+)\s+tensor_shape\s*(\{{.*\}})({_INTEGERS})\s*")


def _parse_tensor(reader: Reader) -> np.ndarray[Any, Any]:
    """``{ dtype: DT_INT32 tensor_shape { dim { size: 2 } } int_val: 7 int_val: 8 }``: integers, each by itself."""
    found = _TENSOR.fullmatch(reader.braces())
    if found is None:
        reader.fail("integers such as { dtype: DT_INT32 tensor_shape { dim { size: 1 } } int_val: 7 }")
    name, shape, values = found.groups()
    sizes = [int(size) for size in _DIM.findall(shape)]
    numbers = [int(value) for value in re.findall(r"-?[0-9]+", values)]
    dtype = dtypes.as_dtype(name.lower())
    if not dtype.is_integer or prod(sizes) != len(numbers):
        reader.fail(f"{prod(sizes)} integers")
    return np.array(numbers, dtype.numpy_dtype).reshape(sizes)
