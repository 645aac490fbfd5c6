"""Region rules of matrix products: rows of one operand, columns of the other, and shares of the inner axis."""

from __future__ import annotations

from graphops_registry.regions import Interval, Part, Region, RegionContext
from graphops_registry.rules.region_parts import broadcast_region


def _swaps(c: RegionContext) -> tuple[bool, bool]:
    first, second = ("transpose_a", "transpose_b") if "transpose_a" in c.attrs else ("adj_x", "adj_y")
    return c.attr(first), c.attr(second)


def _matrix(rows: Interval, columns: Interval, swap: bool) -> Region:
    return (columns, rows) if swap else (rows, columns)


def product_part(c: RegionContext) -> Part:
    """The rows of the first operand and the columns of the second."""
    swap_a, swap_b = _swaps(c)
    a, b = c.inputs[:2]
    inner = (0, a[-2] if swap_a else a[-1])
    lead, (rows, columns) = c.region[:-2], c.region[-2:]
    # An axis of stacks that is 1 in both operands is there also where nothing of it is wanted.
    lead = tuple((0, 1) if size == 1 else each for each, size in zip(lead, c.outputs[0][:-2], strict=True))
    first = (*broadcast_region(lead, a[:-2]), *_matrix(rows, inner, swap_a))
    second = (*broadcast_region(lead, b[:-2]), *_matrix(inner, columns, swap_b))
    return Part((first, second), ((*lead, rows, columns),))


def partial_product(c: RegionContext) -> Part:
    """What a region of the first operand contributes: the product with the rows of the second that it meets."""
    swap_a, swap_b = _swaps(c)
    a, b, sizes = c.inputs[0], c.inputs[1], c.outputs[0]
    rows, inner = reversed(c.region[-2:]) if swap_a else c.region[-2:]
    columns = (0, sizes[-1])
    lead: list[Interval] = [(0, size) for size in sizes[:-2]]
    for place in range(1, len(a) - 1):  # counted from the end
        if a[-2 - place] != 1:
            lead[-place] = c.region[-2 - place]
    second = (*broadcast_region(tuple(lead), b[:-2]), *_matrix(inner, columns, swap_b))
    return Part((c.region, second), ((*lead, rows, columns),))
