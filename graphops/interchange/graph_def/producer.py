"""The version of TensorFlow's graph format that graphops writes and reads: that of TensorFlow 2.21."""

from __future__ import annotations

from typing import Final

PRODUCER: Final = 2474
