"""LocalCluster: workers on this machine, each with the place of a device string, for trying and for tests."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from graphops.cluster.missing import needed
from graphops.plugins.extras import optional
from graphops_registry.errors import FailedPreconditionError, InvalidArgumentError, UnavailableError

_CRITICAL = 50  # the level of logging above which there is nothing
_SECONDS = 10.0  # for the scheduler to end
_MUCH = 1e6  # of a resource, where each piece takes 1: it says where, not how many


class LocalCluster:
    """Worker processes on 127.0.0.1 that a Session takes as its target.

    Worker ``i`` is ``/job:worker/task:i``. A Nanny watches each one and starts it again when it ends.

    >>> with go.cluster.LocalCluster(workers=1) as cluster, go.Session(graph, target=cluster) as session:
    ...     session.run(y, {x: value})

    In a script, write this below ``if __name__ == "__main__":``, because workers import the main module.

    Args:
        workers: how many processes.
        threads: of each kernel in a worker, which runs one piece at a time.
        memory_limit: of each worker, in bytes or as ``"2GiB"``; a worker that needs more is ended.
        job: the job in the device strings.
        worker_timeout: seconds after which the scheduler gives up a task that no worker may run.
        port: of the scheduler; 0 for any that is free.
        dashboard: whether Dask's pages about the cluster are served, on any free port; they need the package ``bokeh``.

    Attributes:
        scheduler_address: what ``dask://`` stands before in a target.

    Raises:
        InvalidArgumentError: fewer than one worker or thread, a ``memory_limit`` that is no size, no port.
        FailedPreconditionError: Dask is not installed; for ``dashboard``, ``bokeh`` is not.
        UnavailableError: another program has the port.
    """

    def __init__(
        self,
        workers: int = 2,
        threads: int = 1,
        memory_limit: int | str = "auto",
        *,
        job: str = "worker",
        worker_timeout: float = 60.0,
        port: int = 0,
        dashboard: bool = False,
    ) -> None:
        for name, value in (("workers", workers), ("threads", threads)):
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise InvalidArgumentError(f"{name} of LocalCluster must be a number of 1 or more, got {value!r}")
        if isinstance(port, bool) or not isinstance(port, int) or not 0 <= port < 1 << 16:
            raise InvalidArgumentError(f"port of LocalCluster must be from 0 to 65535, got {port!r}")
        with needed("a LocalCluster"):
            import dask
            from dask.utils import parse_bytes
            from distributed import Nanny, Scheduler

            from graphops.cluster.watched_workers import WatchedWorkers
        try:
            size = 1 if memory_limit == "auto" else parse_bytes(memory_limit)
        except (ValueError, AttributeError):  # no size, and no text or number
            size = 0
        if size < 1:
            rule = "be 'auto', or a size of 1 byte or more such as '2GiB'"
            raise InvalidArgumentError(f"memory_limit of LocalCluster must {rule}, got {memory_limit!r}")
        if dashboard and optional("bokeh") is None:
            reason = FailedPreconditionError("a LocalCluster with a dashboard must have bokeh, but it is not installed")
            reason.add_note("fix: pip install bokeh")
            raise reason
        environment = {name: str(threads) for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")}
        settings = {
            "distributed.scheduler.no-workers-timeout": f"{worker_timeout}s",
            # Beside Dask's own settings of malloc, without which a worker does not give memory back.
            "distributed.nanny.pre-spawn-environ": {
                **dask.config.get("distributed.nanny.pre-spawn-environ", {}),
                **environment,
            },
        }
        spec: dict[int, dict[str, Any]] = {
            number: {
                "cls": Nanny,
                "options": {
                    "host": "127.0.0.1",  # without it, a worker takes tasks from everywhere
                    "dashboard_address": "127.0.0.1:0",
                    "nthreads": 1,
                    "memory_limit": memory_limit,
                    "silence_logs": _CRITICAL,
                    "resources": {f"/job:{job}/task:{number}": _MUCH},
                    "env": environment,
                    "preload": ["graphops.cluster.preload"],
                    "preload_argv": [[str(threads), "--stay"]],
                },
            }
            for number in range(workers)
        }
        # Its HTTP server needs a port even without the dashboard; any, because other clusters may have the usual one.
        options = {"dashboard": dashboard, "dashboard_address": "127.0.0.1:0", "host": "127.0.0.1", "port": port}
        scheduler = {"cls": Scheduler, "options": options}
        with dask.config.set(settings):
            try:
                self._cluster = WatchedWorkers(workers=spec, scheduler=scheduler, silence_logs=_CRITICAL)
            except RuntimeError as error:
                if not port:
                    raise
                raise UnavailableError(f"port {port} must be free for a LocalCluster, but {_first(error)}") from error
        self._settings = settings

    @property
    def scheduler_address(self) -> str:
        return str(self._cluster.scheduler_address)

    @property
    def dashboard_link(self) -> str:
        """Where Dask's pages about the cluster are, if they are served."""
        return str(self._cluster.dashboard_link)

    @property
    def dask(self) -> Any:
        """The ``distributed.SpecCluster`` behind it."""
        return self._cluster

    def close(self) -> None:
        """End the workers."""
        try:
            self._cluster.close()
        except TimeoutError:  # on a busy machine a worker may not be gone a second after it was killed
            self._cluster.sync(self._cluster.scheduler.close, callback_timeout=_SECONDS)

    def __enter__(self) -> LocalCluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<graphops.cluster.LocalCluster at {self.scheduler_address}>"


def _first(error: BaseException) -> str:
    """What went wrong at the bottom of a chain of errors."""
    while error.__cause__ is not None:
        error = error.__cause__
    return str(error)
