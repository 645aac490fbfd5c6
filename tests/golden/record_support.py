"""Records what TensorFlow's CPU build does with each configuration of the convolution ops.

``PYTHON -m tests.golden.record_support``, from the repository's root with TensorFlow's Python,
writes ``tf_cpu_support.json``, which ``support.py`` reads: for each op, dtype, layout, padding and
presence of dilations, groups and strides its status in the default (oneDNN) build, eagerly:

* ``right``: the float64 answer, up to the dtype's rounding;
* ``refused``: an error;
* ``wrong``: other numbers or another shape, without an error;
* ``abort``: the process ended.

A child process does the work and is started again behind a configuration that ended it. What looked
wrong is tried once more in a process of its own.
"""

import itertools
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals
from tests.golden.support import FILE, presences, write_support

TOLERANCES = {"half": 1e-2, "bfloat16": 4e-2, "float": 1e-5, "double": 1e-12, "int32": 0.0}
NUMPY_NAMES = {"half": "float16", "float": "float32", "double": "float64"}

# The ops of two and of three spatial dimensions, with the dtypes that their OpDefs allow.
FLOATS = ("half", "bfloat16", "float", "double")
OPS_2D = {
    "Conv2D": (*FLOATS, "int32"),
    "Conv2DBackpropFilter": FLOATS,
    "Conv2DBackpropFilterV2": FLOATS,
    "Conv2DBackpropInput": (*FLOATS, "int32"),
    "Conv2DBackpropInputV2": (*FLOATS, "int32"),
    "DepthwiseConv2dNative": FLOATS,
    "DepthwiseConv2dNativeBackpropFilter": FLOATS,
    "DepthwiseConv2dNativeBackpropInput": FLOATS,
    "Conv": (*FLOATS, "int32"),
}
OPS_3D = {
    "Conv3D": FLOATS,
    "Conv3DBackpropFilter": ("half", "float", "double"),
    "Conv3DBackpropFilterV2": FLOATS,
    "Conv3DBackpropInput": ("half", "float", "double"),
    "Conv3DBackpropInputV2": FLOATS,
    "Conv": (*FLOATS, "int32"),
}
LAYOUTS = {2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}
GENERIC_LAYOUTS = ("CHANNELS_LAST", "CHANNELS_FIRST")
REMOVED_3D = ("Conv3DBackpropFilter", "Conv3DBackpropInput")  # without the attr data_format
TENSORS_FOR_SIZES = ("Conv2DBackpropFilterV2", "Conv2DBackpropInputV2", *REMOVED_3D)

# The operands, by spatial rank; uneven on purpose, so that two swapped dimensions show.
SPATIAL = {2: (8, 9), 3: (5, 7, 9)}
KERNEL = {2: (3, 2), 3: (2, 3, 2)}
STRIDES = {2: (2, 3), 3: (2, 1, 3)}
DILATIONS = {2: (2, 3), 3: (2, 1, 3)}
PADS = {2: ((1, 2), (0, 3)), 3: ((1, 0), (1, 2), (0, 3))}
BATCH = 2


def configurations() -> Iterator[dict[str, Any]]:
    """All that is tried, in the order of the file."""
    for rank, ops in ((2, OPS_2D), (3, OPS_3D)):
        for op, dtypes in ops.items():
            layouts = GENERIC_LAYOUTS if op == "Conv" else LAYOUTS[rank]
            if op in REMOVED_3D:
                layouts = layouts[:1]
            paddings = ("SAME", "VALID", "EXPLICIT")
            if op.startswith("Conv3D"):
                paddings = paddings[:2]
            for T, layout, padding, present in itertools.product(dtypes, layouts, paddings, presences(op)):
                yield {
                    "op": op,
                    "spatial_rank": rank,
                    "T": T,
                    "data_format": layout,
                    "padding": padding,
                    **present,
                }


class Convolution:
    """One configuration as numbers: channels-last operands and the float64 answers on them."""

    def __init__(self, configuration: dict[str, Any]) -> None:
        """Fix the geometry and draw the operands."""
        rank = configuration["spatial_rank"]
        self.depthwise = configuration["op"].startswith("Depthwise")
        self.groups = 2 if configuration["grouped"] else 1
        ones = (1,) * rank
        self.strides = STRIDES[rank] if configuration["strided"] else ones
        if self.depthwise and configuration["strided"]:
            self.strides = (2, 2)  # unequal strides are refused for that alone
        self.dilations = DILATIONS[rank] if configuration["dilated"] else ones
        self.pads, self.out_spatial = self.windows(SPATIAL[rank], KERNEL[rank], configuration["padding"], PADS[rank])
        channels, out_channels = (3, 6) if self.depthwise else (2 * self.groups, 3 * self.groups)
        if self.depthwise:
            self.groups = channels
        self.input_shape = (BATCH, *SPATIAL[rank], channels)
        self.filter_shape = (*KERNEL[rank], channels // self.groups, out_channels)
        # The depthwise ops spell the same filter [..., channels, multiplier].
        self.filter_shape_tf = (
            (*KERNEL[rank], channels, out_channels // channels) if self.depthwise else self.filter_shape
        )
        name = NUMPY_NAMES.get(configuration["T"], configuration["T"])
        draw = integers if name == "int32" else reals
        self.input = draw(self.input_shape, name, 1)
        self.filter = draw(self.filter_shape, name, 2)
        self.out_backprop = draw((BATCH, *self.out_spatial, out_channels), name, 3)

    def windows(
        self,
        spatial: Sequence[int],
        kernel: Sequence[int],
        padding: str,
        explicit: Sequence[tuple[int, int]],
    ) -> tuple[list[tuple[int, int]], list[int]]:
        """The padding before and after, and the size of the output, of each dimension."""
        pads, sizes = [], []
        for size, taps, stride, dilation, given in zip(
            spatial, kernel, self.strides, self.dilations, explicit, strict=True
        ):
            reach = (taps - 1) * dilation + 1
            if padding == "SAME":
                out = -(-size // stride)
                total = max((out - 1) * stride + reach - size, 0)
                pad = (total // 2, total - total // 2)
            else:
                pad = given if padding == "EXPLICIT" else (0, 0)
                out = (size + sum(pad) - reach) // stride + 1
            pads.append(pad)
            sizes.append(out)
        return pads, sizes

    def taps(self) -> Iterator[tuple[tuple[int, ...], tuple[slice, ...]]]:
        """Each place of the filter, with the slice of the padded input that it meets."""
        for place in itertools.product(*map(range, self.filter_shape[:-2])):
            yield (
                place,
                (
                    slice(None),
                    *(
                        slice(at * dilation, at * dilation + (out - 1) * stride + 1, stride)
                        for at, dilation, out, stride in zip(
                            place, self.dilations, self.out_spatial, self.strides, strict=True
                        )
                    ),
                ),
            )

    def pixels(self, array: Array) -> Array:
        """``[batch, spatial..., group, channel]`` as ``[pixel, group, channel]``."""
        return array.reshape(-1, *array.shape[-2:])

    def answer(self, what: str) -> Array:
        """The float64 ``output``, ``input`` gradient or ``filter`` gradient, channels last."""
        depth, out_channels = self.filter_shape[-2:]
        grid = (BATCH, *self.out_spatial, self.groups)
        weights = self.filter.astype(np.float64).reshape(
            *self.filter_shape[:-1], self.groups, out_channels // self.groups
        )
        dy = self.out_backprop.astype(np.float64).reshape(*grid, -1)
        padded = np.pad(self.input.astype(np.float64), [(0, 0), *self.pads, (0, 0)])
        output = np.zeros(dy.shape)
        input_gradient = np.zeros(padded.shape)
        filter_gradient = np.zeros(weights.shape)
        for place, window in self.taps():
            patch = padded[window].reshape(*grid, depth)
            output += np.einsum("...gc,cgo->...go", patch, weights[place])
            back = np.einsum("...go,cgo->...gc", dy, weights[place])
            input_gradient[window] += back.reshape(*grid[:-1], -1)
            filter_gradient[place] = np.einsum("ngc,ngo->cgo", *map(self.pixels, (patch, dy)))
        inside = tuple(
            slice(before, before + size) for (before, _), size in zip(self.pads, self.input_shape[1:-1], strict=True)
        )
        answers = {
            "output": output.reshape(BATCH, *self.out_spatial, out_channels),
            "input": input_gradient[:, *inside],
            "filter": filter_gradient.reshape(self.filter_shape_tf),
        }
        return answers[what]


def case_and_answer(configuration: dict[str, Any]) -> tuple[Case, Array]:
    """A configuration as a call of its op, and the float64 answer to that call."""
    op, layout = configuration["op"], configuration["data_format"]
    conv = Convolution(configuration)
    first = layout in ("NCHW", "NCDHW", "CHANNELS_FIRST")

    def layout_of(array: Array) -> Array:
        return np.ascontiguousarray(np.moveaxis(array, -1, 1)) if first else array

    def attr(spatial: Sequence[int], outside: int) -> list[int]:
        return [outside, outside, *spatial] if first else [outside, *spatial, outside]

    attrs: dict[str, Any] = {
        "strides": attr(conv.strides, 1),
        "padding": configuration["padding"],
        "dilations": attr(conv.dilations, 1),
    }
    if op not in REMOVED_3D:
        attrs["data_format"] = layout
    if configuration["padding"] == "EXPLICIT":
        before, after = ([pair[side] for pair in conv.pads] for side in (0, 1))
        pairs = zip(attr(before, 0), attr(after, 0), strict=True)
        attrs["explicit_paddings"] = [pad for pair in pairs for pad in pair]
    if op == "Conv" and conv.groups > 1:
        attrs["groups"] = conv.groups

    x, weights = layout_of(conv.input), conv.filter.reshape(conv.filter_shape_tf)
    dy = layout_of(conv.out_backprop)
    if "Backprop" not in op:
        return Case(op, {"input": x, "filter": weights}, attrs), layout_of(conv.answer("output"))
    inputs = {"input": x, "filter": weights, "out_backprop": dy}
    wanted = "input" if "BackpropInput" in op else "filter"
    if op not in TENSORS_FOR_SIZES:
        inputs[f"{wanted}_sizes"] = np.array(inputs.pop(wanted).shape, np.int32)
    answer = conv.answer(wanted)
    return Case(op, inputs, attrs), layout_of(answer) if wanted == "input" else answer


def status(tf: Any, configuration: dict[str, Any]) -> str:
    """What TensorFlow makes of a configuration, if it comes back."""
    from tests.golden.record import run_case

    case, answer = case_and_answer(configuration)
    try:
        output = run_case(tf, case)[0].numpy()
    except (tf.errors.OpError, ValueError, TypeError):
        return "refused"
    if output.shape != answer.shape:
        return "wrong"
    bound = TOLERANCES[configuration["T"]] * np.abs(answer).max()
    return "right" if np.abs(output.astype(np.float64) - answer).max() <= bound else "wrong"


def work(places: list[int]) -> None:
    """The child process: prints ``place status`` as each configuration is settled."""
    import tensorflow as tf

    everything = list(configurations())
    for place in places:
        print(place, status(tf, everything[place]), flush=True)


def settle(places: Sequence[int]) -> dict[int, str]:
    """The status of each place, from as many child processes as it takes."""
    environment = os.environ | {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": ""}
    environment.pop("TF_ENABLE_ONEDNN_OPTS", None)
    found: dict[int, str] = {}
    remaining = list(places)
    while remaining:
        child = subprocess.run(
            [sys.executable, "-m", "tests.golden.record_support", *map(str, remaining)],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            check=False,
        )  # fmt: skip
        lines = [line.split() for line in child.stdout.splitlines()]
        found |= {int(place): answer for place, answer in lines}
        remaining = remaining[len(lines) :]
        if child.returncode > 0:
            raise RuntimeError(f"the child process failed on configuration {remaining[0]}")
        if child.returncode < 0:
            found[remaining.pop(0)] = "abort"
    return found


def main() -> None:
    """Record everything, or with numbers on the command line be the child process."""
    if len(sys.argv) > 1:
        work([int(place) for place in sys.argv[1:]])
        return
    everything = list(configurations())
    found = settle(range(len(everything)))
    for place in sorted(found):
        if found[place] == "wrong":
            found |= settle([place])
    write_support([configuration | {"status": found[place]} for place, configuration in enumerate(everything)])
    print(f"{FILE.name}: {len(everything)} configurations, {dict(Counter(found.values()))}")


if __name__ == "__main__":
    main()
