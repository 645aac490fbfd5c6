"""What programs call instead of a plain kernel, ``Prepared.direct``, gives the same bits in memory of its own."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from graphops.plugins.packages import load_kernels
from graphops_registry.kernel_def import kernels_of
from graphops_registry.kernels.context import NO_CONTEXT
from graphops_registry.ops.fused import ACTIVATIONS
from tests.ops.every_kernel import Call
from tests.ops.golden_calls import few, operations, recorded


def _direct_operations() -> list[tuple[str, str]]:
    load_kernels()
    return [
        (family, op)
        for family, op in operations()
        if any(kernel.is_plain and hasattr(kernel.cls, "direct") for kernel in kernels_of(op, "CPU"))
    ]


@pytest.mark.parametrize(("family", "op"), _direct_operations())
def test_as_the_kernel(family: str, op: str) -> None:
    calls = few([case for case, _ in recorded(family)[op]])
    for case in calls:
        call = Call(op, case.inputs, case.attrs)
        for kernel, prepared in call.supporting.values():
            if not kernel.is_plain or prepared.direct is None:
                continue
            inputs = [array.copy() for array in call.arrays]
            with np.errstate(all="ignore"):
                direct = np.asarray(prepared.direct(*inputs))
            (found,) = prepared.run(NO_CONTEXT, call.arrays, None)
            assert (direct.dtype, direct.shape) == (found.dtype, found.shape)
            assert direct.tobytes() == found.tobytes()
            assert direct.flags.writeable
            assert not any(np.shares_memory(direct, array) for array in inputs)


def test_products_that_turn_operands() -> None:
    """Every way; the recorded calls may leave one out."""
    chance = np.random.default_rng(0)
    for dtype in (np.float32, np.complex64):
        x, y = (chance.integers(-9, 9, shape).astype(dtype) for shape in ((3, 4, 4), (3, 4, 4)))
        for op, flags in (("MatMul", ("transpose_a", "transpose_b")), ("BatchMatMulV2", ("adj_x", "adj_y"))):
            names, operands = (("a", "b"), (x[0], y[0])) if op == "MatMul" else (("x", "y"), (x, y))
            for turned in ((False, False), (False, True), (True, False), (True, True)):
                call = Call(op, dict(zip(names, operands, strict=True)), dict(zip(flags, turned, strict=True)))
                (prepared,) = (p for kernel, p in call.supporting.values() if kernel.is_plain)
                axes = [a.swapaxes(-1, -2) if turn else a for a, turn in zip(operands, turned, strict=True)]
                if op != "MatMul":
                    axes = [a.conj() if turn else a for a, turn in zip(axes, turned, strict=True)]
                assert prepared.direct is not None
                np.testing.assert_array_equal(prepared.direct(*operands), np.einsum("...ij,...jk->...ik", *axes))


def test_sums_over_any_axes() -> None:
    """Whatever is left to NumPy at once, in its order of additions; of arrays with gaps too."""
    chance = np.random.default_rng(0)
    for shape in ((5, 3, 7, 4), (2, 300, 5), (1, 1, 6), (9,)):
        x = chance.standard_normal(shape).astype(np.float32)
        for count in range(1, 2 ** len(shape)):
            axes = np.array([axis for axis in range(len(shape)) if count >> axis & 1], np.int32)
            for op, keep in itertools.product(("Sum", "Mean"), (False, True)):
                call = Call(op, {"input": x, "reduction_indices": axes - len(shape)}, {"keep_dims": keep})
                (prepared,) = (p for kernel, p in call.supporting.values() if kernel.is_plain)
                if prepared.direct is None:
                    assert 300 in shape
                    continue
                wide = getattr(np, op.lower())(x, axis=tuple(axes), dtype=np.float64, keepdims=keep)
                for given in (x, np.repeat(x, 2, axis=-1)[..., ::2]):
                    found = prepared.direct(given, axes)
                    assert found.shape == wide.shape
                    np.testing.assert_allclose(found, wide, rtol=1e-6, atol=1e-6)
                (expected,) = prepared.run(NO_CONTEXT, [x, axes], None)
                assert prepared.direct(x, axes).tobytes() == expected.tobytes()


def test_products_and_what_follows() -> None:
    chance = np.random.default_rng(0)
    a, b, bias, added = (chance.standard_normal(shape).astype(np.float32) for shape in ((5, 5), (5, 5), (5,), (5, 5)))
    for turned, activation in itertools.product((False, True), sorted(ACTIVATIONS)):
        for names, args in ((["BiasAdd"], [bias]), (["BiasAdd", "Add"], [bias, added])):
            attrs = {"transpose_a": turned, "fused_ops": [*names, activation], "num_args": len(args)}
            call = Call("_FusedMatMul", {"a": a, "b": b, "args": args}, attrs)
            (prepared,) = (p for kernel, p in call.supporting.values() if kernel.is_plain)
            assert prepared.direct is not None
            inputs = [array.copy() for array in (a, b, *args)]
            (expected,) = prepared.run(NO_CONTEXT, inputs, None)
            with np.errstate(all="ignore"):
                found = prepared.direct(*inputs)
            assert found.tobytes() == expected.tobytes(), activation
            for before, after in zip((a, b, *args), inputs, strict=True):
                assert np.array_equal(before, after)
