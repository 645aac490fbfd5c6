"""Random numbers with state: each node has its own stream, which goes on from run to run of a Session.

The stream is TensorFlow's: for given seeds the numbers are TensorFlow's, the first ones and all later ones.
"""

from __future__ import annotations

from graphops_registry.op_def import Op, register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_SEEDS = """

    seed, seed2: where the stream begins; another one in each Session if both are 0."""


def random_shape(c: ShapeContext) -> list[TensorShape]:
    """The shape that the first input says."""
    return [c.shape_from_tensor("shape")]


def _stateful(name: str, doc: str) -> Op:
    """An op that draws floats of a given shape."""
    return register_op(
        name,
        inputs=["shape: T"],
        outputs=["output: dtype"],
        attrs=["seed: int = 0", "seed2: int = 0", "dtype: {half, bfloat16, float, double}", "T: {int32, int64}"],
        stateful=True,
        doc=doc + _SEEDS,
    )


# -- RandomUniform, RandomStandardNormal, TruncatedNormal ----------------------------------------------------------

random_uniform = _stateful("RandomUniform", "Numbers in [0, 1), all equally likely.")
random_uniform.no_gradient()
random_uniform.shape_rule(random_shape)

random_standard_normal = _stateful(
    "RandomStandardNormal", "Numbers of the normal distribution of mean 0 and variance 1."
)
random_standard_normal.no_gradient()
random_standard_normal.shape_rule(random_shape)

truncated_normal = _stateful(
    "TruncatedNormal", "Numbers of the standard normal distribution; those beyond -2 and 2 are drawn again."
)
truncated_normal.no_gradient()
truncated_normal.shape_rule(random_shape)

# -- RandomUniformInt ----------------------------------------------------------------------------------------------

random_uniform_int = register_op(
    "RandomUniformInt",
    inputs=["shape: T", "minval: Tout", "maxval: Tout"],
    outputs=["output: Tout"],
    attrs=["seed: int = 0", "seed2: int = 0", "Tout: {int32, int64}", "T: {int32, int64}"],
    stateful=True,
    doc="""Integers in [minval, maxval). A range whose length is no power of 2 is a little uneven.

    minval, maxval: scalars, minval < maxval."""
    + _SEEDS,
)
random_uniform_int.no_gradient()


def random_int_shape(c: ShapeContext) -> list[TensorShape]:
    """The shape that the first input says; the range must not be empty unless the output is."""
    (shape,) = random_shape(c)
    for argument in ("minval", "maxval"):
        c.with_rank(argument, 0)
    low, high = c.value("minval"), c.value("maxval")
    if low is not None and high is not None and shape.num_elements and not low < high:
        c.fail("minval", "be less than maxval", f"{low} and {high}")
    return [shape]


random_uniform_int.shape_rule(random_int_shape)


# -- RandomShuffle -------------------------------------------------------------------------------------------------

random_shuffle = register_op(
    "RandomShuffle",
    inputs=["value: T"],
    outputs=["output: T"],
    attrs=["seed: int = 0", "seed2: int = 0", "T: type"],
    stateful=True,
    doc="The entries of value along its first dimension in random order; every order is equally likely." + _SEEDS,
)
random_shuffle.no_gradient()


@random_shuffle.shape_rule
def _random_shuffle_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape("value")]


# -- Multinomial ---------------------------------------------------------------------------------------------------

multinomial = register_op(
    "Multinomial",
    inputs=["logits: T", "num_samples: int32"],
    outputs=["output: output_dtype"],
    attrs=[
        "seed: int = 0",
        "seed2: int = 0",
        "T: realnumbertype",
        "output_dtype: {int32, int64} = DT_INT64",
    ],
    stateful=True,
    doc="""For each row numbers of classes, drawn with probabilities that are proportional to exp(logits).

    logits: (rows, classes). What is not finite has probability 0.
    num_samples: how many are drawn for each row, a scalar.
    output: (rows, num_samples), numbers in [0, classes)."""
    + _SEEDS,
)
multinomial.no_gradient()


def multinomial_shape(c: ShapeContext) -> list[TensorShape]:
    """(rows, num_samples)."""
    logits = c.with_rank("logits", 2)
    c.with_rank("num_samples", 0)
    if logits[1] == 0:
        c.fail("logits", "have one class or more", f"shape {logits}")
    samples = c.value("num_samples")
    if samples is None:
        return [TensorShape.of((logits[0], None))]
    if samples < 0:
        c.fail("num_samples", "not be negative", int(samples))
    return [TensorShape.of((logits[0], int(samples)))]


multinomial.shape_rule(multinomial_shape)
