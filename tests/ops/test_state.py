"""Variables and optimizer steps against TensorFlow's recorded answers, and what those cannot show."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError
from tests.golden.load import load
from tests.ops.other_device import DEVICE, OTHER
from tests.ops.stateful_calls import DEVICES, run_case

TRAINING = load("training")

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


@pytest.mark.parametrize("device", DEVICES)
def test_copies_on_read_are_disabled_as_functions_that_save_do(device):
    with go.device(f"/device:{device}:0"):
        v = go.Variable([1.0, 2.0])
        with go.control_dependencies([go.raw_ops.DisableCopyOnRead(resource=v.handle)]):
            value = go.raw_ops.ReadVariableOp(resource=v.handle, dtype="float32")
    with go.Session() as session:
        session.run(v.initializer)
        before = session.run(value)
        session.run(v.assign_add([1.0, 1.0]))
        assert before.tolist() == [1.0, 2.0]
        assert session.run(value).tolist() == [2.0, 3.0]


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
