"""Makes the small pictures in ``pictures/``: ``PYTHON -m tests.golden.make_pictures`` with Pillow installed.

Each is of a kind that readers treat in a way of its own: bits for a pixel, palettes, what is transparent, rows in
another order, parts of frames.  ``cases/image_files.py`` gives them to TensorFlow.
"""

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

FOLDER = Path(__file__).parent / "pictures"


def png(
    depth: int, color: int, rows: list[bytes], width: int, *chunks: tuple[bytes, bytes], interlace: int = 0
) -> bytes:
    """A file whose rows are given as they are packed."""
    head = struct.pack(">IIBBBBB", width, len(rows), depth, color, 0, 0, interlace)
    parts = [
        (b"IHDR", head),
        *chunks,
        (b"IDAT", zlib.compress(b"".join(b"\x00" + row for row in rows))),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


def pngs(chance: np.random.Generator) -> dict[str, bytes]:
    """Every kind of pixel, 5 rows of 7."""
    found = {}
    palette = chance.integers(0, 256, 48).astype(np.uint8).tobytes()
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
    depths = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4), 4: (8, 16), 6: (8, 16)}
    for color, every in depths.items():
        for depth in every:
            size = (7 * channels[color] * depth + 7) // 8
            rows = [chance.integers(0, 256, size).astype(np.uint8).tobytes() for _ in range(5)]
            colors = [(b"PLTE", palette)] if color == 3 else []
            found[f"png_{color}_{depth}"] = png(depth, color, rows, 7, *colors)
            clear = {0: struct.pack(">H", 1), 2: struct.pack(">HHH", 1, 2, 3), 3: b"\x00\x80"}.get(color)
            if clear is not None:
                if color == 2:
                    rows[1] = (b"\x01\x02\x03" if depth == 8 else struct.pack(">HHH", 1, 2, 3)) + rows[1][
                        depth * 3 // 8 :
                    ]
                found[f"png_{color}_{depth}_clear"] = png(depth, color, rows, 7, *colors, (b"tRNS", clear))
    return found


def saved(image: Any, kind: str, **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def others(chance: np.random.Generator) -> dict[str, bytes]:
    """JPEG, GIF and BMP."""
    noise = chance.integers(0, 256, (20, 30, 4)).astype(np.uint8)
    rgb, grey, cmyk = Image.fromarray(noise[..., :3]), Image.fromarray(noise[..., 0]), Image.fromarray(noise, "CMYK")
    found = {
        "jpeg_rgb": saved(rgb, "JPEG", quality=80),
        "jpeg_fine": saved(rgb, "JPEG", quality=80, subsampling="4:4:4"),
        "jpeg_progressive": saved(rgb, "JPEG", quality=60, progressive=True),
        "jpeg_grey": saved(grey, "JPEG", quality=80),
        "jpeg_cmyk": saved(cmyk, "JPEG", quality=80),
        "jpeg_flat": saved(Image.new("RGB", (9, 5), (200, 100, 50)), "JPEG", quality=95),
    }
    # Frames of their own palettes, parts of the canvas, some of them transparent.
    head = b"GIF89a" + struct.pack("<HHBBB", 6, 5, 0xF2, 0, 0) + chance.integers(0, 256, 24).astype(np.uint8).tobytes()
    frames = [(1, 1, 4, 3, False, None), (0, 0, 6, 5, False, 2), (2, 0, 4, 5, True, 1), (4, 3, 5, 4, False, 0)]
    body = b""
    for left, top, width, height, own, clear in frames:
        control = struct.pack("<BHB", 1 if clear is not None else 0, 5, clear or 0)
        body += b"!\xf9\x04" + control + b"\x00"
        colors = chance.integers(0, 256, 24).astype(np.uint8).tobytes() if own else b""
        body += b"," + struct.pack("<HHHHB", left, top, width, height, 0x82 if own else 0) + colors
        body += packed(chance.integers(0, 8, width * height).tolist())
    found["gif_parts"] = head + body + b";"
    first = head + b"," + struct.pack("<HHHHB", 0, 0, 6, 5, 0) + packed(chance.integers(0, 8, 30).tolist()) + b";"
    found["gif_one"] = first
    found["gif_rows"] = saved(Image.fromarray(noise[:9, :11, 0] // 32).convert("P"), "GIF", interlace=True)
    for bits, mode in ((24, "RGB"), (32, "RGBA")):
        found[f"bmp_{bits}"] = saved(Image.fromarray(noise[:5, :7, : len(mode)], mode), "BMP")
    content = bytearray(found["bmp_24"])
    content[22:26] = struct.pack("<i", -5)
    found["bmp_down"] = bytes(content)
    return found


def webps() -> dict[str, bytes]:
    """With and without loss, with what is transparent, and of several frames."""
    chance = np.random.default_rng(8)
    rgb, rgba = (Image.fromarray(chance.integers(0, 256, (5, 7, n), dtype=np.uint8)) for n in (3, 4))
    frames = [Image.fromarray(chance.integers(0, 256, (5, 7, 3), dtype=np.uint8)) for _ in range(3)]
    return {
        "webp_rgb": saved(rgb, "WEBP", lossless=True),
        "webp_rgba": saved(rgba, "WEBP", lossless=True),
        "webp_loss": saved(rgb, "WEBP", quality=80),
        "webp_loss_rgba": saved(rgba, "WEBP", quality=80),
        "webp_frames": saved(frames[0], "WEBP", save_all=True, append_images=frames[1:], lossless=True),
    }


def packed(places: list[int]) -> bytes:
    """Numbers below 8 as GIF packs them, in codes of 4 bits, with a code that starts anew before they grow longer."""
    bits = ""
    for start in range(0, len(places), 6):
        bits = "".join(f"{code:04b}" for code in [*reversed(places[start : start + 6]), 8]) + bits
    bits = "1001" + bits
    bits = "0" * (-len(bits) % 8) + bits
    data = int(bits, 2).to_bytes(len(bits) // 8, "little")
    return b"\x03" + bytes([len(data)]) + data + b"\x00"


def main() -> None:
    """Writes all of them."""
    chance = np.random.default_rng(7)
    FOLDER.mkdir(exist_ok=True)
    for name, content in {**pngs(chance), **others(chance), **webps()}.items():
        (FOLDER / name).write_bytes(content)


if __name__ == "__main__":
    main()
