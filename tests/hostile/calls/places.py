"""The folder in which nodes of generated calls may read and write, and the files in it."""

from __future__ import annotations

from getpass import getuser
from pathlib import Path
from tempfile import gettempdir
from typing import Final

import numpy as np

import graphops as go

FOLDER: Final = Path(gettempdir()) / f"graphops-hostile-calls-{getuser()}"


def prepare_files() -> None:
    """Write the checkpoints that good calls read."""
    FOLDER.mkdir(exist_ok=True)
    x, two = np.arange(6, dtype=np.float32).reshape(2, 3), np.array([0, 1], np.int32)
    with go.Graph().as_default() as graph:
        names, slices = np.array([b"a", b"b"], object), np.array([b"", b""], object)
        saved = go.raw_ops.SaveV2(
            prefix=str(FOLDER / "saved"), tensor_names=names, shape_and_slices=slices, tensors=[x, two]
        )
        older = go.raw_ops.Save(filename=str(FOLDER / "saved_v1"), tensor_names=names, data=[x, two])
    with go.Session(graph, config=go.SessionConfig(file_folders=[str(FOLDER)])) as session:
        session.run([saved, older])
