"""``tf.logging``: the logger "graphops" of Python's logging."""

from __future__ import annotations

import inspect
import logging as _logging
from typing import Any

from graphops.compat.v1.functions.missing import missing

DEBUG = 10
INFO = 20
WARN = 30
ERROR = 40
FATAL = 50

_logger = _logging.getLogger("graphops")
_counts: dict[tuple[str, int], int] = {}


def debug(msg: Any, *args: Any, **kwargs: Any) -> None:
    _logger.debug(msg, *args, **kwargs)


def info(msg: Any, *args: Any, **kwargs: Any) -> None:
    _logger.info(msg, *args, **kwargs)


def warning(msg: Any, *args: Any, **kwargs: Any) -> None:
    _logger.warning(msg, *args, **kwargs)


def warn(msg: Any, *args: Any, **kwargs: Any) -> None:
    _logger.warning(msg, *args, **kwargs)


def error(msg: Any, *args: Any, **kwargs: Any) -> None:
    _logger.error(msg, *args, **kwargs)


def fatal(msg: Any, *args: Any, **kwargs: Any) -> None:
    _logger.critical(msg, *args, **kwargs)


def get_verbosity() -> int:
    """The level below which messages are dropped."""
    return _logger.getEffectiveLevel()


def set_verbosity(v: int) -> None:
    """Drop messages below a level."""
    _logger.setLevel(v)
    if not _logger.hasHandlers():  # Python alone prints warnings and errors, whatever the level is
        handler = _logging.StreamHandler()
        handler.setFormatter(_logging.Formatter("%(levelname)s:%(name)s:%(message)s"))
        _logger.addHandler(handler)


def log(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    _logger.log(level, msg, *args, **kwargs)


def vlog(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    _logger.log(level, msg, *args, **kwargs)


def flush() -> None:
    """Write out what has been logged."""
    for handler in _logger.handlers:
        handler.flush()


def log_if(level: int, msg: Any, condition: Any, *args: Any) -> None:
    """Log if a condition is true."""
    if condition:
        _logger.log(level, msg, *args)


def log_first_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Log the first ``n`` times that a place of a script gets here."""
    log_if(level, msg, _count() < n, *args)


def log_every_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Log the first of each ``n`` times that a place of a script gets here."""
    log_if(level, msg, _count() % n == 0, *args)


def _count() -> int:
    """How often the place that called the function that called this one did so before."""
    frame = inspect.stack()[2]
    key = frame.filename, frame.lineno
    _counts[key] = _counts.get(key, -1) + 1
    return _counts[key]


def __getattr__(name: str) -> Any:
    raise missing("logging", name)


__all__ = [
    "DEBUG",
    "ERROR",
    "FATAL",
    "INFO",
    "WARN",
    "debug",
    "error",
    "fatal",
    "flush",
    "get_verbosity",
    "info",
    "log",
    "log_every_n",
    "log_first_n",
    "log_if",
    "set_verbosity",
    "vlog",
    "warn",
    "warning",
]
