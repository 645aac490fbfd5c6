"""Tickets: a browser's command line has a ticket, not the token, because all users can see it in the process list."""

from __future__ import annotations

import hmac
import secrets
import time
from typing import Final

from graphops_registry.errors import PermissionDeniedError

SECONDS: Final = 120.0  # that a ticket is good for


class Tickets:
    """Each gets the token once, within two minutes.

    Args:
        token: what requests to ``/api/`` must carry.
    """

    def __init__(self, token: str) -> None:
        self._token = token
        self._until: dict[str, float] = {}

    def issue(self) -> str:
        """A new ticket."""
        ticket = secrets.token_urlsafe(24)
        self._until[ticket] = time.monotonic() + SECONDS
        return ticket

    def exchanged(self, ticket: object) -> str:
        """The token.

        Raises:
            PermissionDeniedError: no ticket of ours, used before, or too old.
        """
        given = ticket.encode() if isinstance(ticket, str) and ticket.isascii() else b""
        for known, until in list(self._until.items()):
            if hmac.compare_digest(given, known.encode()):
                del self._until[known]
                if time.monotonic() <= until:
                    return self._token
        raise PermissionDeniedError(
            f"a ticket must be used once, within {SECONDS:.0f} seconds; open the address that the terminal shows"
        )
