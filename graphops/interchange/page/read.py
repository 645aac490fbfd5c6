"""Reading page files: JSON from anywhere, checked key by key, within limits."""

from __future__ import annotations

import json
import math
import os
import re
import stat
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from graphops.interchange.page.format import (
    FORMAT,
    FUNCTION_NAME,
    FUNCTION_RULE,
    MODES,
    NAME,
    NAME_RULE,
    PART,
    PART_RULE,
    Block,
    Body,
    Page,
    Pin,
    Wire,
)
from graphops_registry.errors import (
    DataLossError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    UnimplementedError,
    nearest,
    shorten,
)

MOST_BYTES: Final = 1 << 28  # of a file
MOST_BLOCKS: Final = 200_000
MOST_DEPTH: Final = 50  # of pages within pages
_MOST_NESTED: Final = 256  # lists and objects within each other: what walks through them may call itself
_T = TypeVar("_T")
_BLOCK_KEYS: Final = ("id", "op", "attrs", "inputs", "after", "device", "mode")
_PAGE_KEYS: Final = ("blocks", "wires", "pages", "device")
_ROOT_KEYS: Final = ("graphops_page", *_PAGE_KEYS, "functions", "title", "feeds", "fetches", "init", "steps", "ui")
_BODY_KEYS: Final = (*_PAGE_KEYS, "arguments", "results", "after")
_MOST_STEPS: Final = 1 << 31
_PIN: Final = re.compile(rf"({PART}(?:/{PART})*)(?::([a-z][a-z0-9_]*)(?::(0|[1-9][0-9]{{0,5}}))?)?")
_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")  # of a character beyond 16 bits, maybe alone


def load_page(path: str | os.PathLike[str]) -> Page:
    """The page in a file.

    Raises:
        NotFoundError: no such file.
        InvalidArgumentError: a file that cannot be read, or is larger than :data:`MOST_BYTES`.
        GraphopsError: as :func:`read_page`.
    """
    try:
        file = Path(path)
        about = file.stat()
        if not stat.S_ISREG(about.st_mode):  # a pipe would wait for its other end, and a device may never end
            raise InvalidArgumentError(f"a page file must be a regular file, got '{file}'")
        if about.st_size > MOST_BYTES:
            rule = f"have at most {MOST_BYTES:,} bytes, got {about.st_size:,}"
            raise InvalidArgumentError(f"a page file must {rule}: '{file}'")
        data = file.read_bytes()
    except FileNotFoundError:
        raise NotFoundError(f"a page file must exist, got '{file}'") from None
    except (OSError, TypeError, ValueError) as reason:
        if isinstance(reason, GraphopsError):
            raise
        raise InvalidArgumentError(f"a page file must be readable, got {path!r} ({reason})") from None
    try:
        return read_page(data)
    except GraphopsError as error:
        error.add_note(f"in file '{file}'")
        raise


def read_page(data: bytes | str) -> Page:
    """The page that JSON text describes.

    Raises:
        DataLossError: no JSON, keys that come twice, numbers that JSON does not have, or too deep a nesting.
        UnimplementedError: a later version of the format.
        InvalidTypeError: no text; an unknown or missing key, or a value of another kind; the place is named.
        InvalidArgumentError: a bad name, an id that comes twice, or more than the limits allow.
    """
    if not isinstance(data, (bytes, str)):
        raise InvalidTypeError(f"a page must be JSON text, got {_shown(data)}")
    if len(data) > MOST_BYTES:
        raise InvalidArgumentError(f"a page must have at most {MOST_BYTES:,} bytes, got {len(data):,}")
    return page_from_json(parse_json(data))


def page_from_json(value: Any) -> Page:
    """The page that a JSON value describes; errors as :func:`read_page`."""
    if not isinstance(value, dict) or "graphops_page" not in value:
        raise InvalidTypeError("a page must be a JSON object with the key 'graphops_page', got "
                               f"{_kind(value)}")  # fmt: skip
    version = whole(value["graphops_page"])
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise InvalidTypeError(f"graphops_page must be a version number, got {_shown(version)}")
    if version > FORMAT:
        raise UnimplementedError(f"graphops_page must be at most {FORMAT} for this version of graphops, got {version}")
    page = _Reader().page(value, "", _ROOT_KEYS, 0)
    check_page(page)
    return page


def parse_pin(text: object, place: str) -> Pin:
    """``block``, ``block:pin`` or ``block:pin:number``.

    Raises:
        InvalidTypeError: anything else.
    """
    match = _PIN.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise InvalidTypeError(f"{place} must be written 'block:pin' or 'block:pin:number', got {_shown(text)}")
    return Pin(match[1], match[2] or "", int(match[3]) if match[3] else None)


def parse_json(data: bytes | str, what: str = "a page") -> Any:
    """The value of JSON text, with each key once, finite numbers and texts that can be written again.

    Raises:
        DataLossError: anything else, or lists and objects that are nested more than 256 deep.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            count = Counter(name for name, _ in pairs)
            twice = next(name for name, times in count.items() if times > 1)
            raise DataLossError(f"{what} must have each key once, got {_shown(twice)} twice in one object")
        return found

    def constant(name: str) -> Any:
        raise DataLossError(f"{what} must hold finite numbers, got {name}; write it as a text")

    def number(text: str) -> float:
        value = float(text)
        return value if math.isfinite(value) else constant(shorten(text, 80))

    try:
        if isinstance(data, bytes):
            data = data.decode(json.detect_encoding(data))  # json's own decoding lets halves of characters pass
        value = json.loads(
            data, object_pairs_hook=unique, parse_constant=constant, parse_float=number, parse_int=_integer
        )
        if _HALF.search(data) is not None:
            json.dumps(value, ensure_ascii=False).encode()
    except DataLossError:
        raise
    except RecursionError:
        raise DataLossError(f"{what} must be nested less deeply") from None
    except UnicodeEncodeError:
        raise DataLossError(f"{what} must hold whole characters, but a text in it has half of one") from None
    except (ValueError, UnicodeDecodeError) as reason:
        raise DataLossError(f"{what} must be well-formed JSON, but {shorten(reason)}") from None
    if _is_deep(value):
        raise DataLossError(f"{what} must be nested less deeply: {_MOST_NESTED} lists and objects are the most")
    return value


def _integer(text: str) -> int | float:
    """A number of JSON without a fraction; -0 as a float, because no integer of Python has its sign."""
    return -0.0 if text == "-0" else int(text)


def _is_deep(value: Any) -> bool:
    """Whether lists and objects in ``value`` are nested too deeply; looks at one level after the other."""
    level: list[Any] = [[value]]
    for _ in range(_MOST_NESTED + 1):
        items = (item.values() if isinstance(item, dict) else item for item in level)
        level = [inner for item in items for inner in item if isinstance(inner, (dict, list))]
        if not level:
            return False
    return True


def whole(value: Any) -> Any:
    """``value``, as an integer if it is a whole float: 1 and 1.0 are one number of JSON."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


def _shown(value: object) -> str:
    return shorten(repr(value), 80)


class _Reader:
    """Counts blocks while it reads, so that a limit ends the work."""

    def __init__(self) -> None:
        self.blocks = 0

    def page(self, value: Any, place: str, keys: Sequence[str], depth: int) -> Page:
        """A page and those within it; ``place`` is empty, or ends in a dot."""
        if depth > MOST_DEPTH:
            raise InvalidArgumentError(f"pages must be nested at most {MOST_DEPTH} deep")
        given = _object(value, place.rstrip(".") or "a page", keys)
        named = _name if depth == 0 else _part  # depth 0 has the first parts of nodes' names
        blocks = _each(given.get("blocks", []), f"{place}blocks", self.first_block if depth == 0 else self.block)
        pages = {
            named(name, f"a key of {place}pages"): self.page(item, f"{place}pages.{name}.", _PAGE_KEYS, depth + 1)
            for name, item in _object(given.get("pages", {}), f"{place}pages").items()
        }
        wires = _each(given.get("wires", []), f"{place}wires", _wire)
        device = _text(given.get("device", ""), f"{place}device")
        if keys is not _ROOT_KEYS:
            return Page(blocks, wires, pages, device)
        functions = {
            _function_name(name): self.body(item, f"functions.{name}.")
            for name, item in _object(given.get("functions", {}), "functions").items()
        }
        feeds = {parse_pin(pin, "a key of feeds"): literal
                 for pin, literal in _object(given.get("feeds", {}), "feeds").items()}  # fmt: skip
        steps = whole(given.get("steps", 1))
        if isinstance(steps, bool) or not isinstance(steps, int) or not 1 <= steps <= _MOST_STEPS:
            raise InvalidTypeError(f"steps must be a whole number from 1 on, got {_shown(steps)}")
        return Page(
            blocks,
            wires,
            pages,
            device,
            functions,
            feeds,
            _each(given.get("fetches", []), "fetches", parse_pin),
            _each(given.get("init", []), "init", parse_pin),
            steps,
            _object(given.get("ui", {}), "ui"),
            _text(given.get("title", ""), "title"),
        )

    def body(self, value: Any, place: str) -> Body:
        page = self.page(value, place, _BODY_KEYS, 0)
        return Body(
            page,
            _each(value.get("arguments", []), f"{place}arguments", _name),
            _each(value.get("results", []), f"{place}results", parse_pin),
            _each(value.get("after", []), f"{place}after", _text_at),
        )

    def first_block(self, value: Any, place: str) -> Block:
        """A block of an outermost page."""
        block = self.block(value, place)
        _name(block.id, f"{place}.id")
        return block

    def block(self, value: Any, place: str) -> Block:
        self.blocks += 1
        if self.blocks > MOST_BLOCKS:
            raise InvalidArgumentError(f"a page must have at most {MOST_BLOCKS:,} blocks")
        given = _object(value, place, _BLOCK_KEYS, ("id", "op"))
        attrs = given.get("attrs", {})
        return Block(
            _part(given["id"], f"{place}.id"),
            _text(given["op"], f"{place}.op"),
            attrs if isinstance(attrs, str) else _object(attrs, f"{place}.attrs"),
            _object(given.get("inputs", {}), f"{place}.inputs"),
            _each(given.get("after", []), f"{place}.after", _text_at),
            _text(given.get("device", ""), f"{place}.device"),
            _mode(given["mode"], f"{place}.mode") if "mode" in given else "",
        )


def check_page(root: Page) -> None:
    """Whether ids are unique, and every wire, feed, fetch, argument and result leads to a block that is there.

    Raises:
        InvalidArgumentError: one is not, or does not.
    """
    must_exist = _check_wires(root, "")
    for pin in root.feeds:
        must_exist(pin, "", "a key of feeds")
    for name, pins in (("fetches", root.fetches), ("init", root.init)):
        for number, pin in enumerate(pins):
            must_exist(pin, "", f"{name}[{number}]")
    for function, body in root.functions.items():
        place = f"functions.{function}."
        must_exist = _check_wires(body.page, place)
        for number, argument in enumerate(body.arguments):
            must_exist(Pin(argument), "", f"{place}arguments[{number}]")
        if len(set(body.arguments)) < len(body.arguments):
            raise InvalidArgumentError(f"{place}arguments must be blocks of their own, got {list(body.arguments)}")
        for number, pin in enumerate(body.results):
            must_exist(pin, "", f"{place}results[{number}]")
        for number, other in enumerate(body.after):
            must_exist(Pin(other), "", f"{place}after[{number}]")


def _check_wires(root: Page, place: str) -> Callable[[Pin, str, str], None]:
    """Check the wires between the blocks of a page; return a function that checks other pins."""
    known: set[str] = set()
    for path, page, _ in root.walk():
        for number, block in enumerate(page.blocks):
            name = f"{path}/{block.id}" if path else block.id
            if name in known:
                where = _place(place, path)
                raise InvalidArgumentError(f"{where}blocks[{number}].id must be unique on its page, got '{block.id}'")
            known.add(name)

    def must_exist(pin: Pin, path: str, what: str) -> None:
        full = pin.within(path).block
        if full not in known:
            near = nearest(full, known) if len(known) < 10_000 else ""
            raise InvalidArgumentError(f"{what} must name a block of the page, got '{shorten(full, 80)}'{near}")

    for path, page, _ in root.walk():
        where = _place(place, path)
        for number, wire in enumerate(page.wires):
            must_exist(wire.source, path, f"{where}wires[{number}].from")
            must_exist(wire.target, path, f"{where}wires[{number}].to")
        for number, block in enumerate(page.blocks):
            for index, other in enumerate(block.waits_for(path)):
                must_exist(Pin(other), "", f"{where}blocks[{number}].after[{index}]")
    return must_exist


def _place(place: str, path: str) -> str:
    return f"{place}pages.{path.replace('/', '.pages.')}." if path else place


def _object(value: Any, place: str, keys: Sequence[str] | None = None, needed: Sequence[str] = ()) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise InvalidTypeError(f"{place} must be an object, got {_kind(value)}")
    if keys is not None:
        for key in value:
            if key not in keys:
                near = nearest(key, keys)
                raise InvalidTypeError(f"keys of {place} must be among {', '.join(keys)}, got {_shown(key)}{near}")
    for key in needed:
        if key not in value:
            raise InvalidTypeError(f"{place} must have the key '{key}'")
    return value


def _each(value: Any, place: str, read: Callable[[Any, str], _T]) -> tuple[_T, ...]:
    if not isinstance(value, list):
        raise InvalidTypeError(f"{place} must be a list, got {_kind(value)}")
    return tuple([read(item, f"{place}[{number}]") for number, item in enumerate(value)])


def _text(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise InvalidTypeError(f"{place} must be a text, got {_kind(value)}")
    return value


def _mode(value: Any, place: str) -> str:
    if not isinstance(value, str) or value not in MODES:
        raise InvalidTypeError(f"{place} must be one of {', '.join(MODES)}, got {_shown(value)}")
    return value


def _text_at(value: Any, place: str) -> str:
    return _text(value, place)


def _name(value: Any, place: str) -> str:
    if not isinstance(value, str) or re.fullmatch(NAME, value) is None:
        raise InvalidArgumentError(f"{place} must {NAME_RULE}, got {_shown(value)}")
    return value


def _part(value: Any, place: str) -> str:
    if not isinstance(value, str) or re.fullmatch(PART, value) is None:
        raise InvalidArgumentError(f"{place} must {PART_RULE}, got {_shown(value)}")
    return value


def _function_name(value: str) -> str:
    if re.fullmatch(FUNCTION_NAME, value) is None:
        raise InvalidArgumentError(f"a key of functions must {FUNCTION_RULE}, got {_shown(value)}")
    return value


def _wire(value: Any, place: str) -> Wire:
    given = _object(value, place, ("from", "to"), ("from", "to"))
    source, target = parse_pin(given["from"], f"{place}.from"), parse_pin(given["to"], f"{place}.to")
    for end, pin in (("from", source), ("to", target)):
        if not pin.pin:
            raise InvalidTypeError(f"{place}.{end} must name a pin, 'block:pin', got '{pin}'")
    return Wire(source, target)
