"""Batches: which requests run together, and that each gets its own rows, error or refusal."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from graphops.apps.serve.batcher import Batcher
from graphops.apps.serve.calls import Facts
from graphops.apps.serve.served_model import ServedSignature
from graphops.apps.serve.settings import Batching
from graphops_registry.errors import DeadlineExceededError, InvalidArgumentError, UnavailableError

TENSOR = SimpleNamespace(dtype=SimpleNamespace(numpy_dtype=np.dtype(np.float64)))
MODEL: Any = SimpleNamespace(name="m")


class Recorded:
    """A model that doubles its rows, refuses negative ones, and notes the rows of each of its runs."""

    def __init__(self, batches: bool = True, keeps_rows: bool = True) -> None:
        self.runs: list[list[float]] = []
        self.go = threading.Event()
        self.go.set()
        self._keeps_rows = keeps_rows
        tensors: Any = {"x": TENSOR}
        self.signature = ServedSignature("s", tensors, tensors, "", self._run, batches)

    def _run(self, x: Any) -> Sequence[Any]:
        self.go.wait(10)
        self.runs.append(x.ravel().tolist())
        if (x < 0).any():
            raise InvalidArgumentError("x must be positive")
        return [x * 2 if self._keeps_rows else x.sum(keepdims=True) * 2]


def run(
    recorded: Recorded, requests: list[list[float]], batching: Batching | None,
    during: Callable[[list[asyncio.Task[Any]]], None] = lambda tasks: None, seconds: float = 10.0,
) -> list[Any]:  # fmt: skip
    """The answer to each of ``requests``, all sent while one thread is busy with a first one, ``[1000]``."""

    async def all_of_them() -> list[Any]:
        batcher = Batcher(1, batching, 1 << 20)

        async def one(rows: list[float], limit: float) -> Any:
            facts = Facts()
            until = time.monotonic() + limit
            found = await batcher.run(MODEL, recorded.signature, {"x": np.array(rows)}, facts, until)
            return found["x"].tolist()

        recorded.go.clear()
        first = asyncio.create_task(one([1000.0], 10.0))
        await asyncio.sleep(0.01)
        tasks = [asyncio.create_task(one(rows, seconds)) for rows in requests]
        await asyncio.sleep(0.01)
        during(tasks)
        recorded.go.set()
        assert await first == [2000.0]
        found = await asyncio.gather(*tasks, return_exceptions=True)
        batcher.close()
        return list(found)

    return asyncio.run(all_of_them())


def one_thread(**changed: Any) -> Batching:
    return Batching(**{"max_batch_size": 4, "num_batch_threads": 1, **changed})


def test_waiting_requests_run_together() -> None:
    recorded = Recorded()
    assert run(recorded, [[1, 2], [3], [4], [5, 6, 7]], one_thread()) == [[2, 4], [6], [8], [10, 12, 14]]
    assert recorded.runs[1:] == [[1, 2, 3, 4], [5, 6, 7]]


def test_without_batching_each_runs_alone() -> None:
    for recorded, batching in ((Recorded(), None), (Recorded(batches=False), one_thread())):
        assert run(recorded, [[1], [2]], batching) == [[2], [4]]
        assert recorded.runs[1:] == [[1], [2]]


def test_a_bad_request_does_not_spoil_the_others() -> None:
    recorded = Recorded()
    one, bad, other = run(recorded, [[1], [-2], [3]], one_thread())
    assert (one, other) == ([2], [6])
    assert isinstance(bad, InvalidArgumentError)
    assert recorded.runs[1:] == [[1, -2, 3], [1], [-2], [3]]


def test_outputs_without_the_rows_of_the_inputs() -> None:
    """The shapes said that the first axis is the batch, but the model adds it up: then each must run alone."""
    assert run(Recorded(keeps_rows=False), [[1], [2]], one_thread()) == [[2], [4]]


def test_a_batch_is_filled_to_an_allowed_size() -> None:
    recorded = Recorded()
    found = run(recorded, [[5], [6], [7]], one_thread(allowed_batch_sizes=(2, 4)))
    assert found == [[10], [12], [14]]
    assert recorded.runs == [[1000, 1000], [5, 6, 7, 5]]


def test_rows_of_another_shape_are_another_batch() -> None:
    recorded = Recorded()
    requests: Any = [[[1.0, 2.0]], [3.0], [[4.0, 5.0]]]
    assert run(recorded, requests, one_thread()) == [[[2, 4]], [6], [[8, 10]]]
    assert sorted(recorded.runs[1:]) == [[1, 2, 4, 5], [3]]


def test_a_request_that_is_larger_than_a_batch_runs_alone() -> None:
    recorded = Recorded()
    assert run(recorded, [[1, 2, 3, 4, 5], [6]], one_thread()) == [[2, 4, 6, 8, 10], [12]]
    assert [1, 2, 3, 4, 5] in recorded.runs


def test_cancelled_requests_do_not_run() -> None:
    recorded = Recorded()
    found = run(recorded, [[1], [2], [3]], one_thread(), during=lambda tasks: tasks[1].cancel())
    assert isinstance(found[1], asyncio.CancelledError)
    assert (found[0], found[2]) == ([2], [6])
    assert recorded.runs[1:] == [[1, 3]]


def test_a_queue_is_bounded() -> None:
    found = run(Recorded(), [[1, 2, 3], [4, 5, 6], [7, 8, 9]], one_thread(max_enqueued_batches=2))
    assert found[:2] == [[2, 4, 6], [8, 10, 12]]
    assert isinstance(found[2], UnavailableError)


def test_a_request_whose_time_is_over_does_not_run() -> None:
    recorded = Recorded()
    found = run(recorded, [[1]], one_thread(), during=lambda _: time.sleep(0.05), seconds=0.03)
    assert isinstance(found[0], DeadlineExceededError)
    assert recorded.runs == [[1000]]


def test_a_timeout_waits_for_more() -> None:
    """Two requests come one after the other to idle threads; with a timeout they are one run."""
    recorded = Recorded()

    async def both() -> None:
        batcher = Batcher(1, one_thread(batch_timeout_micros=10_000_000, max_batch_size=2), 1 << 20)
        tasks = []
        for value in (1.0, 2.0):
            until = time.monotonic() + 10
            work = batcher.run(MODEL, recorded.signature, {"x": np.array([value])}, Facts(), until)
            tasks.append(asyncio.create_task(work))
            await asyncio.sleep(0.01)
        assert [found["x"].tolist() for found in await asyncio.gather(*tasks)] == [[2], [4]]
        batcher.close()

    asyncio.run(both())
    assert recorded.runs == [[1, 2]]


@pytest.mark.parametrize(
    ("name", "batches"),
    [("dense", {"serving_default": True}), ("counter", {"serving_default": False}), ("text", {"serving_default": True}),
     ("several", {"serving_default": True, "count": False})],
)  # fmt: skip
def test_which_signatures_batch(serving: Any, name: str, batches: dict[str, bool]) -> None:
    _, state = serving(name).get("/state.json")
    signatures = state["models"][0]["versions"][0]["signatures"]
    assert {key: about["batches"] for key, about in signatures.items()} == batches


def test_answers_in_batches_are_those_alone(serving: Any) -> None:
    """Thirty clients at once: each gets its own rows, in their order."""
    server = serving("dense", batching=Batching(max_batch_size=8, batch_timeout_micros=2000, num_batch_threads=1))
    rng = np.random.default_rng(5)
    requests = [rng.normal(size=(1 + number % 3, 4)).tolist() for number in range(30)]
    alone = [server.post("/v1/models/dense:predict", {"instances": rows})[1]["predictions"] for rows in requests]

    async def together() -> Any:
        return await asyncio.gather(
            *(server.send("POST", "/v1/models/dense:predict", json.dumps({"instances": rows}).encode())
              for rows in requests)
        )  # fmt: skip

    for (status, content, _), expected in zip(server.wait(together()), alone, strict=True):
        assert status == 200
        np.testing.assert_allclose(json.loads(content)["predictions"], expected, rtol=1e-5, atol=1e-6)
    _, text = server.get("/monitoring/prometheus/metrics")
    lines = [line.split() for line in text.decode().splitlines() if "processed_batch_size_" in line]
    sizes = {line[0].partition("size_")[2].partition("{")[0]: float(line[1]) for line in lines}
    assert sizes["sum"] / sizes["count"] > 2.5  # of requests of two rows in the mean, of which half were alone


def test_who_goes_away_leaves_the_queue_to_others() -> None:
    """A queue of four rows is full; the two that wait are cancelled, and another four rows are taken."""
    recorded = Recorded()
    batching = one_thread(max_batch_size=2, max_enqueued_batches=2)

    async def all_of_them() -> Any:
        batcher = Batcher(1, batching, 1 << 20)

        def ask(rows: list[float]) -> asyncio.Task[Any]:
            until = time.monotonic() + 10
            return asyncio.create_task(batcher.run(MODEL, recorded.signature, {"x": np.array(rows)}, Facts(), until))

        recorded.go.clear()
        first = ask([1000.0, 1000.0])
        await asyncio.sleep(0.01)
        waiting = [ask([1.0, 2.0]), ask([3.0, 4.0])]
        await asyncio.sleep(0.01)
        with pytest.raises(UnavailableError):
            await ask([5.0, 6.0])
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        last = ask([7.0, 8.0])
        await asyncio.sleep(0.01)
        recorded.go.set()
        await first
        found = (await last)["x"].tolist()
        batcher.close()
        return found

    assert asyncio.run(all_of_them()) == [14.0, 16.0]
    assert recorded.runs == [[1000.0, 1000.0], [7.0, 8.0]]
