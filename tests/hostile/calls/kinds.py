"""The calls of an op, of three kinds: in its domain, at the edges, and malformed. The same ones for the same seed."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from graphops.testing.cases import OpCase
from graphops.testing.strategies import arrays, calls, spoilt
from graphops_registry.op_def import OpDef, lookup_op
from tests.differential.generate import Generator
from tests.differential.seeds import seeds
from tests.hostile.calls.handles import FUNCTIONS, Handle, handles
from tests.hostile.calls.handles import KINDS as KINDS_OF_HANDLES
from tests.hostile.calls.made_up import made_up
from tests.hostile.calls.places import FOLDER
from tests.hostile.conv_calls import faults, valid_calls

KINDS: Final = ("in-domain", "edge", "malformed")
CONVOLUTIONS: Final = "malformed convolution"  # those that are known to hurt TensorFlow
_FILE_ARGS: Final = frozenset({"prefix", "filename", "file_pattern", "destination_prefix", "checkpoint_prefixes"})
Consume = Callable[[int, OpCase], None]


def each(op: str, kind: str, count: int, seed: int, consume: Consume) -> None:
    """Hand ``count`` calls of a kind, with their numbers, to ``consume``; fewer when there are not so many."""
    if kind == CONVOLUTIONS:
        for number, case in enumerate(islice(_spoilt_convolutions(op), count)):
            consume(number, case)
        return
    if kind == "in-domain" and seeds(op):
        for number, case in enumerate(islice(_recorded_and_changed(op, seed), count)):
            consume(number, case)
        return
    number = 0

    @seeded(zlib.crc32(f"{op} {kind} {seed}".encode()))
    @settings(max_examples=count, database=None, deadline=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(_strategy(op, kind))
    def run(case: OpCase) -> None:
        nonlocal number
        if number < count:  # Hypothesis may try a few more
            consume(number, case)
            number += 1

    run()


def _recorded_and_changed(op: str, seed: int) -> Iterator[OpCase]:
    generator = Generator(lookup_op(op), seeds(op))
    if seed:  # with 0 they are the calls that are compared with TensorFlow
        generator.rng = np.random.default_rng((zlib.crc32(op.encode()), seed))
    for _, case in generator.calls():
        yield OpCase(op, dict(case.inputs), dict(case.attrs))


def _good(op: str) -> list[OpCase]:
    """The calls to start from: recorded, or made up."""
    return [OpCase(op, dict(case.inputs), dict(case.attrs)) for case in seeds(op)] or made_up(op)


def convolutions() -> list[str]:
    """The ops that have such calls."""
    return list(dict.fromkeys(call.op for call in valid_calls()))


def _spoilt_convolutions(op: str) -> Iterator[OpCase]:
    known = lookup_op(op).op_def.input_by_name
    for call in valid_calls():
        for _, spoilt_one, _ in faults(call) if call.op == op else ():
            inputs = {name: value for name, value in spoilt_one.arguments.items() if name in known}
            attrs = {name: value for name, value in spoilt_one.arguments.items() if name not in known}
            yield OpCase(op, inputs, attrs)


def _strategy(op: str, kind: str) -> SearchStrategy[OpCase]:
    op_def = lookup_op(op).op_def
    shapes = _shapes(op_def)
    attrs = _attrs(op_def)
    recorded = _good(op)
    # Types that a kernel exists for in most cases, where functions have to take them.
    dtypes = ("float32", "float32", "int32", "string") if "branches" in attrs or "f" in attrs else None
    if kind == "in-domain" and recorded:
        return _like_recorded(op, recorded)  # there are few of them, so edges as well
    made = calls(op, shapes=shapes, attrs=attrs, dtypes=dtypes, finite=kind == "in-domain")
    if recorded:
        made = st.one_of(_like_recorded(op, recorded), _like_recorded(op, recorded), made)
    if kind != "malformed":
        return made
    if not recorded:
        return spoilt(made)
    exactly = st.sampled_from(recorded)
    return st.one_of(spoilt(exactly), spoilt(exactly), spoilt(made))


def _shapes(op_def: OpDef) -> dict[str, Any]:
    """What the OpDef cannot say of an argument: handles, and names of files."""
    found: dict[str, Any] = {}
    for arg in op_def.inputs:
        if arg.type is not None and arg.type.name in ("resource", "variant"):
            found[arg.name] = handles(op_def, arg)
        elif arg.name == "flow_in":
            found[arg.name] = handles(op_def, arg).map(lambda handle: type(handle)("flow", handle.values))
        elif arg.name in _FILE_ARGS:
            found[arg.name] = _files(1 if arg.name == "checkpoint_prefixes" else 0)
    if {"element_shape"} <= found.keys():
        del found["element_shape"]
    return found


def _files(rank: int) -> SearchStrategy[Any]:
    """Places inside and outside the folder of files."""
    places = (str(FOLDER / "a"), str(FOLDER / "b"), str(FOLDER), "/etc/passwd", "", "relative", f"{FOLDER}/../x",
              str(FOLDER / "none" / "x"), "\0", "a" * 5000, str(FOLDER / "*"))  # fmt: skip
    text = st.sampled_from([place.encode() for place in (places[0],) * 8 + places])

    def array(value: bytes) -> Any:
        found = np.empty((1,) * rank, object)
        found[...] = value
        return found

    return text.map(array)


def _attrs(op_def: OpDef) -> dict[str, Any]:
    """Functions for the attrs that name them."""
    found: dict[str, Any] = {}
    for attr in op_def.attrs:
        if attr.type == "func":
            found[attr.name] = FUNCTIONS
        elif attr.type == "list(func)":
            found[attr.name] = st.lists(st.sampled_from(FUNCTIONS), min_size=1, max_size=3)
    return found


@st.composite
def _like_recorded(draw: DrawFn, op: str, recorded: list[OpCase]) -> OpCase:
    """A recorded call with edges for some of its values, a size of 0 or 1, or other attrs."""
    case = draw(st.sampled_from(recorded))
    inputs: dict[str, Any] = dict(case.inputs)
    new_size = draw(st.sampled_from((None, None, None, 0, 1)))
    for name, value in case.inputs.items():
        if draw(st.integers(0, 3)) == 0:
            continue
        items = value if isinstance(value, list) else [value]
        made = [_edges(draw, item, new_size) for item in items]
        inputs[name] = made if isinstance(value, list) else made[0]
    attrs = dict(case.attrs)
    op_def = lookup_op(op).op_def
    for attr in op_def.explicit_attrs:
        if attr.base_type == "func" and not draw(st.integers(0, 3)):
            one = st.sampled_from(FUNCTIONS)
            attrs[attr.name] = draw(st.lists(one, min_size=1, max_size=3) if attr.is_list else one)
        elif (
            attr.allowed is not None and not attr.is_list and attr.base_type == "string" and not draw(st.integers(0, 3))
        ):
            attrs[attr.name] = draw(st.sampled_from(attr.allowed))
        elif attr.type == "bool" and not draw(st.integers(0, 3)):
            attrs[attr.name] = draw(st.booleans())
    return OpCase(op, inputs, attrs)


def _edges(draw: DrawFn, array: Any, new_size: int | None) -> Any:
    if isinstance(array, Handle):
        return array if draw(st.integers(0, 5)) else Handle(draw(st.sampled_from(KINDS_OF_HANDLES)), array.values)
    shape = array.shape
    if new_size is not None and array.ndim:
        axis = draw(st.integers(0, array.ndim - 1))
        shape = tuple(new_size if place == axis else size for place, size in enumerate(shape))
    if array.dtype.kind in "iu" and array.ndim <= 2 and array.size <= 16 and draw(st.integers(0, 4)):
        return np.resize(array, shape) if array.size else np.zeros(shape, array.dtype)
    if np.prod(shape, dtype=object) > 20_000:
        return array
    return draw(arrays(array.dtype, shape))
