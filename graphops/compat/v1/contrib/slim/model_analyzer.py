"""``tf.contrib.slim.model_analyzer``: how large a model is."""

from __future__ import annotations

import math
from typing import Any

from graphops.compat.v1.functions.missing import missing


def tensor_description(var: Any) -> str:
    """The dtype and the shape in short: ``(float32_ref 3x4)``."""
    sizes = "x".join("?" if size is None else str(int(size)) for size in var.shape.as_list())
    return f"({var.dtype.name} {sizes})"


def analyze_vars(variables: Any, print_info: bool = False) -> tuple[int, int]:
    """How many elements and bytes variables have; one line for each with ``print_info``."""
    if print_info:
        print("---------")
        print("Variables: name (type shape) [size]")
        print("---------")
    elements = total = 0
    for variable in variables:
        count = math.prod(int(size or 0) for size in variable.shape.as_list())
        size = count * variable.dtype.size
        elements, total = elements + count, total + size
        if print_info:
            print(variable.name, tensor_description(variable), f"[{count}, bytes: {size}]")
    if print_info:
        print(f"Total size of variables: {elements}")
        print(f"Total bytes of variables: {total}")
    return elements, total


def analyze_ops(graph: Any, print_info: bool = False) -> int:
    """How many elements the tensors of known shape in a graph have; a line for each node with ``print_info``."""
    if print_info:
        print("---------")
        print("Operations: name -> (type shapes) [size]")
        print("---------")
    total = 0
    for node in graph.get_operations():
        count, shapes = 0, []
        for output in node.outputs:
            sizes: list[Any] = output.shape.as_list() if output.shape.rank is not None else [None]
            if None not in sizes:
                count += math.prod(int(size) for size in sizes)
                shapes.append(tensor_description(output))
        if print_info:
            print(node.name, "\t->", ", ".join(shapes), f"[{count}]")
        total += count
    return total


def __getattr__(name: str) -> Any:
    raise missing("contrib.slim.model_analyzer", name)


__all__ = ["analyze_ops", "analyze_vars", "tensor_description"]
