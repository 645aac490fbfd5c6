"""``tf.contrib.learn`` and ``tf.contrib.training.HParams``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import errors

learn = tf.contrib.learn
TEXTS = ["the cat sat", "a cat's HTMLPage on-line", "the the mat"]


def test_words_as_numbers(tmp_path: Path) -> None:
    processor = learn.preprocessing.VocabularyProcessor(4)
    found = np.array(list(processor.fit_transform(TEXTS)))
    # Numbers in the order in which words come; 0 behind the end.
    assert found.tolist() == [[1, 2, 3, 0], [4, 5, 6, 7], [1, 1, 9, 0]]
    assert found.dtype == np.int64
    assert len(processor.vocabulary_) == 10
    assert next(iter(processor.transform(["the unknown mat"]))).tolist() == [1, 0, 9, 0]
    assert list(processor.reverse([[4, 5, 6, 7]])) == ["a cat's HTML Page"]
    path = tmp_path / "vocabulary"
    processor.save(str(path))
    again = learn.preprocessing.VocabularyProcessor.restore(str(path))
    assert np.array(list(again.transform(TEXTS))).tolist() == found.tolist()
    path.write_bytes(b"\x80\x04K\x01.")  # a pickle
    with pytest.raises(errors.DataLossError, match="must be a file that VocabularyProcessor.save wrote"):
        learn.preprocessing.VocabularyProcessor.restore(str(path))


def test_words_that_are_frequent() -> None:
    processor = learn.preprocessing.VocabularyProcessor(
        3, min_frequency=1, tokenizer_fn=lambda texts: (text.split() for text in texts)
    )
    assert [row.tolist() for row in processor.fit_transform(["b c a a", "c a b d"])] == [[2, 3, 1], [3, 1, 2]]
    assert len(processor.vocabulary_) == 4
    with pytest.raises(errors.InvalidArgumentError, match="tokenizer_fn"):
        processor.save("nowhere")


def test_tables_of_files(tmp_path: Path) -> None:
    base = learn.datasets.base
    path = tmp_path / "table.csv"
    path.write_text("2,3,zero,one\n1.5,2,3,0\n4,5,6,1\n")
    table = base.load_csv_with_header(str(path), np.int32, np.float32)
    assert table.data.tolist() == [[1.5, 2, 3], [4, 5, 6]]
    assert table.target.tolist() == [0, 1]
    path.write_text("2,2,3\n4,5,6\n")
    table = base.load_csv_without_header(str(path), np.int32, np.float32, target_column=0)
    assert (table.data.tolist(), table.target.tolist()) == ([[2, 3], [5, 6]], [2, 4])
    with pytest.raises(errors.DataLossError, match="must have 2 rows of 2 features"):
        base.load_csv_with_header(str(path), np.int32, np.float32)
    path.write_text("x\n")
    with pytest.raises(errors.DataLossError, match="must begin with two numbers"):
        base.load_csv_with_header(str(path), np.int32, np.float32)
    assert base.maybe_download("table.csv", str(tmp_path), "") == str(path)
    with pytest.raises(errors.InvalidArgumentError, match="nothing is fetched"):
        base.maybe_download("other.csv", str(tmp_path), "http://example.org")


def test_what_is_there_and_what_is_not() -> None:
    assert learn.datasets.mnist.read_data_sets
    assert learn.RunConfig(save_checkpoints_steps=5).save_checkpoints_secs is None
    assert learn.ModeKeys.TRAIN == "train"
    with pytest.raises(AttributeError, match="has no attribute 'DNNClassifier'; use tf.estimator.DNNClassifier"):
        _ = learn.DNNClassifier
    with pytest.raises(AttributeError, match="has no attribute 'load_dataset'"):
        _ = learn.datasets.load_dataset


def test_named_numbers() -> None:
    hparams = tf.contrib.training.HParams(rate=0.1, layers=[32, 64], name="net", fast=True, steps=10)
    assert (hparams.rate, hparams.layers, "name" in hparams, "other" in hparams) == (0.1, [32, 64], True, False)
    hparams.parse("rate=1e-2,layers=[8,16,4],fast=false,name=other")
    assert hparams.values() == {"rate": 0.01, "layers": [8, 16, 4], "name": "other", "fast": False, "steps": 10}
    hparams.parse("layers[1]=2,layers[2]=5").override_from_dict({"steps": 3}).parse_json('{"rate": 2}')
    assert (hparams.layers, hparams.steps, hparams.rate) == ([8, 2, 5], 3, 2.0)
    assert hparams.get("steps") == 3
    assert hparams.get("nothing", 7) == 7
    assert hparams.to_json(sort_keys=True).startswith('{"fast": false, "layers": [8, 2, 5]')
    hparams.add_hparam("more", 1)
    hparams.del_hparam("more")
    assert not hasattr(hparams, "more")
    for text, kind in (
        ("unknown=1", ValueError),
        ("steps=1.5", ValueError),
        ("fast=maybe", ValueError),
        ("steps=1,steps=2", ValueError),
        ("layers[9]=1", ValueError),
        ("nonsense", ValueError),
    ):
        with pytest.raises(kind):
            hparams.parse(text)
    for name, value in (("steps", 1.5), ("fast", 1), ("steps", "1"), ("name", 2)):
        with pytest.raises(TypeError, match="must be of type"):
            hparams.set_hparam(name, value)
    with pytest.raises(ValueError, match="must be a list"):
        hparams.set_hparam("layers", 3)
    with pytest.raises(ValueError, match="must be new"):
        hparams.add_hparam("rate", 1.0)
    with pytest.raises(ValueError, match="must have its type"):
        hparams.get("layers", 3)
