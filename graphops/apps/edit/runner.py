"""Running pages in the worker process: the Session is kept, and so are values for the editor to show.

Messages in and out are dicts as the editor's WebSocket carries them; nothing here knows how they travel.
"""

from __future__ import annotations

import contextlib
import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from graphops.apps.edit.checkpoints import load_checkpoint, save_checkpoint
from graphops.apps.edit.colour_views import colours
from graphops.apps.edit.not_run import not_run
from graphops.apps.edit.reply import error_json, problem_json
from graphops.apps.edit.value_files import value_file
from graphops.apps.edit.value_views import image, outline, summary, table
from graphops.graph.graph import Node, Tensor
from graphops.interchange.page import Built, Page, Pin, build_page
from graphops.interchange.page.fetches import computable, output_pins
from graphops.interchange.page.json_values import array as literal_array
from graphops.interchange.page.mapped_files import MappedFile, check_files, files_in_use
from graphops.interchange.page.modes import of_running_blocks, why_at_rest
from graphops.interchange.page.read import page_from_json, parse_pin
from graphops.interchange.page.run import by_tensor, page_feeds
from graphops.plan.session_config import SessionConfig
from graphops.plan.trace import RunMetadata
from graphops.session.session import Session
from graphops_registry.device_def import owner_of
from graphops_registry.dtypes import DType
from graphops_registry.errors import (
    CancelledError,
    DataLossError,
    FailedPreconditionError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    shorten,
)

Json = dict[str, Any]
Send = Callable[[Json], None]
_BETWEEN: Final = 0.1  # seconds between results of one block while steps go on
_MOST_VALUE_BYTES: Final = 1 << 30  # bytes of values that are kept for the editor to show
_POINTS: Final = 128  # of the curve of one number from step to step
_MOST_SUMMED: Final = 64  # blocks of a page whose results come with statistics; of larger ones they are asked for
_VIEWS: Final = {
    "summary": ("kind",),
    "table": ("kind", "start", "count"),
    "image": ("kind", "axes", "at"),
    "colours": ("kind", "at"),
    "file": ("kind", "form"),
}  # and their keys


class Runner:
    """Runs pages one after the other.

    Args:
        send: sends a message to the editor.
        folder: where files that pages name may be.
        memory_limit: bytes that the results of one step may take; ``None`` for as many as there are.
    """

    def __init__(self, send: Send, folder: Path, memory_limit: int | None = None) -> None:
        self._send = send
        self._folder = folder
        self._config = SessionConfig(memory_limit=memory_limit)
        self._session: Session | None = None
        self._drawn = ""  # the page of the Session, as JSON
        self._page: Page | None = None
        self._built: Built | None = None
        self._files: list[MappedFile] = []  # that values of the page are in
        self._started = False  # whether the page's ``init`` has run
        self._values: dict[str, tuple[np.ndarray[Any, Any], DType]] = {}
        self._value_bytes = 0  # bytes of the values
        self._number = 0  # of the run under way, or of the last one
        self._stopped = 0  # the number of the last run that was to be stopped

    def handle(self, message: Json) -> None:
        """Handle a message; every error becomes a response."""
        match message["type"]:
            case "run" | "step":
                self.run(message)
            case "reset":
                self._forget()
                self._send({"type": "reset", "id": message.get("id")})
            case "value":
                self._value(message)
            case "save" | "load":
                self._checkpoint(message)

    def cancel(self, number: int) -> None:
        """Stop a run, from another thread: the one under way, or one that has not begun.

        Args:
            number: which; the first is 1.
        """
        self._stopped = number
        session = self._session
        if session is not None and number == self._number:
            session.cancel()

    def _go_on(self) -> None:
        """Raise CancelledError if the run is to stop: between steps, no Session hears it."""
        if self._stopped == self._number:
            raise CancelledError("the run was stopped")

    def _forget(self) -> None:
        if self._session is not None:
            self._session.close()
        self._session = self._page = self._built = None
        self._drawn = ""
        self._started = False
        self._files = []
        self._values.clear()
        self._value_bytes = 0

    # -- running ------------------------------------------------------------------------------------------------------

    def run(self, message: Json) -> None:
        """Handle a ``run`` or ``step``: compute the page, and report each block."""
        begin = time.perf_counter()
        self._number += 1
        key = message.get("id")
        self._send({"type": "started", "id": key})
        status = "done"
        try:
            self._compute(message)
        except CancelledError:
            status = "stopped"
        except BaseException as error:  # of a kernel of a plug-in, SystemExit too: the process and its variables stay
            status = "failed"
            self._send({"type": "problem", "id": key} | error_json(error))
        seconds = time.perf_counter() - begin
        self._send({"type": "finished", "id": key, "status": status, "seconds": seconds})

    def _compute(self, message: Json) -> None:
        self._send({"type": "phase", "id": message.get("id"), "phase": "planning"})
        page, built = self._prepare(message)
        page = of_running_blocks(page, built)
        session = self._session
        if session is None:
            raise FailedPreconditionError("a page must be built to run")
        given = ((parse_pin(text, "a feed"), value) for text, value in _given(message, "feeds", dict, {}).items())
        with files_in_use() as fed:
            own = {tensor: literal_array(value, tensor.dtype, f"the feed of '{tensor.name}'", self._folder)
                   for tensor, value in by_tensor(built, given).items()}  # fmt: skip
            feeds = page_feeds(page, built, self._folder, own) | own
        self._files = [*built.files, *fed]
        check_files(self._files)
        targets = self._targets(page, built, message, set(feeds))
        everything = message.get("all") or (message.get("all") is None and message.get("fetches") is None)
        if everything and (left_out := not_run(built, set(feeds))):
            self._send({"type": "not_run", "id": message.get("id"), "blocks": left_out})
        steps = message.get("steps")
        steps = (1 if message["type"] == "step" else page.steps) if steps is None else steps
        if isinstance(steps, bool) or not isinstance(steps, int) or steps < 1:
            raise InvalidTypeError(f"steps of a run must be a whole number from 1 on, got {steps!r}")
        if not targets and not (page.init or built.initial):
            raise FailedPreconditionError("a page must have something to compute: blocks whose inputs are wired or fed")
        self._go_on()
        watch = _Watch(self._send, built, session.variables, message.get("id"), steps, len(targets), self._keep)
        try:
            if not self._started:
                if page.init or built.initial:
                    first = [*(node for pin in page.init for node in _nodes_of(built, pin)), *built.initial]
                    watch.phase("compiling")
                    session.run(first, feeds, run_metadata=watch.begin(-1), debug=watch)
                    watch.finish(all_of_them=True)
                self._started = True
            if targets:
                session.make_callable(targets, list(feeds))  # plans, and the Session keeps the plan
                watch.phase("compiling")
            for number in range(steps if targets else 0):
                self._go_on()
                check_files(self._files)
                session.run(targets, feeds, run_metadata=watch.begin(number), debug=watch)
                watch.finish(all_of_them=number == steps - 1)
        except Exception:
            watch.tell()  # what was computed before the fault is what it is looked for with
            raise
        finally:
            self._tell_of_given(built, feeds, message.get("id"))

    def _tell_of_given(self, built: Built, feeds: dict[Tensor, Any], key: Any) -> None:
        """What constants hold and what was fed: no kernel computes it, but users look at it."""
        with contextlib.suppress(DataLossError):  # which the run says
            check_files(self._files)
            self._tell_of_values(built, feeds, key)

    def _tell_of_values(self, built: Built, feeds: dict[Tensor, Any], key: Any) -> None:
        about = _about(built)
        for name, node in built.nodes.items():
            for pin, tensor in output_pins(built, name):
                value = node.attrs["value"] if node.type == "Const" else feeds.get(tensor)
                if value is None:
                    continue
                value = np.asarray(value)
                self._keep(str(pin), value, tensor.dtype.base)
                pins = {_result(pin): about(value, tensor.dtype.base)}
                self._send({"type": "result", "id": key, "block": name, "pins": pins, "seconds": None, "kernel": None})

    def _prepare(self, message: Json) -> tuple[Page, Built]:
        """The page, built; the Session of the last step goes on if the page's graph is still the same."""
        given = message.get("page")
        if not isinstance(given, dict):
            raise InvalidTypeError(f"page of a run must be an object, got {shorten(repr(given), 80)}")
        # As text, because 0.0 and -0.0, 1 and true are equal in Python, but not the same on a page.
        drawn = json.dumps({name: value for name, value in given.items() if name != "ui"}, sort_keys=True)
        if message["type"] == "step" and self._built is not None and self._page is not None and drawn == self._drawn:
            return self._page, self._built
        page = page_from_json(given)
        self._forget()
        built = build_page(page, folder=self._folder)
        for problem in built.problems:
            self._send({"type": "problem", "id": message.get("id")} | problem_json(problem))
        self._drawn, self._page, self._built = drawn, page, built
        self._session = Session(built.graph, config=self._config)
        return page, built

    def _targets(self, page: Page, built: Built, message: Json, fed: set[Tensor]) -> list[Node]:
        """The nodes that run: those of the fetches, and with ``all`` everything that can but what ``init`` is for."""
        texts = _given(message, "fetches", list, None)
        pins = list(page.fetches) if texts is None else [parse_pin(text, "a fetch") for text in texts]
        chosen: dict[Node, None] = {}
        for pin in pins:
            chosen.update(dict.fromkeys(_nodes_of(built, pin)))
            built.tensors(pin)  # raises for a pin that the block does not have
        everything = message.get("all", texts is None)
        if not isinstance(everything, bool):
            raise InvalidTypeError(f"all of a message must be true or false, got {shorten(repr(everything), 80)}")
        if everything:
            chosen.update(dict.fromkeys(computable(page, built, fed)))
        return [node for node in chosen if not node.outputs or any(tensor not in fed for tensor in node.outputs)]

    def _checkpoint(self, message: Json) -> None:
        """Handle a ``save`` of the variables of the steps so far, or a ``load`` for the steps to come."""
        key, name = message.get("id"), message.get("name")
        try:
            if message["type"] == "save":
                if self._session is None:
                    raise FailedPreconditionError("a page must have run to have variables that can be saved")
                count = save_checkpoint(self._session, self._folder, name, message.get("overwrite", False))
            else:
                count = self._loaded(message)
            said = {"save": "saved", "load": "loaded"}[message["type"]]
            self._send({"type": said, "id": key, "name": name, "variables": count})
        except Exception as error:
            self._send({"type": "problem", "id": key} | error_json(error))

    def _loaded(self, message: Json) -> int:
        """What ``init`` does happens first, since more than variables may begin there."""
        page, built = self._prepare({**message, "type": "step"})
        if self._session is None:
            raise FailedPreconditionError("a page must be built to have variables")
        if not self._started and (page.init or built.initial):
            page = of_running_blocks(page, built)
            feeds = page_feeds(page, built, self._folder, {})
            first = [*(node for pin in page.init for node in _nodes_of(built, pin)), *built.initial]
            self._session.run(first, feeds)
        self._started = True
        return load_checkpoint(self._session, self._folder, message.get("name"))

    # -- values -------------------------------------------------------------------------------------------------------

    def _keep(self, pin: str, value: np.ndarray[Any, Any], dtype: DType) -> None:
        self._value_bytes += value.nbytes - self._dropped(pin)
        self._values[pin] = value, dtype
        while self._value_bytes > _MOST_VALUE_BYTES and len(self._values) > 1:
            self._value_bytes -= self._dropped(next(iter(self._values)))

    def _dropped(self, pin: str) -> int:
        """Forget a value; its bytes."""
        return self._values.pop(pin)[0].nbytes if pin in self._values else 0

    def _value(self, message: Json) -> None:
        key, pin = message.get("id"), message.get("pin")
        try:
            if not isinstance(pin, str) or pin not in self._values:
                raise NotFoundError(f"{shorten(repr(pin), 80)} must be a pin that was computed, to be looked at")
            check_files(self._files)  # the value may be in one
            value, dtype = self._values[pin]
            answer: Json = {"type": "value", "id": key, "pin": pin, "dtype": dtype.name, "shape": list(value.shape)}
            view = _given(message, "view", dict, {})
            kind = view.get("kind", "table")
            if (
                isinstance(kind, str)
                and kind in _VIEWS
                and (odd := [name for name in view if name not in _VIEWS[kind]])
            ):
                rule = f"be among {', '.join(_VIEWS[kind])}"
                raise InvalidArgumentError(f"keys of a view must {rule}, got {shorten(repr(odd[0]), 80)}")
            if kind == "image":
                answer["image"] = image(value, dtype, view.get("axes", [0, 1]), view.get("at", [0] * value.ndim))
            elif kind == "colours":
                answer["image"] = colours(value, dtype, view.get("at", [0] * value.ndim))
            elif kind == "file":
                answer["file"] = value_file(value, dtype, view.get("form"))
            elif kind == "summary":
                answer["summary"] = summary(value, dtype)
            elif kind == "table":
                answer["values"] = table(
                    value, view.get("start", [0] * value.ndim), view.get("count", [8] * value.ndim)
                )
            else:
                raise InvalidArgumentError(
                    f"kind of a view must be one of {', '.join(_VIEWS)}, got {shorten(repr(kind), 80)}"
                )
            self._send(answer)
        except Exception as error:
            self._send({"type": "problem", "id": key} | error_json(error))


class _Watch:
    """Looks at every node that runs in a run's steps, and tells of it."""

    def __init__(
        self, send: Send, built: Built, variables: Mapping[str, Any], key: Any, steps: int, total: int,
        keep: Callable[[str, np.ndarray[Any, Any], DType], None],
    ) -> None:  # fmt: skip
        self._send = send
        self._built = built
        self._variables = variables
        self._key = key
        self._step, self._steps, self._total = 0, steps, total
        self._keep = keep
        self._metadata = RunMetadata()
        self._seen: dict[Node, Json] = {}
        self._past: dict[Tensor, list[float | None]] = {}  # single numbers, of each step whose number this divides:
        self._every = 1
        self._progress = self._results = time.perf_counter()  # when either was told last
        self._phase = "planning"

    def phase(self, name: str) -> None:
        """Tell what the run waits for from now on: ``compiling`` is choosing and compiling kernels."""
        if name != self._phase:
            self._phase = name
            self._send({"type": "phase", "id": self._key, "phase": name})

    def begin(self, step: int) -> RunMetadata:
        """A step begins (-1 is the page's ``init``); what the Session is to write into."""
        self._step, self._seen, self._metadata = step, {}, RunMetadata()
        return self._metadata

    def after(self, node: Node, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        """What the Session calls after each node."""
        self.phase("running")
        ran = self._metadata.nodes[-1]
        self._metadata.nodes.clear()  # a loop may go on for ever
        if self._built.nodes.get(node.name) is not node:
            return  # within a function
        values = [None if value is None else _on_host(value) for value in outputs]
        self._seen[node] = {"values": values, "seconds": (ran.end_ns - ran.start_ns) / 1e9, "kernel": ran.kernel}
        now = time.perf_counter()
        if now - self._progress > _BETWEEN:
            self._progress = now
            done = min(len(self._seen), self._total)
            self._send({"type": "progress", "id": self._key, "done": done, "total": self._total, "block": node.name,
                        "step": max(self._step, 0) + 1, "steps": self._steps})  # fmt: skip

    def _referred(self, value: np.ndarray[Any, Any]) -> np.ndarray[Any, Any] | None:
        """What the variable of a reference holds now; nothing before it was assigned."""
        if value.dtype != object:
            return value
        found = self._variables.get(value.item().name)
        return None if found is None else _on_host(found)

    def finish(self, all_of_them: bool) -> None:
        """Tell of the results of a step, if it is the last one or some time has gone by."""
        if self._steps > 1 and self._step >= 0 and (all_of_them or self._step % self._every == 0):
            self._remember()
        now = time.perf_counter()
        if not all_of_them and now - self._results < _BETWEEN:
            return
        self._results = now
        self.tell()

    def tell(self) -> None:
        """Tell of the results of the step so far."""
        describe = _about(self._built)
        for node, seen in self._seen.items():
            pins: Json = {}
            for pin, tensor in output_pins(self._built, node.name):
                value = seen["values"][tensor.index]
                if value is not None and tensor.dtype.is_ref:
                    value = self._referred(value)
                if value is None:
                    continue
                about = describe(value, tensor.dtype.base)
                if len(self._past.get(tensor, ())) > 1:
                    about["history"] = list(self._past[tensor])
                pins[_result(pin)] = about
                self._keep(str(pin), value, tensor.dtype.base)
            self._send({"type": "result", "id": self._key, "block": node.name, "pins": pins, "seconds": seen["seconds"],
                        "kernel": seen["kernel"]})  # fmt: skip

    def _remember(self) -> None:
        """Keep what is a single number, such as a loss; of many steps every second, fourth and so on."""
        for node, seen in self._seen.items():
            for tensor in node.outputs:
                value = seen["values"][tensor.index]
                if value is None or value.size != 1 or not tensor.dtype.is_floating or tensor.dtype.is_ref:
                    continue
                number = float(value.reshape(-1)[0])
                self._past.setdefault(tensor, []).append(number if math.isfinite(number) else None)
        if any(len(past) > _POINTS for past in self._past.values()):
            self._every *= 2
            for past in self._past.values():
                del past[1::2]


def _about(built: Built) -> Callable[[np.ndarray[Any, Any], DType], Json]:
    """What describes a result: with statistics on a small page, where people see all results at once."""
    return summary if len(built.nodes) <= _MOST_SUMMED else outline


def _result(pin: Pin) -> str:
    """What a block calls the value of an output."""
    return f"result_{pin.pin}" if pin.number is None else f"result_{pin.pin}_{pin.number}"


def _on_host(value: Any) -> np.ndarray[Any, Any]:
    owner = owner_of(value)
    return np.asarray(value if owner is None or owner.is_host else owner.copy_out(value))


def _nodes_of(built: Built, pin: Pin) -> list[Node]:
    """The node of a block to compute; those that a bypassed block's outputs come from in its place."""
    if pin.block in built.bypassed:
        return [tensor.node for tensor in built.tensors(pin)]
    if pin.block in built.muted:
        reason = why_at_rest(pin.block, built.muted[pin.block])
        raise InvalidArgumentError(f"'{pin}' must be of a block that runs, to be computed, got one {reason}")
    if pin.block not in built.nodes:
        raise InvalidArgumentError(f"'{pin}' must be a block that is right, to be computed")
    return [built.nodes[pin.block]]


def _given(message: Json, name: str, kind: type, default: Any) -> Any:
    value = message.get(name)
    if value is None:
        return default
    if not isinstance(value, kind):
        raise InvalidTypeError(f"{name} of a message must be {'an object' if kind is dict else 'a list'}, got "
                               f"{shorten(repr(value), 80)}")  # fmt: skip
    return value
