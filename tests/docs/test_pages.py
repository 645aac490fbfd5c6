"""Every block of code of the documentation, run as a reader runs it, and every link."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import graphops as go
from graphops_registry.traits import WHEN, Trait
from tests.docs import copies
from tests.docs.extension import environment
from tests.docs.page_blocks import KINDS, OWN_TESTS, ROOT, Block, blocks, pages

_TIMEOUT = 300
_SESSION = """
import doctest, pathlib, sys
import graphops as go, numpy as np
text, names = pathlib.Path(sys.argv[1]).read_text(), {"go": go, "np": np}
tests = doctest.DocTestParser().get_doctest(text, names, sys.argv[2], None, 0)
flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
runner = doctest.DocTestRunner(optionflags=flags)
runner.run(tests)
sys.exit(runner.failures > 0)
"""
# A GPU of the tests' emulator in the place of a real one, before anything of a page runs.
_EMULATED = f"""
import sys
sys.path.insert(0, {str(ROOT / "tests" / "cuda" / "emulator")!r})
from graphops_cuda.runtime import driver
found = driver.Driver(version=13000, devices=1, reason="")
driver.driver = lambda: found
import pathlib
code = pathlib.Path(sys.argv[1]).read_text()
exec(compile(code, sys.argv[1], "exec"), {{"__name__": "__main__"}})
"""

# Commands of ``sh`` blocks by a word of theirs, and why no test runs them.
NOT_RUN = {
    "graphops check": "for a package of the reader's; tests/extension checks several",
    "pip install": "installs, from the network",
    "graphops edit": "opens a browser; tests/apps/edit/browser drives one",
    "python line.py": "is a program that graphops convert wrote; tests/interchange/page/test_exported.py runs such",
    "graphops serve": "stays until it is stopped; tests/apps/serve/test_command.py stops it",
    "curl": "asks that server; tests/apps/serve/test_contract.py asks the same",
    "graphops run page.json": "for a page of the reader's; tests/interchange/page runs several",
    "graphops run exported/": "for a model of the reader's; tests/apps/cli/test_run_model.py runs several",
    "graphops run frozen.pb": "for a model of the reader's; tests/apps/cli/test_run_model.py runs several",
    "graphops doctor": "says what this machine has; tests/apps/cli/test_cli.py runs it",
    "graphops bench": "takes minutes; tests/apps/bench/test_bench_command.py runs it",
    "graphops cluster": "stays until Ctrl-C; tests/cluster/test_commands.py ends it",
    "dask scheduler": "for machines of the reader's; tests/cluster starts schedulers",
    "dask worker": "for machines of the reader's; tests/cluster starts workers",
    "openssl req": "makes a certificate; tests/cluster/test_tls.py makes one",
    "graphops verify": "needs TensorFlow; tests/interop runs it",
    "graphops warmup": "compiles all kernels; tests/kernels/simd runs it",
    "ruff check": "is what .ci/run does",
    ".ci/run": "is what runs this",
    "python -m pytest": "would run this test",
    "python -m sphinx": "is what .ci/run --full does",
    "python benchmarks/": "takes minutes",
}


def run(block: Block, argv: list[str], folder: Path) -> str:
    """What the script of a block prints, run by this interpreter."""
    status, printed, complaints = copies.run(argv, folder, environment(), seconds=_TIMEOUT)
    assert status == 0, f"{block}: {printed}{complaints}"
    assert without_compilations(complaints) == "", f"{block}: {complaints}"
    return printed


def without_compilations(complaints: str) -> str:
    """What is on stderr beside the note of a kernel that is compiled now."""
    return "".join(
        line for line in complaints.splitlines(keepends=True) if not line.startswith("compiling the kernel ")
    )


def run_other(block: Block, command: list[str], folder: Path) -> str:
    """What a command prints that begins otherwise than a reader's on this machine."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT, cwd=folder, env=environment())
    assert done.returncode == 0, f"{block}: {done.stdout}{done.stderr}"
    return done.stdout


def script(block: Block, folder: Path) -> str:
    """The block as a file in the folder."""
    path = folder / f"block_{block.line}.py"
    path.write_text(block.code, encoding="utf-8")
    return str(path)


def assert_prints(block: Block, printed: str) -> None:
    """A script prints what its comments say."""
    assert printed.splitlines() == re.findall(r"# prints (.*)$", block.code, re.MULTILINE), str(block)


PAGES = pages()
BLOCKS = {page: [] if page in OWN_TESTS else list(blocks(page)) for page in PAGES}


SLOW = {  # seconds, most of them until clusters have started
    "docs/how-to/map_over_a_large_volume.md", "docs/how-to/run_on_several_machines.md", "docs/how-to/time_an_op.md",
    "docs/how-to/train_on_several_machines.md",
}  # fmt: skip


def with_kind(*kinds: str) -> list[str]:
    return [page for page in PAGES if any(block.kind in kinds for block in BLOCKS[page])]


def with_slow_ones_marked(found: list[str]) -> list[Any]:
    return [pytest.param(page, marks=pytest.mark.full) if page in SLOW else page for page in found]


@pytest.mark.parametrize("page", with_slow_ones_marked(with_kind("python", "console")))
def test_blocks_run_and_print_what_they_say(page: str, tmp_path: Path) -> None:
    if page == "docs/how-to/map_over_a_large_volume.md" and not hasattr(go.Session, "map"):
        pytest.skip("Session.map is not there yet")
    sessions = [block for block in BLOCKS[page] if block.is_session]
    if sessions:
        text = (ROOT / page).read_text(encoding="utf-8").splitlines()
        kept = [""] * len(text)  # so that a failure names the line of the page
        for block in sessions:
            code = block.code.splitlines()
            kept[block.line : block.line + len(code)] = code
        (tmp_path / "session.txt").write_text("\n".join(kept) + "\n", encoding="utf-8")
        (tmp_path / "session.py").write_text(_SESSION, encoding="utf-8")
        run(sessions[0], ["session.py", "session.txt", page], tmp_path)
    before = ""
    for block in BLOCKS[page]:
        if block.kind in ("python", "python continued") and not block.is_session:
            whole = replace(block, code=before + block.code) if block.kind == "python continued" else block
            assert_prints(whole, run(whole, [script(whole, tmp_path)], tmp_path))
            before = whole.code
        elif block.kind == "console":
            run_console(block, tmp_path)


def run_console(block: Block, folder: Path) -> None:
    """Each command of the block; what it prints, and its exit status, must be what is shown."""
    checker = doctest.OutputChecker()
    text = block.code.replace("\\\n", "")
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        words = shlex.split(command)
        assert words[0] == "graphops", f"{block}: a console block is for graphops, got {words[0]}"
        argv = ["-m", *words]
        _, printed, complaints = copies.run(argv, folder, environment(), seconds=_TIMEOUT)
        printed += without_compilations(complaints)
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        assert checker.check_output(expected, printed, flags), f"{block}: $ {command}\n{printed}"


@pytest.mark.parametrize("page", with_kind("python gpu"))
def test_blocks_for_a_gpu_run_on_the_emulated_one(page: str, tmp_path: Path) -> None:
    sys.path.insert(0, str(ROOT / "tests" / "cuda" / "emulator"))
    try:
        from on_host import why_unavailable
    finally:
        del sys.path[0]
    if why_unavailable():
        pytest.skip(why_unavailable())
    for block in BLOCKS[page]:
        if block.kind == "python gpu":
            (tmp_path / "emulated.py").write_text(_EMULATED, encoding="utf-8")
            argv = [sys.executable, "emulated.py", script(block, tmp_path)]
            assert_prints(block, run_other(block, argv, tmp_path))


@pytest.mark.parametrize("page", with_kind("python tensorflow"))
@pytest.mark.skipif("GRAPHOPS_PEER" not in os.environ, reason="GRAPHOPS_PEER names no Python with TensorFlow")
def test_blocks_for_tensorflow_run_there(page: str, tmp_path: Path) -> None:
    for block in BLOCKS[page]:
        if block.kind == "python tensorflow":
            assert_prints(block, run_other(block, [os.environ["GRAPHOPS_PEER"], script(block, tmp_path)], tmp_path))


def test_every_block_says_what_it_is() -> None:
    unknown = [f"{block}: '{block.kind}'" for page in PAGES for block in BLOCKS[page] if block.kind not in KINDS]
    assert not unknown


def test_what_is_not_run_has_a_reason() -> None:
    used = set()
    for page in PAGES:
        for block in BLOCKS[page]:
            if block.kind != "sh":
                continue
            for line in block.code.replace("\\\n", "").splitlines():
                if re.match(r"(export )?\w+=", line):
                    continue
                found = [word for word in NOT_RUN if word in line]
                assert found or not line.strip(), f"{block}: nothing runs '{line}': say why in NOT_RUN"
                used.update(found)
    assert used == set(NOT_RUN), "reasons that nothing needs"


@pytest.mark.parametrize("page", with_kind("toml"))
def test_toml_is_toml(page: str) -> None:
    for block in BLOCKS[page]:
        if block.kind == "toml":
            assert tomllib.loads(block.code)


@pytest.mark.parametrize("page", OWN_TESTS)
def test_pages_with_a_test_of_their_own(page: str) -> None:
    assert page in (ROOT / OWN_TESTS[page]).read_text(encoding="utf-8")


# What the build makes; tests/docs/test_reference_pages.py looks at it.
_MADE = re.compile(r"reference/(ops/|cli\.md|dtypes\.md)|^(ops/|cli\.md|dtypes\.md)")


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text):
        assert _MADE.search(target) or ((ROOT / page).parent / target).exists(), target


def test_every_page_is_in_the_site() -> None:
    text = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    trees = "".join(re.findall(r"^```\{toctree\}\n(?::[^\n]*\n)*(.*?)^```", text, re.MULTILINE | re.DOTALL))
    shown = re.findall(r"^(?:.+ <)?([a-z0-9_/-]+)>?$", trees, re.MULTILINE)
    for page in PAGES:
        name = page.removeprefix("docs/").removesuffix(".md")
        if page.startswith("docs/") and name != "index" and not re.match(r"decisions/0", name):
            assert name in shown, f"{page} is in no toctree of docs/index.md"
    for name in shown:
        assert (ROOT / "docs" / f"{name}.md").exists() or _MADE.search(f"{name}.md"), f"docs/{name}.md is not there"


_CODE = re.compile(r"`([^`\n]+)`")


def test_every_trait_is_on_its_page() -> None:
    text = (ROOT / "docs/reference/traits.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)(?:\(.*?\))?` \| (.*) \|$", text, re.MULTILINE))
    assert rows == {**{trait.value: trait.meaning for trait in Trait}, **WHEN}


def test_find_your_way_names_paths_that_exist() -> None:
    text = (ROOT / "docs/project/find_your_way.md").read_text(encoding="utf-8")
    rows = [line.split(" | ", 1) for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) > 40
    for wish, place in rows:
        paths = [code for code in _CODE.findall(place) if re.fullmatch(r"[\w./-]+/[\w./-]*", code)]
        assert paths or wish == "| I want to", f"no path for '{wish}'"
        for path in paths:
            assert (ROOT / path).exists(), f"{path} is not there: correct docs/project/find_your_way.md"


def test_the_architecture_names_paths_and_rooms_that_exist() -> None:
    text = (ROOT / "docs/explanation/architecture.md").read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    folders = (
        "",
        "graphops",
        "kernels",
        "registry",
        "kernels/graphops_cpu",
        "kernels/graphops_cuda",
        "registry/graphops_registry",
    )
    for code in _CODE.findall(text):
        if re.fullmatch(r"\w+/[\w./]*", code):
            assert any((ROOT / folder / code).exists() for folder in folders), f"{code} is not there"
        elif re.fullmatch(r"\w+\.py", code):
            assert any(next((ROOT / folder).rglob(code), None) for folder in folders[1:4]), f"{code} is nowhere"
    for package in ("graphops", "kernels/graphops_cpu"):
        rooms = [path.parent.name for path in (ROOT / package).glob("*/__init__.py")]
        assert rooms
        for room in rooms:
            assert f"| `{room}/` |" in text, f"{package}/{room} is in no table"
