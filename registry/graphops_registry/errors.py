"""The error classes and the one sentence form of graphops.

Every error is a :class:`GraphopsError` and also the built-in that a Python programmer would expect, so that both
``except go.errors.InvalidArgumentError`` and ``except ValueError`` work.  The names are TensorFlow's.

The sentence is ``<argument or attr> of op '<Op>' must <rule>, got <value>``; facts about the node, the inputs and the
user's line are added as notes (``BaseException.add_note``), so the class and the first line never change on the way up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, Final, Self

_LONGEST_COMPARED: Final = 100  # characters of a name


# Characters that control a terminal, hide or reverse text in a log, or cannot be encoded; not "\t" and "\n".
_NOT_SHOWN: Final = re.compile("[\0-\b\v-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def shown(text: str) -> str:
    """``text`` as it may go to a terminal or a log: control characters and the like are written as escapes."""
    return _NOT_SHOWN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class GraphopsError(Exception):
    """Root of all errors that graphops raises on purpose.

    Its sentence and notes may quote input of strangers: they hold no character that steers a terminal.

    Attributes:
        op: the name of the op that the sentence is about. Each of these attributes is ``None`` if it is not known.
        argument: the input or attr that it is about.
        node: the name of the node that failed: of nodes that call each other the innermost.
        function: the function whose body has the node.
    """

    op: str | None = None
    argument: str | None = None
    node: str | None = None
    function: str | None = None

    def __init__(self, *args: object) -> None:
        super().__init__(*(shown(arg) if isinstance(arg, str) else arg for arg in args))

    def __reduce__(self) -> str | tuple[Any, ...]:
        # Packages that replace the pickling of exceptions (tblib, which Dask loads) ask for this: what they do by
        # themselves for a class with an __init__ fails for subclasses of MemoryError and OSError.
        return super().__reduce__()

    def add_note(self, note: str, /) -> None:
        super().add_note(shown(note))

    def concerns(
        self,
        *,
        op: str | None = None,
        argument: str | None = None,
        node: str | None = None,
        function: str | None = None,
    ) -> Self:
        """The same error, with those of its attributes filled that were not known: who learns of an error first knows
        best what it is about."""
        for name, value in (("op", op), ("argument", argument), ("node", node), ("function", function)):
            if value is not None and getattr(self, name, None) is None:
                self.__dict__[name] = value  # an author's subclass may have a property of that name
        return self


class InvalidArgumentError(GraphopsError, ValueError):
    """A value that the op, the graph or the session cannot accept."""


class InvalidTypeError(InvalidArgumentError, TypeError):
    """A wrong dtype, or an argument that is unknown, missing or of the wrong kind."""


class NotFoundError(GraphopsError, LookupError):
    """A name, op, kernel or resource that does not exist."""


class AlreadyExistsError(GraphopsError, ValueError):
    """A name that is taken."""


class OutOfRangeError(GraphopsError, IndexError):
    """An index or iteration past the end."""


class UnimplementedError(GraphopsError, NotImplementedError):
    """Something that is meaningful but that no kernel or rule covers."""


class UnsupportedArgumentError(UnimplementedError, InvalidArgumentError):
    """A value that is meaningful but that no kernel covers, such as a stride over the batch.

    TensorFlow says UNIMPLEMENTED for it, and its Python, while a graph is built, mostly ValueError.
    """


class AxisError(OutOfRangeError, InvalidArgumentError):
    """An axis that a tensor does not have, where TensorFlow's kernel says OUT_OF_RANGE; like NumPy's class of the name
    it is both an IndexError and a ValueError."""


class ResourceExhaustedError(GraphopsError, MemoryError):
    """A result or workspace that does not fit into the memory allowed."""


class FailedPreconditionError(GraphopsError, RuntimeError):
    """A state that does not allow the call, for example an uninitialised variable."""


class CancelledError(GraphopsError, RuntimeError):
    """A run that was cancelled."""


class DeadlineExceededError(GraphopsError, TimeoutError):
    """A run that took longer than its timeout."""


class AbortedError(GraphopsError, RuntimeError):
    """An operation that was given up, typically because of a conflict."""


class InternalError(GraphopsError, RuntimeError):
    """A promise that graphops itself, or a kernel, did not keep."""


class UnavailableError(GraphopsError, RuntimeError):
    """A device or service that cannot be reached now."""


class DataLossError(GraphopsError, ValueError):
    """A file that is truncated or corrupt."""


class PermissionDeniedError(GraphopsError, PermissionError):
    """Something that the caller is not allowed to do."""


class UnauthenticatedError(GraphopsError, PermissionError):
    """A caller that did not say who they are."""


class UnknownError(GraphopsError, RuntimeError):
    """An error of unknown kind."""


def must(
    argument: str,
    op: str,
    rule: str,
    got: object,
    *,
    kind: Callable[[str], GraphopsError] = InvalidArgumentError,
    fix: str | None = None,
) -> GraphopsError:
    """The error that says ``<argument> of op '<op>' must <rule>, got <got>``; ``fix`` becomes a note.

    ``got`` is printed with ``str``; long values are cut so that an error never prints a whole tensor.
    """
    error = kind(f"{argument} of op '{op}' must {rule}, got {shorten(got)}")
    if fix is not None:
        error.add_note(f"fix: {fix}")
    # An author may pass an error class that is not one of graphops.
    return error.concerns(op=op, argument=_name_in(argument)) if isinstance(error, GraphopsError) else error


def _name_in(argument: str) -> str | None:
    """The name in the ``argument`` of :func:`must`: ``x``, ``x[2]``, ``attr 'T'``; ``None`` if it is not one name."""
    name = argument.removeprefix("attr '").removesuffix("'") if argument.startswith("attr '") else argument
    if not argument.startswith("attr '"):
        name, bracket, index = name.partition("[")
        if bracket and not (index.endswith("]") and index[:-1].isdigit()):
            return None
        if not name[:1].islower():
            return None
    return name if name.isidentifier() else None


def shorten(value: object, limit: int = 200) -> str:
    """``str(value)``, cut in the middle when it is longer than ``limit`` characters."""
    text = str(value)
    if len(text) <= limit:
        return text
    half = (limit - 5) // 2
    return f"{text[:half]} ... {text[-half:]}"


def printed(value: object) -> str:
    """``repr(value)``; its type alone where that fails, as for lists that are nested too deeply."""
    try:
        return repr(value)
    except Exception:
        return f"a {type(value).__name__} that cannot be printed"


def nearest(name: str, known: Iterable[str]) -> str:
    """`` (did you mean 'x'?)`` for the known name closest to ``name``, or the empty string.

    One that differs in case alone is the closest.
    """
    if len(name) > _LONGEST_COMPARED:  # comparing takes quadratic time in the length, for each known name
        return ""
    names = list(known)
    folded = name.casefold()
    matches = [each for each in names if each.casefold() == folded] or get_close_matches(name, names, n=1)
    return f" (did you mean '{matches[0]}'?)" if matches else ""


for _public in list(globals().values()):  # users import them from there, so that is what tracebacks and pickles name
    if isinstance(_public, type) and issubclass(_public, GraphopsError):
        _public.__module__ = "graphops.errors"
