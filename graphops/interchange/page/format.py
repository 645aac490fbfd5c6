"""The contents of a page file as classes: blocks, wires between their pins, sub-pages, feeds and fetches.

Only the form is checked here, not the ops: :mod:`graphops.interchange.page.build` makes a graph from a page and reports
what is wrong with its ops.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

FORMAT: Final = 1  # the version of the format, the value of "graphops_page"
# The id of a block or a sub-page: one part of a node's name, by TensorFlow's rule for the first part and for others.
PART_RULE: Final = "consist of letters, digits, '_', '.', '-' or '>'"
PART: Final = r"[A-Za-z0-9_.>-]+"
NAME_RULE: Final = f"{PART_RULE}, the first a letter, a digit or '.'"
NAME: Final = r"[A-Za-z0-9.][A-Za-z0-9_.>-]*"
FUNCTION_RULE: Final = "consist of letters, digits, '_', '.', '-', '/', '<' or '>', the first none of '-', '/' and '>'"
MODES: Final = ("muted", "bypassed")  # of a block that does not run
FUNCTION_NAME: Final = r"[A-Za-z0-9_.<][A-Za-z0-9_./<>-]*"


class Pin(NamedTuple):
    """One end of a wire: ``block:pin``, ``block:pin:number`` in a list, ``page/block:pin`` in a sub-page.

    Attributes:
        block: the path of the block from the page that contains this pin.
        pin: the name of an input or output; ``""`` for a block as a whole.
        number: which one of a list; ``None`` where the pin is no list.
    """

    block: str
    pin: str = ""
    number: int | None = None

    def within(self, path: str) -> Pin:
        """The same, seen from a page that has the page of this pin at ``path``."""
        return self._replace(block=f"{path}/{self.block}") if path else self

    def __str__(self) -> str:
        parts = [self.block, self.pin] if self.pin else [self.block]
        return ":".join(parts if self.number is None else [*parts, str(self.number)])


class Wire(NamedTuple):
    """From an output pin to an input pin."""

    source: Pin
    target: Pin


@dataclass(frozen=True, slots=True)
class Block:
    """An op on a page.

    Attributes:
        id: unique on its page; the node's name, with the pages around it in front.
        op: the op's name.
        attrs: attrs by name, as JSON has them; or the old text, ``data_format_ = NDHWC;``.
        inputs: literal values of inputs that no wire leads to, as JSON has them.
        after: blocks that run before this one: their paths from its page on, or from the outermost with ``/`` before.
        device: where it runs; ``""`` for wherever the page does.
        mode: ``""`` for a block that runs; else one of ``MODES`` (:mod:`graphops.interchange.page.modes`).
    """

    id: str
    op: str
    attrs: Mapping[str, Any] | str = field(default_factory=dict)
    inputs: Mapping[str, Any] = field(default_factory=dict)
    after: tuple[str, ...] = ()
    device: str = ""
    mode: str = ""

    def waits_for(self, path: str) -> list[str]:
        """The paths of the blocks that run before this one, which is on the page at ``path``."""
        return [other[1:] if other.startswith("/") else f"{path}/{other}" if path else other for other in self.after]


@dataclass(frozen=True, slots=True)
class Page:
    """A page. Sub-pages are scopes within it; only the outermost one has functions, feeds, fetches and ``init``.

    Attributes:
        blocks: in the order of the file.
        wires: between pins of this page and of pages within it.
        pages: sub-pages by id.
        device: where blocks run that say nothing else; ``""`` for wherever there is a kernel.
        feeds: values by pin, as JSON has them.
        fetches: what to compute; a pin without a name means all outputs of its block.
        functions: what ``func`` attrs name, by name.
        init: blocks that run once before, such as the first assignments of variables.
        steps: how many times what is fetched is computed.
        ui: what an editor keeps there; nothing else reads it.
        title: for people.
    """

    blocks: tuple[Block, ...] = ()
    wires: tuple[Wire, ...] = ()
    pages: Mapping[str, Page] = field(default_factory=dict)
    device: str = ""
    functions: Mapping[str, Body] = field(default_factory=dict)
    feeds: Mapping[Pin, Any] = field(default_factory=dict)
    fetches: tuple[Pin, ...] = ()
    init: tuple[Pin, ...] = ()
    steps: int = 1
    ui: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""

    def walk(self, path: str = "", device: str = "") -> Iterator[tuple[str, Page, str]]:
        """This page and its sub-pages, each with its path and its device."""
        own = self.device or device
        yield path, self, own
        for name, page in self.pages.items():
            yield from page.walk(f"{path}/{name}" if path else name, own)


@dataclass(frozen=True, slots=True)
class Body:
    """What a function does.

    Attributes:
        page: its blocks.
        arguments: ids of the ``Placeholder`` blocks that receive the inputs, in order.
        results: the pins that it gives.
        after: paths of blocks that run although nothing takes what they give.
    """

    page: Page
    arguments: tuple[str, ...] = ()
    results: tuple[Pin, ...] = ()
    after: tuple[str, ...] = ()
