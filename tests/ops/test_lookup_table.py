"""Look-up tables: the recorded programs give TensorFlow's answers, on the host and on a device; what else holds."""

from __future__ import annotations

import json
import os
import random
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import GraphopsError, InvalidArgumentError, ResourceExhaustedError
from tests.golden.load import GOLDEN
from tests.ops.lookup_table_programs import AB, FILES, ONE_TWO, PROGRAMS, dense, mutable, static, tensors, texts
from tests.ops.other_device import OTHER

RECORDED = json.loads((GOLDEN / "lookup_tables.json").read_text(encoding="utf-8"))
raw = go.raw_ops


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    found = tmp_path_factory.mktemp("tables")
    for name, content in FILES.items():
        (found / name).write_bytes(content)
    return str(found)


@pytest.fixture(autouse=True)
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


def session(folder: str | None = None, **config: Any) -> go.Session:
    return go.Session(config=go.SessionConfig(file_folders=[folder] if folder else (), **config))


def test_every_program_is_recorded() -> None:
    assert {name: len(steps) for name, steps in RECORDED.items()} == {n: len(s) for n, s in PROGRAMS.items()}


@pytest.mark.parametrize("device", ["CPU", OTHER])
@pytest.mark.parametrize("name", PROGRAMS)
def test_as_tensorflow(name: str, device: str, folder: str) -> None:
    with go.device(f"/device:{device}:0"), session(folder) as running:
        for number, (step, want) in enumerate(zip(PROGRAMS[name], RECORDED[name], strict=True)):
            if isinstance(want, str):
                with pytest.raises(GraphopsError) as caught:
                    running.run(step(raw, folder))
                names = [cls.__name__ for cls in type(caught.value).__mro__]
                assert want in names, f"step {number}: {caught.value!r}"
                assert " must " in str(caught.value)
            else:
                found = running.run(step(raw, folder)) or []
                _compare(found, want, step.__name__ == "export")


def _compare(found: list[Any], recorded: list[Any], is_export: bool) -> None:
    values = [np.asarray(value) for value in found]
    if is_export:
        order = np.argsort(values[0], kind="stable")
        values = [value[order] for value in values]
    for got, (dtype, shape, content) in zip(values, recorded, strict=True):
        kind = object if dtype == "string" else dtype
        want = np.array([v.encode() for v in content] if dtype == "string" else content, kind).reshape(shape)
        assert (got.dtype, got.shape) == (want.dtype, want.shape)
        np.testing.assert_array_equal(got, want)


# -- many changes, against a dict ------------------------------------------------------------------------------------


@pytest.mark.parametrize("keys", ["string", "int64", "uint64", "int8"])
def test_as_a_dict_does(keys: str) -> None:
    """Insert, remove, replace and find at random."""
    draw = random.Random(keys)  # noqa: S311
    want: dict[Any, int] = {}
    dtype = object if keys == "string" else keys

    def some(most: int) -> Any:
        numbers = [draw.randrange(100) for _ in range(draw.randrange(most))]
        return np.array([str(n).encode() for n in numbers] if keys == "string" else numbers, dtype)

    table = mutable(raw, keys, "int64")
    given, values = go.placeholder(keys, [None]), go.placeholder(go.int64, [None])
    insert = raw.LookupTableInsertV2(table_handle=table, keys=given, values=values)
    replace = raw.LookupTableImportV2(table_handle=table, keys=given, values=values)
    remove = raw.LookupTableRemoveV2(table_handle=table, keys=given)
    find = raw.LookupTableFindV2(table_handle=table, keys=given, default_value=np.int64(-1))
    export = raw.LookupTableExportV2(table_handle=table, Tkeys=keys, Tvalues="int64")
    with session() as running:
        for turn in range(150):
            chosen = some(400 if turn % 10 == 0 else 40)
            new = np.arange(len(chosen)) + 1000 * turn
            which = draw.randrange(8)
            if which < 4:
                running.run(insert, {given: chosen, values: new})
                want.update(zip(chosen.tolist(), new.tolist(), strict=True))
            elif which < 7:
                running.run(remove, {given: chosen})
                for key in chosen.tolist():
                    want.pop(key, None)
            elif turn % 3 == 0:
                running.run(replace, {given: chosen, values: new})
                want = dict(zip(chosen.tolist(), new.tolist(), strict=True))
            asked = some(400)
            assert running.run(find, {given: asked}).tolist() == [want.get(key, -1) for key in asked.tolist()]
            exported = running.run(list(export))
            assert dict(zip(exported[0].tolist(), exported[1].tolist(), strict=True)) == want


@pytest.mark.parametrize("shape", [(4,), (4, 1)])
def test_what_tensorflow_exports_of_a_dense_table(shape: Any) -> None:
    """It exports its places with and without keys, each key and value as a vector."""
    keys, values = np.array([5, 0, 6, -1]).reshape(shape), np.array([1, 2, 3, 4]).reshape(shape)
    with session() as running:
        running.run(raw.LookupTableImportV2(table_handle=dense(raw), keys=keys, values=values))
        exported = running.run(list(raw.LookupTableExportV2(table_handle=dense(raw), Tkeys="int64", Tvalues="int64")))
        assert [value.tolist() for value in exported] == [[[5], [6]], [[1], [3]]]


def test_keys_of_two_texts() -> None:
    table = raw.MutableDenseHashTableV2(empty_key=texts("", ""), deleted_key=texts("?", ""), value_dtype="int64")
    pairs = texts(["a", "b"], ["a", "c"])
    with session() as running:
        running.run(raw.LookupTableInsertV2(table_handle=table, keys=pairs, values=ONE_TWO))
        find = raw.LookupTableFindV2(table_handle=table, keys=texts(["a", "c"], ["b", "a"]), default_value=np.int64(0))
        assert running.run(find).tolist() == [2, 0]
        exported = running.run(list(raw.LookupTableExportV2(table_handle=table, Tkeys="string", Tvalues="int64")))
        assert exported[0].tolist() == [[b"a", b"b"], [b"a", b"c"]]


# -- where tables live -----------------------------------------------------------------------------------------------


def test_a_name_is_shared_within_its_container() -> None:
    def table(container: str = "", name: str = "", **attrs: Any) -> Any:
        made = raw.MutableHashTableV2(
            key_dtype="string", value_dtype="int64", container=container, shared_name=name, **attrs
        )
        return made, raw.LookupTableSizeV2(table_handle=made)

    first, size = table(name="t")
    others = [table(name="t")[1], table("c", "t")[1], table(name="u")[1], table()[1]]
    insert = raw.LookupTableInsertV2(table_handle=first, keys=AB, values=ONE_TWO)
    own = raw.MutableHashTableV2(key_dtype="string", value_dtype="int64", name="own")
    fill_own = raw.LookupTableInsertV2(table_handle=own, keys=AB, values=ONE_TWO)
    by_name = [table(name="own")[1], table(use_node_name_sharing=True)[1]]
    with session() as running:
        running.run(insert)
        assert running.run([size, *others]) == [2, 2, 0, 0, 0]
        running.run(fill_own)
        assert running.run(by_name) == [0, 0]
        assert running.run(raw.LookupTableSizeV2(table_handle=own)) == 2
        with go.Session(variables=running.variables) as second:
            assert second.run(size) == 2
        running.run(raw.DestroyResourceOp(resource=first))
        assert running.run(size) == 0
    with session() as running:
        assert running.run(size) == 0


def test_an_anonymous_table_lives_for_a_run() -> None:
    table = raw.AnonymousMutableHashTable(key_dtype="string", value_dtype="int64")
    insert = raw.LookupTableInsertV2(table_handle=table, keys=AB, values=ONE_TWO)
    with go.control_dependencies([insert]):
        after = raw.LookupTableSizeV2(table_handle=table)
    static_one = raw.AnonymousHashTable(key_dtype="int64", value_dtype="string")
    of_tensors = raw.AnonymousMutableHashTableOfTensors(key_dtype="int64", value_dtype="float", value_shape=[2])
    of_both = raw.AnonymousMutableDenseHashTable(empty_key=b"", deleted_key=b"?", value_dtype="int64")
    sizes = [raw.LookupTableSizeV2(table_handle=each) for each in (static_one, of_tensors, of_both)]
    with session() as running:
        for _ in range(3):
            assert running.run([after, *sizes]) == [2, 0, 0, 0]


def test_references() -> None:
    """The ops of TensorFlow 1, in one graph."""
    made = {
        raw.HashTable: {},
        raw.MutableHashTable: {},
        raw.MutableHashTableOfTensors: {"value_shape": []},
        raw.MutableDenseHashTable: {"empty_key": b""},
    }
    with session() as running:
        for op, more in made.items():
            dtypes = {"value_dtype": "int64"} | ({} if "empty_key" in more else {"key_dtype": "string"})
            table = op(**dtypes, **more)
            fill = raw.InitializeTable if op is raw.HashTable else raw.LookupTableInsert
            running.run(fill(table_handle=table, keys=AB, values=ONE_TWO))
            find = raw.LookupTableFind(table_handle=table, keys=texts("b", "z"), default_value=np.int64(9))
            export = raw.LookupTableExport(table_handle=table, Tkeys="string", Tvalues="int64")
            found = running.run([find, raw.LookupTableSize(table_handle=table), *export])
            assert [np.ravel(value).tolist() for value in found] == [[2, 9], [2], [b"a", b"b"], [1, 2]]
            if op is not raw.HashTable:
                running.run(raw.LookupTableImport(table_handle=table, keys=texts("q"), values=np.array([4])))
                assert running.run(find).tolist() == [9, 9]


def test_references_read_files(folder: str) -> None:
    table = raw.HashTable(key_dtype="string", value_dtype="int64")
    read = raw.InitializeTableFromTextFile(table_handle=table, filename=f"{folder}/words", key_index=-2, value_index=-1)
    with session(folder) as running:
        running.run(read)
        assert running.run(raw.LookupTableSize(table_handle=table)) == 3


# -- what is refused -------------------------------------------------------------------------------------------------


def test_files_outside_of_the_folders_are_not_read(folder: str, tmp_path: Path) -> None:
    (tmp_path / "outside").write_bytes(b"x\n")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "link").symlink_to(tmp_path / "outside")
    os.mkfifo(tmp_path / "in" / "pipe")
    for name, kind in (
        (f"{tmp_path}/outside", "PermissionDeniedError"),
        (f"{tmp_path}/in/../outside", "PermissionDeniedError"),
        (f"{tmp_path}/in/link", "PermissionDeniedError"),
        (f"{tmp_path}/in/pipe", "InvalidArgumentError"),
        (f"{tmp_path}/in", "InvalidArgumentError"),
        (f"{tmp_path}/in/\0", "PermissionDeniedError"),
        ("", "PermissionDeniedError"),
    ):
        read = raw.InitializeTableFromTextFileV2(table_handle=static(raw), filename=name, key_index=-2, value_index=-1)
        with session(f"{tmp_path}/in") as running, pytest.raises(GraphopsError) as caught:
            running.run(read, timeout=10)
        assert type(caught.value).__name__ == kind, name


def test_a_handle_of_something_else() -> None:
    variable = raw.VarHandleOp(dtype="float", shape=[])
    with session() as running, pytest.raises(InvalidArgumentError, match="be the handle of a table, got variable"):
        running.run(raw.LookupTableSizeV2(table_handle=variable))
    with session() as running, pytest.raises(InvalidArgumentError, match="handle of a variable, got table 't'"):
        running.run(raw.ReadVariableOp(resource=static(raw), dtype="float"))
    remove = raw.LookupTableRemoveV2(table_handle=go.placeholder(go.resource, None, "h"), keys=AB)
    with session() as running, pytest.raises(GraphopsError):
        running.run(remove, {"h:0": np.array([b"no", b"handles"], object)})


@pytest.mark.parametrize("attrs", [{"key_dtype": "float"}, {"value_dtype": "variant"}, {"key_dtype": "bool"}])
def test_dtypes_without_a_table(attrs: Any) -> None:
    table = raw.HashTableV2(**{"key_dtype": "string", "value_dtype": "int64", **attrs})
    with session() as running, pytest.raises(GraphopsError, match="HashTableV2"):
        running.run(raw.LookupTableSizeV2(table_handle=table))


def test_memory_is_asked_for_first() -> None:
    keys, value = go.placeholder(go.int64, [None]), go.placeholder(go.float32, [1 << 16])
    table = raw.MutableHashTableOfTensorsV2(key_dtype="int64", value_dtype="float", value_shape=[1 << 16])
    find = raw.LookupTableFindV2(table_handle=table, keys=keys, default_value=value)
    with session(memory_limit=1 << 24) as running:
        assert running.run(find, {keys: np.arange(2), value: np.ones(1 << 16)}).shape == (2, 1 << 16)
        with pytest.raises(ResourceExhaustedError):
            running.run(find, {keys: np.arange(1 << 12), value: np.ones(1 << 16)})


def test_a_failed_change_changes_nothing() -> None:
    with session() as running:
        for table, keys in ((dense(raw), np.array([3, 4, 0])), (tensors(raw), np.array([3, 4, 0]))):
            insert = raw.LookupTableInsertV2(table_handle=table, keys=keys, values=np.zeros(3, np.float32))
            with pytest.raises(GraphopsError):
                running.run(insert)
        assert running.run([raw.LookupTableSizeV2(table_handle=t) for t in (dense(raw),)]) == [0]


def test_shapes_are_checked_in_a_graph() -> None:
    with pytest.raises(InvalidArgumentError, match="keys of op 'InitializeTableV2' must"):
        raw.InitializeTableV2(table_handle=static(raw), keys=np.array(b"a", object), values=np.int64(1))
    with pytest.raises(InvalidArgumentError, match="values of op 'InitializeTableV2' must have the shape of keys"):
        raw.InitializeTableV2(table_handle=static(raw), keys=AB, values=np.array([1]))
    with pytest.raises(InvalidArgumentError, match="value_shape.* must be known completely"):
        raw.MutableHashTableOfTensorsV2(key_dtype="int64", value_dtype="float", value_shape=None)


def test_threads_share_a_table() -> None:
    table = mutable(raw, "int64", "int64")
    keys = go.placeholder(go.int64, [None])
    insert = raw.LookupTableInsertV2(table_handle=table, keys=keys, values=keys * np.int64(3))
    find = raw.LookupTableFindV2(table_handle=table, keys=keys, default_value=np.int64(-1))
    wrong: list[Any] = []
    with session() as running:

        def work(number: int) -> None:
            for turn in range(30):
                part = np.arange(100) * 4 + number + 400 * turn
                running.run(insert, {keys: part})
                found = running.run(find, {keys: np.arange(0, 12_000)})
                known = found != -1
                if (found[known] != 3 * np.flatnonzero(known)).any() or (running.run(find, {keys: part}) < 0).any():
                    wrong.append(number)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not wrong
        assert running.run(raw.LookupTableSizeV2(table_handle=table)) == 12_000
