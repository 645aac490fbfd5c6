"""Variables, optimizer steps and random numbers against TensorFlow's recorded answers, and what those cannot show."""

import threading

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops_cpu import philox
from graphops_registry.dtypes import float32, resource
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.op_def import lookup_op
from tests.golden.load import load
from tests.other_device import DEVICE, OTHER

TRAINING = load("training")
RANDOM = load("random")

DEVICES = ["CPU", OTHER]

# Largest error relative to the largest magnitude. TensorFlow rounds every intermediate half, we round once.
TOLERANCE = {
    "float16": 1e-3,
    "bfloat16": 8e-3,
    "float32": 3e-7,
    "complex64": 3e-7,
    "float64": 5e-16,
    "complex128": 5e-16,
}


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def run_case(case, device):
    """The op's outputs, then the values that its variables have afterwards."""
    if any(value.dtype == object for value in case.inputs.values()):
        device = "CPU"  # strings stay on the host
    with go.device(f"/device:{device}:0"):
        return _run_case(case)


def _run_case(case):
    arguments, assigns, names = {}, [], []
    for arg in lookup_op(case.op).op_def.inputs:
        value = case.inputs[arg.name]
        if arg.type is not resource:
            arguments[arg.name] = value
            continue
        arguments[arg.name] = go.raw_ops.VarHandleOp(dtype=value.dtype, shape=None, shared_name=arg.name)
        assigns.append(go.raw_ops.AssignVariableOp(resource=arguments[arg.name], value=value))
        names.append(arg.name)
    result = getattr(go.raw_ops, case.op)(**arguments, **case.attrs)
    with go.Session() as session:
        session.run(assigns)
        found = session.run(list(result) if isinstance(result, tuple) else [result])
        found = [] if isinstance(result, go.Node) else found
        return [np.asarray(value) for value in found] + [session.variables[name] for name in names]


def units_apart(got, expected):
    """How many representable numbers lie between, at most."""
    integer = np.dtype(f"i{got.dtype.itemsize}")
    steps = np.atleast_1d(got).view(integer).astype(object) - np.atleast_1d(expected).view(integer).astype(object)
    return max(abs(step) for step in steps.ravel())


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("case", "expected"), TRAINING, ids=lambda value: str(value) if hasattr(value, "op") else "")
def test_variables_and_steps_as_tensorflow(case, expected, device):
    for got, want in zip(run_case(case, device), expected, strict=True):
        assert got.shape == want.shape
        assert got.dtype == want.dtype
        if got.dtype.name not in TOLERANCE:
            np.testing.assert_array_equal(got, want)
            continue
        wide = np.complex128 if got.dtype.kind == "c" else np.float64
        a, b = got.astype(wide), want.astype(wide)
        finite = np.isfinite(b)
        np.testing.assert_array_equal(a[~finite], b[~finite])
        scale = np.abs(b[finite]).max(initial=0)
        assert np.abs(a[finite] - b[finite]).max(initial=0) <= TOLERANCE[got.dtype.name] * scale


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


def test_values_live_where_they_are_used_and_move_when_they_must():
    graphs = {}
    for device in DEVICES:
        with go.Graph().as_default(), go.device(f"/device:{device}:0"):
            w = go.Variable([1.0, 2.0], name="w")
            graphs[device] = w.graph, w.initializer, w.assign_add([1.0, 1.0]), w
    sessions = {}
    for device in DEVICES:
        shared = next(iter(sessions.values())).variables if sessions else None
        sessions[device] = go.Session(graphs[device][0], variables=shared)

    def lives_on(device):
        store = sessions["CPU"].variables.store
        return DEVICE.owns(store.read(store.lookup("w"))) == (device == OTHER)

    sessions[OTHER].run(graphs[OTHER][1])
    assert lives_on(OTHER)
    sessions[OTHER].variables["w"] = [3.0, 4.0]
    assert lives_on(OTHER)
    assert sessions["CPU"].run(graphs["CPU"][3]).tolist() == [3, 4]
    assert sessions["CPU"].run(graphs["CPU"][2]).tolist() == [4, 5]
    assert lives_on("CPU")
    assert sessions[OTHER].run(graphs[OTHER][2]).tolist() == [5, 6]
    assert lives_on(OTHER)
    assert sessions["CPU"].variables.snapshot()["w"].tolist() == [5, 6]


# -- Philox --------------------------------------------------------------------------------------------------------


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


# -- streams -------------------------------------------------------------------------------------------------------


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


# -- distributions -------------------------------------------------------------------------------------------------


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


# -- gathering and scattering --------------------------------------------------------------------------------------


@pytest.mark.parametrize("static", [True, False])
@pytest.mark.parametrize(
    ("shape", "batch", "indices"),
    [
        ((4,), 0, [3, 0, 3]),
        ((4, 2), 0, [[3, 0], [3, 1]]),
        ((3, 2), 0, 1),
        ((2, 3, 2), 1, [[2, 0, 2], [1, 1, 0]]),
        ((2, 3), 1, [2, 0]),
        ((2, 2, 3, 2), 2, [[[0, 2], [2, 2]], [[1, 1], [0, 1]]]),
    ],
)
def test_the_gradient_of_gathering(shape, batch, indices, static):
    table = np.random.default_rng(1).random(shape)
    weights = np.random.default_rng(2).random(np.shape(indices) + shape[batch + 1 :])
    variable = go.Variable(table, shape=shape if static else (None,) * len(shape), name="table")
    rows = go.raw_ops.ResourceGather(resource=variable.handle, indices=indices, dtype="float64", batch_dims=batch)
    assert rows.shape.is_compatible_with(weights.shape)
    (gradient,) = go.gradients(rows * weights, [variable])
    with go.Session() as session:
        session.run(variable.initializer)
        values, result = session.run([rows, gradient])
    expected = np.zeros(shape)
    for place in np.ndindex(np.shape(indices)):
        entry = (*place[:batch], np.asarray(indices)[place])
        np.testing.assert_array_equal(values[place], table[entry])
        expected[entry] += weights[place]
    np.testing.assert_allclose(result, expected, rtol=1e-12)


def test_a_scatter_with_a_bad_index_changes_nothing():
    variable = go.Variable([1.0, 2.0, 3.0])
    indices = go.placeholder(go.int32, [2])
    nodes = [
        getattr(go.raw_ops, op)(resource=variable.handle, indices=indices, updates=np.float32([10, 20]))
        for op in ("ResourceScatterAdd", "ResourceScatterSub", "ResourceScatterUpdate")
    ]
    with go.Session() as session:
        session.run(variable.initializer)
        for node in nodes:
            for bad in ([0, 3], [-1, 0], [2**31 - 1, -(2**31)]):
                with pytest.raises(InvalidArgumentError, match=r"indices of op '\w+' must be in \[0, 3\), got"):
                    session.run(node, {indices: bad})
        assert session.run(variable).tolist() == [1, 2, 3]


# -- training ------------------------------------------------------------------------------------------------------

# w[0], w[1], w[2], b after five steps, recorded from TensorFlow's own optimizers.
TRAINED = {
    ("sgd", "float32"): [0.32767996191978455, -1.5475618839263916, 0.2332799732685089, 0.2705197036266327],
    ("momentum", "float32"): [-0.5804200172424316, -0.8343120217323303, -2.186999797821045, -0.08437885344028473],
    ("nesterov", "float32"): [-0.4157175123691559, -0.6318846940994263, -0.4954074025154114, -0.07002081722021103],
    ("adam", "float32"): [0.5079652070999146, -1.5029574632644653, 2.5017809867858887, 0.059840768575668335],
    ("adam2", "float32"): [0.7709635496139526, -1.7832980155944824, 2.7541723251342773, 0.3092676103115082],
    ("sgd", "float64"): [0.3276799938964844, -1.5475618689314554, 0.2332799884128573, 0.2705197177496407],
    ("momentum", "float64"): [-0.5804199606564647, -0.8343118963186721, -2.18699982015789, -0.08437885664712798],
    ("nesterov", "float64"): [-0.4157175432723979, -0.6318846461078316, -0.4954073462502858, -0.07002081632888456],
    ("adam", "float64"): [0.5079652193465362, -1.502957436394826, 2.5017810241990324, 0.059840770852617756],
    ("adam2", "float64"): [0.7709635284909984, -1.7832979261915913, 2.7541719355250405, 0.30926756876093],
}
OPTIMIZERS = {
    "sgd": lambda: go.train.GradientDescentOptimizer(0.1),
    "momentum": lambda: go.train.MomentumOptimizer(0.1, 0.9),
    "nesterov": lambda: go.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True),
    "adam": lambda: go.train.AdamOptimizer(0.1),
    "adam2": lambda: go.train.AdamOptimizer(learning_rate=0.05, beta1=0.5, beta2=0.75, epsilon=0.1),
}


@pytest.mark.parametrize(("name", "dtype"), TRAINED)
def test_optimizers_train_as_tensorflows_do(name, dtype):
    real = np.dtype(dtype).type
    w = go.Variable(np.array([1, -2, 3], dtype), name="w")
    b = go.Variable(real(0.5), name="b")
    weighted = w * w * np.array([1, 0.25, 2], dtype)
    loss = go.raw_ops.Sum(input=weighted, reduction_indices=np.array([0], np.int32)) + b * b * b
    count = go.Variable(0, trainable=False)
    step = OPTIMIZERS[name]().minimize(loss, global_step=count)
    with go.Session() as session:
        session.run(go.global_variables_initializer())
        for _ in range(5):
            session.run(step)
        got = [*session.run(w), session.run(b)]
        assert session.run(count) == 5
    np.testing.assert_allclose(got, TRAINED[name, dtype], rtol=1e-15 if dtype == "float64" else 1e-7)


def test_integers_can_be_stepped_down():
    variable = go.Variable(np.array([10, 20], np.int16))
    step = go.raw_ops.ResourceApplyGradientDescent(var=variable.handle, alpha=np.int16(3), delta=np.int16([1, 2]))
    with go.Session() as session:
        session.run(variable.initializer)
        session.run(step)
        assert session.run(variable).tolist() == [7, 14]


def test_the_generator_of_a_stateless_op_is_made_of_both_seeds():
    values = {
        go.eager.StatelessRandomUniform(shape=[2], seed=seed, dtype=float32).tobytes()
        for seed in ([0, 0], [0, 1], [1, 0], [1, 1], [-1, 0], [2**32, 0])
    }
    assert len(values) == 6
