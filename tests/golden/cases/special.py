"""Special functions: over their ranges in both widths, at their ends and poles in float32."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case
from tests.golden.cases.math import FLOATS, INF, NAN, between, scalar

ENDS = np.array([NAN, INF, -INF, 0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, 1e-30, 100.0], "float32")
# op: ordinary values, in ranges that TensorFlow computes without loss
UNARY: dict[str, list[tuple[float, float]]] = {
    "Erfinv": [(-0.99, 0.99), (-1e-3, 1e-3), (0.999, 0.999999)],
    "Ndtri": [(0.01, 0.99), (1e-12, 1e-9), (0.999, 0.99999)],
    "Dawsn": [(-3, 3), (3, 30), (-0.1, 0.1)],
    "Expint": [(0.1, 3), (3, 40), (40, 60)],
    "FresnelCos": [(-2, 2), (2, 8)],
    "FresnelSin": [(-2, 2), (2, 8)],
    "Spence": [(0.1, 2), (2, 50)],
    "BesselI0e": [(-5, 5), (5, 60)],
    "BesselI1e": [(-5, 5), (5, 60)],
    "BesselI0": [(-5, 5), (5, 20)],
    "BesselI1": [(-5, 5), (5, 20)],
    "BesselK0": [(0.1, 2), (2, 30)],
    "BesselK0e": [(0.1, 2), (2, 60)],
    "BesselK1": [(0.1, 2), (2, 30)],
    "BesselK1e": [(0.1, 2), (2, 60)],
    "BesselJ0": [(-5, 5), (5, 40)],
    "BesselJ1": [(-5, 5), (5, 40)],
    "BesselY0": [(0.1, 5), (5, 40)],
    "BesselY1": [(0.1, 5), (5, 40)],
}


def grid(*axes: Array) -> list[Array]:
    """All pairs (or triples) of the elements of vectors, flat."""
    return [part.reshape(-1) for part in np.meshgrid(*axes, indexing="ij")]


def _unary() -> Iterator[Case]:
    for op, ranges in UNARY.items():
        for number, (low, high) in enumerate(ranges):
            # Erfinv of float32 is several roundings off there.
            for dtype in FLOATS if op != "Erfinv" or not number else FLOATS[1:]:
                yield Case(op, {"x": between((2, 12), dtype, 10 + number, low, high)})
        if op.startswith("Bessel"):  # the others have no kernel for half there, and none has one for bfloat16
            yield Case(op, {"x": between((6,), "float16", 20, max(ranges[0][0], 0.25), ranges[0][1])})
        # BesselY1 of 0 is not a number in float32, but minus infinity in float64.
        yield Case(op, {"x": ENDS if op != "BesselY1" else ENDS[ENDS != 0]})
        yield Case(op, {"x": ENDS[:0]})


def _several() -> Iterator[Case]:
    for op in ("Igamma", "Igammac", "IgammaGradA"):
        for dtype in FLOATS:
            yield Case(op, {"a": between((4, 6), dtype, 30, 0.2, 6), "x": between((4, 6), dtype, 31, 0.1, 9)})
        inputs = {"a": between((3, 1), "float64", 32, 10, 90), "x": between((5,), "float64", 33, 10, 90)}
        yield Case(op, inputs)
        a, x = grid(ENDS[[3, 5, 6]], ENDS[[0, 1, 2, 3, 5, 6]])
        yield Case(op, {"a": a, "x": x})
        yield Case(op, {"a": a[:0], "x": x[:1]})
    for dtype in FLOATS:
        a, b = between((4, 6), dtype, 36, 0.3, 5), between((4, 6), dtype, 37, 0.3, 5)
        yield Case("Betainc", {"a": a, "b": b, "x": between((4, 6), dtype, 38, 0.05, 0.95)})
        yield Case("Betainc", {"a": scalar(2.5, dtype), "b": a * 4, "x": scalar(0.3, dtype)})
    a, b, x = grid(ENDS[[3, 5, 6, 7]], ENDS[[3, 5, 9]], np.array([NAN, 0, 1, -0.5, 1.5, 0.5], "float32"))
    yield Case("Betainc", {"a": a, "b": b, "x": x})
    for dtype in FLOATS:
        yield Case("Zeta", {"x": between((4, 6), dtype, 39, 1.2, 9), "q": between((4, 6), dtype, 40, 0.2, 20)})
        yield Case("Zeta", {"x": np.array([[2], [3], [8]], dtype), "q": np.array([-0.5, -1.5, -2.375, -4.25], dtype)})
        order = np.array([[0], [1], [2], [5], [12]], dtype)
        yield Case("Polygamma", {"a": order, "x": between((8,), dtype, 42, 0.3, 20)})
        yield Case("Polygamma", {"a": order[1:3], "x": np.array([-0.5, -1.5, -2.375, -3.75], dtype)})
    x, q = grid(np.array([NAN, 1, 0.5, 2, 3, 2.5], "float32"), np.array([0, 1, -1, -2, -0.5, 3], "float32"))
    yield Case("Zeta", {"x": x, "q": q})
    a, x = grid(np.array([NAN, 0, 1, 2, 1.5, -1], "float32"), np.array([NAN, 1, -1, -0.5, 0.5, 3], "float32"))
    yield Case("Polygamma", {"a": a, "x": x})


CASES = [*_unary(), *_several()]
