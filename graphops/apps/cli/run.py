"""Run a page of blocks, or compute one op now from .npy files and literals.

Examples:

  graphops run page.json
  graphops run page.json --feed x=x.npy --fetch y:output --out results --device gpu
  graphops run Conv3D --input input=x.npy --input filter=w.npy --attr strides=1,1,1,1,1 --attr padding=SAME
  graphops run AddV2 --input x=1,2,3 --input y=10:float32 --out sum.npz

A page's results are written to --out DIR as .npy files, an op's to --out FILE.npz.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from graphops.apps.cli.call_arguments import InputSpec, add_call_arguments, read_call, read_value
from graphops.apps.cli.usage import UsageError
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import GraphopsError

HELP = "run a page of blocks, or compute one op from .npy files"
_OF_PAGES = ("feed", "fetch", "device", "steps", "timeout", "memory_limit")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_call_arguments(parser, "an op ('graphops ops' lists them), or a page file that ends in .json")
    parser.add_argument("--out", metavar="PATH", help="write the results there: a .npz file, for a page a folder")
    feed = "of a page: a value for a block or a pin, instead of the page's; may be repeated"
    parser.add_argument("--feed", action="append", default=[], metavar="PIN=VALUE", help=feed)
    fetch = "of a page: what to compute, instead of what the page says; may be repeated"
    parser.add_argument("--fetch", action="append", default=[], metavar="PIN", help=fetch)
    parser.add_argument("--device", metavar="NAME", help="of a page: cpu or gpu, where blocks run that name no device")
    parser.add_argument(
        "--steps", type=int, metavar="N", help="of a page: how many times, instead of the page's number"
    )
    parser.add_argument("--timeout", type=float, metavar="S", help="of a page: seconds that a step may take")
    parser.add_argument("--memory-limit", type=int, metavar="BYTES", help="of a page: for the results of one step")


def run(args: argparse.Namespace) -> int:
    if args.op.endswith(".json"):
        return _run_page(args)
    for name in _OF_PAGES:
        if getattr(args, name):
            raise UsageError(f"--{name.replace('_', '-')} must come with a page file, got op '{args.op}'")
    from graphops.session import eager

    call = read_call(args)
    for name, value in call.inputs.items():
        if any(isinstance(item, InputSpec) for item in (value if isinstance(value, list) else [value])):
            raise UsageError(f"--input {name} must have a value to be computed: a .npy file or a literal")
    if args.out is not None and not args.out.endswith(".npz"):
        raise UsageError(f"--out must be a .npz file, got '{args.out}'")
    results = _by_name(call.op.op_def, getattr(eager, call.op.name)(**call.inputs, **call.attrs))
    _show(results)
    if not results:
        print(f"{call.op.name} has no outputs")
    if args.out is not None:
        with Path(args.out).open("wb") as file:
            np.savez(file, allow_pickle=False, **{name: _plain(array, name) for name, array in results.items()})
        print(f"wrote {args.out}")
    return 0


def _run_page(args: argparse.Namespace) -> int:
    from graphops.apps.cli.page_results import write_results
    from graphops.interchange.page import load_page, run_page
    from graphops.plan.session_config import SessionConfig

    if args.input or args.attr:
        raise UsageError("--input and --attr must come with an op, got a page; use --feed")
    if args.steps is not None and args.steps < 1:
        raise UsageError(f"--steps must be at least 1, got {args.steps}")
    feeds = {}
    for text in args.feed:
        pin, equals, value = text.partition("=")
        if not equals or not pin:
            raise UsageError(f"--feed must be PIN=VALUE, got '{text}'")
        if pin in feeds:
            raise UsageError(f"--feed {pin} must be given once, got it twice")
        feeds[pin] = read_value(value)
        if isinstance(feeds[pin], InputSpec):
            raise UsageError(f"--feed {pin} must have a value: a .npy file or a literal")
    if args.out is not None and (not args.out or (Path(args.out).exists() and not Path(args.out).is_dir())):
        raise UsageError(f"--out must be a folder for a page, got '{args.out}'")
    path = Path(args.op)
    page = load_page(path)
    try:
        results = run_page(
            page,
            feeds,
            args.fetch or None,
            folder=path.parent,
            device=_device(args.device) if args.device else None,
            steps=args.steps,
            config=SessionConfig(timeout=args.timeout, memory_limit=args.memory_limit),
        )
    except GraphopsError as error:
        raise _with_block(error) from None
    _show(results)
    if args.out is not None:
        write_results(Path(args.out), {pin: _plain(array, pin) for pin, array in results.items()})
        print(f"wrote {len(results)} arrays to {args.out}")
    return 0


def _device(name: str) -> str:
    """``gpu``, ``gpu:1`` or ``/device:GPU:1``, written out."""
    if "/" in name:
        return name
    kind, colon, index = name.partition(":")
    return f"/device:{kind.upper()}:{index if colon else 0}"


def _with_block(error: GraphopsError) -> GraphopsError:
    """The error with the block that it came from in front: its sentence alone does not say which of many."""
    parts = [f"block '{error.node}'"] if error.node else []
    parts += [f"function '{error.function}'"] if error.function else []
    if parts:
        error.args = (f"{' of '.join(parts)}: {error}", *error.args[1:])
    return error


def _show(results: Mapping[str, np.ndarray[Any, Any]]) -> None:
    for name, array in results.items():
        if _holds_handles(array):
            print(f"{name}: a resource, which cannot be shown")
            continue
        print(f"{name}: {as_dtype(array.dtype).name} {list(array.shape)}")
        if array.size:
            print(np.array2string(array, threshold=48, edgeitems=2, max_line_width=100))


def _holds_handles(array: np.ndarray[Any, Any]) -> bool:
    """Whether these are handles of variables and the like, which mean something to their session alone."""
    return array.dtype == object and any(not isinstance(item, bytes) for item in array.flat)


def _by_name(op_def: Any, result: Any) -> dict[str, np.ndarray[Any, Any]]:
    """What ``eager`` returned, flat and by name: ``output``, ``output_0`` and ``output_1`` for a list."""
    args = op_def.outputs
    parts = [] if result is None else [result] if len(args) == 1 else list(result)
    named: dict[str, np.ndarray[Any, Any]] = {}
    for arg, part in zip(args, parts, strict=True):
        if arg.is_list:
            named.update({f"{arg.name}_{index}": np.asarray(item) for index, item in enumerate(part)})
        else:
            named[arg.name] = np.asarray(part)
    return named


def _plain(array: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
    """What can be written without Python objects: strings go as byte strings of one length."""
    if array.dtype != object:
        return array
    if _holds_handles(array):
        raise UsageError(f"output {name} cannot be written to a file: it is a resource")
    flat = array.astype("S") if array.size else np.zeros(array.shape, "S1")
    if (flat.astype(object) != array).any():
        raise UsageError(f"output {name} cannot be written to a file: it holds strings that end in zero bytes")
    return flat
