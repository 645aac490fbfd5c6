"""Half and bfloat16 by way of float32: the matrix against slow loops, constants converted once, one rounding."""

import gc
import threading

import ml_dtypes
import numpy as np
import pytest

from graphops_cpu.reduce import through_float32
from graphops_cpu.reduce.through_float32_copies import ConstantCopies
from graphops_registry.kernels.context import NO_CONTEXT, NullContext
from tests.few import few
from tests.kernels.blas.runs import Run, check, kernel_named
from tests.ops.conv_matrix import CONVOLUTIONS, call, configurations, sizes_of, special_sizes
from tests.reference.bounds import assert_answer
from tests.reference.call import answers


@pytest.mark.parametrize("op", few(CONVOLUTIONS, 3))
def test_every_configuration(op, full):
    """Without GRAPHOPS_FULL=1 the layouts and paddings take turns."""
    definition = kernel_named(op, "through_float32")
    found = [c for c in configurations(op) if c.T in ("half", "bfloat16")]
    assert found
    assert [fault for c in found[:: 1 if full else 11] for fault in check(definition, c, sizes_of(c))] == []


@pytest.mark.full
@pytest.mark.parametrize("op", CONVOLUTIONS)
def test_the_edges(op):
    definition = kernel_named(op, "through_float32")
    wrong = []
    for c in configurations(op):
        if c.T in ("half", "bfloat16") and c.dilated == c.strided and not c.grouped:
            for name, sizes in special_sizes(c):
                wrong += [f"{name}: {fault}" for fault in check(definition, c, sizes)]
    assert wrong == []


@pytest.mark.parametrize("op", [op for op in CONVOLUTIONS if not op.startswith("Depthwise")])
def test_one_position_with_strides(op):
    """Only what is met is converted; positions of an input gradient that nothing meets are zero."""
    definition = kernel_named(op, "through_float32")
    wrong = []
    for c in configurations(op):
        if c.T == "half" and not c.dilated and not c.grouped and c.strided:
            for name, sizes in special_sizes(c):
                if name == "1x1 with strides":
                    wrong += check(definition, c, sizes)
                    inputs, attrs = call(c, sizes, integers=True)
                    prepared = Run(definition, inputs, attrs)
                    out = np.full_like(prepared(), 7)
                    assert prepared(out) is out
                    assert out.tobytes() == prepared().tobytes()
    assert wrong == []


def test_sums_are_rounded_once():
    """4097 ones in half: added one after the other they stop at 2048."""
    x = np.ones((1, 1, 1, 4097), np.float16)
    w = np.ones((1, 1, 4097, 1), np.float16)
    attrs = {"strides": [1, 1, 1, 1], "padding": "VALID"}
    assert Run(kernel_named("Conv2D", "through_float32"), {"input": x, "filter": w}, attrs)()[0, 0, 0, 0] == 4096


def test_too_large_is_infinite_and_a_result_is_written_where_it_should_be():
    x = np.full((1, 2, 2, 1), 60000, np.float16)
    w = np.full((1, 1, 1, 1), -2, np.float16)
    prepared = Run(
        kernel_named("Conv2D", "through_float32"), {"input": x, "filter": w}, {"strides": [1] * 4, "padding": "SAME"}
    )
    out = np.zeros((1, 2, 2, 1), np.float16)
    assert prepared(out) is out
    assert (out == -np.inf).all()


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize("arrange", ["strided", "reversed", "misaligned", "read-only"])
def test_arrays_as_they_come(dtype, arrange):
    rng = np.random.default_rng(0)
    x = (rng.random((2, 5, 6, 3), np.float32) - 0.5).astype(dtype)
    w = (rng.random((3, 2, 3, 4), np.float32) - 0.5).astype(dtype)
    attrs = {"strides": [1, 1, 1, 1], "padding": "SAME"}
    (answer,) = answers("Conv2D", {"input": x, "filter": w}, {**attrs, "dilations": [1, 1, 1, 1]})
    inputs = {"input": arranged(x, arrange), "filter": arranged(w, arrange)}
    assert_answer(Run(kernel_named("Conv2D", "through_float32"), inputs, attrs)(), answer, dtype)


def arranged(array, how):
    """An array with the same elements."""
    if how == "strided":
        return np.repeat(array, 2, axis=-1)[..., ::2]
    if how == "reversed":
        return array[:, ::-1].copy()[:, ::-1]
    if how == "misaligned":
        memory = np.zeros(array.nbytes + 1, np.uint8)[1:]
        memory[:] = np.frombuffer(array.tobytes(), np.uint8)
        return memory.view(array.dtype).reshape(array.shape)
    array = array.copy()
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(("context", "times"), [(NullContext(arrays_are_constant=True), 2), (NO_CONTEXT, 4)])
def test_a_constant_filter_is_converted_once_in_a_session(context, times, monkeypatch):
    converted = []
    convert = through_float32.to_float32
    monkeypatch.setattr(through_float32, "to_float32", lambda x: converted.append(x.shape) or convert(x))
    monkeypatch.setattr(through_float32, "FILTERS", ConstantCopies())
    w = np.ones((3, 3, 5, 7), np.float16)
    w.flags.writeable = False
    attrs = {"strides": [1, 1, 1, 1], "padding": "SAME"}
    definition = kernel_named("Conv2D", "through_float32")
    prepared = Run(definition, {"input": np.ones((1, 4, 4, 5), np.float16), "filter": w}, attrs).choice.prepared
    for value in (1, 2, 3, 4):
        x = np.full((1, 4, 4, 5), value, np.float16)
        assert prepared.run(context, [x, w], None)[0][0, 1, 1, 0] == 45 * value
    assert converted.count(w.shape) == times


def closed(values):
    array = np.array(values, np.float16)
    array.flags.writeable = False
    return array


def widen(array):
    return array.astype(np.float32)


def test_copies_are_made_at_the_second_sight_and_go_with_the_original():
    copies = ConstantCopies()
    array = closed([1, 2, 3])
    assert copies.get(array, widen) is not copies.get(array, widen)
    kept = copies.get(array, widen)
    assert kept is copies.get(array, widen)
    assert kept.tolist() == [1, 2, 3]
    assert not kept.flags.writeable
    assert kept.base is None
    assert (len(copies), copies.bytes) == (1, 12)
    del array
    gc.collect()
    assert (len(copies), copies.bytes) == (0, 0)


def test_what_can_change_is_never_kept():
    copies = ConstantCopies()
    array = np.array([1, 2], np.float16)
    view = closed([1, 2, 3])[:2]
    for candidate in (array, view):
        assert copies.get(candidate, widen) is not copies.get(candidate, widen)
        assert copies.get(candidate, widen) is not copies.get(candidate, widen)
    assert len(copies) == 0


def test_the_room_is_bounded():
    copies = ConstantCopies(most_bytes=100)
    arrays = [closed(range(n)) for n in (10, 10, 10, 30)]
    for _ in range(3):
        for array in arrays:
            assert copies.get(array, widen).tolist() == array.tolist()
    assert copies.bytes <= 100
    assert len(copies) == 2


def test_many_threads_get_the_same_copy():
    copies = ConstantCopies()
    array = closed(range(1000))
    copies.get(array, widen)
    found = []
    threads = [threading.Thread(target=lambda: found.append(copies.get(array, widen))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(copy) for copy in found}) == 1
    assert copies.bytes == 4000
