"""Names, and orders of arguments, that TensorFlow had before version 1.0."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, Final

import numpy as np

import graphops.compat.v1 as tf


def _concat(concat_dim: Any, values: Any, name: str = "concat") -> Any:
    return tf.concat(values, concat_dim, name)


def _split(split_dim: Any, num_split: Any, value: Any, name: str = "split") -> Any:
    return tf.split(value, num_split, split_dim, name=name)


def _softmax_cross_entropy(logits: Any, labels: Any, dim: int = -1, name: str | None = None) -> Any:
    return tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits, dim=dim, name=name)


def _sparse_softmax_cross_entropy(logits: Any, labels: Any, name: str | None = None) -> Any:
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name=name)


def _sigmoid_cross_entropy(logits: Any, targets: Any, name: str | None = None) -> Any:
    return tf.nn.sigmoid_cross_entropy_with_logits(labels=targets, logits=logits, name=name)


def _weighted_cross_entropy(logits: Any, targets: Any, pos_weight: Any, name: str | None = None) -> Any:
    return tf.nn.weighted_cross_entropy_with_logits(targets, logits, pos_weight, name=name)


def _histogram(tag: str, values: Any, collections: Any = None, name: str | None = None) -> Any:
    return tf.summary.histogram(tag, values, collections)


def _scalar(tags: str, values: Any, collections: Any = None, name: str | None = None) -> Any:
    return tf.summary.scalar(tags, values, collections)


def _image(tag: str, tensor: Any, max_images: int = 3, collections: Any = None, name: str | None = None) -> Any:
    return tf.summary.image(tag, tensor, max_images, collections)


def _audio(
    tag: str, tensor: Any, sample_rate: Any, max_outputs: int = 3, collections: Any = None, name: str | None = None
) -> Any:
    return tf.summary.audio(tag, tensor, sample_rate, max_outputs, collections)


def _deconv2d(
    value: Any, filter: Any, output_shape: Any, strides: Any, padding: str = "SAME", name: str | None = None
) -> Any:
    return tf.nn.conv2d_transpose(value, filter, output_shape, strides, padding, name=name)


def _sampled_softmax(weights: Any, biases: Any, inputs: Any, labels: Any, *args: Any, **kwargs: Any) -> Any:
    return tf.nn.sampled_softmax_loss(weights, biases, labels, inputs, *args, **kwargs)


def _nce(weights: Any, biases: Any, inputs: Any, labels: Any, *args: Any, **kwargs: Any) -> Any:
    return tf.nn.nce_loss(weights, biases, labels, inputs, *args, **kwargs)


def _ctc(inputs: Any, labels: Any, sequence_length: Any, *args: Any, **kwargs: Any) -> Any:
    return tf.nn.ctc_loss(labels, inputs, sequence_length, *args, **kwargs)


def _reverse(tensor: Any, dims: Any, name: str | None = None) -> Any:
    """``dims`` says of each axis whether it is reversed."""
    if all(isinstance(each, (bool, np.bool_)) for each in dims):
        dims = [axis for axis, each in enumerate(dims) if each]
    return tf.reverse(tensor, np.array(dims, np.int32), name=name)


def _sparse_split(split_dim: Any, num_split: Any, sp_input: Any, name: str | None = None) -> Any:
    return tf.sparse_split(sp_input=sp_input, num_split=num_split, axis=split_dim, name=name)


class _Later(ModuleType):
    """A module that is imported when somebody asks for a name of it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self.__name__), name)


_SEQ2SEQ: Final = _Later("graphops.compat.v1.contrib.legacy_seq2seq")
# Functions of each matrix of a batch, which are those of matrices.
_BATCHES: Final = (
    "cholesky", "cholesky_solve", "fft", "fft2d", "fft3d", "ifft", "ifft2d", "ifft3d", "matrix_band_part",
    "matrix_determinant", "matrix_diag", "matrix_diag_part", "matrix_inverse", "matrix_set_diag", "matrix_solve",
    "matrix_solve_ls", "matrix_transpose", "matrix_triangular_solve", "self_adjoint_eig", "self_adjoint_eigvals", "svd",
)  # fmt: skip

NAMES: Final[Mapping[str, Any]] = {
    **{f"batch_{name}": getattr(tf, name) for name in _BATCHES},
    "audio_summary": _audio,
    "batch_matmul": tf.matmul,
    "complex_abs": tf.abs,
    "concat": _concat,
    "concat_v2": tf.concat,
    "histogram_summary": _histogram,
    "image.per_image_whitening": tf.image.per_image_standardization,
    "image_summary": _image,
    "inv": tf.reciprocal,
    "listdiff": tf.setdiff1d,
    "merge_all_summaries": tf.summary.merge_all,
    "merge_summary": tf.summary.merge,
    "mul": tf.multiply,
    "neg": tf.negative,
    "nn.bidirectional_rnn": tf.nn.static_bidirectional_rnn,
    "nn.ctc_loss": _ctc,
    "nn.deconv2d": _deconv2d,
    "nn.nce_loss": _nce,
    "nn.rnn": tf.nn.static_rnn,
    "nn.sampled_softmax_loss": _sampled_softmax,
    "nn.seq2seq": _SEQ2SEQ,
    "nn.sigmoid_cross_entropy_with_logits": _sigmoid_cross_entropy,
    "nn.softmax_cross_entropy_with_logits": _softmax_cross_entropy,
    "nn.sparse_softmax_cross_entropy_with_logits": _sparse_softmax_cross_entropy,
    "nn.state_saving_rnn": tf.nn.static_state_saving_rnn,
    "nn.weighted_cross_entropy_with_logits": _weighted_cross_entropy,
    "pack": tf.stack,
    "python.ops.seq2seq": _SEQ2SEQ,
    "reverse": _reverse,
    "scalar_summary": _scalar,
    "select": tf.where,
    "sparse_split": _sparse_split,
    "split": _split,
    "split_v": tf.split,
    "sub": tf.subtract,
    "train.SummaryWriter": tf.summary.FileWriter,
    "unpack": tf.unstack,
}
"""Names after ``tf.``, with what they are."""
