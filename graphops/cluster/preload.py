"""What a worker does when it starts: ``dask worker ... --preload graphops.cluster.preload``.

It loads the kernels, so that the first piece need not, and sets how many threads a kernel has. A Nanny sets the
libraries' numbers of threads to 1; a worker that runs one piece at a time can have more.
"""

from __future__ import annotations

import signal
from typing import Any

import click

from graphops.plugins.packages import load_kernels
from graphops.session.threads import set_intra_op_threads
from graphops_cpu.runtime.threads import thread_count


@click.command()
@click.argument("threads", type=int, default=0)
@click.option("--stay", is_flag=True)
def dask_setup(worker: Any, threads: int = 0, stay: bool = False) -> None:
    """Called by Dask with the worker.

    Args:
        threads: of each kernel; 0: as many as ``OMP_NUM_THREADS`` says, which a Nanny sets to 1.
        stay: whether Ctrl-C, which a terminal sends to all of its processes, is left to the process that ends this one.
    """
    del worker
    if stay:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    load_kernels()
    if threads and threads != thread_count():
        set_intra_op_threads(threads)
