"""Random numbers without state: the same seed, or the same key and counter, gives the same numbers every time.

The numbers are TensorFlow's. Its algorithm for CPUs, Philox, is the only one here, on every device.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphops_registry.errors import UnimplementedError, must
from graphops_registry.op_def import Op, register_op
from graphops_registry.ops.random import multinomial_shape, random_int_shape, random_shape
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

_FLOATS: Final = "dtype: {half, bfloat16, float, double} = DT_FLOAT"
_PHILOX, _THREEFRY, _AUTO = 1, 2, 3  # TensorFlow's numbers of algorithms

_SEED = """

    seed: two numbers."""
_KEY = """

    key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too."""
_RANGE = """
    minval, maxval: scalars, minval < maxval."""


def check_seed(c: ShapeContext) -> None:
    """``seed`` has two values."""
    seed = c.with_rank("seed", 1)
    c.merge_dim("seed", seed[0], 2, "have 2 values")


def check_generator(c: ShapeContext) -> None:
    """``key``, ``counter`` and ``alg`` are the state of a generator."""
    key = c.with_rank("key", 1)
    c.merge_dim("key", key[0], 1, "have 1 value")
    counter = c.with_rank("counter", 1)
    if isinstance(counter[0], int) and counter[0] < 2:
        c.fail("counter", "have 2 values or more", counter[0])
    check_alg(c)


def check_alg(c: ShapeContext) -> None:
    """``alg`` is the number of an algorithm that is here: Philox.

    Raises:
        UnimplementedError: ThreeFry.
        InvalidArgumentError: none of TensorFlow's.
    """
    c.with_rank("alg", 0)
    alg = c.value("alg")
    if alg is not None and alg not in (_PHILOX, _AUTO):
        kind = UnimplementedError if alg == _THREEFRY else None
        if kind is None:
            c.fail("alg", "be 1 (Philox) or 3 (the device's choice)", int(alg))
        raise must("alg", c.op, "be 1 (Philox) or 3 (the device's choice)", "2 (ThreeFry)", kind=kind)


def _from_seed_shape(c: ShapeContext) -> list[TensorShape]:
    check_seed(c)
    return random_int_shape(c) if "minval" in c.op_def.input_by_name else random_shape(c)


def _from_key_shape(c: ShapeContext) -> list[TensorShape]:
    check_generator(c)
    return random_int_shape(c) if "minval" in c.op_def.input_by_name else random_shape(c)


def _from_seed(name: str, dtype: str, doc: str, inputs: Sequence[str] = (), **types: str) -> Op:
    """An op that draws numbers of a given shape from a seed."""
    shape_type = types.get("T", "T: {int32, int64} = DT_INT32")
    seed_type = types.get("Tseed", "Tseed: {int32, int64} = DT_INT64")
    op = register_op(
        name,
        inputs=["shape: T", "seed: Tseed", *inputs],
        outputs=["output: dtype"],
        attrs=[dtype, shape_type, seed_type],
        traits=[Trait.MADE_AT_EACH_RUN],
        doc=doc + _SEED + (_RANGE if inputs else ""),
    )
    op.shape_rule(_from_seed_shape)
    op.no_gradient()
    return op


def _from_key(name: str, dtype: str, doc: str, inputs: Sequence[str] = ()) -> Op:
    """An op that draws numbers of a given shape from the state of a generator."""
    op = register_op(
        name,
        inputs=["shape: Tshape", "key: uint64", "counter: uint64", "alg: int32", *inputs],
        outputs=["output: dtype"],
        attrs=[dtype, "Tshape: {int32, int64} = DT_INT32"],
        traits=[Trait.MADE_AT_EACH_RUN],
        doc=doc + _KEY + (_RANGE if inputs else ""),
    )
    op.shape_rule(_from_key_shape)
    op.no_gradient()
    return op


_UNIFORM = "Numbers in [0, 1), all equally likely."
_NORMAL = "Numbers of the normal distribution of mean 0 and variance 1."
_TRUNCATED = "Numbers of the standard normal distribution; those beyond -2 and 2 are drawn again."
_INT = "Integers in [minval, maxval). A range whose length is no power of 2 is a little uneven."
_FULL_INT = "Integers from the whole range of their dtype, all equally likely."

# -- from a seed ---------------------------------------------------------------------------------------------------

stateless_random_uniform = _from_seed("StatelessRandomUniform", _FLOATS, _UNIFORM)
stateless_random_normal = _from_seed("StatelessRandomNormal", _FLOATS, _NORMAL)
stateless_truncated_normal = _from_seed("StatelessTruncatedNormal", _FLOATS, _TRUNCATED)
stateless_random_uniform_int = _from_seed(
    "StatelessRandomUniformInt",
    "dtype: {int32, int64}",
    _INT,
    ["minval: dtype", "maxval: dtype"],
    T="T: {int32, int64}",
)
stateless_random_uniform_full_int = _from_seed(
    "StatelessRandomUniformFullInt",
    "dtype: {int32, int64, uint32, uint64} = DT_UINT64",
    _FULL_INT,
    Tseed="Tseed: {int32, int64, uint32, uint64} = DT_INT64",
)

# -- from a key and a counter --------------------------------------------------------------------------------------

stateless_random_uniform_v2 = _from_key("StatelessRandomUniformV2", _FLOATS, _UNIFORM)
stateless_random_normal_v2 = _from_key("StatelessRandomNormalV2", _FLOATS, _NORMAL)
stateless_truncated_normal_v2 = _from_key("StatelessTruncatedNormalV2", _FLOATS, _TRUNCATED)
stateless_random_uniform_int_v2 = _from_key(
    "StatelessRandomUniformIntV2",
    "dtype: {int32, int64, uint32, uint64}",
    _INT,
    ["minval: dtype", "maxval: dtype"],
)
stateless_random_uniform_full_int_v2 = _from_key(
    "StatelessRandomUniformFullIntV2", "dtype: {int32, int64, uint32, uint64} = DT_UINT64", _FULL_INT
)

# -- StatelessMultinomial ------------------------------------------------------------------------------------------

stateless_multinomial = register_op(
    "StatelessMultinomial",
    inputs=["logits: T", "num_samples: int32", "seed: Tseed"],
    outputs=["output: output_dtype"],
    attrs=[
        "T: realnumbertype",
        "Tseed: {int32, int64} = DT_INT64",
        "output_dtype: {int32, int64} = DT_INT64",
    ],
    traits=[Trait.MADE_AT_EACH_RUN],
    doc="""For each row numbers of classes, drawn with probabilities that are proportional to exp(logits).

    logits: (rows, classes). What is not finite has probability 0.
    num_samples: how many are drawn for each row, a scalar.
    seed: two numbers.
    output: (rows, num_samples), numbers in [0, classes).""",
)
stateless_multinomial.no_gradient()


@stateless_multinomial.shape_rule
def _stateless_multinomial_shape(c: ShapeContext) -> list[TensorShape]:
    check_seed(c)
    return multinomial_shape(c)


# -- StatelessRandomGetKeyCounter, StatelessRandomGetAlg, StatelessRandomGetKeyCounterAlg --------------------------

_STATE = """

    seed: two numbers.
    key, counter: of shapes (1,) and (2,)."""

stateless_random_get_key_counter = register_op(
    "StatelessRandomGetKeyCounter",
    inputs=["seed: Tseed"],
    outputs=["key: uint64", "counter: uint64"],
    attrs=["Tseed: {int32, int64} = DT_INT64"],
    traits=[Trait.MADE_AT_EACH_RUN],
    doc="The state of a generator that begins at a seed: seeds that are close give streams that are not." + _STATE,
)
stateless_random_get_key_counter.no_gradient()


@stateless_random_get_key_counter.shape_rule
def _get_key_counter_shape(c: ShapeContext) -> list[TensorShape]:
    check_seed(c)
    return [TensorShape([1]), TensorShape([2])]


stateless_random_get_alg = register_op(
    "StatelessRandomGetAlg",
    outputs=["alg: int32"],
    stateful=True,
    doc="The number of the algorithm that the device chooses: 1, Philox.",
)
stateless_random_get_alg.no_gradient()


@stateless_random_get_alg.shape_rule
def _get_alg_shape(c: ShapeContext) -> list[TensorShape]:
    return [TensorShape(())]


stateless_random_get_key_counter_alg = register_op(
    "StatelessRandomGetKeyCounterAlg",
    inputs=["seed: Tseed"],
    outputs=["key: uint64", "counter: uint64", "alg: int32"],
    attrs=["Tseed: {int32, int64} = DT_INT64"],
    traits=[Trait.MADE_AT_EACH_RUN],
    doc="The state of a generator that begins at a seed, and the number of the algorithm." + _STATE,
)
stateless_random_get_key_counter_alg.no_gradient()


@stateless_random_get_key_counter_alg.shape_rule
def _get_key_counter_alg_shape(c: ShapeContext) -> list[TensorShape]:
    check_seed(c)
    return [TensorShape([1]), TensorShape([2]), TensorShape(())]
