"""Small programs of look-up tables, which TensorFlow and this library both run.

A program is a list of steps, each a run of its own in one session. A step gets the raw ops and a folder with ``FILES``,
and gives what to fetch. ``tests/golden/record_lookup_tables.py`` records what TensorFlow answers.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

Step = Callable[[Any, str], Any]
I64 = np.int64
_TF = {"double": "float64", "float": "float32"}

FILES = {
    "words": b"emerson\nlake\npalmer\n",
    "no end": b"a\nb",
    "crlf": b"a\r\nb\r\n",
    "empty line": b"a\n\nb\n",
    "empty": b"",
    "columns": b"x\t1\ny\t22\n",
    "commas": b"x, 1\ny,22 \n",
    "no number": b"x\tq\n",
    "one column": b"x\n",
    "floats": b"x\t1.5e3\ny\t-0.25\n",
    "twice": b"x\nx\n",
    "numbers": b"3\n4\n",
    "large": b"x\t3000000000\n",
    "same twice": b"x\t1\nx\t1\n",
}


def kind(raw: Any, name: str) -> Any:
    """A dtype as each of the libraries takes it."""
    return name if raw.__name__.startswith("graphops") else getattr(import_module("tensorflow"), _TF.get(name, name))


def texts(*values: str | list[str]) -> Any:
    return np.array(values, dtype=object) if values else np.zeros(0, object)


def static(raw: Any, keys: str = "string", values: str = "int64", name: str = "t") -> Any:
    return raw.HashTableV2(key_dtype=kind(raw, keys), value_dtype=kind(raw, values), shared_name=name)


def mutable(raw: Any, keys: str = "string", values: str = "int64", name: str = "t") -> Any:
    return raw.MutableHashTableV2(key_dtype=kind(raw, keys), value_dtype=kind(raw, values), shared_name=name)


def tensors(raw: Any, keys: str = "int64", values: str = "float") -> Any:
    return raw.MutableHashTableOfTensorsV2(
        key_dtype=kind(raw, keys), value_dtype=kind(raw, values), value_shape=[2], shared_name="t"
    )


def dense(raw: Any, **attrs: Any) -> Any:
    given = {"empty_key": I64(0), "deleted_key": I64(-1), "initial_num_buckets": 4, "shared_name": "t", **attrs}
    return raw.MutableDenseHashTableV2(value_dtype=kind(raw, "int64"), **given)


def pairs(raw: Any, **attrs: Any) -> Any:
    """Keys of two numbers, values of three."""
    given = {"empty_key": np.array([0, 0]), "deleted_key": np.array([0, -1]), **attrs}
    return raw.MutableDenseHashTableV2(
        value_dtype=kind(raw, "float"), value_shape=[3], initial_num_buckets=4, shared_name="t", **given
    )


def fill(table: Any, keys: Any, values: Any) -> Step:
    return lambda raw, _: raw.InitializeTableV2(table_handle=table(raw), keys=keys, values=values)


def insert(table: Any, keys: Any, values: Any) -> Step:
    return lambda raw, _: raw.LookupTableInsertV2(table_handle=table(raw), keys=keys, values=values)


def replace(table: Any, keys: Any, values: Any) -> Step:
    return lambda raw, _: raw.LookupTableImportV2(table_handle=table(raw), keys=keys, values=values)


def remove(table: Any, keys: Any) -> Step:
    return lambda raw, _: raw.LookupTableRemoveV2(table_handle=table(raw), keys=keys)


def find(table: Any, keys: Any, default: Any) -> Step:
    return lambda raw, _: [raw.LookupTableFindV2(table_handle=table(raw), keys=keys, default_value=default)]


def size(table: Any) -> Step:
    return lambda raw, _: [raw.LookupTableSizeV2(table_handle=table(raw))]


def export(table: Any, keys: str = "string", values: str = "int64") -> Step:
    """TensorFlow's order is that of its buckets: both sides are sorted by the keys."""

    def step(raw: Any, _: str) -> Any:
        return list(raw.LookupTableExportV2(table_handle=table(raw), Tkeys=kind(raw, keys), Tvalues=kind(raw, values)))

    step.__name__ = "export"
    return step


def read(file: str, key: int, value: int, table: Any = static, **attrs: Any) -> Step:
    return lambda raw, folder: raw.InitializeTableFromTextFileV2(
        table_handle=table(raw), filename=f"{folder}/{file}", key_index=key, value_index=value, **attrs
    )


def of(keys: str, values: str, make: Any = static) -> Any:
    return lambda raw: make(raw, keys, values)


AB, ONE_TWO = texts("a", "b"), np.array([1, 2])
PROGRAMS: dict[str, list[Step]] = {
    "not filled": [find(static, AB, I64(0)), size(static), export(static)],
    "filled": [
        fill(static, AB, ONE_TWO),
        find(static, texts("a", "z"), I64(-1)),
        fill(static, AB, np.array([1, 3])),
        fill(static, texts("a"), np.array([1])),
        find(static, texts(["a", "b"], ["b", "q"]), I64(-1)),
        find(static, texts("q", "a", "r"), np.array([7, 8, 9])),
        find(static, texts(), I64(0)),
        find(static, np.array(b"b", object), I64(7)),
        export(static),
        size(static),
    ],
    "a key twice": [fill(static, texts("a", "a"), np.array([1, 1])), size(static)],
    "a key with two values": [fill(static, texts("a", "a"), ONE_TWO), find(static, AB, I64(0)), size(static)],
    "filled with nothing": [fill(static, texts(), np.zeros(0, I64)), size(static)],
    "filled, other dtypes": [
        fill(static, AB, np.array([1, 2], np.int32)),
        find(static, ONE_TWO, I64(0)),
        find(static, AB, np.float32(0)),
    ],
    "filled once, changed": [insert(static, AB, ONE_TWO), remove(static, AB)],
    "filled once, replaced": [replace(static, AB, ONE_TWO), find(static, AB, I64(0))],
    "filled, a default of another shape": [fill(static, AB, ONE_TWO), find(static, AB, np.array([1, 2, 3]))],
    "filled, other shapes": [
        fill(static, AB, np.array([1])),
        fill(static, np.array(b"a", object), I64(1)),
        fill(static, texts(["a", "b"]), np.array([[1, 2]])),
    ],
    **{
        f"filled, {keys} to {values}": [fill(of(keys, values), k, v), find(of(keys, values), k[::-1], v[0])]
        for keys, k in (("string", AB), ("int64", np.array([-5, 1 << 40])), ("int32", np.array([7, 9], np.int32)))
        for values, v in (
            ("string", texts("x", "y")),
            ("float", np.array([1.5, 2], np.float32)),
            ("double", np.array([1.5, 2])),
            ("int32", np.array([3, 4], np.int32)),
        )
    },
    "filled, string to bool": [
        fill(of("string", "bool"), AB, np.array([True, False])),
        find(of("string", "bool"), texts("b", "c", "a"), np.array(True)),
    ],
    "integers close together": [
        fill(of("int64", "int64"), np.arange(10, 300, 2), np.arange(145) * 3),
        find(of("int64", "int64"), np.arange(-400, 400), I64(-1)),
        find(of("int64", "int64"), np.array([1 << 62, -(1 << 62), 12]), I64(-1)),
        find(of("int64", "int64"), np.array([(1 << 63) - 1, -(1 << 63)] * 50), I64(-1)),
    ],
    "changed": [
        find(mutable, AB, I64(9)),
        insert(mutable, texts("a", "b", "a"), np.array([1, 2, 3])),
        find(mutable, texts("a", "b", "c"), I64(9)),
        find(mutable, texts("a", "c", "d"), np.array([9, 8, 7])),
        remove(mutable, texts("a", "a", "zz")),
        export(mutable),
        insert(mutable, texts(["e", "f"]), np.array([[5, 6]])),
        insert(mutable, np.array(b"g", object), I64(7)),
        export(mutable),
        replace(mutable, texts("q", "q", "r"), np.array([1, 5, 6])),
        export(mutable),
        insert(mutable, AB, np.array([1])),
        replace(mutable, AB, np.array([1])),
        insert(mutable, texts(), np.zeros(0, I64)),
        size(mutable),
        replace(mutable, texts(), np.zeros(0, I64)),
        size(mutable),
        export(mutable),
    ],
    "changed, other kinds": [fill(mutable, AB, ONE_TWO), read("words", -2, -1, mutable)],
    "values of two numbers": [
        insert(tensors, ONE_TWO, np.array([[1, 2], [3, 4]], np.float32)),
        find(tensors, np.array([2, 5]), np.array([9, 8], np.float32)),
        find(tensors, np.array([5, 2, 6]), np.array([[9, 8], [7, 6], [5, 4]], np.float32)),
        find(tensors, I64(2), np.array([9, 8], np.float32)),
        insert(tensors, ONE_TWO, np.array([1, 2], np.float32)),
        export(tensors, "int64", "float"),
        remove(tensors, np.array([1])),
        size(tensors),
    ],
    "one name, other dtypes": [size(static), size(of("int64", "int64")), size(of("string", "float"))],
    "dense": [
        insert(dense, ONE_TWO, np.array([10, 20])),
        find(dense, np.array([1, 5, 2]), I64(-9)),
        find(dense, np.array([1, 0]), I64(-9)),
        find(dense, np.array([-1]), I64(-9)),
        insert(dense, np.array([0, 3]), np.array([10, 11])),
        remove(dense, np.array([1, 7])),
        remove(dense, np.array([0])),
        size(dense),
        find(dense, np.array([5, 7]), np.array([-9, -8])),
        insert(dense, np.arange(1, 40), np.arange(1, 40) ** 2),
        find(dense, np.arange(1, 60), I64(-1)),
        size(dense),
    ],
    "dense, impossible": [
        size(lambda raw, given=given: dense(raw, shared_name=f"bad {given}", **given))  # type: ignore[misc]
        for given in (
            {"initial_num_buckets": 3},
            {"initial_num_buckets": 2},
            {"initial_num_buckets": 0},
            {"max_load_factor": 1.5},
            {"max_load_factor": 0.0},
            {"max_load_factor": 1.0},
            {"deleted_key": I64(0)},
        )
    ],
    "keys of two numbers": [
        insert(pairs, np.array([[1, 2], [3, 4]]), np.arange(6, dtype=np.float32).reshape(2, 3)),
        find(pairs, np.array([[3, 4], [1, 1], [1, 2]]), np.full(3, 7, np.float32)),
        find(pairs, np.array([[0, 0]]), np.full(3, 7, np.float32)),
        find(pairs, np.array([[1, 2, 3]]), np.full(3, 7, np.float32)),
        remove(pairs, np.array([[1, 2]])),
        size(pairs),
    ],
    "words": [read("words", -2, -1), export(static), read("words", -2, -1), find(static, texts("lake", "?"), I64(-1))],
    "words from 10 on": [read("words", -2, -1, offset=10), export(static)],
    "two words": [read("words", -2, -1, vocab_size=2), export(static)],
    "three words": [read("words", -2, -1, vocab_size=3), export(static)],
    "five words": [read("words", -2, -1, vocab_size=5), size(static)],
    "no words": [read("words", -2, -1, vocab_size=0), size(static)],
    "numbers of words": [
        read("words", -1, -2, of("int64", "string")),
        export(of("int64", "string"), "int64", "string"),
    ],
    "a last line without an end": [read("no end", -2, -1), export(static)],
    "lines of another system": [read("crlf", -2, -1), export(static)],
    "columns": [read("columns", 0, 1), export(static)],
    "columns, the other way": [
        read("columns", 1, 0, of("int64", "string")),
        export(of("int64", "string"), "int64", "string"),
    ],
    "commas": [read("commas", 0, 1, delimiter=","), export(static)],
    "floats": [read("floats", 0, 1, of("string", "float")), export(of("string", "float"), "string", "float")],
    "a line as a number": [read("numbers", 0, -2), export(static)],
    "the same line twice": [read("same twice", 0, 1), export(static), size(static)],
    **{
        f"refused: {name}": [step, size(static)]
        for name, step in (
            ("an empty line", read("empty line", -2, -1)),
            ("an empty file", read("empty", -2, -1)),
            ("no file", read("nowhere", -2, -1)),
            ("a field that is no number", read("no number", 0, 1)),
            ("too few columns", read("one column", 0, 1)),
            ("a word twice", read("twice", -2, -1)),
            ("numbers for texts", read("words", -1, -2)),
            ("a delimiter of two", read("columns", 0, 1, delimiter="::")),
            ("no delimiter", read("columns", 0, 1, delimiter="")),
        )
    },
    "refused: numbers of lines in int32": [read("words", -2, -1, of("string", "int32"))],
    "refused: a number too large": [read("large", 0, 1, of("string", "int32"))],
    "refused: bool": [read("columns", 0, 1, of("string", "bool"))],
}
