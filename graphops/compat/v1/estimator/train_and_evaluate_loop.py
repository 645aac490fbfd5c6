"""``tf.estimator.train_and_evaluate``, in this process."""

from __future__ import annotations

import os
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.estimator.estimators import Estimator
from graphops.compat.v1.estimator.settings import EvalSpec, TrainSpec
from graphops_registry.errors import InvalidTypeError


def train_and_evaluate(estimator: Any, train_spec: Any, eval_spec: Any) -> tuple[Any, list[Any]]:
    """Train, evaluate after checkpoints when ``throttle_secs`` have passed since the last time, and at the end.

    Returns:
        The metrics of the last evaluation, and what its exporters gave.

    Raises:
        InvalidTypeError: something else than an Estimator, a TrainSpec and an EvalSpec.
    """
    for what, value, kind in (
        ("estimator", estimator, Estimator),
        ("train_spec", train_spec, TrainSpec),
        ("eval_spec", eval_spec, EvalSpec),
    ):
        if not isinstance(value, kind):
            raise InvalidTypeError(f"{what} of train_and_evaluate() must be of class {kind.__name__}, got {value!r}")
    listener = _Evaluations(estimator, eval_spec, train_spec.max_steps)
    estimator.train(
        train_spec.input_fn,
        hooks=list(train_spec.hooks or ()),
        max_steps=train_spec.max_steps,
        saving_listeners=[*(train_spec.saving_listeners or ()), listener],
    )
    if listener.metrics is None:  # nothing was left to train
        listener.evaluate(is_last=True)
    return listener.metrics, listener.exports


class _Evaluations(tf.train.CheckpointSaverListener):  # type: ignore[misc]
    """Evaluates after a checkpoint was saved."""

    def __init__(self, estimator: Estimator, spec: EvalSpec, max_steps: int | None) -> None:
        self._estimator = estimator
        self._spec = spec
        self._max_steps = max_steps
        self._timer = tf.train.SecondOrStepTimer(every_secs=spec.throttle_secs)
        self._is_first = True
        self._evaluated: int | None = None
        self.metrics: Any = None
        self.exports: list[Any] = []

    def after_save(self, session: Any, global_step_value: int) -> None:
        if self._is_first:  # the checkpoint before training
            self._is_first = False
            self._timer.update_last_triggered_step(global_step_value)
        elif global_step_value != self._max_steps and self._timer.should_trigger_for_step(global_step_value):
            self._timer.update_last_triggered_step(global_step_value)
            self._evaluated = global_step_value
            self.evaluate(is_last=False)

    def end(self, session: Any, global_step_value: int) -> None:
        if self._evaluated != global_step_value:
            self.evaluate(is_last=True)

    def evaluate(self, is_last: bool) -> None:
        """Evaluate the newest checkpoint, and export it."""
        spec = self._spec
        path = self._estimator.latest_checkpoint()
        self.metrics = self._estimator.evaluate(
            spec.input_fn, spec.steps, hooks=spec.hooks, checkpoint_path=path, name=spec.name
        )
        exporters = spec.exporters or []
        folder = os.path.join(self._estimator.model_dir, "export")
        self.exports = [
            each.export(self._estimator, os.path.join(folder, each.name), path, self.metrics, is_last)
            for each in (exporters if isinstance(exporters, (list, tuple)) else [exporters])
        ]
