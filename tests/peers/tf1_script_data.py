"""Digits that nobody wrote, in the four files of MNIST: a bright square for each class, with noise."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np


def write_digits(folder: Path, train: int = 11000, test: int = 500) -> None:
    """Write the four files."""
    folder.mkdir(parents=True)
    random = np.random.default_rng(0)
    for part, count in (("train", train), ("t10k", test)):
        labels = random.integers(0, 10, count).astype(np.uint8)
        images = random.integers(0, 60, (count, 28, 28)).astype(np.uint8)
        for image, label in zip(images, labels, strict=True):
            row, column = 4 + 10 * (label // 5), 2 + 5 * (label % 5)
            image[row : row + 9, column : column + 5] += np.uint8(150)
        labels[::30] = random.integers(0, 10, len(labels[::30]))  # wrong ones, so that no script finds no mistake
        for name, magic, data in (("images-idx3", 2051, images), ("labels-idx1", 2049, labels)):
            head = np.array([magic, *data.shape], ">u4").tobytes()
            whole = head + data.tobytes()
            (folder / f"{part}-{name}-ubyte").write_bytes(whole)
            with gzip.GzipFile(folder / f"{part}-{name}-ubyte.gz", "wb", compresslevel=1, mtime=0) as file:
                file.write(whole)
