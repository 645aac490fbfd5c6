"""Pages of blocks: a graph in one JSON file, drawn in an editor or written by hand, run without either.

The public path of :mod:`graphops.interchange.page`, which says more.
"""

from __future__ import annotations

from graphops.interchange.page import (
    FORMAT,
    Block,
    Body,
    Built,
    Page,
    Pin,
    Problem,
    Wire,
    build_page,
    gradients_calls,
    last_nodes,
    load_page,
    page_json,
    page_of,
    page_text,
    python_source,
    read_page,
    run_page,
    value_problems,
)

__all__ = [
    "FORMAT",
    "Block",
    "Body",
    "Built",
    "Page",
    "Pin",
    "Problem",
    "Wire",
    "build_page",
    "gradients_calls",
    "last_nodes",
    "load_page",
    "page_json",
    "page_of",
    "page_text",
    "python_source",
    "read_page",
    "run_page",
    "value_problems",
]
