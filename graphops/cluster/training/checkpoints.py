"""What a training keeps in a folder: the variables, how many steps were done, and what random ops began with."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from graphops.checkpoint import latest_checkpoint, load, restore, save_session
from graphops.session.session import Session
from graphops_registry.errors import DataLossError, FailedPreconditionError, NotFoundError, nearest

_STEP: Final = "data_parallel.step"
_ENTROPY: Final = "data_parallel.entropy"
_KEPT: Final = 2  # so that there is one if the newest is damaged on the disk


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training is.

    Attributes:
        steps: that were done.
        entropy: what random ops without a seed depend on.
    """

    steps: int
    entropy: int


def save(session: Session, folder: str, progress: Progress) -> str:
    """Write ``folder/step-<steps>.safetensors``; then the folder keeps it and the one before.

    Returns:
        The path of the file.

    Raises:
        NotFoundError: the folder cannot be made, or the disk is full. What was there stays.
    """
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        rule = "be a folder that exists or can be made"
        raise NotFoundError(f"checkpoint of DataParallel must {rule}, got {folder!r}: {error.strerror}") from error
    metadata = {_STEP: str(progress.steps), _ENTROPY: f"{progress.entropy:x}"}
    path = os.path.join(folder, "step")
    return save_session(session, path, step=progress.steps, keep=_KEPT, metadata=metadata)


def latest(folder: str) -> str | None:
    """The newest checkpoint of the folder, if it has one."""
    return latest_checkpoint(folder)


def take_over(session: Session, path: str) -> Progress:
    """Give the variables of a Session, all of which have values, those of a checkpoint.

    Raises:
        NotFoundError: no such file; a variable that it lacks, or the other way round.
        FailedPreconditionError: the file is not of a DataParallel.
        DataLossError: the file is damaged.
        InvalidArgumentError: a value of another dtype or shape.
    """
    try:
        with load(path) as checkpoint:
            names, metadata = set(checkpoint.shapes), checkpoint.metadata
        ours = set(session.variables)
        for name in sorted(ours - names):
            raise NotFoundError(f"variable '{name}' must have a value in {path}, got none{nearest(name, names)}")
        for name in sorted(names - ours):
            raise NotFoundError(f"value '{name}' of {path} must be of a variable, got none{nearest(name, ours)}")
        try:
            progress = Progress(int(metadata[_STEP]), int(metadata[_ENTROPY], 16))
        except (KeyError, ValueError):
            raise FailedPreconditionError(f"{path} must be a checkpoint of a DataParallel, got another file") from None
        restore(session, path, strict=False)
    except DataLossError as error:
        error.add_note("fix: remove the file, and the checkpoint before it counts")
        raise
    return progress
