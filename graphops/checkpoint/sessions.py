"""Saving the variables of a Session, and restoring them with every name, dtype and shape checked."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from graphops.checkpoint.files import SUFFIX, Checkpoint, load, path_text, save
from graphops.checkpoint.fingerprint import Fingerprint, graph_fingerprint, variables_of
from graphops.checkpoint.objects import full_names
from graphops.checkpoint.state_file import read_state, write_state
from graphops_registry.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    nearest,
    shorten,
)
from graphops_registry.resource import ResourceHandle, full_name

if TYPE_CHECKING:
    from graphops.session.session import Session

_NUMBERED: Final = re.compile(r"-\d+\.safetensors$")


def save_session(
    session: Session,
    path: str | os.PathLike[str],
    *,
    step: int | None = None,
    keep: int | None = 5,
    metadata: Mapping[str, str] | None = None,
) -> str:
    """Save all initialised variables, with the fingerprint of the Session's graph.

    The variables are taken all at the same moment only if no run changes them meanwhile: each is whole in any case.

    Args:
        path: of the file; with ``step`` the file is ``<path>-<step>.safetensors``.
        step: makes one of a series: the state file ``checkpoint`` of the folder then names it as the latest.
        keep: how many of the series stay, ``None`` for all.
        metadata: more strings by name.

    Returns:
        The path of the file.

    Raises:
        InvalidArgumentError: ``step`` or ``keep`` that are no such numbers.
        FailedPreconditionError: no variable is initialised.
        NotFoundError: the folder is missing, or not to be written to.
    """
    name = path_text(path)
    for what, number, least in (("step", step, 0), ("keep", keep, 1)):
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < least):
            raise InvalidArgumentError(f"{what} of save_session() must be an integer >= {least}, got {number!r}")
    values = session.variables.snapshot()
    if not values:
        raise FailedPreconditionError("a Session must have variables with values to be saved, got none")
    if step is not None:
        name = f"{name.removesuffix(SUFFIX)}-{step}{SUFFIX}"
    save(name, values, fingerprint=str(graph_fingerprint(session.graph)), metadata=metadata)
    if step is not None:
        _note(Path(name), keep)
    return name


def _note(path: Path, keep: int | None) -> None:
    """Name ``path`` as the latest, and only then remove what is too old."""
    names = [name for name in read_state(path.parent) if name != path.name and _exists(path.parent, name)]
    names.append(path.name)
    newest = names if keep is None else names[-keep:]
    write_state(path.parent, newest)
    for name in names:
        if name not in newest and _NUMBERED.search(name):  # only what this function made
            with contextlib.suppress(OSError):
                (path.parent / name).unlink()


def latest_checkpoint(directory: str | os.PathLike[str]) -> str | None:
    """The path, for :func:`load`, of the newest checkpoint that the folder's state file names and that exists."""
    folder = Path(directory)
    for name in reversed(read_state(folder)):
        if _exists(folder, name):
            return str(folder / name)
    return None


def _exists(folder: Path, name: str) -> bool:
    return (folder / name).is_file() or (folder / f"{name}.index").is_file()


def restore(
    session: Session,
    path: str | os.PathLike[str],
    *,
    strict: bool = True,
    fingerprint: str | None = None,
    names: Mapping[str, str] | None = None,
) -> list[str]:
    """Give the variables of a Session the values of a checkpoint, all or none.

    Args:
        session: whose graph declares the variables; they need not be initialised.
        path: for :func:`load`.
        strict: every variable of the graph must have a value, every value a variable, and the fingerprint that the
            file has must be that of the graph's variables. Else only names that both have are restored.
        fingerprint: that the file must have; ``str(graph_fingerprint(graph))`` also requires the same ops.
        names: variable -> name in the file, for those that differ there. Checkpoints of TensorFlow 2's objects know
            their variables' names themselves.

    Returns:
        The names of the variables restored.

    Raises:
        NotFoundError: no such file; strict: a variable without a value, or the other way round.
        InvalidTypeError: a value of another dtype than the variable has.
        InvalidArgumentError: a value of another shape.
        FailedPreconditionError: another fingerprint.
        DataLossError: the file is damaged.
    """
    with load(path) as checkpoint:
        declared = {full_name(handle.key): handle for handle in variables_of(session.graph)}
        stored = _stored_names(checkpoint, declared, names or {})
        _check_asked(checkpoint, fingerprint)
        found = {name: key for name, key in stored.items() if key in checkpoint.shapes}
        for name, key in found.items():
            _check_variable(declared[name], key, checkpoint)
        if strict:
            _check_all(checkpoint, stored)
            _check_variables(checkpoint, session)
        session.variables.restore({name: checkpoint.values[key] for name, key in found.items()})
        return list(found)


def _stored_names(
    checkpoint: Checkpoint, declared: Mapping[str, ResourceHandle], names: Mapping[str, str]
) -> dict[str, str]:
    """For each variable of the graph the name that it has in the file."""
    for name in names:
        if name not in declared:
            raise NotFoundError(f"names must name variables of the graph, got '{name}'{nearest(name, declared)}")
    by_object = full_names(checkpoint.object_graph) if checkpoint.object_graph is not None else {}
    result = {}
    for name in declared:
        known = by_object.get(name)
        result[name] = names.get(name) or (known if known is not None and name not in checkpoint.shapes else name)
    return result


def _check_variable(handle: ResourceHandle, key: str, checkpoint: Checkpoint) -> None:
    dtype = checkpoint.dtypes.get(key)
    shape = checkpoint.shapes[key]
    what = f"the value of {handle.text} in {checkpoint.path}"
    if dtype is None or handle.dtype.base.numpy_dtype != dtype.numpy_dtype:
        found = "a dtype of its own" if dtype is None else dtype.name
        raise InvalidTypeError(f"{what} must have dtype {handle.dtype.base.name}, got {found}")
    if not handle.shape.is_compatible_with(shape):
        raise InvalidArgumentError(f"{what} must have shape {handle.shape}, got {shape}")


def _check_all(checkpoint: Checkpoint, stored: Mapping[str, str]) -> None:
    """Every variable has a value and every value a variable."""
    missing = [name for name, key in stored.items() if key not in checkpoint.shapes]
    unused = sorted(set(checkpoint.shapes) - set(stored.values()) - {"save_counter/.ATTRIBUTES/VARIABLE_VALUE"})
    if not missing and not unused:
        return
    if missing:
        near = nearest(missing[0], unused)
        error = NotFoundError(f"variable '{missing[0]}' must have a value in {checkpoint.path}, got none{near}")
    else:
        error = NotFoundError(f"value '{unused[0]}' of {checkpoint.path} must be of a variable of the graph, got none")
    error.add_note(f"variables without a value: {shorten(', '.join(missing)) or 'none'}")
    error.add_note(f"values without a variable: {shorten(', '.join(unused)) or 'none'}")
    error.add_note("fix: strict=False restores what both have; names={variable: name in the file} for other names")
    raise error


def _check_asked(checkpoint: Checkpoint, wanted: str | None) -> None:
    if wanted is not None and checkpoint.fingerprint != str(wanted):
        raise FailedPreconditionError(
            f"fingerprint of {checkpoint.path} must be '{wanted}', got {checkpoint.fingerprint!r}"
        )


def _check_variables(checkpoint: Checkpoint, session: Any) -> None:
    """The file was made by a graph that declares the same variables."""
    theirs = Fingerprint.parse(checkpoint.fingerprint) if checkpoint.fingerprint else None
    if theirs is None:
        return
    ours = graph_fingerprint(session.graph)
    if theirs.variables != ours.variables:
        error = FailedPreconditionError(
            f"the variables that {checkpoint.path} was made for must have the fingerprint of the graph's, "
            f"{ours.variables}, got {theirs.variables}"
        )
        error.add_note("names and values fit, so the declared shapes or variables without values differ")
        error.add_note("fix: strict=False, if that is meant")
        raise error
