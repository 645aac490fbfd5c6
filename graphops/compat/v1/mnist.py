"""``tensorflow.examples.tutorials.mnist.input_data``: handwritten digits from files that you have; nothing is fetched.

The files are the four of the MNIST database, in IDX format, compressed or not.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from graphops.compat.v1.functions.missing import missing
from graphops_registry.dtypes import as_dtype, float32
from graphops_registry.errors import DataLossError, InvalidArgumentError, NotFoundError

Array = np.ndarray[Any, Any]
_CLASSES: Final = 10
_IMAGES, _LABELS = 2051, 2049  # the first numbers of the files
_MOST_BYTES: Final = 1 << 30  # of a file, uncompressed


class DataSet:
    """Images with their labels, given out in batches.

    Args:
        images: uint8 [images, rows, columns, 1].
        labels: what belongs to each.
        fake_data: not supported.
        one_hot: without effect, as in TensorFlow.
        dtype: uint8, or float32: then 0 to 255 become 0 to 1.
        reshape: whether images become rows of pixels.
        seed: of the order.

    Raises:
        InvalidArgumentError: fake data are asked for, or another dtype, or there is not one label for each image.
    """

    def __init__(
        self,
        images: Any,
        labels: Any,
        fake_data: bool = False,
        one_hot: bool = False,
        dtype: Any = float32,
        reshape: bool = True,
        seed: int | None = None,
    ) -> None:
        if fake_data or as_dtype(dtype).name not in ("uint8", "float32") or len(images) != len(labels):
            raise InvalidArgumentError("a DataSet must have one label for each image, and dtype uint8 or float32")
        if seed is not None:
            np.random.seed(seed)  # noqa: NPY002 - as TensorFlow: scripts seed the global generator
        self._images: Array = images.reshape(len(images), -1) if reshape else images
        if as_dtype(dtype) is float32:
            self._images = self._images.astype(np.float32) * np.float32(1.0 / 255.0)
        self._labels: Array = labels
        self._epochs_completed = 0
        self._index_in_epoch = 0

    @property
    def images(self) -> Array:
        return self._images

    @property
    def labels(self) -> Array:
        return self._labels

    @property
    def num_examples(self) -> int:
        return len(self._images)

    @property
    def epochs_completed(self) -> int:
        return self._epochs_completed

    def next_batch(self, batch_size: int, fake_data: bool = False, shuffle: bool = True) -> tuple[Array, Array]:
        """The next images and labels; after the last one it begins again, in another order.

        Args:
            shuffle: whether NumPy's global generator makes an order for each epoch.

        Raises:
            InvalidArgumentError: a batch has more images than there are, or fake data are asked for.
        """
        if fake_data or not 0 <= batch_size <= self.num_examples:
            raise InvalidArgumentError(
                f"a batch must have 0 to {self.num_examples} images of the file, got {batch_size}"
            )
        start = self._index_in_epoch
        if not start and not self._epochs_completed and shuffle:
            self._shuffle()
        rest = self._images[start : start + batch_size], self._labels[start : start + batch_size]
        self._index_in_epoch += batch_size
        if self._index_in_epoch <= self.num_examples:
            return rest
        self._epochs_completed += 1
        if shuffle:
            self._shuffle()
        self._index_in_epoch = end = batch_size - len(rest[0])
        return np.concatenate((rest[0], self._images[:end])), np.concatenate((rest[1], self._labels[:end]))

    def _shuffle(self) -> None:
        order = np.arange(self.num_examples)
        np.random.shuffle(order)  # noqa: NPY002 - see there
        self._images, self._labels = self._images[order], self._labels[order]


class Datasets(NamedTuple):
    """What :func:`read_data_sets` gives."""

    train: DataSet
    validation: DataSet
    test: DataSet


def read_data_sets(
    train_dir: str,
    fake_data: bool = False,
    one_hot: bool = False,
    dtype: Any = float32,
    reshape: bool = True,
    validation_size: int = 5000,
    seed: int | None = None,
    source_url: str | None = None,
) -> Datasets:
    """The digits of a folder.

    Args:
        train_dir: the folder with ``train-images-idx3-ubyte``, ``train-labels-idx1-ubyte``, ``t10k-images-idx3-ubyte``
            and ``t10k-labels-idx1-ubyte``, each with ``.gz`` or without.
        one_hot: whether labels are rows of ten numbers.
        validation_size: how many of the first images are kept for validation.
        source_url: without effect.

    Raises:
        NotFoundError: a file is not there.
        DataLossError: a file is broken.
        InvalidArgumentError: there are fewer images than are kept, or fake data are asked for.
    """
    folder = Path(train_dir)
    parts: list[tuple[Array, Array]] = []
    for part in ("train", "t10k"):
        images, labels = (
            _read(folder, f"{part}-images-idx3-ubyte", _IMAGES, 3),
            _read(folder, f"{part}-labels-idx1-ubyte", _LABELS, 1),
        )
        if len(images) != len(labels) or (labels >= _CLASSES).any():
            raise DataLossError(f"the files of '{part}' in '{folder}' must have one label of 0 to 9 for each image")
        parts.append((images[..., np.newaxis], np.eye(_CLASSES)[labels] if one_hot else labels))
    (images, labels), test = parts
    if not 0 <= validation_size <= len(images):
        text = f"validation_size of read_data_sets must be 0 to {len(images)}, the number of images"
        raise InvalidArgumentError(f"{text}, got {validation_size}")
    cut = slice(validation_size), slice(validation_size, None)
    kept, others = ((images[each], labels[each]) for each in cut)
    train, validation, last = (
        DataSet(of_images, of_labels, fake_data, one_hot, dtype, reshape, seed)
        for of_images, of_labels in (others, kept, test)
    )
    return Datasets(train, validation, last)


def _read(folder: Path, name: str, magic: int, rank: int) -> Array:
    """An array of an IDX file: four bytes of ``magic``, then of each size, then uint8 numbers; all big-endian."""
    path, packed = folder / name, folder / f"{name}.gz"
    if not path.is_file() and not packed.is_file():
        raise NotFoundError(
            f"'{folder}' must have the file '{name}' or '{name}.gz' of the MNIST database: put it there"
        )
    try:
        with path.open("rb") if path.is_file() else gzip.open(packed) as file:
            data = file.read(_MOST_BYTES + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise DataLossError(f"'{packed}' must be a whole gzip file: {error}") from None
    begin = 4 * (1 + rank)
    head: Sequence[int] = np.frombuffer(data[:begin], ">u4").tolist() if len(data) >= begin else ()
    if not head or head[0] != magic or len(data) > _MOST_BYTES:
        raise DataLossError(f"'{name}' in '{folder}' must be an IDX file that begins with {magic}, of 1 GiB at most")
    shape = tuple(head[1:])
    if len(data) - begin != int(np.prod(shape, dtype=object)):
        raise DataLossError(f"'{name}' in '{folder}' must have as many bytes as its shape says, {shape}")
    return np.frombuffer(data, np.uint8, offset=begin).reshape(shape)


def __getattr__(name: str) -> Any:
    raise missing("examples.tutorials.mnist.input_data", name)


__all__ = ["DataSet", "Datasets", "read_data_sets"]
