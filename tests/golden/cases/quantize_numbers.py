"""Numbers as small integers with a range: each dtype and mode, ranges around 0 and beside it, one for each slice.

Left out is what TensorFlow computes wrongly: 32 bits at the end of the range, and what is not a number.
"""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, reals

KINDS = ("qint8", "quint8", "qint16", "quint16")
MODES = ("MIN_COMBINED", "MIN_FIRST", "SCALED")
RANGES = ((-1.0, 2.0), (-3.0, 1.0), (0.0, 6.0), (-4.0, -1.0), (2.0, 5.0), (1.0, 1.0))


def f32(*values: float) -> Array:
    return np.array(values[0] if len(values) == 1 else values, np.float32)


def floats() -> Iterator[Case]:
    x = np.asarray(5 * reals((4, 7), "float32", 1), np.float32)
    x[0, :4] = 0, -100, 100, 0.5
    for kind in KINDS:
        for mode in MODES:
            for low, high in RANGES:
                inputs = {"input": x, "min_range": f32(low), "max_range": f32(high)}
                yield Case("QuantizeV2", inputs, {"T": kind, "mode": mode})
            if mode == "MIN_FIRST":
                continue  # TensorFlow has one range for all with it
            yield Case("QuantizeV2", {"input": x, "min_range": f32(*-abs(x[0])), "max_range": f32(*abs(x[1]))},
                       {"T": kind, "mode": mode, "axis": 1})  # fmt: skip
        inputs = {"input": x, "min_range": f32(-3), "max_range": f32(2)}
        yield Case("QuantizeV2", inputs, {"T": kind, "mode": "SCALED", "round_mode": "HALF_TO_EVEN"})
        yield Case("QuantizeV2", inputs, {"T": kind, "mode": "SCALED", "narrow_range": True})
        yield Case("QuantizeV2", inputs, {"T": kind, "ensure_minimum_range": 20.0})
    yield Case("QuantizeV2", {**inputs, "input": np.zeros((0, 2), np.float32)}, {"T": "qint8"})


def simulated() -> Iterator[Case]:
    for dtype in ("float32", "float64"):
        x = np.asarray(1.5 * reals((3, 5), dtype, 1), dtype)
        for low, high in ((-0.8, 1.2), (-1.2, 0.8), (0.0, 1.0)):
            inputs = {"input": x, "input_min": np.array(low, dtype), "input_max": np.array(high, dtype)}
            for given in (True, False):
                attrs = {"range_given": given}
                yield Case("QuantizeAndDequantizeV2", inputs, attrs)
                yield Case("QuantizeAndDequantizeV2", inputs, {"round_mode": "HALF_UP", "num_bits": 4, **attrs})
                bits = {"num_bits": np.array(5, np.int32)}
                yield Case("QuantizeAndDequantizeV3", {**inputs, **bits}, {"narrow_range": True, **attrs})
                yield Case("QuantizeAndDequantizeV3", {**inputs, **bits}, {"signed_input": False, **attrs})
        both = {"input_min": np.full(5, -1, dtype), "input_max": np.full(5, 1, dtype)}
        yield Case("QuantizeAndDequantizeV2", {"input": x, **both}, {"axis": 1})


CASES = [*floats(), *simulated()]
