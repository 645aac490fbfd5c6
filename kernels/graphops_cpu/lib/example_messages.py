"""The messages Example and SequenceExample: features by name, and the values of each.

``Example { Features features = 1 }``
``SequenceExample { Features context = 1; FeatureLists feature_lists = 2 }``
``Features { map<string, Feature> feature = 1 }``
``FeatureLists { map<string, FeatureList> feature_list = 1 }``, ``FeatureList { repeated Feature feature = 1 }``
``Feature { oneof: BytesList bytes_list = 1; FloatList float_list = 2; Int64List int64_list = 3 }``, whose only field
is ``repeated value = 1``, packed or not.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.text import strings
from graphops_cpu.lib.wire_format import (
    FIXED32,
    SIZED,
    VARINT,
    Content,
    DamagedMessage,
    content,
    fields,
    packed_fixed,
    packed_varints,
    sized_field,
    varint_field,
)

Values = np.ndarray[Any, Any]
Features = dict[bytes, Content]
NONE, BYTES, FLOAT, INT64 = 0, 1, 2, 3  # the kinds of a Feature, by the numbers of their fields
_FLOAT_KEY: Final = bytes([1 << 3 | FIXED32])
_DTYPES: Final = {BYTES: np.dtype(object), FLOAT: np.dtype(np.float32), INT64: np.dtype(np.int64)}


def features_of(example: bytes) -> Features:
    """The features of an Example, each as a message.

    Raises:
        DamagedMessage: it is none.
    """
    return _entries(_parts(memoryview(example), 1, "its features"))


def sequence_of(example: bytes) -> tuple[Features, Features]:
    """The context and the feature lists of a SequenceExample, each as a message.

    Raises:
        DamagedMessage: it is none.
    """
    message = memoryview(example)
    return _entries(_parts(message, 1, "its context")), _entries(_parts(message, 2, "its feature lists"))


def list_of(feature_list: Content) -> list[Content]:
    """The features of a FeatureList.

    Raises:
        DamagedMessage: it is none.
    """
    return _parts(feature_list, 1, "a feature")


def values_of(feature: Content) -> Values | None:
    """The values of a feature: int64, float32 or bytes; ``None`` if it has none of the lists.

    Raises:
        DamagedMessage: it is no feature.
    """
    chosen, lists = 0, list[Content]()
    for number, kind, _, part in fields(feature):
        if number not in _DTYPES:
            continue
        if number != chosen:  # the last one of a oneof counts; one that comes twice is merged
            chosen, lists = number, []
        lists.append(content(kind, part, "a list of values"))
    if not chosen:
        return None
    if chosen == BYTES:
        found = [bytes(part) for each in lists for part in _parts(each, 1, "a value")]
        return strings(found, (len(found),))
    parts = [_numbers(kind, value, part, chosen) for each in lists for n, kind, value, part in fields(each) if n == 1]
    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=_DTYPES[chosen])


def _numbers(kind: int, value: int, part: Content, chosen: int) -> Values:
    """What one field of a FloatList or an Int64List holds: one value, or a packed list."""
    if chosen == FLOAT and kind in (FIXED32, SIZED):
        return packed_fixed(part, "<f4")
    if chosen == INT64 and kind == SIZED:
        return packed_varints(part).view(np.int64)
    if chosen == INT64 and kind == VARINT:
        return np.array([value], dtype=np.uint64).view(np.int64)
    raise DamagedMessage("values of another kind than their list has")


def _parts(message: Content, wanted: int, what: str) -> list[Content]:
    return [content(kind, part, what) for number, kind, _, part in fields(message) if number == wanted]


def _entries(maps: Iterable[Content]) -> Features:
    """The entries of a map; of two with one name the last one counts."""
    found: Features = {}
    for message in maps:
        for entry in _parts(message, 1, "an entry"):
            name, value = b"", memoryview(b"")
            for number, kind, _, part in fields(entry):
                if number == 1:
                    name = bytes(content(kind, part, "a name"))
                elif number == 2:
                    value = content(kind, part, "a value")
            found[name] = value
    return found


def write_example(features: Iterable[tuple[bytes, int, Any]]) -> bytes:
    """An Example of features: name, kind and values. Numbers are not packed, as in what TensorFlow makes of JSON."""
    entries = b""
    for name, kind, values in features:
        if kind == BYTES:
            listed = b"".join(sized_field(1, value) for value in values)
        elif kind == FLOAT:
            listed = b"".join(_FLOAT_KEY + np.asarray(value, dtype="<f4").tobytes() for value in values)
        else:
            listed = b"".join(varint_field(1, value) for value in values)
        feature = b"" if kind == NONE else sized_field(kind, listed)
        entries += sized_field(1, sized_field(1, name) + sized_field(2, feature))
    return sized_field(1, entries)
