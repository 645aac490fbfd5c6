"""The log: one JSON object a line, on standard error."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Final

from graphops_registry.errors import shorten, shown

LOG: Final = logging.getLogger("graphops.serve")
_MOST: Final = 4000  # characters of a message


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        found = {
            "time": f"{moment}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "message": shorten(shown(record.getMessage()), _MOST),
        }
        found |= getattr(record, "facts", {})
        if record.exc_info:
            found["traceback"] = self.formatException(record.exc_info)
        return json.dumps(found)


def set_up() -> None:
    """Write what the server logs, and warnings of the HTTP server."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    for name, level in (("graphops.serve", logging.INFO), ("uvicorn.error", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False
