"""``tf.train``."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.framework import write_graph
from graphops.compat.v1.functions.missing import missing
from graphops.train import (
    AdadeltaOptimizer,
    AdagradOptimizer,
    AdamOptimizer,
    ExponentialMovingAverage,
    FtrlOptimizer,
    GradientDescentOptimizer,
    MomentumOptimizer,
    Optimizer,
    ProximalAdagradOptimizer,
    ProximalGradientDescentOptimizer,
    RMSPropOptimizer,
    Saver,
    assert_global_step,
    checkpoint_exists,
    cosine_decay,
    cosine_decay_restarts,
    create_global_step,
    exponential_decay,
    get_checkpoint_state,
    get_global_step,
    get_or_create_global_step,
    global_step,
    inverse_time_decay,
    latest_checkpoint,
    linear_cosine_decay,
    list_variables,
    load_variable,
    natural_exp_decay,
    noisy_linear_cosine_decay,
    piecewise_constant,
    piecewise_constant_decay,
    polynomial_decay,
)

_MESSAGES = frozenset(
    [
        "BytesList",
        "Example",
        "Feature",
        "FeatureList",
        "FeatureLists",
        "Features",
        "FloatList",
        "Int64List",
        "SequenceExample",
    ]
)
_OF_QUEUES = {
    "batches": (
        "batch",
        "batch_join",
        "maybe_batch",
        "maybe_batch_join",
        "maybe_shuffle_batch",
        "maybe_shuffle_batch_join",
        "shuffle_batch",
        "shuffle_batch_join",
    ),
    "coordinator": ("Coordinator", "LooperThread"),
    "producers": (
        "input_producer",
        "limit_epochs",
        "match_filenames_once",
        "range_input_producer",
        "slice_input_producer",
        "string_input_producer",
    ),
    "runner": ("QueueRunner", "add_queue_runner", "start_queue_runners"),
}
_QUEUE_MODULE = {name: module for module, names in _OF_QUEUES.items() for name in names}
_OF_CHECKPOINTS = {
    "NewCheckpointReader": "CheckpointReader",
    "init_from_checkpoint": "init_from_checkpoint",
    "load_checkpoint": "load_checkpoint",
}


_AROUND = {
    "hooks": (
        "FeedFnHook", "FinalOpsHook", "GlobalStepWaiterHook", "LoggingTensorHook", "NanLossDuringTrainingError",
        "NanTensorHook", "StopAtStepHook",
    ),
    "writing_hooks": (
        "CheckpointSaverHook", "CheckpointSaverListener", "ProfilerHook", "StepCounterHook", "SummarySaverHook",
    ),
    "run_hooks": ("SessionRunArgs", "SessionRunContext", "SessionRunHook", "SessionRunValues"),
    "timers": ("SecondOrStepTimer",),
    "creators": ("ChiefSessionCreator", "Scaffold", "SessionCreator", "SessionManager", "WorkerSessionCreator"),
    "event_reading": ("summary_iterator",),
    "monitored": ("MonitoredSession", "MonitoredTrainingSession", "SingularMonitoredSession"),
    "servers": ("ClusterSpec", "Server", "replica_device_setter"),
    "supervisor": ("Supervisor", "basic_train_loop"),
    "checkpoint_files": (
        "checkpoints_iterator", "get_checkpoint_mtimes", "remove_checkpoint", "update_checkpoint_state", "warm_start",
    ),
}  # fmt: skip
_PLACE = {name: module for module, names in _AROUND.items() for name in names}


def __getattr__(name: str) -> Any:
    if name in _PLACE:
        return getattr(import_module(f"graphops.compat.v1.training.{_PLACE[name]}"), name)
    if name in _OF_CHECKPOINTS:
        checkpoints = import_module("graphops.compat.v1.contrib.framework.checkpoints")
        return getattr(checkpoints, _OF_CHECKPOINTS[name])
    if name in _QUEUE_MODULE:
        return getattr(import_module(f"graphops.compat.v1.queues.{_QUEUE_MODULE[name]}"), name)
    if name in _MESSAGES:
        from graphops.interchange.graph_def import messages

        return getattr(messages, name)
    raise missing("train", name)


def __dir__() -> list[str]:
    return sorted({*__all__, *_OF_CHECKPOINTS, *_MESSAGES, *_PLACE, *_QUEUE_MODULE})


__all__ = [
    "AdadeltaOptimizer",
    "AdagradOptimizer",
    "AdamOptimizer",
    "ExponentialMovingAverage",
    "FtrlOptimizer",
    "GradientDescentOptimizer",
    "MomentumOptimizer",
    "Optimizer",
    "ProximalAdagradOptimizer",
    "ProximalGradientDescentOptimizer",
    "RMSPropOptimizer",
    "Saver",
    "assert_global_step",
    "checkpoint_exists",
    "cosine_decay",
    "cosine_decay_restarts",
    "create_global_step",
    "exponential_decay",
    "get_checkpoint_state",
    "get_global_step",
    "get_or_create_global_step",
    "global_step",
    "inverse_time_decay",
    "latest_checkpoint",
    "linear_cosine_decay",
    "list_variables",
    "load_variable",
    "natural_exp_decay",
    "noisy_linear_cosine_decay",
    "piecewise_constant",
    "piecewise_constant_decay",
    "polynomial_decay",
    "write_graph",
]
