"""Build the graph of one op and say which kernel computes it, and why the others do not.

Example:

  graphops explain Conv3D --input input=x.npy --input filter=w.npy --attr strides=1,1,1,1,1 --attr padding=SAME

An input may also be described, for no value is needed: --input 'input=float32[8,16,16,16,4]'.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from graphops.apps.cli.call_arguments import InputSpec, add_call_arguments, read_call
from graphops.build.constants import placeholder
from graphops.graph.graph import Graph, Tensor

HELP = "show which kernel computes one op"

_LARGEST_CONSTANT = 1000  # elements that are worth showing in code


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_call_arguments(parser)
    parser.add_argument("--as-python", action="store_true", help="print the plan as Python code instead")


def run(args: argparse.Namespace) -> int:
    from graphops.build.add_op import call as add_node
    from graphops.session.session import Session

    call = read_call(args)
    graph = Graph()
    fed: list[Tensor] = []
    arguments: dict[str, Any] = {}
    with graph.as_default():
        for name, value in call.inputs.items():
            is_list = call.op.op_def.input_by_name[name].is_list
            arguments[name] = [_symbol(item, name, fed) for item in value] if is_list else _symbol(value, name, fed)
        made = add_node(call.op, {**arguments, **call.attrs}, graph=graph)
    with Session(graph) as session:
        feeds: Any = fed  # tensors without values are enough to plan
        print(session.explain(made, feeds, as_python=args.as_python).rstrip())
    return 0


def _symbol(value: Any, name: str, fed: list[Tensor]) -> Any:
    """Large arrays and specs become placeholders, which are added to ``fed``; the rest constants."""
    if not isinstance(value, InputSpec) and (not isinstance(value, np.ndarray) or value.size <= _LARGEST_CONSTANT):
        return value
    fed.append(placeholder(value.dtype, value.shape, name=name))
    return fed[-1]
