"""TensorFlow Serving's configuration files, in protobuf's text form."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from graphops.apps.serve.settings import Batching, ModelConfig, VersionPolicy
from graphops.interchange.graph_def.read import from_text
from graphops_registry.errors import InvalidArgumentError, NotFoundError, shorten

_MOST_BYTES: Final = 1 << 20
_NAME: Final = re.compile(r"[^/:\s\x00-\x1f]{1,200}")
METRICS_PATH: Final = "/monitoring/prometheus/metrics"


def read_models(path: str) -> tuple[ModelConfig, ...]:
    """The models of ``--model_config_file``.

    Raises:
        NotFoundError: no such file.
        DataLossError: text that is no ModelServerConfig; fields that are unknown are named.
        InvalidArgumentError: no model, one without a name or a path, or two of one name.
    """
    message = _message(path, "ModelServerConfig")
    found = tuple(_model(each) for each in message.model_config_list.config)
    if not found:  # also a file that is being written
        raise InvalidArgumentError(f"model_config_list in '{path}' must have a model, got none")
    return checked(found)


def checked(models: tuple[ModelConfig, ...]) -> tuple[ModelConfig, ...]:
    """``models``, whose names must be usable and different.

    Raises:
        InvalidArgumentError: they are not.
    """
    names = [model.name for model in models]
    for model in models:
        if _NAME.fullmatch(model.name) is None:
            raise InvalidArgumentError(f"the name of a model must have no slash, colon or space, got '{model.name}'")
        if names.count(model.name) > 1:
            raise InvalidArgumentError(f"names of models must be different, got '{model.name}' twice")
        if not model.base_path:
            raise InvalidArgumentError(f"base_path of model '{model.name}' must be a folder, got nothing")
    return models


def read_batching(path: str) -> Batching:
    """The parameters of ``--batching_parameters_file``.

    Raises:
        NotFoundError, DataLossError: as :func:`read_models`.
        InvalidArgumentError: sizes that are not positive, or ``allowed_batch_sizes`` that do not rise to
            ``max_batch_size``.
    """
    message = _message(path, "BatchingParameters")
    given: dict[str, Any] = {
        name: getattr(message, name).value
        for name in ("max_batch_size", "batch_timeout_micros", "max_enqueued_batches", "num_batch_threads")
        if message.HasField(name)
    }
    sizes = tuple(message.allowed_batch_sizes)
    found = Batching(**given, allowed_batch_sizes=sizes)
    for name, value in given.items():
        if value < (0 if name == "batch_timeout_micros" else 1):
            raise InvalidArgumentError(f"{name} in '{path}' must be positive, got {value}")
    if sizes and (list(sizes) != sorted(set(sizes)) or sizes[0] < 1 or sizes[-1] != found.max_batch_size):
        rule = f"rise to max_batch_size, which is {found.max_batch_size}"
        raise InvalidArgumentError(f"allowed_batch_sizes in '{path}' must {rule}, got {shorten(list(sizes))}")
    return found


def read_metrics_path(path: str) -> str:
    """Where ``--monitoring_config_file`` wants the metrics; ``""`` for nowhere.

    Raises:
        NotFoundError, DataLossError: as :func:`read_models`.
        InvalidArgumentError: a path that does not begin with a slash.
    """
    config = _message(path, "MonitoringConfig").prometheus_config
    if not config.enable:
        return ""
    where: str = config.path or METRICS_PATH
    if not where.startswith("/"):
        raise InvalidArgumentError(f"path in '{path}' must begin with '/', got '{where}'")
    return where


def _model(message: Any) -> ModelConfig:
    if message.model_platform not in ("", "tensorflow"):
        rule = "be 'tensorflow'"
        raise InvalidArgumentError(f"model_platform of '{message.name}' must {rule}, got '{message.model_platform}'")
    policy = message.model_version_policy
    match policy.WhichOneof("policy_choice"):
        case "all":
            chosen = VersionPolicy(latest=0)
        case "specific":
            if not policy.specific.versions:
                raise InvalidArgumentError(f"specific of model '{message.name}' must name versions, got none")
            chosen = VersionPolicy(specific=tuple(policy.specific.versions))
        case _:
            chosen = VersionPolicy(latest=policy.latest.num_versions or 1)
    return ModelConfig(message.name, message.base_path, chosen, dict(message.version_labels))


def _message(path: str, kind: str) -> Any:
    file = Path(path)
    if not file.is_file():
        raise NotFoundError(f"a {kind} must be in a file, got '{path}'")
    if file.stat().st_size > _MOST_BYTES:
        raise InvalidArgumentError(f"'{path}' must have at most {_MOST_BYTES:,} bytes, got {file.stat().st_size:,}")
    return from_text(file.read_text("utf-8", errors="replace"), kind)
