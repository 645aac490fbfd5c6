"""One call of an op from the command line: ``OP --input NAME=VALUE ... --attr NAME=VALUE ...``.

VALUE of an input is a ``FILE.npy`` or a literal (``2``, ``2,2,2``, ``[[1, 2], [3, 4]]``, ``{{1,2},{3,4}}`` as older
pages have it); ``:DTYPE`` behind it says what it holds.  VALUE of an attr is what its type asks for: ``SAME``,
``true``, ``1,2,2,1``, ``float32``.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphops.apps.cli.usage import UsageError
from graphops.build.convert import to_array
from graphops.interchange import array_files
from graphops.plugins.packages import load_ops
from graphops_registry.attr import AttrDef
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import (
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    must,
    nearest,
    shorten,
)
from graphops_registry.op_def import Op, lookup_op

if TYPE_CHECKING:
    from graphops.graph.graph import Tensor
    from graphops.interchange.model import Model

_MOST_DIGITS: Final = 18  # of a size


@dataclass(frozen=True)
class InputSpec:
    """An input of which only dtype and shape are known: ``float32[8,16,16,16,4]``."""

    dtype: DType
    shape: tuple[int, ...]


@dataclass(frozen=True)
class OpCall:
    """What the user typed, checked as far as the OpDef can.

    Attributes:
        op: the op.
        inputs: by argument: an array, a Python literal, an InputSpec, or a list of these for a list argument.
        attrs: by name, canonical.
    """

    op: Op
    inputs: dict[str, Any]
    attrs: dict[str, Any]


def add_call_arguments(parser: argparse.ArgumentParser, what: str = "an op: 'graphops ops' lists them") -> None:
    """Add ``OP``, ``--input`` and ``--attr``."""
    parser.add_argument("op", metavar="OP", help=what)
    parser.add_argument(
        "--input",
        "-i",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="FILE.npy or a literal such as 2,2,2; ':DTYPE' behind it sets the dtype; repeat it for a list of tensors",
    )
    parser.add_argument(
        "--attr", "-a", action="append", default=[], metavar="NAME=VALUE", help="padding=SAME, strides=1,2,2,1 ..."
    )


def read_call(args: argparse.Namespace) -> OpCall:
    """The call that the arguments describe.

    Raises:
        UsageError: text that has no meaning, a file that cannot be read, or a graph instead of an op.
        NotFoundError: no such op.
        InvalidArgumentError: an input or attr that the op does not have, or a value that the attr refuses.
    """
    if args.op.endswith((".pb", ".pbtxt", ".graphdef")):
        raise UsageError(f"'{args.op}' must be an op: 'graphops run' runs the files of graphs")
    load_ops()
    op = lookup_op(args.op)
    known = {arg.name: arg for arg in op.op_def.inputs}
    inputs: dict[str, Any] = {}
    for name, text in _pairs(args.input, "--input"):
        if name not in known:
            takes = ", ".join(known) or "none"
            got = shorten(f"'{name}'{nearest(name, known)}")
            raise InvalidArgumentError(f"input of op '{op.name}' must be one of {takes}, got {got}").concerns(
                op=op.name, argument=name
            )
        value = read_value(text)
        if known[name].is_list:
            inputs.setdefault(name, []).append(value)
        elif name in inputs:
            raise UsageError(f"--input {name} must be given once, got it twice")
        else:
            inputs[name] = value
    attrs: dict[str, Any] = {}
    for name, text in _pairs(args.attr, "--attr"):
        attr = op.op_def.attr_by_name.get(name)
        if attr is None:
            own = [attr.name for attr in op.op_def.explicit_attrs]
            got = shorten(f"'{name}'{nearest(name, own)}")
            raise InvalidArgumentError(
                f"attr of op '{op.name}' must be one of {', '.join(own) or 'none'}, got {got}"
            ).concerns(op=op.name, argument=name)
        attrs[name] = read_attr(attr, text, op.name)
    return OpCall(op, inputs, attrs)


def _pairs(texts: Iterable[str], option: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.isidentifier():
            raise UsageError(f"{option} must be NAME=VALUE, got '{text}'")
        pairs.append((name, value))
    return pairs


# -- inputs -----------------------------------------------------------------------------------------------------------


def read_value(text: str) -> Any:
    """The value of an input: an array from a file, a literal (converted if a dtype follows it) or an InputSpec.

    Raises:
        UsageError: none of these, or a file that is no ``.npy``.
    """
    body, dtype = _split_dtype(text)
    spec = re.fullmatch(r"(\w+)\[([0-9\s,]*)\]", body)
    if spec is not None and dtype is None and (named := _dtype(spec[1])) is not None:
        return InputSpec(named, _sizes(spec[2]))
    if body.endswith(".npy"):
        array = read_npy(body)
        if array.dtype.kind == "V" and dtype is None:
            raise UsageError(f"'{body}' must be given with its dtype, as '{body}:bfloat16': NumPy files do not say it")
        return array if dtype is None else array_files.as_told(array, dtype, f"'{body}'")
    value = _literal(body, dtype)
    if value is None:
        raise UsageError(f"the value of an input must be a .npy file or a literal such as 2,2,2, got '{body}'")
    return value if dtype is None else to_array(value, dtype, f"'{shorten(body)}'")


def read_feeds(
    model: Model, signature: str | None, texts: Iterable[str], kind: str, read: Callable[[str, str, DType], Any]
) -> dict[Tensor, Any]:
    """The values of ``--input NAME=...`` by the tensors of a model.

    Args:
        kind: what is behind the equals sign, in errors.
        read: gives the value of a name, its text and its dtype.

    Raises:
        UsageError: a text without a name, or a name that is given twice.
    """
    inputs = model.inputs(signature)
    feeds: dict[Tensor, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError(f"--input must be NAME={kind}, got '{shorten(text)}'")
        tensor = inputs[name] if name in inputs else model.tensor(name)
        if tensor in feeds:
            raise UsageError(f"--input {name} must be given once, got it twice")
        feeds[tensor] = read(name, value, tensor.dtype)
    return feeds


def read_input(name: str, text: str, dtype: DType) -> Any:
    """The value of an input of a model, whose dtype is known: as :func:`read_value`, as that dtype.

    For strings also ``@FILE``, what the file holds, and any text that is no literal.

    Raises:
        UsageError: text that has no meaning.
        InvalidArgumentError, InvalidTypeError: a value that cannot be of this dtype.
    """
    texts = dtype.name == "string"
    if texts and text.startswith("@"):
        return np.array(Path(text[1:]).read_bytes(), object)
    try:
        value = read_value(text)
    except UsageError:
        if not texts or text.endswith(".npy"):
            raise
        value = text
    if isinstance(value, InputSpec):
        raise UsageError(f"{name} must have a value: a .npy file or a literal")
    if isinstance(value, np.ndarray):
        return value
    if texts and isinstance(value, (bool, int, float)):
        value = text  # as it was typed: 1.50 is no number here
    return to_array(value, dtype, name)


def _sizes(text: str) -> tuple[int, ...]:
    """``8,16``: numbers of digits alone."""
    sizes = [size.strip() for size in text.split(",") if size.strip()]
    wrong = next((size for size in sizes if not size.isdecimal() or len(size) > _MOST_DIGITS), None)
    if wrong is not None:
        raise UsageError(f"the sizes of an input must be numbers below 2**63, got '{shorten(wrong)}'")
    return tuple(map(int, sizes))


def read_npy(path: str) -> np.ndarray[Any, Any]:
    """The array in a ``.npy`` file, which may not hold Python objects.

    Raises:
        UsageError: the file is missing or something else.
    """
    try:
        return array_files.read_npy(path)
    except FileNotFoundError:
        raise UsageError(f"'{path}' must be a .npy file, but there is none") from None
    except (OSError, ValueError, MemoryError) as reason:
        raise UsageError(f"'{path}' must be a .npy file without Python objects, but {reason}") from None


def _split_dtype(text: str) -> tuple[str, DType | None]:
    """``"x.npy:bfloat16"`` -> ``("x.npy", bfloat16)``; a colon before anything else belongs to the text."""
    body, colon, name = text.rpartition(":")
    dtype = _dtype(name) if colon else None
    return (text, None) if dtype is None else (body, dtype)


def _dtype(name: str) -> DType | None:
    try:
        return as_dtype(name)
    except GraphopsError:
        return None


def _literal(text: str, dtype: DType | None) -> Any:
    """A Python literal, or lists in braces; commas without brackets make a list; ``None`` if it is none."""
    if text.lstrip()[:1] == "{":  # neither a set nor a dict of Python's
        return _in_braces(text, dtype)
    try:
        value = ast.literal_eval(text.strip())
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):  # TypeError: a list in a set
        return None
    return list(value) if isinstance(value, tuple) else value


def _in_braces(text: str, dtype: DType | None) -> Any:
    from graphops.interchange.page.number_types import settled_constant
    from graphops.interchange.page.old_text import read_constant

    try:
        return settled_constant(read_constant(text, "value", "--input"), dtype)
    except InvalidTypeError:
        return None


# -- attrs ------------------------------------------------------------------------------------------------------------


def read_attr(attr: AttrDef, text: str, op: str) -> Any:
    """The value of an attr from text, checked by the attr itself.

    Raises:
        InvalidArgumentError: text that is no value of its type, or a value that it refuses.
    """
    if attr.is_list:
        inner = text.strip().removeprefix("[").removesuffix("]")
        items = [item.strip() for item in inner.split(",")] if inner.strip() else []
        return attr.convert([_read_one(attr, item, op) for item in items], op)
    return attr.convert(_read_one(attr, text.strip(), op), op)


def _read_one(attr: AttrDef, text: str, op: str) -> Any:
    match attr.base_type:
        case "int" | "float":
            try:
                return int(text) if attr.base_type == "int" else float(text)
            except ValueError:
                kind = "an integer" if attr.base_type == "int" else "a number"
                raise must(f"attr '{attr.name}'", op, f"be {kind}", f"'{text}'") from None
        case "bool":
            if text not in ("true", "false"):
                raise must(f"attr '{attr.name}'", op, "be true or false", f"'{text}'")
            return text == "true"
        case "shape":
            return _shape(attr, text, op)
        case "tensor":
            value = read_value(text)
            return value if isinstance(value, np.ndarray) else to_array(value, None, f"attr '{attr.name}'")
        case _:
            return text  # a string as it is; dtypes by their names


def _shape(attr: AttrDef, text: str, op: str) -> list[int | None] | None:
    """``2,3,?`` or ``[2,3,-1]``; ``unknown`` for an unknown rank."""
    if attr.is_list:
        raise must(f"attr '{attr.name}'", op, "be given from Python: it is a list of shapes", f"'{text}'")
    if text == "unknown":
        return None
    sizes = [size.strip() for size in text.removeprefix("[").removesuffix("]").split(",") if size.strip()]
    try:
        return [None if size in ("?", "None", "-1") else int(size) for size in sizes]
    except ValueError:
        raise must(f"attr '{attr.name}'", op, "be a shape such as 2,3,?", f"'{text}'") from None
