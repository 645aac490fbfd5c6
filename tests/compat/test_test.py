"""``tf.test``: what a test case says of right and wrong values, and Jacobians."""

# ruff: noqa: PT009, PT027 - test cases of unittest are what is tested
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf


@pytest.fixture
def case() -> Any:
    class Case(tf.test.TestCase):
        def runTest(self) -> None: ...

    return Case()


def test_values_that_are_close_and_that_are_not(case: Any) -> None:
    case.assertAllClose([1.0, 2.0], np.array([1.0, 2.0 + 1e-6]))
    case.assertAllClose({"a": [1.0, (2.0, 3.0)], "b": np.nan}, {"a": [1.0, (2.0, 3.0)], "b": np.nan})
    case.assertAllClose([[1.0], [2.0, 3.0]], [[1.0], [2.0, 3.0 + 1e-6]])
    case.assertAllClose(np.float16([1, 2]), np.float16([1, 2]))
    case.assertAllCloseAccordingToType(np.float16([1.0]), [1.0009])
    case.assertNotAllClose([1.0], [1.1])
    for wrong in [
        lambda: case.assertAllClose([1.0, 2.0], [1.0, 2.1]),
        lambda: case.assertAllClose([1.0], [1.0, 1.0]),
        lambda: case.assertAllClose([[1.0], [2.0, 3.0]], [[1.0], [2.0, 3.1]]),
        lambda: case.assertAllClose({"a": 1.0}, {"a": 1.1}),
        lambda: case.assertAllClose({"a": 1.0}, {"b": 1.0}),
        lambda: case.assertAllClose(1.0, np.nan),
        lambda: case.assertNotAllClose([1.0], [1.0]),
        lambda: case.assertAllCloseAccordingToType(np.float32([1.0]), [1.0009]),
    ]:
        with pytest.raises(AssertionError):
            wrong()
    with pytest.raises(ValueError, match="must be compared with a dict"):
        case.assertAllClose({"a": 1.0}, [1.0])
    with pytest.raises(ValueError, match="must have 2 items, got 1"):
        case.assertAllClose([[1.0], [2.0, 3.0]], [[1.0]])


def test_values_that_are_equal_and_that_are_not(case: Any) -> None:
    case.assertAllEqual([1, 2], np.array([1, 2]))
    case.assertAllEqual([np.nan], [np.nan])
    case.assertAllEqual(["a", b"b"], np.array([b"a", b"b"], object))
    case.assertNotAllEqual([1], [2])
    for wrong in [
        lambda: case.assertAllEqual([1, 2], [1, 3]),
        lambda: case.assertAllEqual([1], 1),
        lambda: case.assertAllEqual(["a"], [b"b"]),
        lambda: case.assertNotAllEqual([1], [1]),
    ]:
        with pytest.raises(AssertionError):
            wrong()


def test_numbers_and_ranges(case: Any) -> None:
    case.assertNear(1.0, 1.1, 0.11)
    case.assertNear(np.inf, np.inf, 0.0)
    case.assertArrayNear([1.0, 2.0], [1.01, 2.0], 0.02)
    case.assertNDArrayNear(np.ones(4), np.ones(4) * 1.1, 0.21)
    case.assertAllInRange([1, 2], 1, 2)
    case.assertAllInSet([1, 2, 1], {1, 2})
    case.assertAllGreater([2, 3], 1)
    case.assertAllLessEqual([2, 3], 3)
    case.assertDTypeEqual(np.float32(1), tf.float32)
    case.assertShapeEqual(np.zeros([2, 3]), np.ones([2, 3]))
    case.assertDeviceEqual("/cpu:0", "/device:CPU:0")
    for wrong in [
        lambda: case.assertNear(1.0, 1.2, 0.1),
        lambda: case.assertNear(1.0, np.nan, 0.1),
        lambda: case.assertArrayNear([1.0], [1.0, 2.0], 1),
        lambda: case.assertNDArrayNear(np.ones(4), np.ones(4) * 1.1, 0.19),
        lambda: case.assertAllInRange([1, 2], 1, 2, open_upper_bound=True),
        lambda: case.assertAllInRange([1, 2], 1, 2, open_lower_bound=True),
        lambda: case.assertAllInRange([np.nan], 1, 2),
        lambda: case.assertAllInSet([1, 3], [1, 2]),
        lambda: case.assertAllGreater([1, 3], 1),
        lambda: case.assertAllGreaterEqual([0, 3], 1),
        lambda: case.assertAllLess([1, 3], 3),
        lambda: case.assertDTypeEqual(np.float32(1), tf.float64),
        lambda: case.assertShapeEqual(np.zeros([2, 3]), np.ones([3, 2])),
        lambda: case.assertDeviceEqual("/cpu:0", "/cpu:1"),
    ]:
        with pytest.raises(AssertionError):
            wrong()


def test_messages(case: Any) -> None:
    message = tf.train.Int64List(value=[1, 2])
    case.assertProtoEquals("value: 1 value: 2", message)
    case.assertProtoEquals(tf.train.Int64List(value=[1, 2]), message)
    with pytest.raises(AssertionError):
        case.assertProtoEquals("value: 1", message)


def test_errors_of_runs(case: Any) -> None:
    with case.session(graph=tf.Graph()) as session:
        reshaped = tf.reshape(tf.placeholder(tf.float32, [None], name="given"), [2])
        with case.assertRaisesOpError("given"):
            session.run(reshaped)
        with case.assertRaisesOpError(lambda error: isinstance(error, ValueError)):
            session.run(reshaped)
        with (
            pytest.raises(AssertionError, match="another error was expected"),
            case.assertRaisesOpError("no such text"),
        ):
            session.run(reshaped)
        with pytest.raises(AssertionError, match="not raised"), case.assertRaisesOpError("given"):
            session.run(reshaped, {"given:0": [1.0, 2.0]})


def test_a_whole_case_runs() -> None:
    seen: list[Any] = []

    class Inner(tf.test.TestCase):
        def test_sessions(self) -> None:
            with self.cached_session() as session:
                v = tf.get_variable("v", initializer=2.0)
                v.initializer.run()
                self.assertAllClose(v * 2.0, 4.0)
            with self.cached_session() as again:
                self.assertIs(again, session)
                self.assertAllEqual(self.evaluate([v, v]), [2.0, 2.0])
                self.assertEqual(v.eval(), 2.0)
            with self.assertRaises(RuntimeError), self.cached_session(graph=tf.Graph()):
                pass
            with self.test_session() as old:
                self.assertIs(old, session)
            with self.session() as other:
                self.assertIsNot(other, session)
                with self.assertRaisesOpError("v"):
                    v.eval()
            seen.append(session)

        def test_draws(self) -> None:
            with self.cached_session(use_gpu=False):
                y = tf.random_uniform([])
                self.assertIn("CPU", y.device.upper())
                seen.append((y.eval(), np.random.rand()))  # noqa: NPY002

        def test_draws_again(self) -> None:
            with self.cached_session():
                seen.append((tf.random_uniform([]).eval(), np.random.rand()))  # noqa: NPY002

        def test_threads(self) -> None:
            thread = self.checkedThread(seen.append, args=("thread",))
            thread.start()
            thread.join()

        def test_a_thread_that_fails(self) -> None:
            thread = self.checkedThread(lambda: 1 / 0)
            thread.start()
            with self.assertRaisesRegex(AssertionError, "division by zero"):
                thread.join()

        def test_folders(self) -> None:
            seen.append(self.get_temp_dir())
            self.assertTrue(Path(self.get_temp_dir()).is_dir())

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Inner).run(result)
    assert result.errors == result.failures == []
    assert result.testsRun == 7  # "test_session" is none that runs, but unittest takes it for one
    draws = [each for each in seen if isinstance(each, tuple)]
    assert draws[0] == draws[1]
    closed = next(each for each in seen if isinstance(each, tf.Session))
    with pytest.raises(tf.errors.FailedPreconditionError):
        closed.run(tf.constant(1.0))


def test_a_thread_that_is_not_joined_fails_its_test() -> None:
    class Inner(tf.test.TestCase):
        def test_it(self) -> None:
            self.checkedThread(lambda: None).start()

    result = unittest.TestResult()
    Inner("test_it").run(result)
    assert "was not joined" in result.failures[0][1]


def test_jacobians_are_those_of_mathematics() -> None:
    with tf.Graph().as_default(), tf.Session():
        x = tf.placeholder(tf.float64, [2])
        y = tf.stack([x[0] * x[1], x[0] ** 2, x[1] * 3.0])
        theoretical, numeric = tf.test.compute_gradient(x, [2], y, [3], x_init_value=np.array([2.0, 5.0]))
        assert theoretical.tolist() == [[5.0, 4.0, 0.0], [2.0, 0.0, 3.0]]
        np.testing.assert_allclose(numeric, theoretical, atol=1e-9)
        assert tf.test.compute_gradient_error(x, [2], y, [3]) < 1e-9
        stopped = y + tf.stop_gradient(y)
        assert tf.test.compute_gradient_error(x, [2], stopped, [3], np.array([2.0, 5.0])) == pytest.approx(5.0)


def test_jacobians_of_lists_and_of_complex_numbers() -> None:
    with tf.Graph().as_default(), tf.Session():
        a, b = tf.placeholder(tf.float64, [1]), tf.placeholder(tf.float64, [1])
        found = tf.test.compute_gradient([a, b], [[1], [1]], a * b, [1], [np.array([3.0]), np.array([4.0])])
        assert [pair[0].tolist() for pair in found] == [[[4.0]], [[3.0]]]
        z = tf.placeholder(tf.complex128, [1])
        theoretical, numeric = tf.test.compute_gradient(z, [1], z * z, [1], np.array([1 + 2j]))
        assert theoretical.tolist() == [[2.0, 4.0], [-4.0, 2.0]]
        np.testing.assert_allclose(numeric, theoretical, atol=1e-9)


def test_the_machine() -> None:
    assert tf.test.is_gpu_available() == bool(tf.test.gpu_device_name())
    assert not tf.test.is_built_with_rocm()
    assert not tf.test.is_built_with_xla()
    assert tf.test.mock.patch is unittest.mock.patch
    assert Path(tf.test.get_temp_dir()).is_dir()


def test_graphs_are_compared_node_by_node() -> None:
    def made(value: float) -> Any:
        with tf.Graph().as_default() as graph:
            tf.constant(value, name="c")
        return graph.as_graph_def()

    tf.test.assert_equal_graph_def(made(1.0), made(1.0))
    with pytest.raises(AssertionError, match="node 'c'"):
        tf.test.assert_equal_graph_def(made(1.0), made(2.0))
    with pytest.raises(TypeError, match="must be a GraphDef"):
        tf.test.assert_equal_graph_def(3, made(2.0))


def test_a_benchmark_reports(capsys: Any) -> None:
    class Mine(tf.test.Benchmark):
        pass

    with tf.Graph().as_default(), tf.Session() as session:
        found = Mine().run_op_benchmark(session, tf.constant(1.0) + 1.0, min_iters=3, name="plus")
    assert found["iters"] == 3
    assert found["wall_time"] > 0
    assert '"name": "plus"' in capsys.readouterr().out
