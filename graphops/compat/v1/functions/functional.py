"""``compat.v1``: functions over the slices of tensors along their first axis, one after the other.

A few slices are taken apart while the graph is built; many, or an unknown number, are a loop with arrays of tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.slices import Slices, StepOutputs, repeat_steps
from graphops.compat.v1.functions.synonyms import one_of
from graphops.graph.graph import get_default_graph
from graphops.graph.nest import flatten, pack
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


def map_fn(
    fn: Callable[..., Any],
    elems: Any,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: Any = None,
) -> Any:
    """``fn`` of each slice, stacked.

    Args:
        fn: takes a slice (of the structure of ``elems``) and gives tensors of one structure.
        dtype: the dtypes of what it gives, if its structure or they differ from those of ``elems``.

    Raises:
        InvalidTypeError: another structure or dtype than was stated.
    """
    _function(fn, "map_fn")
    stated = one_of("map_fn", "fn_output_signature", fn_output_signature, "dtype", dtype)
    like = elems if stated is None else stated
    with get_default_graph().name_scope(name or "map"):
        slices = Slices(flatten(elems))
        written = StepOutputs(slices.count, len(flatten(like)))

        def step(index: Any, state: list[Any]) -> list[Any]:
            found = flatten(fn(pack(elems, slices.read(index))))
            if stated is not None:
                found = [as_tensor(value, kind) for value, kind in zip(found, flatten(stated), strict=True)]
            written.write(index, found, "map_fn")
            return state

        repeat_steps(slices.count, step, [], written, [] if stated is None else flatten(stated), slices)
        return pack(like, written.stacked())


def scan(
    fn: Callable[..., Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """All values of ``state = fn(state, slice)``, stacked; without ``initializer`` it begins with the first slice."""
    _function(fn, "scan")
    with get_default_graph().name_scope(name or "scan"):
        return _accumulate(fn, elems, initializer, reverse, keep=True)


def foldl(
    fn: Callable[..., Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """The last value of ``state = fn(state, slice)``, from the first slice on."""
    _function(fn, "foldl")
    with get_default_graph().name_scope(name or "foldl"):
        return _accumulate(fn, elems, initializer, False, keep=False)


def foldr(
    fn: Callable[..., Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """The last value of ``state = fn(state, slice)``, from the last slice on."""
    _function(fn, "foldr")
    with get_default_graph().name_scope(name or "foldr"):
        return _accumulate(fn, elems, initializer, True, keep=False)


def _accumulate(fn: Callable[..., Any], elems: Any, initializer: Any, reverse: bool, keep: bool) -> Any:
    slices = Slices(flatten(elems))
    count = slices.count
    like = elems if initializer is None else initializer
    written = StepOutputs(count, len(flatten(like)) if keep else 0)
    last = count - 1

    def place(index: Any) -> Any:
        return last - index if reverse else index

    if initializer is None:
        if isinstance(count, int) and count == 0:
            raise InvalidArgumentError("elems must have a slice or more without an initializer, got none")
        state = slices.read(place(0))
        first = 1
    else:
        state = [as_tensor(value) for value in flatten(initializer)]
        first = 0

    def step(index: Any, values: list[Any]) -> list[Any]:
        at = place(index)
        found = flatten(fn(pack(like, values), pack(elems, slices.read(at))))
        if len(found) != len(values):
            raise InvalidTypeError(f"fn must give {len(values)} tensors, as the state has, got {len(found)}")
        found = [as_tensor(value, old.dtype.base) for value, old in zip(found, values, strict=True)]
        if keep:
            written.write(at, found, "scan")
        return found

    start: list[tuple[Any, list[Any]]] = [(place(0), state)] if keep and initializer is None else []
    final = repeat_steps(count, step, state, written, [v.dtype for v in state] if keep else [], slices, first, start)
    return pack(like, written.stacked() if keep else final)


def _function(fn: Any, function: str) -> None:
    if not callable(fn):
        raise InvalidTypeError(f"fn of {function}() must be a function, got {fn!r}")


__all__ = ["foldl", "foldr", "map_fn", "scan"]
