"""Event files for TensorBoard: scalars, histograms and the graph.

The public path of :mod:`graphops.interchange.event_files`, which says more.
"""

from __future__ import annotations

from graphops.interchange.event_files import EventWriter

__all__ = ["EventWriter"]
