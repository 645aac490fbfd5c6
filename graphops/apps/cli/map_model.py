"""Compute a model's output over arrays that are larger than memory, chunk by chunk, from zarr to zarr.

Examples:

  graphops map blur.pb --input x=scans.zarr --output blurred.zarr
  graphops map frozen.pb --input x=scans.zarr/0 --fetch mask:0 --output mask.zarr --chunks 1,128,128,128,1
  graphops map blur.pb --input x=scans.zarr --output blurred.zarr --target dask://127.0.0.1:8786

MODEL is what 'graphops run' takes. An input that is a zarr array is read in chunks, whose halo follows from the graph;
small arrays of FILE.npy and literals go to each chunk whole. After an interruption, the same command goes on where it
was. On a cluster, every worker must see the same folders. Needs the extra 'cluster'.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from graphops.apps.cli.call_arguments import read_feeds, read_input
from graphops.apps.cli.progress import progress
from graphops.apps.cli.usage import UsageError
from graphops.plugins.extras import require
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import GraphopsError, shorten

HELP = "compute a model over arrays larger than memory, from zarr to zarr"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", metavar="MODEL", help="a GraphDef, a MetaGraphDef or a SavedModel")
    value = "a zarr array, FILE.npy or a literal; may be repeated"
    parser.add_argument("--input", "-i", action="append", default=[], metavar="NAME=ARRAY", help=value)
    parser.add_argument("--output", required=True, metavar="PATH", help="the zarr array to write")
    parser.add_argument("--fetch", metavar="NAME", help="what to compute, where the model has several outputs")
    parser.add_argument("--signature", metavar="NAME", help="of a SavedModel: what it is asked (serving_default)")
    chunks = "of the result: a size for each axis (default: cut where the inputs are)"
    parser.add_argument("--chunks", metavar="SIZES", help=chunks)
    halo = "how far around a chunk the graph looks: a number for each axis (default: what the ops' rules say)"
    parser.add_argument("--halo", metavar="SIZES", help=halo)
    parser.add_argument("--dtype", metavar="NAME", help="of the result (default: what the graph says)")
    parser.add_argument(
        "--target", default="", metavar="ADDRESS", help="a cluster, dask://HOST:PORT (default: this process)"
    )
    restart = "leave out chunks that an earlier run of this command wrote (default: yes)"
    parser.add_argument("--restart", action=argparse.BooleanOptionalAction, default=True, help=restart)


def run(args: argparse.Namespace) -> int:
    require("graphops map", "cluster")
    from graphops import cluster
    from graphops.interchange.model import open_model

    if "://" in args.output:
        raise UsageError(f"--output must be a folder, got '{shorten(args.output)}'")
    chunks, halo = _sizes("--chunks", args.chunks, 1), _sizes("--halo", args.halo, 0)
    dtype = _dtype(args.dtype)
    model = open_model(args.model)
    feeds = read_feeds(model, args.signature, args.input, "ARRAY", _array)
    if args.fetch:
        fetch = model.tensor(args.fetch)
    else:
        outputs = model.outputs(args.signature)
        if len(outputs) != 1:
            raise UsageError(f"--fetch must name one output of the model, which has {', '.join(outputs) or 'none'}")
        (fetch,) = outputs.values()
    with ExitStack() as stack:
        client = stack.enter_context(_client(args.target)) if args.target else None
        session: Any = stack.enter_context(model.session(None, client or ""))
        result = session.map(fetch, feeds, halo=halo, chunks=chunks, dtype=dtype)
        with progress(client):
            cluster.to_zarr(result, str(Path(args.output).absolute()), restart=args.restart)
    print(f"wrote {args.output}: {as_dtype(result.dtype).name} {list(result.shape)}")
    return 0


def _array(name: str, text: str, dtype: DType) -> Any:
    """A zarr array that is not read yet, or the value that a file or a literal has."""
    if "://" not in text and not Path(text).is_dir():
        if ".zarr" in text:
            raise UsageError(f"--input {name} must be a zarr array, but '{text}' is not there")
        return read_input(f"--input {name}", text, dtype)
    import zarr

    try:
        # Absolute, because the current folder of workers is another.
        return zarr.open_array(text if "://" in text else str(Path(text).absolute()), mode="r")
    except (FileNotFoundError, ValueError, KeyError, TypeError, ImportError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise UsageError(f"--input {name} must be a zarr array, but '{text}' is none: {shorten(reason)}") from None


@contextmanager
def _client(target: str) -> Iterator[Any]:
    """Dask's default client within the block."""
    from graphops.cluster.connection import Connection

    connection = Connection(target)
    try:
        with connection.client.as_current():
            yield connection.client
    finally:
        connection.close()


def _sizes(option: str, text: str | None, least: int) -> tuple[int, ...] | None:
    """``64,64,1`` as numbers."""
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and len(part) < 19 and int(part) >= least for part in parts):
        raise UsageError(f"{option} must be numbers from {least} on with commas between, got '{shorten(text)}'")
    return tuple(map(int, parts))


def _dtype(name: str | None) -> DType | None:
    try:
        return None if name is None else as_dtype(name)
    except GraphopsError as error:
        raise UsageError(f"--dtype: {error}") from None
