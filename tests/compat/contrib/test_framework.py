"""``tf.contrib.framework``: variables by their names, checkpoints, order, structures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import errors


def _names(found: Any) -> list[str]:
    return [each.op.name for each in found]


def test_variables_by_their_names() -> None:
    f = tf.contrib.framework
    with tf.Graph().as_default():
        for scope in ("a", "b", "ab"):
            with tf.variable_scope(scope):
                f.model_variable("weights", [2])
                f.variable("biases", [2], trainable=False)
        local = f.local_variable(1.0, name="counted")
        step = f.get_or_create_global_step()
        assert f.get_global_step() is step is f.assert_or_get_global_step()
        assert f.get_local_variables() == [local]
        assert _names(f.get_model_variables()) == ["a/weights", "b/weights", "ab/weights"]
        assert _names(f.get_variables("a/")) == ["a/weights", "a/biases"]
        assert _names(f.get_variables("a", "weights")) == ["a/weights", "ab/weights"]
        assert _names(f.get_variables_by_name("biases", "b")) == ["b/biases"]
        assert _names(f.get_trainable_variables("b")) == ["b/weights"]
        assert _names(f.get_variables_to_restore(["a/", "b"], ["b/weights"])) == ["a/weights", "a/biases", "b/biases"]
        assert f.get_unique_variable("a/weights").op.name == "a/weights"
        assert _names(f.filter_variables(f.get_variables(), ["weights"], ["^ab"])) == ["a/weights", "b/weights"]
        with pytest.raises(errors.InvalidArgumentError, match="must name one variable"):
            f.get_unique_variable("a")


@pytest.fixture
def saved(tmp_path: Path) -> str:
    """A checkpoint with old/w = [1, 2], old/b = 3, other = [[4, 5]]."""
    with tf.Graph().as_default(), tf.Session() as session:
        for name, value in (("old/w", [1.0, 2.0]), ("old/b", 3.0), ("other", [[4.0, 5.0]])):
            tf.get_variable(name, initializer=tf.constant(value))
        session.run(tf.global_variables_initializer())
        path: str = tf.train.Saver().save(session, str(tmp_path / "model"))
    return path


def test_what_a_checkpoint_has(saved: str) -> None:
    f = tf.contrib.framework
    assert f.list_variables(saved) == [("old/b", []), ("old/w", [2]), ("other", [1, 2])]
    assert f.list_variables(Path(saved).parent) == f.list_variables(saved)
    assert f.load_variable(saved, "old/w").tolist() == [1.0, 2.0]
    reader = f.load_checkpoint(saved)
    assert reader.has_tensor("other")
    assert not reader.has_tensor("another")
    assert reader.get_variable_to_shape_map() == {"old/b": [], "old/w": [2], "other": [1, 2]}
    with pytest.raises(errors.NotFoundError, match="'another' must be in the checkpoint"):
        reader.get_tensor("another")


def test_values_of_a_checkpoint_are_assigned(saved: str) -> None:
    f = tf.contrib.framework
    with tf.Graph().as_default(), tf.Session() as session:
        w, b = tf.get_variable("old/w", [2]), tf.get_variable("mine", [])
        more = tf.get_variable("more", [2, 1])
        session.run(tf.global_variables_initializer())
        node, feeds = f.assign_from_checkpoint(saved, {"old/w": [w], "old/b": b})
        session.run(node, feeds)
        assert session.run(w).tolist() == [1.0, 2.0]
        assert session.run(b) == 3.0
        with pytest.raises(errors.InvalidArgumentError, match="'mine' must be in the checkpoint"):
            f.assign_from_checkpoint(saved, [w, b])
        with pytest.raises(errors.InvalidArgumentError, match="must have the shape"):
            f.assign_from_checkpoint(saved, {"other": more})
        f.assign_from_checkpoint_fn(saved, {"other": more, "none": b}, True, reshape_variables=True)(session)
        assert session.run(more).tolist() == [[4.0], [5.0]]
        assert f.assign_from_checkpoint_fn(saved, [b], ignore_missing_vars=True) is None
        f.assign_from_values_fn({"old/w": np.array([7.0, 8.0]), "mine": np.array(9.0)})(session)
        assert session.run([w, b])[0].tolist() == [7.0, 8.0]


def test_variables_start_with_a_checkpoint(saved: str) -> None:
    f = tf.contrib.framework
    with tf.Graph().as_default(), tf.Session() as session:
        with tf.variable_scope("new"):
            w, b = tf.get_variable("w", [2]), tf.get_variable("b", [])
        other = tf.get_variable("another", [1, 2])
        tf.train.init_from_checkpoint(saved, {"old/": "new/", "other": "another"})
        session.run(tf.global_variables_initializer())
        assert session.run(w).tolist() == [1.0, 2.0]
        assert session.run(b) == 3.0
        assert session.run(other).tolist() == [[4.0, 5.0]]
        for text, pairs in (
            ("must be in the checkpoint for variable 'another'", {"missing": other}),
            ("must have the shape", {"old/w": other}),
            ("must have variables, got 'nowhere/'", {"old/": "nowhere/"}),
            ("must give a variable or the name of one", {"old/w": "nobody"}),
        ):
            with pytest.raises(errors.InvalidArgumentError, match=text):
                f.init_from_checkpoint(saved, pairs)


@pytest.mark.parametrize("dtype", ["float32", "int32", "int64", "uint8"])
def test_order(dtype: str) -> None:
    f = tf.contrib.framework
    value = np.random.default_rng(1).integers(0, 200, (3, 7, 2)).astype(dtype)
    value[0, 0] = np.iinfo(dtype).min if dtype != "float32" else -1e30
    with tf.Graph().as_default(), tf.Session() as session:
        for axis in (-1, 1, 0):
            up, down = session.run([f.sort(value, axis), f.sort(value, axis, "DESCENDING")])
            np.testing.assert_array_equal(up, np.sort(value, axis))
            np.testing.assert_array_equal(down, np.flip(np.sort(value, axis), axis))
            places = session.run(f.argsort(value, axis))
            np.testing.assert_array_equal(places, np.argsort(value, axis, kind="stable"))


def test_structures() -> None:
    nest = tf.contrib.framework.nest
    tree = {"b": [1, (2, 3)], "a": 4}
    assert nest.flatten(tree) == [4, 1, 2, 3]
    assert nest.pack_sequence_as(tree, [5, 6, 7, 8]) == {"b": [6, (7, 8)], "a": 5}
    assert nest.map_structure(lambda x, y: x + y, tree, tree) == {"b": [2, (4, 6)], "a": 8}
    assert nest.flatten_up_to([0, 0], [[1, 2], {"x": 3}]) == [[1, 2], {"x": 3}]
    assert nest.map_structure_up_to([0, 0], len, [[1, 2], [3]]) == [2, 1]
    assert nest.flatten_dict_items({(4, 5): (6, 7), 8: 9}) == {4: 6, 5: 7, 8: 9}
    assert nest.is_sequence([1])
    assert not nest.is_sequence("text")
    nest.assert_same_structure([1, 2], (3, 4), check_types=False)
    with pytest.raises(TypeError, match="must have the same types"):
        nest.assert_same_structure([1, 2], (3, 4))
    with pytest.raises(ValueError, match="must be nested alike"):
        nest.assert_same_structure([1, 2], [3, [4]])
    with pytest.raises(ValueError, match="must be nested as"):
        nest.flatten_up_to([0, 0], [1, 2, 3])


def test_conditions_that_are_known() -> None:
    f = tf.contrib.framework
    with tf.Graph().as_default(), tf.Session() as session:
        assert f.smart_cond(True, lambda: "yes", lambda: "no") == "yes"
        assert f.smart_cond(tf.constant(False), lambda: "yes", lambda: "no") == "no"
        asked = tf.placeholder(tf.bool, [])
        assert f.smart_constant_value(asked) is None
        assert session.run(f.smart_cond(asked, lambda: tf.constant(1), lambda: tf.constant(2)), {asked: False}) == 2
