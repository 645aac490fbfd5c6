"""``compat.v1``: Sessions and their settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphops.plan.session_config import RunOptions as _RunOptions
from graphops.plan.session_config import SessionConfig
from graphops.plan.trace import RunMetadata as _RunMetadata
from graphops.session.session import Session as _Session
from graphops.session.session import session_stack
from graphops_registry.errors import InvalidTypeError


class _Settings:
    """Named settings with defaults, as TensorFlow's configuration messages: unknown names are an error."""

    _defaults: Mapping[str, Any] = {}

    def __init__(self, **settings: Any) -> None:
        for name, default in self._defaults.items():
            object.__setattr__(self, name, default() if isinstance(default, type) else _copied(default))
        for name, value in settings.items():
            setattr(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._defaults:
            raise InvalidTypeError(f"{type(self).__name__} has no setting '{name}'")
        object.__setattr__(self, name, value)

    def CopyFrom(self, other: Any) -> None:
        """Take over all settings of another one."""
        for name in self._defaults:
            setattr(self, name, getattr(other, name))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        changed = {name: value for name, value in vars(self).items() if value != self._defaults[name]}
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in changed.items())})"


def _copied(default: Any) -> Any:
    return default.copy() if isinstance(default, (dict, list)) else default


class GPUOptions(_Settings):
    """Accepted; memory of devices is managed by their kernel packages."""

    _defaults = {
        "per_process_gpu_memory_fraction": 0.0,
        "allow_growth": False,
        "allocator_type": "",
        "deferred_deletion_bytes": 0,
        "visible_device_list": "",
        "polling_active_delay_usecs": 0,
        "polling_inactive_delay_msecs": 0,
        "force_gpu_compatible": False,
    }


class OptimizerOptions(_Settings):
    """Accepted; it changes nothing."""

    L1 = 0
    L0 = -1
    DEFAULT = 0
    OFF = -1
    ON_1 = 1
    ON_2 = 2
    _defaults = {
        "do_common_subexpression_elimination": False,
        "do_constant_folding": False,
        "max_folded_constant_in_bytes": 0,
        "do_function_inlining": False,
        "opt_level": 0,
        "global_jit_level": 0,
        "cpu_global_jit": False,
    }


class GraphOptions(_Settings):
    """Accepted; it changes nothing."""

    _defaults = {
        "enable_recv_scheduling": False,
        "optimizer_options": OptimizerOptions,
        "build_cost_model": 0,
        "build_cost_model_after": 0,
        "infer_shapes": False,
        "place_pruned_graph": False,
        "enable_bfloat16_sendrecv": False,
        "timeline_step": 0,
        "rewrite_options": None,
    }


class ConfigProto(_Settings):
    """Settings of a Session by TensorFlow's names.

    ``allow_soft_placement``, ``log_device_placement``, ``intra_op_parallelism_threads`` and
    ``operation_timeout_in_ms`` mean what they say; the others are accepted and change nothing.
    """

    _defaults = {
        "device_count": {},
        "intra_op_parallelism_threads": 0,
        "inter_op_parallelism_threads": 0,
        "use_per_session_threads": False,
        "session_inter_op_thread_pool": [],
        "placement_period": 0,
        "device_filters": [],
        "gpu_options": GPUOptions,
        "allow_soft_placement": False,
        "log_device_placement": False,
        "graph_options": GraphOptions,
        "operation_timeout_in_ms": 0,
        "isolate_session_state": False,
        "share_cluster_devices_in_session": False,
    }

    def to_session_config(self) -> SessionConfig:
        """The same as a SessionConfig."""
        settings = vars(self)
        threads, timeout = settings["intra_op_parallelism_threads"], settings["operation_timeout_in_ms"]
        return SessionConfig(
            allow_soft_placement=bool(settings["allow_soft_placement"]),
            log_device_placement=bool(settings["log_device_placement"]),
            intra_op_threads=threads or None,
            timeout=timeout / 1000 if timeout else None,
        )


class RunOptions(_RunOptions):
    """Settings of one run by TensorFlow's names; ``trace_level`` and ``timeout_in_ms`` have a meaning here."""

    NO_TRACE = 0
    SOFTWARE_TRACE = 1
    HARDWARE_TRACE = 2
    FULL_TRACE = 3

    def __init__(
        self,
        trace_level: int = 0,
        timeout_in_ms: int = 0,
        inter_op_thread_pool: int = 0,
        output_partition_graphs: bool = False,
        debug_options: Any = None,
        report_tensor_allocations_upon_oom: bool = False,
        experimental: Any = None,
    ) -> None:
        super().__init__(timeout=timeout_in_ms / 1000 if timeout_in_ms else None, trace=trace_level > 0)


SERVERS: dict[str, _Session] = {}
"""The targets of ``tf.train.Server``; Sessions of one target share the state of its Session."""


class RunMetadata(_RunMetadata):
    __doc__ = _RunMetadata.__doc__

    @property
    def step_stats(self) -> RunMetadata:
        """Itself: what :class:`~graphops.compat.v1.training.timeline.Timeline` takes."""
        return self


class Session(_Session):
    """``graphops.Session`` with TensorFlow 1's arguments; ``config`` is a ConfigProto or a SessionConfig."""

    def __new__(cls, target: Any = "", *_: Any, **__: Any) -> Any:
        return object.__new__(cls if isinstance(target, str) and target in SERVERS else cls.for_target(target))

    def __init__(self, target: Any = "", graph: Any = None, config: Any = None) -> None:
        if isinstance(config, ConfigProto):
            config = config.to_session_config()
        if isinstance(target, str) and target in SERVERS:
            super().__init__(graph, "", config, variables=SERVERS[target].variables)
        else:
            super().__init__(graph, target, config)


class InteractiveSession(Session):
    """A Session that is the default session, and its graph the default graph, until it is closed."""

    def __init__(self, target: Any = "", graph: Any = None, config: Any = None) -> None:
        super().__init__(target, graph, config)
        session_stack().append(self)
        self._default_graph = None if graph is None else self.graph.as_default()
        if self._default_graph is not None:
            self._default_graph.__enter__()

    def close(self) -> None:
        """Close it; it is not the default session any more."""
        if not self._closed:
            if self in session_stack():
                session_stack().remove(self)
            if self._default_graph is not None:
                self._default_graph.__exit__(None, None, None)
        super().close()


__all__ = [
    "ConfigProto",
    "GPUOptions",
    "GraphOptions",
    "InteractiveSession",
    "OptimizerOptions",
    "RunMetadata",
    "RunOptions",
    "Session",
]
