"""Measure graphops on this machine, and TensorFlow and PyTorch beside it, in turn within one run.

With OP, one op: as a user runs it, each of its kernels alone, and what others make of the same call (--against).
Without, suites of layers, training steps and small graphs.

Suites (on a GPU layers, small and training):
  layers    convolution layers of known networks, forward and both gradients (benchmarks/layers.json)
  pairs     ours against ours: channels first beside channels last, dilated windows beside dense ones
  small     what the executor costs: one small op, 400 element-wise ops, a tiny convolution
  training  steps of a digits CNN, networks like MobileNet, ResNet-18 and a 3-D U-Net, and an LSTM, with peak memory
  scaling   building, and planning and running for the first time, graphs of 1,000 to 100,000 nodes
  networks  forward runs of frozen graphs, given by --model, beside TensorFlow, OpenVINO and ONNX Runtime (FILE.onnx)
  install   installed size and import time

Examples:
  graphops bench Relu --case 'features=float32[64,1024]' --against torch:torch.nn.functional.relu --plot relu.png
  graphops bench 'My>Op' --load my_op.py --case 'x=float32[64,1024] size=3' --against my_op.py:by_loops
  graphops bench --dtype float32 --case 'resnet50*' --json before.json
  graphops bench --dtype float32 --case 'resnet50*' --compare before.json
  graphops bench --peer tensorflow --peer torch --peer-python ../peers/bin/python --json all.json --plot all.png
  graphops bench --device gpu --suite layers --suite small --suite training --peer torch --json gpu.json

A ratio is a peer's time over ours: above 1, graphops is faster. A side's time is the least of its rounds' medians.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from graphops.apps.cli.usage import UsageError

HELP = "time an op, layers, training steps and small graphs, beside other frameworks"

_SUITES = ("layers", "pairs", "small", "training", "scaling", "networks", "install")
_DTYPES = ("float32", "bfloat16", "half", "float64", "tf32")  # tf32: on a GPU
_PASSES = ("forward", "filter_gradient", "input_gradient")
_LAYOUTS = ("channels_last", "channels_first")
_PEERS = ("tensorflow", "torch", "torch_compiled", "openvino", "onnxruntime")
_OF_SUITES = (
    "suite", "dtype", "passes", "layout", "peer", "ours_only", "autotune", "batch_factor", "layers", "model", "batch",
    "resume", "budget", "known_slow", "compare",
)  # fmt: skip
_ON_GPU = {"suite": ("layers", "small", "training"), "peer": ("torch",)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    def several(option: str, values: Sequence[str], default: str, **more: Any) -> None:
        text = f"one of {', '.join(values)}; may be repeated (default {default})"
        parser.add_argument(option, action="append", default=[], choices=values, metavar="NAME", help=text, **more)

    parser.add_argument("op", nargs="?", metavar="OP", help="time one op: 'graphops ops' lists them")
    parser.add_argument(
        "--against", action="append", default=[], metavar="WHAT",
        help="with OP: numpy (the reference that its author registered), tensorflow (tf.raw_ops), FILE.py:FUNCTION "
        "(of arrays and attrs), torch:FILE.py:FUNCTION (of tensors and attrs), torch:PACKAGE.FUNCTION (tensors by "
        "place); may be repeated",
    )  # fmt: skip
    load = "with OP: a FILE.py or module that registers it, if that is not installed; may be repeated"
    parser.add_argument("--load", action="append", default=[], metavar="MODULE", help=load)
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu", help="where to compute (default cpu)")
    several("--suite", _SUITES, "layers")
    several("--dtype", _DTYPES, "all")
    several("--pass", _PASSES, "all", dest="passes")
    several("--layout", _LAYOUTS, "channels_last")
    several("--peer", _PEERS, "none")
    case = "names of cases, '*' allowed; with OP a call, 'x=float32[64,1024] size=3'; may be repeated"
    parser.add_argument("--case", action="append", default=[], metavar="PATTERN", help=case)
    parser.add_argument("--peer-python", metavar="PYTHON", help="the interpreter that has the peers (default this one)")
    parser.add_argument("--ours-only", action="store_true", help="run no peers, even with --peer")
    parser.add_argument("--threads", type=int, metavar="N", help="inside one kernel, for all (default: the cores)")
    parser.add_argument("--autotune", action="store_true", help="layers of graphops on a GPU: time cuDNN's plans first")
    factor = "multiply the batches of the layers on a GPU (default up to 64, while operands stay below 2**27 elements)"
    parser.add_argument("--batch-factor", type=int, metavar="N", help=factor)
    parser.add_argument("--rounds", type=int, metavar="N", help="turns of each side (default 5)")
    parser.add_argument("--runs", type=int, metavar="N", help="at least, in each turn (default 3)")
    parser.add_argument("--quick", action="store_true", help="two rounds, short turns: a first impression")
    patience = "a peer that takes longer for one run is not run again (default 20); after thrice that it is ended"
    parser.add_argument("--patience", type=float, default=20.0, metavar="S", help=patience)
    parser.add_argument("--layers", metavar="FILE", help="other layers than those of benchmarks/layers.json")
    parser.add_argument("--model", action="append", default=[], metavar="FILE.pb", help="a frozen graph, for networks")
    batch = "for networks: what unknown sizes of placeholders are (default 1)"
    parser.add_argument("--batch", type=int, metavar="N", help=batch)
    parser.add_argument("--json", metavar="FILE", help="write everything that was found")
    parser.add_argument("--resume", action="store_true", help="keep the cases that --json's file has already")
    parser.add_argument("--budget", type=float, metavar="S", help="begin no more cases after so many seconds")
    parser.add_argument("--known-slow", metavar="OLD.json", help="peers that lost patience there are not asked again")
    parser.add_argument("--compare", metavar="OLD.json", help="show which of our times changed since an earlier --json")
    parser.add_argument(
        "--plot", metavar="FILE", help="draw the ratios of the layers, or the times of OP (needs matplotlib)"
    )


def run(args: argparse.Namespace) -> int:
    if args.op is not None:
        return _run_op(args)
    for name in ("against", "load"):
        if getattr(args, name):
            raise UsageError(f"--{name} must come with OP, the name of an op, got none")
    from graphops.apps.bench.session import Run

    suites = args.suite or ["layers"]
    if "pairs" in suites and len(suites) > 1:
        raise UsageError("--suite pairs must be the only one, because it compares graphops with itself")
    _check_positive(args)
    if args.resume and not args.json:
        raise UsageError("--resume must come with --json FILE, got none")
    _check_device(args, suites)
    return Run(args, suites).run()


def _run_op(args: argparse.Namespace) -> int:
    """One op instead of suites."""
    for name in _OF_SUITES:
        if getattr(args, name):
            option = {"passes": "pass"}.get(name, name.replace("_", "-"))
            raise UsageError(f"--{option} must come without OP, got '{args.op}'")
    _check_positive(args)
    if args.device == "gpu":
        _check_gpu()
    from graphops.apps.bench.op import benchmark

    return benchmark.run(args)


def _check_positive(args: argparse.Namespace) -> None:
    for name in ("threads", "rounds", "runs", "patience", "budget", "batch_factor", "batch"):
        value = getattr(args, name)
        if value is not None and not value > 0:
            raise UsageError(f"--{name.replace('_', '-')} must be positive, got {value}")


def _check_device(args: argparse.Namespace, suites: Sequence[str]) -> None:
    """Options that the chosen device does not have."""
    if args.device == "cpu":
        if "tf32" in args.dtype:
            raise UsageError("--dtype tf32 must come with --device gpu, got cpu")
        for name, given in (("--autotune", args.autotune), ("--batch-factor", args.batch_factor)):
            if given:
                raise UsageError(f"{name} must come with --device gpu, got cpu")
        return
    for option, given in (("suite", suites), ("peer", args.peer)):
        for name in given:
            if name not in _ON_GPU[option]:
                raise UsageError(f"--{option} must be one of {', '.join(_ON_GPU[option])} on a GPU, got '{name}'")
    _check_gpu()


def _check_gpu() -> None:
    from graphops.apps.bench.sides.side_graphops_gpu import why_no_gpu

    reason = why_no_gpu()
    if reason is not None:
        raise UsageError(f"--device gpu must have a GPU to measure, but {reason}")
