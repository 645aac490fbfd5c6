"""Sphinx extension: writes the pages of the reference that are made from the library, before Sphinx reads any.

docs/reference/ops/ (a page for each op and two indexes), docs/reference/dtypes.md and docs/reference/cli.md. A file is
written only when its text changes, so that Sphinx reads only what is new.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cli_page import cli_page
from dtype_page import dtype_page
from op_examples import all_examples
from op_index import alphabetical_index, family_index
from op_kernels import all_kernels
from op_page import built_in, op_page, page_name

from graphops.plugins.packages import load_ops
from graphops_registry.op_def import registered_ops

FOLDER = Path(__file__).resolve().parent.parent / "reference"


def reference_pages() -> dict[str, str]:
    """Every page that is made: path below docs/reference/ -> Markdown."""
    load_ops()
    ops = built_in(registered_ops())
    kernels, examples = all_kernels(), all_examples()
    names = [op.name for op in ops]
    pages = {
        f"ops/{page_name(op.name)}.md": op_page(op, kernels.get(op.name, []), examples.get(op.name), names)
        for op in ops
    }
    pages["ops/index.md"] = family_index(ops)
    pages["ops/alphabetical.md"] = alphabetical_index(ops)
    pages["dtypes.md"] = dtype_page()
    pages["cli.md"] = cli_page()
    return pages


def write_pages(folder: Path = FOLDER) -> None:
    """Write what has changed, and take away pages of ops that are no more."""
    pages = reference_pages()
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in (folder / "ops").glob("*.md"):
        if f"ops/{path.name}" not in pages:
            path.unlink()


def setup(app: Any) -> dict[str, Any]:
    """What Sphinx calls."""
    app.connect("builder-inited", lambda app: write_pages())
    from op_links import OpLinks  # needs docutils, which tests of these pages do not

    app.add_post_transform(OpLinks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
