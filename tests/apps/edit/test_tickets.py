"""What a browser is started with: a ticket that is good once, and no token that others could read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import graphops as go
from graphops.apps.edit import server as service
from graphops.apps.edit.tickets import SECONDS, Tickets
from tests.apps.edit.conftest import Server
from tests.apps.edit.test_service import refused


def test_a_ticket_is_good_once() -> None:
    tickets = Tickets("the token")
    one, other = tickets.issue(), tickets.issue()
    assert tickets.exchanged(one) == "the token"
    for given in (one, "", other[:-1], other + "x", None, 3, [other], "\ud800", "é"):
        with pytest.raises(go.errors.PermissionDeniedError, match="a ticket must be used once"):
            tickets.exchanged(given)
    assert tickets.exchanged(other) == "the token"


def test_a_ticket_is_good_for_a_short_time(monkeypatch: pytest.MonkeyPatch) -> None:
    tickets = Tickets("the token")
    one, other = tickets.issue(), tickets.issue()
    now = 1000.0
    monkeypatch.setattr("graphops.apps.edit.tickets.time.monotonic", lambda: now)
    tickets._until = dict.fromkeys((one, other), now + SECONDS)
    now += SECONDS - 1
    assert tickets.exchanged(one) == "the token"
    now += 2
    with pytest.raises(go.errors.PermissionDeniedError):
        tickets.exchanged(other)


def test_requests_without_a_ticket(server: Server) -> None:
    """The one request without the token; Host and Origin are looked at as ever."""
    for body in ({"ticket": "wrong"}, {"ticket": server.token}, {"ticket": None}):
        assert refused(server, "POST", "/api/token", body, x_graphops_token=None)[0] == 403
    for body in ({}, [], {"ticket": "a", "more": 1}, b"{", b""):
        assert refused(server, "POST", "/api/token", body, x_graphops_token=None)[0] == 400
    assert refused(server, "GET", "/api/token")[0] == 405
    for path in ("/api/token/", "/api/token/../ops", "/api/Token", "//api/token"):
        assert refused(server, "POST", path, {"ticket": "a"}, x_graphops_token=None)[0] in (403, 404)
    message = refused(server, "POST", "/api/token", {"ticket": "a"}, origin="http://example.com")[1]
    assert message == "Origin of a request must be this server's own"
    message = refused(server, "POST", "/api/token", {"ticket": "a"}, host="example.com")[1]
    assert message == "Host of a request must be this server's own"


def test_the_browser_is_given_no_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    apps: list[Any] = []

    class Nobody:
        def __init__(self, config: Any, stop: Any) -> None:
            apps.append(config.app)

        def run(self, sockets: Any) -> None:
            pass

    class Now:
        def __init__(self, seconds: float, function: Any, arguments: Any) -> None:
            self.start = lambda: function(*arguments)

    opened: list[str] = []
    monkeypatch.setattr(service, "_Server", Nobody)
    monkeypatch.setattr(service.threading, "Timer", Now)
    monkeypatch.setattr(service.webbrowser, "open", opened.append)
    service.serve(tmp_path, None)
    token = re.search(r"\?token=(\S+)", capsys.readouterr().out)
    assert token is not None
    (address,) = opened
    ticket = re.fullmatch(r"http://127\.0\.0\.1:\d+/\?ticket=([\w-]{32})", address)
    assert ticket is not None
    assert token[1] not in address
    assert apps[0].knows(token[1])
    assert not apps[0].knows(ticket[1])
