"""Running a page: feeds in, fetches out, by the names of pins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from graphops.graph.graph import Node, Tensor
from graphops.interchange.page.build import Built, Problem, build_page
from graphops.interchange.page.fetches import default_fetches, waiting
from graphops.interchange.page.format import Page, Pin
from graphops.interchange.page.json_values import array
from graphops.interchange.page.mapped_files import check_files, files_in_use
from graphops.interchange.page.modes import of_running_blocks, why_at_rest
from graphops.interchange.page.read import parse_pin
from graphops.plan.session_config import SessionConfig
from graphops.session.session import Session
from graphops_registry.errors import FailedPreconditionError, GraphopsError, InvalidArgumentError, shorten


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
        fetches: pins or blocks, instead of those of the page. A page that names none computes what nothing uses
            (:func:`~graphops.interchange.page.fetches.default_fetches`).
        folder: where files that the page names may be.
        device: where blocks run for which the page says nothing, ``"/device:GPU:0"``.
        steps: how many times, instead of the page's number; the last values count.
        config: limits and settings of the Session.
        target: of the Session.

    Returns:
        The array of each output pin, by ``block:pin`` or ``block:pin:number``; blocks without outputs run. What the
        page fetches of muted blocks, or of blocks that need them, is left out.

    Raises:
        GraphopsError: the page is wrong, or a block fails.
        FailedPreconditionError: nothing to fetch.
        DataLossError: a file that arrays are in was cut or written to between two steps. One that is cut within a step
            can end the process.
    """
    if steps is not None and (isinstance(steps, bool) or not isinstance(steps, int) or steps < 1):
        raise InvalidArgumentError(f"steps of a page must be a whole number from 1 on, got {steps!r}")
    if device:
        page = _on(page, device)
    with files_in_use() as files:
        built = build_page(page, folder=folder)
        built.raise_problems()
        task = task_of(page, built, feeds, fetches, folder=folder, steps=steps)
    with Session(built.graph, target, config) as session:
        check_files(files)
        if task.init:
            session.run(list(task.init), dict(task.feeds))
        targets = [*task.fetches.values(), *task.nodes]
        if not targets:
            return {}
        step = session.make_callable(targets, list(task.feeds))
        found: list[Any] = []
        for _ in range(task.steps):
            check_files(files)
            found = step(*task.feeds.values())
    fetched = zip(task.fetches.items(), found, strict=False)
    return {name: _as_array(value, tensor) for (name, tensor), value in fetched}


@dataclass(frozen=True)
class Task:
    """What a run of a page does with the page's graph.

    Attributes:
        feeds: the values that replace tensors.
        init: tensors and nodes that run once before.
        fetches: the tensors that each step computes, by ``block:pin`` or ``block:pin:number``.
        nodes: the nodes without outputs that each step runs.
        steps: how many there are.
    """

    feeds: Mapping[Tensor, np.ndarray[Any, Any]]
    init: Sequence[Tensor | Node]
    fetches: Mapping[str, Tensor]
    nodes: Sequence[Node]
    steps: int


def task_of(
    page: Page,
    built: Built,
    feeds: Mapping[str, Any] | None = None,
    fetches: Sequence[str] | None = None,
    *,
    folder: Path | None = None,
    steps: int | None = None,
) -> Task:
    """What a run of a page does.

    Args:
        built: the page's graph, without problems.
        feeds, fetches, folder, steps: as in :func:`run_page`.

    Raises:
        GraphopsError: feeds or fetches that are wrong.
        FailedPreconditionError: nothing to fetch.
    """
    given = ((parse_pin(text, "a feed"), value) for text, value in (feeds or {}).items())
    own = by_tensor(built, given)
    running = of_running_blocks(page, built)
    values = page_feeds(running, built, folder, own) | own
    if fetches is not None:
        wanted = [parse_pin(text, "a fetch") for text in fetches]
    elif page.fetches:
        wanted = [pin for pin in page.fetches if pin.block not in built.muted]
        if not wanted:
            raise all_muted()
    else:
        wanted = default_fetches(running, built, values)
    if not wanted and (fetches is not None or not (page.init or built.initial)):
        raise _nothing_to_compute(built, values)
    init, tensors = _targets(built, running.init), _targets(built, wanted)
    steps = page.steps if steps is None else steps
    once: list[Tensor | Node] = [*init[0].values(), *init[1], *built.initial]
    return Task(values, once, tensors[0], tensors[1], steps)


def all_muted() -> GraphopsError:
    """What to say of a page all of whose fetches are muted."""
    return FailedPreconditionError("a page must fetch something that is not muted and needs no muted block")


def _nothing_to_compute(built: Built, fed: Collection[Tensor]) -> GraphopsError:
    """What to say of a page that fetches nothing and of which nothing can be computed either."""
    missing = dict.fromkeys(waiting(built, fed).values())
    rule = "a page must fetch something: name blocks in 'fetches'"
    if missing:
        rule = f"{rule}, or feed what it waits for: {shorten(', '.join(missing), 200)}"
    return FailedPreconditionError(rule)


def page_feeds(
    page: Page, built: Built, folder: Path | None, instead: Collection[Tensor] = ()
) -> dict[Tensor, np.ndarray[Any, Any]]:
    """The values that the page feeds itself.

    Args:
        instead: tensors that the caller feeds: the page's values for them are ignored, and their files not read.
    """
    return {
        tensor: array(literal, tensor.dtype, f"the feed of '{tensor.name}'", folder)
        for tensor, literal in by_tensor(built, page.feeds.items()).items()
        if tensor not in instead
    }


def value_problems(page: Page, built: Built, folder: Path | None) -> list[Problem]:
    """What is wrong with the feeds, fetches and ``init`` of a page, as far as their blocks could be made."""
    found = []
    fed: set[Tensor] = set()
    for what, pins in (("a feed", page.feeds), ("a fetch", page.fetches), ("init", page.init)):
        for pin in pins:
            if pin.block not in built.nodes and (what == "a feed" or pin.block not in built.bypassed):
                continue  # is said of the block; what is fed to a bypassed one is not used
            try:
                built.tensors(pin)
                if what == "a feed":
                    tensor = fed_tensor(built, pin)
                    _check_once(tensor, fed)
                    fed.add(tensor)
                    value = array(page.feeds[pin], tensor.dtype, f"the feed of '{pin}'", folder)
                    if not tensor.shape.is_compatible_with(value.shape):
                        rule = f"have a shape that fits {tensor.shape}"
                        raise InvalidArgumentError(f"the feed of '{pin}' must {rule}, got {list(value.shape)}")
            except GraphopsError as error:
                found.append(Problem(pin.block, pin.pin, error))
    if page.fetches and all(pin.block in built.muted for pin in page.fetches):
        found.append(Problem("", "", all_muted()))
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
    if pin.block in built.bypassed:
        raise InvalidArgumentError(f"a feed must name a block that runs, got '{pin}', which is bypassed")
    tensors = built.tensors(pin)
    if len(tensors) != 1:
        raise InvalidArgumentError(f"a feed must name one tensor, got {len(tensors)} for '{pin}'")
    return tensors[0]


def _targets(built: Built, pins: Sequence[Pin]) -> tuple[dict[str, Tensor], list[Node]]:
    """The tensors of output pins, and the nodes without outputs."""
    names: dict[str, Tensor] = {}
    nodes = []
    for pin in pins:
        _check(built, pin, "a fetch")
        node = built.node(pin.block)
        if not pin.pin and not node.outputs:
            nodes.append(node)
        found = built.tensors(pin)  # raises for a pin that the block does not have
        items = [item for item in built.outputs(pin.block)
                 if pin.pin in ("", item.pin) and pin.number in (None, item.number)]  # fmt: skip
        if pin.block in built.bypassed and not pin.pin:
            items = [item for item in items if built.bypassed[pin.block][1][item.tensor.index] is not None]
        for item, tensor in zip(items, found, strict=True):
            names[str(Pin(pin.block, item.pin, item.number))] = tensor
    return names, nodes


def _check(built: Built, pin: Pin, what: str) -> None:
    if pin.block in built.muted:
        reason = why_at_rest(pin.block, built.muted[pin.block])
        raise InvalidArgumentError(f"{what} must name a block that runs, got '{pin}', {reason}")
    if pin.block not in built.nodes and pin.block not in built.bypassed:
        raise InvalidArgumentError(f"{what} must name a block of the page, got '{pin}'")


def _as_array(value: Any, tensor: Tensor) -> np.ndarray[Any, Any]:
    return np.asarray(value, dtype=tensor.dtype.base.numpy_dtype if tensor.dtype.is_host_only else None)


def _on(page: Page, device: str) -> Page:
    return replace(page, device=page.device or device)
