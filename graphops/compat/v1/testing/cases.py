"""``tf.test.TestCase``: test cases that have Sessions and folders, and the functions of tests beside it."""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, Final

import numpy as np

import graphops.compat.v1 as tf
from graphops.compat.v1.testing.assertions import Assertions
from graphops.graph.default_graph import default_graphs
from graphops.plugins.extras import require
from graphops.plugins.packages import load_kernels
from graphops_registry.device_def import device_types
from graphops_registry.errors import FailedPreconditionError

require("tf.test", "tf1")

from absl.testing import absltest  # noqa: E402

_SEED: Final = 87654321  # of TensorFlow's own tests


class TestCase(Assertions, absltest.TestCase):  # type: ignore[misc]
    """A test case whose graph and seeds are new in each test.

    >>> class Squares(TestCase):
    ...     def test_they_are_positive(self):
    ...         with self.cached_session():
    ...             self.assertAllEqual(tf.square([-2.0, 3.0]), [4.0, 9.0])
    """

    def __init__(self, methodName: str = "runTest") -> None:
        super().__init__(methodName)
        self._cached: tuple[Any, Any, Any, bool] | None = None
        self._temporary: str | None = None
        self._threads: list[CheckedThread] = []

    def setUp(self) -> None:
        super().setUp()
        self._close_cached()
        random.seed(_SEED)
        np.random.seed(_SEED)  # noqa: NPY002 - tests of TensorFlow 1 use it
        if not default_graphs.stack:
            tf.reset_default_graph()
        tf.set_random_seed(_SEED)

    def tearDown(self) -> None:
        for thread in self._threads:
            thread.check_termination()
        self._close_cached()
        super().tearDown()

    def _close_cached(self) -> None:
        if self._cached is not None:
            self._cached[0].close()
        self._cached = None

    def get_temp_dir(self) -> str:
        """A folder for files of this test, the same for all calls in it."""
        if self._temporary is None:
            self._temporary = tempfile.mkdtemp(dir=get_temp_dir())
        return self._temporary

    def evaluate(self, tensors: Any) -> Any:
        session = tf.get_default_session()
        if session is not None:
            return session.run(tensors)
        with self.cached_session() as own:
            return own.run(tensors)

    @contextmanager
    def session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False
    ) -> Iterator[Any]:
        """A Session that is the default one inside, with its graph, and is closed at the end.

        Args:
            use_gpu: whether nodes may run on a GPU; otherwise they run on the CPU.
            force_gpu: whether they must.
        """
        with tf.Session(graph=graph, config=config) as session, _on(session, use_gpu, force_gpu):
            yield session

    @contextmanager
    def cached_session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False
    ) -> Iterator[Any]:
        """The same as :meth:`session`, but all calls in a test give one Session, which is closed at the test's end.

        Raises:
            FailedPreconditionError: another graph or configuration than in the first call.
        """
        with self._in_cached(graph, config, use_gpu, force_gpu, strict=True) as session:
            yield session

    def test_session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False
    ) -> AbstractContextManager[Any]:
        """The old name of :meth:`cached_session`, or of :meth:`session` for another graph than the default one."""
        if self.id().endswith(".test_session"):
            self.skipTest("test_session makes Sessions, and is no test")  # unittest takes it for one by its name
        if graph is not None:
            return self.session(graph, config, use_gpu, force_gpu)
        return self._in_cached(graph, config, use_gpu, force_gpu, strict=False)

    @contextmanager
    def _in_cached(self, graph: Any, config: Any, use_gpu: bool, force_gpu: bool, strict: bool) -> Iterator[Any]:
        if self._cached is None:
            self._cached = tf.Session(graph=graph, config=config), graph, config, force_gpu
        session, *made_with = self._cached
        if strict and any(a is not b for a, b in zip(made_with, (graph, config, force_gpu), strict=True)):
            rule = "have the graph, config and force_gpu of the first call in this test"
            raise FailedPreconditionError(f"cached_session() must {rule}, got others; session() makes another one")
        with session.graph.as_default(), session.as_default(), _on(session, use_gpu, force_gpu):
            yield session

    def checkedThread(
        self, target: Callable[..., Any], args: Sequence[Any] | None = None, kwargs: Mapping[str, Any] | None = None
    ) -> CheckedThread:
        """A thread; an error in it makes the test fail when it is joined, which must be before the test's end."""
        thread = CheckedThread(self, target, args or (), kwargs or {})
        self._threads.append(thread)
        return thread


class CheckedThread:
    """A thread of a test; see :meth:`TestCase.checkedThread`."""

    def __init__(
        self, case: TestCase, target: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> None:
        self._case = case
        self._work = target, args, kwargs
        self._thread = Thread(target=self._run, daemon=True)
        self._error: BaseException | None = None
        self._is_joined = False

    def _run(self) -> None:
        target, args, kwargs = self._work
        try:
            target(*args, **kwargs)
        except BaseException as error:
            self._error = error

    def start(self) -> None:
        self._thread.start()

    def join(self) -> None:
        """Wait for its end; the test fails if there was an error."""
        self._is_joined = True
        self._thread.join()
        if self._error is not None:
            self._case.fail(f"Error in checkedThread: {self._error}")

    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def check_termination(self) -> None:
        """The test fails if the thread was not joined."""
        if not self._is_joined:
            self._case.fail("A checked thread was not joined.")


@contextmanager
def _on(session: Any, use_gpu: bool, force_gpu: bool) -> Iterator[None]:
    """Inside, nodes are made for the device that a test asks for."""
    if not force_gpu and use_gpu:
        yield
        return
    with session.graph.device("/device:GPU:0" if force_gpu else "/cpu:0"):
        yield


def get_temp_dir() -> str:
    """A folder for files of tests, made if it is missing."""
    folder = os.environ.get("TEST_TMPDIR") or str(Path(tempfile.gettempdir()) / f"graphops_test_{os.getpid()}")
    os.makedirs(folder, exist_ok=True)
    return folder


def test_src_dir_path(relative_path: str) -> str:
    """The path of a file below the folder of the running script."""
    return os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), relative_path)


def is_built_with_cuda() -> bool:
    """Whether there are kernels for GPUs of NVIDIA, and a GPU."""
    return is_gpu_available()


def is_built_with_gpu_support() -> bool:
    """The same as :func:`is_built_with_cuda`."""
    return is_gpu_available()


def is_built_with_rocm() -> bool:
    """False: there are no kernels for GPUs of AMD."""
    return False


def is_built_with_xla() -> bool:
    """False: there is no such compiler."""
    return False


def is_gpu_available(cuda_only: bool = False, min_cuda_compute_capability: tuple[int, int] | None = None) -> bool:
    """Whether there is a GPU; the arguments change nothing."""
    return bool(gpu_device_name())


def gpu_device_name() -> str:
    """The name of the first GPU, empty if there is none."""
    load_kernels()
    found = any(device.type == "GPU" and device.count > 0 for device in device_types())
    return "/device:GPU:0" if found else ""


def main(argv: Sequence[str] | None = None) -> None:
    """Run the tests of the script."""
    absltest.main(argv=None if argv is None else list(argv))
