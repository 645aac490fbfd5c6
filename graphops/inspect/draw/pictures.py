"""The pictures that methods of ``Graph`` make."""

from __future__ import annotations

from graphops.inspect.draw.svg import to_svg
from graphops.inspect.draw.viewer import notebook_html, show

__all__ = ["notebook_html", "show", "to_svg"]
