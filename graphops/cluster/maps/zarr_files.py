"""Arrays of Dask written to zarr, chunk by chunk, so that a map that was interrupted goes on where it was."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np

from graphops.cluster.maps.chunks import intervals
from graphops.cluster.maps.run_chunk import Place
from graphops.cluster.missing import needed
from graphops_registry.errors import (
    FailedPreconditionError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    ResourceExhaustedError,
    UnknownError,
)

_MAP: Final = "graphops_map"  # the attribute of a zarr array that names what is written to it
_CONFIG: Final = {"write_empty_chunks": True}  # a chunk of zeros is a file, too, which says that it is done


def to_zarr(array: Any, path: str | os.PathLike[str], *, restart: bool = True) -> Any:
    """Compute an array and write it to a folder of zarr's, a file for each chunk.

    A file is there when its chunk is complete. With ``restart``, chunks that are there are neither computed nor
    written again, so that you can give the same call once more after the client, the scheduler or the machine failed.

    >>> y = session.map(blurred, {x: zarr.open_array("scan.zarr")})
    >>> written = go.cluster.to_zarr(y, "blurred.zarr")

    Args:
        array: a ``dask.array.Array``, as ``session.map`` gives.
        path: of a folder that all workers see.
        restart: go on with what is there; otherwise it is deleted first.

    Returns:
        The ``zarr.Array``.

    Raises:
        FailedPreconditionError: zarr is not installed; the folder has something else, or the result of another map.
        InvalidArgumentError: zarr has no such dtype.
        ResourceExhaustedError: no room is left for a chunk.
        GraphopsError: what computing raises.
    """
    zarr = _zarr()
    if not hasattr(array, "__dask_keys__") or not hasattr(array, "rechunk"):
        raise InvalidTypeError(f"array of to_zarr() must be a dask.array.Array, got {type(array).__name__}")
    if not isinstance(path, (str, os.PathLike)):
        raise InvalidTypeError(f"path of to_zarr() must be a folder, got {path!r}")
    folder = Path(path)
    array = _regular(array)
    if not restart and folder.exists():
        _delete(folder)
    target = _opened(zarr, folder, array)
    missing = [index for index in _indices(array) if not (folder / target.metadata.encode_chunk_key(index)).exists()]
    if missing:
        _write(array, folder, missing)
    return target


def _zarr() -> Any:
    with needed("to_zarr()", "zarr"):
        import zarr

        return zarr


def _regular(array: Any) -> Any:
    """The array in chunks of one size, but for the last along each axis, as zarr has them."""
    found = array.rechunk(_sizes(array))
    return array if found.chunks == array.chunks else found


def _sizes(array: Any) -> tuple[int, ...]:
    """The size of the largest chunk along each axis, 1 where there is nothing."""
    return tuple(max(max(each, default=0), 1) for each in array.chunks)


def _indices(array: Any) -> Iterator[tuple[int, ...]]:
    """The numbers of the chunks that have elements."""
    numbers = [[n for n, size in enumerate(each) if size] for each in array.chunks]
    return product(*numbers)


def _delete(folder: Path) -> None:
    if not (folder / "zarr.json").is_file():
        raise FailedPreconditionError(
            f"path of to_zarr() must be a folder of zarr's to be written anew, got '{folder}'"
        )
    shutil.rmtree(folder)


def _opened(zarr: Any, folder: Path, array: Any) -> Any:
    """The zarr array in a folder, made if there is none."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        try:
            found = zarr.open_array(str(folder), mode="r+")
        except Exception as error:
            raise FailedPreconditionError(
                f"path of to_zarr() must be free or have the result of this map, got '{folder}' ({error})"
            ) from error
        if found.attrs.get(_MAP) != array.name:
            other = FailedPreconditionError(f"'{folder}' must have the result of this map, got that of another")
            other.add_note("fix: give another folder, or restart=False to write this one anew")
            raise other
        return found
    try:
        return zarr.create_array(
            str(folder),
            shape=array.shape,
            chunks=_sizes(array),
            dtype=array.dtype,
            attributes={_MAP: array.name},
            config=_CONFIG,
        )
    except OSError as error:
        raise _failed(folder, error) from error
    except (ValueError, TypeError) as error:
        wrong = InvalidArgumentError(f"dtype of an array must be one of zarr's to be written, got {array.dtype}")
        wrong.add_note("fix: session.map(..., dtype=...) gives another")
        raise wrong from error


def _write(array: Any, folder: Path, missing: list[tuple[int, ...]]) -> None:
    from dask.base import tokenize
    from dask.delayed import Delayed
    from dask.highlevelgraph import HighLevelGraph

    along = [intervals(sizes) for sizes in array.chunks]
    token = tokenize(array.name, str(folder), missing)
    tasks: dict[Any, Any] = {}
    for number, index in enumerate(missing):
        region = tuple(along[axis][at] for axis, at in enumerate(index))
        tasks[(f"write-{token}", number)] = (write_chunk, str(folder), Place(region), (array.name, *index))
    done = f"written-{token}"
    tasks[done] = (_count, list(tasks))
    graph = HighLevelGraph.from_collections(done, tasks, dependencies=[array])
    Delayed(done, graph, layer=done).compute()


def write_chunk(folder: str, place: Place, value: Any) -> None:
    """What a task does: write one chunk, which is there as a whole or not at all.

    Raises:
        ResourceExhaustedError: no room is left.
        UnknownError: it cannot be written for another reason.
    """
    import zarr

    try:
        target = zarr.open_array(folder, mode="r+").with_config(_CONFIG)
        target[place.slices] = np.asarray(value)
    except OSError as error:
        raise _failed(Path(folder), error) from error


def _failed(folder: Path, error: OSError) -> GraphopsError:
    import errno

    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return ResourceExhaustedError(f"the disk of '{folder}' must have room for a chunk, but {error}")
    return UnknownError(f"chunks must be written to '{folder}', but {error}")


def _count(written: list[None]) -> int:
    return len(written)
