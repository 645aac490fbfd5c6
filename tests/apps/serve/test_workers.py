"""Which worker process a request goes to."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from graphops.apps.serve.calls import Answer, Call
from graphops.apps.serve.settings import Settings
from graphops.apps.serve.workers import Workers


async def _first(workers: Workers) -> Any:
    return await workers.answer(Call("GET", "/v1/models/dense", "", "", b"", 5.0))


def test_a_worker_that_has_not_loaded_anything_is_not_asked_in_place_of_another() -> None:
    """It would say that there is no such model."""
    workers = Workers(Settings(models=(), workers=2))
    one, other = workers._workers
    asked: list[int] = []
    for number, worker in enumerate((one, other)):

        async def answer(call: Call, number: int = number) -> Answer:
            asked.append(number)
            return Answer(200, b"")

        worker._writer = cast(Any, object())
        worker.answer = answer  # type: ignore[method-assign]
    assert asyncio.run(_first(workers)).status == 200  # they begin: what they know is the answer
    one.looked = one.ready = True
    assert asyncio.run(_first(workers)).status == 200
    assert asked[1:] == [0]
    one.looked = one.ready = False  # its process has ended, and another one begins
    assert asyncio.run(_first(workers)).status == 503
    other.looked = True
    assert asyncio.run(_first(workers)).status == 200
    assert asked[1:] == [0, 1]
