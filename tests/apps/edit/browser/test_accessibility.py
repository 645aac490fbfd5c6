"""The editor and the viewer without a mouse, enlarged, without motion, and as axe-core sees them.

axe-core is a development dependency of ``editor/``: without ``editor/node_modules`` its tests are skipped.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import graphops as go
from tests.apps.edit.browser.conftest import Editor, Json, save_page
from tests.apps.edit.browser.test_canvas import SCOPES, head, opened
from tests.apps.edit.conftest import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.full

AXE = ROOT / "editor" / "node_modules" / "axe-core" / "axe.min.js"
needs_axe = pytest.mark.skipif(not AXE.exists(), reason="no axe-core: npm ci in editor/")

FAULTY: Json = {**SCOPES, "blocks": [*SCOPES["blocks"], {"id": "bad", "op": "MatMul"},
                                     {"id": "m", "op": "Neg", "mode": "muted"}]}  # fmt: skip


def findings(window: Page) -> list[str]:
    """What axe finds: its rule, and where."""
    if not window.evaluate("'axe' in window"):
        window.evaluate(AXE.read_text(encoding="utf-8") + "; void 0")
    found: list[str] = window.evaluate(
        """async () => {
            const {violations} = await axe.run(document, {resultTypes: ["violations"]});
            return violations.flatMap(({id, nodes}) => nodes.map((node) =>
                `${id}: ${node.target.join(" ")} ${node.failureSummary.slice(0, 300)}`));
        }"""
    )
    return found


def told(states: dict[str, list[str]]) -> str:
    """Each finding in a line, with the first state that has it."""
    first: dict[str, str] = {}
    for state, found in states.items():
        for text in found:
            first.setdefault(" ".join(text.split()), state)
    return "\n".join(f"{state}: {text}" for text, state in first.items())


def set_theme(editor: Editor, theme: str) -> None:
    editor.window.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    editor.until(f"(document.documentElement.dataset.theme ?? 'light') === '{theme}'")


@needs_axe
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_editor(make_editor: Callable[..., Editor], folder: Path, theme: str) -> None:
    save_page(folder, "one.json", SCOPES)
    editor = make_editor()
    set_theme(editor, theme)
    keys = editor.window.keyboard
    states: dict[str, list[str]] = {"empty": findings(editor.window)}
    editor.find("palette-search").fill("conv")
    editor.window.wait_for_timeout(200)
    states["search"] = findings(editor.window)
    editor.find("palette-search").fill("")
    for name in ("open", "save", "export", "help"):
        editor.find(name).click()
        editor.find("dialog").wait_for()
        editor.window.wait_for_timeout(100)
        states[name] = findings(editor.window)
        keys.press("Escape")
    assert not told(states), told(states)


@needs_axe
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_a_page(make_editor: Callable[..., Editor], folder: Path, theme: str) -> None:
    editor = opened(make_editor, folder, FAULTY)
    set_theme(editor, theme)
    states: dict[str, list[str]] = {"page": findings(editor.window)}
    editor.select("n")
    states["block"] = findings(editor.window)
    editor.window.keyboard.press("w")
    states["wire"] = findings(editor.window)
    editor.window.keyboard.press("o")
    editor.window.keyboard.press("i")
    editor.find("offer-search").fill("abs")
    states["offer"] = findings(editor.window)
    editor.window.keyboard.press("Escape")
    editor.find("block-n").click(button="right", position={"x": 40, "y": 8})
    states["menu"] = findings(editor.window)
    editor.window.keyboard.press("Escape")
    editor.run()
    editor.find("open-result-n").click()
    for view in ("values", "image", "statistics"):
        tab = editor.find(f"result-tab-{view}")
        if tab.count():
            tab.first.click()
            states[f"result {view}"] = findings(editor.window)
    states["results"] = findings(editor.window)
    editor.select("g")
    states["sub-page"] = findings(editor.window)
    editor.window.keyboard.press("s")
    editor.find("statistics-total").wait_for()
    states["statistics of the page"] = findings(editor.window)
    assert not told(states), told(states)


@needs_axe
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_viewer(browser: Browser, tmp_path: Path, theme: str) -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, ("N", 4), name="x")
        with go.name_scope("layer"):
            go.raw_ops.Relu(features=x * 2.0)
    path = graph.show(str(tmp_path / "g.html"), title="A layer", open_browser=False)
    window = browser.new_page(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    window.goto(f"file://{path}")
    window.get_by_test_id("canvas").wait_for()
    window.wait_for_timeout(400)
    states = {"open": findings(window)}
    window.get_by_test_id("palette-search").fill("relu")
    window.wait_for_timeout(200)
    window.get_by_test_id("palette-search").press("Enter")
    window.wait_for_timeout(200)
    states["block"] = findings(window)
    window.close()
    assert not told(states), told(states)


def cut_off(window: Page, within: str) -> list[str]:
    """Controls that cannot be brought into the window, or that something else lies upon."""
    found: list[str] = window.evaluate(
        """(within) => {
            const odd = [];
            const controls = "button, input:not([type=file]), select, textarea, [tabindex='0']";
            for (const one of document.querySelectorAll(`${within} :is(${controls})`)) {
                if (!one.checkVisibility() || one.closest("details:not([open])")) continue;
                one.scrollIntoView({block: "nearest", inline: "nearest"});
                const {left, top, right, bottom} = one.getBoundingClientRect();
                const name = one.dataset.testid || one.getAttribute("aria-label") || one.textContent;
                const inside = left >= -1 && top >= -1 && left + 8 < innerWidth && top + 8 < innerHeight;
                const place = [Math.min((left + right) / 2, left + 20), Math.min((top + bottom) / 2, top + 10)];
                const hit = document.elementFromPoint(...place);
                if (!inside || !hit || !(one.contains(hit) || hit.contains(one)))
                    odd.push(`${name} at ${[left, top, right, bottom].map(Math.round)}, hit ${hit?.className}`);
            }
            return odd;
        }""",
        within,
    )
    return found


def test_everything_is_reached_at_200_percent(make_editor: Callable[..., Editor], folder: Path) -> None:
    """A window of 1280 by 720 pixels, enlarged to twice the size, has 640 by 360 CSS pixels."""
    editor = opened(make_editor, folder, FAULTY)
    window = editor.window
    window.set_viewport_size({"width": 640, "height": 360})
    editor.open()
    window.wait_for_timeout(300)
    editor.shot("narrow")
    for part in (".topbar", ".statusbar"):
        assert cut_off(window, part) == []
    assert window.evaluate("document.documentElement.scrollWidth <= innerWidth")
    canvas = editor.find("canvas").bounding_box()
    assert canvas is not None
    assert canvas["height"] >= 120
    for name, part in (("Ops", ".palette"), ("Details", ".inspector")):
        toggle = window.get_by_role("button", name=name, exact=True)
        toggle.click()
        window.wait_for_timeout(150)
        assert cut_off(window, part) == []
        editor.shot(f"narrow_{name}")
        toggle.click()
    for name in ("open", "export", "help", "save"):
        if name == "save":  # the button saves a page that has a file
            window.keyboard.press("Control+Shift+s")
        else:
            editor.find(name).click()
        editor.find("dialog").wait_for()
        assert cut_off(window, "dialog") == []
        window.keyboard.press("Escape")
    editor.find("fit").click()
    window.wait_for_timeout(300)
    window.mouse.click(*head(editor, "n"), button="right")
    assert cut_off(window, ".menu") == []
    window.keyboard.press("Escape")


def test_nothing_moves_for_who_wants_no_motion(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(make_editor, folder, SCOPES)
    editor.window.emulate_media(reduced_motion="reduce")
    seen = """async () => {
        const view = () => document.querySelector(".react-flow__viewport").style.transform;
        const before = view();
        window.dispatchEvent(new KeyboardEvent("keydown", {key: "+", bubbles: true}));
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const first = view();
        await new Promise((resolve) => setTimeout(resolve, 400));
        return [before, first, view()];
    }"""
    before, first, last = editor.window.evaluate(seen)
    assert before != first == last
    editor.find("run").click()
    assert editor.window.evaluate("document.getAnimations().length") == 0
    editor.finished()
    assert editor.window.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("name", ["open", "save", "export", "help"])
def test_a_dialog_keeps_the_focus_and_gives_it_back(editor: Editor, name: str) -> None:
    keys = editor.window.keyboard
    inside = "Boolean(document.activeElement.closest('dialog')) || document.activeElement === document.body"
    for close in ("Escape", "Enter"):
        editor.find(name).focus()
        keys.press("Enter")
        editor.find("dialog").wait_for()
        assert editor.window.evaluate("Boolean(document.activeElement.closest('dialog'))")
        for _ in range(8):
            keys.press("Tab")
            assert editor.window.evaluate(inside)
        if close == "Enter":
            editor.find("dialog").get_by_role("button", name="Close", exact=True).focus()
        keys.press(close)
        editor.until("!document.querySelector('dialog')")
        editor.until(f"document.activeElement.dataset.testid === '{name}'")


def test_menus_and_lists_give_the_focus_back(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(make_editor, folder, SCOPES)
    node = "document.activeElement.dataset.id"
    editor.window.evaluate("document.querySelector('[data-id=n]').focus()")
    editor.window.keyboard.press("Enter")
    editor.window.keyboard.press("Shift+F10")
    editor.find("menu").wait_for()
    assert editor.window.evaluate("document.activeElement.role") == "menuitem"
    editor.window.keyboard.press("Escape")
    editor.until(f"{node} === 'n'")
    editor.window.keyboard.press("w")
    editor.window.keyboard.press("i")
    editor.find("offer-search").wait_for()
    editor.window.keyboard.press("Escape")
    assert editor.find("offer").count() == 0


def test_everything_has_a_focus_that_is_seen(make_editor: Callable[..., Editor], folder: Path) -> None:
    """Tab goes through bars, lists, blocks and details, and each of them shows where the focus is."""
    editor = opened(make_editor, folder, SCOPES)
    editor.window.evaluate("document.querySelector('[data-id=n]').focus()")
    editor.window.keyboard.press("Enter")
    seen: set[str] = set()
    for _ in range(120):
        editor.window.keyboard.press("Tab")
        found: Any = editor.window.evaluate(
            """() => {
                const one = document.activeElement;
                if (!one || one === document.body) return null;
                const drawn = (item) => item && getComputedStyle(item).outlineStyle !== "none";
                const shown = drawn(one) || one.closest(".note") !== null;
                const part = one.closest(".topbar, .palette, .canvas, .inspector, .statusbar, .breadcrumb");
                const name = one.dataset.testid || one.dataset.id || one.ariaLabel || one.textContent;
                return [part?.classList[0] ?? "", name, shown];
            }"""
        )
        if found is None:
            continue
        part, name, shown = found
        assert shown, f"{part} {name}"
        seen.add(part)
    assert {"topbar", "palette", "canvas", "inspector", "statusbar"} <= seen
