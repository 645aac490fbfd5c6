"""Changes at random: of bytes, with words in between, and of messages, which stay messages."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final

from graphops.interchange.graph_def import messages
from tests.hostile.mutations import mutated

_NUMBERS: Final = (-1, 0, 1, 2, 3, 7, 1000, 2**31 - 1, 2**31, 2**40, 2**62, 2**63 - 1, -(2**31), -(2**63))
_FRACTIONS: Final = (0.0, -1.0, 0.5, 1e30, float("inf"), float("nan"))
_TEXTS: Final = ("", "x", "x:0", "^x", "a/b", "loc:@x", "/device:GPU:0", "x:1", "_", "é", "a" * 300)
# protobuf's numbers for kinds of fields
_FLOATS: Final = (1, 2)
_BOOL, _TEXT, _MESSAGE, _BYTES, _ENUM = 8, 9, 11, 12, 14
_INT32: Final = (5, 13, 15, 17)


def changed_bytes(data: bytes, chance: random.Random, words: Sequence[bytes] = ()) -> bytes:
    """``data`` with one to four changes, some of which put a word somewhere."""
    if not data:
        return chance.choice([*words, b"\x00"])
    if words and chance.random() < 0.5:
        at = chance.randrange(len(data) + 1)
        cut = chance.choice((0, 0, 1, 4))
        return data[:at] + chance.choice(words) + data[at + cut :]
    return mutated(data, chance)


def message_changes(kind: str) -> Callable[[bytes, random.Random], bytes]:
    """A change of bytes that are a message of ``kind``; bytes that are none are changed as bytes."""

    def change(data: bytes, chance: random.Random) -> bytes:
        try:
            message = getattr(messages, kind).FromString(data)
        except Exception:
            return changed_bytes(data, chance)
        for _ in range(chance.choice((1, 1, 2, 3))):
            change_message(message, chance)
        return bytes(message.SerializeToString(deterministic=True))

    return change


def change_message(message: Any, chance: random.Random) -> None:
    """One change anywhere in ``message``: a value, something left out, doubled, or taken from elsewhere in it."""
    parts: dict[str, list[Any]] = defaultdict(list)
    _collect(message, parts, 0)
    part = chance.choice(parts[chance.choice(sorted(parts))])
    field = chance.choice(part.DESCRIPTOR.fields)
    others = parts[part.DESCRIPTOR.full_name]
    match chance.randrange(5):
        case 0:
            part.ClearField(field.name)
        case 1 if part is not message:
            part.CopyFrom(_copy(chance.choice(others)))
        case 2 if len(others) > 1:
            _merge_field(part, chance.choice(others), field.name)
        case _:
            _set(part, field, parts, chance)


def _collect(message: Any, parts: dict[str, list[Any]], depth: int) -> None:
    parts[message.DESCRIPTOR.full_name].append(message)
    if depth > 20 or sum(map(len, parts.values())) > 2000:
        return
    for field, value in message.ListFields():
        if field.type != _MESSAGE:
            continue
        if not field.is_repeated:
            _collect(value, parts, depth + 1)
        elif hasattr(value, "items"):
            for key in sorted(value):
                if hasattr(value[key], "DESCRIPTOR"):
                    _collect(value[key], parts, depth + 1)
        else:
            for item in value:
                _collect(item, parts, depth + 1)


def _copy(message: Any) -> Any:
    """A message of its own: one must not be copied into a part of itself."""
    result = type(message)()
    result.CopyFrom(message)
    return result


def _merge_field(part: Any, other: Any, name: str) -> None:
    """One field of ``part`` becomes what it is in ``other``, or gets it in addition."""
    picked = _copy(other)
    for field, _ in other.ListFields():
        if field.name != name:
            picked.ClearField(field.name)
    part.MergeFrom(picked)


def _set(part: Any, field: Any, parts: dict[str, list[Any]], chance: random.Random) -> None:
    value = getattr(part, field.name)
    if hasattr(value, "items"):
        keys = sorted(value)
        if keys and chance.random() < 0.5:
            del value[chance.choice(keys)]
        elif keys and hasattr(value[keys[0]], "CopyFrom"):
            name = chance.choice(("N", "T", "dtype", "shape", "_class")) if isinstance(keys[0], str) else 7
            picked = _copy(value[chance.choice(keys)])
            value[name].CopyFrom(picked)
        elif keys and isinstance(keys[0], str):
            value[chance.choice((*keys, "x"))] = value[chance.choice(keys)]
        return
    if field.type == _MESSAGE:
        choices = parts.get(field.message_type.full_name, [])
        picked = _copy(chance.choice(choices)) if choices else None
        new = value.add() if field.is_repeated else value
        if picked is not None:
            new.CopyFrom(picked)
        elif not field.is_repeated:
            new.SetInParent()
        return
    if field.is_repeated:
        if len(value) and chance.random() < 0.4:
            del value[chance.randrange(len(value))]
        elif len(value) and chance.random() < 0.4:
            value[chance.randrange(len(value))] = _scalar(field, value, chance)
        else:
            value.append(_scalar(field, value, chance))
        return
    setattr(part, field.name, _scalar(field, [value], chance))


def _scalar(field: Any, present: Sequence[Any], chance: random.Random) -> Any:
    if len(present) and chance.random() < 0.2:
        return chance.choice(list(present))
    if field.type in _FLOATS:
        return chance.choice(_FRACTIONS)
    if field.type == _BOOL:
        return chance.random() < 0.5
    if field.type == _TEXT:
        return chance.choice(_TEXTS)
    if field.type == _BYTES:
        return chance.choice((b"", b"\x00", b"\xff" * 8, b"SAME", b"x", bytes(24)))
    if field.type == _ENUM:
        return chance.choice((0, 1, 2, 3, 7, 9, 10, 14, 19, 20, 21, 23, 29, 30, 101, 107, 77))
    number = chance.choice(_NUMBERS)
    if field.type in _INT32:
        number = max(-(2**31), min(number, 2**31 - 1))
    if field.type in (4, 6, 13, 7):  # without a sign
        number = abs(number) % 2**31
    return number
