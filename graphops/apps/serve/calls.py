"""A request and its answer, as far as models are concerned: what the HTTP server and the worker processes exchange."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from graphops_registry.errors import (
    AbortedError,
    AlreadyExistsError,
    CancelledError,
    DataLossError,
    DeadlineExceededError,
    FailedPreconditionError,
    GraphopsError,
    InvalidArgumentError,
    NotFoundError,
    OutOfRangeError,
    PermissionDeniedError,
    ResourceExhaustedError,
    UnauthenticatedError,
    UnavailableError,
    UnimplementedError,
    shorten,
)

JSON: Final = "application/json"
_MOST_CHARACTERS: Final = 2000  # of an error's sentence

# TensorFlow Serving's status of each error, and the name of its code, which a metric has as a label. An error of the
# graph about data is one about what the request sent.
_STATUS: Final[dict[type[GraphopsError], tuple[int, str]]] = {
    NotFoundError: (404, "NOT_FOUND"),
    AlreadyExistsError: (409, "ALREADY_EXISTS"),
    PermissionDeniedError: (403, "PERMISSION_DENIED"),
    UnauthenticatedError: (401, "UNAUTHENTICATED"),
    ResourceExhaustedError: (429, "RESOURCE_EXHAUSTED"),
    FailedPreconditionError: (400, "FAILED_PRECONDITION"),
    AbortedError: (409, "ABORTED"),
    OutOfRangeError: (400, "OUT_OF_RANGE"),
    UnimplementedError: (501, "UNIMPLEMENTED"),
    UnavailableError: (503, "UNAVAILABLE"),
    DeadlineExceededError: (504, "DEADLINE_EXCEEDED"),
    CancelledError: (499, "CANCELLED"),
    DataLossError: (400, "INVALID_ARGUMENT"),
    InvalidArgumentError: (400, "INVALID_ARGUMENT"),
}


@dataclass(frozen=True)
class Call:
    """A request.

    Attributes:
        path: as it came, with its escapes.
        query: what is behind its question mark.
        body: all of it.
        seconds: after which no one waits for an answer.
    """

    method: str
    path: str
    query: str = ""
    content_type: str = ""
    body: bytes = b""
    seconds: float = 30.0


@dataclass
class Facts:
    """What is told about a request in metrics and logs.

    Attributes:
        api: ``Predict``, ``Classify`` or ``Regress``.
        code: TensorFlow's name of how it ended.
        runtime: seconds in the model, the waiting for a batch left out.
        rows: of the request; of the whole batch ``batch``.
        waited: seconds in a queue.
    """

    model: str = ""
    version: int = 0
    api: str = ""
    code: str = "OK"
    runtime: float = 0.0
    waited: float = 0.0
    rows: int = 0
    batch: int = 0


@dataclass(frozen=True)
class Answer:
    """The answer to a request."""

    status: int
    data: bytes
    content_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)
    facts: Facts = field(default_factory=Facts)


def json_answer(value: Any, facts: Facts | None = None) -> Answer:
    """An answer of JSON."""
    return Answer(200, json.dumps(value, separators=(",", ":")).encode(), facts=facts or Facts())


def relative_to(folders: Iterable[str], text: str) -> str:
    """``text`` with the paths in it that lead into these folders relative to them: no client needs to know the rest."""
    for folder in sorted(folders, key=len, reverse=True):
        text = re.sub(rf"{re.escape(folder)}(?:(/)|(?![\w.-]))", lambda found: "" if found[1] else ".", text)
    return text


def error_answer(error: BaseException, facts: Facts | None = None, folders: Iterable[str] = ()) -> Answer:
    """The answer to a request that failed, in TensorFlow Serving's form; 500 for an error that no one expected.

    Args:
        folders: those of the model; the sentence has no path to them.
    """
    facts = facts or Facts()
    status, facts.code = _status_of(error)
    if isinstance(error, GraphopsError):
        words = relative_to(folders, " ".join(_WORDS.sub(" ", str(error)).split()))
        sentence = shorten(words, _MOST_CHARACTERS)
    else:
        sentence = f"the server failed with {type(error).__name__}; its log says more"
    headers = {"retry-after": "1"} if status in (429, 503) else {}
    return Answer(status, json.dumps({"error": sentence}).encode(), headers=headers, facts=facts)


_WORDS: Final = re.compile(r"[\x00-\x1f]+")


def _status_of(error: BaseException) -> tuple[int, str]:
    for kind, found in _STATUS.items():
        if isinstance(error, kind):
            return found
    if isinstance(error, (MemoryError, RecursionError)):
        return 429, "RESOURCE_EXHAUSTED"
    return 500, "INTERNAL"


__all__ = ["JSON", "Answer", "Call", "Facts", "error_answer", "json_answer", "relative_to"]
