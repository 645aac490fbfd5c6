"""Valid calls of the convolution ops, and the ways to spoil them that are known to hurt TensorFlow.

A :class:`Call` is an op with arguments; a fault takes a valid call and returns an invalid one, with what must happen:
``"error"`` (InvalidArgumentError), ``"ok"`` (it means something and must be computed), or ``"large"`` (it means
something, but the result cannot exist: refused without allocating), or ``"literal"`` (right as a literal, which
converts, an error as a tensor of the graph, which does not).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

HUGE = 2**31 - 1


@dataclass(frozen=True)
class Call:
    op: str
    arguments: dict[str, Any]
    rank: int  # of input and output
    forward_input: str  # the argument that is, or gives the size of, the forward input
    forward_filter: str
    explicit: bool  # whether the OpDef has explicit paddings

    def with_(self, **changes: Any) -> "Call":
        return replace(self, arguments={**self.arguments, **changes})

    def without(self, name: str) -> "Call":
        return replace(self, arguments={k: v for k, v in self.arguments.items() if k != name})


def _zeros(*shape: int) -> np.ndarray:
    return np.zeros(shape, np.float32)


def valid_calls() -> list[Call]:
    """One call for each op: SAME padding, unit strides, sizes that differ pairwise."""
    calls = []
    for spatial, in2d in (((5, 6), True), ((4, 5, 6), False)):
        n = "2D" if in2d else "3D"
        kernel = (2, 3) if in2d else (2, 3, 1)
        x, w, y = (2, *spatial, 3), (*kernel, 3, 4), (2, *spatial, 4)
        ones = [1] * len(x)
        attrs = {"strides": ones, "padding": "SAME", "dilations": ones}
        rank = len(x)
        v2 = "" if in2d else "V2"
        forward = {"input": _zeros(*x), "filter": _zeros(*w)}
        calls.append(Call(f"Conv{n}", {**forward, **attrs}, rank, "input", "filter", in2d))
        by_size = {"input_sizes": np.array(x, np.int32), "filter": _zeros(*w), "out_backprop": _zeros(*y)}
        calls.append(Call(f"Conv{n}BackpropInput{v2}", {**by_size, **attrs}, rank, "input_sizes", "filter", in2d))
        by_size = {"input": _zeros(*x), "filter_sizes": np.array(w, np.int32), "out_backprop": _zeros(*y)}
        calls.append(Call(f"Conv{n}BackpropFilter{v2}", {**by_size, **attrs}, rank, "input", "filter_sizes", in2d))
        by_value = {"input": _zeros(*x), "filter": _zeros(*w), "out_backprop": _zeros(*y)}
        first = "V2" if in2d else ""
        for kind in ("Input", "Filter"):
            own = attrs if in2d else {k: v for k, v in attrs.items() if k != "dilations"}
            op = f"Conv{n}Backprop{kind}{first}"
            calls.append(Call(op, {**by_value, **own}, rank, "input", "filter", in2d))
    x, w, y = (2, 5, 6, 3), (2, 3, 3, 2), (2, 5, 6, 6)
    attrs = {"strides": [1] * 4, "padding": "SAME", "dilations": [1] * 4}
    name = "DepthwiseConv2dNative"
    calls.append(Call(name, {"input": _zeros(*x), "filter": _zeros(*w), **attrs}, 4, "input", "filter", True))
    by_size = {"input_sizes": np.array(x, np.int32), "filter": _zeros(*w), "out_backprop": _zeros(*y)}
    calls.append(Call(f"{name}BackpropInput", {**by_size, **attrs}, 4, "input_sizes", "filter", True))
    by_size = {"input": _zeros(*x), "filter_sizes": np.array(w, np.int32), "out_backprop": _zeros(*y)}
    calls.append(Call(f"{name}BackpropFilter", {**by_size, **attrs}, 4, "input", "filter_sizes", True))
    forward = {"input": _zeros(2, 5, 6, 3), "filter": _zeros(2, 3, 3, 4)}
    calls.append(Call("Conv", {**forward, "strides": [1] * 4, "padding": "SAME"}, 4, "input", "filter", True))
    attrs = {"strides": [1] * 4, "rates": [1] * 4, "padding": "SAME"}
    forward = {"input": _zeros(2, 5, 6, 3), "filter": _zeros(2, 3, 3)}
    calls.append(Call("Dilation2D", {**forward, **attrs}, 4, "input", "filter", False))
    for kind in ("Input", "Filter"):
        backward = {**forward, "out_backprop": _zeros(2, 5, 6, 3), **attrs}
        calls.append(Call(f"Dilation2DBackprop{kind}", backward, 4, "input", "filter", False))
    return calls


Fault = tuple[str, Call, str]


def faults(call: Call) -> Iterator[Fault]:
    """Every way to spoil ``call``: a name, the spoiled call, and what should happen."""
    yield from _list_faults(call, "strides")
    for name in ("dilations", "rates"):
        if name in call.arguments:
            yield from _list_faults(call, name)
    yield from _padding_faults(call)
    yield "unknown argument", call.with_(bogus=1), "error"
    yield "data_format unknown", call.with_(data_format="NHWCX"), "error"
    for name in ("input", "filter", "out_backprop"):
        if name in call.arguments:
            yield from _tensor_faults(call, name)
    for name in ("input_sizes", "filter_sizes"):
        if name in call.arguments:
            yield from _size_faults(call, name)
    if call.op == "Conv":
        for value, outcome in ((2, "error"), (0, "error"), (-1, "error"), (10, "error"), (2**40, "error")):
            yield f"batch_dims {value}", call.with_(batch_dims=value), outcome
        for value in (0, 2, -1):
            yield f"groups {value}", call.with_(groups=value), "error"


def _list_faults(call: Call, name: str) -> Iterator[Fault]:
    rank = call.rank
    ones = [1] * rank
    axis = 2

    def at(position: int, value: Any) -> list[Any]:
        return [value if i == position else 1 for i in range(rank)]

    yield f"{name} short", call.with_(**{name: ones[1:]}), "error"
    yield f"{name} long", call.with_(**{name: [*ones, 1]}), "error"
    # Conv's dilations default to an empty list, which means ones.
    yield f"{name} empty", call.with_(**{name: []}), "error"
    yield f"{name} a number", call.with_(**{name: 1}), "error"
    yield f"{name} fractions", call.with_(**{name: [1.5] * rank}), "error"
    yield f"{name} text", call.with_(**{name: ["1"] * rank}), "error"
    yield f"{name} None", call.with_(**{name: None}), "error"
    for value in (0, -1, 2**31, 2**63, 2**64):
        yield f"{name} {value}", call.with_(**{name: at(axis, value)}), "error"
    yield f"{name} batch 2", call.with_(**{name: at(0, 2)}), "error"
    yield f"{name} channels 2", call.with_(**{name: at(rank - 1, 2)}), "error"
    if "out_backprop" not in call.arguments or name != "strides":
        yield f"{name} {HUGE}", call.with_(**{name: at(axis, HUGE)}), "ok"
    else:
        yield f"{name} {HUGE}", call.with_(**{name: at(axis, HUGE)}), "error"


def _padding_faults(call: Call) -> Iterator[Fault]:
    for value in ("same", "", None, 3, "EXPLICITLY"):
        yield f"padding {value!r}", call.with_(padding=value), "error"
    yield "padding missing", call.without("padding"), "error"
    if not call.explicit:
        yield "padding EXPLICIT", call.with_(padding="EXPLICIT"), "error"
        yield "explicit_paddings", call.with_(explicit_paddings=[0] * 2 * call.rank), "error"
        return
    zeros = [0] * (2 * call.rank)

    def pads(position: int, value: int) -> dict[str, Any]:
        return {
            "padding": "EXPLICIT",
            "explicit_paddings": [value if i == position else p for i, p in enumerate(zeros)],
        }

    yield "SAME with pads", call.with_(explicit_paddings=[0, 0, 1, 1, 1, 1, 0, 0]), "error"
    yield "EXPLICIT without pads", call.with_(padding="EXPLICIT"), "error"
    yield "EXPLICIT short", call.with_(padding="EXPLICIT", explicit_paddings=zeros[4:]), "error"
    yield "EXPLICIT negative", call.with_(**pads(2, -1)), "error"
    yield "EXPLICIT 2**31", call.with_(**pads(2, 2**31)), "error"
    yield "EXPLICIT batch", call.with_(**pads(0, 1)), "error"
    yield "EXPLICIT channels", call.with_(**pads(7, 1)), "error"
    if "out_backprop" not in call.arguments:
        yield "EXPLICIT more than the filter", call.with_(**pads(2, 9)), "ok"
        yield "EXPLICIT enormous", call.with_(**pads(4, HUGE)), "large"
    else:
        yield "EXPLICIT other size", call.with_(**pads(2, 9)), "error"


def _tensor_faults(call: Call, name: str) -> Iterator[Fault]:
    array = call.arguments[name]
    shape = array.shape

    def resized(axis: int, size: int) -> np.ndarray:
        return np.zeros([size if i == axis % len(shape) else s for i, s in enumerate(shape)], np.float32)

    yield f"{name} rank too low", call.with_(**{name: array[0]}), "error"
    yield f"{name} rank too high", call.with_(**{name: array[None]}), "error"
    yield f"{name} scalar", call.with_(**{name: np.float32(1)}), "error"
    yield f"{name} text", call.with_(**{name: np.full(shape, b"x", object)}), "error"
    yield f"{name} bool", call.with_(**{name: array > 0}), "error"
    yield f"{name} complex", call.with_(**{name: array.astype(np.complex64)}), "error"
    yield f"{name} another float", call.with_(**{name: array.astype(np.float64)}), "error"
    yield f"{name} None", call.with_(**{name: None}), "error"
    yield f"{name} ragged", call.with_(**{name: [[1.0], [1.0, 2.0]]}), "error"
    yield f"{name} missing", call.without(name), "error"
    if name == "out_backprop":
        for axis, what in ((0, "batch"), (1, "rows"), (2, "columns"), (-1, "channels")):
            yield f"{name} {what} other", call.with_(**{name: resized(axis, shape[axis] + 1)}), "error"
            yield f"{name} {what} 0", call.with_(**{name: resized(axis, 0)}), "error"
        return
    if name == "input":
        forward_only = "out_backprop" not in call.arguments
        yield "input channels 0", call.with_(input=resized(-1, 0)), "error"
        yield "input channels 5", call.with_(input=resized(-1, 5)), "error"
        yield "input batch 0", call.with_(input=resized(0, 0)), "ok" if forward_only else "error"
        yield "input rows 0", call.with_(input=resized(1, 0)), "ok" if forward_only else "error"
        if not forward_only:
            yield "input batch other", call.with_(input=resized(0, 3)), "error"
            yield "input rows other", call.with_(input=resized(1, 7)), "error"
        return
    spatial = call.rank - 2
    channels = spatial  # the filter's axis of input channels
    yield "filter input channels 0", call.with_(filter=resized(channels, 0)), "error"
    yield "filter input channels other", call.with_(filter=resized(channels, 5)), "error"
    if "out_backprop" not in call.arguments:
        yield "filter rows 0", call.with_(filter=resized(0, 0)), "error"
        big = resized(0, 50)
        yield "filter larger than the input", call.with_(filter=big, padding="VALID"), "error"
        yield "filter larger than the input, SAME", call.with_(filter=big), "ok"
    elif not call.op.startswith("Dilation2D"):
        yield "filter output channels other", call.with_(filter=resized(-1, shape[-1] + 1)), "error"


def _size_faults(call: Call, name: str) -> Iterator[Fault]:
    sizes = call.arguments[name]
    rank = len(sizes)
    is_input = name == "input_sizes"

    def at(axis: int, value: int) -> list[int]:
        return [value if i == axis % rank else int(s) for i, s in enumerate(sizes)]

    yield f"{name} scalar", call.with_(**{name: np.int32(3)}), "error"
    yield f"{name} matrix", call.with_(**{name: sizes[None]}), "error"
    yield f"{name} empty", call.with_(**{name: np.zeros(0, np.int32)}), "error"
    yield f"{name} short", call.with_(**{name: sizes[1:]}), "error"
    yield f"{name} long", call.with_(**{name: [*map(int, sizes), 1]}), "error"
    yield f"{name} float", call.with_(**{name: sizes.astype(np.float32)}), "error"
    yield f"{name} fraction", call.with_(**{name: [1.5] * rank}), "error"
    yield f"{name} 2**40", call.with_(**{name: at(-1, 2**40)}), "error"
    yield (
        f"{name} int64",
        call.with_(**{name: sizes.astype(np.int64)}),
        "ok" if call.op == "Conv3DBackpropInputV2" else "literal",
    )
    yield f"{name} negative", call.with_(**{name: at(1, -1)}), "error"
    yield f"{name} negative first", call.with_(**{name: at(0, -5)}), "error"
    yield f"{name} all 100000", call.with_(**{name: [100_000] * rank}), "error"
    yield f"{name} last other", call.with_(**{name: at(-1, 5)}), "error"
    yield f"{name} last 0", call.with_(**{name: at(-1, 0)}), "error"
    if is_input:
        yield f"{name} batch other", call.with_(**{name: at(0, 7)}), "error"
        yield f"{name} rows other", call.with_(**{name: at(1, 7)}), "error"
        yield f"{name} rows huge", call.with_(**{name: at(1, HUGE)}), "error"
    else:
        yield f"{name} input channels other", call.with_(**{name: at(-2, 5)}), "error"
        yield f"{name} input channels 0", call.with_(**{name: at(-2, 0)}), "error"
        yield f"{name} rows 0", call.with_(**{name: at(0, 0)}), "ok"
        yield f"{name} rows huge", call.with_(**{name: at(0, HUGE)}), "large"
