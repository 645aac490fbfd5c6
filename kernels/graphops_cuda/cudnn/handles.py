"""cuDNN's handles, each with the graphs that were built with it.

Two threads must not use a handle or a plan at the same time, so each thread has its own handles, one for each device.
When a thread ends, its handles, with all that was built with them, go to the next thread that needs one.  A plan uses
the handle that it was built with and must not outlive it, so handles are never destroyed.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

import cupy

from graphops_cuda.cudnn.conv_desc import ConvDesc
from graphops_cuda.cudnn.graph import Graph, Unsupported, make_graph
from graphops_cuda.cudnn.library import frontend
from graphops_cuda.cudnn.plans import Plan, first_plan
from graphops_cuda.runtime.per_thread import PerThread

_CAPACITY: Final = 128
"""Graphs that a handle keeps; each takes about a megabyte of host memory, and 10 ms to build again."""


class Handle:
    """A handle of cuDNN, for one thread at a time.

    Attributes:
        device: the index of its device.
        handle: cuDNN's.
    """

    def __init__(self, device: int) -> None:
        self.device = device
        self.handle = frontend().create_handle()
        self._first: OrderedDict[ConvDesc, Plan] = OrderedDict()
        self._tuned: OrderedDict[ConvDesc, Plan] = OrderedDict()

    def graph(self, desc: ConvDesc) -> Graph:
        """A new graph, for the handle's device.

        Raises:
            Unsupported: cuDNN has no plan for it.
        """
        return make_graph(desc, handle=self.handle)

    def plan(self, desc: ConvDesc) -> Plan | str:
        """The plan that cuDNN's heuristics choose, kept, or why there is none: which may be otherwise the next time."""
        found = self._first.get(desc)
        if found is None:
            try:
                found = first_plan(self.graph(desc))
            except Unsupported as refusal:
                return str(refusal)
            _keep(self._first, desc, found)
        else:
            self._first.move_to_end(desc)
        return found

    def tuned(self, desc: ConvDesc) -> Plan | None:
        """The plan that was the fastest, if that is known here."""
        found = self._tuned.get(desc)
        if found is not None:
            self._tuned.move_to_end(desc)
        return found

    def keep_tuned(self, desc: ConvDesc, plan: Plan) -> None:
        """Remember the plan that was the fastest."""
        _keep(self._tuned, desc, plan)

    def use_stream(self, stream: int) -> None:
        """Queue what follows on a stream; costs nothing if it is the one in use."""
        frontend().set_stream(handle=self.handle, stream=stream)


def _keep(table: OrderedDict[ConvDesc, Any], desc: ConvDesc, value: object) -> None:
    table[desc] = value
    while len(table) > _CAPACITY:
        table.popitem(last=False)


_HANDLES: Final = PerThread(Handle)


def current() -> Handle:
    """This thread's handle for the current device.

    Raises:
        RuntimeError: cuDNN cannot make one.
    """
    return _HANDLES.get(int(cupy.cuda.runtime.getDevice()))
