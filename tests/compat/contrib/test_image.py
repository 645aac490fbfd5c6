"""``tf.contrib.image`` beside TensorFlow's op, and by turns and moves of arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import errors
from tests.compat.contrib.record_images import IMAGES, KINDS, SIZES, TRANSFORMS

WANTED = np.load(Path(__file__).with_name("tf_images.npz"))
image = tf.contrib.image


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", TRANSFORMS)
def test_as_tensorflow(name: str, size: str, kind: str) -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        found = image.transform(IMAGES, TRANSFORMS[name], kind, None if size == "same" else SIZES[size])
        assert found.shape.as_list() == [2, *SIZES[size], 3]
        np.testing.assert_allclose(session.run(found), WANTED[f"{name}/{size}/{kind}"], rtol=1e-4, atol=1e-5)


def test_turns_and_moves() -> None:
    square = np.arange(25).reshape(5, 5)
    with tf.Graph().as_default(), tf.Session() as session:
        angles = [0.0, np.pi / 2, np.pi]
        many = np.stack([square[..., None]] * 3).astype(np.float32)
        found = session.run(
            [
                image.rotate(square, np.pi / 2),
                image.rotate(many, angles, "BILINEAR"),
                image.translate(square, [1, 2]),
                image.translate(square[..., None], [[-1, 0]]),
            ]
        )
    assert found[0].tolist() == np.rot90(square).tolist()
    for turns in range(3):
        np.testing.assert_allclose(found[1][turns, ..., 0], np.rot90(square, turns), atol=1e-4)
    moved = np.zeros((5, 5), int)
    moved[2:, 1:] = square[:3, :4]
    assert found[2].tolist() == moved.tolist()
    assert found[3][:, :4, 0].tolist() == square[:, 1:].tolist()
    assert not found[3][:, 4].any()


def warped(image: np.ndarray, flow: np.ndarray) -> np.ndarray:
    """What dense_image_warp gives, pixel by pixel in float64; positions beyond the edge are at the edge."""
    result = np.zeros(image.shape)
    last = np.array(image.shape[1:3]) - 1
    for number, row, column in np.ndindex(*image.shape[:3]):
        at = np.clip(np.array([row, column]) - flow[number, row, column].astype(np.float64), 0, last)
        top, left = np.minimum(np.floor(at), last - 1).astype(int)
        for down in (0, 1):
            for right in (0, 1):
                share = (1 - abs(at[0] - top - down)) * (1 - abs(at[1] - left - right))
                result[number, row, column] += share * image[number, top + down, left + right]
    return result


def test_warps() -> None:
    chance = np.random.default_rng(3)
    image, flow = chance.random((2, 5, 7, 3)), 6 * chance.random((2, 5, 7, 2)) - 3
    with tf.Graph().as_default(), tf.Session() as session:
        x, moved = tf.placeholder(tf.float32, [2, None, 7, 3]), tf.constant(flow.astype(np.float32))
        found = tf.contrib.image.dense_image_warp(x, moved)
        slopes = tf.gradients(tf.reduce_sum(tf.square(found)), [x, moved])
        got, *both = session.run([found, *slopes], {x: image})
    np.testing.assert_allclose(got, warped(image, flow), atol=1e-5)
    assert all(np.abs(slope).sum() > 1 for slope in both)


def test_transforms_one_after_another() -> None:
    rows = [TRANSFORMS["one for all"][0], TRANSFORMS["projective"][0]]
    with tf.Graph().as_default(), tf.Session() as session:
        found, matrices = session.run([image.compose_transforms(*rows), image.flat_transforms_to_matrices(rows)])
    wanted = np.array([*rows[0], 1]).reshape(3, 3) @ np.array([*rows[1], 1]).reshape(3, 3)
    np.testing.assert_allclose(found[0], (wanted / wanted[2, 2]).ravel()[:8], rtol=1e-5)
    assert matrices.shape == (2, 3, 3)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("images of transform must have rank", lambda: image.transform([1.0], [1.0] * 8)),
        ("rows of 8 numbers", lambda: image.transform(IMAGES, [1.0] * 7)),
        ("interpolation of transform must be", lambda: image.transform(IMAGES, [1.0] * 8, "CUBIC")),
        ("translations must be pairs", lambda: image.translate(IMAGES, 1.0)),
        ("must get a transform or more", lambda: image.compose_transforms()),
        ("must have rank 4, and flow 2 numbers", lambda: image.dense_image_warp(np.zeros((2, 2)), np.zeros((2, 2)))),
        (
            "must have two rows and columns or more",
            lambda: image.dense_image_warp(np.zeros((1, 1, 2, 1)), np.zeros((1, 1, 2, 2))),
        ),
    ],
)
def test_refusals(text: str, call: Any) -> None:
    with tf.Graph().as_default(), pytest.raises(errors.GraphopsError, match=text):
        call()
    with pytest.raises(AttributeError, match=r"contrib.image' .*did you mean 'rotate'"):
        _ = image.rotat
