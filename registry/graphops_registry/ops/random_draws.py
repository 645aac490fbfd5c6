"""Random numbers of distributions with parameters for each element: gamma, Poisson, binomial.

The draws are TensorFlow's: each element has a part of the generator's stream to itself.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops_registry.dtypes import int64
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.ops.random_stateless import check_generator, check_seed
from graphops_registry.resource import variable_argument
from graphops_registry.rules.gradient_parts import sum_to_operand
from graphops_registry.rules.shape_parts import broadcast, broadcast_arguments
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

_FLOATS: Final = "{half, float, double}"
_NUMBERS: Final = "{half, float, double, int32, int64}"
_SHAPE: Final = "S: {int32, int64}"
_SEEDS: Final = """

    seed, seed2: where the stream begins; another one in each Session if both are 0."""
_ENDS_DOC: Final = "the shape of output, which must end with that of"
_ALPHA_DOC: Final = "alpha: the shape parameter, above 0; of others the draws are not numbers."
_RATE_DOC: Final = "the mean, finite, 0 or more, and not above the largest number of dtype."
_BINOMIAL_DOC: Final = """counts: how often it is tried, finite and 0 or more.
    probs: the probability of each try, in [0, 1]; counts and probs broadcast.
    output: how many tries succeed."""


def _drawn_for_each(c: ShapeContext, parameter: str) -> list[TensorShape]:
    return [c.shape_from_tensor("shape").concatenate(c.shape(parameter))]


def ending_with(c: ShapeContext, names: str, end: TensorShape) -> list[TensorShape]:
    """The shape that is asked for, which must end with that of the parameters, ``names``."""
    shape = c.shape_from_tensor("shape")
    if shape.dims is None or end.dims is None:
        return [shape]
    rank = len(end.dims)
    if len(shape.dims) < rank or not shape[len(shape.dims) - rank :].is_compatible_with(end):
        c.fail("shape", f"end with the shape of {names}, {end}", shape)
    return [shape]


# -- RandomGamma, RandomGammaGrad ----------------------------------------------------------------------------------

random_gamma = register_op(
    "RandomGamma",
    inputs=["shape: S", "alpha: T"],
    outputs=["output: T"],
    attrs=["seed: int = 0", "seed2: int = 0", _SHAPE, f"T: {_FLOATS}"],
    stateful=True,
    doc=f"""Numbers of gamma distributions with a scale of 1.

    shape: how many are drawn for each element of alpha.
    {_ALPHA_DOC}
    output: of the shape `[*shape, *alpha.shape]`.{_SEEDS}""",
)
random_gamma.shape_rule(lambda c: _drawn_for_each(c, "alpha"))

random_gamma_grad = register_op(
    "RandomGammaGrad",
    inputs=["alpha: T", "sample: T"],
    outputs=["output: T"],
    attrs=["T: {float, double}"],
    traits=[Trait.ELEMENTWISE],
    doc="""The derivative of a draw of a gamma distribution by its parameter, as the quantile moves with it.

    alpha: the shape parameter, above 0.
    sample: what was drawn; they broadcast.""",
)
random_gamma_grad.shape_rule(broadcast)
random_gamma_grad.no_gradient()


def _by_alpha(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    sample, alpha = node.outputs[0], node.inputs[-1 if node.type != random_gamma.name else 1]
    slope = g.Mul(x=dy, y=_wide_slope(g, alpha, sample))
    return [*[None] * (len(node.inputs) - 1), sum_to_operand(g, alpha, sample, slope)]


def _wide_slope(g: GradientOps, alpha: Any, sample: Any) -> Any:
    """RandomGammaGrad, which takes no half."""
    if alpha.dtype.name not in ("half", "float16"):
        return g.RandomGammaGrad(alpha=alpha, sample=sample)
    wide = g.RandomGammaGrad(alpha=g.Cast(x=alpha, DstT="float32"), sample=g.Cast(x=sample, DstT="float32"))
    return g.Cast(x=wide, DstT=alpha.dtype)


# -- RandomPoisson, RandomPoissonV2 --------------------------------------------------------------------------------

random_poisson = register_op(
    "RandomPoisson",
    inputs=["shape: S", "rate: dtype"],
    outputs=["output: dtype"],
    attrs=["seed: int = 0", "seed2: int = 0", _SHAPE, f"dtype: {_FLOATS}"],
    stateful=True,
    deprecated=(25, "Use RandomPoissonV2"),
    doc=f"""Numbers of Poisson distributions; see RandomPoissonV2.

    shape: how many are drawn for each element of rate.
    rate: {_RATE_DOC}
    output: of the shape `[*shape, *rate.shape]`.{_SEEDS}""",
)
random_poisson_v2 = register_op(
    "RandomPoissonV2",
    inputs=["shape: S", "rate: R"],
    outputs=["output: dtype"],
    attrs=[
        "seed: int = 0", "seed2: int = 0", _SHAPE, f"R: {_NUMBERS} = DT_DOUBLE", f"dtype: {_NUMBERS} = DT_INT64",
    ],
    stateful=True,
    doc=f"""Numbers of Poisson distributions.

    shape: how many are drawn for each element of rate.
    rate: {_RATE_DOC}
    output: of the shape `[*shape, *rate.shape]`.{_SEEDS}""",
)  # fmt: skip
for _op in (random_poisson, random_poisson_v2):
    _op.shape_rule(lambda c: _drawn_for_each(c, "rate"))
    _op.no_gradient()

# -- without state -------------------------------------------------------------------------------------------------

_STATELESS: Final = ["T: {int32, int64}", "Tseed: {int32, int64} = DT_INT64"]

stateless_random_gamma_v2 = register_op(
    "StatelessRandomGammaV2",
    inputs=["shape: T", "seed: Tseed", "alpha: dtype"],
    outputs=["output: dtype"],
    attrs=[f"dtype: {_FLOATS}", *_STATELESS],
    traits=[Trait.MADE_AT_EACH_RUN],
    doc=f"""Numbers of gamma distributions with a scale of 1: the same seed gives the same ones.

    shape: {_ENDS_DOC} alpha.
    seed: two numbers.
    {_ALPHA_DOC}""",
)
stateless_random_gamma_v3 = register_op(
    "StatelessRandomGammaV3",
    inputs=["shape: shape_dtype", "key: uint64", "counter: uint64", "alg: int32", "alpha: dtype"],
    outputs=["output: dtype"],
    attrs=[f"dtype: {_FLOATS}", "shape_dtype: {int32, int64} = DT_INT32"],
    traits=[Trait.MADE_AT_EACH_RUN],
    doc=f"""Numbers of gamma distributions with a scale of 1, drawn from the state of a generator.

    shape: {_ENDS_DOC} alpha.
    key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
    {_ALPHA_DOC}""",
)
for _op in (random_gamma, stateless_random_gamma_v2, stateless_random_gamma_v3):
    _op.gradient(_by_alpha)


@stateless_random_gamma_v2.shape_rule
def _gamma_from_seed_shape(c: ShapeContext) -> list[TensorShape]:
    check_seed(c)
    return ending_with(c, "alpha", c.shape("alpha"))


@stateless_random_gamma_v3.shape_rule
def _gamma_from_key_shape(c: ShapeContext) -> list[TensorShape]:
    check_generator(c)
    return ending_with(c, "alpha", c.shape("alpha"))


stateless_random_poisson = register_op(
    "StatelessRandomPoisson",
    inputs=["shape: T", "seed: Tseed", "lam: Rtype"],
    outputs=["output: dtype"],
    attrs=[f"Rtype: {_NUMBERS}", f"dtype: {_NUMBERS}", *_STATELESS],
    traits=[Trait.MADE_AT_EACH_RUN],
    doc=f"""Numbers of Poisson distributions: the same seed gives the same ones.

    shape: {_ENDS_DOC} lam.
    seed: two numbers.
    lam: {_RATE_DOC}""",
)
stateless_random_poisson.no_gradient()


@stateless_random_poisson.shape_rule
def _poisson_from_seed_shape(c: ShapeContext) -> list[TensorShape]:
    check_seed(c)
    return ending_with(c, "lam", c.shape("lam"))


def _binomial_shape(c: ShapeContext) -> list[TensorShape]:
    return ending_with(c, "counts and probs", broadcast_arguments(c, "counts", "probs"))


stateless_random_binomial = register_op(
    "StatelessRandomBinomial",
    inputs=["shape: S", "seed: Tseed", "counts: T", "probs: T"],
    outputs=["output: dtype"],
    attrs=[
        _SHAPE, "Tseed: {int32, int64} = DT_INT64", f"T: {_NUMBERS} = DT_DOUBLE", f"dtype: {_NUMBERS} = DT_INT64",
    ],
    traits=[Trait.MADE_AT_EACH_RUN],
    doc=f"""Numbers of binomial distributions: the same seed gives the same ones.

    shape: {_ENDS_DOC} counts and probs, broadcast.
    seed: two numbers.
    {_BINOMIAL_DOC}""",
)  # fmt: skip
stateless_random_binomial.no_gradient()


@stateless_random_binomial.shape_rule
def _binomial_from_seed_shape(c: ShapeContext) -> list[TensorShape]:
    check_seed(c)
    return _binomial_shape(c)


stateful_random_binomial = register_op(
    "StatefulRandomBinomial",
    inputs=["resource: resource", "algorithm: int64", "shape: S", "counts: T", "probs: T"],
    outputs=["output: dtype"],
    attrs=[_SHAPE, f"T: {_NUMBERS} = DT_DOUBLE", f"dtype: {_NUMBERS} = DT_INT64"],
    stateful=True,
    doc=f"""Numbers of binomial distributions, from a generator whose state is in a variable, which goes on.

    resource: a variable of dtype int64 and shape (3,): a counter of 128 bits, the lower half first, and a key.
    algorithm: 1, Philox.
    shape: {_ENDS_DOC} counts and probs, broadcast.
    {_BINOMIAL_DOC}""",
)
stateful_random_binomial.no_gradient()


@stateful_random_binomial.shape_rule
def _binomial_from_variable_shape(c: ShapeContext) -> list[TensorShape]:
    variable_argument(c, "resource", int64)
    c.with_rank("algorithm", 0)
    algorithm = c.value("algorithm")
    if algorithm is not None and algorithm != np.int64(1):
        c.fail("algorithm", "be 1 (Philox)", int(algorithm))
    return _binomial_shape(c)
