"""Random programs on emulated GPUs: results are right, and no memory is read too early or freed too early."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from tests.cuda.gpu_graphs import OTHER, THERE, add_to, assign, raw, read, variable

pytestmark = pytest.mark.emulator


def test_random_graphs_on_several_lanes():
    """For any graph: the emulator raises an error if memory is read too early or freed too early."""
    for seed in range(12):
        rng = np.random.default_rng(seed)
        with go.Graph().as_default():
            with go.device(THERE):
                x = go.placeholder(go.float32, (None,))
                made = [x]
                for _ in range(30):
                    a, b = (made[rng.integers(len(made))] for _ in range(2))
                    view = raw.Reshape(tensor=raw.Reshape(tensor=a, shape=[-1, 1]), shape=[-1])
                    made.append([a + b, raw.Sin(x=a), raw.Maximum(x=a, y=b), view][rng.integers(4)])
            fetches = [made[rng.integers(1, len(made))] for _ in range(3)]
            given = rng.random(40_000 if seed % 2 else 7, np.float32)
            config = go.SessionConfig(gpu_streams=int(rng.integers(1, 5)), plan_passes=())
            with go.Session(config=config) as session:
                found = session.run(fetches, {x: given})
                again = session.run(fetches, {x: given}, as_device_arrays=True)
                function = session.make_callable(fetches, [x])
                replayed = [function(given) for _ in range(6)][-1]
                assert not [node for node in session.compare(fetches, {x: given}, against="CPU").nodes if node.diverges]
        for value, there, repeated in zip(found, again, replayed, strict=True):
            np.testing.assert_array_equal(value, there.get())
            np.testing.assert_array_equal(value, repeated)


def random_program(seed, plain):
    """Arithmetic, effects in a settled order, functions, and copies between devices, or all of it on the CPU."""
    rng = np.random.default_rng(seed)
    size = (5, 70_000)[seed % 2]
    places = ["/device:CPU:0", *[OTHER] * 2 * (seed % 3 == 0), *[THERE] * 7]

    def place():
        drawn = places[rng.integers(len(places))]
        return go.device("/device:CPU:0" if plain else drawn)

    def on(device, a, b):
        with device:
            return raw.Cos(x=a) * b

    def ordered(handle, make):
        """After what was done with the variable before."""
        with go.control_dependencies(last[handle]):
            made_now = make()
        last[handle] = [getattr(made_now, "node", made_now)]
        return made_now

    with go.Graph().as_default() as graph:
        x, u = go.placeholder(go.float32, (None,)), go.placeholder(go.float32, (size,))
        made, effects, starts, last = [x, u, go.constant(rng.random(size, np.float32))], [], [], {}
        for number in range(2):
            handle = variable(f"v{number}", [size])
            starts.append(assign(handle, rng.random(size, np.float32)))
            last[handle] = []
        for _ in range(int(rng.integers(8, 30))):
            a, b = (made[rng.integers(max(0, len(made) - 8), len(made))] for _ in range(2))
            kind, handle = int(rng.integers(11)), list(last)[rng.integers(2)]
            with place():
                if kind < 2:
                    made.append(raw.Sin(x=a) if kind else raw.Maximum(x=a, y=b))
                elif kind == 2:
                    share = raw.Cast(x=raw.Size(input=b), DstT="float32") * np.float32(1 / size)
                    made.append(raw.Mul(x=a, y=share))
                elif kind == 3:
                    made.append(raw.Reshape(tensor=raw.Reshape(tensor=a, shape=[-1, 1]), shape=[-1]))
                elif kind == 4:
                    made.append(raw.Tanh(x=a + b))
                elif kind == 5:
                    made.append(ordered(handle, lambda h=handle: read(h)))
                elif kind == 6:
                    effects.append(ordered(handle, lambda h=handle, a=a: add_to(h, raw.Tanh(x=a))))
                elif kind == 7:
                    effects.append(ordered(handle, lambda h=handle, a=a: assign(h, raw.Tanh(x=a))))
                elif kind == 8:
                    turned = np.arange(size, dtype=np.int32)[::-1].copy()
                    index = ordered(handle, lambda turned=turned: go.constant(turned))
                    gathered = raw.ResourceGather(resource=handle, indices=index, dtype="float32")
                    last[handle] = [gathered.node]
                    made.append(gathered)
                elif kind == 9:
                    positive = raw.Greater(x=raw.Sum(input=a, axis=[0]), y=0.0)
                    within = place()
                    made.append(
                        go.cond(positive, lambda w=within, a=a, b=b: on(w, a, b), lambda a=a, b=b: raw.Sin(x=b) + a)
                    )
                else:
                    made.append(
                        go.while_loop(
                            lambda i, _: raw.Less(x=i, y=2),
                            lambda i, s, b=b: (i + 1, raw.Tanh(x=s) + b),
                            [np.int32(0), a],
                        )[1]
                    )
        fetches = [made[rng.integers(len(made))] for _ in range(3)] + effects
    return graph, (x, u), starts, fetches, size


@pytest.mark.parametrize("seed", [*range(10), *(pytest.param(n, marks=pytest.mark.full) for n in range(10, 24))])
def test_random_programs(cupy, seed):
    """The same on GPUs - run, called, replayed, from host and device arrays - and on the CPU."""
    found = []
    for plain in (True, False):
        graph, (x, u), starts, fetches, size = random_program(seed, plain)
        rng = np.random.default_rng(seed + 1000)
        passes = {} if seed % 4 else {"plan_passes": ()}
        with go.Session(graph, config=go.SessionConfig(gpu_streams=1 + seed % 4, **passes)) as session:
            session.run(starts)
            calls = [
                session.make_callable(fetches, [x, u]),
                session.make_callable(fetches, [x, u], as_device_arrays=True),
                lambda a, b, s=session, f=fetches, x=x, u=u: s.run(f, {x: a, u: b}),
            ]
            results = []
            for turn in range(14):
                a, b = rng.random(size, np.float32) - np.float32(0.5), rng.random(size, np.float32)
                given = a
                if not plain and turn % 7 in (2, 4):
                    with cupy.cuda.Device(turn % 7 // 4):
                        given = cupy.asarray(a)
                results.append([value for value in calls[turn % 7 // 3](given, b) if value is not None])
                if given is not a:
                    with given.device:
                        given[...] = 1e30
                if turn % 5 == 4:
                    results.append([session.variables["v0"], session.variables["v1"]])
                if turn == 9:
                    session.variables["v0"] = rng.random(size, np.float32)
            found.append([value.get() if hasattr(value, "get") else value for result in results for value in result])
    for number, (wanted, value) in enumerate(zip(*found, strict=True)):
        np.testing.assert_allclose(value, wanted, rtol=2e-4, atol=2e-4, err_msg=str(number))
