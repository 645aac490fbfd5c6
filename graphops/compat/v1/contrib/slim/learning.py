"""``tf.contrib.slim.learning``: the training step, and the loop around it, which saves and writes summaries."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib.training.train_ops import (
    add_gradients_summaries,
    clip_gradient_norms,
    multiply_gradients,
)
from graphops.compat.v1.contrib.training.train_ops import create_train_op as _create_train_op
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops_registry.errors import InvalidArgumentError, OutOfRangeError, UnimplementedError

_DEFAULT: Any = 0  # what is not given, where None means something

Pairs = list[tuple[Any, Any]]


def create_train_op(
    total_loss: Any,
    optimizer: Any,
    global_step: Any = _DEFAULT,
    update_ops: Iterable[Any] | None = None,
    variables_to_train: Any = None,
    clip_gradient_norm: float = 0,
    summarize_gradients: bool = False,
    gate_gradients: int = 1,
    aggregation_method: Any = None,
    colocate_gradients_with_ops: bool = False,
    gradient_multipliers: Mapping[Any, Any] | None = None,
    check_numerics: bool = True,
) -> Any:
    """A tensor that does a training step and gives the loss.

    Args:
        clip_gradient_norm: the largest norm of each gradient; 0 for none.
        gradient_multipliers: factors of gradients, by variable or the name of its op.
    """

    def changed(pairs: Pairs) -> Pairs:
        if gradient_multipliers:
            pairs = multiply_gradients(pairs, gradient_multipliers)
        return clip_gradient_norms(pairs, clip_gradient_norm) if clip_gradient_norm > 0 else pairs

    return _create_train_op(
        total_loss, optimizer, global_step, update_ops=update_ops, variables_to_train=variables_to_train,
        transform_grads_fn=changed, summarize_gradients=summarize_gradients, check_numerics=check_numerics,
    )  # fmt: skip


def train_step(sess: Any, train_op: Any, global_step: Any, train_step_kwargs: Mapping[str, Any]) -> tuple[Any, bool]:
    """One step of :func:`train`.

    Args:
        train_step_kwargs: tensors ``should_stop`` and ``should_log``.

    Returns:
        The loss, and whether it was the last step.
    """
    begin = time.time()
    loss, step = sess.run([train_op, global_step])
    if "should_log" in train_step_kwargs and sess.run(train_step_kwargs["should_log"]):
        tf.logging.info("global step %d: loss = %.4f (%.3f sec/step)", step, loss, time.time() - begin)
    stop = train_step_kwargs.get("should_stop")
    return loss, stop is not None and bool(sess.run(stop))


def train(
    train_op: Any,
    logdir: str | None,
    train_step_fn: Callable[..., tuple[Any, bool]] = train_step,
    train_step_kwargs: Any = _DEFAULT,
    log_every_n_steps: int = 1,
    graph: Any = None,
    master: str = "",
    is_chief: bool = True,
    global_step: Any = None,
    number_of_steps: int | None = None,
    init_op: Any = _DEFAULT,
    init_feed_dict: Any = None,
    local_init_op: Any = _DEFAULT,
    init_fn: Callable[[Any], Any] | None = None,
    ready_op: Any = _DEFAULT,
    summary_op: Any = _DEFAULT,
    save_summaries_secs: float = 600,
    summary_writer: Any = _DEFAULT,
    startup_delay_steps: int = 0,
    saver: Any = None,
    save_interval_secs: float = 600,
    sync_optimizer: Any = None,
    session_config: Any = None,
    session_wrapper: Callable[[Any], Any] | None = None,
    trace_every_n_steps: int | None = None,
    ignore_live_threads: bool = False,
) -> Any:
    """Train until ``number_of_steps`` steps are done, or input ends; the last loss.

    A training goes on from the newest checkpoint of ``logdir``.

    Args:
        logdir: where checkpoints (``model.ckpt-<step>``) and summaries go; ``None`` for none.
        train_step_fn: does a step; see :func:`train_step`.
        log_every_n_steps: how often the loss is logged.
        init_op, local_init_op: what runs where there is no checkpoint, and always; default the initializers.
        init_fn: called with the session where there is no checkpoint.
        summary_op: default all summaries.
        save_summaries_secs, save_interval_secs: how often summaries are written, and checkpoints.
        session_wrapper: gives what is used as the session.
        master, is_chief, ready_op, startup_delay_steps, ignore_live_threads, trace_every_n_steps: without effect: there
            is one process.

    Raises:
        InvalidArgumentError: no train_op, a number of steps below 1, or things to be written without ``logdir``.
        UnimplementedError: ``sync_optimizer``.
    """
    if sync_optimizer is not None:
        raise UnimplementedError("sync_optimizer of slim.learning.train must be None: there is one process")
    if train_op is None or (number_of_steps is not None and number_of_steps < 1):
        text = "slim.learning.train must get a train_op and, if any, a positive number_of_steps"
        raise InvalidArgumentError(f"{text}, got {train_op!r} and {number_of_steps!r}")
    if logdir is None and (saver is not None or summary_op is not _DEFAULT):
        raise InvalidArgumentError("logdir of slim.learning.train must be given with a saver or a summary_op, got None")
    own = tf.get_default_graph() if graph is None else graph
    with own.as_default():
        step = tf.train.get_or_create_global_step() if global_step is None else global_step
        keeper = _Keeper(logdir, saver, summary_op, summary_writer, save_summaries_secs, save_interval_secs)
        first = tf.global_variables_initializer() if init_op is _DEFAULT else init_op
        always = (
            tf.group(tf.local_variables_initializer(), tf.tables_initializer())
            if local_init_op is _DEFAULT
            else local_init_op
        )
        if train_step_kwargs is _DEFAULT:
            train_step_kwargs = {"should_stop": tf.constant(False)}
            if number_of_steps is not None:
                train_step_kwargs["should_stop"] = tf.greater_equal(step, number_of_steps)
            if log_every_n_steps > 0:
                train_step_kwargs["should_log"] = tf.equal(tf.mod(step, log_every_n_steps), 0)
        with tf.Session(master, config=session_config) as opened:
            session = opened if session_wrapper is None else session_wrapper(opened)
            if not keeper.restored(session):
                if first is not None:
                    session.run(first, init_feed_dict)
                if init_fn is not None:
                    init_fn(session)
            if always is not None:
                session.run(always)
            loss, stop = None, False
            try:
                while not stop:
                    loss, stop = train_step_fn(session, train_op, step, train_step_kwargs)
                    keeper.write(session, step)
            except OutOfRangeError as error:
                tf.logging.info("Caught OutOfRangeError. Stopping Training. %s", error)
            keeper.end(session, step)
            return loss


class _Keeper:
    """Writes checkpoints and summaries, each when it is time."""

    def __init__(
        self, logdir: str | None, saver: Any, summary_op: Any, writer: Any, summary_secs: float, save_secs: float
    ) -> None:
        self._logdir = logdir
        self._saver: Any = saver or (tf.train.Saver() if logdir is not None else None)
        self._summary = tf.summary.merge_all() if summary_op is _DEFAULT and logdir is not None else summary_op
        if self._summary is _DEFAULT:
            self._summary = None
        self._writer = writer
        if writer is _DEFAULT:
            self._writer = None if logdir is None else tf.summary.FileWriter(logdir, tf.get_default_graph())
        self._secs = summary_secs, save_secs
        self._written = self._saved = time.monotonic()

    def restored(self, session: Any) -> bool:
        found = None if self._logdir is None else tf.train.latest_checkpoint(self._logdir)
        if found is not None:
            self._saver.restore(session, found)
        return found is not None

    def write(self, session: Any, step: Any) -> None:
        now = time.monotonic()
        if self._secs[0] and now - self._written >= self._secs[0]:
            self._summarize(session, step)
            self._written = now
        if self._secs[1] and now - self._saved >= self._secs[1]:
            self._save(session, step)
            self._saved = now

    def end(self, session: Any, step: Any) -> None:
        self._summarize(session, step)
        self._save(session, step)
        if self._writer is not None:
            self._writer.flush()

    def _summarize(self, session: Any, step: Any) -> None:
        if self._summary is not None and self._writer is not None:
            self._writer.add_summary(session.run(self._summary), session.run(step))

    def _save(self, session: Any, step: Any) -> None:
        if self._logdir is not None:
            self._saver.save(session, str(Path(self._logdir) / "model.ckpt"), global_step=step)


def __getattr__(name: str) -> Any:
    raise missing("contrib.slim.learning", name)


__all__ = [
    "add_gradients_summaries",
    "clip_gradient_norms",
    "create_train_op",
    "multiply_gradients",
    "train",
    "train_step",
]

mark_all(globals(), ["create_train_op", "train"])
