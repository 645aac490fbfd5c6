"""Results and variables of a run as files, and pictures in colours."""

from __future__ import annotations

import base64
import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphops import checkpoint
from graphops.apps.edit.colour_views import colours
from graphops.apps.edit.value_files import value_file
from graphops_registry import dtypes
from graphops_registry.errors import InvalidArgumentError, ResourceExhaustedError
from tests.apps.edit.conftest import Server
from tests.apps.edit.test_runs import COUNT, hear, results, run, say
from tests.apps.edit.test_service import PAGE, page


@pytest.fixture
def socket(server: Server) -> Iterator[Any]:
    with server.socket(max_size=None) as found:
        yield found


def data_of(file: Any) -> bytes:
    return base64.b64decode(file["base64"])


def test_results_as_files(socket: Any) -> None:
    table = {"dtype": "double", "shape": [2, 2], "values": [0.1, "nan", -3, 1e300]}
    run(socket, page({"id": "c", "op": "Const", "attrs": {"dtype": "double", "value": table}}))
    say(socket, type="value", id="v", pin="c:output", view={"kind": "file", "form": "npy"})
    (found,) = hear(socket, "value")
    array = np.load(io.BytesIO(data_of(found["file"])), allow_pickle=False)
    np.testing.assert_array_equal(array, [[0.1, np.nan], [-3, 1e300]])
    say(socket, type="value", id="v", pin="c:output", view={"kind": "file", "form": "csv"})
    (found,) = hear(socket, "value")
    assert data_of(found["file"]) == b"0.1,nan\r\n-3.0,1e+300\r\n"
    for view in ({"kind": "file"}, {"kind": "file", "form": "exe"}, {"kind": "file", "form": ["npy"]},
                 {"kind": "file", "form": "npy", "name": "../x"}):  # fmt: skip
        say(socket, type="value", id="v", pin="c:output", view=view)
        assert hear(socket, "problem")[-1]["kind"] == "InvalidArgumentError"


def test_files_of_odd_arrays() -> None:
    texts = np.array([[b'a,"b"', b"\xff"]], dtype=object)
    rows = list(csv.reader(io.StringIO(data_of(value_file(texts, dtypes.string, "csv")).decode())))
    assert rows == [['a,"b"', "\\xff"]]
    half = np.array([1.5, -2], dtypes.bfloat16.numpy_dtype)
    found = np.load(io.BytesIO(data_of(value_file(half, dtypes.bfloat16, "npy"))), allow_pickle=False)
    np.testing.assert_array_equal(found.view(np.uint16), [0x3FC0, 0xC000])  # as IEEE 754 has them, 16 bits of each
    single = np.load(io.BytesIO(data_of(value_file(np.array(3), dtypes.int64, "npy"))))
    assert (single.shape, single.item()) == ((), 3)
    with pytest.raises(InvalidArgumentError, match="must be of numbers, got string"):
        value_file(texts, dtypes.string, "npy")
    with pytest.raises(InvalidArgumentError, match="one or two axes, got 3"):
        value_file(np.zeros((1, 1, 1)), dtypes.float64, "csv")
    with pytest.raises(ResourceExhaustedError, match="33,554,432 bytes"):
        value_file(np.zeros((33 << 20) // 8), dtypes.float64, "npy")
    with pytest.raises(ResourceExhaustedError, match="1,000,000 cells"):
        value_file(np.zeros(1_000_001), dtypes.float64, "csv")


def pixels_of(image: Any) -> Any:
    return np.frombuffer(data_of(image), np.uint8).reshape(image["height"], image["width"], 3)


def test_pictures_in_colours() -> None:
    bytes_ = np.arange(2 * 3 * 4 * 3, dtype=np.uint8).reshape(2, 3, 4, 3)
    np.testing.assert_array_equal(pixels_of(colours(bytes_, dtypes.uint8, [1, 0, 0, 0])), bytes_[1])
    parts = np.array([[[0, 0.5, 1, 0.3]]])  # the last is opacity
    np.testing.assert_array_equal(pixels_of(colours(parts, dtypes.float64, [0, 0, 0]))[0, 0], [0, 128, 255])
    wide = np.array([[[-1.0, 0, np.nan], [1, np.inf, 0.5]]])
    np.testing.assert_array_equal(pixels_of(colours(wide, dtypes.float64, [0, 0, 0])), [[[0, 128, 0], [255, 0, 191]]])
    large = colours(np.zeros((3000, 2000, 3), np.uint8), dtypes.uint8, [0, 0, 0])
    assert large["width"] * large["height"] <= 1 << 20
    for array, dtype, at in ((bytes_[..., :2], dtypes.uint8, [0] * 4), (bytes_, dtypes.uint8, [2, 0, 0, 0]),
                             (bytes_, dtypes.uint8, [0]), (bytes_, dtypes.uint8, "0000"), (bytes_, dtypes.uint8, None),
                             (parts.astype(complex), dtypes.complex128, [0] * 3)):  # fmt: skip
        with pytest.raises(InvalidArgumentError):
            colours(array, dtype, at)


def test_variables_in_a_file(socket: Any, server: Server) -> None:
    """The page counts up from 10: what is loaded later counts on from there."""
    say(socket, type="save", id="s", name="early.safetensors")
    assert hear(socket, "problem")[-1]["kind"] == "FailedPreconditionError"
    for _ in range(3):
        say(socket, type="step", id="r", page=COUNT)
        hear(socket)
    say(socket, type="save", id="s", name="count.safetensors")
    assert hear(socket, "saved")[-1] == {"type": "saved", "id": "s", "name": "count.safetensors", "variables": 1}
    (value,) = checkpoint.load(server.folder / "count.safetensors").values.values()
    assert value == 13
    say(socket, type="save", id="s", name="count.safetensors")
    assert hear(socket, "problem")[-1]["kind"] == "AlreadyExistsError"
    say(socket, type="save", id="s", name="count.safetensors", overwrite=True)
    hear(socket, "saved")
    say(socket, type="reset", id="z")
    hear(socket, "reset")
    say(socket, type="load", id="l", page=COUNT, name="count.safetensors")
    assert hear(socket, "loaded")[-1]["variables"] == 1
    say(socket, type="step", id="r", page=COUNT)
    assert results(hear(socket))["read"]["result_value"]["first"] == [14]
    files = {file["name"]: file["kind"] for file in server.request("GET", "/api/files")[1]["files"]}
    assert files["count.safetensors"] == "checkpoint"


def test_checkpoints_that_are_refused(socket: Any, server: Server, tmp_path: Path) -> None:
    say(socket, type="step", id="r", page=COUNT)
    hear(socket)
    outside = tmp_path / "outside.safetensors"
    checkpoint.save(outside, {"v": np.int32(5)})
    (server.folder / "link.safetensors").symlink_to(outside)
    (server.folder / "up").symlink_to(tmp_path)
    (server.folder / "folder.safetensors").mkdir()
    (server.folder / "broken.safetensors").write_bytes(b"no checkpoint")
    checkpoint.save(server.folder / "other.safetensors", {"w": np.zeros(3)})
    before = outside.read_bytes()
    names: list[Any] = ["../outside.safetensors", "/tmp/x.safetensors", "link.safetensors", "up/outside.safetensors",  # noqa: S108
                        "x.json", ".hidden.safetensors", "a\0.safetensors", "", 3, None, ["x.safetensors"],
                        "folder.safetensors"]  # fmt: skip
    for name in names:
        for kind in ("save", "load"):
            more = {"overwrite": True} if kind == "save" else {"page": COUNT}
            say(socket, type=kind, id="c", name=name, **more)
            assert hear(socket, "problem")[-1]["id"] == "c", (kind, name)
    for name in ("broken.safetensors", "other.safetensors", "missing.safetensors"):
        say(socket, type="load", id="c", name=name, page=COUNT)
        hear(socket, "problem")
    for more in ({"overwrite": "yes"}, {"path": "x"}):
        say(socket, type="save", id="c", name="x.safetensors", **more)
        hear(socket, "problem")
    assert outside.read_bytes() == before
    assert not (server.folder / "x.safetensors").exists()
    assert run(socket, PAGE)[-1]["status"] == "done"
    for name in ("link.safetensors", "up"):
        (server.folder / name).unlink()
