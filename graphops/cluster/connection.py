"""Connections to clusters: what a Session's target names."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, wait
from contextlib import contextmanager, suppress
from typing import Any, Final

from graphops.cluster import failures
from graphops.cluster.missing import needed
from graphops.cluster.unrunnable import let_run_anywhere
from graphops.cluster.worker import versions
from graphops_registry.errors import (
    FailedPreconditionError,
    InvalidTypeError,
    NotFoundError,
    UnavailableError,
)

_SCHEMES: Final = {"dask": "tcp", "tcp": "tcp", "tls": "tls", "ws": "ws", "wss": "wss"}
_SECONDS: Final = 10.0  # to connect, and for the workers to say their versions
_TO_ANSWER: Final = 2.0  # seconds for the scheduler to say which workers there are


class Connection:
    """A client of Dask for a target.

    Args:
        target: ``"dask://host:port"`` (``"tls://host:port"`` with the certificates that Dask is configured with), a
            ``distributed.Client``, or something that a Client takes, such as a cluster.

    Attributes:
        client: the ``distributed.Client``.
        address: the scheduler's.

    Raises:
        NotFoundError: a scheme that is none of a cluster's.
        FailedPreconditionError: Dask is not installed; a worker has another version of graphops or Python; there are no
            certificates for an address that needs them.
        UnavailableError: nobody is at the address.
        InvalidTypeError: something that is no target.
    """

    def __init__(self, target: Any) -> None:
        if isinstance(target, str):
            target = _address(target)
        distributed = _distributed()
        self._owned = True
        if isinstance(target, distributed.Client):
            self.client, self._owned = target, False
        elif isinstance(target, str):
            self.client = _connect(distributed, target)
        elif hasattr(target, "scheduler_address"):
            self.client = _connect(distributed, target.scheduler_address)
        else:
            rule = "be '' (this process), 'dask://host:port', a distributed.Client or a cluster"
            raise InvalidTypeError(f"target of Session must {rule}, got {type(target).__name__}")
        self.address = str(self.client.scheduler.address) if self.client.scheduler else str(target)
        try:
            self._check_versions()
        except BaseException:
            self.close()
            raise

    def _check_versions(self) -> None:
        try:
            with self.lost_if_gone():
                found = self.client.run(versions, on_error="return", callback_timeout=_SECONDS)
        except (OSError, TimeoutError) as error:
            raise UnavailableError(f"the workers of {self.address} must be reachable, but {error}") from error
        for worker, theirs in found.items():
            if isinstance(theirs, BaseException):
                rule = "have graphops installed"
                raise FailedPreconditionError(f"worker {worker} must {rule}, but {theirs}") from theirs
            if theirs != versions():
                rule = "run the client's versions of graphops and Python"
                ours, got = (" and ".join(pair) for pair in (versions(), theirs))
                raise FailedPreconditionError(f"worker {worker} must {rule}, {ours}, got {got}")

    @property
    def is_alive(self) -> bool:
        """Whether the scheduler is there."""
        return bool(self.client.status == "running" and self.client.scheduler is not None)

    def submit(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """The future of a task, as ``Client.submit`` makes it."""
        with self.lost_if_gone(), _without_warning():
            return self.client.submit(function, *args, **options)

    def compute(self, array: Any, **options: Any) -> Any:
        """The future of an array of Dask, as ``Client.compute`` makes it."""
        with self.lost_if_gone(), _without_warning():
            return self.client.compute(array, **options)

    def wait(self, futures: Iterable[Any], seconds: float) -> set[Any]:
        """Those of ``futures`` that have ended, well or not; the empty set if none does within ``seconds``."""
        from distributed import wait

        given = list(futures)
        try:
            with self.lost_if_gone(), self.client.as_current():
                return set(wait(given, timeout=seconds, return_when="FIRST_COMPLETED").done)
        except TimeoutError:
            self.check_alive()
            return set()
        except (asyncio.CancelledError, CancelledError):
            return {future for future in given if future.status != "pending"}

    def gather(self, futures: Sequence[Any]) -> Gathering:
        """Begin to fetch the results of ``futures``, which have ended."""
        return Gathering(self, futures)

    def workers(self) -> list[Mapping[str, Any]] | None:
        """What the scheduler knows of each worker; ``None`` if it gives no answer within a second or two.

        Raises:
            UnavailableError: it is gone.
        """
        self.check_alive()
        try:
            with self.lost_if_gone():
                found = self.client.sync(self.client.scheduler.identity, n_workers=-1, callback_timeout=_TO_ANSWER)
        except TimeoutError:
            return None
        return [{**worker, "address": address} for address, worker in found["workers"].items()]

    def let_run_anywhere(self) -> None:
        """Let tasks that wait for a worker which they only prefer, and which is gone, run on any."""
        with self.lost_if_gone(), suppress(TimeoutError):  # the next look tries again
            self.client.sync(self.client._run_on_scheduler, let_run_anywhere, callback_timeout=_TO_ANSWER)  # noqa: SLF001

    def release(self, futures: Iterable[Any]) -> None:
        """Tell the scheduler that nobody wants these tasks, which ends those that run; returns at once.

        ``Client.cancel`` would do it too, but where no future stands for a task between two of these, the scheduler
        fails and drops the connection, with all other runs.
        """
        for future in futures:
            future.release()

    def check_alive(self) -> None:
        """Raise UnavailableError if the scheduler is gone."""
        if not self.is_alive:
            raise failures.lost(self.address)

    @contextmanager
    def lost_if_gone(self) -> Iterator[None]:
        """What Dask raises because the connection is gone is an UnavailableError."""
        try:
            yield
        except Exception as error:
            if self.is_alive:
                raise
            raise failures.lost(self.address) from error

    def close(self) -> None:
        """End the connection unless the caller made it."""
        if self._owned:
            self.client.close()


class Gathering:
    """Results that are on their way; whoever waits for them can look up in between."""

    def __init__(self, connection: Connection, futures: Sequence[Any]) -> None:
        client = connection.client

        async def gathered() -> Any:
            return await client.gather(futures, errors="raise", direct=True, asynchronous=True)

        self._connection = connection
        with connection.lost_if_gone():
            self._found = asyncio.run_coroutine_threadsafe(gathered(), client.loop.asyncio_loop)

    def wait(self, seconds: float) -> bool:
        """Whether they have come, or an error has."""
        return bool(wait((self._found,), timeout=seconds).done)

    def values(self) -> list[Any]:
        """The results, once ``wait`` was true."""
        with self._connection.lost_if_gone():
            return list(self._found.result(timeout=0))

    def cancel(self) -> None:
        """Do without what has not come."""
        self._found.cancel()


def _without_warning() -> Any:
    """A context in which Dask does not warn of large values among the arguments of tasks.

    They are there on purpose, programs with their weights for example: Dask can send them again when a worker is lost.
    """
    import dask

    return dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 PiB"})


def _distributed() -> Any:
    with needed("a Session with a target"):
        import distributed

        return distributed


def _address(target: str) -> str:
    """A target as Dask writes addresses."""
    scheme, separator, rest = target.partition("://")
    if not separator or scheme not in _SCHEMES or not rest:
        raise NotFoundError(f"target of Session must be '' (this process) or 'dask://host:port', got {target!r}")
    return f"{_SCHEMES[scheme]}://{rest}"


def _connect(distributed: Any, address: Any) -> Any:
    try:
        # Dask computes arrays of maps where its default client is; one that is there already stays it.
        return distributed.Client(address, timeout=_SECONDS, set_as_default=not _has_default(distributed))
    except TypeError as error:  # what Dask says without them
        if not str(address).startswith(("tls:", "wss:")):
            raise
        rule = "come with certificates: set Dask's distributed.comm.tls, or give a distributed.Client as the target"
        raise FailedPreconditionError(f"target of Session '{address}' must {rule}") from error
    except (OSError, TimeoutError, ValueError) as error:
        raise UnavailableError(f"a scheduler must be at {address} to make a Session, but {error}") from error


def _has_default(distributed: Any) -> bool:
    try:
        distributed.default_client()
    except ValueError:
        return False
    return True
