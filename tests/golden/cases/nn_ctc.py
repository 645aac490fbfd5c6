"""Connectionist temporal classification: short and long labels, repeated ones, of steps that cannot give them.

None is of float64, which TensorFlow computes with logarithms of float32.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np

from tests.golden.case import Array, Case, reals

DTYPES = ("float32",)


def logits(steps: int, batch: int, classes: int, dtype: str, seed: int) -> Array:
    return np.asarray(3 * reals((steps, batch, classes), dtype, seed), dtype)


def lengths(*values: int) -> Array:
    return np.array(values, np.int32)


def labels(*rows: list[int]) -> dict[str, Array]:
    """Rows of labels as a sparse matrix."""
    places = [(row, place) for row, values in enumerate(rows) for place in range(len(values))]
    every = [value for values in rows for value in values]
    return {
        "labels_indices": np.array(places, np.int64).reshape(-1, 2),
        "labels_values": np.array(every, np.int32),
    }


def losses() -> Iterator[Case]:
    def case(x: Array, known: dict[str, Array], made: Array, **attrs: bool) -> Case:
        return Case("CTCLoss", {"inputs": x, **known, "sequence_length": made}, attrs)

    for dtype, merge, collapse in product(DTYPES, (True, False), (False, True)):
        attrs = {"ctc_merge_repeated": merge, "preprocess_collapse_repeated": collapse}
        known = labels([0, 0, 1], [3, 2, 1, 1], [2])
        yield case(logits(9, 3, 5, dtype, 1), known, lengths(9, 7, 4), **attrs)
    for dtype in DTYPES:
        yield case(logits(4, 2, 3, dtype, 2), labels([0, 2], [1, 0, 7]), lengths(4, 4))  # ends by a blank
        # too long, impossible for its repetition, of no steps
        known = labels([0, 1, 0], [1, 1], [0], [1])
        made = lengths(2, 2, 0, 5)
        yield case(logits(5, 4, 3, dtype, 3), known, made, ignore_longer_outputs_than_inputs=True)
        yield case(logits(5, 1, 3, dtype, 4), labels([1, 1]), lengths(2))
    gaps = {"labels_indices": np.array([[0, 1], [0, 5], [1, 3]], np.int64), "labels_values": lengths(0, 1, 1)}
    yield case(logits(6, 2, 4, "float32", 5), gaps, lengths(6, 5))
    yield case(5 * logits(6, 2, 4, "float32", 6), labels([2, 2], [0]), lengths(6, 5))


def decoders() -> Iterator[Case]:
    for dtype in DTYPES:
        x, made = logits(12, 3, 4, dtype, 7), lengths(12, 7, 0)
        for merge, blank in product((False, True), (-1, 0, 2)):
            yield Case("CTCGreedyDecoder", {"inputs": x, "sequence_length": made},
                       {"merge_repeated": merge, "blank_index": blank})  # fmt: skip
        for merge, (width, paths) in product((True, False), ((1, 1), (2, 2), (5, 3), (50, 4))):
            yield Case("CTCBeamSearchDecoder", {"inputs": x[:, :2], "sequence_length": made[:2]},
                       {"merge_repeated": merge, "beam_width": width, "top_paths": paths})  # fmt: skip
        yield Case("CTCBeamSearchDecoder", {"inputs": x, "sequence_length": made}, {"beam_width": 3, "top_paths": 1})
        yield Case("CTCBeamSearchDecoder", {"inputs": logits(30, 2, 9, dtype, 8), "sequence_length": lengths(30, 25)},
                   {"beam_width": 20, "top_paths": 5})  # fmt: skip
    x = logits(5, 2, 3, "float32", 9)
    x[0, 0, 1] = x[3, 1, 0] = np.nan
    yield Case("CTCGreedyDecoder", {"inputs": x, "sequence_length": lengths(5, 5)})


def every() -> Iterator[Case]:
    yield from losses()
    yield from decoders()


CASES = list(every())
