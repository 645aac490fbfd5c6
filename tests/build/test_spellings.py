"""The modules of spellings are one object each, whichever way they are reached."""

from __future__ import annotations

import importlib

import pytest

import graphops as go


@pytest.mark.parametrize("name", ["eager", "nn", "ops", "raw_ops"])
def test_the_attribute_is_the_module(name: str) -> None:
    before = getattr(go, name)
    assert importlib.import_module(f"graphops.{name}") is before
    assert before.__name__ == f"graphops.{name}"
    assert getattr(go, name) is before
