"""Checkpoints: values by name in files, and the variables of Sessions.

>>> import graphops as go
>>> from graphops import checkpoint
>>> checkpoint.save_session(session, "run/model", step=100)       # run/model-100.safetensors, and run/checkpoint
>>> checkpoint.restore(session, checkpoint.latest_checkpoint("run"))
>>> checkpoint.load("tensorflow/model.ckpt-5").values["dense/kernel"]

Files are written in the safetensors format and read in that and TensorFlow's V2 format, without TensorFlow.
``docs/how-to/save_and_restore.md`` says what is in them.  May import :mod:`graphops.session` and below.  Begin with
``sessions``, then ``bundle`` and ``safetensors``, the two formats.
"""

from __future__ import annotations

from graphops.checkpoint.bundle import Bundle, open_bundle
from graphops.checkpoint.files import Checkpoint, load, save
from graphops.checkpoint.fingerprint import Fingerprint, graph_fingerprint
from graphops.checkpoint.sessions import latest_checkpoint, restore, save_session

__all__ = [
    "Bundle",
    "Checkpoint",
    "Fingerprint",
    "graph_fingerprint",
    "latest_checkpoint",
    "load",
    "open_bundle",
    "restore",
    "save",
    "save_session",
]
