"""Responses of the service: errors as JSON, and what is wrong with a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from graphops.inspect.draw.pins import pins_json
from graphops.inspect.statistics import Figures, Statistics
from graphops.interchange.page import Built, Problem
from graphops_registry.errors import (
    AbortedError,
    AlreadyExistsError,
    GraphopsError,
    NotFoundError,
    PermissionDeniedError,
    ResourceExhaustedError,
    UnauthenticatedError,
    shorten,
)

Json = dict[str, Any]
_STATUS: Final = {NotFoundError: 404, AlreadyExistsError: 409, AbortedError: 409, PermissionDeniedError: 403,
                  UnauthenticatedError: 403, ResourceExhaustedError: 413}  # fmt: skip
_MOST_NOTES: Final = 20
_MOST_CHARACTERS: Final = 4000  # of a message
_MOST_ROWS: Final = 1000  # of statistics


def problem_json(problem: Problem) -> Json:
    """A fault of a page, with the block and pin that it belongs to."""
    return {"block": problem.block or None, "pin": problem.pin or None, "function": problem.function or None} | (
        _words(problem.error)
    )


def error_json(error: BaseException, block: str | None = None, pin: str | None = None) -> Json:
    """Any error: of ours its class and notes, with the node that it came from as the block; else its type alone."""
    if not isinstance(error, GraphopsError):
        return {
            "block": block,
            "pin": pin,
            "kind": type(error).__name__,
            "message": _text(error),
            "notes": [],
        }
    words = _words(error)
    if block is None:
        block = error.node
        pin = error.argument if block is not None else None
    return {"block": block, "pin": pin} | words


def failure(error: Exception) -> tuple[int, Json]:
    """The status and the JSON of the response to a request that failed; 500 for an unexpected error."""
    if isinstance(error, GraphopsError):
        status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 400)
        return status, {"error": error_json(error)}
    if isinstance(error, (MemoryError, RecursionError)):
        return 413, {"error": error_json(ResourceExhaustedError(f"a request must need less of this machine: {error}"))}
    if isinstance(error, OSError):
        reason = error.strerror or error
        return 404, {"error": error_json(NotFoundError(f"a file must be readable and writable, got '{reason}'"))}
    return 500, {"error": error_json(error)}


def _text(error: BaseException) -> str:
    try:
        return shorten(str(error), 500)
    except Exception:  # an exception of a plug-in may have no text
        return "an error that has no text"


def _words(error: GraphopsError) -> Json:
    notes: Sequence[str] = getattr(error, "__notes__", ())
    return {
        "kind": type(error).__name__,
        "message": shorten(str(error), _MOST_CHARACTERS),
        # The line that made a node is one of ours.
        "notes": [shorten(note, _MOST_CHARACTERS) for note in notes[:_MOST_NOTES] if not note.startswith("  made at")],
    }


def built_json(built: Built, seconds: float) -> Json:
    """The result of building a page: dtypes and shapes of all pins, and all faults."""
    return {
        "nodes": {name: pins_json(built.inputs(name), built.outputs(name)) for name in (*built.nodes, *built.bypassed)},
        "problems": [problem_json(problem) for problem in built.problems],
        "skipped": built.skipped,
        "muted": built.muted,
        "seconds": seconds,
    }


def split_scope(scope: str) -> tuple[str, str]:
    """The function that a path of the editor is in, ``""`` for none, and the scope within it: ``"f()/layer"``."""
    function, called, within = scope.partition("()")
    return (function, within.removeprefix("/")) if called else ("", scope)


def statistics_json(found: Statistics, built: Built, scope: str, within: str) -> Json:
    """The figures of a scope and of its parts; those of parts beyond a bound as one row without a name.

    Args:
        scope: as the editor has it.
        within: the scope of ``found``, which is of the page or of a function.
    """
    function = split_scope(scope)[0]
    before = f"{function}()/" if function else ""
    rows = list(found.rows(within).items())
    listed: list[Json] = [{"name": before + name} | asdict(figures) for name, figures in rows[:_MOST_ROWS]]
    if len(rows) > _MOST_ROWS:
        rest = sum((figures for _, figures in rows[_MOST_ROWS:]), Figures())
        listed.append({"name": None} | asdict(rest))
    left_out = len({problem.block for problem in built.problems if problem.function == function})
    left_out += 0 if function else len(built.skipped)
    return {"scope": scope, "total": asdict(found.total(within)), "rows": listed, "left_out": left_out}
