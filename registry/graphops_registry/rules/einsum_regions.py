"""The region rule of Einsum: labels of the result are regions, all others are summed over as a whole."""

from __future__ import annotations

from graphops_registry.regions import Interval, Part, Region, RegionContext, hull, whole
from graphops_registry.rules.einsum_equation import Subscripts
from graphops_registry.rules.region_parts import broadcast_region


def contracted(c: RegionContext, operands: tuple[Subscripts, ...], result: Subscripts) -> Part:
    """The intervals of the labels that an operand has. One that the result repeats has all that is wanted of either."""
    found: dict[str, Interval] = {}
    end = len(c.region) - len(result.after)
    dots = c.region[len(result.before) : end]
    # An axis of size 1 is 1 in all operands, which give it also where nothing of it is wanted.
    sizes = c.outputs[0][len(result.before) : end]
    dots = tuple((0, 1) if size == 1 else interval for interval, size in zip(dots, sizes, strict=True))
    for label, interval in zip(result.labels, (*c.region[: len(result.before)], *c.region[end:]), strict=True):
        both = hull((found[label],) if label in found else None, (interval,))
        found[label] = interval if both is None else both[0]
    gives = (*(found[label] for label in result.before), *dots, *(found[label] for label in result.after))
    needed = [_operand(subscripts, own, found, dots) for subscripts, own in zip(operands, c.inputs, strict=True)]
    return Part(tuple(needed), (gives,))


def _operand(subscripts: Subscripts, sizes: tuple[int, ...], found: dict[str, Interval], dots: Region) -> Region:
    before, end = len(subscripts.before), len(sizes) - len(subscripts.after)
    full = whole(sizes)
    first = (found.get(label, own) for label, own in zip(subscripts.before, full[:before], strict=True))
    last = (found.get(label, own) for label, own in zip(subscripts.after, full[end:], strict=True))
    return (*first, *broadcast_region(dots, sizes[before:end]), *last)
