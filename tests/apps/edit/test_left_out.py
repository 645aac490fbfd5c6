"""What a run says besides results: the blocks that it leaves out, and what the library logs meanwhile."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from graphops.apps.edit.notices import Notices
from graphops.apps.edit.outbox import Outbox
from graphops.apps.edit.runner import Runner
from tests.apps.edit.schema import validator
from tests.apps.edit.test_service import page

Json = dict[str, Any]


def left_out(drawn: Json, tmp_path: Path, **more: Any) -> tuple[Json | None, str]:
    """What a run leaves out, and how it ends."""
    said: list[Json] = []
    Runner(said.append, tmp_path).run({"type": "run", "id": "r", "page": drawn, **more})
    for message in said:
        validator("message to the editor").validate(message)
    found = [message["blocks"] for message in said if message["type"] == "not_run"]
    assert len(found) <= 1
    return found[0] if found else None, said[-1]["status"]


def drawn(**more: Any) -> Json:
    """Two placeholders, of which one sum needs both, and a block that needs none."""
    return page(
        {"id": "x", "op": "Placeholder", "attrs": {"dtype": "float32", "shape": [2]}},
        {"id": "y", "op": "Placeholder", "attrs": {"dtype": "float32", "shape": [2]}},
        {"id": "sum", "op": "AddV2"},
        {"id": "after", "op": "Neg"},
        {"id": "free", "op": "Neg", "attrs": {"T": "float32"}, "inputs": {"x": [1.0, 2.0]}},
        wires=[
            ("x:output", "sum:x"),
            ("y:output", "sum:y"),
            ("sum:z", "after:x"),
        ],
        **more,
    )


def test_placeholders_without_a_feed_and_what_needs_them_are_named(tmp_path: Path) -> None:
    found, status = left_out(drawn(feeds={"x": [1.0, 2.0]}), tmp_path, all=True)
    assert status == "done"
    assert found == {
        "y": "it has no feed",
        "sum": "it needs 'y', which has no feed",
        "after": "it needs 'y', which has no feed",
    }


def test_nothing_is_left_out_when_all_is_fed(tmp_path: Path) -> None:
    assert left_out(drawn(feeds={"x": [1.0, 2.0], "y": [3.0, 4.0]}), tmp_path) == (None, "done")
    assert left_out(drawn(), tmp_path, fetches=["free"]) == (None, "done")  # what was asked for was done


def test_blocks_after_a_wrong_one_are_named(tmp_path: Path) -> None:
    wrong = page(
        {"id": "a", "op": "Const", "attrs": {"dtype": "float32", "value": [1.0]}},
        {"id": "b", "op": "Softmax", "attrs": {"nonsense": 1}},
        {"id": "c", "op": "Neg"},
        wires=[("a:output", "b:logits"), ("b:softmax", "c:x")],
    )
    assert left_out(wrong, tmp_path)[0] == {"c": "it needs a block that has a problem"}


def test_what_is_logged_becomes_a_short_notice() -> None:
    said: list[Json] = []
    notices = Notices(said.append)
    notices.emit(logging.LogRecord("graphops", logging.WARNING, "", 0, "compiling\n  '%s'", ("x" * 1000,), None))
    notices.emit(logging.LogRecord("graphops", logging.WARNING, "", 0, "a moment later", (), None))
    assert len(said) == 1
    validator("message to the editor").validate(said[0])
    assert said[0]["text"].startswith("compiling 'xxx")


def test_a_notice_that_does_not_fit_its_arguments_is_shown_as_it_is() -> None:
    said: list[Json] = []
    Notices(said.append).emit(logging.LogRecord("graphops", logging.WARNING, "", 0, "%d kernels", ("many",), None))
    assert [message["text"] for message in said] == ["%d kernels"]


def test_only_the_newest_notice_waits() -> None:
    outbox = Outbox()
    for number in range(1000):
        outbox.put({"type": "notice", "id": None, "text": str(number)})
    assert [message["text"] for message in outbox._waiting.values()] == ["999"]
