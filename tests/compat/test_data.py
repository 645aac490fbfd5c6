"""``tf.data``: elements, types and shapes are TensorFlow's."""

from __future__ import annotations

import json
from typing import Any

import pytest

import graphops.compat.v1 as tf
from tests.compat.data_pipelines import PIPELINES
from tests.compat.record_data import FILE, recorded

RECORDED: dict[str, Any] = json.loads(FILE.read_text())


def test_all_pipelines_are_recorded() -> None:
    assert list(RECORDED) == list(PIPELINES)


@pytest.mark.parametrize("name", PIPELINES)
def test_elements_are_tensorflows(name: str) -> None:
    found = json.loads(json.dumps(recorded(tf, PIPELINES[name])))
    assert found["elements"] == RECORDED[name]["elements"]
    assert found["types"] == RECORDED[name]["types"]
    assert found["shapes"] == RECORDED[name]["shapes"]
