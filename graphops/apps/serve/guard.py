"""Checks before a request is read: where it comes from, and whether it has the token."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Final

from graphops.apps.serve.settings import Settings

_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]", "::1")
HEADERS: Final = [
    (b"content-security-policy",
     b"default-src 'self'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
]  # fmt: skip

# What is no page needs fewer, and each costs time.
DATA_HEADERS: Final = [(b"x-content-type-options", b"nosniff"), (b"cache-control", b"no-store")]


class Guard:
    """Refuses what web sites make browsers send, and what has no token.

    A server on a loopback address without a token answers to its own names alone: another name that was made to point
    to this machine is not one of these.
    """

    def __init__(self, settings: Settings) -> None:
        self._token = settings.token.encode()
        self._own_names = settings.host in _LOOPBACK and not settings.token
        self._cors = settings.cors

    def refuses(self, headers: Mapping[bytes, bytes]) -> tuple[int, str] | None:
        """Status and sentence for a request that must not be answered."""
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if self._own_names and _without_port(host) not in _LOOPBACK:
            return 403, "Host of a request must be this machine's own name for a server without a token"
        origin = headers.get(b"origin")
        if origin is not None and not self._cors:
            scheme, _, from_host = origin.decode("latin-1").lower().partition("://")
            if scheme not in ("http", "https") or from_host != host:
                return 403, "Origin of a request must be this server; --rest_api_enable_cors_support allows others"
        if self._token and not self._has_token(headers):
            return 401, "a request must carry the right token: 'Authorization: Bearer TOKEN'"
        return None

    def _has_token(self, headers: Mapping[bytes, bytes]) -> bool:
        given = headers.get(b"authorization", b"")
        return given[:7].lower() == b"bearer " and hmac.compare_digest(given[7:].strip(), self._token)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]
