"""Region rules of ops with a number or a few for each channel: biases, batch normalisation."""

from __future__ import annotations

from graphops_registry.regions import Interval, Part, RegionContext, hull, is_empty, whole
from graphops_registry.rules.region_parts import first_input


def _channel_axis(c: RegionContext, rank: int) -> int:
    return 1 if c.attrs.get("data_format", "").startswith("NC") else rank - 1


def biased(c: RegionContext) -> Part:
    """The region of the value, and its channels of the bias."""
    channels = c.region[_channel_axis(c, len(c.region))]
    return Part((c.region, (channels,)), (c.region,))


def summed_to_channels(c: RegionContext) -> Part:
    """All of the channels that are wanted."""
    sizes = c.inputs[0]
    needed = list(whole(sizes))
    needed[_channel_axis(c, len(sizes))] = c.region[0]
    return Part((tuple(needed),), (c.region,))


def partly_summed_to_channels(c: RegionContext) -> Part:
    """The share of a region in its channels."""
    return Part((c.region,), ((c.region[_channel_axis(c, len(c.region))],),))


def normalized(c: RegionContext) -> Part | None:
    """With given statistics each element is normalised by itself; the statistics of a batch need all of it."""
    if c.attr("is_training"):
        return None
    sizes = c.inputs[0]
    axis = _channel_axis(c, len(sizes))
    wanted = c.wanted[0]
    channels: Interval | None = None if wanted is None else wanted[axis]
    for other in c.wanted[1:5]:
        both = hull(None if channels is None else (channels,), other)
        channels = None if both is None else both[0]
    region = list(whole(sizes) if wanted is None else wanted)
    region[axis] = channels or (0, sizes[axis])
    own = (region[axis],)
    if is_empty(tuple(region)):
        return None  # what the statistics of nothing are is another matter
    gives = [
        None if each is None else tuple(region) if index == 0 else own if index < 5 else ()
        for index, each in enumerate(c.wanted)
    ]
    return Part((tuple(region), *(own for _ in c.inputs[1:5])), tuple(gives))


def normalized_backwards(c: RegionContext) -> Part | None:
    """With given statistics the gradient of x is element by element; that of scale and offset needs all of x."""
    if c.attr("is_training") or c.wanted[0] is None or any(wanted is not None for wanted in c.wanted[1:]):
        return None
    region = c.wanted[0]
    own = (region[_channel_axis(c, len(region))],)
    rest = (None for _ in c.inputs[5:])
    return Part((region, region, own, own, own, *rest), (region, *(None for _ in c.wanted[1:])))


def of_rows(c: RegionContext) -> Part:
    """Losses of the rows of a matrix, and what goes back to it: each row by itself."""
    features, labels = c.inputs
    rows: Interval | None = None
    for wanted in c.wanted:
        both = hull(None if rows is None else (rows,), None if wanted is None else wanted[:1])
        rows = None if both is None else both[0]
    own = (0, 1) if rows is None or c.outputs[0][0] == 1 else rows
    needed = tuple(((0, 1) if sizes[0] == 1 else own, *whole(sizes[1:])) for sizes in (features, labels))
    gives = ((own,), (own, *whole(c.outputs[1][1:])))
    return Part(needed, tuple(None if want is None else given for want, given in zip(c.wanted, gives, strict=True)))


def quantized_by_channel(c: RegionContext) -> Part:
    """The region, and its last axis of the vectors of bounds."""
    part = first_input(c)
    return Part((part.inputs[0], *((c.region[-1],) for _ in c.inputs[1:])), part.gives)
