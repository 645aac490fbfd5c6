"""opcheck finds a trait that is stated and false: one op for each, and beside it one of which the trait is true."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphops.extend import PlainKernel, TensorShape, Trait, linear_in, passes_through, register_kernel, register_op
from graphops.testing import OpCheckError, opcheck
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.traits import AnyTrait

X = np.array([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]])


def declare(
    name: str, *traits: AnyTrait, inputs: tuple[str, ...] = ("x: T",), shape: Any = None, out: str = "T"
) -> Any:
    """An op Test>name, and the decorator for its kernel."""
    op = register_op(
        f"Test>{name}",
        inputs=list(inputs),
        outputs=[f"y: {out}"],
        attrs=["T: {float, double, int32}"],
        traits=list(traits),
    )
    op.shape_rule(shape if shape is not None else lambda c: [c.shape("x")])
    return register_kernel(f"Test>{name}", "CPU")


def fault(name: str, **inputs: Any) -> str:
    with pytest.raises(OpCheckError) as caught:
        opcheck(f"Test>{name}", inputs or {"x": X})
    return str(caught.value)


@declare("TrueTraits", Trait.CANNOT_FAIL, "elementwise", linear_in("x"))
class _TrueTraits(PlainKernel):
    def compute(self, x: Any) -> Any:
        return x + x


@declare("Copies", passes_through("x"))
class _Copies(PlainKernel):
    def compute(self, x: Any) -> Any:
        return x.copy()


@pytest.mark.parametrize("name", ["TrueTraits", "Copies"])
@pytest.mark.parametrize("x", [X, X.astype(np.float32), np.array([3, -4], np.int32), np.zeros((0, 2)), np.array(2.0)])
def test_true_traits_pass(name: str, x: Any) -> None:
    opcheck(f"Test>{name}", {"x": x})


@declare("NotHomogeneous", "linear_in(x)")
class _NotHomogeneous(PlainKernel):
    def compute(self, x: Any) -> Any:
        return abs(x)


@declare("NotAdditive", "linear_in(x)")
class _NotAdditive(PlainKernel):
    """Of degree 1, but no linear function: each row times its sign."""

    def compute(self, x: Any) -> Any:
        total = self.xp.sum(x * x, axis=0, keepdims=True)
        return x * x * x / self.xp.where(total == 0, 1, total)


@declare("Affine", "linear_in(x)")
class _Affine(PlainKernel):
    def compute(self, x: Any) -> Any:
        return 2 * x + 1


@declare("Cumulative", "elementwise")
class _Cumulative(PlainKernel):
    def compute(self, x: Any) -> Any:
        return self.xp.cumsum(x.reshape(-1)).reshape(x.shape).astype(x.dtype)


@declare("Row", "elementwise", shape=lambda c: [c.with_rank("x", 2)[1:]])
class _Row(PlainKernel):
    def compute(self, x: Any) -> Any:
        return x[0].copy()


@declare("NegativeFails", "cannot_fail")
class _NegativeFails(PlainKernel):
    def compute(self, x: Any) -> Any:
        if self.xp.min(x).item() < -5:
            raise InvalidArgumentError("x must be at least -5")
        return x + 0


@declare("AddsZero", "passes_through(x)")
class _AddsZero(PlainKernel):
    def compute(self, x: Any) -> Any:
        return x + 0.0 if x.dtype.kind == "f" else x + 0


@declare("ReversedOnce", "passes_through(x, repeated_once)", inputs=("x: T", "times: int32"))
class _ReversedOnce(PlainKernel):
    def compute(self, x: Any, times: Any) -> Any:
        return x[::-1].copy()


@declare("TellsRank", "tells(size)", shape=lambda c: [TensorShape(())], out="int32")
class _TellsRank(PlainKernel):
    def compute(self, x: Any) -> Any:
        return self.xp.asarray(x.ndim, np.int32)


@declare("Doubles", "bounded_result", shape=lambda c: [TensorShape((None,))])
class _Doubles(PlainKernel):
    def compute(self, x: Any) -> Any:
        return self.xp.concatenate([x.reshape(-1)] * 5)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("NotHomogeneous", "its trait 'linear_in(x)' must hold, but with -3 times x output 0 is off by 24, allowed"),
        ("NotAdditive", "its trait 'linear_in(x)' must hold, but with a sum as x output 0 is off by"),
        ("Affine", "its trait 'linear_in(x)' must hold, but with -3 times x output 0 is off by 4, allowed"),
        ("Cumulative", "its trait 'elementwise' must hold, but with the elements in reverse output 0 differs"),
        ("Row", "its trait 'elementwise' must hold, but output 0 has shape (3,), the inputs together (2, 3)"),
        ("NegativeFails", "its trait 'cannot_fail' must hold, but with the smallest numbers in all inputs it raises"),
        ("TellsRank", "its trait 'tells(size)' must hold, but output 0 is 2, and the size of the input 6"),
        ("Doubles", "its trait 'bounded_result' must hold, but output 0 has 30 elements, the inputs 6"),
    ],
)
def test_a_false_trait_is_reported(name: str, said: str) -> None:
    assert said in fault(name)


def test_bits_that_are_not_passed_through() -> None:
    said = "its trait 'passes_through(x, always)' must hold, but the outputs have other bits than x"
    assert said in fault("AddsZero", x=np.array([-0.0, 1.0]))
    said = "its trait 'passes_through(x, repeated_once)' must hold, but the outputs, where repeated_once is met, have"
    assert said in fault("ReversedOnce", x=X, times=np.array([2, 3], np.int32))
