"""Cells of recurrent networks in one op.

Sequences are as long as seq_len_max says: behind it TensorFlow leaves what memory holds. None is of half, in which
TensorFlow rounds each step's intermediate results.
"""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, reals

BATCH, INPUTS, UNITS = 3, 4, 2
PEEPHOLES = ("wci", "wcf", "wco")
VALUES = ("i", "cs", "f", "o", "ci", "co")


def lstm(x: tuple[int, ...], dtype: str, seed: int) -> dict[str, Array]:
    """The inputs of a cell or of a sequence."""
    inputs, units = x[-1], UNITS
    shapes = {"x": x, "cs_prev": (x[-2], units), "h_prev": (x[-2], units), "w": (inputs + units, 4 * units)}
    shapes |= dict.fromkeys(PEEPHOLES, (units,)) | {"b": (4 * units,)}
    return {name: reals(shape, dtype, seed + place) for place, (name, shape) in enumerate(shapes.items())}


def given(names: tuple[str, ...], shape: tuple[int, ...], dtype: str, seed: int) -> dict[str, Array]:
    """Values of gates, all in (0, 1), and gradients."""
    return {name: (reals(shape, dtype, seed + place) + 1) / 2 for place, name in enumerate(names)}


def gru(batch: int, inputs: int, seed: int) -> dict[str, Array]:
    units = UNITS
    shapes = {"x": (batch, inputs), "h_prev": (batch, units), "w_ru": (inputs + units, 2 * units)}
    shapes |= {"w_c": (inputs + units, units), "b_ru": (2 * units,), "b_c": (units,)}
    return {name: reals(shape, "float32", seed + place) for place, (name, shape) in enumerate(shapes.items())}


def every() -> Iterator[Case]:
    for dtype in ("float32",):
        for peephole in (False, True):
            flag = {"use_peephole": peephole}
            x, state = (BATCH, INPUTS), (BATCH, UNITS)
            for attrs in ({}, {"forget_bias": 0.0, "cell_clip": 0.0}, {"cell_clip": 0.25}, {"cell_clip": -1.0}):
                yield Case("LSTMBlockCell", lstm(x, dtype, 1), {**attrs, **flag})
            back = given((*VALUES, "cs_grad", "h_grad"), state, dtype, 20)
            yield Case("LSTMBlockCellGrad", {**lstm(x, dtype, 1), **back}, flag)
            for steps in (1, 4):
                length = {"seq_len_max": np.array(steps, np.int64)}
                x, values = (steps, BATCH, INPUTS), (steps, BATCH, UNITS)
                for attrs in ({}, {"cell_clip": 0.25}):
                    yield Case("BlockLSTM", {**length, **lstm(x, dtype, 2)}, {**attrs, **flag})
                    yield Case("BlockLSTMV2", {**length, **lstm(x, dtype, 3)}, {**attrs, **flag})
                yield Case("BlockLSTM", {**length, **lstm(x, dtype, 2)}, {"forget_bias": -2.0, **flag})
                back = given((*VALUES, "h", "cs_grad", "h_grad"), values, dtype, 30)
                yield Case("BlockLSTMGrad", {**length, **lstm(x, dtype, 4), **back}, flag)
                yield Case("BlockLSTMGradV2", {**length, **lstm(x, dtype, 5), **back}, flag)
    yield Case("GRUBlockCell", gru(BATCH, INPUTS, 6))
    yield Case("GRUBlockCell", gru(1, 1, 7))
    back = given(("r", "u", "c", "d_h"), (BATCH, UNITS), "float32", 40)
    yield Case("GRUBlockCellGrad", {**gru(BATCH, INPUTS, 8), **back})


CASES = list(every())
