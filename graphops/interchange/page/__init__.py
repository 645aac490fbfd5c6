"""Pages of blocks: a graph in one JSON file, drawn in an editor or written by hand, run without either.

A page file::

    {
      "graphops_page": 1,
      "blocks": [
        {"id": "x", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [null, 2]}},
        {"id": "y", "op": "MatMul", "attrs": {"transpose_b": true}, "inputs": {"b": [[1.0, 2.0], [3.0, 4.0]]}}
      ],
      "wires": [{"from": "x:output", "to": "y:a"}],
      "feeds": {"x": [[1.0, 1.0]]},
      "fetches": ["y:product"]
    }

Blocks are ops, with attrs by name and literal values of inputs; wires lead from ``block:pin`` to ``block:pin``, with a
number behind it in a list (``concat:values:1``).  ``pages`` are sub-pages by name: scopes, whose blocks are
``page/block``.  A few blocks are no ops, ``Gradients`` for one: see ``page_blocks.py``.

Further keys: of a block ``after`` (blocks that run before) and ``device``; of the page ``device``,
``init`` (blocks that run once before), ``steps``, ``title`` and ``ui``, which belongs to editors.
"""

from __future__ import annotations

from graphops.interchange.page.build import Built, Problem, build_page
from graphops.interchange.page.format import FORMAT, Block, Body, Page, Pin, Wire
from graphops.interchange.page.read import load_page, read_page
from graphops.interchange.page.run import run_page, value_problems
from graphops.interchange.page.to_python import gradients_calls, python_source
from graphops.interchange.page.write import last_nodes, page_json, page_of, page_text

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
