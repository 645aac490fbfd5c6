"""What is known of GPUs before CuPy is imported."""

from __future__ import annotations

import os

import pytest

from graphops_cuda.runtime import driver


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork")
def test_a_forked_process_has_no_gpu_of_its_parent(monkeypatch):
    """Asked of the hook, for a process with threads should not be forked in a test."""
    monkeypatch.setattr(driver, "_is_forked", False)
    found = driver.Driver(13000, 2, "")
    asked = type("Asked", (), {"__call__": lambda self: found, "cache_info": lambda self: self, "currsize": 1})()
    monkeypatch.setattr(driver, "_driver", asked)
    driver._after_fork()
    assert driver._is_forked
    asked.currsize = 0  # the parent never asked
    driver._after_fork()
    assert not driver._is_forked


def test_reasons_name_what_is_missing(monkeypatch):
    monkeypatch.setattr(driver, "driver", lambda: driver.Driver(13000, 1, ""))
    monkeypatch.setattr(driver, "is_installed", lambda module: False)
    assert driver.why_unavailable() == "CuPy is not installed: pip install 'graphops[cuda13]'"
    monkeypatch.setattr(driver, "driver", lambda: driver.Driver(0, 0, "there is no CUDA driver"))
    assert driver.why_unavailable() == "there is no CUDA driver"
