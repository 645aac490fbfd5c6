"""Connections to clusters: what a Session's target names."""

from __future__ import annotations

from typing import Any, Final

from graphops.cluster.worker import versions
from graphops_registry.errors import (
    FailedPreconditionError,
    InvalidTypeError,
    NotFoundError,
    UnavailableError,
)

_SCHEMES: Final = {"dask": "tcp", "tcp": "tcp", "tls": "tls", "ws": "ws", "wss": "wss"}
_SECONDS: Final = 10.0  # to connect


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
            found = self.client.run(versions, on_error="return")
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

    def places(self) -> set[str]:
        """The resources of the workers that are there."""
        found: set[str] = set()
        for worker in self.client.scheduler_info(n_workers=-1)["workers"].values():
            found.update(worker.get("resources", {}))
        return found

    def has_workers(self) -> bool:
        """Whether any worker is there."""
        return bool(self.client.scheduler_info(n_workers=-1)["workers"])

    def close(self) -> None:
        """End the connection unless the caller made it."""
        if self._owned:
            self.client.close()


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        reason = FailedPreconditionError("a Session with a target must have Dask, but it is not installed")
        reason.add_note("fix: pip install 'graphops[cluster]'")
        raise reason from error
    return distributed


def _address(target: str) -> str:
    """A target as Dask writes addresses."""
    scheme, separator, rest = target.partition("://")
    if not separator or scheme not in _SCHEMES or not rest:
        raise NotFoundError(f"target of Session must be '' (this process) or 'dask://host:port', got {target!r}")
    return f"{_SCHEMES[scheme]}://{rest}"


def _connect(distributed: Any, address: Any) -> Any:
    try:
        return distributed.Client(address, timeout=_SECONDS, set_as_default=False)
    except TypeError as error:  # what Dask says without them
        if not str(address).startswith(("tls:", "wss:")):
            raise
        rule = "come with certificates: set Dask's distributed.comm.tls, or give a distributed.Client as the target"
        raise FailedPreconditionError(f"target of Session '{address}' must {rule}") from error
    except (OSError, TimeoutError, ValueError) as error:
        raise UnavailableError(f"a scheduler must be at {address} to make a Session, but {error}") from error
