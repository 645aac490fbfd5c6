"""``Session.map``: what a graph gives for arrays that need not fit into memory, chunk by chunk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np

from graphops.build import raw_ops
from graphops.build.convert import to_array
from graphops.cluster.maps.chunks import Chunks
from graphops.cluster.maps.dask_arrays import Arrays
from graphops.cluster.maps.halo import chunks_with_halo, read_halo
from graphops.cluster.maps.sized_graph import SizedGraph, sized_graph
from graphops.cluster.maps.walk import sizes_of_tensor
from graphops.cluster.missing import needed
from graphops.graph.graph import Tensor
from graphops.session.feeds import check_sizes, feed_items
from graphops.session.fetches import Fetches
from graphops.session.session import Session
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import (
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
)

_SMALL: Final = 1024  # elements: a smaller array of NumPy is a value as others are


def map_chunks(
    session: Session,
    fetches: Any,
    feed_dict: Mapping[Any, Any],
    *,
    halo: Any = None,
    chunks: Any = None,
    dtype: Any = None,
) -> Any:
    """``session.map(...)``, which documents it."""
    array = _dask_array()
    items = feed_items(session.graph, feed_dict)
    wanted = Fetches(session.graph, fetches, items)
    if len(wanted.tensors) != len(wanted.elements):
        raise InvalidTypeError("fetches of map() must be tensors: nodes give nothing that a chunk could be")
    arrays = {tensor: _as_dask(array, tensor, value) for tensor, value in items.items() if _is_mapped(array, value)}
    rest = {tensor: value for tensor, value in items.items() if tensor not in arrays}
    sizes: dict[str, tuple[int, str]] = {}
    for tensor, each in arrays.items():
        check_sizes(tensor, each.shape, sizes)
    shapes = {tensor: tuple(map(int, each.shape)) for tensor, each in arrays.items()}
    sized = sized_graph(session, wanted.tensors, shapes, rest, keep_shapes=halo is None)
    results = tuple(_cast(sized, tensor, dtype) for tensor in sized.fetches)
    nodes = (*sized.nodes, *(t.node for t in results if t.node.graph is sized.graph and t not in sized.fetches))
    given = dict(zip(sized.mapped, arrays.values(), strict=True))
    given.update({tensor: array.from_array(value, chunks=-1) for tensor, value in sized.captured.items()})
    config = replace(session.config, timeout=None)
    files = {
        tensor: items[fed] for tensor, fed in zip(sized.mapped, arrays, strict=True) if _is_chunked_file(items[fed])
    }
    made = Arrays(sized.graph, nodes, given, config, files=files, sums=halo is None)
    found = []
    for tensor in results:
        if halo is None:
            cut = _chunks(array, tensor, chunks, made.own_chunks(tensor))
            found.append(made.array(tensor, cut))
        else:
            cut = _chunks(array, tensor, chunks, chunks_with_halo(tensor, given))
            found.append(made.with_halo(tensor, cut, read_halo(halo, len(cut))))
    return wanted.rebuild(found)


def _dask_array() -> Any:
    with needed("map()"):
        import dask.array

        return dask.array


def _is_mapped(array: Any, value: Any) -> bool:
    """Whether a feed is cut into chunks: it is an array of Dask or zarr, or a large one of NumPy."""
    if isinstance(value, array.Array):
        return bool(value.ndim)
    if isinstance(value, np.ndarray):
        return value.size > _SMALL
    return _is_chunked_file(value)


def _is_chunked_file(value: Any) -> bool:
    """Whether this is an array that is read in parts, such as zarr's or h5py's."""
    is_array = all(hasattr(value, name) for name in ("shape", "dtype", "chunks", "__getitem__"))
    return is_array and not hasattr(value, "__dask_keys__") and bool(value.shape)


def _as_dask(array: Any, tensor: Tensor, value: Any) -> Any:
    """A feed as an array of Dask, with an error as that of a run if its dtype does not fit."""
    if not isinstance(value, array.Array):
        value = array.from_array(value, chunks=_chunks_of_feed(value))
    if any(not isinstance(size, int) for size in value.shape):
        raise InvalidArgumentError(
            f"the feed for '{tensor.name}' must have chunks of known sizes to be mapped, got shape {value.shape}"
        )
    what = f"the feed for '{tensor.name}'"
    one = np.array(b"", object) if value.dtype.kind == "O" else np.zeros((), value.dtype)
    to_array(one, tensor.dtype.base, what, feed=True, tensorflow_1=tensor.graph.tensorflow_1)
    return value


def _chunks_of_feed(value: Any) -> Any:
    """How Dask cuts a feed that is none of its arrays: as its file is; texts, whose size it cannot tell, not at all."""
    if _is_chunked_file(value) and value.chunks is not None:
        return value.chunks
    return -1 if value.dtype.kind == "O" else "auto"


def _cast(sized: SizedGraph, tensor: Tensor, dtype: Any) -> Tensor:
    if dtype is None or as_dtype(dtype) is tensor.dtype:
        return tensor
    with sized.graph.as_default():
        found: Tensor = raw_ops.Cast(x=tensor, DstT=as_dtype(dtype))
    return found


def _chunks(array: Any, tensor: Tensor, chunks: Any, own: Chunks) -> Chunks:
    """The chunks of a result, as ``dask.array`` reads them.

    Raises:
        InvalidArgumentError: they do not fit its shape.
    """
    if chunks is None:
        return own
    sizes, dtype = sizes_of_tensor(tensor), tensor.dtype.numpy_dtype
    try:
        found = array.core.normalize_chunks(chunks, shape=sizes, dtype=dtype, previous_chunks=own)
        result: Chunks = tuple(tuple(int(size) for size in each) for each in found)
    except GraphopsError:
        raise
    except Exception as error:
        rule = f"fit '{tensor.name}' of shape {list(sizes)}"
        raise InvalidArgumentError(f"chunks of map() must {rule}, got {chunks!r} ({error})") from error
    if tuple(map(sum, result)) != sizes:
        raise InvalidArgumentError(f"chunks of map() must add up to {list(sizes)}, got {chunks!r}")
    return result
