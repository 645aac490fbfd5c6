"""Example and SequenceExample messages: every kind of feature, missing ones, packed values and not, JSON."""

from collections.abc import Iterator, Mapping
from struct import pack
from typing import Any

import numpy as np

from tests.golden.case import Array, Case
from tests.golden.cases.strings import NO_STRINGS, scalar, text

Feature = list[int] | list[float] | list[bytes] | bytes
KINDS = {bytes: 1, float: 2, int: 3}


def number(value: int) -> bytes:
    """A varint."""
    value &= 2**64 - 1
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + number(value >> 7)


def field(place: int, part: bytes) -> bytes:
    return number(place << 3 | 2) + number(len(part)) + part


def feature(values: Feature, packed: bool = True) -> bytes:
    """A Feature: of values, all of one kind; or the message itself."""
    if isinstance(values, bytes):
        return values
    kind = KINDS[type(values[0])]
    if kind == 1:
        listed = b"".join(field(1, value) for value in values)  # type: ignore[arg-type]
    elif kind == 2:
        parts = [pack("<f", value) for value in values]
        listed = field(1, b"".join(parts)) if packed else b"".join(b"\x0d" + part for part in parts)
    else:
        parts = [number(value) for value in values]  # type: ignore[arg-type]
        listed = field(1, b"".join(parts)) if packed else b"".join(b"\x08" + part for part in parts)
    return field(kind, listed)


def mapped(given: Mapping[str, bytes]) -> bytes:
    return b"".join(field(1, field(1, name.encode()) + field(2, value)) for name, value in given.items())


def example(packed: bool = True, **features: Feature) -> bytes:
    return field(1, mapped({name: feature(values, packed) for name, values in features.items()}))


def sequence(context: Mapping[str, Feature], lists: Mapping[str, list[Feature]], packed: bool = True) -> bytes:
    named = {name: b"".join(field(1, feature(each, packed)) for each in features) for name, features in lists.items()}
    return field(1, mapped({name: feature(each, packed) for name, each in context.items()})) + field(2, mapped(named))


EMPTY = {"int64": b"\x1a\x00", "float32": b"\x12\x00", "string": b"\x0a\x00"}  # lists without values
EXAMPLES = [
    example(i=[1, -2, 2**40], f=[0.5, 1.5], s=[b"a", b"bc"], t=[b"t", b""], r=[3, 4], d=[7, 8], e=[1.0, 2.0, 3.0, 4.0]),
    example(
        packed=False,
        i=[5],
        f=[-1.0, float("inf"), 2.0, 3.0],
        s=[b"\xff"],
        t=[b"u"],
        g=[0.25],
        r=[5],
        d=[-1, 0],
        other=[b"x"],
    ),
    example(i=EMPTY["int64"], s=EMPTY["string"], d=[3, 4], f=b""),
    b"",
]


def defaults(*values: Any) -> list[Array]:
    return [text(*value) if value and isinstance(value[0], bytes) else np.array(*value) for value in values]


def batches() -> Iterator[Case]:
    sparse_types = ["int64", "float32", "string"]
    dense: list[tuple[str, str, list[Any], Array]] = [
        ("d", "int64", [2], np.array([9, 9])),
        ("e", "float32", [None, 2], np.array([-1.0], "float32")),
        ("g", "float32", [None], np.array(0.5, "float32")),
        ("t", "string", [None], text(b"-")),
        ("missing", "string", [], scalar(b"none")),
    ]
    keys, _, shapes, values = zip(*dense, strict=True)
    attrs = {"sparse_types": sparse_types, "dense_shapes": list(shapes)}
    for messages in (text(*EXAMPLES), text(EXAMPLES[0]), NO_STRINGS):
        yield Case(
            "ParseExample",
            {
                "serialized": messages,
                "names": NO_STRINGS,
                "sparse_keys": [scalar(b"i"), scalar(b"f"), scalar(b"s")],
                "dense_keys": [scalar(key.encode()) for key in keys],
                "dense_defaults": list(values),
            },
            attrs,
        )
    for messages in (text(*EXAMPLES), NO_STRINGS, scalar(EXAMPLES[0]), scalar(EXAMPLES[1])):
        chosen = dense if messages.ndim else [each for each in dense if None not in each[2]]
        keys, _, shapes, values = zip(*chosen, strict=True)
        inputs: dict[str, Any] = {
            "serialized": messages,
            "names": NO_STRINGS,
            "sparse_keys": text(b"i", b"f", b"s"),
            "dense_keys": text(*(key.encode() for key in keys)),
            "ragged_keys": text(b"r", b"other", b"nothing"),
            "dense_defaults": list(values),
        }
        more = {
            "num_sparse": 3,
            "sparse_types": sparse_types,
            "ragged_value_types": ["int64", "string", "float32"],
            "ragged_split_types": ["int64", "int32", "int32"],
            "dense_shapes": list(shapes),
        }
        yield Case("ParseExampleV2", inputs, more)
    for message in EXAMPLES[:2]:
        attrs = {
            "num_sparse": 2,
            "sparse_keys": ["i", "nothing"],
            "sparse_types": ["int64", "string"],
            "dense_keys": ["d", "t", "missing", "e"],
            "dense_shapes": [[2, 1], [None], [2], [None, 2]],
        }
        given = defaults(([0, 0],), (b"-",), ([1.5, 2.5], "float32"), ([0.0], "float32"))
        given[0] = given[0].reshape(2, 1)
        yield Case("ParseSingleExample", {"serialized": scalar(message), "dense_defaults": given}, attrs)


SEQUENCES = [
    sequence(
        {"i": [1, 2], "s": [b"x"], "d": [1.0, 2.0], "r": [4, 5]},
        {"l": [[1, 2], [3], EMPTY["int64"]], "v": [[0.5], [1.5]], "k": [[1], [2, 3]]},
    ),
    sequence({"d": [3.0, 4.0]}, {"l": [], "w": [[b"a", b"b"]], "x": [[b"y"], [b"", b"z"]], "k": []}, packed=False),
    sequence(
        {"i": [-1], "d": [5.0, 6.0], "r": [-3]},
        {"l": [b"", [2**40, -1]], "v": [[2.5]], "w": [[b"c", b""]], "m": [[b"q"], EMPTY["string"]]},
    ),
]


def sequences() -> Iterator[Case]:
    kinds = {"context_sparse_types": ["int64", "string"], "feature_list_sparse_types": ["int64", "string"],
             "feature_list_dense_types": ["float32", "string"], "context_dense_shapes": [[2], []],
             "feature_list_dense_shapes": [[1], [2, 1]]}  # fmt: skip
    given = [np.array([0.5, -0.5], "float32"), scalar(b"none")]
    for messages in (text(*SEQUENCES), text(SEQUENCES[0]), NO_STRINGS):
        inputs: dict[str, Any] = {"serialized": messages, "debug_name": NO_STRINGS, "context_dense_defaults": given}
        attrs = {"feature_list_dense_missing_assumed_empty": ["v", "w"], "context_sparse_keys": ["i", "s"],
                 "context_dense_keys": ["d", "t"], "feature_list_sparse_keys": ["l", "x"],
                 "feature_list_dense_keys": ["v", "w"], "Ncontext_sparse": 2, "Ncontext_dense": 2,
                 "Nfeature_list_sparse": 2, "Nfeature_list_dense": 2}  # fmt: skip
        yield Case("ParseSequenceExample", inputs, {**attrs, **kinds})
    for messages in (text(*SEQUENCES), NO_STRINGS, scalar(SEQUENCES[0])):
        inputs = {
            "serialized": messages,
            "debug_name": NO_STRINGS,
            "context_sparse_keys": text(b"i", b"s"),
            "context_dense_keys": text(b"d", b"t"),
            "context_ragged_keys": text(b"r"),
            "feature_list_sparse_keys": text(b"l", b"x"),
            "feature_list_dense_keys": text(b"v", b"w"),
            "feature_list_ragged_keys": text(b"k", b"m"),
            "feature_list_dense_missing_assumed_empty": np.array([True, True]),
            "context_dense_defaults": given,
        }
        attrs = {"Ncontext_sparse": 2, "Nfeature_list_sparse": 2, "Nfeature_list_dense": 2,
                 "context_ragged_value_types": ["int64"], "context_ragged_split_types": ["int32"],
                 "feature_list_ragged_value_types": ["int64", "string"],
                 "feature_list_ragged_split_types": ["int64", "int32"]}  # fmt: skip
        if not messages.ndim:  # the splits between messages are what lay in TensorFlow's memory
            inputs |= {"feature_list_ragged_keys": NO_STRINGS, "context_ragged_keys": NO_STRINGS}
            attrs |= {name: [] for name in attrs if "ragged" in name}
        yield Case("ParseSequenceExampleV2", inputs, {**attrs, **kinds})
    for message in SEQUENCES:
        inputs = {
            "serialized": scalar(message),
            "feature_list_dense_missing_assumed_empty": text(b"v", b"w"),
            "context_sparse_keys": [scalar(b"i"), scalar(b"s")],
            "context_dense_keys": [scalar(b"d"), scalar(b"t")],
            "feature_list_sparse_keys": [scalar(b"l"), scalar(b"x")],
            "feature_list_dense_keys": [scalar(b"v"), scalar(b"w")],
            "context_dense_defaults": given,
            "debug_name": scalar(b""),
        }
        yield Case("ParseSingleSequenceExample", inputs, kinds)


def json() -> Iterator[Case]:
    def of(*features: bytes) -> bytes:
        return b'{"features": {"feature": {' + b", ".join(features) + b"}}}"

    texts = text(
        b"{}",
        of(),
        of(b'"a": {"int64List": {"value": [1, "-2", 4294967296, 1e3]}}'),
        of(b'"f": {"floatList": {"value": [1, 2.5, "NaN", "-Infinity", "1.5"]}}'),
        of(b'"b": {"bytesList": {"value": ["aGVsbG8=", "aGVsbG8", "__-_", ""]}}'),
        of(b'"n": {"int64_list": {"value": []}}'),
        of(b'"n": {}'),
        b'{"features": null}',
    )
    yield Case("DecodeJSONExample", {"json_examples": texts})
    yield Case("DecodeJSONExample", {"json_examples": texts[2:6].reshape(2, 2)})


CASES = [*batches(), *sequences(), *json()]
