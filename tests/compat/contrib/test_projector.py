"""``tf.contrib.tensorboard.plugins.projector``: the file that TensorBoard reads."""

from __future__ import annotations

from pathlib import Path

import pytest

import graphops.compat.v1 as tf
from graphops import errors


def test_settings_are_written(tmp_path: Path) -> None:
    projector = tf.contrib.tensorboard.plugins.projector
    config = projector.ProjectorConfig()
    config.model_checkpoint_path = "model.ckpt"
    first, second = config.embeddings.add(), config.embeddings.add()
    first.tensor_name, first.metadata_path = "words:0", 'a "name".tsv'
    first.sprite.image_path = "digits.png"
    first.sprite.single_image_dim.extend([28, 28])
    second.tensor_name = "others"
    projector.visualize_embeddings(tf.summary.FileWriter(str(tmp_path / "logs")), config)
    wanted = """model_checkpoint_path: "model.ckpt"
embeddings {
  tensor_name: "words:0"
  metadata_path: "a \\"name\\".tsv"
  sprite {
    image_path: "digits.png"
    single_image_dim: 28
    single_image_dim: 28
  }
}
embeddings {
  tensor_name: "others"
}
"""
    assert (tmp_path / "logs" / "projector_config.pbtxt").read_text() == wanted


def test_refusals() -> None:
    class Nowhere:
        def get_logdir(self) -> str:
            return ""

    projector = tf.contrib.tensorboard.plugins.projector
    with pytest.raises(errors.InvalidArgumentError, match="must have a folder"):
        projector.visualize_embeddings(Nowhere(), projector.ProjectorConfig())
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = tf.contrib.tensorboard.nothing
