"""What ``graphops verify`` feeds to a model, and which of its tensors it compares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphops.graph.body_graph import has_effect
from graphops.graph.graph import Graph, Tensor
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
        is_call = any(attr.base_type == "func" for attr in node.op_def.attrs)
        changes = has_effect(node) and not is_call and node.type != "VariableV2"
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
        if node in called:
            later += numbers
        else:
            found += numbers
    return found, later


def make_feeds(inputs: Sequence[Tensor], given: Mapping[str, Any], sizes: int, seed: int) -> dict[Tensor, Any]:
    """A value for each input: the one that was given, or random numbers.

    Args:
        given: values by name of tensor or node.
        sizes: the sizes of unknown dimensions.

    Raises:
        InvalidArgumentError: an input of unknown rank, or of a dtype without numbers, that was not given.
    """
    random = np.random.default_rng(seed)
    feeds: dict[Tensor, Any] = {}
    unknown = set(given) - {name for t in inputs for name in (t.name, t.node.name)}
    if unknown:
        names = ", ".join(t.name for t in inputs) or "none"
        raise InvalidArgumentError(f"--feed must name inputs of the model ({names}), got '{sorted(unknown)[0]}'")
    for tensor in inputs:
        value = given.get(tensor.name, given.get(tensor.node.name))
        feeds[tensor] = _random(tensor, sizes, random) if value is None else value
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
