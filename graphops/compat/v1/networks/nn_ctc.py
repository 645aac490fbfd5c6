"""``compat.v1.nn``: connectionist temporal classification, its loss and its decoders."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.arrays import sequence_mask, transpose
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.joining import concat
from graphops.compat.v1.functions.sparse_tensor import SparseTensor, as_sparse, is_sparse
from graphops.compat.v1.functions.synonyms import needed, one_of
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.errors import InvalidArgumentError


def ctc_loss(
    labels: Any,
    inputs: Any = None,
    sequence_length: Any = None,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
    time_major: bool = True,
    logits: Any = None,
) -> Tensor:
    """The loss of each sequence.

    Args:
        labels: a sparse matrix of classes; the last class of the logits is the blank.
        inputs, logits: ``[steps, batch, classes]``.
        sequence_length: ``[batch]``, the steps of each sequence.
        time_major: ``False`` for logits ``[batch, steps, classes]``.
    """
    scores = as_tensor(needed("ctc_loss", "inputs", one_of("ctc_loss", "inputs", inputs, "logits", logits)))
    known = as_sparse(labels, "labels")
    result: Tensor = raw_ops.CTCLoss(
        inputs=scores if time_major else transpose(scores, [1, 0, 2]),
        labels_indices=known.indices,
        labels_values=_int32(known.values),
        sequence_length=_int32(needed("ctc_loss", "sequence_length", sequence_length)),
        preprocess_collapse_repeated=preprocess_collapse_repeated,
        ctc_merge_repeated=ctc_merge_repeated,
        ignore_longer_outputs_than_inputs=ignore_longer_outputs_than_inputs,
    ).loss
    return result


def ctc_loss_v2(
    labels: Any,
    logits: Any,
    label_length: Any,
    logit_length: Any,
    logits_time_major: bool = True,
    unique: Any = None,
    blank_index: int | None = None,
    name: str | None = None,
) -> Tensor:
    """The loss of each sequence.

    Args:
        labels: a matrix, with the labels of a sequence in each row, or a sparse matrix.
        logits: ``[steps, batch, classes]``.
        label_length: ``[batch]``, how many labels of each row count; of sparse labels all do.
        logit_length: ``[batch]``, the steps of each sequence.
        logits_time_major: ``False`` for logits ``[batch, steps, classes]``.
        unique: without effect.
        blank_index: the class that is the blank, negative ones from the end; 0 unless labels are sparse.

    Raises:
        InvalidArgumentError: sparse labels without blank_index, or one that is no class.
    """
    if is_sparse(labels) and blank_index is None:
        raise InvalidArgumentError("blank_index of ctc_loss_v2() must be given for sparse labels, got None")
    with get_default_graph().name_scope(name or "ctc_loss_dense"):
        scores = as_tensor(logits, name="logits")
        known = as_sparse(labels, "labels") if is_sparse(labels) else _sparse_labels(labels, label_length)
        values, blank = _int32(known.values), blank_index or 0
        classes = scores.shape[2] if scores.shape.rank is not None else None
        if not isinstance(classes, int):
            raise InvalidArgumentError(
                f"logits of ctc_loss_v2() must have a known number of classes, got {scores.shape}"
            )
        if not -classes <= blank < classes:
            raise InvalidArgumentError(f"blank_index of ctc_loss_v2() must be in [{-classes}, {classes}), got {blank}")
        blank %= classes
        if blank != classes - 1:  # the blank to the end
            scores = concat([scores[:, :, :blank], scores[:, :, blank + 1 :], scores[:, :, blank : blank + 1]], 2)
            above = raw_ops.Cast(x=values > np.int32(blank), DstT="int32")
            is_blank = raw_ops.Cast(x=raw_ops.Equal(x=values, y=np.int32(blank)), DstT="int32")
            values = values - above + is_blank * np.int32(classes)
        return ctc_loss(
            SparseTensor(known.indices, values, known.dense_shape), scores, logit_length, time_major=logits_time_major
        )


def _sparse_labels(labels: Any, length: Any) -> SparseTensor:
    rows = as_tensor(labels, name="labels")
    sizes = raw_ops.Shape(input=rows, out_type="int64")
    mask = sequence_mask(_int32(needed("ctc_loss_v2", "label_length", length)), cast(sizes[1], "int32"))
    places = raw_ops.Where(input=mask)
    return SparseTensor(places, raw_ops.GatherNd(params=rows, indices=places), sizes)


def _int32(value: Any) -> Tensor:
    found: Tensor = as_tensor(value, preferred="int32")
    return found if found.dtype.base.name == "int32" else cast(found, "int32")


def ctc_greedy_decoder(
    inputs: Any, sequence_length: Any, merge_repeated: bool = True, blank_index: int | None = None
) -> tuple[list[SparseTensor], Tensor]:
    """A list of one sparse matrix, the labels that the best class of each step says, and minus the sums of logits."""
    found = raw_ops.CTCGreedyDecoder(
        inputs=as_tensor(inputs),
        sequence_length=_int32(sequence_length),
        merge_repeated=merge_repeated,
        blank_index=-1 if blank_index is None else blank_index,
    )
    decoded = SparseTensor(found.decoded_indices, found.decoded_values, found.decoded_shape)
    return [decoded], found.log_probability


def ctc_beam_search_decoder(
    inputs: Any, sequence_length: Any, beam_width: int = 100, top_paths: int = 1, merge_repeated: bool = True
) -> tuple[list[SparseTensor], Tensor]:
    """Sparse matrices of the ``top_paths`` most probable labels, and their log probabilities ``[batch, top_paths]``."""
    found = raw_ops.CTCBeamSearchDecoder(
        inputs=as_tensor(inputs),
        sequence_length=_int32(sequence_length),
        beam_width=beam_width,
        top_paths=top_paths,
        merge_repeated=merge_repeated,
    )
    parts = zip(found.decoded_indices, found.decoded_values, found.decoded_shape, strict=True)
    return [SparseTensor(*part) for part in parts], found.log_probability


def ctc_beam_search_decoder_v2(
    inputs: Any, sequence_length: Any, beam_width: int = 100, top_paths: int = 1
) -> tuple[list[SparseTensor], Tensor]:
    """As :func:`ctc_beam_search_decoder`, with repeated labels as they are."""
    return ctc_beam_search_decoder(inputs, sequence_length, beam_width, top_paths, merge_repeated=False)


__all__ = ["ctc_beam_search_decoder", "ctc_beam_search_decoder_v2", "ctc_greedy_decoder", "ctc_loss", "ctc_loss_v2"]
