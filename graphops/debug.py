"""Looking at every value of a run: stop where the first one is not finite, and statistics of all nodes.

The public path of :mod:`graphops.inspect.debug`, which says more.
"""

from __future__ import annotations

from graphops.inspect.debug import Debug, Statistics

__all__ = ["Debug", "Statistics"]
