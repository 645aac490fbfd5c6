"""``tf.contrib.framework``: variables that start with the values of a checkpoint."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.compat.v1.functions.marked import mark_all
from graphops.train.named_variables import variables_by_name
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, NotFoundError


class CheckpointReader:
    """The values of a checkpoint by name.

    Args:
        filepattern: of a checkpoint, or of a folder whose newest one is meant.

    Raises:
        NotFoundError: there is none.
    """

    def __init__(self, filepattern: str | os.PathLike[str]) -> None:
        self._path = filepattern
        self._shapes = dict(tf.train.list_variables(filepattern))

    def has_tensor(self, tensor_str: str) -> bool:
        """Whether there is a value of that name."""
        return tensor_str in self._shapes

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        """The shapes of all values."""
        return {name: list(shape) for name, shape in self._shapes.items()}

    def get_tensor(self, tensor_str: str) -> np.ndarray[Any, Any]:
        """A value.

        Raises:
            NotFoundError: there is none of that name.
        """
        if tensor_str not in self._shapes:
            raise NotFoundError(f"variable '{tensor_str}' must be in the checkpoint {self._path}, got no such name")
        return np.asarray(tf.train.load_variable(self._path, tensor_str))


def load_checkpoint(ckpt_dir_or_file: str | os.PathLike[str]) -> CheckpointReader:
    """A reader of a checkpoint, or of the newest one of a folder."""
    return CheckpointReader(ckpt_dir_or_file)


def load_variable(ckpt_dir_or_file: str | os.PathLike[str], name: str) -> np.ndarray[Any, Any]:
    """A value of a checkpoint."""
    return load_checkpoint(ckpt_dir_or_file).get_tensor(name.removesuffix(":0"))


def list_variables(ckpt_dir_or_file: str | os.PathLike[str]) -> list[tuple[str, list[int]]]:
    """Names and shapes of the values of a checkpoint, sorted."""
    return sorted(load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map().items())


def assign_from_values(var_names_to_values: Mapping[str, Any]) -> tuple[Any, dict[Any, Any]]:
    """A node that assigns values to variables by name, and what it has to be fed.

    Raises:
        InvalidArgumentError: a name that no variable has.
    """
    pairs = []
    for name, value in var_names_to_values.items():
        found = tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES, name)
        exact = [each for each in found if each.op.name == name] or (found if len(found) == 1 else [])
        if not exact:
            raise InvalidArgumentError(f"var_names_to_values must name variables, got '{name}'")
        pairs.append((exact[0], np.reshape(value, exact[0].shape.as_list())))
    return _assign(pairs)


def assign_from_values_fn(var_names_to_values: Mapping[str, Any]) -> Callable[[Any], Any]:
    """A function of a session that assigns values to variables by name."""
    node, feeds = assign_from_values(var_names_to_values)
    return lambda session: session.run(node, feeds)


def _assign(pairs: list[tuple[Any, Any]]) -> tuple[Any, dict[Any, Any]]:
    """Through placeholders, so that values are not in the graph."""
    feeds, nodes = {}, []
    for variable, value in pairs:
        place = tf.placeholder(variable.dtype.base_dtype, variable.shape, f"placeholder/{variable.op.name}")
        nodes.append(tf.assign(variable, place))
        feeds[place] = value
    return tf.group(*nodes), feeds


def assign_from_checkpoint(
    model_path: str | os.PathLike[str], var_list: Any, ignore_missing_vars: bool = False
) -> tuple[Any, dict[Any, Any]]:
    """A node that assigns values of a checkpoint, and what it has to be fed.

    Args:
        var_list: variables; or a dict of them, or of lists of them, by their names in the checkpoint.
        ignore_missing_vars: whether variables that the checkpoint lacks are left out.

    Raises:
        InvalidArgumentError: a variable that the checkpoint lacks, or a value of another shape.
    """
    reader = load_checkpoint(model_path)
    wanted = [
        (name, variable)
        for name, value in _named(var_list)
        for variable in (value if isinstance(value, (list, tuple)) else [value])
    ]
    pairs = []
    for name, variable in wanted:
        if not reader.has_tensor(name):
            if not ignore_missing_vars:
                raise InvalidArgumentError(f"variable '{name}' must be in the checkpoint {model_path}")
            tf.logging.warning("Checkpoint is missing variable [%s]", name)
            continue
        pairs.append((variable, _fitting(reader, name, variable)))
    return _assign(pairs)


def _named(var_list: Any) -> list[tuple[str, Any]]:
    if isinstance(var_list, Mapping):
        return list(var_list.items())
    return [(variable.op.name, variable) for variable in var_list]


def _fitting(reader: CheckpointReader, name: str, variable: Any) -> np.ndarray[Any, Any]:
    value = reader.get_tensor(name)
    if list(value.shape) != [None if size is None else int(size) for size in variable.shape.as_list()]:
        text = f"value '{name}' of a checkpoint must have the shape {variable.shape} of {variable.name}"
        raise InvalidArgumentError(f"{text}, got {list(value.shape)}")
    return value


def assign_from_checkpoint_fn(
    model_path: str | os.PathLike[str],
    var_list: Any,
    ignore_missing_vars: bool = False,
    reshape_variables: bool = False,
) -> Callable[[Any], Any] | None:
    """A function of a session that restores variables.

    Args:
        var_list: variables, or a dict of them by their names in the checkpoint.
        ignore_missing_vars: whether variables that the checkpoint lacks are left out; ``None`` if none is left.
        reshape_variables: whether a value may have another shape of as many elements.

    Raises:
        InvalidArgumentError: no variables.
    """
    if not var_list:
        raise InvalidArgumentError("var_list of assign_from_checkpoint_fn must hold variables, got none")
    wanted = dict(_named(var_list))
    if ignore_missing_vars:
        reader = load_checkpoint(model_path)
        for name in [each for each in wanted if not reader.has_tensor(each)]:
            tf.logging.warning("Variable %s missing in checkpoint %s", name, model_path)
            del wanted[name]
    if not wanted:
        tf.logging.warning("No Variables to restore")
        return None
    saver = tf.train.Saver(wanted, reshape=reshape_variables)
    return lambda session: saver.restore(session, model_path)


def init_from_checkpoint(ckpt_dir_or_file: str | os.PathLike[str], assignment_map: Any) -> None:
    """Let the initializers of variables assign values of a checkpoint.

    Args:
        assignment_map: a dict, or pairs. What is in the checkpoint: a name, or a scope with a final slash; and what
            gets it: a variable, its name, or a scope.

    Raises:
        InvalidArgumentError: a value that is missing or has another shape, or a name that no variable has.
    """
    reader = load_checkpoint(ckpt_dir_or_file)
    made = variables_by_name(tf.get_default_graph())
    pairs = assignment_map.items() if isinstance(assignment_map, Mapping) else assignment_map
    for source, target in sorted(pairs, key=lambda pair: str(pair[0])):
        if isinstance(target, str) and target in made:
            target = made[target]
        if isinstance(target, (list, tuple)) and len(target) == 1:
            target = target[0]
        if isinstance(target, tf.Variable):
            _start_with(target, reader, source)
        elif isinstance(target, str):
            for name, value in _in_scope(source, target, made):
                _start_with(value, reader, name)
        else:
            raise InvalidTypeError(f"assignment_map must give variables, names or scopes, got {target!r}")


def _in_scope(source: str, target: str, made: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The variables of a scope, each with the name of its value."""
    if not source.endswith("/"):
        text = f"assignment_map must give a variable or the name of one for '{source}', got '{target}'"
        raise InvalidArgumentError(text)
    scope = target.rpartition("/")[0]
    prefix = f"{scope}/" if scope else ""
    begin = "" if source == "/" else source
    found = [(begin + name[len(prefix) :], each) for name, each in sorted(made.items()) if name.startswith(prefix)]
    if not found:
        raise InvalidArgumentError(f"a scope of assignment_map must have variables, got '{target}'")
    return found


def _start_with(variable: Any, reader: CheckpointReader, name: str) -> None:
    if not reader.has_tensor(name):
        raise InvalidArgumentError(f"value '{name}' must be in the checkpoint for variable '{variable.op.name}'")
    value = _fitting(reader, name, variable)
    graph = variable.graph
    name = f"{variable.op.name}/FromCheckpoint"
    with graph.as_default(), graph.control_dependencies(None), graph.name_scope(None), graph.name_scope(name):
        start = tf.constant(value, variable.dtype.base_dtype)
        variable.initializer = raw_ops.AssignVariableOp(resource=variable.handle, value=start)
        variable.initial_value = start


__all__ = [
    "assign_from_checkpoint",
    "assign_from_checkpoint_fn",
    "assign_from_values",
    "assign_from_values_fn",
    "init_from_checkpoint",
    "list_variables",
    "load_checkpoint",
    "load_variable",
]

mark_all(globals(), __all__)
