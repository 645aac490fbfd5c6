"""What a release is made of: versions that agree, fragments that towncrier reads, tools pinned in one place."""

import re
import tomllib
from pathlib import Path

import pytest

import graphops as go

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
needs_checkout = pytest.mark.skipif(not (ROOT / ".ci").exists(), reason="not in the sdist")


def test_the_citation_has_the_version() -> None:
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {go.__version__}" in lines
    assert f"license: {SETTINGS['project']['license']}" in lines
    assert f"title: {SETTINGS['project']['name']}" in lines


def test_fragments_have_a_kind_and_a_text() -> None:
    towncrier = SETTINGS["tool"]["towncrier"]
    kinds = {kind["directory"] for kind in towncrier["type"]}
    described = (ROOT / "docs" / "project" / "releasing.md").read_text(encoding="utf-8")
    assert all(f"`{kind}`" in described for kind in kinds)
    for fragment in (ROOT / towncrier["directory"]).iterdir():
        if fragment.name not in towncrier["ignore"]:
            assert re.fullmatch(rf"(\d+|\+[a-z0-9_-]+)\.({'|'.join(kinds)})\.md", fragment.name), fragment.name
            assert fragment.read_text(encoding="utf-8").strip(), fragment.name
    assert towncrier["start_string"] in (ROOT / towncrier["filename"]).read_text(encoding="utf-8")


@needs_checkout
def test_versions_of_tools_are_in_pyproject_alone() -> None:
    extras = SETTINGS["project"]["optional-dependencies"]
    pinned = [
        tool for extra in ("lint", "release", "dev") for tool in extras[extra] if not tool.startswith("graphops[")
    ]
    assert all(re.fullmatch(r"[a-z-]+==[\d.]+", tool) for tool in pinned)
    names = "|".join(tool.partition("==")[0] for tool in pinned)
    elsewhere = [".pre-commit-config.yaml", "noxfile.py", ".ci/run", ".ci/packages", "CONTRIBUTING.md"]
    elsewhere += [str(path) for path in (ROOT / ".github" / "workflows").iterdir()]
    for file in elsewhere:
        assert not re.search(rf"\b({names})\b\W{{0,2}}[<>=~]=", (ROOT / file).read_text(encoding="utf-8")), file
