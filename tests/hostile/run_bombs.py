"""Runs each of the graphs that would use up time or memory in a process of its own.

``python -m tests.hostile.run_bombs [name ...]``. Each must raise a GraphopsError or come to an end, within seconds and
with 1.5 GiB more memory than an idle process has. The output has one line of JSON for each: its name, and what became
of it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from graphops_registry.errors import GraphopsError
from tests.hostile import bombs_functions, bombs_loops, bombs_sizes
from tests.hostile.bomb import BOMBS, FLOAT, add, graph_with_x, run

SECONDS = 40
BYTES = 3 << 29
FAMILIES = (bombs_functions, bombs_loops, bombs_sizes)


def outcome(function: Callable[[], Any]) -> str:
    try:
        function()
    except GraphopsError as error:
        return f"refused: {type(error).__name__}: {str(error)[:150]}"
    except BaseException as error:
        return f"FAILED: {type(error).__name__}: {str(error)[:150]}"
    return "ended"


def main(names: list[str]) -> None:
    import resource  # not on Windows, where the names of the bombs are still listed

    warm = graph_with_x()
    add(warm, "y", "Neg", "x", T={"type": FLOAT})
    run(warm, "y")  # loads everything
    with open("/proc/self/statm", encoding="ascii") as file:
        limit = int(file.read().split()[0]) * resource.getpagesize() + BYTES
    for name in names or BOMBS:
        read, write = os.pipe()
        child = os.fork()
        if not child:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
            signal.alarm(SECONDS)
            os.write(write, outcome(BOMBS[name]).encode())
            os._exit(0)
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            said = pipe.read().decode()
        status = os.waitpid(child, 0)[1]
        if not said:
            said = f"FAILED: killed by {signal.Signals(status & 127).name}" if status & 127 else f"FAILED: {status}"
        print(json.dumps([name, said]), flush=True)


np.seterr(all="ignore")
if __name__ == "__main__":
    main(sys.argv[1:])
