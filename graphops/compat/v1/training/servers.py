"""``tf.train.Server`` and ``ClusterSpec``, of one process."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, Final

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.session import SERVERS
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, NotFoundError, UnimplementedError

_ONE_PROCESS: Final = "there is one process: graphops computes where the script runs"


class ClusterSpec:
    """The tasks of jobs, by their addresses.

    Args:
        cluster: a dict of lists of addresses, or of dicts of addresses by number; or another ClusterSpec.

    Raises:
        InvalidTypeError: something else.
    """

    def __init__(self, cluster: Any) -> None:
        given = cluster.as_dict() if isinstance(cluster, ClusterSpec) else cluster
        if not isinstance(given, Mapping):
            raise InvalidTypeError(f"cluster of ClusterSpec must be a dict or a ClusterSpec, got {cluster!r}")
        self._jobs: dict[str, dict[int, str]] = {}
        for job, tasks in given.items():
            if not isinstance(job, str) or not isinstance(tasks, (list, tuple, Mapping)):
                raise InvalidTypeError(f"cluster of ClusterSpec must have lists of addresses by job, got {given!r}")
            named = dict(tasks) if isinstance(tasks, Mapping) else dict(enumerate(tasks))
            if not all(isinstance(address, str) for address in named.values()):
                raise InvalidTypeError(f"an address of ClusterSpec must be a text, got {named!r}")
            self._jobs[job] = dict(sorted(named.items()))

    def as_dict(self) -> dict[str, Any]:
        """The jobs, each a list of addresses, or a dict if numbers are left out."""
        return {
            job: list(tasks.values()) if list(tasks) == list(range(len(tasks))) else dict(tasks)
            for job, tasks in self._jobs.items()
        }

    @property
    def jobs(self) -> list[str]:
        return list(self._jobs)

    def num_tasks(self, job_name: str) -> int:
        return len(self._tasks(job_name))

    def task_indices(self, job_name: str) -> list[int]:
        return list(self._tasks(job_name))

    def task_address(self, job_name: str, task_index: int) -> str:
        """The address of a task.

        Raises:
            InvalidArgumentError: there is no such task.
        """
        tasks = self._tasks(job_name)
        if task_index not in tasks:
            raise InvalidArgumentError(f"task_index of job '{job_name}' must be one of {list(tasks)}, got {task_index}")
        return tasks[task_index]

    def job_tasks(self, job_name: str) -> list[str | None]:
        """The addresses of a job by number, ``None`` for numbers that are left out."""
        tasks = self._tasks(job_name)
        return [tasks.get(number) for number in range(max(tasks, default=-1) + 1)]

    def _tasks(self, job_name: str) -> dict[int, str]:
        if job_name not in self._jobs:
            raise InvalidArgumentError(f"job_name must be one of {sorted(self.jobs)}, got '{job_name}'")
        return self._jobs[job_name]

    def __bool__(self) -> bool:
        return bool(self._jobs)

    __nonzero__ = __bool__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ClusterSpec) and self._jobs == other._jobs

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"ClusterSpec({self.as_dict()!r})"


class Server:
    """This process by the address of a cluster's only task. Sessions with its :attr:`target` share their variables.

    Args:
        server_or_cluster_def: a ClusterSpec or a dict, with one task.
        job_name, task_index: the task, default the only one.
        protocol, config: accepted; no effect.
        start: whether at once.

    Raises:
        UnimplementedError: several tasks.
    """

    def __init__(
        self,
        server_or_cluster_def: Any,
        job_name: str | None = None,
        task_index: int | None = None,
        protocol: str | None = None,
        config: Any = None,
        start: bool = True,
    ) -> None:
        cluster = ClusterSpec(server_or_cluster_def)
        total = sum(cluster.num_tasks(job) for job in cluster.jobs)
        if total != 1:
            raise UnimplementedError(f"a cluster of tf.train.Server must have one task ({_ONE_PROCESS}), got {total}")
        job = cluster.jobs[0] if job_name is None else job_name
        address = cluster.task_address(job, cluster.task_indices(job)[0] if task_index is None else task_index)
        self._target = f"grpc://{address}"
        self._job = job
        self._joined = threading.Event()
        # Its Session keeps what Sessions of this target share, for as long as the process lives, as in TensorFlow.
        SERVERS.setdefault(self._target, tf.Session(graph=tf.Graph()))

    @staticmethod
    def create_local_server(config: Any = None, start: bool = True) -> Server:
        """A server of this process, with an address of its own."""
        return Server({"local": [f"localhost:{len(SERVERS)}"]}, config=config, start=start)

    @property
    def target(self) -> str:
        """The target for Sessions."""
        return self._target

    @property
    def server_def(self) -> Any:
        raise NotFoundError("server_def must not be asked for: there are no messages of servers here")

    def start(self) -> None:
        """Nothing to do."""

    def join(self) -> None:
        """Not offered: nobody would end the wait.

        Raises:
            UnimplementedError: always.
        """
        raise UnimplementedError(f"tf.train.Server.join() must not be called: {_ONE_PROCESS}, and nobody would end it")


def replica_device_setter(
    ps_tasks: int = 0,
    ps_device: str = "/job:ps",
    worker_device: str = "/job:worker",
    merge_devices: bool = True,
    cluster: Any = None,
    ps_ops: Any = None,
    ps_strategy: Any = None,
) -> None:
    """``None``, for ``tf.device``: without parameter servers nodes stay where they are.

    Raises:
        UnimplementedError: parameter servers.
    """
    spec = None if cluster is None else ClusterSpec(cluster)
    name = ps_device.partition("/job:")[2].partition("/")[0]
    servers = spec.num_tasks(name) if spec is not None and name in spec.jobs else ps_tasks if spec is None else 0
    if servers:
        rule = f"have no parameter servers ({_ONE_PROCESS})"
        raise UnimplementedError(f"a cluster of replica_device_setter() must {rule}, got {servers}")
