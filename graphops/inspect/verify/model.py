"""What ``graphops verify`` feeds to a model, and which of its tensors it compares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from graphops.graph.body_graph import has_effect
from graphops.graph.graph import Graph, Tensor
from graphops.interchange.model import Model
from graphops.plan.loops.control import ENTER, EXIT, kind_of
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait


def comparable(graph: Graph, inputs: Sequence[Tensor]) -> tuple[list[Tensor], list[Tensor]]:
    """The numbers that depend on ``inputs``, or on nothing but constants and variables, and can be fetched.

    What is random or changes state, is within a loop of Enter and Exit, or needs another placeholder is left out, and
    so is what depends on it. What depends on functions that may change state is in the second list.
    """
    fed = {tensor.node for tensor in inputs}
    blocked: set[Any] = set()
    inside: set[Any] = set()
    called: set[Any] = set()
    found: list[Tensor] = []
    later: list[Tensor] = []
    for node in graph.nodes:
        sources = {*(tensor.node for tensor in node.inputs), *node.control_inputs}
        is_call = bool(node.op_def.function_attrs)
        of_run = node.op.has(Trait.STATE_OF_RUN)
        changes = has_effect(node) and not (is_call or of_run or node.type == "VariableV2")
        kind = kind_of(node.op)
        if (node.op.has(Trait.PLACEHOLDER) and node not in fed) or changes or not sources.isdisjoint(blocked):
            blocked.add(node)
            continue
        if (is_call and node.op_def.is_stateful) or not sources.isdisjoint(called):
            called.add(node)
        if kind == ENTER or (kind != EXIT and not sources.isdisjoint(inside)):
            inside.add(node)
            continue
        if node.type == "Const" or node in fed or node.type == "Switch":
            continue
        numbers = [t for t in node.outputs if t.dtype.is_numeric or t.dtype.is_bool]
        if of_run:  # flows are numbers without a meaning
            numbers = [t for t in numbers if not node.op_def.outputs[t.index].name.startswith("flow")]
        if node in called:
            later += numbers
        else:
            found += numbers
    return found, later


def inputs_needed(model: Model, signature: str | None, given: Iterable[str], fetches: Iterable[str]) -> list[Tensor]:
    """What is fed: the tensors in ``given``, and the model's inputs; with ``fetches`` those that they depend on.

    Args:
        given: names of tensors or nodes; any in the graph, so that nodes that cannot run can be fed past.

    Raises:
        NotFoundError: a name of nothing.
    """
    inputs = list(model.inputs(signature).values())
    known = {name: tensor for tensor in inputs for name in (tensor.name, tensor.node.name)}
    found = [known[name] if name in known else model.tensor(name) for name in given]
    if not fetches:
        return [*dict.fromkeys([*inputs, *found])]
    waiting: list[Any] = [model.graph.tensor(name) for name in fetches]
    seen: set[Any] = {*found}
    while waiting:
        tensor = waiting.pop()
        if tensor not in seen:
            seen.add(tensor)
            node = tensor.node
            waiting += node.inputs
            waiting += [output for control in node.control_inputs for output in control.outputs[:1]]
    return [*dict.fromkeys([*(tensor for tensor in inputs if tensor in seen), *found])]


def make_feeds(inputs: Sequence[Tensor], given: Mapping[str, Any], sizes: int, seed: int) -> dict[Tensor, Any]:
    """A value for each input: the one that was given, or random numbers.

    Args:
        given: values by name of tensor or node, or functions that make them for the input's dtype.
        sizes: the sizes of unknown dimensions.

    Raises:
        InvalidArgumentError: an input of unknown rank, or of a dtype without numbers, that was not given.
    """
    random = np.random.default_rng(seed)
    feeds: dict[Tensor, Any] = {}
    for tensor in inputs:
        value = given.get(tensor.name, given.get(tensor.node.name))
        if value is None:
            value = _random(tensor, sizes, random)
        feeds[tensor] = value(tensor.dtype) if callable(value) else value
    return feeds


def _random(tensor: Tensor, sizes: int, random: np.random.Generator) -> np.ndarray[Any, Any]:
    shape: TensorShape = tensor.shape
    if shape.dims is None or not (tensor.dtype.is_numeric or tensor.dtype.is_bool):
        raise InvalidArgumentError(
            f"the input '{tensor.name}' must be given by --feed, because its value cannot be guessed: "
            f"{tensor.dtype.name}, shape {shape}"
        )
    known = [dim if isinstance(dim, int) else sizes for dim in shape.dims]
    if tensor.dtype.is_floating or tensor.dtype.is_complex:
        return random.standard_normal(known).astype(tensor.dtype.numpy_dtype)
    return random.integers(0, 2, known).astype(tensor.dtype.numpy_dtype)
