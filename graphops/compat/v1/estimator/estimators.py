"""``tf.estimator.Estimator``: runs a model's function for training, evaluation and predictions."""

from __future__ import annotations

import copy
import inspect
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

import graphops.compat.v1 as tf
from graphops.compat.v1.estimator.exporting import write_saved_model
from graphops.compat.v1.estimator.settings import EstimatorSpec, ModeKeys, RunConfig
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, NotFoundError, OutOfRangeError


class WarmStartSettings(NamedTuple):
    """With which values a training begins; see ``tf.train.warm_start``."""

    ckpt_to_initialize_from: str
    vars_to_warm_start: Any = ".*"
    var_name_to_vocab_info: Mapping[str, Any] | None = None
    var_name_to_prev_var_name: Mapping[str, str] | None = None


class Estimator:
    """A model with its training, evaluation and predictions. Each call builds a graph and restores a checkpoint.

    Args:
        model_fn: gives an EstimatorSpec for ``features, labels, mode, params, config``, of which it may take fewer.
        model_dir: the folder of checkpoints and summaries; default the RunConfig's, or a new one.
        config: a RunConfig.
        params: what ``model_fn`` gets as ``params``.
        warm_start_from: a checkpoint, its folder, or WarmStartSettings.

    Raises:
        InvalidArgumentError: a ``model_fn`` without ``features`` or with unknown arguments, or two ``model_dir``.
        InvalidTypeError: another ``config`` or ``model_fn``.
    """

    def __init__(
        self,
        model_fn: Callable[..., EstimatorSpec],
        model_dir: str | None = None,
        config: RunConfig | None = None,
        params: Any = None,
        warm_start_from: Any = None,
    ) -> None:
        if not callable(model_fn):
            raise InvalidTypeError(f"model_fn of Estimator must be a function, got {model_fn!r}")
        names = _arguments(model_fn)
        if names is not None and ("features" not in names or set(names) - _KNOWN):
            rule = "take features, and of labels, mode, params and config what it needs"
            raise InvalidArgumentError(f"model_fn of Estimator must {rule}, got {names}")
        if config is not None and not isinstance(config, RunConfig):
            raise InvalidTypeError(f"config of Estimator must be a RunConfig, got {config!r}")
        own = RunConfig() if config is None else config
        if model_dir is not None and own.model_dir not in (None, model_dir):
            raise InvalidArgumentError(f"model_dir must be that of the config, '{own.model_dir}', got '{model_dir}'")
        self._model_fn = model_fn
        self._model_dir = os.fspath(model_dir or own.model_dir or tempfile.mkdtemp())
        self._config = own.replace(model_dir=self._model_dir)
        self._params = copy.deepcopy(params) if isinstance(params, dict) else params or {}
        self._warm_start = warm_start_from
        if isinstance(warm_start_from, (str, bytes)):
            self._warm_start = WarmStartSettings(tf.compat.as_str(warm_start_from))

    @property
    def model_dir(self) -> str:
        return self._model_dir

    @property
    def config(self) -> RunConfig:
        return self._config

    @property
    def params(self) -> Any:
        """A copy of what ``model_fn`` gets."""
        return copy.deepcopy(self._params)

    @property
    def model_fn(self) -> Callable[..., EstimatorSpec]:
        """The model's function with the params filled in."""
        return lambda features, labels, mode, config: self._called(features, labels, mode, config)

    def latest_checkpoint(self) -> str | None:
        """The path of the newest checkpoint."""
        found: str | None = tf.train.latest_checkpoint(self._model_dir)
        return found

    def get_variable_names(self) -> list[str]:
        """The names of the values of the newest checkpoint."""
        return [name for name, _ in tf.train.list_variables(self._model_dir)]

    def get_variable_value(self, name: str) -> Any:
        """A value of the newest checkpoint."""
        return tf.train.load_variable(self._model_dir, name)

    def eval_dir(self, name: str | None = None) -> str:
        """The folder of the summaries of evaluations."""
        return os.path.join(self._model_dir, f"eval_{name}" if name else "eval")

    # -- training -------------------------------------------------------------------------------------------------

    def train(
        self,
        input_fn: Callable[..., Any],
        hooks: Iterable[Any] | None = None,
        steps: int | None = None,
        max_steps: int | None = None,
        saving_listeners: Iterable[Any] | None = None,
    ) -> Estimator:
        """Train until the input ends, or for so many steps, and go on from the newest checkpoint.

        Args:
            input_fn: gives a Dataset of, or a pair of, features and labels.
            steps: how many more.
            max_steps: how many in all.
            saving_listeners: CheckpointSaverListeners.

        Raises:
            InvalidArgumentError: both of ``steps`` and ``max_steps``, or one that is not positive.
        """
        if steps is not None and max_steps is not None:
            raise InvalidArgumentError("one of steps and max_steps of train() may be given, got both")
        if any(each is not None and each <= 0 for each in (steps, max_steps)):
            raise InvalidArgumentError(f"steps of train() must be positive, got {steps or max_steps}")
        if max_steps is not None and self._trained_steps() >= max_steps:
            tf.logging.info("Skipping training since max_steps has already saved.")
            return self
        with self._graph():
            step = tf.train.create_global_step()
            features, labels = self._input(input_fn, ModeKeys.TRAIN)
            spec = self._called(features, labels, ModeKeys.TRAIN, self._config)
            if self._warm_start is not None:
                tf.train.warm_start(*self._warm_start)
            loss = self._train_in_session(spec, step, list(hooks or ()), steps, max_steps, list(saving_listeners or ()))
        tf.logging.info("Loss for final step: %s.", loss)
        return self

    def _trained_steps(self) -> int:
        path = self.latest_checkpoint()
        return 0 if path is None else int(tf.train.load_variable(path, tf.GraphKeys.GLOBAL_STEP))

    def _train_in_session(
        self,
        spec: EstimatorSpec,
        step: Any,
        hooks: list[Any],
        steps: int | None,
        most: int | None,
        listeners: list[Any],
    ) -> Any:
        config = self._config
        if not any(each.op.name == "loss" for each in tf.get_collection(tf.GraphKeys.SUMMARIES)):
            tf.summary.scalar("loss", spec.loss)
        every = [tf.train.NanTensorHook(spec.loss), *spec.training_hooks, *hooks]
        if config.log_step_count_steps:
            shown = {"loss": spec.loss, "step": step}
            every.append(tf.train.LoggingTensorHook(shown, every_n_iter=config.log_step_count_steps))
        if steps is not None or most is not None:
            every.append(tf.train.StopAtStepHook(steps, most))
        scaffold = spec.scaffold or tf.train.Scaffold()
        if scaffold.saver is None and not tf.get_collection(tf.GraphKeys.SAVERS):
            saver = tf.train.Saver(max_to_keep=config.keep_checkpoint_max, defer_build=True)
            tf.add_to_collection(tf.GraphKeys.SAVERS, saver)
        chief = list(spec.training_chief_hooks)
        if config.save_checkpoints_secs or config.save_checkpoints_steps:
            saving = [each for each in [*chief, *every] if isinstance(each, tf.train.CheckpointSaverHook)]
            if saving:
                saving[0].add_listeners(listeners)
            else:
                saves = config.save_checkpoints_secs, config.save_checkpoints_steps
                chief.append(
                    tf.train.CheckpointSaverHook(self._model_dir, *saves, scaffold=scaffold, listeners=listeners)
                )
        loss = None
        with tf.train.MonitoredTrainingSession(
            checkpoint_dir=self._model_dir,
            scaffold=scaffold,
            hooks=every,
            chief_only_hooks=chief,
            save_checkpoint_secs=0,
            save_summaries_steps=config.save_summary_steps,
            config=config.session_config,
            log_step_count_steps=config.log_step_count_steps,
        ) as session:
            while not session.should_stop():
                _, loss = session.run([spec.train_op, spec.loss])
        return loss

    # -- evaluation -----------------------------------------------------------------------------------------------

    def evaluate(
        self,
        input_fn: Callable[..., Any],
        steps: int | None = None,
        hooks: Iterable[Any] | None = None,
        checkpoint_path: str | None = None,
        name: str | None = None,
    ) -> dict[str, Any]:
        """The metrics of the model, with ``loss``, the mean of the batches' losses, and ``global_step``.

        Args:
            steps: how many batches; default all.
            checkpoint_path: default the newest; without one, variables are as initialised.
            name: of the evaluation, for the folder of its summaries.

        Raises:
            InvalidArgumentError: ``steps`` that are not positive, or a metric named "loss".
        """
        if steps is not None and steps <= 0:
            raise InvalidArgumentError(f"steps of evaluate() must be positive, got {steps}")
        path = self._checkpoint(checkpoint_path, "evaluate")
        with self._graph():
            step = tf.train.create_global_step()
            features, labels = self._input(input_fn, ModeKeys.EVAL)
            spec = self._called(features, labels, ModeKeys.EVAL, self._config)
            metrics = dict(spec.eval_metric_ops)
            if "loss" in metrics:
                raise InvalidArgumentError("a metric of a model must not be named 'loss', which is the mean of losses")
            metrics["loss"] = tf.metrics.mean(spec.loss)
            update = tf.group(*(each[1] for each in metrics.values()))
            values = {key: each[0] for key, each in metrics.items()}
            last = tf.train.FinalOpsHook({**values, tf.GraphKeys.GLOBAL_STEP: step})
            every = [*(hooks or ()), *spec.evaluation_hooks, last]
            count = 0
            creator = self._creator(spec, path)
            with tf.train.MonitoredSession(creator, every) as session:
                while not session.should_stop() and (steps is None or count < steps):
                    session.run(update)
                    count += 1
            found = dict(last.final_ops_values)
            self._write(found, name)
        shown = ", ".join(f"{key} = {value}" for key, value in sorted(found.items()))
        tf.logging.info("Saving dict for global step %d: %s", found[tf.GraphKeys.GLOBAL_STEP], shown)
        return found

    def _write(self, found: Mapping[str, Any], name: str | None) -> None:
        """The numbers of an evaluation as summaries."""
        writer = tf.summary.FileWriterCache.get(self.eval_dir(name))
        values = [
            {"tag": key, "simple_value": float(value)}
            for key, value in sorted(found.items())
            if np.ndim(value) == 0 and np.asarray(value).dtype.kind in "fiub"
        ]
        writer.add_summary(tf.Summary(value=values), int(found[tf.GraphKeys.GLOBAL_STEP]))
        writer.flush()

    def _checkpoint(self, path: str | None, what: str) -> str | None:
        found = path or self.latest_checkpoint()
        if found is None:
            tf.logging.info("Could not find trained model in %s, running initialization to %s.", self._model_dir, what)
        return found

    def _creator(self, spec: EstimatorSpec, path: str | None) -> Any:
        return tf.train.ChiefSessionCreator(
            scaffold=spec.scaffold, config=self._config.session_config, checkpoint_filename_with_path=path
        )

    # -- predictions ----------------------------------------------------------------------------------------------

    def predict(
        self,
        input_fn: Callable[..., Any],
        predict_keys: Any = None,
        hooks: Iterable[Any] | None = None,
        checkpoint_path: str | None = None,
        yield_single_examples: bool = True,
    ) -> Iterator[Any]:
        """The predictions of the examples, one after the other.

        Args:
            predict_keys: those that are wanted, of a dict.
            yield_single_examples: whether examples are given one by one, or batches.

        Raises:
            InvalidArgumentError: keys that are none of the predictions', or predictions of batches of several sizes.
        """
        path = self._checkpoint(checkpoint_path, "predict")
        graph = tf.Graph()
        with graph.as_default():
            tf.set_random_seed(self._config.tf_random_seed)
            tf.train.create_global_step()
            features, _ = self._input(input_fn, ModeKeys.PREDICT)
            spec = self._called(features, None, ModeKeys.PREDICT, self._config)
            predictions = _chosen(spec.predictions, predict_keys)
            session = tf.train.MonitoredSession(self._creator(spec, path), [*(hooks or ()), *spec.prediction_hooks])
        error: type[BaseException] | None = None
        try:
            while not session.should_stop():
                batch = session.run(predictions)
                if not yield_single_examples:
                    yield batch
                elif isinstance(batch, dict):
                    yield from _examples(batch)
                else:
                    yield from batch
        except OutOfRangeError:
            pass
        except BaseException as found:
            error = type(found)
            raise
        finally:
            with graph.as_default():
                session.__exit__(error, None, None)

    # -- export ---------------------------------------------------------------------------------------------------

    def export_saved_model(
        self,
        export_dir_base: str,
        serving_input_receiver_fn: Callable[[], Any],
        assets_extra: Mapping[str, str] | None = None,
        as_text: bool = False,
        checkpoint_path: str | None = None,
        experimental_mode: str = ModeKeys.PREDICT,
    ) -> bytes:
        """Write a SavedModel with the values of a checkpoint into a new folder; its path.

        Args:
            export_dir_base: the folder in which the new one is, named by the time.
            serving_input_receiver_fn: gives a ServingInputReceiver.
            assets_extra: files to copy, by their path below ``assets.extra``.
            as_text: whether it is ``saved_model.pbtxt``.
            experimental_mode: for what the model is built.

        Raises:
            NotFoundError: there is no checkpoint.
        """
        path = checkpoint_path or self.latest_checkpoint()
        if path is None:
            raise NotFoundError(f"a model must be trained to be exported, got no checkpoint in '{self._model_dir}'")
        with self._graph():
            tf.train.create_global_step()
            receiver = serving_input_receiver_fn()
            spec = self._called(receiver.features, getattr(receiver, "labels", None), experimental_mode, self._config)
            session = self._creator(spec, path)
            return write_saved_model(export_dir_base, receiver, spec, path, session, assets_extra or {}, as_text)

    def export_savedmodel(
        self,
        export_dir_base: str,
        serving_input_receiver_fn: Callable[[], Any],
        assets_extra: Mapping[str, str] | None = None,
        as_text: bool = False,
        checkpoint_path: str | None = None,
        strip_default_attrs: bool = False,
    ) -> bytes:
        """The old name of :meth:`export_saved_model`."""
        return self.export_saved_model(
            export_dir_base, serving_input_receiver_fn, assets_extra, as_text, checkpoint_path
        )  # fmt: skip

    # -- building -------------------------------------------------------------------------------------------------

    def _graph(self) -> Any:
        """A new graph as the default one, with the seed."""
        graph = tf.Graph()
        graph.seed = self._config.tf_random_seed
        return graph.as_default()

    def _input(self, input_fn: Callable[..., Any], mode: str) -> tuple[Any, Any]:
        """Features and labels."""
        names = _arguments(input_fn)
        have = {"mode": mode, "params": self.params, "config": self._config}
        found = input_fn(**{key: value for key, value in have.items() if names is None or key in names})
        if isinstance(found, tf.data.Dataset):
            iterator = found.make_initializable_iterator()
            tf.add_to_collection(tf.GraphKeys.TABLE_INITIALIZERS, iterator.initializer)
            found = iterator.get_next()
        if isinstance(found, (list, tuple)):
            if len(found) != 2:
                raise InvalidArgumentError(f"input_fn must give features and labels, got {len(found)} items")
            return found[0], found[1]
        return found, None

    def _called(self, features: Any, labels: Any, mode: str, config: RunConfig) -> EstimatorSpec:
        names = _arguments(self._model_fn)
        if names is not None and "labels" not in names and labels is not None:
            raise InvalidArgumentError("model_fn must take labels, which the input_fn gives")
        have = {"labels": labels, "mode": mode, "params": self.params, "config": config}
        spec = self._model_fn(
            features=features, **{key: value for key, value in have.items() if names is None or key in names}
        )
        if not isinstance(spec, EstimatorSpec):
            raise InvalidTypeError(f"model_fn of Estimator must give an EstimatorSpec, got {spec!r}")
        return spec


_KNOWN = {"features", "labels", "mode", "params", "config", "self"}


def _arguments(function: Callable[..., Any]) -> list[str] | None:
    """The names of the arguments of a function, ``None`` if it takes any."""
    found = inspect.signature(function).parameters.values()
    if any(each.kind is each.VAR_KEYWORD for each in found):
        return None
    given = function.keywords if hasattr(function, "keywords") else {}  # of functools.partial
    return [each.name for each in found if each.name not in given]


def _chosen(predictions: Any, keys: Any) -> Any:
    if keys is None:
        return predictions
    if not isinstance(predictions, dict):
        raise InvalidArgumentError("predict_keys of predict() must be None for predictions that are no dict")
    wanted: Sequence[str] = [keys] if isinstance(keys, str) else list(keys)
    found = {key: value for key, value in predictions.items() if key in wanted}
    if not found:
        raise InvalidArgumentError(f"predict_keys must be some of {sorted(predictions)}, got {list(wanted)}")
    return found


def _examples(batch: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    sizes = {key: len(value) if np.ndim(value) else 0 for key, value in batch.items()}
    if len(set(sizes.values())) != 1:
        rule = "have the same number of examples, or be given as batches (yield_single_examples=False)"
        raise InvalidArgumentError(f"predictions must {rule}, got {sizes}")
    for row in range(next(iter(sizes.values()))):
        yield {key: value[row] for key, value in batch.items()}
