"""What a graph has and what it takes, without a run: parameters, multiply-adds and activations, by scope.

Parameters are variables and, as in frozen models, constants with at least one axis, of floating-point, complex and
quantised dtypes. Multiply-adds are those of convolutions and matrix products, the ops that have a cost rule; what meets
padding is no product, so the figures are a few percent below those that count it.
Activations are the results that nodes compute; constants, reads of variables and nodes that pass an input on do not
count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from math import prod
from operator import add
from pathlib import Path
from typing import Any, Final

from graphops.graph.functions import Function, function_names
from graphops.graph.graph import Graph, Node, Tensor
from graphops.inspect.known_shapes import KnownShapes
from graphops.interchange.page import Block, Body, Built, Page, build_page
from graphops.interchange.page.array_references import shapes_only
from graphops_registry.dtypes import DType, resource
from graphops_registry.errors import GraphopsError, InvalidArgumentError, NotFoundError, shorten
from graphops_registry.op_def import ops_with
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait

LARGEST_SIZE: Final = 1 << 31
_DEEPEST: Final = 64  # calls within calls
_MOST_CALLS: Final = 10_000  # of functions with other shapes, before the next ones are not counted


@dataclass(frozen=True, slots=True)
class Figures:
    """What some nodes have and take.

    Attributes:
        nodes: how many there are; those of functions count where they are called.
        parameters: elements of variables and of constant weights; a function's count once, at its first call.
        parameter_bytes: what they take.
        multiply_adds: of one run; bodies of loops count once, and of branches the costliest.
        activation_bytes: what the nodes' results take together.
        unknown: nodes that count for less than they are, because a shape is not known.
    """

    nodes: int = 0
    parameters: int = 0
    parameter_bytes: int = 0
    multiply_adds: int = 0
    activation_bytes: int = 0
    unknown: int = 0

    def __add__(self, other: Figures) -> Figures:
        return Figures(
            self.nodes + other.nodes,
            self.parameters + other.parameters,
            self.parameter_bytes + other.parameter_bytes,
            self.multiply_adds + other.multiply_adds,
            self.activation_bytes + other.activation_bytes,
            self.unknown + other.unknown,
        )


@dataclass(frozen=True)
class Statistics:
    """The figures of a graph.

    Attributes:
        of: by the name of a node or block.
    """

    of: Mapping[str, Figures]

    def total(self, scope: str = "") -> Figures:
        """The figures of everything in a scope, such as ``"layer/inner"``; ``""`` for the graph."""
        begin = f"{scope}/" if scope else ""
        return _sum(found for name, found in self.of.items() if name.startswith(begin))

    def rows(self, scope: str = "") -> dict[str, Figures]:
        """The figures of each part of a scope: a scope in it, with a slash behind its name, or a node in it.

        The parts with the most multiply-adds, then those with the most parameters, come first.
        """
        begin = f"{scope}/" if scope else ""
        found: dict[str, Figures] = {}
        for name, figures in self.of.items():
            if name.startswith(begin):
                own, slash, _ = name[len(begin) :].partition("/")
                key = begin + own + slash
                found[key] = found.get(key, Figures()) + figures
        return dict(sorted(found.items(), key=lambda item: _weight(item[1]), reverse=True))


def _weight(figures: Figures) -> tuple[int, ...]:
    return figures.multiply_adds, figures.parameters, figures.activation_bytes, figures.nodes


def _sum(figures: Iterable[Figures]) -> Figures:
    return reduce(add, figures, Figures())


def graph_statistics(
    graph: Graph,
    name_of: Callable[[Node], str | None] | None = None,
    not_parameters: Callable[[Node], bool] | None = None,
) -> Statistics:
    """The figures of a graph, by the shapes that it has: a size that is not known makes nodes ``unknown``.

    Args:
        name_of: under which name a node counts, ``None`` if it does not; default its own.
        not_parameters: says which variables are none, such as what an optimizer keeps.
    """
    found: dict[str, Figures] = {}
    for node, figures in _Count(graph, not_parameters).nodes(graph, KnownShapes({})):
        name = node.name if name_of is None else name_of(node)
        if name is not None:
            found[name] = found.get(name, Figures()) + figures
    return Statistics(found)


def page_statistics(
    page: Page, folder: Path | None = None, size: int = 1, function: str = ""
) -> tuple[Statistics, Built]:
    """The figures of a page, by block, and what was built for them. What optimizers keep counts as no parameter.

    Args:
        folder: where the files are that the page names.
        size: what each unknown size of a placeholder counts as. With 1 the figures are those of one example.
        function: the name of a function of the page, whose body is counted instead; one that has a problem has nothing.

    Raises:
        InvalidArgumentError: ``size`` is not positive, or too large.
        NotFoundError: no such function.
    """
    if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= LARGEST_SIZE:
        raise InvalidArgumentError(
            f"size of an unknown axis must be a number from 1 to {LARGEST_SIZE}, got {shorten(repr(size), 80)}"
        )
    if function and function not in page.functions:
        raise NotFoundError(f"function must be one of the page, got '{shorten(function, 80)}'")
    body = page.functions[function] if function else None
    sized = _sized(page, size) if body is None else _with_sized(page, function, body, size)
    with shapes_only():
        built = build_page(sized, folder=folder)
    part = page if body is None else body.page
    blocks = {f"{path}/{block.id}" if path else block.id for path, inner, _ in part.walk() for block in inner.blocks}

    def owner(node: Node) -> str:
        """The block that a node is or was made for: its name, or what it begins with."""
        name = node.name
        while name and name not in blocks:
            name = name.rpartition("/")[0]
        return name or node.name

    if body is not None:
        found = built.graph.functions.get(function)
        return (Statistics({}) if found is None else graph_statistics(found.graph, owner)), built
    needed = _needed(built)
    return graph_statistics(
        built.graph, lambda node: owner(node) if node in needed else None, lambda node: owner(node) in built.made
    ), built


def _with_sized(page: Page, function: str, body: Body, size: int) -> Page:
    return replace(page, functions={**page.functions, function: replace(body, page=_sized(body.page, size))})


def _needed(built: Built) -> set[Node]:
    """The nodes of blocks and what they need: a gradient adds some that nothing needs, and that never run."""
    ends = [*built.nodes.values()]
    for made in built.made.values():
        ends += [*made.initial, *(item.tensor.node for item in made.outputs)]
    found = set(ends)
    while ends:
        node = ends.pop()
        new = {tensor.node for tensor in node.inputs}.union(node.control_inputs) - found
        found |= new
        ends += new
    return found


def _sized(page: Page, size: int) -> Page:
    """The page with a size in the place of each that placeholders leave open."""
    placeholders = ops_with(Trait.PLACEHOLDER)
    pages = {name: _sized(inner, size) for name, inner in page.pages.items()}
    blocks = tuple(_sized_block(block, size) if block.op in placeholders else block for block in page.blocks)
    return replace(page, blocks=blocks, pages=pages)


def _sized_block(block: Block, size: int) -> Block:
    shape = None if isinstance(block.attrs, str) else block.attrs.get("shape")
    if not isinstance(shape, list) or isinstance(block.attrs, str):
        return block
    sizes = [dim if isinstance(dim, int) and dim >= 0 else size for dim in shape]
    return replace(block, attrs={**block.attrs, "shape": sizes})


def _is_weight(dtype: DType) -> bool:
    return dtype.base.is_floating or dtype.base.is_complex or dtype.base.is_quantized


class _Count:
    """Counts nodes; a function is counted once for each list of shapes that it is called with."""

    def __init__(self, graph: Graph, not_parameters: Callable[[Node], bool] | None) -> None:
        self._graph = graph
        self._not_parameters = not_parameters or (lambda node: False)
        self._calls: dict[tuple[Any, ...], Figures | None] = {}  # None while it is counted
        self._seen: set[str] = set()  # functions whose weights are counted
        self._depth = 0

    def nodes(self, graph: Graph, shapes: KnownShapes) -> Iterable[tuple[Node, Figures]]:
        for node in graph.nodes:
            outputs = shapes.visit(node)
            if node.type == "Const":
                yield node, self._constant(node)
            elif node.op.has(Trait.DECLARES_VARIABLE):
                yield node, self._variable(node)
            else:
                yield node, self._computed(node, shapes, outputs)

    def _constant(self, node: Node) -> Figures:
        value = node.attrs["value"]
        if not value.ndim or not _is_weight(node.outputs[0].dtype):
            return Figures(nodes=1)
        return Figures(nodes=1, parameters=value.size, parameter_bytes=value.size * node.outputs[0].dtype.size)

    def _variable(self, node: Node) -> Figures:
        shape, dtype = node.attrs["shape"], node.attrs["dtype"]
        if not _is_weight(dtype) or self._not_parameters(node):
            return Figures(nodes=1)
        if not shape.is_fully_defined:
            return Figures(nodes=1, unknown=1)
        count = prod(shape.as_tuple())
        return Figures(nodes=1, parameters=count, parameter_bytes=count * dtype.size)

    def _computed(self, node: Node, shapes: KnownShapes, outputs: list[TensorShape]) -> Figures:
        called = self._called(node, shapes)
        cost = shapes.cost(node)
        unknown = node.op.cost_fn is not None and cost is None
        size = 0
        if not _passes_on(node):
            for tensor, shape in zip(node.outputs, outputs, strict=True):
                if not tensor.dtype.is_ref and tensor.dtype.size:
                    unknown |= not shape.is_fully_defined
                    size += prod(shape.as_tuple()) * tensor.dtype.size if shape.is_fully_defined else 0
        multiply_adds = 0 if cost is None else cost.flops // 2
        own = Figures(nodes=1, multiply_adds=multiply_adds, activation_bytes=size, unknown=int(unknown))
        return own if called is None else own + called

    def _called(self, node: Node, shapes: KnownShapes) -> Figures | None:
        """What the functions have and take that a node calls; of those that it chooses from, the costliest takes it."""
        names = function_names(node)
        if not names:
            return None
        op, given = node.op, [shapes.of(tensor) for tensor in node.inputs]
        if op.has(Trait.FUNCTION_CALL) or op.has(Trait.FUNCTION_LOOP):
            return _sum(self._function(name, given) for name in names)
        if op.has(Trait.FUNCTION_CHOICE):
            branches = [self._function(name, given[1:]) for name in names]
            parameters, parameter_bytes = (sum(each.parameters for each in branches),
                                           sum(each.parameter_bytes for each in branches))  # fmt: skip
            return replace(max(branches, key=_weight), parameters=parameters, parameter_bytes=parameter_bytes)
        return Figures(unknown=1)

    def _function(self, name: str, given: list[TensorShape]) -> Figures:
        key = (name, tuple(given))
        if key in self._calls:
            return self._calls[key] or Figures(unknown=1)  # a function that calls itself
        function: Function | None = self._graph.functions.get(name)
        if function is None or self._depth >= _DEEPEST or len(self._calls) >= _MOST_CALLS:
            return Figures(unknown=1)
        is_new = name not in self._seen  # another call has the same weights
        self._seen.add(name)
        self._calls[key] = None
        self._depth += 1
        found = self._body(function, given)
        self._depth -= 1
        self._calls[key] = replace(found, parameters=0, parameter_bytes=0)
        return found if is_new else self._calls[key] or Figures()

    def _body(self, function: Function, given: list[TensorShape]) -> Figures:
        try:
            body = function.body
            pairs: list[tuple[Tensor, TensorShape]] = list(zip(body.inputs, given, strict=True))
        except (GraphopsError, ValueError):  # it cannot be built, or takes other arguments
            return Figures(unknown=1)
        arguments = {tensor.node for tensor in body.inputs}
        known = {t: s if not s.is_compatible_with(t.shape) else s.merge_with(t.shape) for t, s in pairs}
        return _sum(found for node, found in self.nodes(body.graph, KnownShapes(known)) if node not in arguments)


def _passes_on(node: Node) -> bool:
    """Whether a node's results are no arrays of its own: it is fed, reads a variable, or gives its input."""
    op = node.op
    if op.has(Trait.PLACEHOLDER) or op.has(Trait.FEEDABLE):
        return True
    if op.has(Trait.ONLY_READS) and node.inputs and all(t.dtype is resource or t.dtype.is_ref for t in node.inputs):
        return True
    return op.traits.get(Trait.PASSES_THROUGH, ())[-1:] == ("always",)
