"""What plans make of the parts of a graph that an engine for networks computes."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.rules.stated_shapes import stated_shapes

network = register_op(
    "Graphops>Network",
    inputs=["args: Tin"],
    outputs=["results: Tout"],
    attrs=["Tin: list(type) >= 0", "Tout: list(type) >= 1", "output_shapes: list(shape) >= 1"],
    doc="""The results of a part of a graph, which an engine computes as a whole. Only plans make it, for one
    combination of shapes.

    output_shapes: the shapes of the results.""",
)
network.no_gradient()
network.shape_rule(lambda c: stated_shapes(c, "Tout", "results"))
