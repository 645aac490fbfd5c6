"""Arrays that users bring to a page: in NumPy's files, as pictures, or made by a rule."""

from __future__ import annotations

import io
import json
import math
import warnings
import zipfile
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graphops.build.convert import to_array
from graphops.interchange.array_files import npy_in, read_array
from graphops.interchange.page.write import array_json
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import (
    DataLossError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    ResourceExhaustedError,
    UnimplementedError,
    shorten,
)

HostArray = np.ndarray[Any, Any]
Json = dict[str, Any]
LARGEST: Final = 8 << 20  # bytes of an array that is written into a page
_MOST_ENTRIES: Final = 1000  # of an archive
_MOST_PIXELS: Final = 1 << 24  # of a picture, before it is made smaller
_GREY: Final = np.array([0.299, 0.587, 0.114])  # of red, green, blue: ITU-R BT.601
_PICTURES: Final = (".png", ".jpg", ".jpeg")


def uploaded(data: bytes, name: object, entry: object = None, dtype: object = None, shape: object = None) -> Json:
    """The array in a file: ``value`` as a page has it, or the ``entries`` of an archive from which one is chosen.

    Args:
        name: of the file, whose suffix says what it is: ``.npy``, ``.npz``, ``.png``, ``.jpg``.
        entry: of an archive; not needed if it has one alone.
        dtype, shape: of the placeholder that it is for, the shape as the text of a JSON list. A picture becomes of
            that size and kind, floats from 0 to 1; an array the dtype, if that loses no more than digits.

    Raises:
        DataLossError: no such file.
        InvalidArgumentError: another suffix, or a picture for a shape that has no place for it.
        ResourceExhaustedError: more than 8 MiB, or more than 2^24 pixels; seen before anything is decoded.
        NotFoundError: no such entry.
        UnimplementedError: a picture, without Pillow.
    """
    suffix = name[name.rfind(".") :].lower() if isinstance(name, str) and "." in name else ""
    wanted = None if dtype is None else _numbers(dtype)
    sizes = None if shape is None else _sizes(shape)
    if suffix in _PICTURES:
        return _answer(fitted(picture(data), wanted, sizes), wanted)
    if suffix == ".npy":
        _check_bytes(len(data))
        found = npy_in(data, "the file")
    elif suffix == ".npz":
        chosen = _from_archive(data, entry)
        if isinstance(chosen, list):
            return {"value": None, "entries": chosen}
        found = chosen
    else:
        rule = f"end in .npy, .npz, {', '.join(_PICTURES)}"
        raise InvalidArgumentError(f"name of an array's file must {rule}, got {shorten(repr(name), 80)}")
    array = to_array(found, None, "the file")
    if wanted is not None and array.dtype.kind != "O" and np.can_cast(array.dtype, wanted.numpy_dtype, "same_kind"):
        array = _cast(array, wanted)
    return _answer(array, wanted if wanted is not None and array.dtype == wanted.numpy_dtype else None)


def _cast(array: HostArray, dtype: DType) -> HostArray:
    with np.errstate(all="ignore"):
        cast: HostArray = array.astype(dtype.numpy_dtype)
        same = (
            np.array_equal(cast, array) if dtype.is_integer else np.array_equal(np.isfinite(cast), np.isfinite(array))
        )
    if not same:
        raise InvalidArgumentError(f"values of the file must fit {dtype.name}, got some that do not")
    return cast


def _answer(array: HostArray, dtype: DType | None) -> Json:
    _check_bytes(array.nbytes)
    return {"value": array_json(array, dtype), "entries": []}


def _check_bytes(count: int) -> None:
    if count > LARGEST + (1 << 16):  # a header beside it
        rule = f"have at most {LARGEST:,} bytes to be written into a page (name a file of its folder instead)"
        raise ResourceExhaustedError(f"an array must {rule}, got {count:,}")


def _from_archive(data: bytes, entry: object) -> HostArray | list[Json]:
    """One array, or what there is to choose from."""
    if data.count(b"PK\1\2") > _MOST_ENTRIES:  # as each of its entries begins; zipfile would list them all
        raise ResourceExhaustedError(f"an archive must have at most {_MOST_ENTRIES:,} arrays")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {member.filename.removesuffix(".npy"): member for member in archive.infolist()}
            if not members:
                raise DataLossError("the archive must have an array")
            if entry is None and len(members) > 1:
                return [{"name": key, "bytes": member.file_size} for key, member in members.items()]
            member = next(iter(members.values())) if entry is None else members.get(str(entry))
            if member is None:
                raise NotFoundError(f"entry must be an array of the archive, got {shorten(repr(entry), 80)}")
            _check_bytes(member.file_size)
            with archive.open(member) as part:
                return read_array(part, member.file_size, f"'{shorten(member.filename, 80)}'")
    except GraphopsError:
        raise
    except Exception as reason:  # of zipfile, of the decompressors behind it, of text that is none
        raise DataLossError(f"the file must be an archive of arrays, got {shorten(reason)}") from None


def picture(data: bytes) -> HostArray:
    """The pixels of a PNG or JPEG: uint8 (or uint16) of [height, width, channels], 1 to 4 channels.

    Raises:
        DataLossError, ResourceExhaustedError, UnimplementedError: as :func:`uploaded`.
    """
    try:
        from PIL import Image, ImageOps
    except ImportError:
        raise UnimplementedError("pictures must be decoded by Pillow: pip install 'graphops[images]'") from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limit here is lower
            opened = Image.open(io.BytesIO(data), formats=("PNG", "JPEG"))
        with opened as image:
            if image.width * image.height > _MOST_PIXELS:
                rule = f"have at most {_MOST_PIXELS:,} pixels"
                raise ResourceExhaustedError(f"a picture must {rule}, got {image.width} by {image.height}")
            turned = ImageOps.exif_transpose(image)
            if not turned.mode.startswith("I"):  # 16 bits of grey
                plain = {"1": "L", "P": "RGBA" if "transparency" in turned.info else "RGB"}.get(
                    turned.mode, turned.mode
                )
                turned = turned.convert(plain if plain in ("L", "LA", "RGB", "RGBA") else "RGB")
            pixels = np.asarray(turned)
    except GraphopsError:
        raise
    except Image.DecompressionBombError as reason:
        raise ResourceExhaustedError(f"a picture must have at most {_MOST_PIXELS:,} pixels ({reason})") from None
    except Exception as reason:  # decoders of untrusted bytes raise anything
        raise DataLossError(f"the file must be a PNG or JPEG, got {shorten(reason)}") from None
    pixels = pixels if pixels.dtype == np.uint8 else pixels.astype(np.uint16)
    return pixels.reshape(*pixels.shape[:2], -1)


def fitted(pixels: HostArray, dtype: DType | None, shape: Sequence[int | None] | None) -> HostArray:
    """A picture for a placeholder: [height, width], [height, width, channels] or [1, height, width, channels].

    Args:
        pixels: [height, width, channels] of unsigned integers.
        dtype: of floats for numbers from 0 to 1; ``None`` and integers for those of the file.
        shape: with ``None`` for sizes that the picture decides; ``None`` for three sizes that it decides.

    Raises:
        InvalidArgumentError: a shape that is none of these.
    """
    if shape is not None:
        height, width, channels = _places(shape)
        pixels = _resized(_coloured(pixels, channels), height or pixels.shape[0], width or pixels.shape[1])
    if dtype is not None and not dtype.is_integer:
        pixels = pixels / np.iinfo(pixels.dtype).max
    if dtype is not None:
        pixels = _cast(pixels, dtype)
    if shape is None or len(shape) == 3:
        return pixels
    return pixels[..., 0] if len(shape) == 2 else pixels[None]


def _places(shape: Sequence[int | None]) -> tuple[int | None, int | None, int | None]:
    channels = 1 if len(shape) == 2 else shape[-1] if len(shape) in (3, 4) else 0
    if channels not in (None, 1, 3, 4) or (len(shape) == 4 and shape[0] not in (None, 1)):
        rule = "be [height, width], [height, width, channels] or [1, height, width, channels], with 1, 3 or 4 channels"
        raise InvalidArgumentError(f"shape that a picture is for must {rule}, got {list(shape)}")
    height, width = shape[-3:-1] if len(shape) > 2 else shape
    if (height or 1) * (width or 1) > _MOST_PIXELS:
        raise ResourceExhaustedError(f"a picture must have at most {_MOST_PIXELS:,} pixels, got {height} by {width}")
    return height, width, channels


def _coloured(pixels: HostArray, channels: int | None) -> HostArray:
    """With as many channels as wanted: grey, colours, colours and opacity."""
    if channels is None or channels == pixels.shape[2]:
        return pixels
    most = np.iinfo(pixels.dtype).max
    colours = pixels[..., :3] if pixels.shape[2] >= 3 else np.repeat(pixels[..., :1], 3, axis=2)
    if channels == 1:
        grey: HostArray = np.rint(colours @ _GREY)[..., None].astype(pixels.dtype)
        return grey
    if channels == 3:
        return colours
    opacity = pixels[..., -1:] if pixels.shape[2] == 2 else np.full_like(pixels[..., :1], most)
    return np.concatenate([colours, opacity], axis=2)


def _resized(pixels: HostArray, height: int, width: int) -> HostArray:
    """Bilinear, from the centres of pixels; where it gets much smaller, of means of pixels."""
    if pixels.shape[:2] == (height, width):
        return pixels
    _check_bytes(height * width * pixels.shape[2])
    down, across = max(1, pixels.shape[0] // height), max(1, pixels.shape[1] // width)
    whole = pixels[: pixels.shape[0] // down * down, : pixels.shape[1] // across * across]
    parts = whole.reshape(whole.shape[0] // down, down, whole.shape[1] // across, across, -1).mean((1, 3))
    for axis, size in ((0, height), (1, width)):
        at = np.clip((np.arange(size) + 0.5) * parts.shape[axis] / size - 0.5, 0, parts.shape[axis] - 1)
        low = np.floor(at).astype(np.int64)
        share = (at - low).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        high = np.minimum(low + 1, parts.shape[axis] - 1)
        parts = parts.take(low, axis) * (1 - share) + parts.take(high, axis) * share
    resized: HostArray = np.rint(parts).astype(pixels.dtype)
    return resized


_RULES: Final[dict[str, Callable[[np.random.Generator, tuple[int, ...]], HostArray]]] = {
    "zeros": lambda _, shape: np.zeros(shape),
    "ones": lambda _, shape: np.ones(shape),
    "range": lambda _, shape: np.arange(math.prod(shape)).reshape(shape),
    "normal": lambda random, shape: random.standard_normal(shape),
    "uniform": lambda random, shape: random.random(shape),
}


def made(rule: object, dtype: object, shape: object, seed: object = 0) -> Json:
    """The ``value`` of an array as a page has it.

    Args:
        rule: ``zeros``, ``ones``, ``range`` (0, 1, 2 ... row by row), ``normal`` (mean 0, deviation 1) or ``uniform``
            (from 0 to 1).
        dtype: the name of one of numbers, for ``normal`` and ``uniform`` of floats.
        shape: a list of sizes.
        seed: from 0 on; the same gives the same numbers.

    Raises:
        InvalidArgumentError, InvalidTypeError: another rule, dtype, shape or seed.
        ResourceExhaustedError: more than 8 MiB.
    """
    if not isinstance(rule, str) or rule not in _RULES:
        raise InvalidArgumentError(f"rule must be one of {', '.join(_RULES)}, got {shorten(repr(rule), 80)}")
    wanted = _numbers(dtype)
    sizes = _sizes(shape)
    if None in sizes:
        raise InvalidArgumentError(f"shape must be known, got {list(sizes)}")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 63:
        raise InvalidArgumentError(f"seed must be a whole number from 0 to 2^63 - 1, got {shorten(repr(seed), 80)}")
    if rule in ("normal", "uniform") and not (wanted.is_floating or wanted.is_complex):
        raise InvalidTypeError(f"dtype of '{rule}' must be one of floats, got {wanted.name}")
    whole = tuple(size for size in sizes if size is not None)
    _check_bytes(math.prod(size or 1 for size in whole) * max(8, wanted.numpy_dtype.itemsize))
    with np.errstate(all="ignore"):
        numbers = _RULES[rule](np.random.Generator(np.random.Philox(seed)), whole)
        array = numbers.astype(wanted.numpy_dtype)
        if rule == "range" and array.size and complex(array.reshape(-1)[-1]).real != array.size - 1:
            raise InvalidArgumentError(f"range of {wanted.name} must hold {array.size - 1:,}")
    return {"value": array_json(array, wanted)}


def _numbers(name: object) -> DType:
    if not isinstance(name, str):
        raise InvalidTypeError(f"dtype must be a name, got {shorten(repr(name), 80)}")
    dtype = as_dtype(name)
    if dtype.is_ref or dtype.is_host_only:
        raise InvalidTypeError(f"dtype must be one of numbers, got {dtype.name}")
    return dtype


def _sizes(shape: object) -> tuple[int | None, ...]:
    """Sizes as a list, or as the text of one."""
    value = shape
    if isinstance(shape, str):
        try:
            value = json.loads(shape)
        except (ValueError, RecursionError):
            value = None
    is_size = all(
        item is None or (isinstance(item, int) and not isinstance(item, bool) and 0 <= item < 1 << 31)
        for item in (value if isinstance(value, list) else [True])
    )
    if not isinstance(value, list) or len(value) > 32 or not is_size:
        raise InvalidArgumentError(f"shape must be a list of at most 32 sizes, got {shorten(repr(shape), 80)}")
    return tuple(value)
