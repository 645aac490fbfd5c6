"""What a task of a map does: puts the parts of arrays together and runs a program on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphops.build.convert import to_array
from graphops.cluster.arrivals import aligned
from graphops.cluster.programs import Program
from graphops.cluster.worker import prepared
from graphops.plan.session_config import SessionConfig
from graphops_cpu.runtime import large_results
from graphops_registry.regions import Region


@dataclass(frozen=True, slots=True)
class Layout:
    """How a region is made of blocks.

    Attributes:
        sizes: of the region.
        places: for each block where it belongs in the region.
    """

    sizes: tuple[int, ...]
    places: tuple[Region, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A region; an object, because Dask looks into tuples."""

    region: Region

    @property
    def slices(self) -> tuple[slice, ...]:
        """As arrays are indexed."""
        return tuple(slice(start, stop) for start, stop in self.region)


def cut_out(block: Any, place: Place) -> Any:
    """A region of a block. A copy, because a view would keep all of the block in memory, unseen by Dask."""
    return np.array(_unmasked(block[place.slices]))


def read(file: Any, place: Place) -> Any:
    """A region of an array in a file."""
    return np.asarray(_unmasked(file[place.slices]))


def run_chunk(program: Program, config: SessionConfig, layouts: Sequence[Layout], *blocks: Any) -> Any:
    """The one result of a program.

    Args:
        layouts: for each of its inputs; together they have as many places as there are ``blocks``.
    """
    ready = prepared(program, config)
    rest = iter(blocks)
    feeds = {tensor: _region(layout, rest) for tensor, layout in zip(ready.feeds, layouts, strict=True)}
    (found,) = ready.session.run(ready.fetches, feeds)
    large_results.clear()  # results are Dask's, which counts every byte that this process has
    return np.asarray(found)


def _region(layout: Layout, blocks: Any) -> Any:
    parts = [(place, _unmasked(next(blocks))) for place in layout.places]
    if len(parts) == 1:
        return aligned(np.asarray(parts[0][1]))
    made = np.empty(layout.sizes, np.asarray(parts[0][1]).dtype)
    for place, block in parts:
        made[tuple(slice(*interval) for interval in place)] = block
    return made


def _unmasked(block: Any) -> Any:
    """The block, with the error of a feed if it is an array with masked elements: Dask's chunks may be."""
    if np.ma.is_masked(block):
        to_array(block, None, "a chunk of a mapped array")
    return block


def add_shares(one: Any, other: Any) -> Any:
    """The sum of two shares of a sum."""
    return np.add(one, other)


def as_dtype_of(value: Any, dtype: Any) -> Any:
    """A finished sum in its own dtype."""
    return np.asarray(value).astype(dtype, copy=False)
