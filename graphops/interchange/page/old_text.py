"""A strict parser of the texts of an older block editor.

* attrs of a block: ``data_format_ = NDHWC; dilations_ = 1,1,1,1,1;``, names as TensorFlow's C++ API spells them, with
  a final underscore, or without;
* lists: ``1,2,2,1,1`` or ``{1,2,2,1,1}``, numbers also with ``;`` between them where nothing else means that;
* shapes: ``[2][3]``, ``{2,3}`` or ``2,3``;
* constants: ``{{1,2},{3,4}}``;
* texts as they are, or in quotes where they contain a separator of values: ``"a;b"``.

An unknown name, trailing text or a value of another kind is an error that says what is allowed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NoReturn

from graphops_registry.attr import AttrDef
from graphops_registry.errors import GraphopsError, InvalidTypeError, must, nearest, shorten
from graphops_registry.op_def import OpDef

MOST_DEPTH = 254  # of braces: the most dimensions that a tensor may have
_BEFORE_VALUES = ("", "=", ",", ";", "{", "[")
_REAL = r"(?:inf|nan|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"  # a number without its sign
_TRUE, _FALSE = ("true", "True", "TRUE", "1"), ("false", "False", "FALSE", "0")


def read_attrs(text: str, op_def: OpDef, wrong: list[GraphopsError] | None = None) -> dict[str, Any]:
    """``name = value;`` again and again; the last ``;`` may be missing.

    Args:
        wrong: takes what is wrong with single attrs, instead of the first of it being raised.

    Raises:
        InvalidTypeError: text of another form, a name that the op does not have or that comes twice.
        InvalidArgumentError: a value that its attr refuses.
    """
    found: dict[str, Any] = {}
    for part in _parts(text, op_def.name):
        try:
            attr, value = _attr_and_text(part, op_def)
            if attr.name in found:
                raise must(f"attr '{attr.name}'", op_def.name, "be given once", "it twice", kind=InvalidTypeError)
            found[attr.name] = read_value(value, attr, op_def.name)
        except GraphopsError as error:
            if wrong is None:
                raise
            wrong.append(error)
    return found


def _attr_and_text(part: str, op_def: OpDef) -> tuple[AttrDef, str]:
    """The attr and the text of its value in ``name = value``."""
    known = op_def.attr_by_name
    name, equals, value = (piece.strip() for piece in part.partition("="))
    attr = known.get(name) or known.get(name.removesuffix("_"))
    if not equals:
        raise must("attrs", op_def.name, "be written 'name = value;'", f"'{shorten(part.strip(), 80)}'",
                   kind=InvalidTypeError)  # fmt: skip
    if attr is None:
        near = nearest(name, [*known, *(f"{key}_" for key in known)])
        names = ", ".join(attr.name for attr in op_def.explicit_attrs) or "none"
        raise must("a name in attrs", op_def.name, f"be one of {names}", f"'{shorten(name, 80)}'{near}",
                   kind=InvalidTypeError)  # fmt: skip
    return attr, value


def _parts(text: str, op: str) -> list[str]:
    """The text between semicolons; those within braces or quotes do not count, so each of these has its end."""
    parts: list[str] = []
    depth, start = 0, 0
    for position, letter in _outside_quotes(text, "attrs", op):
        if letter in "{[":
            depth += 1
        elif letter in "}]":
            depth -= 1
            if depth < 0:
                break
        elif letter == ";" and not depth:
            parts.append(text[start:position])
            start = position + 1
    if depth:
        raise must("attrs", op, "have braces in pairs, or in quotes", f"'{shorten(text, 80)}'", kind=InvalidTypeError)
    rest = text[start:]
    return [*parts, rest] if rest.strip() else parts


def _outside_quotes(text: str, what: str, op: str) -> Iterator[tuple[int, str]]:
    """The letters that are in no quotes, with their places. A quote opens where a value begins: "it's" has none."""
    quote, before = "", ""
    for position, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'" and before in _BEFORE_VALUES:
            quote = letter
        else:
            yield position, letter
        before = before if letter.isspace() else letter
    if quote:
        raise must(what, op, "close its quotes", f"'{shorten(text, 80)}'", kind=InvalidTypeError)


def read_value(text: str, attr: AttrDef, op: str) -> Any:
    """The value of one attr.

    Raises:
        InvalidTypeError: text that is no value of the attr's type.
    """
    text = text.strip()
    if attr.base_type == "shape" and not attr.is_list:
        return _shape(text, attr, op)
    if attr.base_type == "tensor":
        return read_constant(text, f"attr '{attr.name}'", op)
    if not attr.is_list:
        return _one(text, attr, op)
    if attr.base_type == "shape":
        raise must(f"attr '{attr.name}'", op, "be a JSON list of shapes", f"'{shorten(text, 80)}'",
                   kind=InvalidTypeError)  # fmt: skip
    if text[:1] in "{[" and text:
        if text[-1] != {"{": "}", "[": "]"}[text[0]]:
            raise must(f"attr '{attr.name}'", op, "close its braces", f"'{shorten(text, 80)}'", kind=InvalidTypeError)
        text = text[1:-1].strip()
    return [_one(item.strip(), attr, op) for item in _items(text, f"attr '{attr.name}'", op)] if text else []


def _items(text: str, what: str, op: str) -> Iterator[str]:
    """The parts between commas, or between semicolons if there is no comma."""
    letters = list(_outside_quotes(text, what, op))
    places = [at for at, letter in letters if letter == ","] or [at for at, letter in letters if letter == ";"]
    for start, end in pairwise([-1, *places, len(text)]):
        yield text[start + 1 : end]


def _one(text: str, attr: AttrDef, op: str) -> Any:
    what = f"attr '{attr.name}'"
    wrong = f"'{shorten(text, 80)}'"
    match attr.base_type:
        case "int":
            if re.fullmatch(r"[+-]?[0-9]{1,20}", text) is None:
                raise must(what, op, "be an integer", wrong, kind=InvalidTypeError)
            return int(text)
        case "float":
            return _number(text, what, op)
        case "bool":
            if text not in (*_TRUE, *_FALSE):
                raise must(what, op, "be true or false", wrong, kind=InvalidTypeError)
            return text in _TRUE
        case "string":
            if text[:1] not in ("'", '"'):
                return text
            if text.find(text[0], 1) != len(text) - 1:
                raise must(what, op, "end where its quotes do", wrong, kind=InvalidTypeError)
            return text[1:-1]
        case _:
            return text


def _number(text: str, what: str, op: str) -> float:
    if re.fullmatch(rf"[+-]?{_REAL}f?", text) is None or len(text) > 400:
        raise _must(what, op, "be a number", f"'{shorten(text, 80)}'")
    number = float(text if text.endswith("inf") else text.removesuffix("f"))
    if math.isinf(number) and "inf" not in text:
        raise _must(what, op, "be a number of 64 bits", f"'{shorten(text, 80)}'")
    return number


def _must(what: str, op: str, rule: str, got: str) -> InvalidTypeError:
    if not op:
        return InvalidTypeError(f"{what} must {rule}, got {got}")
    return must(what, op, rule, got, kind=InvalidTypeError)  # type: ignore[return-value]  # of that kind


def _shape(text: str, attr: AttrDef, op: str) -> list[int | None] | None:
    """``[2][3]``, ``{2,3}``, ``2,3`` or ``[2,3]``; ``?`` or ``-1`` for an unknown size, ``unknown`` for the rank."""
    if text == "unknown":
        return None
    if re.fullmatch(r"(?:\[\s*(?:-1|\?|[0-9]{1,18})\s*\])+", text):
        sizes = re.findall(r"-1|\?|[0-9]+", text)
    else:
        inner = text[1:-1] if text[:1] + text[-1:] in ("{}", "[]") else text
        sizes = [size.strip() for size in inner.split(",")] if inner.strip() else []
    for size in sizes:
        if re.fullmatch(r"-1|\?|[0-9]{1,18}", size) is None:
            raise must(f"attr '{attr.name}'", op, "be a shape such as [2][3] or {2,3}", f"'{shorten(text, 80)}'",
                       kind=InvalidTypeError)  # fmt: skip
    return [None if size in ("?", "-1") else int(size) for size in sizes]


def read_constant(text: str, what: str, op: str = "") -> Any:
    """Lists from ``{{1, 2}, {3, 4}}`` and ``1;2;3``, numbers from ``1.5`` and ``1+2j``, texts from ``"a"``.

    Args:
        op: whose argument ``what`` is; ``""`` if ``what`` says that itself.

    Raises:
        InvalidTypeError: anything else, with the place where it stops.
    """
    tokens = re.compile(r"\s*(?:([{}\[\],;])|\"([^\"]*)\"|([^\s{}\[\],;\"]+))")
    stack: list[list[Any]] = []
    done: list[Any] = []
    position, expects_value, separated = 0, True, False

    def fail(rule: str) -> NoReturn:
        at = f"'{shorten(text, 60)}' at character {position}"
        raise _must(what, op, f"be a number or braces such as {{{{1,2}},{{3,4}}}}: {rule}", at)

    while (match := tokens.match(text, position)) is not None:
        mark, quoted, word = match.groups()
        if mark is not None and mark in "{[":
            if not expects_value or len(stack) >= MOST_DEPTH:
                fail("a comma was expected" if not expects_value else f"at most {MOST_DEPTH} deep")
            stack.append([])
            separated = False
        elif mark is not None and mark in "}]":
            if not stack or separated:
                fail("a value was expected" if stack else "a brace closes that was not opened")
            closed = stack.pop()
            (stack[-1] if stack else done).append(closed)
            expects_value = False
        elif mark is not None:
            if expects_value:
                fail("a value was expected")
            expects_value = separated = True
        else:
            if not expects_value:
                fail("a comma was expected")
            value = quoted if quoted is not None else _scalar(word, what, op)
            (stack[-1] if stack else done).append(value)
            expects_value = separated = False
        position = match.end()
    if text[position:].strip() or stack or separated or not done:
        rest = text[position:].strip()
        fail("it must end there" if rest else "a brace is not closed" if stack else "a value is missing")
    return done[0] if len(done) == 1 else done


def _scalar(word: str, what: str, op: str) -> Any:
    if word in _TRUE[:3] or word in _FALSE[:3]:
        return word in _TRUE
    if re.fullmatch(r"[+-]?[0-9]{1,20}", word):
        return -0.0 if re.fullmatch("-0+", word) else int(word)  # no integer of Python has the sign
    number = complex_number(word)
    return _number(word, what, op) if number is None else number


def complex_number(text: str) -> complex | None:
    """``1+2j``, ``-0.5j`` or ``nan-infj``; ``None`` for another text."""
    if len(text) > 400 or re.fullmatch(rf"[+-]?(?:{_REAL}[+-])?{_REAL}j", text) is None:
        return None
    number = complex(text)
    overflows = any(map(math.isinf, (number.real, number.imag))) and "inf" not in text
    return None if overflows else number
