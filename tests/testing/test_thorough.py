"""``opcheck(thorough=True)``: what it finds beyond the faults of seeded_faults.py, and what it lets pass."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from graphops.testing import OpCheckError, opcheck
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.kernel_def import PlainKernel, register_kernel
from graphops_registry.op_def import register_op
from tests.ops.test_opcheck import PLAIN, calls

X = np.array([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]])
FEW = 24  # built-in ops in the fast gate


def declare(name: str, outputs: tuple[str, ...] = ("y: T",), attrs: tuple[str, ...] = ()) -> Any:
    """An op Thorough>name on one array, and the decorator for its kernels."""
    types = ["T: {half, bfloat16, float, double}"]
    op = register_op(f"Thorough>{name}", inputs=["x: T"], outputs=list(outputs), attrs=[*types, *attrs])
    op.shape_rule(lambda c: [c.shape("x")] * len(outputs))
    return op


def found(name: str, **options: Any) -> str:
    with pytest.raises(OpCheckError) as caught:
        opcheck(f"Thorough>{name}", {"x": X}, thorough=True, **options)
    return str(caught.value)


def plain(compute: Any) -> type[Any]:
    return type("Plain", (PlainKernel,), {"compute": compute})


def test_outputs_that_share_memory() -> None:
    declare("Shared", ("y: T", "z: T"))

    def compute(self: Any, x: Any) -> Any:
        y = x + 0
        return y, y[...]

    register_kernel("Thorough>Shared", "CPU")(plain(compute))
    assert "must give outputs that share no memory, but 0 and 1 do" in found("Shared")
    with pytest.raises(OpCheckError, match="share no memory"):
        opcheck("Thorough>Shared", {"x": X})


def test_scratch_that_is_guarded_is_right() -> None:
    declare("Guarded")
    lock, local = threading.Lock(), threading.local()

    def locked(self: Any, x: Any) -> Any:
        with lock:
            self.scratch = x + 0
            return self.scratch * 2

    def by_thread(self: Any, x: Any) -> Any:
        local.scratch = x + 0
        return local.scratch * 2

    register_kernel("Thorough>Guarded", "CPU")(plain(by_thread))
    report = opcheck("Thorough>Guarded", {"x": X}, thorough=True)
    assert report.checks > 300
    declare("Locked")
    register_kernel("Thorough>Locked", "CPU")(plain(locked))
    opcheck("Thorough>Locked", {"x": X}, thorough=True, devices=["CPU"])


def test_kernels_that_refuse_other_values() -> None:
    declare("Refuses")
    register_kernel("Thorough>Refuses", "CPU")(plain(lambda self, x: x + x))

    def finite(self: Any, x: Any) -> Any:
        if not np.isfinite(x).all():
            raise InvalidArgumentError("x must be finite")
        return x + x

    register_kernel("Thorough>Refuses", "CPU", priority=5)(plain(finite))
    assert "with nan in x, the inputs must be refused by all kernels or by none" in found("Refuses")


def test_attrs_are_varied() -> None:
    declare("Times", attrs=("n: int >= 1 = 1", "up: bool = true", "mode: {'A', 'B'} = 'A'"))

    def compute(self: Any, x: Any) -> Any:
        return x * x.dtype.type(self.attrs["n"])

    register_kernel("Thorough>Times", "CPU")(plain(compute))

    def wrong(name: str, value: object) -> Any:
        def compute(self: Any, x: Any) -> Any:
            return x * x.dtype.type(self.attrs["n"]) + x.dtype.type(self.attrs[name] == value)

        return compute

    for priority, (name, value) in enumerate((("n", 3), ("up", False), ("mode", "B")), 5):
        register_kernel("Thorough>Times", "CPU", priority=priority)(plain(wrong(name, value)))
        text = found("Times", reference=lambda x, n=1, **attrs: x * n)
        assert f"with {name}={value!r}, kernel" in text


def test_gradients_to_an_order() -> None:
    op = declare("Square")
    register_kernel("Thorough>Square", "CPU")(plain(lambda self, x: x * x))
    op.gradient(lambda g, node, dy: [g.Mul(x=dy, y=g.StopGradient(input=g.AddV2(x=node.inputs[0], y=node.inputs[0])))])
    opcheck("Thorough>Square", {"x": X}, gradients=1)
    opcheck("Thorough>Square", {"x": X}, thorough=True, gradients=0)
    for options in ({"gradients": 2}, {"gradients": True}, {"thorough": True}):
        with pytest.raises(OpCheckError, match=r"its gradient must be right: Thorough>Square, order 2"):
            opcheck("Thorough>Square", {"x": X.astype(np.float32)}, **options)


def test_foreign_exceptions_for_bad_arguments() -> None:
    declare("Bad", attrs=("n: int = 1",))

    def compute(self: Any, x: Any) -> Any:
        return x * (1 // self.attrs["n"])

    register_kernel("Thorough>Bad", "CPU")(plain(compute))
    text = found("Bad")
    assert "the call with n=0 must give an answer or an error of graphops, but it raises ZeroDivisionError" in text


def look_at(op: str) -> None:
    for case in calls(op)[:1]:
        opcheck(op, case.inputs, case.attrs, thorough=True, gradients=0)


@pytest.mark.parametrize("op", PLAIN[5 :: len(PLAIN) // FEW])
def test_some_built_in_ops(op: str) -> None:
    look_at(op)


@pytest.mark.full
@pytest.mark.parametrize("op", PLAIN)
def test_all_built_in_ops(op: str) -> None:
    look_at(op)
