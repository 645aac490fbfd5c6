"""``tf.contrib.training``: named numbers and texts of a model, which keep their types."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from typing import Any

from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

_ASSIGNMENT = re.compile(
    r"\s*(?P<name>[a-zA-Z][\w.]*)(?:\[\s*(?P<index>\d+)\s*\])?\s*="
    r"\s*(?:\[(?P<list>[^\]]*)\]|(?P<value>[^,\[]*))\s*(?:,|$)"
)


class HParams:
    """Names with values, as attributes: ``HParams(learning_rate=0.1, layers=[32, 64]).learning_rate``.

    Args:
        hparam_def: only ``None``.
        model_structure: kept as it is.

    Raises:
        InvalidArgumentError: a name that is an attribute already, an empty list, or a ``hparam_def``.
    """

    def __init__(self, hparam_def: Any = None, model_structure: Any = None, **kwargs: Any) -> None:
        if hparam_def is not None:
            raise InvalidArgumentError("hparam_def of HParams must be None: give names and values")
        self._types: dict[str, tuple[type, bool]] = {}
        self._model_structure = model_structure
        for name, value in kwargs.items():
            self.add_hparam(name, value)

    def add_hparam(self, name: str, value: Any) -> None:
        """Add a name.

        Raises:
            InvalidArgumentError: it is an attribute already, or an empty list.
        """
        if getattr(self, name, None) is not None:
            raise InvalidArgumentError(f"a name of HParams must be new, got '{name}'")
        if isinstance(value, (list, tuple)):
            if not value:
                raise InvalidArgumentError(f"a list in HParams must have values, got none for '{name}'")
            self._types[name] = (type(value[0]), True)
        else:
            self._types[name] = (type(value), False)
        setattr(self, name, value)

    def set_hparam(self, name: str, value: Any) -> None:
        """Give a name that exists another value.

        Raises:
            InvalidArgumentError: there is no such name, or a list is given for a value or the other way round.
            InvalidTypeError: a value of another type.
        """
        kind, is_list = self._type_of(name)
        if isinstance(value, list) != is_list:
            rule = "a list" if is_list else "no list"
            raise InvalidArgumentError(f"'{name}' of HParams must be {rule}, got {value!r}")
        if is_list:
            setattr(self, name, [_cast(name, kind, each) for each in value])
        else:
            setattr(self, name, _cast(name, kind, value))

    def _type_of(self, name: str) -> tuple[type, bool]:
        if name not in self._types:
            raise InvalidArgumentError(f"a name of HParams must be one of {sorted(self._types)}, got '{name}'")
        return self._types[name]

    def del_hparam(self, name: str) -> None:
        """Take a name away, if it is there."""
        if name in self._types:
            delattr(self, name)
            del self._types[name]

    def parse(self, values: str) -> HParams:
        """Set values by a text: ``"learning_rate=0.2,layers=[8,16],layers[1]=32"``.

        Raises:
            InvalidArgumentError: something else, or an unknown name.
        """
        for name, value in parse_values(values, {name: kind for name, (kind, _) in self._types.items()}).items():
            if isinstance(value, dict):
                changed = list(getattr(self, name))
                for index, each in value.items():
                    if not self._types[name][1] or index >= len(changed):
                        raise InvalidArgumentError(f"'{name}' of HParams must be a list with a place {index}")
                    changed[index] = each
                value = changed
            self.set_hparam(name, value)
        return self

    def override_from_dict(self, values_dict: Mapping[str, Any]) -> HParams:
        """Set values by a dict."""
        for name, value in values_dict.items():
            self.set_hparam(name, value)
        return self

    set_from_map = override_from_dict

    def parse_json(self, values_json: str) -> HParams:
        """Set values by a JSON object."""
        return self.override_from_dict(json.loads(values_json))

    def set_model_structure(self, model_structure: Any) -> None:
        self._model_structure = model_structure

    def get_model_structure(self) -> Any:
        return self._model_structure

    def to_json(
        self, indent: int | None = None, separators: Any = None, sort_keys: bool = False
    ) -> str:  # fmt: skip
        """The values as JSON; functions are left out."""
        values = {name: value for name, value in self.values().items() if not callable(value)}
        return json.dumps(values, indent=indent, separators=separators, sort_keys=sort_keys)

    def values(self) -> dict[str, Any]:
        """Names and values."""
        return {name: getattr(self, name) for name in self._types}

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a name, ``default`` if it is not there.

        Raises:
            InvalidArgumentError: a default of another type.
        """
        if key not in self._types:
            return default
        kind, is_list = self._types[key]
        if default is not None:
            if is_list != isinstance(default, list):
                raise InvalidArgumentError(f"the default for '{key}' of HParams must have its type, got {default!r}")
            for each in default if is_list else [default]:
                _cast(key, kind, each)
        return getattr(self, key)

    def __contains__(self, key: str) -> bool:
        return key in self._types

    def __str__(self) -> str:
        return str(sorted(self.values().items()))

    def __repr__(self) -> str:
        return f"HParams({self})"


def _cast(name: str, kind: type, value: Any) -> Any:
    """A value as one of the type of its name; a float for an int must be whole.

    Raises:
        InvalidTypeError: it cannot be.
    """
    error = InvalidTypeError(f"'{name}' of HParams must be of type {kind.__name__}, got {value!r}")
    if value is None or kind is type(None):
        return value
    if issubclass(kind, bool) != isinstance(value, bool):
        raise error
    if isinstance(value, kind):
        return value
    if issubclass(kind, str) and isinstance(value, (str, bytes)):
        return value.decode() if isinstance(value, bytes) else value
    if issubclass(kind, float) and isinstance(value, int):
        return float(value)
    raise error


def parse_values(values: str, type_map: Mapping[str, type]) -> dict[str, Any]:
    """Names and values of a text ``"a=1,b=[2,3],c[0]=4"``; a dict of places for what has an index.

    Raises:
        InvalidArgumentError: something else, an unknown name, or a name twice.
    """
    found: dict[str, Any] = {}
    begin = 0
    while begin < len(values):
        match = _ASSIGNMENT.match(values, begin)
        if match is None:
            raise InvalidArgumentError(f"values must be assignments 'name=value', got {values[begin:]!r}")
        begin, name = match.end(), match["name"]
        if name not in type_map:
            raise InvalidArgumentError(f"a name of HParams must be one of {sorted(type_map)}, got '{name}'")
        kind, index = type_map[name], match["index"]
        if match["list"] is not None:
            if index is not None or name in found:
                raise InvalidArgumentError(f"'{name}' must be assigned once, without an index for a list")
            found[name] = [_read(name, kind, each) for each in match["list"].split(",") if each.strip()]
        elif index is not None:
            places = found.setdefault(name, {})
            if not isinstance(places, dict) or int(index) in places:
                raise InvalidArgumentError(f"'{name}' must be assigned once")
            places[int(index)] = _read(name, kind, match["value"])
        else:
            if name in found:
                raise InvalidArgumentError(f"'{name}' must be assigned once")
            found[name] = _read(name, kind, match["value"])
    return found


def _read(name: str, kind: type, text: str) -> Any:
    given = text.strip()
    error = InvalidArgumentError(f"'{name}' of HParams must be of type {kind.__name__}, got {given!r}")
    if issubclass(kind, bool):
        known = {"true": True, "1": True, "false": False, "0": False}
        if given.lower() not in known:
            raise error
        return known[given.lower()]
    if issubclass(kind, str):
        quoted = len(given) > 1 and given[0] == given[-1] and given[0] in "'\""
        return ast.literal_eval(given) if quoted else given
    try:
        made: Any = kind
        return made(given)
    except (ValueError, TypeError):
        raise error from None
