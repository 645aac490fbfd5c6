"""Chains over arrays of all sizes, broadcast, strided, in place, over threads; and the chains that are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphops_cpu.device import CPU
from graphops_registry.device_def import DeviceType
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import InternalError
from graphops_registry.kernels.chain import Chain, ChainInput, ChainStep
from tests.kernels.simd.chain_oracles import cast, chain_of, run, same_bits
from tests.ops.every_kernel import STORED
from tests.session.in_threads import in_threads

pytest.importorskip("numba")

Array = np.ndarray[Any, Any]
Steps = list[tuple[str, tuple[int, ...]]]


def chain(shapes: list[tuple[int, ...]], steps: Steps, shape: tuple[int, ...], outputs: tuple[int, ...] = ()) -> Chain:
    inputs = tuple(ChainInput(s, as_dtype("float32")) for s in shapes)
    made = tuple(ChainStep(op, (), operands) for op, operands in steps)
    return Chain(inputs, made, outputs or (len(steps) - 1,), shape)


def numbers(shape: tuple[int, ...], seed: int = 0) -> Array:
    return np.asarray(np.random.default_rng(seed).normal(size=shape), np.float32)


SHAPES: list[tuple[tuple[int, ...], list[tuple[int, ...]]]] = [
    ((), [()]),
    ((1,), [(), (1,)]),
    ((7,), [(), (1,), (7,)]),
    ((1000,), [(1,)]),
    ((100001,), [()]),
    ((0,), [()]),
    ((3, 0), [(1,), (3, 1)]),
    ((8, 64), [(64,), (8, 1), (1, 1)]),
    ((5, 1), [(5, 1), (1,)]),
    ((300, 3), [(3,), (300, 1)]),
    ((3, 5, 7), [(7,), (5, 1), (3, 1, 1), (1, 5, 7), (3, 1, 7), (3, 5, 1)]),
    ((2, 9, 9, 12), [(12,), (2, 1, 1, 12), (1, 9, 1, 1), (9, 1, 12), (2, 9, 9, 1)]),
    ((3, 5001), [(5001,), (3, 1)]),
    ((2, 3, 2, 3, 2, 3, 5), [(1, 3, 1, 3, 1, 3, 1)]),
    pytest.param((60, 60, 96), [(96,), (60, 96), (60, 1, 96)], marks=pytest.mark.full),
]


@pytest.mark.parametrize(("shape", "others"), SHAPES)
def test_broadcasts(shape: tuple[int, ...], others: list[tuple[int, ...]]) -> None:
    x = numbers(shape)
    for other in others:
        for steps in ([("Mul", (0, 1))], [("Mul", (1, 0)), *[("Add", (i + 2, 1)) for i in range(130)]]):
            y = numbers(other, 1)
            expected = x * y
            for _ in steps[1:]:
                expected = expected + y
            (found,) = run(chain([shape, other], steps, shape), [x, y], [np.float32])
            assert same_bits(found, expected), (other, len(steps))


@pytest.mark.parametrize("how", STORED)
@pytest.mark.parametrize("shape", [(6,), (5, 33), (3, 4, 70)])
def test_stored_otherwise(shape: tuple[int, ...], how: str) -> None:
    x, y = numbers(shape), numbers(shape[-1:], 1)
    made = chain([shape, shape[-1:]], [("Sub", (0, 1)), ("Relu", (2,))], shape)
    expected = np.maximum(x - y, 0)
    other = y[::-1].copy()[::-1] if how == "reversed" else STORED[how](y)
    stored = STORED[how](x) if how != "reversed" or x.ndim > 1 else x[::-1].copy()[::-1]
    for arrays in ([stored, y], [x, other], [stored, other], [x, y]):
        assert same_bits(run(made, arrays, [np.float32])[0], expected)


def test_parts_of_a_row() -> None:
    """The gates of an LSTM: four views of one array, two results."""
    wide, c = numbers((8, 256)), numbers((8, 64), 1)
    views = [wide[:, 64 * i : 64 * i + 64] for i in range(4)]
    steps: Steps = [("Mul", (0, 1)), ("Mul", (2, 4)), ("Add", (5, 6)), ("Mul", (3, 7))]
    made = chain([(8, 64)] * 5, steps, (8, 64), (2, 3))
    new = views[0] * views[1] + views[2] * c
    found = run(made, [*views, c], [np.float32, np.float32])
    assert same_bits(found[0], new)
    assert same_bits(found[1], views[3] * new)


@pytest.mark.parametrize("size", [5, 1000, 100001])
@pytest.mark.parametrize("count", [2, 200])
def test_in_place(size: int, count: int) -> None:
    """The result takes the place of an input that every segment reads."""
    x, y = numbers((size,)), numbers((size,), 1)
    steps: Steps = [("Mul", (0, 1)), *[("Maximum" if i % 2 else "Sub", (i + 2, i % 2)) for i in range(count)]]
    expected = x * y
    for i in range(count):
        expected = np.maximum(expected, y) if i % 2 else expected - x
    compiled = CPU.compile_chain(chain([(size,)] * 2, steps, (size,)))
    assert compiled is not None
    for which in (0, 1):
        arrays = [x.copy(), y.copy()]
        compiled(arrays, [arrays[which]])
        assert same_bits(arrays[which], expected)
        assert same_bits(arrays[1 - which], (x, y)[1 - which])


def test_one_chain_in_many_threads() -> None:
    made = chain([(50001,), (50001,)], [("Mul", (0, 1)), *[("Add", (i + 2, 0)) for i in range(100)]], (50001,))
    compiled = CPU.compile_chain(made)
    assert compiled is not None

    def work(seed: int) -> None:
        x, y = numbers((50001,), seed), numbers((50001,), seed + 100)
        if seed % 2:
            y = np.repeat(y, 2)[::2]
        expected = x * y
        for _ in range(100):
            expected = expected + x
        for _ in range(5):
            out = np.empty_like(x)
            compiled([x, y], [out])
            assert same_bits(out, expected)

    in_threads(4, work)


@pytest.mark.parametrize("chunks", [1, 2, 3, 7])
def test_threads_share_the_work(chunks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops_cpu.simd.compile import parallel

    monkeypatch.setattr(parallel, "chunk_count", lambda worth: chunks)
    for shape, other in (((300007,), ()), ((90, 70, 96), (96,)), ((7, 70001), (7, 1)), ((40, 60, 99), (40, 1, 99))):
        x, y = numbers(shape), numbers(other, 1)
        steps: Steps = [("Mul", (0, 1)), ("Add", (2, 1)), *[("Square", (3,)), ("Relu", (4,)), ("Neg", (5,))]]
        (found,) = run(chain([shape, other], steps, shape), [x, y], [np.float32])
        assert same_bits(found, -np.maximum(np.square(x * y + y), 0))


@pytest.mark.parametrize("wrong", ["shape", "dtype", "count", "out"])
def test_other_arrays_are_an_error(wrong: str) -> None:
    x = numbers((3, 5))
    compiled = CPU.compile_chain(chain([(3, 5), (3, 5)], [("Add", (0, 1))], (3, 5)))
    assert compiled is not None
    arrays, out = [x, x], np.empty((3, 5), np.float32)
    if wrong == "shape":
        arrays = [x, x.reshape(5, 3)]
    elif wrong == "dtype":
        arrays = [x, x.astype(np.float64)]
    elif wrong == "count":
        arrays = [x]
    else:
        out = np.empty((5, 3), np.float32).T
    with pytest.raises(InternalError, match="element-wise"):
        compiled(arrays, [out])
    with pytest.raises(TypeError, match="arrays"):
        compiled([x, 3], [x])  # type: ignore[list-item]


REFUSED: dict[str, Chain] = {
    "an op that is no element-wise one": chain_of("MatMul", (), [np.ones((2, 2), np.float32)] * 2),
    "half": chain_of("Neg", (), [np.ones(3, np.float16)]),
    "division of integers": chain_of("Div", (), [np.ones(3, np.int32)] * 2),
    "two dtypes": chain_of("Add", (), [np.ones(3, np.float32), np.ones(3, np.float64)]),
    "a power without an exponent": chain_of("Pow", (), [np.ones(3, np.float32)]),
    "a large exponent": chain_of("Pow", (("exponent", 17.5),), [np.ones(3, np.float32)]),
    "a cast to half": chain_of("Cast", (("DstT", as_dtype("half")),), [np.ones(3, np.float32)]),
    "a cast that truncates": chain_of("Cast", (*cast("float32"), ("Truncate", True)), [np.ones(3)]),
    "a bias of channels that come first": chain_of(
        "BiasAdd", (("data_format", "NCHW"),), [np.ones((2, 3, 4, 3), np.float32), np.ones(3, np.float32)]
    ),
    "a condition for each row": Chain(
        (
            ChainInput((3,), as_dtype("bool")),
            ChainInput((3, 3), as_dtype("float32")),
            ChainInput((3, 3), as_dtype("float32")),
        ),
        (ChainStep("Select", (), (0, 1, 2)),),
        (0,),
        (3, 3),
    ),
    "a result that is smaller": chain([(3,), (2, 3)], [("Neg", (0,)), ("Add", (1, 2))], (2, 3), (0, 1)),
    "an operand that comes later": chain([(3,)], [("Add", (0, 2)), ("Neg", (1,))], (3,)),
    "shapes that do not broadcast": Chain(
        (ChainInput((3,), as_dtype("float32")), ChainInput((2,), as_dtype("float32"))),
        (ChainStep("Add", (), (0, 1)),),
        (0,),
        (3,),
    ),
    "no step": Chain((ChainInput((3,), as_dtype("float32")),), (), (), (3,)),
}


@pytest.mark.parametrize("why", REFUSED)
def test_what_is_refused(why: str) -> None:
    assert CPU.compile_chain(REFUSED[why]) is None


def test_other_devices_have_no_compiler() -> None:
    assert DeviceType.compile_chain(CPU, chain([(3,)], [("Neg", (0,))], (3,))) is None
