"""The context of a kernel: what it may use of the run that it is part of.

:class:`Context` lists the members; each has a harmless default.  :class:`NullContext` has exactly these defaults; a
kernel that runs outside of a run gets it.  The Session and ``eager`` have subclasses of it.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

from graphops_registry.device_def import device_type
from graphops_registry.errors import FailedPreconditionError


class Context(Protocol):
    """What a kernel gets at run time. Only what its registration names in ``uses`` may be touched, and what needs no
    such name: ``device``, ``index`` and ``arrays_are_constant``.

    A derived class need only define what it knows better; the other members keep their harmless defaults.
    """

    __slots__ = ()

    @property
    def device(self) -> Any:
        """The device that the kernel runs on, a :class:`~graphops_registry.device_def.DeviceType`."""
        return device_type("CPU")

    @property
    def index(self) -> int:
        """Which of the devices of this type."""
        return 0

    @property
    def arrays_are_constant(self) -> bool:
        """Whether an array that is closed to writing and owns its memory never changes: what a kernel makes of it may
        be kept for the next run. True in a Session, but for a step with a weight that the run changes; who calls
        ``eager`` may open the array again."""
        return False

    @property
    def name(self) -> str:
        """With ``name`` in ``uses``: the node's name, empty in ``eager``."""
        return ""

    @property
    def function(self) -> str:
        """With ``name``: the function whose body has the node; empty in the graph itself and in ``eager``."""
        return ""

    @property
    def resources(self) -> Any:
        """With ``resources``: the Session's store of variables and other state."""
        raise _needs_session("resources")

    @property
    def temporary(self) -> dict[str, Any]:
        """With ``resources``: handles of the run's temporary variables by name; the run destroys what is left."""
        raise _needs_session("resources")

    @property
    def random(self) -> Any:
        """With ``random``: the generator of the Session."""
        raise _needs_session("random")

    @property
    def functions(self) -> Any:
        """With ``functions``: calls the functions that attrs name."""
        raise _needs_session("functions")

    @property
    def files(self) -> Any:
        """With ``files``: the files that the Session may read and write."""
        raise _needs_session("files")

    @property
    def stream(self) -> Any:
        """With ``stream``: the stream of the device that work is queued on."""
        return self.device.stream(self.index)

    def check_cancelled(self) -> None:
        """With ``cancel``: raise CancelledError or DeadlineExceededError if the run should end."""
        return

    def check_memory(self, size: int) -> None:
        """With ``memory``: raise ResourceExhaustedError if so many bytes more do not fit."""
        return

    def hold(self, value: Any) -> None:
        """With ``memory``: count an array that is kept after the run; ResourceExhaustedError if it does not fit."""
        return


def _needs_session(what: str) -> FailedPreconditionError:
    return FailedPreconditionError(f"a kernel must run in a Session to use its {what}, but it runs outside of one")


class NullContext(Context):
    """The context of a kernel that cannot be cancelled and has no limits.

    Args:
        arrays_are_constant: see :class:`Context`.
    """

    __slots__ = ("arrays_are_constant",)
    arrays_are_constant: bool

    def __init__(self, *, arrays_are_constant: bool = False) -> None:
        self.arrays_are_constant = arrays_are_constant


NO_CONTEXT: Final = NullContext()
IN_A_PLAN: Final = NullContext(arrays_are_constant=True)
"""For steps of a plan whose kernels ask for nothing, or are done before anybody could stop them; and for trials."""
