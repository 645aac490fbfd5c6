"""Assertions about arrays, tensors and messages, for ``tf.test.TestCase``."""

# ruff: noqa: PT009 - these are methods of a unittest.TestCase
from __future__ import annotations

import re
import unittest
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import numpy as np

from graphops.graph.device_spec import DeviceSpec
from graphops.graph.operators import Operators
from graphops_registry.dtypes import as_dtype, bfloat16
from graphops_registry.errors import GraphopsError, InvalidArgumentError


class Assertions(unittest.TestCase):
    """Assertions with TensorFlow's names, arguments and tolerances. Tensors are evaluated in the default Session."""

    def evaluate(self, tensors: Any) -> Any:
        """The values of tensors, in the default Session or, without one, in that of the test."""
        raise NotImplementedError

    def evaluate_if_both_tensors(self, a: Any, b: Any) -> tuple[Any, Any]:
        """Both values, of the same run, if both are tensors; else what was given."""
        if isinstance(a, Operators) and isinstance(b, Operators):
            found = self.evaluate([a, b])
            return found[0], found[1]
        return a, b

    def _array(self, value: Any) -> Any:
        if isinstance(value, Operators):
            value = self.evaluate(value)
        return value if isinstance(value, np.ndarray) else np.array(value)

    def _both(self, a: Any, b: Any) -> tuple[Any, Any]:
        first, second = self.evaluate_if_both_tensors(a, b)
        return self._array(first), self._array(second)

    def assertNear(self, f1: float, f2: float, err: float, msg: str | None = None) -> None:
        """Two numbers differ by at most ``err``."""
        if f1 != f2 and not abs(f1 - f2) <= err:
            self.fail(f"{f1!r} != {f2!r} +/- {err!r}{f' ({msg})' if msg else ''}")

    def assertArrayNear(self, farray1: Any, farray2: Any, err: float, msg: str | None = None) -> None:
        """The items of two lists differ by at most ``err`` each."""
        self.assertEqual(len(farray1), len(farray2), msg=msg)
        for f1, f2 in zip(farray1, farray2, strict=True):
            self.assertNear(float(f1), float(f2), err, msg=msg)

    def assertNDArrayNear(self, ndarray1: Any, ndarray2: Any, err: float, msg: str | None = None) -> None:
        """The distance between two arrays, as vectors, is below ``err``."""
        distance = np.linalg.norm(np.asarray(ndarray1) - np.asarray(ndarray2))
        self.assertTrue(distance < err, msg=msg or f"the distance must be below {err}, got {distance}")

    def assertAllClose(self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, msg: str | None = None) -> None:
        """Arrays, tensors, or lists and dicts of them: ``|a - b| <= atol + rtol * |b|`` everywhere.

        Raises:
            InvalidArgumentError: structures that differ.
        """
        self._close(a, b, rtol, atol, "value", msg or "")

    def _close(self, a: Any, b: Any, rtol: float, atol: float, path: str, msg: str) -> None:
        first, second = (each._asdict() if hasattr(each, "_asdict") else each for each in (a, b))
        if isinstance(first, Mapping) != isinstance(second, Mapping):
            raise InvalidArgumentError(f"a dict must be compared with a dict, got another at {path}. {msg}")
        if isinstance(first, Mapping):
            self.assertCountEqual(first, second, msg=f"keys differ at {path}. {msg}")
            for key in first:
                self._close(first[key], second[key], rtol, atol, f"{path}[{key}]", msg)
            return
        if not isinstance(first, (list, tuple)):
            self._close_arrays(*self._both(first, second), rtol, atol, path, msg)
            return
        try:
            arrays = self._both(first, second)
        except (ValueError, TypeError):  # a list of arrays of several shapes, or of tensors
            arrays = None, None
        if arrays[0] is not None and arrays[0].dtype != object and arrays[1].dtype != object:
            self._close_arrays(*arrays, rtol, atol, path, msg)
            return
        if len(first) != len(second):
            raise InvalidArgumentError(f"{path} must have {len(first)} items, got {len(second)}. {msg}")
        for place, (one, other) in enumerate(zip(first, second, strict=True)):
            self._close(one, other, rtol, atol, f"{path}[{place}]", msg)

    def _close_arrays(self, a: Any, b: Any, rtol: float, atol: float, path: str, msg: str) -> None:
        self.assertEqual(a.shape, b.shape, f"shapes differ at {path}. {msg}")
        wide: list[Any] = [np.asarray(each, np.float32) if as_dtype(each.dtype).size == 2 else each for each in (a, b)]
        text = f"at {path}. {msg}"
        np.testing.assert_allclose(wide[0], wide[1], rtol=rtol, atol=atol, err_msg=text, equal_nan=True)

    def assertAllCloseAccordingToType(
        self,
        a: Any,
        b: Any,
        rtol: float = 1e-6,
        atol: float = 1e-6,
        float_rtol: float = 1e-6,
        float_atol: float = 1e-6,
        half_rtol: float = 1e-3,
        half_atol: float = 1e-3,
        bfloat16_rtol: float = 1e-2,
        bfloat16_atol: float = 1e-2,
        msg: str | None = None,
    ) -> None:
        """The same as :meth:`assertAllClose`, with tolerances by the dtypes of the arrays."""
        first, second = self._both(a, b)
        kinds = {first.dtype, second.dtype}
        for names, relative, absolute in (
            ((np.dtype(np.float32), np.dtype(np.complex64)), float_rtol, float_atol),
            ((np.dtype(np.float16),), half_rtol, half_atol),
            ((bfloat16.numpy_dtype,), bfloat16_rtol, bfloat16_atol),
        ):
            if kinds & set(names):
                rtol, atol = max(rtol, relative), max(atol, absolute)
        self.assertAllClose(first, second, rtol=rtol, atol=atol, msg=msg)

    def assertNotAllClose(self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, msg: str | None = None) -> None:
        """Somewhere they are not close."""
        try:
            self.assertAllClose(a, b, rtol=rtol, atol=atol, msg=msg)
        except AssertionError:
            return
        raise AssertionError(f"the two values are close at all places. {msg or ''}")

    def assertAllEqual(self, a: Any, b: Any, msg: str | None = None) -> None:
        """The same shape, and the same values; not-a-numbers are equal."""
        first, second = (_bytes_of_text(each) for each in self._both(a, b))
        self.assertEqual(first.shape, second.shape, f"shapes differ: {second!r}. {msg or ''}")
        np.testing.assert_array_equal(first, second, err_msg=msg or "")

    def assertNotAllEqual(self, a: Any, b: Any, msg: str | None = None) -> None:
        """Somewhere the values differ."""
        try:
            self.assertAllEqual(a, b, msg)
        except AssertionError:
            return
        raise AssertionError(f"the two values are equal at all places. {msg or ''}")

    def assertAllGreater(self, a: Any, comparison_target: Any) -> None:
        self.assertGreater(np.min(self._array(a)), comparison_target)

    def assertAllLess(self, a: Any, comparison_target: Any) -> None:
        self.assertLess(np.max(self._array(a)), comparison_target)

    def assertAllGreaterEqual(self, a: Any, comparison_target: Any) -> None:
        self.assertGreaterEqual(np.min(self._array(a)), comparison_target)

    def assertAllLessEqual(self, a: Any, comparison_target: Any) -> None:
        self.assertLessEqual(np.max(self._array(a)), comparison_target)

    def assertAllInSet(self, target: Any, expected_set: Any) -> None:
        """All values are among the given ones."""
        others = np.setdiff1d(np.unique(self._array(target)), list(expected_set))
        if others.size:
            raise AssertionError(f"values must be in {expected_set!r}, got {others!r}")

    def assertAllInRange(
        self,
        target: Any,
        lower_bound: Any,
        upper_bound: Any,
        open_lower_bound: bool = False,
        open_upper_bound: bool = False,
    ) -> None:
        """All values are in an interval, whose ends belong to it unless they are open; no value is not a number."""
        array = self._array(target)
        below = array <= lower_bound if open_lower_bound else array < lower_bound
        above = array >= upper_bound if open_upper_bound else array > upper_bound
        outside = below | above | (np.isnan(array) if array.dtype.kind == "f" else False)
        if np.any(outside):
            ends = f"{'(' if open_lower_bound else '['}{lower_bound}, {upper_bound}{')' if open_upper_bound else ']'}"
            raise AssertionError(f"values must be in {ends}, got {array[outside]!r}")

    def assertDTypeEqual(self, target: Any, expected_dtype: Any) -> None:
        """The dtype of an array, a tensor or a list."""
        is_tensor = isinstance(target, Operators)
        dtype = target.__graphops_tensor__().dtype if is_tensor else np.asarray(target).dtype
        self.assertEqual(as_dtype(dtype), as_dtype(expected_dtype))

    def assertShapeEqual(self, input_a: Any, input_b: Any, msg: str | None = None) -> None:
        """The shapes of arrays, or of tensors."""
        shapes = [
            list(each.shape.as_list() if hasattr(each.shape, "as_list") else each.shape) for each in (input_a, input_b)
        ]
        self.assertEqual(shapes[0], shapes[1], msg=msg)

    def assertDeviceEqual(self, device1: Any, device2: Any, msg: str | None = None) -> None:
        """Two names of the same device."""
        first, second = (str(DeviceSpec.parse(str(each or ""))) for each in (device1, device2))
        self.assertEqual(first, second, msg or f"devices {first} and {second} are not equal")

    def assertProtoEquals(
        self,
        expected_message_maybe_ascii: Any,
        validate_message: Any,
        msg: str | None = None,
        relative_tolerance: float | None = None,
    ) -> None:
        """A message has the fields of another one, or of a text; ``relative_tolerance`` must be ``None``."""
        from google.protobuf import text_format

        if relative_tolerance is not None:
            raise InvalidArgumentError(
                f"relative_tolerance of assertProtoEquals() must be None, got {relative_tolerance}"
            )
        expected = expected_message_maybe_ascii
        if isinstance(expected, (str, bytes)):
            expected = text_format.Parse(expected, type(validate_message)())
        if expected != validate_message:
            texts = [text_format.MessageToString(each) for each in (expected, validate_message)]
            self.assertMultiLineEqual(texts[0], texts[1], msg=msg)
            self.assertEqual(type(expected), type(validate_message), msg=msg)

    @contextmanager
    def assertRaisesWithPredicateMatch(
        self, exception_type: type[BaseException], expected_err_re_or_predicate: Any
    ) -> Iterator[None]:
        """Inside, there is an error whose text has a match of a regular expression, or for which a function is true."""
        wanted = expected_err_re_or_predicate
        fits: Callable[[Exception], Any] = wanted if callable(wanted) else lambda error: re.search(wanted, _text(error))
        try:
            yield
        except Exception as error:
            if not isinstance(error, exception_type) or not fits(error):
                raise AssertionError(
                    f"another error was expected, got {type(error).__name__}: {_text(error)}"
                ) from error
        else:
            self.fail(f"{exception_type.__name__} not raised")

    def assertRaisesOpError(self, expected_err_re_or_predicate: Any) -> AbstractContextManager[None]:
        """Inside, there is one of graphops's errors; see :meth:`assertRaisesWithPredicateMatch`."""
        return self.assertRaisesWithPredicateMatch(GraphopsError, expected_err_re_or_predicate)


def _bytes_of_text(array: Any) -> Any:
    """Text as bytes, so that what is written in a test is equal to what a Session gives."""
    if array.dtype.kind not in "USO":
        return array
    result = np.empty(array.shape, object)
    for place, item in np.ndenumerate(array):
        result[place] = item.encode() if isinstance(item, str) else item
    return result


def _text(error: BaseException) -> str:
    """The sentence of an error and its notes."""
    return "\n".join([str(error), *getattr(error, "__notes__", ())])
