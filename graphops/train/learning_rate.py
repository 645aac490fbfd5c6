"""Learning rates that change with the global step. Each is a tensor that is computed anew in each run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.build.random_values import random_normal
from graphops.graph.graph import Tensor, get_default_graph
from graphops.graph.operators import Operators
from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


def _cast(value: Any, dtype: DType) -> Tensor:
    """``value`` as a tensor of ``dtype``."""
    if not isinstance(value, Operators):
        return as_tensor(value, dtype)
    tensor = value.__graphops_tensor__()
    if tensor.dtype.base is dtype:
        return tensor
    result: Tensor = raw_ops.Cast(x=tensor, DstT=dtype)
    return result


def _parts(function: str, learning_rate: Any, global_step: Any, *numbers: Any) -> tuple[Any, ...]:
    """The learning rate, and the step and further numbers in its dtype."""
    if global_step is None:
        raise InvalidTypeError(f"global_step of {function}() must be given, got None")
    rate = as_tensor(learning_rate, name="learning_rate")
    return (rate, *(_cast(value, rate.dtype.base) for value in (global_step, *numbers)))


def _periods(step: Any, steps: Any, whole: bool) -> Any:
    """How many times ``steps`` the step is, only the ``whole`` ones if so asked."""
    periods = step / steps
    return raw_ops.Floor(x=periods) if whole else periods


def exponential_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Tensor:
    """``learning_rate * decay_rate ** (global_step / decay_steps)``; the exponent a whole number with ``staircase``."""
    with get_default_graph().name_scope(name or "ExponentialDecay") as scope:
        rate, step, steps, base = _parts("exponential_decay", learning_rate, global_step, decay_steps, decay_rate)
        exponent = _periods(step, steps, staircase)
        result: Tensor = raw_ops.Mul(x=rate, y=raw_ops.Pow(x=base, y=exponent), name=scope)
    return result


def natural_exp_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Tensor:
    """``learning_rate * exp(-decay_rate * global_step / decay_steps)``."""
    with get_default_graph().name_scope(name or "NaturalExpDecay") as scope:
        rate, step, steps, speed = _parts("natural_exp_decay", learning_rate, global_step, decay_steps, decay_rate)
        exponent = _periods(step, steps, staircase)
        factor = raw_ops.Exp(x=raw_ops.Neg(x=speed) * exponent)
        result: Tensor = raw_ops.Mul(x=rate, y=factor, name=scope)
    return result


def inverse_time_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Tensor:
    """``learning_rate / (1 + decay_rate * global_step / decay_steps)``."""
    with get_default_graph().name_scope(name or "InverseTimeDecay") as scope:
        rate, step, steps, speed = _parts("inverse_time_decay", learning_rate, global_step, decay_steps, decay_rate)
        periods = _periods(step, steps, staircase)
        result: Tensor = raw_ops.RealDiv(x=rate, y=1 + speed * periods, name=scope)
    return result


def polynomial_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    end_learning_rate: Any = 0.0001,
    power: Any = 1.0,
    cycle: bool = False,
    name: str | None = None,
) -> Tensor:
    """From ``learning_rate`` to ``end_learning_rate`` by ``(1 - step / decay_steps) ** power``, then that stays.

    With ``cycle`` it starts again, over a multiple of ``decay_steps`` that is above the step.
    """
    with get_default_graph().name_scope(name or "PolynomialDecay") as scope:
        rate, step, steps, end, exponent = _parts(
            "polynomial_decay", learning_rate, global_step, decay_steps, end_learning_rate, power
        )
        if cycle:
            one = as_tensor(1, rate.dtype.base)
            start = raw_ops.Equal(x=step, y=raw_ops.ZerosLike(x=step))
            steps = steps * raw_ops.SelectV2(condition=start, t=one, e=raw_ops.Ceil(x=step / steps))
        else:
            step = raw_ops.Minimum(x=step, y=steps)
        left = raw_ops.Pow(x=1 - step / steps, y=exponent)
        result: Tensor = raw_ops.AddV2(x=(rate - end) * left, y=end, name=scope)
    return result


def piecewise_constant(x: Any, boundaries: Sequence[Any], values: Sequence[Any], name: str | None = None) -> Tensor:
    """``values[0]`` up to the first boundary, ``values[1]`` up to the second ...

    Args:
        x: the step, a scalar.
        boundaries: rising numbers.
        values: one more than boundaries.

    Raises:
        InvalidArgumentError: another number of values.
    """
    if len(boundaries) != len(values) - 1:
        rule = f"be one more than the {len(boundaries)} boundaries"
        raise InvalidArgumentError(f"values of piecewise_constant() must {rule}, got {len(values)}")
    with get_default_graph().name_scope(name or "PiecewiseConstant") as scope:
        step = as_tensor(x, name="x")
        edges = [_cast(edge, step.dtype.base) for edge in boundaries]
        first = as_tensor(values[0])
        tensors = [first, *(as_tensor(value, first.dtype.base) for value in values[1:])]
        result = tensors[-1]
        for edge, value in zip(reversed(edges), reversed(tensors[:-1]), strict=True):
            result = raw_ops.SelectV2(condition=step <= edge, t=value, e=result)
        named: Tensor = raw_ops.Identity(input=result, name=scope)
    return named


piecewise_constant_decay = piecewise_constant


def cosine_decay(
    learning_rate: Any, global_step: Any, decay_steps: Any, alpha: Any = 0.0, name: str | None = None
) -> Tensor:
    """Half a cosine from ``learning_rate`` to ``alpha`` times it."""
    with get_default_graph().name_scope(name or "CosineDecay"):
        rate, step, steps, least = _parts("cosine_decay", learning_rate, global_step, decay_steps, alpha)
        done = raw_ops.Minimum(x=step, y=steps) / steps
        wave = 0.5 * (1.0 + raw_ops.Cos(x=math.pi * done))
        result: Tensor = raw_ops.Mul(x=rate, y=(1 - least) * wave + least)
    return result


def cosine_decay_restarts(
    learning_rate: Any,
    global_step: Any,
    first_decay_steps: Any,
    t_mul: Any = 2.0,
    m_mul: Any = 1.0,
    alpha: Any = 0.0,
    name: str | None = None,
) -> Tensor:
    """:func:`cosine_decay` again and again: each time ``t_mul`` times as long and ``m_mul`` times as high."""
    with get_default_graph().name_scope(name or "SGDRDecay"):
        rate, step, steps, longer, higher, least = _parts(
            "cosine_decay_restarts", learning_rate, global_step, first_decay_steps, t_mul, m_mul, alpha
        )
        done = step / steps
        geometric = raw_ops.Equal(x=longer, y=raw_ops.OnesLike(x=longer))
        # Restart i begins at (1 - t ** i) / (1 - t) first lengths; for t == 1 at i. (The other one may be NaN.)
        ratio = raw_ops.Log(x=1.0 - done * (1.0 - longer)) / raw_ops.Log(x=longer)
        count = raw_ops.Floor(x=raw_ops.SelectV2(condition=geometric, t=done, e=ratio))
        begun = (1.0 - raw_ops.Pow(x=longer, y=count)) / (1.0 - longer)
        part = raw_ops.SelectV2(condition=geometric, t=done - count, e=(done - begun) / raw_ops.Pow(x=longer, y=count))
        height = raw_ops.Pow(x=higher, y=count)
        wave = 0.5 * height * (1.0 + raw_ops.Cos(x=math.pi * part))
        result: Tensor = raw_ops.Mul(x=rate, y=(1 - least) * wave + least)
    return result


def linear_cosine_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    num_periods: Any = 0.5,
    alpha: Any = 0.0,
    beta: Any = 0.001,
    name: str | None = None,
) -> Tensor:
    """``learning_rate * ((alpha + 1 - part) * cosine + beta)`` where ``part`` of the steps is done."""
    with get_default_graph().name_scope(name or "LinearCosineDecay"):
        rate, step, steps, periods, first, second = _parts(
            "linear_cosine_decay", learning_rate, global_step, decay_steps, num_periods, alpha, beta
        )
        step = raw_ops.Minimum(x=step, y=steps)
        linear = (steps - step) / steps
        result: Tensor = raw_ops.Mul(x=rate, y=(first + linear) * _waves(step, steps, periods) + second)
    return result


def noisy_linear_cosine_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    initial_variance: Any = 1.0,
    variance_decay: Any = 0.55,
    num_periods: Any = 0.5,
    alpha: Any = 0.0,
    beta: Any = 0.001,
    name: str | None = None,
) -> Tensor:
    """:func:`linear_cosine_decay` with noise of variance ``initial_variance / (1 + step) ** variance_decay``."""
    with get_default_graph().name_scope(name or "NoisyLinearCosineDecay"):
        rate, step, steps, variance, fading, periods, first, second = _parts(
            "noisy_linear_cosine_decay",
            learning_rate, global_step, decay_steps, initial_variance, variance_decay, num_periods, alpha, beta,
        )  # fmt: skip
        step = raw_ops.Minimum(x=step, y=steps)
        linear = (steps - step) / steps
        spread = raw_ops.Sqrt(x=variance / raw_ops.Pow(x=1.0 + step, y=fading))
        noisy = linear + random_normal(raw_ops.Shape(input=linear), stddev=spread, dtype=rate.dtype.base)
        result: Tensor = raw_ops.Mul(x=rate, y=(first + noisy) * _waves(step, steps, periods) + second)
    return result


def _waves(step: Any, steps: Any, periods: Any) -> Any:
    return 0.5 * (1.0 + raw_ops.Cos(x=math.pi * (2.0 * periods * (step / steps))))
