"""Random numbers: those of TensorFlow, streams that go on from run to run, and distributions."""

from __future__ import annotations

import threading

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops_cpu.lib import philox
from graphops_registry.dtypes import float32
from tests.golden.load import load
from tests.ops.stateful_calls import DEVICES, run_case

RANDOM = load("random")


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def units_apart(got, expected):
    """How many representable numbers lie between, at most."""
    integer = np.dtype(f"i{got.dtype.itemsize}")
    steps = np.atleast_1d(got).view(integer).astype(object) - np.atleast_1d(expected).view(integer).astype(object)
    return max(abs(step) for step in steps.ravel())


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("case", "expected"), RANDOM, ids=lambda value: str(value) if hasattr(value, "op") else "")
def test_random_numbers_are_tensorflows(case, expected, device):
    for got, want in zip(run_case(case, device), expected, strict=True):
        assert got.shape == want.shape
        assert got.dtype == want.dtype
        if "Normal" in case.op and got.size and got.dtype.itemsize > 2:
            # The C library's logarithm and sine are not ours; half and bfloat16 round the difference away.
            assert units_apart(got, want) <= 2
            assert (got == want).mean() > (0.95 if got.size > 50 else 0.5)
        else:
            np.testing.assert_array_equal(got, want)


# -- Philox ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [  # the known answers of the generator's authors
        ((0,) * 4, (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((2**32 - 1,) * 4, (2**32 - 1,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_philox(counter, key, expected):
    generator = philox.Generator(key[0] | key[1] << 32, sum(word << 32 * i for i, word in enumerate(counter)))
    assert [int(word[0]) for word in philox.blocks(np, generator, 0, 1)] == list(expected)


@pytest.mark.parametrize("counter", [0, 2**32 - 3, 2**64 - 3, 2**128 - 3])
@pytest.mark.parametrize("stride", [1, 256])
def test_the_counter_has_128_bits(counter, stride):
    generator = philox.Generator(99, counter)
    together = philox.blocks(np, generator, 2, 5, stride)
    for number in range(5):
        alone = philox.blocks(np, generator.skip(2 + number * stride), 0, 1)
        assert [int(word[number]) for word in together] == [int(word[0]) for word in alone]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("op", ["StatelessRandomUniform", "StatelessRandomNormal", "StatelessTruncatedNormal"])
def test_an_array_is_the_same_whatever_pieces_it_is_made_in(op, dtype, monkeypatch):
    function = getattr(go.eager, op)
    whole = function(shape=[3001], seed=[5, 6], dtype=dtype)
    monkeypatch.setattr(philox, "_GROUPS", 7)
    np.testing.assert_array_equal(function(shape=[3001], seed=[5, 6], dtype=dtype), whole)
    np.testing.assert_array_equal(function(shape=[50], seed=[5, 6], dtype=dtype), whole[:50])


# -- streams --------------------------------------------------------------------------------------------------------


def test_a_stream_goes_on_as_tensorflows_does():
    """Recorded from the first two runs of a TensorFlow session on one thread."""
    r = go.raw_ops
    fetches = [
        r.RandomUniform(shape=[3], seed=1, seed2=2, dtype="float32"),
        r.TruncatedNormal(shape=[3], seed=1, seed2=2, dtype="float64"),
        r.RandomShuffle(value=[1, 2, 3, 4, 5, 6, 7], seed=3),
        r.Multinomial(logits=np.zeros((2, 9), np.float32), num_samples=3, seed=7),
        r.RandomStandardNormal(shape=[2, 2], seed=1, seed2=2, dtype="float16"),
        r.RandomUniformInt(shape=[3], minval=0, maxval=1000, seed=5),
    ]
    expected = [
        [
            [0.406396746635437, 0.8575996160507202, 0.05539584159851074],
            [0.58105877128258, -1.557429113677359, -1.1295845092323191],
            [4, 6, 3, 5, 1, 7, 2],
            [[0, 6, 8], [6, 7, 1]],
            [[-1.046875, 0.83984375], [1.2353515625, 2.064453125]],
            [317, 332, 243],
        ],
        [
            [0.16840732097625732, 0.8891061544418335, 0.5354969501495361],
            [1.4214151757493292, -0.3081369815335189, 0.6232369128501177],
            [5, 7, 3, 4, 1, 2, 6],
            [[3, 3, 3], [7, 1, 2]],
            [[-1.951171875, -2.609375], [0.69677734375, -0.10894775390625]],
            [149, 840, 507],
        ],
    ]
    with go.Session() as session:
        for run in expected:
            for got, want in zip(session.run(fetches), run, strict=True):
                np.testing.assert_allclose(got, want, rtol=5e-16)
    with go.Session() as session:  # another Session begins again
        assert session.run(fetches[5]).tolist() == [317, 332, 243]


def test_each_node_has_a_stream_of_its_own():
    first, second = (go.raw_ops.RandomUniform(shape=[4], seed=3, dtype="float32") for _ in range(2))
    with go.Session() as session:
        a, b = session.run([first, second])
        np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(session.run(first), session.run(second))
        assert (session.run(first) != a).any()


def test_without_seeds_nobody_knows():
    nodes = [go.raw_ops.RandomUniform(shape=[4], dtype="float64") for _ in range(2)]
    values = []
    for _ in range(2):
        with go.Session() as session:
            values += [*session.run(nodes), *session.run(nodes)]
    assert len({value.tobytes() for value in values}) == 8


def test_threads_share_a_stream_and_never_get_the_same_numbers():
    node = go.raw_ops.RandomUniform(shape=[2], seed=1, dtype="float64")
    session = go.Session()
    found = []

    def work():
        for _ in range(100):
            found.append(session.run(node).tobytes())

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with go.Session() as other:
        expected = {other.run(node).tobytes() for _ in range(800)}
    assert set(found) == expected
    assert len(expected) == 800


# -- distributions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_distributions(dtype):
    count = 100_000

    def draw(op):
        values = getattr(go.eager, op)(shape=[count], seed=[1, 2], dtype=dtype)
        assert values.dtype == np.dtype(getattr(ml_dtypes, dtype, dtype))
        return values.astype(np.float64)

    uniform = draw("StatelessRandomUniform")
    assert uniform.min() >= 0
    assert uniform.max() < 1
    assert abs(uniform.mean() - 0.5) < 0.006
    assert abs(uniform.var() - 1 / 12) < 0.002
    normal = draw("StatelessRandomNormal")
    assert abs(normal.mean()) < 0.01
    assert abs(normal.var() - 1) < 0.02
    assert abs((normal**4).mean() - 3) < 0.15
    truncated = draw("StatelessTruncatedNormal")
    assert np.abs(truncated).max() <= 2
    assert abs(truncated.mean()) < 0.01
    assert abs(truncated.var() - 0.7737) < 0.01


def test_integers_cover_their_range():
    values = go.eager.StatelessRandomUniformInt(shape=[10_000], seed=[1, 2], minval=-2, maxval=5)
    found, counts = np.unique(values, return_counts=True)
    assert found.tolist() == [-2, -1, 0, 1, 2, 3, 4]
    assert counts.min() > 1300
    unsigned = {"minval": np.uint64(2**63), "maxval": np.uint64(2**64 - 1)}
    key, counter = np.array([1], "uint64"), np.array([2, 3], "uint64")
    values = go.eager.StatelessRandomUniformIntV2(shape=[100], key=key, counter=counter, alg=1, **unsigned)
    assert values.dtype == np.uint64
    assert values.min() >= 2**63


def test_a_key_and_counter_give_what_their_seed_gives():
    key, counter, algorithm = go.eager.StatelessRandomGetKeyCounterAlg(seed=[3, 4])
    direct = go.eager.StatelessRandomNormal(shape=[20], seed=[3, 4], dtype="float64")
    by_key = go.eager.StatelessRandomNormalV2(shape=[20], key=key, counter=counter, alg=algorithm, dtype="float64")
    np.testing.assert_array_equal(direct, by_key)


def test_classes_come_as_often_as_their_probability_says():
    logits = np.log(np.array([[0.1, 0.2, 0.7], [0.5, 0.5, 1e-30]]))
    drawn = go.eager.StatelessMultinomial(logits=logits, num_samples=20_000, seed=[1, 2])
    for row, expected in zip(drawn, [[0.1, 0.2, 0.7], [0.5, 0.5, 0]], strict=True):
        np.testing.assert_allclose(np.bincount(row, minlength=3) / 20_000, expected, atol=0.01)
    small = go.eager.StatelessMultinomial(logits=np.array([[0, 5]], np.int8), num_samples=9, seed=[1, 2])
    assert set(small.ravel()) <= {0, 1}


def test_shuffling_keeps_everything():
    value = np.arange(60).reshape(20, 3)
    node = go.raw_ops.RandomShuffle(value=value, seed=1)
    with go.Session() as session:
        result = session.run(node)
    assert sorted(map(tuple, result)) == [tuple(row) for row in value]
    assert (result != value).any()


def test_the_generator_of_a_stateless_op_is_made_of_both_seeds():
    values = {
        go.eager.StatelessRandomUniform(shape=[2], seed=seed, dtype=float32).tobytes()
        for seed in ([0, 0], [0, 1], [1, 0], [1, 1], [-1, 0], [2**32, 0])
    }
    assert len(values) == 6
