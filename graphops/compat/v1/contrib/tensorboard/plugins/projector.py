"""``tf.contrib.tensorboard.plugins.projector``: which variables TensorBoard draws as clouds of points."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from graphops.compat.v1.functions.missing import missing
from graphops_registry.errors import InvalidArgumentError

FILE: Final = "projector_config.pbtxt"


class SpriteMetadata:
    """A picture made of a small picture for each point."""

    def __init__(self) -> None:
        self.image_path = ""
        self.single_image_dim: list[int] = []  # width and height of a small picture


class EmbeddingInfo:
    """A variable whose rows are points."""

    def __init__(self) -> None:
        self.tensor_name = ""
        self.metadata_path = ""
        self.bookmarks_path = ""
        self.tensor_path = ""
        self.tensor_shape: list[int] = []
        self.sprite = SpriteMetadata()


class _Embeddings(list[EmbeddingInfo]):
    """A list that makes its items."""

    def add(self) -> EmbeddingInfo:
        """A new item, at the end."""
        made = EmbeddingInfo()
        self.append(made)
        return made


class ProjectorConfig:
    """The settings of the projector: ``config.embeddings.add().tensor_name = variable.name``."""

    def __init__(self) -> None:
        self.model_checkpoint_path = ""
        self.model_checkpoint_dir = ""
        self.embeddings = _Embeddings()


def visualize_embeddings(summary_writer: Any, config: ProjectorConfig) -> None:
    """Write the settings into the folder of a writer, where TensorBoard finds them.

    Raises:
        InvalidArgumentError: a writer without a folder.
    """
    folder = summary_writer.get_logdir()
    if not folder:
        raise InvalidArgumentError("summary_writer of visualize_embeddings must have a folder, got none")
    Path(folder).mkdir(parents=True, exist_ok=True)
    (Path(folder) / FILE).write_text(_text(config), encoding="utf-8")


def _text(config: ProjectorConfig) -> str:
    """The settings as a text message of protocol buffers."""
    lines = [_line(name, getattr(config, name)) for name in ("model_checkpoint_path", "model_checkpoint_dir")]
    for each in config.embeddings:
        lines.append("embeddings {\n")
        lines += [f"  {line}" for line in (_line("tensor_name", each.tensor_name),) if line]
        lines += [f"  {line}" for line in (_line("metadata_path", each.metadata_path),) if line]
        lines += [f"  {line}" for line in (_line("bookmarks_path", each.bookmarks_path),) if line]
        lines += [f"  tensor_shape: {int(size)}\n" for size in each.tensor_shape]
        if each.sprite.image_path:
            sizes = "".join(f"    single_image_dim: {int(size)}\n" for size in each.sprite.single_image_dim)
            lines.append(f"  sprite {{\n    {_line('image_path', each.sprite.image_path)}{sizes}  }}\n")
        lines += [f"  {line}" for line in (_line("tensor_path", each.tensor_path),) if line]
        lines.append("}\n")
    return "".join(lines)


def _line(name: str, value: str) -> str:
    return f"{name}: {json.dumps(value, ensure_ascii=False)}\n" if value else ""


def __getattr__(name: str) -> Any:
    raise missing("contrib.tensorboard.plugins.projector", name)


__all__ = ["EmbeddingInfo", "ProjectorConfig", "SpriteMetadata", "visualize_embeddings"]
