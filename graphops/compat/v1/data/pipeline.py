"""Stages of a pipeline, and a pipeline with its values as an iterator sees it."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from graphops.compat.v1.data.running import POLL, Core, Handover, Running, no_check
from graphops.compat.v1.data.structure import Element, flatten
from graphops.graph.graph import Graph, Tensor, get_default_graph
from graphops.graph.outermost_graph import outermost_graph
from graphops_registry.errors import CancelledError
from graphops_registry.python_objects import register


class Stage(ABC):
    """A step of a pipeline.

    An iterator over its elements may go on after an error: the next call gives the element after the one that failed.

    Args:
        structure: of its elements: tuples and dicts of :class:`~graphops.compat.v1.data.structure.Leaf`.
        sources: the stages before it.
        inputs: tensors of the graph that it reads.

    Attributes:
        may_wait: whether it may take long: it runs functions, or waits for others.
    """

    may_wait = False

    def __init__(self, structure: Any, sources: Sequence[Stage] = (), inputs: Sequence[Tensor] = ()) -> None:
        self.structure = structure
        self.sources = tuple(sources)
        self.inputs = tuple(inputs)

    @abstractmethod
    def begin(self, running: Running) -> Iterator[Element]:
        """An iterator over the elements, from the first one on."""

    def all_inputs(self) -> list[Tensor]:
        """The tensors that it and the stages before it read, each once."""
        found: dict[Tensor, None] = {}
        seen: set[int] = set()
        waiting: list[Stage] = [self]
        while waiting:
            stage = waiting.pop()
            if id(stage) not in seen:
                seen.add(id(stage))
                found.update(dict.fromkeys(stage.inputs))
                waiting.extend(stage.sources)
        return list(found)

    def waits(self) -> bool:
        """Whether it or a stage before it may take long."""
        return self.may_wait or any(source.waits() for source in self.sources)


class Pipeline:
    """What a token of a node names: a stage with all before it, and the order of the tensors that it reads."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.inputs = stage.all_inputs()

    def bind(self, components: Sequence[Any]) -> BoundPipeline:
        """The pipeline with the values of what it reads."""
        return BoundPipeline(self.stage, dict(zip(self.inputs, components, strict=True)))

    def token(self) -> str:
        """A name of it for a node of the default graph, which keeps it."""
        graph: Graph = get_default_graph()
        for owner in {id(graph): graph, id(outermost_graph()): outermost_graph()}.values():
            owner.python_objects.append(self)
        return register("dataset", self)


class BoundPipeline:
    """The value of a data set: what a variant tensor holds."""

    def __init__(self, stage: Stage, values: Mapping[Tensor, Any]) -> None:
        self.stage = stage
        self.values = values
        leaves = flatten(stage.structure)
        self.types = [leaf.dtype for leaf in leaves]
        self.shapes = [leaf.shape for leaf in leaves]

    def begin(self, ctx: Any) -> Iteration:
        """A new iteration; ``ctx`` is the context of the kernel that asks."""
        return Iteration(self, Core(ctx.resources, ctx.files))

    def __repr__(self) -> str:
        return f"<data set of {len(self.types)} components>"


def held_array(stage: Stage) -> Any:
    """A data set that reads no tensors as the value of a variant tensor."""
    array = np.empty((), dtype=object)
    array[()] = BoundPipeline(stage, {})
    return array


class Iteration:
    """An iteration as an iterator's kernels see it.

    A pipeline that may take long runs in a thread of its own, so that a run that waits for it can be stopped. What it
    was about to give is given to the next run.
    """

    def __init__(self, pipeline: BoundPipeline, core: Core) -> None:
        self._core = core
        self._pipeline = pipeline
        self._lock = threading.Lock()
        self._elements: Iterator[Element] | None = None
        self._answers: Handover | None = None
        self._questions: Handover | None = None
        self._asked = False
        self._ended = False

    def next(self, ctx: Any) -> Element | None:
        """The next element, ``None`` after the last one."""
        while not self._lock.acquire(timeout=POLL):
            self._core.check()
            ctx.check_cancelled()
        try:
            if self._ended:
                return None
            self._core.check()
            found = self._next(ctx)
            self._ended = found is None
            return found
        finally:
            self._lock.release()

    def _next(self, ctx: Any) -> Element | None:
        if not self._pipeline.stage.waits():
            if self._elements is None:
                self._elements = self._pipeline.stage.begin(Running(self._core, self._pipeline.values))
            return next(self._elements, None)
        if self._answers is None or self._questions is None:
            self._questions, self._answers = Handover(self._core, 1), Handover(self._core, 1)
            pipeline, core, questions, answers = self._pipeline, self._core, self._questions, self._answers
            core.start(lambda: _answer(pipeline, core, questions, answers))
        if not self._asked:
            self._questions.put(None)
            self._asked = True
        found, error = self._answers.get(ctx.check_cancelled)
        self._asked = False
        if error is not None:
            raise error
        element: Element | None = found
        return element

    def close(self) -> None:
        """End it."""
        self._core.close()


def _answer(pipeline: BoundPipeline, core: Core, questions: Handover, answers: Handover) -> None:
    """Compute an element whenever one is asked for, until the iteration ends."""
    elements: Iterator[Element] | None = None
    try:
        while True:
            questions.get(no_check)
            try:
                if elements is None:
                    elements = pipeline.stage.begin(Running(core, pipeline.values))
                answer = next(elements, None), None
            except Exception as error:
                answer = None, error  # type: ignore[assignment]
            answers.put(answer)
    except CancelledError:
        return
