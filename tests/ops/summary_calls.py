"""Calls of ops of summaries that TensorFlow runs in graphs only."""

from typing import Any

import numpy as np

from tests.golden.case import Array, reals

BAD = np.array([7, 8, 9, 10], np.uint8)


def image_calls() -> list[tuple[Array, dict[str, Any]]]:
    """Tensors and attrs for ImageSummary with the tag "seen"."""
    positive = np.abs(reals((2, 3, 4, 3), "float32", 1))
    signed = reals((2, 3, 4, 3), "float32", 2)
    holes = signed.copy()
    holes[0, 1, 2, 0], holes[1, 0, 0, 1], holes[1, 0, 1, 2] = np.nan, np.inf, -np.inf
    pixels = (255 * positive).astype(np.uint8)
    tiny = np.full((1, 2, 2, 1), 1e-7, np.float32)
    return [
        (pixels, {}), (pixels[..., :1], {"max_images": 1}), (positive, {}), (signed, {"max_images": 1}), (holes, {}),
        (holes[..., :1], {"bad_color": BAD}), (np.concatenate([holes, positive[..., :1]], 3), {"bad_color": BAD}),
        (signed.astype(np.float16), {}), (positive.astype(np.float16), {}), (holes.astype(np.float64), {}),
        (1e30 * positive.astype(np.float64), {}), (np.full((1, 2, 2, 1), np.nan, np.float32), {}), (tiny, {}),
        (-tiny, {}), (np.zeros((0, 2, 2, 3), np.float32), {}), (reals((5, 2, 2, 1), "float32", 3), {"max_images": 4}),
    ]  # fmt: skip


def old_audio_calls() -> list[tuple[Array, dict[str, Any]]]:
    """Tensors and attrs for AudioSummary with the tag "heard"."""
    sounds = 1.5 * reals((4, 7), "float32", 1)
    stereo = reals((2, 5, 2), "float32", 2)
    return [
        (sounds, {"sample_rate": 8000.0}), (sounds, {"sample_rate": 0.25, "max_outputs": 1}),
        (stereo, {"sample_rate": 44100.0, "max_outputs": 5}), (stereo[:0], {"sample_rate": 1.0}),
    ]  # fmt: skip
