"""LocalCluster: workers on this machine, each with the place of a device string, for trying and for tests."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from graphops_registry.errors import FailedPreconditionError, InvalidArgumentError

_CRITICAL = 50  # the level of logging above which there is nothing
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

    Attributes:
        scheduler_address: what ``dask://`` stands before in a target.

    Raises:
        InvalidArgumentError: fewer than one worker or thread.
        FailedPreconditionError: Dask is not installed.
    """

    def __init__(
        self,
        workers: int = 2,
        threads: int = 1,
        memory_limit: int | str = "auto",
        *,
        job: str = "worker",
        worker_timeout: float = 60.0,
    ) -> None:
        for name, value in (("workers", workers), ("threads", threads)):
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise InvalidArgumentError(f"{name} of LocalCluster must be a number of 1 or more, got {value!r}")
        try:
            import dask
            from distributed import Nanny, Scheduler, SpecCluster
        except ImportError as error:
            reason = FailedPreconditionError("a LocalCluster must have Dask, but it is not installed")
            reason.add_note("fix: pip install 'graphops[cluster]'")
            raise reason from error
        environment = {name: str(threads) for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")}
        settings = {
            "distributed.scheduler.no-workers-timeout": f"{worker_timeout}s",
            "distributed.nanny.pre-spawn-environ": environment,
        }
        spec: dict[int, dict[str, Any]] = {
            number: {
                "cls": Nanny,
                "options": {
                    "nthreads": 1,
                    "memory_limit": memory_limit,
                    "silence_logs": _CRITICAL,
                    "resources": {f"/job:{job}/task:{number}": _MUCH},
                    "env": environment,
                    "preload": ["graphops.cluster.preload"],
                    "preload_argv": [[str(threads)]],
                },
            }
            for number in range(workers)
        }
        scheduler = {
            "cls": Scheduler,
            "options": {"dashboard": False, "dashboard_address": "127.0.0.1:0", "host": "127.0.0.1", "port": 0},
        }
        with dask.config.set(settings):
            self._cluster = SpecCluster(workers=spec, scheduler=scheduler, silence_logs=_CRITICAL)
        self._settings = settings

    @property
    def scheduler_address(self) -> str:
        return str(self._cluster.scheduler_address)

    @property
    def dask(self) -> Any:
        """The ``distributed.SpecCluster`` behind it."""
        return self._cluster

    def close(self) -> None:
        """End the workers."""
        self._cluster.close()

    def __enter__(self) -> LocalCluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<graphops.cluster.LocalCluster at {self.scheduler_address}>"
