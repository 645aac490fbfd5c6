"""uvicorn's two parsers of HTTP, which also say where the body of a request ends.

uvicorn itself does not note that once the request has its answer, and an answer may come before the body has: what
follows could be the rest of the body or the next request.
"""

from __future__ import annotations

from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class H11(H11Protocol):
    """The one in Python, which is always there.

    Attributes:
        reads_ahead: whether it looks at a request while the one before has no answer.
    """

    reads_ahead: Final = False

    @property
    def has_body_left(self) -> bool:
        """Whether the end of a request is to come whose head was whole."""
        return self.conn.their_state is h11.SEND_BODY


PARSERS: Final[dict[str, Any]] = {"h11": H11}  # the fastest one last
try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
except ImportError:
    pass
else:

    class HttpTools(HttpToolsProtocol):
        """The one in C; its attributes are those of :class:`H11`."""

        reads_ahead: Final = True
        has_body_left = False

        def on_headers_complete(self) -> None:
            self.has_body_left = True
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self.has_body_left = False
            super().on_message_complete()

    PARSERS["httptools"] = HttpTools


__all__ = ["PARSERS"]
