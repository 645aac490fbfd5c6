"""Sphinx transform: the name of an op in code type, `Conv2D`, is a link to its page."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from op_page import built_in, page_name
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from graphops_registry.op_def import registered_ops

_PREFIXES = ("go.raw_ops.", "raw_ops.", "go.eager.", "tf.raw_ops.", "")


class OpLinks(SphinxPostTransform):
    """Runs on each page that is written; headings and what is a link already stay as they are."""

    default_priority = 200
    _pages: dict[str, str] | None = None

    def run(self, **kwargs: Any) -> None:
        cls = type(self)
        if cls._pages is None:
            cls._pages = {op.name: f"reference/ops/{page_name(op.name)}" for op in built_in(registered_ops())}
        here = self.env.docname
        for literal in list(self.document.findall(nodes.literal)):
            target = self._target(literal.astext(), cls._pages)
            if target is None or target == here or target not in self.env.found_docs or _is_linked(literal):
                continue
            link = nodes.reference("", "", internal=True, refuri=self.app.builder.get_relative_uri(here, target))
            link["classes"].append("op-link")
            literal.replace_self(link)
            link += literal

    @staticmethod
    def _target(text: str, pages: dict[str, str]) -> str | None:
        for prefix in _PREFIXES:
            if text.startswith(prefix):
                return pages.get(text[len(prefix) :])
        return None


def _is_linked(node: nodes.Node) -> bool:
    """Whether the node is in a link or a heading."""
    parent = node.parent
    while parent is not None:
        if isinstance(parent, (nodes.reference, nodes.title, addnodes.pending_xref, addnodes.desc_signature)):
            return True
        parent = parent.parent
    return False
