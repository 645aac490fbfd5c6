"""Work that is queued on a stream: the one way by which memory of a device is read or written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from cuda_model import faults, pending, segments, streams
from cuda_model.capture import Node
from cuda_model.clocks import Access, Clock, StreamOrderError, caller, join
from cuda_model.errors import ILLEGAL_ADDRESS, INVALID_RESOURCE_HANDLE, CUDARuntimeError
from cuda_model.segments import Segment
from cuda_model.streams import LOCK, Stream

Range = tuple[int, int]  # address, bytes


def submit(
    what: str,
    run: Callable[[], Iterable[Range] | None],
    *,
    reads: Iterable[Range] = (),
    writes: Iterable[Range] = (),
    stream: int = 0,
) -> None:
    """Queue ``run``, which reads and writes these bytes, on the stream of this handle.

    It is done at once, but for a stream that is being captured: then whenever the graph is launched.  When it is done
    at once it may answer more bytes that it has written, those of memory that it has allocated.

    Raises:
        StreamOrderError: it is not ordered after something that it conflicts with.
        CUDARuntimeError: an address that is not the device's, a handle that is none, a context that is lost.
        GuardError: it wrote next to its memory.
    """
    queue(what, lambda _stream, _clock: run(), reads, writes, stream)


def queue(
    what: str,
    run: Callable[[Stream, Clock], Iterable[Range] | None],
    reads: Iterable[Range],
    writes: Iterable[Range],
    stream: int,
    *,
    of_kernel: bool = True,
) -> None:
    """The same for work that wants to know on which stream, and at what time of its, it is done.

    Args:
        of_kernel: it runs on the current device, as launches of kernels do and copies need not.
    """
    where = caller()
    with LOCK:
        on = streams.stream_of(stream)
        if of_kernel and on.device != streams.current_device():
            raise CUDARuntimeError(INVALID_RESOURCE_HANDLE)
        node = Node(
            what,
            where,
            run,
            tuple(r for r in reads if r[1]),
            tuple(r for r in writes if r[1]),
        )
        if on.capture is not None:
            faults.check_launch(of_kernel=of_kernel)
            clock = on.capture.step(on)
            for segment, access in _accesses(node, on, clock):
                on.capture.add_access(segment, access, clock)
            on.capture.nodes.append(node)
            return
        perform(node, on, of_kernel=of_kernel)


def perform(node: Node, on: Stream, *, of_kernel: bool = True) -> None:
    """Do it now."""
    faults.check_launch(of_kernel=of_kernel)
    clock = streams.step(on)
    touched: set[Segment] = set()
    for segment, access in _accesses(node, on, clock):
        segment.history.add(access, clock)
        pending.run_for(access.low, access.high)
        touched.add(segment)
    made = tuple(part for part in node.run(on, clock) or () if part[1])
    for segment, access in _accesses(replace(node, reads=(), writes=made), on, clock):
        segment.history.add(access, clock)
    for segment in touched:
        segment.check()


def launch(nodes: Sequence[Node], stream: int, before: Clock) -> Clock:
    """Do the work of a graph on a stream, after its previous launch; what is ordered after it."""
    with LOCK:
        on = streams.stream_of(stream)
        if on.capture is not None:
            raise NotImplementedError("the emulator does not capture launches of graphs")
        join(on.clock, before)
        faults.check_launch(of_kernel=False)
        for node in nodes:
            perform(node, on)
        return dict(on.clock)


def check_reuse(free: Iterable[Segment], stream: int) -> None:
    """Before a pool gives memory out for use on ``stream``: all that is free there must be ordered before that.

    Raises:
        StreamOrderError: some of it is still used on another stream.
    """
    with LOCK:
        on = streams.stream_of(stream)
        clock = streams.peek(on)
        for segment in free:
            found = segment.history.unordered(clock)
            if found is None and on.capture is not None:
                found = on.capture.unordered(segment, on)
            if found is not None:
                raise StreamOrderError(
                    f"memory allocated at {segment.name} went back to the pool of {on}, and the next allocation there "
                    f"may get it, but nothing makes that stream wait for a {found}"
                )


def _accesses(node: Node, on: Stream, clock: Clock) -> Iterable[tuple[Segment, Access]]:
    found = []
    what = f"'{node.what}' on {on}"
    for ranges, writes in ((node.reads, False), (node.writes, True)):
        for address, size in ranges:
            segment = segments.find(address)
            if segment is None or address + size > segment.address + segment.size:
                faults.lose_context(ILLEGAL_ADDRESS)
                raise CUDARuntimeError(ILLEGAL_ADDRESS)
            access = Access(address, address + size, writes, on.number, clock[on.number], what, node.where)
            found.append((segment, access))
    return found
