"""The page of the server in a real browser: it shows what is served, and runs a signature."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec
from typing import Any

import pytest

from tests.apps.serve.conftest import MODELS
from tests.apps.serve.test_command import Process

CHROMIUM = os.environ.get("GRAPHOPS_CHROMIUM") or shutil.which("chromium")
pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(CHROMIUM is None or find_spec("playwright") is None, reason="no chromium, or no playwright"),
]


@pytest.fixture(scope="module")
def port() -> Any:
    server = Process("--model_name", "dense", "--model_base_path", str(MODELS / "dense")).ready()
    yield server.port
    server.stop()
    server.close()


@pytest.fixture
def window(port: int) -> Any:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        yield page
        browser.close()
    assert [text for text in wrong if "favicon" not in text and "400 (Bad Request)" not in text] == []


def test_models_are_shown_and_can_be_tried(window: Any, port: int) -> None:
    window.goto(f"http://127.0.0.1:{port}/")
    row = window.locator("#versions tr").first
    row.wait_for()
    assert [cell.strip() for cell in row.locator("td").all_inner_texts()[:3]] == ["dense", "1", "AVAILABLE"]
    assert window.locator("#about").inner_text() == "takes x: float32[?, 4]; gives y: float32[?, 3]"
    window.locator("#request").fill('{"instances": [[0, 0, 0, 0]]}')
    window.get_by_role("button", name="Send").click()
    window.locator("#time", has_text="Status 200").wait_for()
    assert window.locator("#answer").inner_text().startswith('{"predictions":[[')
    window.locator("#request").fill('{"instances": [[0]]}')
    window.get_by_role("button", name="Send").click()
    window.locator("#time", has_text="Status 400").wait_for()
    assert '"error"' in window.locator("#answer").inner_text()
    window.locator("#versions td:nth-child(6)", has_text="1").wait_for()  # the one that failed is counted


def test_addresses_are_listed(window: Any, port: int) -> None:
    window.goto(f"http://127.0.0.1:{port}/docs")
    window.get_by_role("heading", name="POST /v1/models/dense/versions/1:predict").wait_for()
