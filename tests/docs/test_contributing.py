"""CONTRIBUTING.md's tables of where a test goes have a line for each folder that there is."""

from __future__ import annotations

import re

from tests.docs.page_blocks import ROOT

LINE = re.compile(r"^\| `(tests/[\w/]+)/` \| \S.* \|$", re.MULTILINE)


def test_every_folder_of_tests_has_one_line() -> None:
    listed = LINE.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    folders = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")}
    assert sorted(listed) == sorted({*folders, "tests/golden"})
