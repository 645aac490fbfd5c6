"""The data: 1,797 images of handwritten digits, 8 by 8 pixels, which scikit-learn carries with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Images = np.ndarray[Any, np.dtype[np.float32]]
Labels = np.ndarray[Any, np.dtype[np.int32]]

CLASSES = 10


@dataclass(frozen=True)
class Digits:
    """Images (n, 8, 8, 1) between 0 and 1 with their labels (n), in two parts that share no image.

    Attributes:
        train_images, train_labels: what the network learns from.
        test_images, test_labels: what it is judged by.
    """

    train_images: Images
    train_labels: Labels
    test_images: Images
    test_labels: Labels


RULE = "every third image, those whose number is 2 modulo 3, is held out"


def load_digits() -> Digits:
    """The digits, split by :data:`RULE`: always the same split, for every seed."""
    from sklearn import datasets

    found: Any = datasets.load_digits()
    images = (found.images / 16.0).astype(np.float32)[..., np.newaxis]  # (1797, 8, 8, 1)
    labels = found.target.astype(np.int32)  # (1797,)
    held_out = np.arange(len(labels)) % 3 == 2
    return Digits(images[~held_out], labels[~held_out], images[held_out], labels[held_out])


def distorted(images: Images, rng: np.random.Generator) -> Images:
    """Copies of ``images`` (n, 8, 8, 1), each turned, slanted, scaled and moved a little, as if written once more.

    Every pixel is looked up where the inverse of the distortion puts it, between four neighbours.
    """
    count, size = len(images), images.shape[1]
    centre, margin = (size - 1) / 2, 2
    angle, slant = rng.uniform(-0.2, 0.2, (2, count, 1, 1))
    scale = rng.uniform(0.9, 1.1, (2, count, 1, 1))
    move = rng.uniform(-0.7, 0.7, (2, count, 1, 1)) + centre + margin
    row, column = np.mgrid[:size, :size] - centre  # (8, 8) each
    y = (np.cos(angle) * row - np.sin(angle) * column) * scale[0] + move[0]  # (n, 8, 8)
    x = (np.sin(angle) * row + np.cos(angle) * column + slant * row) * scale[1] + move[1]
    padded = np.pad(images[..., 0], ((0, 0), (margin, margin), (margin, margin)))
    last = padded.shape[1] - 1
    y, x = np.clip(y, 0, last - 1e-3), np.clip(x, 0, last - 1e-3)
    top, left = y.astype(int), x.astype(int)
    down, right = y - top, x - left  # how far from the upper left neighbour
    which = np.arange(count)[:, np.newaxis, np.newaxis]
    upper = padded[which, top, left] * (1 - right) + padded[which, top, left + 1] * right
    lower = padded[which, top + 1, left] * (1 - right) + padded[which, top + 1, left + 1] * right
    result: Images = (upper * (1 - down) + lower * down).astype(np.float32)[..., np.newaxis]
    return result
