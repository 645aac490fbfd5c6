"""What a kernel may ask of its context outside a Session."""

from __future__ import annotations

from typing import Any

from graphops.graph.slots import NODE_FILES
from graphops_registry.device_def import DeviceType


class EagerContext:
    """What a kernel may ask of its context outside a Session."""

    __slots__ = ("device", "index")
    name = ""
    resources = None
    random = None
    functions = None

    def __init__(self, device: DeviceType, index: int = 0) -> None:
        self.device = device
        self.index = index

    @property
    def files(self) -> Any:
        """Who calls an op says which file is meant: any will do."""
        return NODE_FILES.NodeFiles()

    @property
    def stream(self) -> Any:
        return self.device.stream(self.index)

    @staticmethod
    def check_cancelled() -> None:
        """Nothing can cancel a call."""

    @staticmethod
    def check_memory(size: int) -> None:
        """Refuse what exceeds the machine's memory."""
        from graphops.plan.choose.kernel_choice import check_bytes

        check_bytes(size, "of this call", None)

    @staticmethod
    def hold(value: Any) -> None:
        """A call has no limit."""
