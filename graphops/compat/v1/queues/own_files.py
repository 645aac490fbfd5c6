"""Nodes that read and write files which the user's own Python code names.

A graph that comes from elsewhere may touch only the files in ``SessionConfig(file_folders=...)``. A script that calls
``tf.read_file`` could open the file itself, so its node is under no such rule, unless that setting names folders.
"""

from __future__ import annotations

from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.graph.graph import Node, Tensor


def own(node: Node) -> None:
    """Let a node read and write any file."""
    node.reads_own_files = True


def matching_files(pattern: Any, name: str | None = None) -> Tensor:
    """The files whose names match a glob pattern, or one of several."""
    found: Tensor = raw_ops.MatchingFiles(pattern=as_tensor(pattern, "string"), name=name)
    own(found.node)
    return found


def read_file(filename: Any, name: str | None = None) -> Tensor:
    """The bytes of a file."""
    found: Tensor = raw_ops.ReadFile(filename=as_tensor(filename, "string"), name=name)
    own(found.node)
    return found


def write_file(filename: Any, contents: Any, name: str | None = None) -> Node:
    """A node that writes a file."""
    node: Node = raw_ops.WriteFile(
        filename=as_tensor(filename, "string"), contents=as_tensor(contents, "string"), name=name
    )
    own(node)
    return node


__all__ = ["matching_files", "read_file", "write_file"]
