"""What a worker does when it starts: ``dask worker ... --preload graphops.cluster.preload``.

It loads the kernels, so that the first piece need not, and sets how many threads a kernel has. A Nanny sets the
libraries' numbers of threads to 1; a worker that runs one piece at a time can have more.
"""

from __future__ import annotations

from typing import Any

import click

from graphops.plugins.packages import load_kernels
from graphops.session.threads import set_intra_op_threads


@click.command()
@click.argument("threads", type=int, default=0)
def dask_setup(worker: Any, threads: int = 0) -> None:
    """Called by Dask with the worker.

    Args:
        threads: of each kernel; 0: as many as the worker runs tasks at once.
    """
    del worker
    load_kernels()
    if threads:
        set_intra_op_threads(threads)
