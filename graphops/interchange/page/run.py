"""Running a page: feeds in, fetches out, by the names of pins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from graphops.graph.graph import Tensor
from graphops.interchange.page.build import Built, Problem, build_page
from graphops.interchange.page.format import Page, Pin
from graphops.interchange.page.json_values import array
from graphops.interchange.page.old_text import read_constant
from graphops.interchange.page.read import parse_pin
from graphops.plan.session_config import SessionConfig
from graphops.session.session import Session
from graphops_registry.errors import FailedPreconditionError, GraphopsError, InvalidArgumentError


def run_page(
    page: Page,
    feeds: Mapping[str, Any] | None = None,
    fetches: Sequence[str] | None = None,
    *,
    folder: Path | None = None,
    device: str | None = None,
    steps: int | None = None,
    config: SessionConfig | None = None,
    target: Any = "",
) -> dict[str, np.ndarray[Any, Any]]:
    """Compute what a page fetches.

    Args:
        feeds: arrays by pin or block, beside those of the page, which they replace.
        fetches: pins or blocks, instead of those of the page.
        folder: where files that the page names may be.
        device: where blocks run for which the page says nothing, ``"/device:GPU:0"``.
        steps: how many times, instead of the page's number; the last values count.
        config: limits and settings of the Session.
        target: of the Session.

    Returns:
        The array of each output pin, by ``block:pin`` or ``block:pin:number``; blocks without outputs run.

    Raises:
        GraphopsError: the page is wrong, or a block fails.
        FailedPreconditionError: nothing to fetch.
    """
    steps = page.steps if steps is None else steps
    if isinstance(steps, bool) or not isinstance(steps, int) or steps < 1:
        raise InvalidArgumentError(f"steps of a page must be a whole number from 1 on, got {steps!r}")
    if device:
        page = _on(page, device)
    built = build_page(page, folder=folder)
    built.raise_problems()
    wanted = list(page.fetches) if fetches is None else [parse_pin(text, "a fetch") for text in fetches]
    if not wanted:
        raise FailedPreconditionError("a page must fetch something: name blocks in 'fetches'")
    own = by_tensor(built, ((parse_pin(text, "a feed"), value) for text, value in (feeds or {}).items()))
    feed_dict = page_feeds(page, built, folder, own) | own
    names, tensors, nodes = _targets(built, wanted)
    _, init_tensors, init_nodes = _targets(built, page.init)
    with Session(built.graph, target, config) as session:
        if page.init or built.initial:
            session.run([*init_tensors, *init_nodes, *built.initial], feed_dict)
        step = session.make_callable([*tensors, *nodes], list(feed_dict))
        found: list[Any] = []
        for _ in range(steps):
            found = step(*feed_dict.values())
    return {name: _as_array(value, tensor) for name, value, tensor in zip(names, found, tensors, strict=False)}


def page_feeds(
    page: Page, built: Built, folder: Path | None, instead: Collection[Tensor] = ()
) -> dict[Tensor, np.ndarray[Any, Any]]:
    """The values that the page feeds itself.

    Args:
        instead: tensors that the caller feeds: the page's values for them are ignored, and their files not read.
    """
    return {
        tensor: _fed_array(literal, tensor, f"the feed of '{tensor.name}'", folder)
        for tensor, literal in by_tensor(built, page.feeds.items()).items()
        if tensor not in instead
    }


def _fed_array(literal: Any, tensor: Tensor, what: str, folder: Path | None) -> np.ndarray[Any, Any]:
    if isinstance(literal, str) and not tensor.dtype.is_host_only:
        literal = read_constant(literal, what, tensor.node.type)
    return array(literal, tensor.dtype, what, folder)


def value_problems(page: Page, built: Built, folder: Path | None) -> list[Problem]:
    """What is wrong with the feeds, fetches and ``init`` of a page, as far as their blocks could be made."""
    found = []
    fed: set[Tensor] = set()
    for what, pins in (("a feed", page.feeds), ("a fetch", page.fetches), ("init", page.init)):
        for pin in pins:
            if pin.block not in built.nodes:
                continue  # is said of the block
            try:
                built.tensors(pin)
                if what == "a feed":
                    tensor = fed_tensor(built, pin)
                    _check_once(tensor, fed)
                    fed.add(tensor)
                    value = _fed_array(page.feeds[pin], tensor, f"the feed of '{pin}'", folder)
                    if not tensor.shape.is_compatible_with(value.shape):
                        rule = f"have a shape that fits {tensor.shape}"
                        raise InvalidArgumentError(f"the feed of '{pin}' must {rule}, got {list(value.shape)}")
            except GraphopsError as error:
                found.append(Problem(pin.block, pin.pin, error))
    return found


def by_tensor(built: Built, feeds: Iterable[tuple[Pin, Any]]) -> dict[Tensor, Any]:
    """Feeds by the tensors that they replace.

    Raises:
        InvalidArgumentError: one tensor by two names, such as ``x`` and ``x:output``.
    """
    found: dict[Tensor, Any] = {}
    for pin, value in feeds:
        tensor = fed_tensor(built, pin)
        _check_once(tensor, found)
        found[tensor] = value
    return found


def _check_once(tensor: Tensor, fed: Collection[Tensor]) -> None:
    if tensor in fed:
        raise InvalidArgumentError(f"a feed must come once, but two are for '{tensor.name}'")


def fed_tensor(built: Built, pin: Pin) -> Tensor:
    """The tensor that a feed replaces.

    Raises:
        InvalidArgumentError: no block of that name, or a pin of several tensors.
    """
    _check(built, pin, "a feed")
    tensors = built.tensors(pin)
    if len(tensors) != 1:
        raise InvalidArgumentError(f"a feed must name one tensor, got {len(tensors)} for '{pin}'")
    return tensors[0]


def _targets(built: Built, pins: Sequence[Pin]) -> tuple[list[str], list[Tensor], list[Any]]:
    """Output pins with their tensors, and the nodes without outputs."""
    names: dict[str, Tensor] = {}
    nodes = []
    for pin in pins:
        _check(built, pin, "a fetch")
        node = built.nodes[pin.block]
        if not pin.pin and not node.outputs:
            nodes.append(node)
        built.tensors(pin)  # raises for a pin that the block does not have
        for item in built.outputs(pin.block):
            if pin.pin in ("", item.pin) and pin.number in (None, item.number):
                names[str(Pin(pin.block, item.pin, item.number))] = item.tensor
    return list(names), list(names.values()), nodes


def _check(built: Built, pin: Pin, what: str) -> None:
    if pin.block not in built.nodes:
        raise InvalidArgumentError(f"{what} must name a block of the page, got '{pin}'")


def _as_array(value: Any, tensor: Tensor) -> np.ndarray[Any, Any]:
    return np.asarray(value, dtype=tensor.dtype.base.numpy_dtype if tensor.dtype.is_host_only else None)


def _on(page: Page, device: str) -> Page:
    from dataclasses import replace

    return replace(page, device=page.device or device)
