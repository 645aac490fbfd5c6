"""The quick look that spares ``importlib.metadata`` may say yes for nothing, and never no where there is something."""

from __future__ import annotations

import importlib.machinery
import sys
import zipfile
from pathlib import Path

import pytest

from graphops.plugins.installed import may_have_plugins
from tests.extension.packages import write_distribution


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is installed but what a test installs, and nothing else finds distributions."""
    monkeypatch.delenv("GRAPHOPS_PLUGINS", raising=False)
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "missing")])
    monkeypatch.setattr(sys, "meta_path", [importlib.machinery.PathFinder])
    monkeypatch.chdir(tmp_path)


def test_distributions_without_plugins(tmp_path: Path) -> None:
    assert not may_have_plugins()
    write_distribution(tmp_path, "tool", "# of a tool\n\n[console_scripts]\ntool = tool:main\n")
    (write_distribution(tmp_path, "library", "") / "entry_points.txt").unlink()
    (tmp_path / "old-1.0.egg-info").write_text("Name: old\n")
    assert not may_have_plugins()


def test_a_distribution_with_a_plugin(tmp_path: Path) -> None:
    write_distribution(tmp_path, "vendor", "[console_scripts]\na = b:c\n[graphops.plugins]\nvendor = vendor\n")
    assert may_have_plugins()


@pytest.mark.parametrize("folder", ["vendor.egg-info", "EGG-INFO", "Vendor-1.DIST-INFO"])
def test_other_forms_of_installation(tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "entry_points.txt").write_text("[graphops.plugins]\nvendor = vendor\n")
    assert may_have_plugins()


@pytest.mark.parametrize("content", [b"\xff\xfe[", b"[console_scripts]\nno value\n"])
def test_what_is_damaged_is_left_to_those_who_report_it(tmp_path: Path, content: bytes) -> None:
    (write_distribution(tmp_path, "damaged", "") / "entry_points.txt").write_bytes(content)
    assert may_have_plugins()


def test_what_is_no_folder_is_not_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "packages.zip", "w") as archive:
        archive.writestr("vendor/__init__.py", "")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "packages.zip")])
    assert may_have_plugins()


def test_finders_of_others_may_find_distributions(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder:
        def find_distributions(self, context: object = None) -> list[object]:
            return []

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder()])
    assert may_have_plugins()


def test_a_plugin_that_the_environment_names_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    for given, expected in [("off", False), ("", False), ("all", False), ("vendor", True), (" , ", False)]:
        monkeypatch.setenv("GRAPHOPS_PLUGINS", given)
        assert may_have_plugins() is expected, given


def test_the_working_folder_is_a_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [""])
    write_distribution(tmp_path, "vendor", "[graphops.plugins]\nvendor = vendor\n")
    assert may_have_plugins()
