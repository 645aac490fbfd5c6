"""``tf.contrib.learn``: the settings of runs."""

from __future__ import annotations

from typing import Any


class ModeKeys:
    """What a model is built for."""

    TRAIN = "train"
    EVAL = "eval"
    INFER = "infer"


class RunConfig:
    """The settings of a run, as attributes. There is one process."""

    def __init__(
        self,
        master: str | None = None,
        num_cores: int = 0,
        log_device_placement: bool = False,
        gpu_memory_fraction: float = 1,
        tf_random_seed: int | None = None,
        save_summary_steps: int = 100,
        save_checkpoints_secs: Any = 600,
        save_checkpoints_steps: int | None = None,
        keep_checkpoint_max: int = 5,
        keep_checkpoint_every_n_hours: float = 10000,
        log_step_count_steps: int = 100,
        protocol: Any = None,
        evaluation_master: str = "",
        model_dir: str | None = None,
        session_config: Any = None,
        session_creation_timeout_secs: float = 7200,
    ) -> None:
        self.master = master or ""
        self.num_cores = num_cores
        self.log_device_placement = log_device_placement
        self.tf_random_seed = tf_random_seed
        self.save_summary_steps = save_summary_steps
        self.save_checkpoints_secs = None if save_checkpoints_steps is not None else save_checkpoints_secs
        self.save_checkpoints_steps = save_checkpoints_steps
        self.keep_checkpoint_max = keep_checkpoint_max
        self.keep_checkpoint_every_n_hours = keep_checkpoint_every_n_hours
        self.log_step_count_steps = log_step_count_steps
        self.evaluation_master = evaluation_master
        self.model_dir = model_dir
        self.session_config = session_config
        self.is_chief, self.task_id, self.num_worker_replicas, self.num_ps_replicas = True, 0, 1, 0
