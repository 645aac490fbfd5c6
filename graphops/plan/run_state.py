"""The state of one run: whether it must stop (timeout, interrupt), and the memory that it holds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from graphops.graph.slots import NODE_FILES
from graphops.plan.accounts import Account
from graphops.plan.trace import RunMetadata
from graphops_registry.errors import CancelledError, DeadlineExceededError

_LONGEST: Final = 1e9  # seconds; integers may be too large for a float


class RunState:
    """One run: whether it must stop, what kernels may use, and what is recorded of it.

    Args:
        resources: the Session's ResourceStore.
        timeout: seconds.
        run_plan: :func:`graphops.plan.run.run_plan`; a kernel that calls a function runs the function's plan with it.
        memory_limit: bytes; see :class:`SessionConfig`.
        metadata: filled when not ``None``.
        repro: a folder that a failing node is written to.
        file_folders, write_files: where nodes may read and write files; see :class:`SessionConfig`.
        debug: its ``after(node, inputs, outputs)`` is called after each node.
        asked: when the caller started the run, by ``time.monotonic``, if that was before now.

    Attributes:
        deadline: on the clock of ``time.monotonic``.
        watched: whether there is anything to check for: a deadline, or ``cancel()`` was called.
        depth: of the function call that is under way.
        account: counts the bytes that results hold, if there is a limit.
        temporary: handles of the temporary variables that are alive, by name.
        plainly: whether a plan may run as a program: there is no trace, no debugger and no memory limit, each of which
            needs every node.
    """

    __slots__ = (
        "_file_folders", "_files", "_write_files", "account", "deadline", "debug", "depth", "metadata", "plainly",
        "repro", "resources", "run_plan", "stopped", "temporary", "timeout", "watched", "why",
    )  # fmt: skip

    def __init__(
        self,
        resources: Any,
        timeout: float | None,
        run_plan: Callable[..., list[Any]],
        *,
        memory_limit: int | None = None,
        metadata: RunMetadata | None = None,
        repro: str | None = None,
        debug: Any = None,
        file_folders: Sequence[str] | None = (),
        write_files: bool = True,
        asked: float | None = None,
    ) -> None:
        self._file_folders = file_folders
        self._write_files = write_files
        self._files: Any = None
        self.resources = resources
        self.run_plan = run_plan
        self.metadata = metadata
        self.repro = repro
        self.debug = debug
        self.plainly = metadata is None and debug is None and memory_limit is None
        self.depth = 0
        self.temporary: dict[str, Any] = {}
        self.account = Account(memory_limit)
        self.timeout = timeout
        self.deadline = None
        if timeout is not None:
            self.deadline = (time.monotonic() if asked is None else asked) + min(timeout, _LONGEST)
        self.stopped = False
        self.why = "cancel() was called"
        self.watched = timeout is not None

    @property
    def files(self) -> Any:
        """The files that nodes may read and write."""
        if self._files is None:
            self._files = NODE_FILES.NodeFiles(self._file_folders, self._write_files)
        return self._files

    @property
    def own_files(self) -> Any:
        """The files for nodes that the user's own code has made to read files: any, unless there are folders."""
        return self.files if self._file_folders else NODE_FILES.NodeFiles(None, self._write_files)

    def end(self) -> None:
        """Forget the temporary variables that no node destroyed."""
        for handle in self.temporary.values():
            self.resources.destroy(handle)

    def cancel(self, why: str = "cancel() was called") -> None:
        """Ask the run to stop; from any thread."""
        self.why = why
        self.stopped = self.watched = True

    def check(self) -> None:
        """Raise if the run was cancelled or is out of time.

        Raises:
            CancelledError: ``cancel()`` was called, or the Session closed.
            DeadlineExceededError: the timeout has passed.
        """
        if self.stopped:
            raise CancelledError(f"the run must not be cancelled to finish, but {self.why}")
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise DeadlineExceededError(f"the run must finish within its timeout of {self.timeout} s, but it did not")
