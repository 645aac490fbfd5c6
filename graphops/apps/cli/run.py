"""Run a model or a page of blocks, or compute one op now, from .npy files and literals.

Examples:

  graphops run page.json
  graphops run page.json --feed x=x.npy --fetch y:output --out results --device gpu
  graphops run Conv3D --input input=x.npy --input filter=w.npy --attr strides=1,1,1,1,1 --attr padding=SAME
  graphops run AddV2 --input x=1,2,3 --input y=10:float32 --out sum.npz

  graphops run exported/ --input image=@cat.jpg --json
  graphops run frozen.pb --input x=x.npy --fetch logits:0 --trace trace.json
  graphops run frozen.pb --input x=x.npy --target dask://127.0.0.1:8786

A page's results are written to --out DIR as .npy files, those of an op or a model to --out FILE.npz.
A model is a GraphDef (.pb, .pbtxt), a MetaGraphDef (.meta) or the folder of a SavedModel. Of a SavedModel the outputs
of a signature are computed, of a graph the tensors that nothing uses. @FILE is what a file holds, for an input of
strings. With --target, the nodes run on a cluster ('graphops cluster' starts one).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from graphops.apps.cli.call_arguments import InputSpec, add_call_arguments, read_call, read_value
from graphops.apps.cli.results import beside, plain, print_results, write_npz
from graphops.apps.cli.run_model import is_model, run_model
from graphops.apps.cli.usage import UsageError
from graphops_registry.errors import GraphopsError

HELP = "run a model or a page of blocks, or compute one op"
_OF_PAGES = ("feed", "steps")
_OF_GRAPHS = ("fetch", "device", "timeout", "memory_limit", "target")
_OF_MODELS = ("signature", "init", "trace")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_call_arguments(parser, "an op ('graphops ops' lists them), a page (.json) or a model")
    parser.add_argument("--out", metavar="PATH", help="write the results there: a .npz file, for a page a folder")
    feed = "of a page: a value for a block or a pin, instead of the page's; may be repeated"
    parser.add_argument("--feed", action="append", default=[], metavar="PIN=VALUE", help=feed)
    fetch = "what to compute, instead of what the page or the model says: a pin or a tensor; may be repeated"
    parser.add_argument("--fetch", action="append", default=[], metavar="NAME", help=fetch)
    parser.add_argument("--signature", metavar="NAME", help="of a SavedModel: what it is asked (serving_default)")
    parser.add_argument("--init", action="append", default=[], metavar="NODE", help="of a model: a node to run first")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--device", metavar="NAME", help="cpu or gpu, where blocks or nodes run that name no device")
    parser.add_argument(
        "--steps", type=int, metavar="N", help="of a page: how many times, instead of the page's number"
    )
    parser.add_argument("--timeout", type=float, metavar="S", help="seconds that a step may take")
    parser.add_argument("--memory-limit", type=int, metavar="BYTES", help="for the results of one step")
    target = "of a page or a model: the cluster that runs it, dask://HOST:PORT (default: this process)"
    parser.add_argument("--target", default="", metavar="ADDRESS", help=target)
    trace = "of a model: write which node ran where and when, for chrome://tracing and ui.perfetto.dev"
    parser.add_argument("--trace", metavar="FILE", help=trace)


def run(args: argparse.Namespace) -> int:
    if args.op.endswith(".json"):
        _refuse(args, _OF_MODELS, "a model", "a page")
        return _run_page(args)
    if is_model(args.op):
        _refuse(args, _OF_PAGES, "a page", "a model")
        return run_model(args)
    _refuse(args, (*_OF_PAGES, *_OF_GRAPHS), "a page file", f"op '{args.op}'")
    _refuse(args, _OF_MODELS, "a model", f"op '{args.op}'")
    from graphops.session import eager

    call = read_call(args)
    for name, value in call.inputs.items():
        if any(isinstance(item, InputSpec) for item in (value if isinstance(value, list) else [value])):
            raise UsageError(f"--input {name} must have a value to be computed: a .npy file or a literal")
    if args.out is not None and not args.out.endswith(".npz"):
        raise UsageError(f"--out must be a .npz file, got '{args.out}'")
    results = _by_name(call.op.op_def, getattr(eager, call.op.name)(**call.inputs, **call.attrs))
    print_results(results, args.json)
    if not results:
        print(f"{call.op.name} has no outputs", file=beside(args.json))
    if args.out is not None:
        write_npz(args.out, results)
        print(f"wrote {args.out}", file=beside(args.json))
    return 0


def _refuse(args: argparse.Namespace, options: Sequence[str], wants: str, got: str) -> None:
    for name in options:
        if getattr(args, name):
            raise UsageError(f"--{name.replace('_', '-')} must come with {wants}, got {got}")


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
            target=args.target,
        )
    except GraphopsError as error:
        raise _with_block(error) from None
    print_results(results, args.json)
    if args.out is not None:
        write_results(Path(args.out), {pin: plain(array, pin) for pin, array in results.items()})
        print(f"wrote {len(results)} arrays to {args.out}", file=beside(args.json))
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
