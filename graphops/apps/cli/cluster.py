"""Start a cluster of worker processes on this machine, to try what runs on a cluster.

Examples:

  graphops cluster --workers 4
  graphops cluster --workers 2 --threads 4 --memory-limit 2GiB --port 8786

It prints the address that --target of 'graphops run' and go.Session take, and stays until Ctrl-C. Worker 0 is
/job:worker/task:0. A worker that ends is started again. Needs the extra 'cluster'.
"""

from __future__ import annotations

import argparse
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from graphops.apps.cli.usage import UsageError
from graphops.plugins.extras import require

HELP = "start a cluster on this machine, to try one"

_TEXT = """\
target: {target} ({workers} and {threads})

  graphops run MODEL --input x=x.npy --target {target}
  session = go.Session(graph, target="{target}")
  with go.device("/job:worker/task:0"): ...

Ctrl-C ends it. On machines of your own, start these instead:

  dask scheduler
  dask worker tcp://SCHEDULER:8786 --nthreads 1 --resources "/job:worker/task:0=1" --preload graphops.cluster.preload
"""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="how many processes (default 2)")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="of each kernel in a worker (default 1)")
    limit = "of each worker, in bytes or as 2GiB; one that needs more is ended (default: a core's share of the machine)"
    parser.add_argument("--memory-limit", default="auto", metavar="SIZE", help=limit)
    parser.add_argument("--port", type=int, default=0, metavar="N", help="of the scheduler (default: any that is free)")
    dashboard = "serve Dask's pages about what runs where; needs the package bokeh"
    parser.add_argument("--dashboard", action="store_true", help=dashboard)


def run(args: argparse.Namespace) -> int:
    require("graphops cluster", "cluster")
    from graphops.cluster.local_cluster import LocalCluster

    for name in ("workers", "threads"):
        if getattr(args, name) < 1:
            raise UsageError(f"--{name} must be at least 1, got {getattr(args, name)}")
    if not 0 <= args.port < 1 << 16:
        raise UsageError(f"--port must be a port, got {args.port}")
    with (
        _ended_by_signals() as ended,
        LocalCluster(
            args.workers, args.threads, args.memory_limit, port=args.port, dashboard=args.dashboard
        ) as cluster,
    ):
        target = cluster.scheduler_address.replace("tcp://", "dask://", 1)
        workers, threads = _count(args.workers, "worker"), _count(args.threads, "thread")
        print(_TEXT.format(target=target, workers=workers, threads=f"{threads} in each"), end="", flush=True)
        if args.dashboard:
            print(f"\ndashboard: {cluster.dashboard_link}", flush=True)
        ended.wait()
    return 0


@contextmanager
def _ended_by_signals() -> Iterator[threading.Event]:
    """An event that SIGINT and SIGTERM set, instead of what they did before."""
    ended = threading.Event()
    before: dict[signal.Signals, Any] = {each: signal.signal(each, lambda *_: ended.set()) for each in _SIGNALS}
    try:
        yield ended
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
