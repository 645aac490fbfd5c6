"""What cuDNN raises, and what the emulator adds."""

from __future__ import annotations


class cudnnGraphNotSupportedError(RuntimeError):
    """No plan computes the graph."""


class MisuseError(AssertionError):
    """Something that the real library does not notice, and that makes its answer wrong or the process end."""
