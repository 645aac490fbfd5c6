"""What is fuzzed: a target is a name, a function of bytes, and bytes to begin with.

A new one is a decorated function in one of the modules that ``targets.py`` lists:

>>> @target("device", seeds=[b"/job:worker/device:GPU:0"], words=[b"/device:", b"CPU"])
... def device(data: bytes) -> None:
...     DeviceSpec.parse(text(data))

The function returns, or raises an error of graphops; anything else is a fault, and so is too much time or memory.
"""

from __future__ import annotations

import random
import signal
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from graphops_registry.errors import GraphopsError

SECONDS: Final = 5.0  # of the processor, for one input
BYTES: Final = 512 << 20  # beyond what the process has before the first input
FOUND: Final = Path(__file__).parent / "found"  # inputs that showed a fault once, a folder for each target

Change = Callable[[bytes, random.Random], bytes]


class Broken(Exception):
    """Something that must hold for what was accepted does not."""


class TooSlow(BaseException):
    """The time for one input is over; no handler of ``Exception`` stops it."""


@dataclass(frozen=True)
class Target:
    """Something that reads what others wrote.

    Attributes:
        name: of the target, and of the folder of its inputs.
        run: reads one input.
        start: inputs to begin with.
        words: what is likely to matter in an input.
        change: makes one input from another, keeping its structure; besides what changes bytes at random.
        longest: bytes of an input.
        refuses: what ``run`` may raise.
    """

    name: str
    run: Callable[[bytes], None]
    start: Callable[[], list[bytes]]
    words: tuple[bytes, ...] = ()
    change: Change | None = None
    longest: int = 4096
    refuses: tuple[type[BaseException], ...] = (GraphopsError,)

    def found(self) -> list[Path]:
        """The files with inputs that were faults once."""
        return sorted((FOUND / self.name).glob("*"))

    def seeds(self) -> list[bytes]:
        """All inputs to begin with."""
        return [*self.start(), *(file.read_bytes() for file in self.found())]


TARGETS: dict[str, Target] = {}


def target(
    name: str, *, seeds: Iterable[bytes] | Callable[[], list[bytes]], words: Iterable[bytes] = (), **more: Any
) -> Callable[[Callable[[bytes], None]], Callable[[bytes], None]]:
    """Decorator: the function becomes the target ``name``; ``more`` are further attributes of :class:`Target`."""
    start = seeds if callable(seeds) else (lambda given=list(seeds): given)

    def add(run: Callable[[bytes], None]) -> Callable[[bytes], None]:
        TARGETS[name] = Target(name, run, start, tuple(words), **more)
        return run

    return add


def must_hold(condition: object, sentence: str) -> None:
    """Raise unless ``condition``: the input was accepted, and then ``sentence`` holds."""
    if not condition:
        raise Broken(sentence.strip())


@contextmanager
def accepted(what: str) -> Iterator[None]:
    """What follows is made of an input that was accepted: an error of graphops is a fault, too."""
    try:
        yield
    except GraphopsError as error:
        raise Broken(f"{what} is refused: {type(error).__name__}") from error


def text(data: bytes) -> str:
    """Any text from any bytes."""
    return data.decode("utf-8", "replace")


def fault(aim: Target, data: bytes) -> str | None:
    """What is wrong with how ``aim`` took ``data``, in a form that is the same for the same fault; else ``None``."""
    signal.signal(signal.SIGPROF, _too_slow)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        aim.run(data)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        signal.setitimer(signal.ITIMER_PROF, 0)
        return None if isinstance(error, aim.refuses) else _kind(error)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return None


def _too_slow(number: int, frame: Any) -> None:
    raise TooSlow(f"more than {SECONDS} s")


def _kind(error: BaseException) -> str:
    """The error's type and where it comes from: the last line that is ours, not a library's and not the fuzzer's."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "graphops" in frame.filename and "site-packages" not in frame.filename]
    place = (own or frames)[-1]
    where = f"{place.name} ({Path(place.filename).name}:{place.lineno})"
    if isinstance(error, TooSlow | RecursionError | MemoryError):  # each time somewhere else
        where = f"{frames[1].name}" if len(frames) > 1 else where
    return f"broken: {error}" if isinstance(error, Broken) else f"{type(error).__name__} in {where}"
