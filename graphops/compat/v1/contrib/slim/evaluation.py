"""``tf.contrib.slim.evaluation``: a model with the values of its checkpoints."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib.training.checkpoint_waits import checkpoints_iterator, wait_for_new_checkpoint
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops_registry.errors import UnimplementedError

_DEFAULT: Any = 0


def evaluate_once(
    master: str,
    checkpoint_path: str,
    logdir: str | None,
    num_evals: int = 1,
    initial_op: Any = None,
    initial_op_feed_dict: Any = None,
    eval_op: Any = None,
    eval_op_feed_dict: Any = None,
    final_op: Any = None,
    final_op_feed_dict: Any = None,
    summary_op: Any = _DEFAULT,
    summary_op_feed_dict: Any = None,
    variables_to_restore: Any = None,
    session_config: Any = None,
    hooks: Any = None,
) -> Any:
    """Restore a checkpoint, run ``eval_op`` ``num_evals`` times, and give the value of ``final_op``.

    Args:
        checkpoint_path: of the checkpoint; ``None`` where the variables are initialised.
        logdir: where the summary of the last run goes; ``None`` for nowhere.
        summary_op: default all summaries.
        variables_to_restore: default the global variables that are in the model or count steps.

    Raises:
        UnimplementedError: ``hooks``.
    """
    if hooks:
        raise UnimplementedError("hooks of slim.evaluation must be None: they do not exist")
    if summary_op is _DEFAULT:
        summary_op = tf.summary.merge_all()
    step = tf.train.get_or_create_global_step()
    saver = tf.train.Saver(variables_to_restore)
    with tf.Session(master, config=session_config) as session:
        session.run([tf.local_variables_initializer(), tf.tables_initializer()])
        if checkpoint_path is None:
            session.run(tf.global_variables_initializer())
        else:
            saver.restore(session, checkpoint_path)
        if initial_op is not None:
            session.run(initial_op, initial_op_feed_dict)
        if eval_op is not None:
            for _ in range(num_evals):
                session.run(eval_op, eval_op_feed_dict)
        result = None if final_op is None else session.run(final_op, final_op_feed_dict)
        if summary_op is not None and logdir:
            writer = tf.summary.FileWriter(logdir)
            writer.add_summary(session.run(summary_op, summary_op_feed_dict), session.run(step))
            writer.close()
        return result


def evaluation_loop(
    master: str,
    checkpoint_dir: str,
    logdir: str | None,
    num_evals: int = 1,
    initial_op: Any = None,
    initial_op_feed_dict: Any = None,
    init_fn: Callable[[Any], Any] | None = None,
    eval_op: Any = None,
    eval_op_feed_dict: Any = None,
    final_op: Any = None,
    final_op_feed_dict: Any = None,
    summary_op: Any = _DEFAULT,
    summary_op_feed_dict: Any = None,
    variables_to_restore: Any = None,
    eval_interval_secs: float = 60,
    max_number_of_evaluations: int | None = None,
    session_config: Any = None,
    timeout: float | None = None,
    timeout_fn: Callable[[], Any] | None = None,
    hooks: Any = None,
) -> Any:
    """:func:`evaluate_once` of each newest checkpoint of a folder as it comes; the last value of ``final_op``.

    Args:
        eval_interval_secs: how long an evaluation takes at least.
        max_number_of_evaluations: after how many there is an end.
        timeout: how many seconds to wait for another checkpoint.

    Raises:
        UnimplementedError: ``hooks`` or ``init_fn``.
    """
    if init_fn is not None:
        raise UnimplementedError("init_fn of slim.evaluation must be None: checkpoints have all values")
    result = None
    paths = checkpoints_iterator(checkpoint_dir, eval_interval_secs, timeout, timeout_fn)
    for path in islice(paths, max_number_of_evaluations):
        result = evaluate_once(
            master, path, logdir, num_evals, initial_op, initial_op_feed_dict, eval_op, eval_op_feed_dict, final_op,
            final_op_feed_dict, summary_op, summary_op_feed_dict, variables_to_restore, session_config, hooks,
        )  # fmt: skip
    return result


def __getattr__(name: str) -> Any:
    raise missing("contrib.slim.evaluation", name)


__all__ = ["checkpoints_iterator", "evaluate_once", "evaluation_loop", "wait_for_new_checkpoint"]

mark_all(globals(), ["evaluate_once", "evaluation_loop"])
