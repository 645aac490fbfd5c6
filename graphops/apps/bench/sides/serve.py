"""The program in a peer's interpreter: ``PYTHON serve.py NAME THREADS DEVICE``.

It reads commands as lines of JSON on its standard input, and responds to each with a line of JSON on standard output:
``{"do": "facts"}``, ``{"do": "prepare", "case": ..., "patience": s}``, ``{"do": "time", "runs": n, "seconds": s}``,
``{"do": "drop"}``. Between commands it waits, idle.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import sys
import types
from pathlib import Path
from typing import Any

SIDES = ("graphops", "numpy", "tensorflow", "torch", "torch_compiled", "openvino", "onnxruntime")
OURS = ("graphops", "numpy")  # in an interpreter that has graphops


def main(arguments: list[str]) -> int:
    name, threads, device = arguments[0], int(arguments[1]), arguments[2]
    # Responses go where standard output was; what libraries print goes to standard error instead.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    here = Path(__file__).resolve().parent
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != here]
    if name not in OURS:  # whose other modules this interpreter need not be able to import
        known = ("graphops.apps.bench.sides", "graphops.apps.bench", "graphops.apps", "graphops")
        for package, folder in zip(known, (here, *here.parents), strict=False):
            module = types.ModuleType(package)
            module.__path__ = [str(folder)]
            sys.modules[package] = module
    runner = importlib.import_module("graphops.apps.bench.sides.runner")
    try:
        side = importlib.import_module(f"graphops.apps.bench.sides.side_{name}{'_gpu' if device == 'gpu' else ''}")
        facts = side.start(threads)
    except Exception as error:
        _answer(answers, {"error": f"{type(error).__name__}: {error}"})
        return 1
    gc.freeze()  # what was imported stays; to look through it again takes longer than many a case
    running = runner.Runner(side.make)
    for line in sys.stdin:
        try:
            _answer(answers, _obey(running, facts, json.loads(line)))
        except Exception as error:
            _answer(answers, {"error": f"{type(error).__name__}: {error}"})
    return 0


def _obey(running: Any, facts: dict[str, Any], command: dict[str, Any]) -> dict[str, Any]:
    do = command["do"]
    if do == "facts":
        return facts
    if do == "prepare":
        found: dict[str, Any] = running.prepare(command["case"], command["patience"])
        return found
    if do == "time":
        found = running.time(command["runs"], command["seconds"])
        return found
    if do == "drop":
        running.drop()
        return {}
    raise ValueError(f"no such command: {do}")


def _answer(stream: Any, data: dict[str, Any]) -> None:
    stream.write(json.dumps(data) + "\n")
    stream.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
