"""What ``tf.train`` does with the files of checkpoints, beside the Saver."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import graphops.compat.v1 as tf
from graphops.checkpoint.state_file import write_state
from graphops.train.named_variables import variables_by_name
from graphops_registry.errors import InvalidArgumentError, UnimplementedError

_OWN: Final = ".safetensors"


def get_checkpoint_mtimes(checkpoint_prefixes: Sequence[str]) -> list[float]:
    """When checkpoints were written, in seconds; those that are missing are left out."""
    times = []
    for prefix in checkpoint_prefixes:
        for suffix in (_OWN, ".index"):
            path = Path(os.fspath(prefix) + suffix)
            if path.is_file():
                times.append(path.stat().st_mtime)
                break
    return times


def remove_checkpoint(
    checkpoint_prefix: str, checkpoint_format_version: int = 2, meta_graph_suffix: str = "meta"
) -> None:
    """Delete the files of a checkpoint, of ours or of TensorFlow's.

    Args:
        checkpoint_format_version: accepted; no effect.
        meta_graph_suffix: of the file of the graph.
    """
    prefix = Path(os.fspath(checkpoint_prefix))
    data = re.compile(re.escape(prefix.name) + r"\.data-\d{5}-of-\d{5}")
    names = {prefix.name + suffix for suffix in (_OWN, ".index", f".{meta_graph_suffix}")}
    if prefix.parent.is_dir():
        for path in list(prefix.parent.iterdir()):
            if path.name in names or data.fullmatch(path.name):
                with suppress(FileNotFoundError):
                    path.unlink()


def update_checkpoint_state(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    latest_filename: str | None = None,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> None:
    """Write the file ``checkpoint`` of a folder.

    Args:
        model_checkpoint_path: the newest checkpoint, in that folder.
        all_model_checkpoint_paths: all of them, oldest first.
        latest_filename: only ``None`` or "checkpoint".
        all_model_checkpoint_timestamps, last_preserved_timestamp: accepted; no effect.

    Raises:
        InvalidArgumentError: another ``latest_filename``.
    """
    if latest_filename not in (None, "checkpoint"):
        raise InvalidArgumentError(f"latest_filename must be 'checkpoint' or None, got {latest_filename!r}")
    newest = os.fspath(model_checkpoint_path)
    paths = [*(each for each in all_model_checkpoint_paths or () if each != newest), newest]
    write_state(save_dir, [Path(each).name + (_OWN if Path(each + _OWN).is_file() else "") for each in paths])


def checkpoints_iterator(
    checkpoint_dir: str,
    min_interval_secs: float = 0,
    timeout: float | None = None,
    timeout_fn: Callable[[], Any] | None = None,
) -> Iterator[str]:
    """The newest checkpoints of a folder, each once.

    Args:
        min_interval_secs: how long a checkpoint takes at least.
        timeout: how many seconds to wait for another one.
        timeout_fn: called after that; there is an end if it gives true.
    """
    from graphops.compat.v1.contrib.training.checkpoint_waits import checkpoints_iterator as found

    return found(checkpoint_dir, min_interval_secs, timeout, timeout_fn)


def warm_start(
    ckpt_to_initialize_from: str,
    vars_to_warm_start: Any = ".*",
    var_name_to_vocab_info: Mapping[str, Any] | None = None,
    var_name_to_prev_var_name: Mapping[str, str] | None = None,
) -> None:
    """Let initializers of variables assign values of a checkpoint.

    Args:
        ckpt_to_initialize_from: a checkpoint, or a folder with one.
        vars_to_warm_start: a regular expression for names of trainable variables, a list of such expressions for those
            of all variables, or a list of variables; ``None`` for none.
        var_name_to_vocab_info: only ``None`` or empty.
        var_name_to_prev_var_name: names in the checkpoint by names of variables, where they differ.

    Raises:
        UnimplementedError: ``var_name_to_vocab_info``.
        InvalidArgumentError: ``var_name_to_prev_var_name`` has a name that is not used, or a value is missing.
    """
    if var_name_to_vocab_info:
        raise UnimplementedError("var_name_to_vocab_info of warm_start() must be None: vocabularies are not mapped")
    others = dict(var_name_to_prev_var_name or {})
    assignments = {}
    for variable in _to_warm_start(vars_to_warm_start):
        name = variable.op.name
        assignments[others.pop(name, name)] = variable
    if others:
        rule = "have names of variables that are warm-started"
        raise InvalidArgumentError(f"var_name_to_prev_var_name of warm_start() must {rule}, got {sorted(others)}")
    tf.train.init_from_checkpoint(ckpt_to_initialize_from, assignments)


def _to_warm_start(chosen: Any) -> list[Any]:
    if chosen is None:
        return []
    if isinstance(chosen, str):
        return list(tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, chosen))
    named = variables_by_name(tf.get_default_graph())
    found: list[Any] = []
    for each in chosen:
        if isinstance(each, tf.Variable):
            found.append(each)
        elif isinstance(each, str):
            found += [v for name, v in sorted(named.items()) if re.match(each, name) and v not in found]
        else:
            raise InvalidArgumentError(f"vars_to_warm_start must be expressions or variables, got {each!r}")
    return found
