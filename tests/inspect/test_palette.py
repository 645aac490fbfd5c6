"""What the editor is told of ops: the words by which they are found."""

from __future__ import annotations

import json

from graphops.inspect.draw.palette import WORDS, op_words, palette


def test_the_words_are_of_ops_that_exist() -> None:
    known = {op["name"] for op in palette("1")["ops"]}
    words = json.loads(WORDS.read_text(encoding="utf-8"))
    assert set(words["common"]) <= known
    assert len(set(words["common"])) == len(words["common"])
    assert set(words["words"]) <= known


def test_names_of_python_functions_are_among_the_words() -> None:
    words = op_words()
    for op, name in (
        ("Mul", "multiply"),
        ("AddV2", "add"),
        ("Conv2D", "conv2d"),
        ("UnsortedSegmentSum", "unsorted_segment_sum"),
    ):
        assert name in words.get(op, ()) or name == op.lower()
