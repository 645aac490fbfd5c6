"""``graphops run MODEL``: the outputs of a GraphDef, a MetaGraphDef or a SavedModel for inputs of the command line."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

import numpy as np

from graphops.apps.cli.call_arguments import read_feeds, read_input
from graphops.apps.cli.results import beside, print_results, write_npz
from graphops.apps.cli.usage import UsageError
from graphops_registry.errors import shorten

_FILES: Final = (".pb", ".pbtxt", ".graphdef", ".prototxt", ".meta", ".keras", ".h5")


def is_model(name: str) -> bool:
    """Whether ``name`` is a model's file or the folder of a SavedModel, and not an op's name."""
    if name.endswith(_FILES) or "/" in name or "\\" in name:
        return True
    return any((Path(name) / f"saved_model.{suffix}").is_file() for suffix in ("pb", "pbtxt"))


def run_model(args: argparse.Namespace) -> int:
    """Run the model ``args.op``, print its outputs, and write them to ``args.out``."""
    from graphops.interchange.model import open_model
    from graphops.plan.session_config import SessionConfig
    from graphops.plan.trace import RunMetadata

    if args.attr:
        raise UsageError("--attr must come with an op, got a model")
    if args.out is not None and not args.out.endswith(".npz"):
        raise UsageError(f"--out must be a .npz file for a model, got '{args.out}'")
    if args.device not in (None, "cpu", "gpu"):
        raise UsageError(f"--device must be cpu or gpu for a model, got '{shorten(args.device)}'")
    model = open_model(args.op)
    inputs = model.inputs(args.signature)
    feeds = read_feeds(
        model, args.signature, args.input, "VALUE", lambda name, text, dtype: read_input(f"--input {name}", text, dtype)
    )
    if args.fetch:
        fetches = {name: model.graph.as_graph_element(name) for name in args.fetch}
    else:
        fetches = dict(model.outputs(args.signature))
        missing = [f"{name}: {_type(tensor)}" for name, tensor in inputs.items() if tensor not in feeds]
        if missing and model.saved is not None:  # of a GraphDef not every placeholder is needed: running it says so
            raise UsageError(f"--input must be given for each input of the signature, missing {', '.join(missing)}")
    if not fetches:
        raise UsageError(f"--fetch must name what to compute: '{args.op}' has no output that nothing uses")
    config = SessionConfig(
        timeout=args.timeout,
        memory_limit=args.memory_limit,
        device_order=() if args.device is None else (args.device.upper(),),
    )
    trace = RunMetadata() if args.trace is not None else None
    with model.session(config, args.target) as session:
        for name in args.init:
            session.run(model.graph.node(name))
        found = session.run(fetches, feeds, run_metadata=trace)
    results = {name: np.asarray(array) for name, array in found.items() if array is not None}
    print_results(results, args.json)
    if args.out is not None:
        write_npz(args.out, results)
        print(f"wrote {args.out}", file=beside(args.json))
    if trace is not None:
        trace.save(args.trace)
        print(f"wrote {args.trace}", file=beside(args.json))
    return 0


def _type(tensor: Any) -> str:
    return f"{tensor.dtype.name} {tensor.shape}"


__all__ = ["is_model", "run_model"]
