"""Session: runs a graph."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from graphops.build.scope import Scope, given_graph
from graphops.graph.graph import Graph, Node, Tensor, get_default_graph
from graphops.graph.not_pickled import NotPickled
from graphops.graph.slots import CLUSTERS, INSPECTION
from graphops.plan.calls import bring
from graphops.plan.devices.captured import run_captured
from graphops.plan.make import Plan, make_plan
from graphops.plan.run import run_plan
from graphops.plan.run_state import RunState
from graphops.plan.session_config import RunOptions, SessionConfig
from graphops.plan.trace import RunMetadata
from graphops.plugins.packages import load_kernels
from graphops.session.feeds import feed_arrays, feed_items
from graphops.session.fetches import Fetches, hand_out
from graphops.session.resources import ResourceStore
from graphops.session.threads import set_intra_op_threads
from graphops_registry.device_def import device_types, raise_explained
from graphops_registry.errors import (
    FailedPreconditionError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    ResourceExhaustedError,
)
from graphops_registry.locks import new_lock
from graphops_registry.op_def import REGISTRY

if TYPE_CHECKING:
    from types import TracebackType

    from graphops.session.comparison import Comparison
    from graphops.session.resources import Variables


class Session(NotPickled):
    """Runs nodes of a graph and holds their state. Any number of threads may use one Session.

    >>> graph = Graph()
    >>> with graph.as_default():
    ...     x = placeholder(float32, (None, 3))
    ...     y = x * 2.0
    >>> with Session(graph) as session:
    ...     session.run(y, {x: [[1, 2, 3]]})
    array([[2., 4., 6.]], dtype=float32)

    Args:
        graph_or_scope: what to run; default the default graph. May grow between runs.
        target: ``""`` for this process; or a cluster of Dask: ``"dask://host:port"``, a ``distributed.Client``, a
            ``graphops.cluster.LocalCluster``. See :class:`graphops.cluster.ClusterSession`.
        config: limits and settings.
        graph: the same as ``graph_or_scope``, by TensorFlow's name.
        variables: ``other.variables``, to share the state of another Session.

    Raises:
        InvalidArgumentError: something that is no graph.
        NotFoundError: another target.
    """

    instead = "hand on the GraphDef and session.variables.snapshot(), and make a Session of them there"

    def __new__(cls, graph_or_scope: Any = None, target: Any = "", *_: Any, **__: Any) -> Any:
        """A Session for ``target``: another class where that is a cluster."""
        return object.__new__(cls.for_target(target))

    @classmethod
    def for_target(cls, target: Any) -> type[Session]:
        """This class, or where ``target`` is a cluster a subclass of it that runs there."""
        if target is None or (isinstance(target, str) and not target):
            return cls
        found: type[Session] = CLUSTERS.on_cluster(cls)
        return found

    def __init__(
        self,
        graph_or_scope: Graph | Scope | None = None,
        target: str = "",
        config: SessionConfig | None = None,
        *,
        graph: Graph | Scope | None = None,
        variables: Variables | None = None,
    ) -> None:
        if graph_or_scope is not None and graph is not None:
            raise InvalidTypeError("graph of Session must be given once, got it twice")
        given = graph_or_scope if graph_or_scope is not None else graph
        if target:
            raise NotFoundError(f"target of Session must be '' (this process), got {target!r}")
        if config is not None and not isinstance(config, SessionConfig):
            raise InvalidTypeError(f"config of Session must be a SessionConfig, got {config!r}")
        self.graph = get_default_graph() if given is None else given_graph(given)
        self.config = config if config is not None else SessionConfig()
        if self.config.intra_op_threads is not None:
            set_intra_op_threads(self.config.intra_op_threads)
        if self.config.gpu_memory_limit is not None:
            load_kernels()
            for device in device_types():
                device.limit_memory(int(self.config.gpu_memory_limit))
        self._store = ResourceStore() if variables is None else variables.store
        self._store.open_for(self)
        self._plans: dict[tuple[Any, ...], Plan] = {}
        self._plans_for: tuple[int, int] = (-1, -1)  # the newest graph version and registry generation among them
        self._lock = new_lock()
        self._runs: set[RunState] = set()
        self._cancels = 0  # how often cancel() was called
        self._closed = False
        self._calls: dict[Any, _Call] = {}
        limits = self.config.memory_limit, self.config.timeout, self.config.repro
        self._is_plain = limits == (None, None, None)
        self._entered: list[Any] = []

    # -- running --------------------------------------------------------------------------------------------------

    def run(
        self,
        fetches: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        options: RunOptions | None = None,
        run_metadata: RunMetadata | None = None,
        *,
        timeout: float | None = None,
        debug: Any = None,
        as_device_arrays: bool = False,
    ) -> Any:
        """Compute ``fetches``.

        Args:
            fetches: a tensor, a node, a name, or any nesting of lists, tuples, dicts, named tuples and dataclasses.
            feed_dict: values for tensors; any tensor may be fed, which cuts off its producer.
            options: timeout and tracing.
            run_metadata: filled with what ran where and when.
            timeout: seconds.
            debug: a :class:`graphops.debug.Debug`, or ``True`` for one that stops at the first value that is not
                finite.
            as_device_arrays: leave values that a GPU computes there, as arrays of CuPy on the caller's current stream;
                the call returns when the work is queued. What the host computes is NumPy's as ever.

        Returns:
            The same structure with arrays for tensors (scalars for rank 0) and ``None`` for nodes.

        Raises:
            InvalidArgumentError: bad fetches or feeds, missing feeds, or values that an op refuses.
            NotFoundError: no kernel for a node that is needed.
            ResourceExhaustedError, DeadlineExceededError, CancelledError: the run's limits.
            FailedPreconditionError: a closed Session, an empty graph, an uninitialised variable.
        """
        self._check_usable()
        begun = self._cancels
        key = None if as_device_arrays else _call_key(fetches, feed_dict)
        call = self._calls.get(key) if key is not None else None
        values: Sequence[Any]
        asked: float | None = None
        if call is not None and call.is_current(self.graph):
            values = () if feed_dict is None else tuple(feed_dict.values())
            if options is None and run_metadata is None and debug is None and timeout is None:
                return call.wanted.rebuild(self._run_call(call, values, begun))
        else:
            asked = time.monotonic()  # a plan may have to be made
            items = feed_items(self.graph, feed_dict)
            wanted = Fetches(self.graph, fetches, items)
            call = self._call(wanted, tuple(items), on_devices=as_device_arrays)
            values = tuple(items.values())
            if key is not None:
                if len(self._calls) >= _MOST_PLANS:
                    self._calls.clear()
                self._calls[key] = call
        if options is not None:
            if not isinstance(options, RunOptions):
                raise InvalidTypeError(f"options of run() must be RunOptions, got {options!r}")
            timeout = timeout if timeout is not None else options.timeout
            if not options.trace:
                run_metadata = None
        if debug is not None:
            debug = INSPECTION.as_debug(debug)
            call = self._call(call.wanted, call.tensors, as_written=True, on_devices=as_device_arrays)
        found = self._execute(call.plan, values, begun, timeout, run_metadata, debug, as_device_arrays, asked=asked)
        return call.wanted.rebuild(hand_out(found))

    def make_callable(
        self,
        fetches: Any,
        feed_list: Sequence[Any] | None = None,
        accept_options: bool = False,
        *,
        as_device_arrays: bool = False,
        capture: bool = True,
    ) -> Callable[..., Any]:
        """``run`` for fixed fetches and feeds, with the looking-up done once.

        Args:
            feed_list: tensors whose values the callable takes, by position.
            accept_options: whether it also takes ``options=`` and ``run_metadata=``.
            as_device_arrays: as for :meth:`run`.
            capture: on a GPU, record what is computed there after a few calls with feeds of the same shapes, and
                replay it from then on as one CUDA graph. What cannot be recorded runs as ever.
        """
        self._check_usable()
        tensors = tuple(feed_items(self.graph, dict.fromkeys(feed_list or ())))
        wanted = Fetches(self.graph, fetches, tensors)
        count = len(feed_list or ())
        if len(tensors) != count:
            raise InvalidTypeError("feed_list must name each tensor once")
        call = self._call(wanted, tensors, on_devices=as_device_arrays)

        def function(*values: Any, **keywords: Any) -> Any:
            nonlocal call
            if len(values) != count:
                raise InvalidTypeError(f"the callable must be given {count} values, got {len(values)}")
            self._check_usable()
            begun = self._cancels
            asked: float | None = None
            if not call.is_current(self.graph):
                asked = time.monotonic()
                call = self._call(wanted, tensors, on_devices=as_device_arrays)
            if not keywords:
                return wanted.rebuild(self._run_call(call, values, begun, as_device_arrays, capture, asked))
            if not accept_options:
                raise InvalidTypeError(f"the callable takes no keywords, got {', '.join(keywords)}")
            unknown = sorted(keywords.keys() - {"options", "run_metadata"})
            if unknown:
                raise InvalidTypeError(f"the callable takes options and run_metadata, got {', '.join(unknown)}")
            options = keywords.get("options") or _NO_OPTIONS
            if not isinstance(options, RunOptions):
                raise InvalidTypeError(f"options of the callable must be RunOptions, got {options!r}")
            metadata = keywords.get("run_metadata")
            found = self._execute(
                call.plan, values, begun, options.timeout, metadata, None, as_device_arrays, asked=asked
            )
            return wanted.rebuild(hand_out(found))

        return function

    def map(
        self,
        fetches: Any,
        feed_dict: Mapping[Any, Any],
        *,
        halo: Any = None,
        chunks: Any = None,
        dtype: Any = None,
    ) -> Any:
        """Apply the graph to arrays that need not fit into memory, chunk by chunk, with Dask.

        Each chunk of a result is computed from the regions of the arrays that it depends on, which follow from the
        graph: windows and strides of convolutions and pools, sizes of resizes. So chunks together are what one run on
        whole arrays gives, at borders too, within rounding; integers exactly. A result that is a sum over chunks, such
        as the gradient of a filter, is added in a fixed order. What does not depend on the arrays is computed now.

        Dask computes the results where it computes all others: in threads of this process, or on the cluster of its
        default client, which a Session with a target is unless there is one.

        Args:
            fetches: any structure of tensors, as for :meth:`run`.
            feed_dict: for placeholders arrays of Dask or zarr, large ones of NumPy, or other values. Named dimensions
                and static shapes must fit.
            halo: how far around a chunk the graph looks, for graphs with ops whose region rules are unknown: a number,
                one for each axis, or a mapping from axes of the result; pairs are before and after. The graph runs as
                it is on a chunk with its halo. Results must have the sizes of arrays along axes that are cut.
            chunks: of the results, as ``dask.array`` takes them; default: where the arrays are cut, in proportion.
            dtype: of the results; default the graph's.

        Returns:
            The structure of fetches with a ``dask.array.Array`` for each tensor, of which nothing is computed yet.

        Raises:
            FailedPreconditionError: Dask is not installed.
            InvalidArgumentError: a node that a map cannot have, by name: it keeps state, or the sizes of its outputs
                depend on values. Sizes, halos or chunks that do not fit.
            InvalidTypeError: an array of another dtype than the placeholder takes; a fetch that is no tensor.
        """
        self._check_usable()
        return CLUSTERS.map_chunks(self, fetches, feed_dict, halo=halo, chunks=chunks, dtype=dtype)

    def cancel(self) -> None:
        """Stop all runs of this Session that are under way; each raises CancelledError before its next node.

        A run whose plan is still being made is stopped when that is done. May be called from any thread, and from a
        signal handler. Runs that begin later are not concerned.
        """
        self._cancels += 1
        for run in list(self._runs):  # no lock: the thread that a signal interrupts may hold it
            run.cancel()

    def _call(
        self, wanted: Fetches, tensors: tuple[Tensor, ...], as_written: bool = False, on_devices: bool = False
    ) -> _Call:
        load_kernels()
        versions = self.graph.version, REGISTRY.generation
        return _Call(wanted, tensors, self._plan(wanted.elements, tensors, as_written, on_devices), versions)

    def _run_call(
        self,
        call: _Call,
        values: Sequence[Any],
        begun: int,
        on_devices: bool = False,
        capture: bool = False,
        asked: float | None = None,
    ) -> list[Any]:
        """What a caller gets for ``values``: by a program that needs nothing but arrays, if there is one for their
        shapes, which were all checked before it was made."""
        if self._is_plain:
            shapes = []
            for value, dtype in zip(values, call.dtypes, strict=True):
                if type(value) is not np.ndarray or value.dtype != dtype:
                    break
                shapes.append(value.shape)
            else:
                program = call.plan.programs.found.get(tuple(shapes))
                if program is not None and program.run_free:
                    found = program.run(values, None)
                    return found if program.hands_out else hand_out(found)
        return hand_out(self._execute(call.plan, values, begun, None, None, None, on_devices, capture, asked))

    def _execute(
        self,
        plan: Plan,
        values: Sequence[Any],
        begun: int,
        timeout: float | None,
        metadata: RunMetadata | None,
        debug: Any = None,
        on_devices: bool = False,
        capture: bool = False,
        asked: float | None = None,
    ) -> list[Any]:
        """The values of the plan's fetches.

        Args:
            begun: how often ``cancel()`` had been called when the caller asked.
            asked: when that was, if a plan was made meanwhile: the timeout counts from then on.
        """
        arrays = feed_arrays([tensor for tensor, _, _ in plan.feeds], values)
        check_timeout(timeout)
        if metadata is not None and not isinstance(metadata, RunMetadata):
            raise InvalidTypeError(f"run_metadata of run() must be a RunMetadata, got {type(metadata).__name__}")
        run = self._run_state(timeout, metadata, debug, asked)
        try:
            self._runs.add(run)
            if self._cancels != begun:
                run.cancel()
            fed = [
                bring(array, None) if where is None and register not in plan.roaming else array
                for array, (_, register, where) in zip(arrays, plan.feeds, strict=True)
            ]
            if capture and plan.devices and run.plainly:
                return run_captured(plan, fed, run, on_devices=on_devices)
            return run_plan(plan, fed, run, on_devices=on_devices)
        except Exception as error:
            raise_explained(error)
            raise
        finally:
            self._runs.discard(run)
            run.end()

    def _run_state(
        self,
        timeout: float | None = None,
        metadata: RunMetadata | None = None,
        debug: Any = None,
        asked: float | None = None,
    ) -> RunState:
        """A run with this Session's limits."""
        return RunState(
            self._store,
            timeout if timeout is not None else self.config.timeout,
            run_plan,
            memory_limit=self.config.memory_limit,
            metadata=metadata,
            repro=self.config.repro,
            debug=debug,
            file_folders=self.config.file_folders,
            write_files=self.config.write_files,
            asked=asked,
        )

    def _plan(
        self,
        elements: tuple[Tensor | Node, ...],
        fed: tuple[Tensor, ...],
        as_written: bool = False,
        on_devices: bool = False,
    ) -> Plan:
        """The plan for these fetches and feeds.

        Args:
            as_written: with every node, for those who look at each.
            on_devices: fetched values stay where they are computed.
        """
        load_kernels()
        versions = (self.graph.version, REGISTRY.generation)
        key = (versions, elements, fed, as_written, on_devices)
        config = replace(self.config, plan_passes=()) if as_written else self.config
        found = self._plans.get(key)
        if found is not None:
            return found
        try:
            with self.graph.build_lock:  # a graph that grows meanwhile is seen before or after a change, never within
                made = make_plan(self.graph, elements, fed, config, on_devices=on_devices)
        except RecursionError:
            rule = "be nested less deeply to be planned"
            raise ResourceExhaustedError(f"functions must {rule}, but Python's stack was used up") from None
        with self._lock:
            if versions < self._plans_for or self._closed:  # the graph has grown meanwhile: only this run needs it
                return made
            if versions != self._plans_for:
                self._plans, self._plans_for = {}, versions
            while len(self._plans) >= _MOST_PLANS:
                del self._plans[next(iter(self._plans))]
            self._plans[key] = made
        return made

    def _check_usable(self) -> None:
        if self._closed:
            raise FailedPreconditionError("the Session must be open to run, but it was closed")
        if not len(self.graph):
            raise FailedPreconditionError("the Session's graph must have nodes to run, but it is empty")

    # -- looking --------------------------------------------------------------------------------------------------

    def explain(self, fetches: Any, feed_dict: Mapping[Any, Any] | None = None, *, as_python: bool = False) -> str:
        """Which kernel computes each node, and why the others do not; or the plan as Python code.

        Args:
            feed_dict: with values, the kernels for those shapes are shown; a sequence of tensors is enough to plan.
            as_python: straight-line code on arrays that computes the fetches, as text.
        """
        wanted, plan, items = self._look(fetches, feed_dict, as_written=as_python)
        if as_python:
            return INSPECTION.plan_as_python(plan, wanted)
        arrays = feed_arrays(tuple(items), tuple(items.values()))
        return INSPECTION.explain(plan, self._store, dict(zip(items, arrays, strict=True)))

    def compare(self, fetches: Any, feed_dict: Mapping[Any, Any] | None = None, against: str = "float64") -> Comparison:
        """Run the same plan a second way and report the error of each node, the first divergent one by name.

        All values of both ways are kept until the end, and count in the Session's ``memory_limit``.

        Args:
            against: ``"float64"``, ``"float32"``: plain kernels in that precision; ``"plain"``: plain kernels in the
                graph's own dtypes; a device type: the same nodes there.

        Raises:
            ResourceExhaustedError, DeadlineExceededError, CancelledError: the Session's limits.
        """
        begun, asked = self._cancels, time.monotonic()
        _, plan, items = self._look(fetches, feed_dict, as_written=True)
        values = dict(zip(items, feed_arrays(tuple(items), tuple(items.values())), strict=True))
        run = self._run_state(asked=asked)
        try:
            self._runs.add(run)
            if self._cancels != begun:
                run.cancel()
            found: Comparison = INSPECTION.compare(plan, values, run, against)
            return found
        finally:
            self._runs.discard(run)
            run.end()

    def _look(self, fetches: Any, feed_dict: Any, as_written: bool) -> tuple[Fetches, Plan, dict[Tensor, Any]]:
        self._check_usable()
        is_list = isinstance(feed_dict, (list, tuple))
        items = feed_items(self.graph, dict.fromkeys(feed_dict) if is_list else feed_dict)
        wanted = Fetches(self.graph, fetches, items)
        if is_list:
            return wanted, self._plan(wanted.elements, tuple(items), as_written), {}
        return wanted, self._plan(wanted.elements, tuple(items), as_written), items

    @property
    def variables(self) -> Variables:
        """The variables by name: a mapping with ``snapshot()`` and ``restore()``."""
        return self._store.variables

    def list_devices(self) -> list[str]:
        """The devices that you can place nodes on."""
        return [f"/device:{device.type}:{index}" for device in device_types() for index in range(device.count)]

    # -- life -----------------------------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Whether :meth:`close` was called."""
        return self._closed

    def close(self) -> None:
        """Forget plans, stop runs that are under way in other threads, and refuse further ones.

        Variables live on while another Session shares them.
        """
        self._closed = True
        for run in list(self._runs):
            run.cancel("its Session was closed")
        self._plans = {}
        self._calls = {}
        self._store.close_for(self)

    @contextmanager
    def as_default(self) -> Iterator[Session]:
        """Make this the session of ``eval()`` and ``run()`` in this thread within the block."""
        session_stack().append(self)
        try:
            yield self
        finally:
            session_stack().pop()

    def __enter__(self) -> Session:
        entered = self.as_default(), self.graph.as_default()
        for manager in entered:
            manager.__enter__()
        self._entered.append(entered)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for manager in reversed(self._entered.pop()):
            manager.__exit__(kind, error, traceback)
        self.close()


def check_timeout(timeout: float | None) -> None:
    if timeout is not None and (isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not timeout >= 0):
        raise InvalidArgumentError(f"timeout of run() must be a number of seconds or None, got {timeout!r}")


class _Call:
    """What a combination of fetches and feeds needs to run, looked up once.

    Attributes:
        wanted: the fetches.
        tensors: the feeds.
        dtypes: theirs.
        plan: for both.
        versions: of the graph and the registry for which it is.
    """

    __slots__ = ("dtypes", "plan", "tensors", "versions", "wanted")

    def __init__(self, wanted: Fetches, tensors: tuple[Tensor, ...], plan: Plan, versions: tuple[int, int]) -> None:
        self.wanted = wanted
        self.plan = plan
        self.versions = versions
        self.tensors = tensors
        self.dtypes = tuple(tensor.dtype.base.numpy_dtype for tensor in tensors)

    def is_current(self, graph: Graph) -> bool:
        version, generation = self.versions
        return graph.version == version and REGISTRY.generation == generation


def _call_key(fetches: Any, feed_dict: Any) -> Any:
    """A key that calls with the same fetches and fed tensors share; ``None`` where that cannot be seen at a glance."""
    if type(fetches) in (list, tuple):
        if not all(type(fetch) is Tensor or type(fetch) is Node for fetch in fetches):
            return None
        fetches = (type(fetches), *fetches)
    elif type(fetches) is not Tensor:
        return None
    if not feed_dict:
        return (fetches, ()) if feed_dict is None or type(feed_dict) is dict else None
    if type(feed_dict) is not dict or not all(type(tensor) is Tensor for tensor in feed_dict):
        return None
    return fetches, tuple(feed_dict)


class ClientSession:
    """The C++ style: made of a Scope, runs lists of outputs.

    >>> scope = Scope.new_root_scope()
    >>> y = ops.AddV2(scope, [1.0, 2.0], [3.0, 4.0])
    >>> ClientSession(scope).run([y])
    [array([4., 6.], dtype=float32)]
    """

    def __init__(self, scope: Scope, target: str = "", config: SessionConfig | None = None) -> None:
        if not isinstance(scope, Scope):
            raise InvalidTypeError(f"scope of ClientSession must be a Scope, got {scope!r}")
        self.session = Session(scope, target, config)

    def run(
        self,
        fetch_outputs: Sequence[Any],
        feeds: Mapping[Any, Any] | None = None,
        run_outputs: Sequence[Any] = (),
        *,
        run_metadata: RunMetadata | None = None,
        timeout: float | None = None,
    ) -> list[Any]:
        """The values of ``fetch_outputs`` in their order; ``run_outputs`` (nodes) run without giving any."""
        if not isinstance(fetch_outputs, (list, tuple)):
            raise InvalidTypeError(f"fetch_outputs must be a list of tensors, got {fetch_outputs!r}")
        values, _ = self.session.run(
            (list(fetch_outputs), list(run_outputs)), feeds, run_metadata=run_metadata, timeout=timeout
        )
        result: list[Any] = values
        return result

    def close(self) -> None:
        self.session.close()


_NO_OPTIONS = RunOptions()
_MOST_PLANS = 256  # combinations of fetches and feeds that one Session remembers
_local = threading.local()


def session_stack() -> list[Session]:
    stack: list[Session] | None = getattr(_local, "stack", None)
    if stack is None:
        stack = _local.stack = []
    return stack


def get_default_session() -> Session | None:
    """The innermost session made default in this thread, if any."""
    return session_stack()[-1] if session_stack() else None


def default_session(session: Session | None, graph: Graph, what: str) -> Session:
    """``session``, or this thread's default session, for ``what``.

    Raises:
        FailedPreconditionError: there is none, or it runs another graph.
    """
    found = session if session is not None else get_default_session()
    if found is None:
        raise FailedPreconditionError(
            f"{what} must have a session: write 'with Session() as session:' around it, or pass session="
        )
    if found.graph is not graph:
        raise FailedPreconditionError(f"{what} must be called with a session of the tensor's own graph, got another's")
    return found


__all__ = ["ClientSession", "GraphopsError", "Session", "default_session", "get_default_session"]
