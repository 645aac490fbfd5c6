"""Monitored sessions, hooks and Supervisors do what TensorFlow's do, step by step."""

import json
from typing import Any

import pytest

import graphops.compat.v1 as tf
from tests.compat.session_programs import PROGRAMS, RECORDED

WANT = json.loads(RECORDED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_do_what_tensorflows_do(name: str, tmp_path: Any) -> None:
    with tf.Graph().as_default():
        found = PROGRAMS[name](tf, str(tmp_path))
    tf.summary.FileWriterCache.clear()
    assert json.loads(json.dumps(found)) == WANT[name]
