"""The Saver: variables of a Session into checkpoint files and back, with TensorFlow 1's arguments."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphops.build.variables import Variable
from graphops.graph.graph import get_default_graph
from graphops.train.collection_keys import GraphKeys
from graphops_registry.errors import FailedPreconditionError, InvalidArgumentError, InvalidTypeError, NotFoundError
from graphops_registry.shape import TensorShape

_SUFFIX = ".safetensors"


class Saver:
    """Saves variables by name, and restores them from its own files or from TensorFlow's V2 checkpoints.

    ``save(sess, "run/model.ckpt", 100)`` writes ``run/model.ckpt-100.safetensors`` and gives ``run/model.ckpt-100``,
    which ``restore`` takes. There is no file of the graph.

    Args:
        var_list: the variables, a list, or a mapping from names in the file; default all global variables.
        reshape: whether a value of another shape with as many elements is reshaped.
        max_to_keep: how many checkpoints stay; all for ``None`` or 0.
        defer_build: whether the variables are collected when it is used first.
        allow_empty: whether there may be no variables.
        pad_step_number: whether steps are written with 8 digits.
        sharded, keep_checkpoint_every_n_hours, name, restore_sequentially, saver_def, builder: accepted; they change
            nothing.
        write_version, save_relative_paths, filename: likewise.

    Raises:
        InvalidArgumentError: no variables, or two of one name.
        InvalidTypeError: something that is no variable.
    """

    def __init__(
        self,
        var_list: Any = None,
        reshape: bool = False,
        sharded: bool = False,
        max_to_keep: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000.0,
        name: str | None = None,
        restore_sequentially: bool = False,
        saver_def: Any = None,
        builder: Any = None,
        defer_build: bool = False,
        allow_empty: bool = False,
        write_version: Any = 2,
        pad_step_number: bool = False,
        save_relative_paths: bool = False,
        filename: str | None = None,
    ) -> None:
        if var_list is not None and defer_build:
            raise InvalidArgumentError("var_list of Saver must be None with defer_build, got variables")
        self._reshape = reshape
        self._max_to_keep = max_to_keep
        self._allow_empty = allow_empty
        self._pad = pad_step_number
        self._checkpoints: list[str] = []
        self._variables: dict[str, Variable] | None = None
        if not defer_build:
            self._variables = _by_name(var_list, allow_empty)

    def build(self) -> None:
        """Collect the variables, if that was put off."""
        if self._variables is None:
            self._variables = _by_name(None, self._allow_empty)

    @property
    def last_checkpoints(self) -> list[str]:
        """What ``save`` gave and is still there, oldest first."""
        return list(self._checkpoints)

    def set_last_checkpoints(self, last_checkpoints: Iterable[str]) -> None:
        """Take over files that another Saver wrote: they count for ``max_to_keep``."""
        self._checkpoints = list(last_checkpoints)

    def recover_last_checkpoints(self, checkpoint_paths: Iterable[str]) -> None:
        """Take over those of the given files that exist."""
        self._checkpoints = [path for path in checkpoint_paths if checkpoint_exists(path)]

    def save(
        self,
        sess: Any,
        save_path: str | os.PathLike[str],
        global_step: Any = None,
        latest_filename: str | None = None,
        meta_graph_suffix: str = "meta",
        write_meta_graph: bool = True,
        write_state: bool = True,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> str:
        """Write the values that the variables have in ``sess``.

        Args:
            save_path: of the file, without its suffix; its folder is made if it is missing.
            global_step: a number, or the variable or tensor that has it; added to the path.
            write_state: whether the folder's file ``checkpoint`` names it.
            latest_filename: only ``None`` or "checkpoint".
            meta_graph_suffix, write_meta_graph, strip_default_attrs, save_debug_info: accepted; no graph is written.

        Returns:
            The path for :meth:`restore`.

        Raises:
            FailedPreconditionError: a variable without a value.
            NotFoundError: the folder cannot be made, or not be written to.
        """
        from graphops.checkpoint import save

        _check_state_name(latest_filename)
        self.build()
        path = os.fspath(save_path)
        if global_step is not None:
            step = int(sess.run(global_step)) if hasattr(global_step, "__graphops_tensor__") else int(global_step)
            path = f"{path}-{step:08d}" if self._pad else f"{path}-{step}"
        values = sess.variables.snapshot()
        chosen = {name: _store_name(variable) for name, variable in (self._variables or {}).items()}
        for name, own in chosen.items():
            if own not in values:
                error = FailedPreconditionError(f"variable '{name}' must be initialised to be saved, got no value")
                error.add_note("fix: run its initializer first")
                raise error
        with suppress(OSError):  # what cannot be made is reported by the next line
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        save(path + _SUFFIX, {name: values[own] for name, own in chosen.items()})
        self._keep(path, write_state)
        return path

    def _keep(self, path: str, write_state: bool) -> None:
        """Name the newest checkpoint, and only then remove what is too old."""
        from graphops.checkpoint.state_file import write_state as write

        kept = [other for other in self._checkpoints if other != path] + [path]
        limit = self._max_to_keep or len(kept)
        old, self._checkpoints = kept[:-limit], kept[-limit:]
        folder = Path(path).parent
        if write_state:
            write(folder, [Path(p).name + _SUFFIX for p in self._checkpoints if Path(p).parent == folder])
        for other in old:
            with suppress(OSError):
                Path(other + _SUFFIX).unlink()

    def restore(self, sess: Any, save_path: str | os.PathLike[str] | None) -> None:
        """Give the variables the values of a checkpoint, all or none; they need not be initialised.

        Where TensorFlow has left a checkpoint of the same path, what this Saver wrote counts, else the newer one.

        Raises:
            InvalidArgumentError: no path; a value of another shape.
            NotFoundError: no such file, or a variable that it lacks.
            InvalidTypeError: a value of another dtype.
        """
        from graphops.checkpoint import load

        if save_path is None:
            raise InvalidArgumentError("save_path of restore() must be given, got None")
        self.build()
        found: dict[str, Any] = {}
        path = os.fspath(save_path)
        own = path + _SUFFIX
        with load(own if path in self._checkpoints and Path(own).is_file() else path) as checkpoint:
            for name, variable in (self._variables or {}).items():
                if name not in checkpoint.shapes:
                    raise NotFoundError(f"variable '{name}' must be in the checkpoint {save_path}, got no such name")
                value = checkpoint.values[name]
                found[_store_name(variable)] = self._fitting(name, variable, value)
        sess.variables.restore(found)

    def _fitting(self, name: str, variable: Variable, value: Any) -> Any:
        if value.dtype != variable.dtype.numpy_dtype:
            rule = f"have dtype {variable.dtype.name}"
            raise InvalidTypeError(f"the saved value of '{name}' must {rule}, got {value.dtype}")
        if self._reshape and variable.plain_shape.num_elements == value.size:
            value = value.reshape(variable.shape.as_tuple())
        if not variable.shape.is_compatible_with(value.shape):
            rule = f"have shape {variable.shape}"
            raise InvalidArgumentError(f"the saved value of '{name}' must {rule}, got {TensorShape(value.shape)}")
        return value


def _by_name(var_list: Any, allow_empty: bool) -> dict[str, Variable]:
    """Variables by their names in the file."""
    if var_list is None:
        graph = get_default_graph()
        var_list = graph.get_collection(GraphKeys.GLOBAL_VARIABLES)
        var_list += [v for v in graph.get_collection(GraphKeys.SAVEABLE_OBJECTS) if isinstance(v, Variable)]
    if isinstance(var_list, Mapping):
        named = list(var_list.items())
    else:
        named = [(getattr(getattr(item, "op", None), "name", ""), item) for item in var_list]
    result: dict[str, Variable] = {}
    for name, variable in named:
        if not isinstance(variable, Variable):
            raise InvalidTypeError(f"var_list of Saver must hold variables, got {variable!r}")
        if result.setdefault(name, variable) is not variable:
            raise InvalidArgumentError(f"var_list of Saver must name each variable once, got '{name}' twice")
    if not result and not allow_empty:
        raise InvalidArgumentError("var_list of Saver must hold a variable or more, got none")
    return result


def _store_name(variable: Variable) -> str:
    """The name by which ``session.variables`` knows it."""
    name: str = variable.op.attrs["shared_name"]
    return name


def _check_state_name(latest_filename: str | None) -> None:
    if latest_filename not in (None, "checkpoint"):
        raise InvalidArgumentError(f"latest_filename must be 'checkpoint' or None, got {latest_filename!r}")


def latest_checkpoint(checkpoint_dir: str | os.PathLike[str], latest_filename: str | None = None) -> str | None:
    """The path, for ``Saver.restore``, of the newest checkpoint of a folder; ``None`` if there is none."""
    from graphops.checkpoint import latest_checkpoint as newest

    _check_state_name(latest_filename)
    found = newest(checkpoint_dir)
    return None if found is None else str(found).removesuffix(_SUFFIX)


@dataclass(frozen=True)
class CheckpointState:
    """What the file ``checkpoint`` of a folder says.

    Attributes:
        model_checkpoint_path: of the newest checkpoint, for ``Saver.restore``.
        all_model_checkpoint_paths: of all that are kept, oldest first.
    """

    model_checkpoint_path: str
    all_model_checkpoint_paths: tuple[str, ...]


def get_checkpoint_state(
    checkpoint_dir: str | os.PathLike[str], latest_filename: str | None = None
) -> CheckpointState | None:
    """The checkpoints that a folder's state file names; ``None`` if there is none."""
    from graphops.checkpoint.state_file import read_state

    _check_state_name(latest_filename)
    paths = [str(Path(checkpoint_dir) / name).removesuffix(_SUFFIX) for name in read_state(checkpoint_dir)]
    return CheckpointState(paths[-1], tuple(paths)) if paths else None


def checkpoint_exists(checkpoint_prefix: str | os.PathLike[str]) -> bool:
    """Whether there is a checkpoint of that path, of ours or of TensorFlow."""
    prefix = os.fspath(checkpoint_prefix)
    return any(Path(prefix + suffix).is_file() for suffix in (_SUFFIX, ".index"))


def list_variables(ckpt_dir_or_file: str | os.PathLike[str]) -> list[tuple[str, list[int]]]:
    """Names and shapes of the values in a checkpoint, sorted."""
    from graphops.checkpoint import load

    with load(_path(ckpt_dir_or_file)) as checkpoint:
        return [(name, list(shape)) for name, shape in sorted(checkpoint.shapes.items())]


def load_variable(ckpt_dir_or_file: str | os.PathLike[str], name: str) -> Any:
    """The value of one name in a checkpoint, an array."""
    from graphops.checkpoint import load

    with load(_path(ckpt_dir_or_file)) as checkpoint:
        return checkpoint.read(name.removesuffix(":0"))


def _path(ckpt_dir_or_file: str | os.PathLike[str]) -> str:
    """A checkpoint, or the newest one of a folder."""
    given = os.fspath(ckpt_dir_or_file)
    if not Path(given).is_dir():
        return given
    found = latest_checkpoint(given)
    if found is None:
        raise NotFoundError(f"a folder must have a checkpoint, got none in {given}")
    return found
