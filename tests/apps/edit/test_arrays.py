"""Arrays that users bring to a page, and what is refused: large, malformed, or not theirs to send."""

from __future__ import annotations

import base64
import io
import struct
import sys
import zipfile
import zlib
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest
from PIL import Image

import graphops as go
from graphops.apps.edit import arrays
from graphops.apps.edit.arrays import fitted, uploaded
from graphops.interchange.page.json_values import array as of_page
from tests.apps.edit.conftest import Server
from tests.apps.edit.test_service import page, refused


def npy(array: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array, allow_pickle=True)
    return file.getvalue()


def npz(**parts: Any) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **parts)
    return file.getvalue()


def png(pixels: Any, form: str = "PNG") -> bytes:
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, form)
    return file.getvalue()


def sent(server: Server, data: bytes, name: str, **more: str) -> Any:
    query = "".join(f"&{key}={quote(value)}" for key, value in more.items())
    status, found, _ = server.request("POST", f"/api/array?name={quote(name)}{query}", data)
    assert status == 200, found
    return found


def value_of(found: Any) -> Any:
    return of_page(found["value"], None, "the value", None)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "uint8", "bool", "complex64", ">i4", "float16"])
def test_a_npy_file(server: Server, dtype: str) -> None:
    array = np.arange(60).reshape(3, 20).astype(dtype)
    found = value_of(sent(server, npy(array), "x.NPY"))
    np.testing.assert_array_equal(found, array)
    assert found.dtype == array.dtype.newbyteorder("=")


def test_texts(server: Server) -> None:
    assert value_of(sent(server, npy(np.array(["a", "\u00fc"])), "x.npy")).tolist() == [b"a", "\u00fc".encode()]


def test_an_array_takes_the_dtype_of_its_placeholder_if_it_loses_only_digits(server: Server) -> None:
    found = sent(server, npy(np.array([1.5, 2])), "x.npy", dtype="float32", shape="[null]")
    assert found["value"] == {"dtype": "float32", "values": [1.5, 2]}
    assert sent(server, npy(np.array([1.5])), "x.npy", dtype="int32")["value"]["dtype"] == "float64"


def test_an_archive(server: Server) -> None:
    data = npz(first=np.arange(3), second=np.ones((2, 2), np.float32))
    found = sent(server, data, "x.npz")
    assert found["value"] is None
    assert [entry["name"] for entry in found["entries"]] == ["first", "second"]
    np.testing.assert_array_equal(value_of(sent(server, data, "x.npz", entry="second")), np.ones((2, 2)))
    np.testing.assert_array_equal(value_of(sent(server, npz(one=np.arange(3)), "x.npz")), np.arange(3))
    assert refused(server, "POST", "/api/array?name=x.npz&entry=../x", data)[0] == 404


@pytest.mark.parametrize("channels", [1, 3, 4])
def test_a_picture(server: Server, channels: int) -> None:
    pixels = np.arange(5 * 7 * channels, dtype=np.uint8).reshape(5, 7, channels)
    found = value_of(sent(server, png(pixels if channels > 1 else pixels[..., 0]), "x.png"))
    np.testing.assert_array_equal(found, pixels)
    smooth = np.full((8, 8, 3), 200, np.uint8)
    found = value_of(sent(server, png(smooth, "JPEG"), "x.jpeg"))
    assert np.abs(found.astype(int) - 200).max() <= 2


def test_a_picture_of_16_bits(server: Server) -> None:
    pixels = np.array([[0, 65535], [256, 1]], np.uint16)
    found = value_of(sent(server, png(pixels), "x.png"))
    np.testing.assert_array_equal(found[..., 0], pixels)
    found = value_of(sent(server, png(pixels), "x.png", dtype="float64", shape="[null, null]"))
    np.testing.assert_allclose(found, pixels / 65535)


def test_a_picture_for_a_placeholder() -> None:
    pixels = np.zeros((4, 4, 3), np.uint8)
    pixels[:2] = (255, 0, 0)
    found = fitted(pixels, go.float32, (None, 2, 2, 3))
    np.testing.assert_allclose(found, [[[[1, 0, 0]] * 2, [[0, 0, 0]] * 2]])
    grey = fitted(pixels, go.float32, (4, 4))
    np.testing.assert_allclose(grey[0], 0.299, atol=1 / 255)  # ITU-R BT.601
    np.testing.assert_array_equal(fitted(pixels, go.uint8, (None, None, 4))[..., 3], 255)
    ramp = np.array([[[0], [100]]], np.uint8)
    # Centres of four pixels at -0.25, 0.25, 0.75, 1.25 of two, cut at the ends.
    np.testing.assert_array_equal(fitted(ramp, None, (1, 4, 1))[0, :, 0], [0, 25, 75, 100])
    for shape in ((2,), (2, 2, 2, 3), (1, 1, 1, 1, 3), (4, 4, 2)):
        with pytest.raises(go.errors.InvalidArgumentError, match="shape that a picture is for must be"):
            fitted(pixels, None, shape)


def test_without_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(go.errors.UnimplementedError, match=r"graphops\[images\]"):
        uploaded(b"", "x.png")


def bomb(width: int, height: int) -> bytes:
    """A short PNG that says it has many pixels."""

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(bytes(1000))) + part(b"IEND", b"")


def archive(name: str, *parts: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as found:
        for number, data in enumerate(parts):
            found.writestr(f"{number}{name}" if number else name, data)
    return file.getvalue()


class Evil:
    def __reduce__(self) -> Any:
        return eval, ("open('/tmp/evil-was-here', 'w')",)


@pytest.mark.parametrize(
    ("name", "data", "status", "message"),
    [
        ("x.npy", npy(np.array([Evil()], dtype=object)), 400, "must hold numbers or texts"),
        ("x.npz", npz(a=np.array([Evil()], dtype=object)), 400, "must hold numbers or texts"),
        ("x.npy", npy(np.zeros(3))[:-1], 400, "must have 24 bytes"),
        ("x.npy", b"", 400, "must be an array of NumPy's"),
        ("x.npy", npy(np.zeros(2)).replace(b"(2,)", b"(9,)"), 400, "must have 72 bytes"),
        ("x.npy", npy(np.zeros((9 << 20) // 8)), 413, "must have at most 8,388,608 bytes"),
        ("x.npz", archive("a.npy", npy(np.zeros((64 << 20) // 8))), 413, "must have at most 8,388,608 bytes"),
        ("x.npz", archive("a.npy", *[b""] * 1001), 413, "must have at most 1,000 arrays"),
        ("x.npz", b"PK\x03\x04 no archive", 400, "must be an archive of arrays"),
        ("x.npz", archive("a.npy", b"no array"), 400, "must be an array of NumPy's"),
        ("x.png", bomb(60_000, 60_000), 413, "must have at most 16,777,216 pixels"),
        ("x.png", bomb(4000, 4000), 400, "must be a PNG or JPEG"),
        ("x.png", b"GIF89a", 400, "must be a PNG or JPEG"),
        ("x.jpg", b"", 400, "must be a PNG or JPEG"),
        ("x.pkl", b"", 400, "name of an array's file must end in .npy, .npz"),
        ("", b"", 400, "name of an array's file must end in"),
        ("x.npy", npy(np.array(["2020-01-01"], "datetime64[D]")), 400, "must"),
    ],
    ids=map(str, range(17)),
)  # fmt: skip
def test_files_that_are_refused(server: Server, name: str, data: bytes, status: int, message: str) -> None:
    found = refused(server, "POST", f"/api/array?name={name}", data)
    assert found[0] == status, found
    assert message in found[1]


@pytest.mark.parametrize("query", ["&dtype=resource", "&dtype=nothing", "&dtype=string", "&shape=[1", "&shape=[-1]",
                                   "&shape=[true]", "&shape=" + "[" * 2000, "&shape={}", "&shape=[1e3]",
                                   "&shape=[70000,70000]"])  # fmt: skip
def test_placeholders_that_are_none(server: Server, query: str) -> None:
    status, _ = refused(server, "POST", f"/api/array?name=x.png{query}", png(np.zeros((2, 2, 3), np.uint8)))
    assert status in (400, 413)


@pytest.mark.parametrize("path", ["/api/array?name=x.npy", "/api/fill", "/api/export?form=svg"])
def test_who_may_not_send(server: Server, path: str) -> None:
    for headers in ({"x_graphops_token": "wrong"}, {"x_graphops_token": None}, {"origin": "http://example.org"},
                    {"host": "example.org"}):  # fmt: skip
        assert refused(server, "POST", path, npy(np.zeros(2)), **headers)[0] == 403
    assert server.request("GET", path)[0] == 405
    assert refused(server, "POST", path, None, content_length=str(65 << 20))[0] == 413


@pytest.mark.parametrize(
    ("rule", "dtype", "expected"),
    [
        ("zeros", "int8", np.zeros((2, 3), np.int8)),
        ("ones", "complex64", np.ones((2, 3), np.complex64)),
        ("ones", "bool", np.ones((2, 3), bool)),
        ("range", "float16", np.array([[0, 1, 2], [3, 4, 5]], np.float16)),
    ],
)
def test_arrays_by_a_rule(server: Server, rule: str, dtype: str, expected: Any) -> None:
    found = value_of(server.post("/api/fill", {"rule": rule, "dtype": dtype, "shape": [2, 3]}))
    np.testing.assert_array_equal(found, expected)
    assert found.dtype == expected.dtype


def test_random_arrays(server: Server) -> None:
    request = {"rule": "normal", "dtype": "float32", "shape": [100, 100], "seed": 3}
    one, again = (value_of(server.post("/api/fill", request)) for _ in range(2))
    other = value_of(server.post("/api/fill", {**request, "seed": 4}))
    np.testing.assert_array_equal(one, again)
    assert (one != other).any()
    # Four deviations of the mean, and of the variance, of ten thousand.
    assert abs(one.mean()) < 4 / 100
    assert abs(one.var() - 1) < 4 * np.sqrt(2) / 100
    flat = value_of(server.post("/api/fill", {**request, "rule": "uniform"}))
    assert 0 <= flat.min() < 0.01 < 0.99 < flat.max() < 1


@pytest.mark.parametrize(
    "change",
    [
        {"rule": "eval"}, {"rule": 1}, {"dtype": "string"}, {"dtype": "float_ref"}, {"dtype": 1}, {"shape": [None]},
        {"shape": [-1]}, {"shape": "3"}, {"shape": [1 << 40]}, {"shape": [1 << 30]}, {"shape": [True]}, {"seed": -1},
        {"seed": 1 << 63}, {"seed": True}, {"seed": "1"}, {"more": 1}, {"dtype": "int32"},
        {"rule": "range", "dtype": "int8", "shape": [200]}, {"rule": "range", "dtype": "bool", "shape": [3]},
    ],
)  # fmt: skip
def test_rules_that_are_refused(server: Server, change: Any) -> None:
    status, _ = refused(server, "POST", "/api/fill", {"rule": "normal", "dtype": "float", "shape": [2]} | change)
    assert status in (400, 413)


def test_an_array_that_fills_the_page(server: Server) -> None:
    """The largest that is taken is one that a page can have and that can be saved."""
    array = np.zeros(arrays.LARGEST // 8)
    value = sent(server, npy(array), "x.npy")["value"]
    assert len(base64.b64decode(value["base64"])) == array.nbytes
    drawn = page({"id": "c", "op": "Const", "attrs": {"dtype": "double", "value": value}})
    assert server.post("/api/check", {"page": drawn})["problems"] == []
    assert server.request("PUT", "/api/file?name=large.json", {"page": drawn})[0] == 200
    assert server.request("GET", "/api/file?name=large.json")[0] == 200


def test_a_picture_of_the_page(server: Server) -> None:
    drawn = page({"id": "a", "op": "Const", "attrs": {"value": "<script>alert(1)</script>"}})
    status, data, headers = server.request("POST", "/api/export?form=svg", {"page": drawn})
    assert (status, headers["content-type"]) == (200, "application/octet-stream")
    assert data.startswith(b"<svg")
    assert b"<script" not in data
    many = page(*({"id": f"n{number}", "op": "NoOp"} for number in range(501)))
    assert "500" in refused(server, "POST", "/api/export?form=svg", {"page": many})[1]
