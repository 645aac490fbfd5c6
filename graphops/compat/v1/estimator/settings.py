"""The settings of Estimators, and what a ``model_fn`` gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import graphops.compat.v1 as tf
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

_NOT_GIVEN: Final[Any] = object()


class ModeKeys:
    """What a model is built for."""

    TRAIN = "train"
    EVAL = "eval"
    PREDICT = "infer"


class RunConfig:
    """How often an Estimator saves and logs, and where. There is one process.

    Args:
        model_dir: the folder of checkpoints and summaries.
        tf_random_seed: of the graphs that it builds.
        save_summary_steps, log_step_count_steps: how often summaries are written, and loss and speed logged.
        save_checkpoints_steps, save_checkpoints_secs: how often checkpoints are saved; default 600 seconds.
        session_config: a ConfigProto.
        keep_checkpoint_max: how many checkpoints stay.
        keep_checkpoint_every_n_hours, device_fn, protocol, experimental_max_worker_delay_secs,
            session_creation_timeout_secs: accepted; no effect.
        train_distribute, eval_distribute, experimental_distribute: only ``None``.

    Raises:
        InvalidArgumentError: both of ``save_checkpoints_steps`` and ``save_checkpoints_secs``, or a strategy.
    """

    def __init__(
        self,
        model_dir: str | None = None,
        tf_random_seed: int | None = None,
        save_summary_steps: int | None = 100,
        save_checkpoints_steps: Any = _NOT_GIVEN,
        save_checkpoints_secs: Any = _NOT_GIVEN,
        session_config: Any = None,
        keep_checkpoint_max: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000,
        log_step_count_steps: int | None = 100,
        train_distribute: Any = None,
        device_fn: Any = None,
        protocol: Any = None,
        eval_distribute: Any = None,
        experimental_distribute: Any = None,
        experimental_max_worker_delay_secs: float | None = None,
        session_creation_timeout_secs: float = 7200,
    ) -> None:
        if any(each is not None for each in (train_distribute, eval_distribute, experimental_distribute)):
            raise InvalidArgumentError("strategies of RunConfig must be None: there is one process")
        if save_checkpoints_steps is _NOT_GIVEN and save_checkpoints_secs is _NOT_GIVEN:
            save_checkpoints_secs = 600
        steps, secs = (
            None if each is _NOT_GIVEN else each for each in (save_checkpoints_steps, save_checkpoints_secs)
        )  # fmt: skip
        if steps is not None and secs is not None:
            text = "one of save_checkpoints_steps and save_checkpoints_secs of RunConfig must be given"
            raise InvalidArgumentError(f"{text}, got {steps} and {secs}")
        self.model_dir = model_dir
        self.tf_random_seed = tf_random_seed
        self.save_summary_steps = save_summary_steps
        self.save_checkpoints_steps = steps
        self.save_checkpoints_secs = secs
        self.session_config = session_config
        self.keep_checkpoint_max = keep_checkpoint_max
        self.keep_checkpoint_every_n_hours = keep_checkpoint_every_n_hours
        self.log_step_count_steps = log_step_count_steps
        self.train_distribute = self.eval_distribute = self.device_fn = self.protocol = None
        self.session_creation_timeout_secs = session_creation_timeout_secs
        self.cluster_spec = tf.train.ClusterSpec({})
        self.task_type, self.task_id, self.is_chief = "worker", 0, True
        self.num_worker_replicas, self.num_ps_replicas, self.global_id_in_cluster = 1, 0, 0
        self.master = self.evaluation_master = ""
        self.service = None

    def replace(self, **kwargs: Any) -> RunConfig:
        """The same with other settings.

        Raises:
            InvalidArgumentError: a setting that cannot be replaced.
        """
        made = RunConfig.__new__(type(self))
        made.__dict__.update(self.__dict__)
        for name, value in kwargs.items():
            if name not in vars(self):
                raise InvalidArgumentError(f"a setting of RunConfig must exist to be replaced, got '{name}'")
            setattr(made, name, value)
        for given, other in (
            ("save_checkpoints_steps", "save_checkpoints_secs"),
            ("save_checkpoints_secs", "save_checkpoints_steps"),
        ):
            if kwargs.get(given) is not None and other not in kwargs:
                setattr(made, other, None)
        return made


class _Spec(NamedTuple):
    mode: str
    predictions: Any
    loss: Any
    train_op: Any
    eval_metric_ops: Any
    export_outputs: Any
    training_chief_hooks: Any
    training_hooks: Any
    scaffold: Any
    evaluation_hooks: Any
    prediction_hooks: Any


class EstimatorSpec(_Spec):
    """What a ``model_fn`` gives for a mode.

    Args:
        mode: a ModeKeys.
        predictions: a tensor or a dict of tensors; needed to predict.
        loss: a scalar; needed to train and to evaluate.
        train_op: needed to train.
        eval_metric_ops: pairs of a value and an op that updates it, as ``tf.metrics`` gives, by name.
        export_outputs: what a SavedModel gives, by the name of the signature.
        training_chief_hooks, training_hooks, evaluation_hooks, prediction_hooks: SessionRunHooks.
        scaffold: a Scaffold.

    Raises:
        InvalidArgumentError: what the mode needs is missing, or the loss is no scalar.
        InvalidTypeError: metrics that are no pairs.
    """

    __slots__ = ()

    def __new__(
        cls,
        mode: str,
        predictions: Any = None,
        loss: Any = None,
        train_op: Any = None,
        eval_metric_ops: Mapping[str, Any] | None = None,
        export_outputs: Mapping[str, Any] | None = None,
        training_chief_hooks: Sequence[Any] | None = None,
        training_hooks: Sequence[Any] | None = None,
        scaffold: Any = None,
        evaluation_hooks: Sequence[Any] | None = None,
        prediction_hooks: Sequence[Any] | None = None,
    ) -> EstimatorSpec:
        needed = {
            ModeKeys.TRAIN: {"loss": loss, "train_op": train_op},
            ModeKeys.EVAL: {"loss": loss},
            ModeKeys.PREDICT: {"predictions": predictions},
        }
        for name, value in needed.get(mode, {}).items():
            if value is None:
                raise InvalidArgumentError(f"{name} of EstimatorSpec must be given for mode '{mode}', got None")
        if loss is not None:
            loss = tf.convert_to_tensor(loss)
            if loss.shape.num_elements() not in (1, None):
                raise InvalidArgumentError(f"loss of EstimatorSpec must be a scalar, got shape {loss.shape}")
            loss = tf.reshape(loss, []) if loss.shape.ndims != 0 else loss
        for name, metric in (eval_metric_ops or {}).items():
            if not isinstance(metric, tuple) or len(metric) != 2:
                rule = "be a pair of a value and an update"
                raise InvalidTypeError(f"metric '{name}' of EstimatorSpec must {rule}, got {metric!r}")
        if scaffold is not None and not isinstance(scaffold, tf.train.Scaffold):
            raise InvalidTypeError(f"scaffold of EstimatorSpec must be a Scaffold, got {scaffold!r}")
        hooks = (training_chief_hooks, training_hooks, evaluation_hooks, prediction_hooks)
        chief, training, evaluation, prediction = (tuple(each or ()) for each in hooks)
        metrics = dict(eval_metric_ops or {})
        return super().__new__(
            cls, mode, {} if predictions is None else predictions, loss, train_op, metrics, export_outputs, chief,
            training, scaffold, evaluation, prediction,
        )  # fmt: skip


class TrainSpec(NamedTuple):
    """How ``train_and_evaluate`` trains."""

    input_fn: Callable[..., Any]
    max_steps: int | None = None
    hooks: Sequence[Any] | None = None
    saving_listeners: Sequence[Any] | None = None


class EvalSpec(NamedTuple):
    """How ``train_and_evaluate`` evaluates: each ``throttle_secs`` seconds at most, and at the end."""

    input_fn: Callable[..., Any]
    steps: int | None = 100
    name: str | None = None
    hooks: Sequence[Any] | None = None
    exporters: Any = None
    start_delay_secs: float = 120
    throttle_secs: float = 600
