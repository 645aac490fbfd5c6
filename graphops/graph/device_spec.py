"""Device strings: ``/job:J/replica:R/task:T/device:TYPE:ID`` and TensorFlow's short forms."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from graphops_registry.errors import InvalidArgumentError, shorten

_MOST_DIGITS: Final = 100  # Python refuses to read thousands of them


@dataclass(frozen=True, slots=True)
class DeviceSpec:
    """A device, or a part of its description. ``None`` means that anything will do."""

    job: str | None = None
    replica: int | None = None
    task: int | None = None
    type: str | None = None
    index: int | None = None

    @classmethod
    def parse(cls, text: str) -> DeviceSpec:
        """Read a device string; ``/cpu:0``, ``cpu:0``, ``/gpu`` and ``/device:GPU:1`` are short forms.

        Raises:
            InvalidArgumentError: an unknown part, two device types, or an index that is not a number.
        """
        return _parse(text)

    def merged_over(self, outer: DeviceSpec) -> DeviceSpec:
        """This spec with what it leaves open taken from ``outer``, as nested ``device`` scopes do."""
        return DeviceSpec(
            self.job if self.job is not None else outer.job,
            self.replica if self.replica is not None else outer.replica,
            self.task if self.task is not None else outer.task,
            self.type if self.type is not None else outer.type,
            self.index if self.index is not None else outer.index,
        )

    def __str__(self) -> str:
        parts = [f"/{key}:{value}" for key, value in (("job", self.job), ("replica", self.replica), ("task", self.task))
                 if value is not None]  # fmt: skip
        if self.type is not None:
            parts.append(f"/device:{self.type}:{'*' if self.index is None else self.index}")
        return "".join(parts)


@lru_cache(maxsize=1024)
def _parse(text: str) -> DeviceSpec:
    if not isinstance(text, str):
        raise InvalidArgumentError(f"a device must be a string such as '/device:GPU:0', got {text!r}")
    found: dict[str, str | int] = {}
    for part in text.split("/"):
        if not part:
            continue
        fields = part.split(":")
        key = fields[0].lower()
        if key == "job" and len(fields) == 2:
            found["job"] = fields[1]
        elif key in ("replica", "task") and len(fields) == 2:
            found[key] = _number(fields[1], text)
        elif key == "device" and len(fields) in (2, 3):
            _set_type(found, fields[1], fields[2:], text)
        elif key in ("cpu", "gpu") and len(fields) in (1, 2):
            _set_type(found, key, fields[1:], text)
        else:
            raise InvalidArgumentError(f"a device must be written like '/job:worker/device:GPU:0', got '{text}'")
    return DeviceSpec(**found)  # type: ignore[arg-type]


def _set_type(found: dict[str, str | int], kind: str, index: list[str], text: str) -> None:
    if "type" in found:
        raise InvalidArgumentError(f"a device must name one device type, got '{text}'")
    found["type"] = kind.upper()
    if index and index[0] != "*":
        found["index"] = _number(index[0], text)


def _number(digits: str, text: str) -> int:
    if not digits.isdecimal() or not digits.isascii() or len(digits) > _MOST_DIGITS:
        got = f"'{shorten(digits)}' in '{shorten(text)}'"
        raise InvalidArgumentError(f"a device's indices must be numbers below 10**{_MOST_DIGITS}, got {got}")
    return int(digits)
