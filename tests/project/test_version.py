"""The version is written in one file, and everything else that names it says the same."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import graphops as go

ROOT = Path(__file__).parents[2]


def test_the_build_reads_it_from_the_file() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["dynamic"] == ["version"]
    source = settings["tool"]["hatch"]["version"]
    found = re.findall(source["pattern"], (ROOT / source["path"]).read_text(encoding="utf-8"))
    assert found == [go.__version__]


def test_the_installed_package_says_the_same() -> None:
    try:
        installed = metadata.version("graphops")
    except metadata.PackageNotFoundError:
        pytest.skip("graphops is not installed; the tests run from the checkout")
    assert installed == go.__version__
