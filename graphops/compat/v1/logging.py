"""``tf.logging``: the logger "graphops" of Python's logging."""

from __future__ import annotations

import logging as _logging
from typing import Any

from graphops.compat.v1.functions.missing import missing

DEBUG = 10
INFO = 20
WARN = 30
ERROR = 40
FATAL = 50

_logger = _logging.getLogger("graphops")


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
    "get_verbosity",
    "info",
    "set_verbosity",
    "warn",
    "warning",
]
