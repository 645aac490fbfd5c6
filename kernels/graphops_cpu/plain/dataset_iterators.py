"""Plain kernels of data sets and their iterators, which are on the host."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops_cpu.lib.iterator_state import ITERATOR, IteratorState
from graphops_registry.dtypes import variant
from graphops_registry.errors import NotFoundError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.python_objects import find
from graphops_registry.resource import ResourceHandle, handle_array
from graphops_registry.shape import SCALAR_SHAPE

_USES = ["name", "resources", "cancel", "memory", "files"]


def _iterator_in(op: str, argument: str, handle: Any) -> IteratorState:
    found: Any = handle[()] if handle.ndim == 0 else None
    state = getattr(found, "state", None)
    if not isinstance(state, IteratorState):
        raise must(argument, op, "be the handle of an iterator", getattr(found, "text", repr(found)))
    return state


def _dataset_in(op: str, value: Any) -> Any:
    found: Any = value[()] if value.ndim == 0 else None
    if not hasattr(found, "begin"):
        raise must("dataset", op, "be a data set", type(found).__name__)
    return found


def _handle(state: IteratorState) -> Any:
    return handle_array(ResourceHandle(state.container, state.name, ITERATOR, variant, SCALAR_SHAPE, state))


def _found(op: str, ctx: Context, attrs: Any) -> IteratorState:
    """The iterator that the attrs name, made at the first run."""
    container, name = attrs["container"], attrs["shared_name"] or ctx.name
    types, shapes = attrs["output_types"], attrs["output_shapes"]
    state: IteratorState = ctx.resources.state(
        (ITERATOR, container, name), lambda: IteratorState(container, name, types, shapes)
    )
    state.require(types, shapes, f"op '{op}' for")
    return state


@register_kernel("Graphops>Dataset", "CPU", host_inputs=["components"], host_outputs=["handle"])
class Dataset(PlainKernel):
    def compute(self, *components: Array) -> Any:
        array = np.empty((), dtype=object)
        array[()] = find(self.attrs["token"], "Graphops>Dataset").bind(components)
        return array


@register_kernel("Graphops>OneShotIterator", "CPU", host_inputs=["components"], host_outputs=["handle"], uses=_USES)
class OneShotIterator(PlainKernel):
    op = "Graphops>OneShotIterator"

    def compute(self, ctx: Context, *components: Array) -> Any:
        state = _found(self.op, ctx, self.attrs)
        state.begin_once(find(self.attrs["token"], self.op).bind(components), ctx)
        return _handle(state)


@register_kernel("IteratorV2", "CPU", host_outputs=["handle"], uses=["name", "resources"])
class IteratorV2(PlainKernel):
    def compute(self, ctx: Context) -> Any:
        return _handle(_found("IteratorV2", ctx, self.attrs))


@register_kernel("MakeIterator", "CPU", host_inputs=["dataset", "iterator"], uses=_USES)
class MakeIterator(PlainKernel):
    def compute(self, ctx: Context, dataset: Any, iterator: Any) -> tuple[Array, ...]:
        state = _iterator_in("MakeIterator", "iterator", iterator)
        state.begin(_dataset_in("MakeIterator", dataset), ctx)
        return ()


@register_kernel("IteratorGetNext", "CPU", host_inputs=["iterator"], host_outputs=["components"], uses=_USES)
class IteratorGetNext(PlainKernel):
    views = {0: 0}  # elements may be kept by the pipeline

    def compute(self, ctx: Context, iterator: Any) -> Sequence[Array]:
        state = _iterator_in("IteratorGetNext", "iterator", iterator)
        state.require(self.attrs["output_types"], self.attrs["output_shapes"], "op 'IteratorGetNext' for")
        return list(state.next(ctx))


@register_kernel("DatasetToSingleElement", "CPU", host_inputs=["dataset"], host_outputs=["components"], uses=_USES)
class DatasetToSingleElement(PlainKernel):
    op = "DatasetToSingleElement"
    views = {0: 0}

    def compute(self, ctx: Context, dataset: Any) -> Sequence[Array]:
        iteration = _dataset_in(self.op, dataset).begin(ctx)
        try:
            found = iteration.next(ctx)
            if found is None or iteration.next(ctx) is not None:
                rule = "have one element"
                raise must("dataset", self.op, rule, "none" if found is None else "more")
            return list(found)
        finally:
            iteration.close()


@register_kernel("IteratorToStringHandle", "CPU", host_inputs=["resource_handle"], host_outputs=["string_handle"])
class IteratorToStringHandle(PlainKernel):
    def compute(self, handle: Any) -> Any:
        state = _iterator_in("IteratorToStringHandle", "resource_handle", handle)
        array = np.empty((), dtype=object)
        array[()] = f"{state.container}\n{state.name}".encode()
        return array


@register_kernel(
    "IteratorFromStringHandleV2",
    "CPU",
    host_inputs=["string_handle"],
    host_outputs=["resource_handle"],
    uses=["resources"],
)
class IteratorFromStringHandleV2(PlainKernel):
    def compute(self, ctx: Context, string_handle: Any) -> Any:
        text = bytes(string_handle[()]).decode("utf-8", "replace")
        container, _, name = text.partition("\n")

        def missing() -> IteratorState:
            rule = "name an iterator of this Session"
            raise must("string_handle", "IteratorFromStringHandleV2", rule, repr(text), kind=NotFoundError)

        state = ctx.resources.state((ITERATOR, container, name), missing)
        if self.attrs["output_types"]:
            state.require(self.attrs["output_types"], self.attrs["output_shapes"], "string_handle for")
        return _handle(state)
