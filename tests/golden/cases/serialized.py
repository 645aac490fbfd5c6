"""Tensors and sparse tensors as messages: every dtype, no elements, one value for all, parts that are joined."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, integers, reals
from tests.golden.cases.sparse import DTYPES, MIXED, NONE, ORDERED, entries, i64, places
from tests.golden.cases.strings import scalar, text

TENSOR_DTYPES = (*DTYPES, "complex128")


def field(number: int, part: bytes) -> bytes:
    key = number << 3 | 2
    return (bytes([key]) if key < 128 else bytes([key & 127 | 128, key >> 7])) + bytes([len(part)]) + part


def message(dtype: int, sizes: list[int], rest: bytes) -> bytes:
    dims = b"".join(field(2, bytes([8, size])) for size in sizes)
    return bytes([8, dtype]) + field(2, dims) + rest


def serialize() -> Iterator[Case]:
    for dtype in (*TENSOR_DTYPES, "string"):
        yield Case("SerializeTensor", {"tensor": entries(4, dtype)})
    yield Case("SerializeTensor", {"tensor": reals((2, 3, 1), "float64", 3)})
    yield Case("SerializeTensor", {"tensor": np.array(2.5, "float32")})
    yield Case("SerializeTensor", {"tensor": np.zeros((0, 3), "float32")})
    yield Case("SerializeTensor", {"tensor": text(b"a" * 300, b"")})
    yield Case("SerializeTensor", {"tensor": scalar(b"abc")})
    yield Case("SerializeTensor", {"tensor": text()})


def parse() -> Iterator[Case]:
    def case(dtype: str, content: bytes) -> Case:
        return Case("ParseTensor", {"serialized": scalar(content)}, {"out_type": dtype})

    two = np.float32([1.5, -2.5]).tobytes()
    yield case("float32", message(1, [2], field(4, two)))
    yield case("float32", message(1, [2], field(5, two)))
    yield case("float32", message(1, [2, 2], field(5, two)))
    yield case("float32", message(1, [3], b""))
    yield case("float32", message(1, [2], bytes([5 << 3 | 5]) + two[:4] + bytes([5 << 3 | 5]) + two[4:]))
    yield case("float32", message(1, [1], field(5, two)))
    yield case("float32", message(1, [0], field(5, two)))
    yield case("float32", field(19, b"unknown") + message(1, [2], field(4, two)))
    yield case("float64", message(2, [2], field(6, np.float64([1.5, 2]).tobytes())))
    yield case("complex64", message(8, [2], field(9, two)))
    yield case("complex128", message(18, [1], field(12, np.float64([1.5, 2]).tobytes())))
    minus = b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
    for number, dtype in ((3, "int32"), (4, "uint8"), (5, "int16"), (6, "int8"), (17, "uint16")):
        yield case(dtype, message(number, [3], field(7, b"\x05\xac\x02" + minus)))
    yield case("int64", message(9, [2], field(10, b"\x05" + minus)))
    yield case("uint32", message(22, [2], field(16, b"\x05\xac\x02")))
    yield case("uint64", message(23, [2], field(17, b"\x05" + minus)))
    yield case("bool", message(10, [3], field(11, b"\x01\x00")))
    yield case("bool", message(10, [3], field(4, b"\x01\x00\x01")))
    yield case("float16", message(19, [2], field(13, b"\x80\x78")))
    yield case("bfloat16", message(14, [2], field(13, b"\x80\x7f\xc0\x81\x01")))
    yield case("string", message(7, [3], field(8, b"ab") + field(8, b"")))
    yield case("string", message(7, [2], b""))
    yield case("string", message(7, [2], field(4, b"\x01\x02abc")))


def sparse(op: str) -> Iterator[Case]:
    def case(indices: Array, values: Array, *shape: int) -> Case:
        inputs = {"sparse_indices": indices, "sparse_values": values, "sparse_shape": i64(shape)}
        return Case(op, inputs)

    for dtype in (*DTYPES, "string"):
        yield case(ORDERED, entries(3, dtype), 3, 2)
    values = reals((3,), "float64", 1)
    yield case(NONE, values[:0], 2, 2)
    yield case(places([0, 1, 2], [2, 0, 0], [2, 1, 3], rank=3), values, 4, 2, 4)
    if op == "SerializeSparse":
        yield case(MIXED[:3], values, 3, 2)
        yield case(places([1], [3], rank=1), values[:2], 4)


def serialized(places: Array, values: Array, *shape: int) -> list[bytes]:
    def numbers(x: Array) -> bytes:
        return message(9, list(x.shape), field(4, x.astype("<i8").tobytes()) if x.size else b"")

    own = message(1, list(values.shape), field(4, values.astype("<f4").tobytes()) if values.size else b"")
    return [numbers(places), own, numbers(i64(shape))]


def deserialize() -> Iterator[Case]:
    def case(op: str, *shape: int, rows: list[list[bytes]], **attrs: str) -> Case:
        held = text(*[part for row in rows for part in row]).reshape(shape)
        return Case(op, {"serialized_sparse": held}, {"dtype": "float32"} | attrs)

    values = integers((3,), "float32", 1)
    first, second = serialized(ORDERED, values, 3, 2), serialized(ORDERED[:1], values[:1], 1, 5)
    empty = serialized(NONE, values[:0], 4, 1)
    line = [serialized(places([1], [3], rank=1), values[:2], 4), serialized(places([0], rank=1), values[:1], 7)]
    for op in ("DeserializeSparse", "DeserializeManySparse"):
        yield case(op, 1, 3, rows=[first])
        yield case(op, 3, 3, rows=[first, empty, second])
        yield case(op, 2, 3, rows=[empty, empty])
        yield case(op, 2, 3, rows=line)
    yield case("DeserializeSparse", 3, rows=[first])
    yield case("DeserializeSparse", 2, 1, 3, rows=[first, second])
    yield case("DeserializeSparse", 2, 2, 3, rows=[first, second, empty, first])
    texts = [message(9, [2, 1], field(4, i64([0, 2]).tobytes())), message(7, [2], field(4, b"\x01\x02abc"))]
    yield case("DeserializeSparse", 3, rows=[[*texts, message(9, [1], field(4, i64([3]).tobytes()))]], dtype="string")


CASES = [*serialize(), *parse(), *sparse("SerializeSparse"), *sparse("SerializeManySparse"), *deserialize()]
