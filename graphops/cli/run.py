"""Compute one op now from .npy files and literals, and show the result.

Examples:

  graphops run Conv3D --input input=x.npy --input filter=w.npy --attr strides=1,1,1,1,1 --attr padding=SAME
  graphops run AddV2 --input x=1,2,3 --input y=10:float32 --out sum.npz
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from graphops.cli.call_arguments import InputSpec, add_call_arguments, read_call
from graphops.cli.usage import UsageError
from graphops_registry.dtypes import as_dtype

HELP = "compute one op from .npy files"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_call_arguments(parser)
    parser.add_argument("--out", metavar="FILE.npz", help="write the results there, by the names of the outputs")


def run(args: argparse.Namespace) -> int:
    from graphops import eager

    call = read_call(args)
    for name, value in call.inputs.items():
        if any(isinstance(item, InputSpec) for item in (value if isinstance(value, list) else [value])):
            raise UsageError(f"--input {name} must have a value to be computed: a .npy file or a literal")
    if args.out is not None and not args.out.endswith(".npz"):
        raise UsageError(f"--out must be a .npz file, got '{args.out}'")
    results = _by_name(call.op.op_def, getattr(eager, call.op.name)(**call.inputs, **call.attrs))
    for name, array in results.items():
        print(f"{name}: {as_dtype(array.dtype).name} {list(array.shape)}")
        if array.size:
            print(np.array2string(array, threshold=48, edgeitems=2, max_line_width=100))
    if not results:
        print(f"{call.op.name} has no outputs")
    if args.out is not None:
        _save(Path(args.out), results)
        print(f"wrote {args.out}")
    return 0


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


def _save(path: Path, results: dict[str, np.ndarray[Any, Any]]) -> None:
    """Write an archive without Python objects: strings go as byte strings of one length."""
    plain = {name: _plain(array, name) for name, array in results.items()}
    with path.open("wb") as file:
        np.savez(file, allow_pickle=False, **plain)


def _plain(array: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
    if array.dtype != object:
        return array
    flat = array.astype("S") if array.size else np.zeros(array.shape, "S1")
    if (flat.astype(object) != array).any():
        raise UsageError(f"output {name} cannot be written to a .npz file: it holds strings that end in zero bytes")
    return flat
