"""Where the numbers of emulated arrays are: in device memory, worked on by what is queued on streams."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from cuda_model import capture as captures
from cuda_model import streams, work
from cuda_model.errors import CAPTURE_UNSUPPORTED, CUDARuntimeError

from cupy.cuda import memory
from cupy.cuda.stream import _pointer
from cupy.unchecked import looks_at_failures, unchecked
from graphops.testing.strict.strict_array import HostArray, Place, StrictArray, check_dtype, unwrap

if TYPE_CHECKING:
    from cupy.arrays import ndarray

# Functions that may return views, which no stream has to wait for.
_VIEWS: Final = frozenset({
    "T", "an index", "array_split()", "asfortranarray()", "ascontiguousarray()", "atleast_1d()", "atleast_2d()",
    "atleast_3d()", "broadcast_arrays()", "broadcast_to()", "diagonal()", "dsplit()", "expand_dims()", "flip()",
    "fliplr()", "flipud()", "hsplit()", "imag", "imag()", "moveaxis()", "ravel()", "real", "real()", "reshape()",
    "rollaxis()", "rot90()", "split()", "squeeze()", "stride_tricks.as_strided()",
    "stride_tricks.sliding_window_view()", "swapaxes()", "transpose()", "view()", "vsplit()",
})  # fmt: skip
# What looks at numbers on the host before it goes on, most of it because the shape of the result depends on them.
_WAITS: Final = frozenset({
    "argwhere()", "bincount()", "compress()", "extract()", "flatnonzero()", "histogram()", "intersect1d()",
    "linalg.lstsq()", "linalg.matrix_rank()", "nonzero()", "percentile()", "place()", "quantile()", "setdiff1d()",
    "setxor1d()", "trim_zeros()", "tril_indices()", "triu_indices()", "union1d()", "unique()",
})  # fmt: skip


class CudaPlace(Place):
    """The memory of emulated devices."""

    name = "GPU"

    def current_index(self) -> int:
        return streams.current_device()

    def evaluate(
        self,
        what: str,
        function: Callable[..., Any],
        args: Sequence[Any],
        keywords: Mapping[str, Any],
        index: int,
        writes: Sequence[Any] = (),
    ) -> Any:
        host_args = [unwrap(value, what, index) for value in args]
        host_keywords = {key: unwrap(value, what, index) for key, value in keywords.items()}
        operands = list(_arrays((*args, *keywords.values())))
        if what in _VIEWS and not writes:
            with np.errstate(all="ignore"):
                result = _views(function(*host_args, **host_keywords), operands)
            if result is not None:
                return result
        device = streams.current_device()
        if index != device:
            raise ValueError(
                f"The device where the array resides ({index}) is different from the current device ({device}). "
                "Peer access is unavailable between these devices."
            )
        label = f"{what} {getattr(function, '__name__', '')}" if what == "an operator" else what
        stream = streams.stream_of(_pointer(None))
        waits = what in _WAITS or looks_at_failures(what) or (what == "an index" and _has_mask(args[1]))
        function = unchecked(what, function)
        if stream.capture is not None:
            ranges = _accesses(what, args, operands, writes)
            return self._record(stream, label, function, host_args, host_keywords, ranges, waits)
        results: list[Any] = []

        def run() -> list[tuple[int, int]]:
            with np.errstate(all="ignore"):
                outcome = function(*host_args, **host_keywords)
            made: list[HostArray] = []
            results.append(_map(outcome, lambda host: _view_or_copy(host, operands, made)))
            return [_host_range(host) for host in made]

        reads, written = _accesses(what, args, operands, writes)
        work.submit(label, run, reads=reads, writes=written, stream=stream.pointer)
        if waits:
            streams.synchronize_stream(stream.pointer)
        return results[0]

    def _record(
        self,
        stream: streams.Stream,
        label: str,
        function: Callable[..., Any],
        args: Sequence[Any],
        keywords: Mapping[str, Any],
        ranges: tuple[list[tuple[int, int]], list[tuple[int, int]]],
        waits: bool,
    ) -> Any:
        """While a graph is captured: results without numbers, which a launch of the graph will fill."""
        assert stream.capture is not None
        if waits:
            stream.capture.invalidate()
            raise CUDARuntimeError(CAPTURE_UNSUPPORTED)
        made: list[HostArray] = []
        with np.errstate(all="ignore"):
            try:
                outcome = function(*_zeros(args), **{key: _zeros([value])[0] for key, value in keywords.items()})
            except (np.linalg.LinAlgError, RuntimeError, IndexError):  # zeros are no numbers for it
                outcome = function(*_copies(args), **{key: _copies([value])[0] for key, value in keywords.items()})
        result = _map(outcome, lambda array: _new_like(array, made))

        def run() -> None:
            with np.errstate(all="ignore"):
                found: list[HostArray] = []
                _map(function(*args, **keywords), found.append)
            for target, source in zip(made, found, strict=bool(made)):
                target[...] = source

        targets = [_host_range(host) for host in made]
        work.submit(label, run, reads=ranges[0], writes=[*ranges[1], *targets], stream=stream.pointer)
        return result


PLACE: Final = CudaPlace()


def _accesses(
    what: str, args: Sequence[Any], operands: Sequence[ndarray], writes: Sequence[ndarray]
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The bytes that are read and written, as address and size; what is written may be read, too."""
    reads = _ranges([operand for operand in operands if not any(operand is target for target in writes)])
    if what == "an assignment" and not any(True for _ in _arrays([args[1]])):
        part = args[0]._host[args[1]]
        if isinstance(part, np.ndarray):
            return reads, [_host_range(part)]
    return reads, _ranges(writes)


def _arrays(values: Any) -> Iterator[ndarray]:
    """The device arrays among ``values``, also within lists and tuples."""
    for value in values:
        if isinstance(value, StrictArray):
            yield value  # type: ignore[misc]
        elif isinstance(value, (list, tuple)):
            yield from _arrays(value)


def _has_mask(key: Any) -> bool:
    parts = key if isinstance(key, tuple) else (key,)
    return any(isinstance(part, StrictArray) and part.dtype.kind == "b" for part in parts)


def _map(result: Any, function: Callable[[HostArray], Any]) -> Any:
    """What NumPy answered, with ``function`` of each array and scalar in place of it."""
    if isinstance(result, (np.ndarray, np.generic)):
        return function(np.asarray(result))
    if isinstance(result, (list, tuple)):
        items = [_map(item, function) for item in result]
        return type(result)(*items) if hasattr(result, "_fields") else type(result)(items)
    return result


def _zeros(values: Sequence[Any]) -> list[Any]:
    """Host arrays of zeros in place of host arrays, also within lists and tuples."""
    return [_map_inside(value, np.zeros_like) for value in values]


def _copies(values: Sequence[Any]) -> list[Any]:
    return [_map_inside(value, np.copy) for value in values]


def _map_inside(value: Any, function: Callable[[HostArray], HostArray]) -> Any:
    if isinstance(value, np.ndarray):
        return function(value)
    if isinstance(value, (list, tuple)):
        return type(value)([_map_inside(item, function) for item in value])
    return value


# -- where arrays are ------------------------------------------------------------------------------------------------


def _host_range(host: HostArray) -> tuple[int, int]:
    """Address and bytes from the first to the last one of a host array."""
    if host.size == 0:
        return 0, 0
    low = high = host.__array_interface__["data"][0]
    for size, stride in zip(host.shape, host.strides, strict=True):
        if stride < 0:
            low += (size - 1) * stride
        else:
            high += (size - 1) * stride
    return low, high + host.itemsize - low


def _ranges(arrays: Sequence[Any]) -> list[tuple[int, int]]:
    return [_host_range(array._host) for array in arrays]


def _owner(host: HostArray, operands: Sequence[ndarray]) -> ndarray | None:
    """The operand in whose memory a result is."""
    if host.size == 0:
        return None
    address = _host_range(host)[0]
    for operand in operands:
        start = operand.data.mem.ptr
        if start <= address < start + operand.data.mem.size:
            return operand
    return None


def _views(outcome: Any, operands: Sequence[ndarray]) -> Any | None:
    """The result as views of the operands, or ``None`` if some of it has memory of its own."""
    from cupy.arrays import view_of

    missing = False

    def wrapped(host: HostArray) -> Any:
        nonlocal missing
        owner = _owner(host, operands)
        missing = missing or owner is None
        return None if owner is None else view_of(owner, host)

    result = _map(outcome, wrapped)
    return None if missing else result


def _view_or_copy(host: HostArray, operands: Sequence[ndarray], made: list[HostArray]) -> Any:
    """A result as a device array: a view of an operand, or a new one, whose memory is added to ``made``."""
    from cupy.arrays import view_of

    owner = _owner(host, operands)
    if owner is not None:
        return view_of(owner, host)
    array = _new_like(host, made)
    array._host[...] = host
    return array


def _new_like(host: HostArray, made: list[HostArray]) -> Any:
    """A new device array of this shape, dtype and order."""
    from cupy.arrays import ndarray

    check_dtype(host.dtype)
    order = "F" if host.flags.f_contiguous and not host.flags.c_contiguous else "C"
    array = ndarray(host.shape, host.dtype, order=order)
    made.append(array._host)
    return array


def check_not_capturing() -> None:
    """Refuse to copy between the host and a device on a stream that is captured, as CuPy does."""
    if captures.is_capturing(_pointer(None)):
        raise RuntimeError("the current stream is capturing, so H2D transfers are disallowed")


def allocate(size: int) -> memory.MemoryPointer:
    """Memory for an array on the current device."""
    return memory.alloc(size)
