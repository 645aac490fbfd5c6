"""CRC-32C by the package and in NumPy: the values of RFC 3720, and a bit-by-bit division for others."""

from __future__ import annotations

import numpy as np
import pytest

from graphops.checkpoint import crc32c as module
from graphops.checkpoint.crc32c import crc32c
from graphops.plugins.extras import optional


@pytest.fixture(params=["package", "numpy"])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "package" and optional("google_crc32c") is None:
        pytest.skip("google-crc32c is an extra")
    if request.param == "numpy":
        monkeypatch.setattr(module, "_extend", lambda: None)
    else:
        assert module._extend() is not None


def divided(data: bytes, crc: int = 0) -> int:
    """The remainder, bit by bit."""
    crc ^= 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


@pytest.mark.usefixtures("_way")
def test_values_of_the_standard() -> None:
    assert crc32c(b"") == 0
    assert crc32c(bytes(32)) == 0x8A9136AA
    assert crc32c(b"\xff" * 32) == 0x62A8AB43
    assert crc32c(bytes(range(32))) == 0x46DD794E
    assert crc32c(b"123456789") == 0xE3069283


@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize("size", [1, 7, 255, 256, 257, 1000, 4099])
def test_any_bytes_at_once_or_in_pieces(size: int) -> None:
    data = np.random.default_rng(size).bytes(size)
    want = divided(data)
    assert crc32c(data) == crc32c(bytearray(data)) == crc32c(np.frombuffer(data, np.uint8)) == want
    for at in (0, 1, size // 2, size):
        assert crc32c(data[at:], crc32c(data[:at])) == want


@pytest.mark.usefixtures("_way")
def test_more_than_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CHUNK", 1 << 10)
    data = np.random.default_rng(0).bytes(3500)
    assert crc32c(data) == divided(data)
