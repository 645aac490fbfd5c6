"""Every name on the list exists, and its parameters are TensorFlow's."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import graphops as go
import graphops.compat.v1 as tf
from graphops.compat.v1.functions import shared
from graphops.compat.v1.functions.missing import INSTEAD
from tests.compat.names import NAMES
from tests.compat.record_signatures import parameters
from tests.compat.write_page import PAGE, names_text

RECORDED: dict[str, list[str] | None] = json.loads(Path(__file__).with_name("tf_signatures.json").read_text())

# Parameters of TensorFlow 2 that no script of TensorFlow 1 can know.
NEWER = {"layout=None", "bad_indices_policy=''", "output_type=None", "grad_a=False", "grad_b=False"}

# Made by other calls than TensorFlow's: objects of graphops that users do not construct by that signature.
OUR_OWN = {"Graph", "Tensor", "Operation", "DType", "RunMetadata", "TensorShape", "data.Dataset", "data.Options"}
OUR_OWN |= {"OpError", "dtypes.DType"}


def found(full: str) -> Any:
    value: Any = tf
    for part in full.split("."):
        value = getattr(value, part)
    return value


def plain(listed: list[str]) -> list[str]:
    """Parameters without the newer ones; a dtype (or a member of an enum) is written as its name, the same size along
    all axes as one number."""
    written = r"='(float32|int32|int64|uint8|bool|string|auto|none)'$"
    texts = [re.sub(written, r"=\1", p) for p in listed if p not in NEWER]
    return [re.sub(r"=\[1(, 1)+\]$", "=1", text) for text in texts]


def names() -> list[str]:
    return [f"{module}.{name}".lstrip(".") for module, listed in NAMES.items() for name in listed]


def test_there_are_enough_names_and_each_once() -> None:
    assert len(names()) == len(set(names())) > 450


@pytest.mark.parametrize("module", NAMES)
def test_names_exist(module: str) -> None:
    missing = []
    for name in NAMES[module]:
        full = f"{module}.{name}".lstrip(".")
        try:
            found(full)
        except AttributeError as error:
            missing.append(f"{full}: {error}")
    assert not missing, "\n".join(missing)


def test_parameters_are_tensorflows() -> None:
    wrong = []
    for full in names():
        want = RECORDED.get(full)
        if want is None or full in OUR_OWN or full.startswith("errors."):
            continue
        got = parameters(found(full))
        if plain(want) != plain(got or []):
            wrong.append(f"{full}: {got}, TensorFlow has {want}")
    assert not wrong, "\n".join(wrong)


def test_the_recording_belongs_to_the_list() -> None:
    gone = ("contrib.", "estimator.", "keras")
    later = {full for full in names() if full not in RECORDED and not full.startswith(gone)}
    assert later == {f"nn.rnn_cell.{name}" for name in NAMES["nn.rnn_cell"]}  # TensorFlow 2.21 has them no more


def test_other_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'tpu'; there are CPUs and GPUs"):
        _ = tf.tpu
    assert set(dir(tf)) >= {name for name in NAMES[""] if name != "print"}


def resolved(full: str) -> Any:
    """The object that ``tf.<full>`` is; the AttributeError if there is none."""
    try:
        return found(full)
    except AttributeError as error:
        return error


def test_what_the_table_replaces_is_missing() -> None:
    there = [full for full in INSTEAD if not isinstance(resolved(full), AttributeError)]
    assert there == []


def test_what_the_table_names_exists() -> None:
    wrong = []
    for full, text in INSTEAD.items():
        for package, named in re.findall(r"\b(tf|graphops)\.([\w.]*\w)", text):
            place = tf if package == "tf" else go
            try:
                for part in named.split("."):
                    place = getattr(place, part) if (package, named) != ("tf", "compat.v1") else place
            except AttributeError:
                wrong.append((full, named))
    assert wrong == []


@pytest.mark.parametrize(
    ("full", "text"),
    [
        ("mul", "'graphops.compat.v1' has no attribute 'mul'; it is tf.multiply"),
        ("top_k", "; it is tf.nn.top_k"),
        ("nn.reduce_mean", "'graphops.compat.v1.nn' has no attribute 'reduce_mean'; it is tf.reduce_mean"),
        ("glorot_normal", "; it is tf.initializers.glorot_normal"),
        ("train.Checkpoint", "'graphops.compat.v1.train' has no attribute 'Checkpoint'; use tf.train.Saver"),
        ("mirror_pad", "; tf.raw_ops.MirrorPad is an op that may be meant"),
        ("reduce_meen", " (did you mean 'reduce_mean'?)"),
        ("losses.mean_square", " (did you mean 'mean_squared_error'?)"),
        ("nn.rnn_cell.LSTM", " (did you mean 'LSTMCell'?)"),
        ("linalg.LinearOperatorDiag", "'graphops.compat.v1.linalg' has no attribute"),
        ("summary.initialize", "; use tf.summary.FileWriter"),
        ("random.nothing_like_it", "'graphops.compat.v1.random' has no attribute 'nothing_like_it'"),
        ("errors.Nothing", "'graphops.compat.v1.errors' has no attribute 'Nothing'"),
    ],
)
def test_what_is_missing_names_its_replacement(full: str, text: str) -> None:
    assert text in str(resolved(full))


def test_missing_names_are_found_by_hasattr_and_getattr() -> None:
    assert not hasattr(tf, "tpu")
    assert getattr(tf.train, "Checkpoint", None) is None


def test_the_page_lists_the_names() -> None:
    assert PAGE.read_text(encoding="utf-8").endswith(names_text())


def test_what_graphops_exports_is_shared() -> None:
    """Names are listed by hand, because this room must not import the package that is above it."""
    own = {"compat", "eager", "errors", "extend", "nn", "ops", "raw_ops", "testing", "train"}
    assert set(shared.names()) == set(go.__all__) - own
