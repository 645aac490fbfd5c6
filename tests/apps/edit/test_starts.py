"""Pages that the package brings along to begin with: each is listed, and each runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphops.apps.edit.runner import Runner
from graphops.apps.edit.starts import start_page, starts
from graphops_registry.errors import NotFoundError
from tests.apps.edit.conftest import Server

TEMPLATES = ("template/convolution", "template/image_filter", "template/classifier")


def test_templates_and_examples_are_listed() -> None:
    found = {item["name"]: item["title"] for item in starts()}
    assert set(TEMPLATES) <= set(found)
    assert "example/filter_gradient" in found
    assert all(found.values())


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_run(name: str, tmp_path: Path) -> None:
    said: list[dict[str, Any]] = []
    Runner(said.append, tmp_path).run({"type": "run", "id": "r", "page": start_page(name)["page"]})
    assert [message for message in said if message["type"] in ("problem", "not_run")] == []
    assert said[-1]["status"] == "done"
    if name == "template/classifier":
        losses = [m["pins"]["result_output"] for m in said if m.get("block") == "loss"][-1]["history"]
        assert losses[0] == pytest.approx(0.693147, abs=1e-5)  # log(2): both classes are as likely
        assert losses[-1] < 0.2


@pytest.mark.parametrize("name", ["template/none", "../app", "/etc/passwd", "", None, 3, "template/../starts"])
def test_no_other_file_is_given_out(name: object) -> None:
    with pytest.raises(NotFoundError, match="must be one that /api/starts lists"):
        start_page(name)


def test_the_service_gives_them_out(server: Server) -> None:
    _, found, _ = server.request("GET", "/api/starts")
    for item in found["starts"]:
        status, answer, _ = server.request("GET", f"/api/start?name={item['name']}")
        assert (status, answer["page"]["graphops_page"]) == (200, 1)
    assert server.request("GET", "/api/start?name=..%2Fapp")[0] == 404
