"""What is counted, in Prometheus's text form, with TensorFlow Serving's names where it has one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from graphops.apps.serve.calls import Facts

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_PREFIX: Final = ":tensorflow:serving:"
_MICROSECONDS: Final = tuple(10 * 1.8**power for power in range(33))  # TensorFlow Serving's: up to 20 minutes
_SIZES: Final = tuple(float(1 << power) for power in range(15))
_LATEST: Final = 1000  # requests of a model whose times the page of the server shows


class Metrics:
    """The counts of one server.

    Args:
        in_flight: gives the number of requests that have no answer yet.
    """

    def __init__(self, in_flight: Callable[[], float]) -> None:
        prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = CollectorRegistry()
        registry = self._registry
        self._requests = Counter(
            f"{_PREFIX}request_count", "The total number of requests.", ("model_name", "status"), registry=registry
        )
        self._latency = Histogram(
            f"{_PREFIX}request_latency", "Wall time in microseconds of requests that succeeded.",
            ("model_name", "API", "entrypoint"), registry=registry, buckets=_MICROSECONDS,
        )  # fmt: skip
        self._runtime = Histogram(
            f"{_PREFIX}runtime_latency", "Wall time in microseconds of runs of models.",
            ("model_name", "API", "runtime"), registry=registry, buckets=_MICROSECONDS,
        )  # fmt: skip
        self._queuing = Histogram(
            f"{_PREFIX}batching_session:queuing_latency", "Microseconds that requests waited for their run.",
            ("model_name",), registry=registry, buckets=_MICROSECONDS,
        )  # fmt: skip
        self._batches = Histogram(
            f"{_PREFIX}batching_session:processed_batch_size", "Rows of the run that a request was part of.",
            ("model_name",), registry=registry, buckets=_SIZES,
        )  # fmt: skip
        self._refused = Counter("graphops_serve_refused", "Requests refused for want of room.", registry=registry)
        self._restarts = Counter("graphops_serve_worker_ends", "Worker processes that ended.", registry=registry)
        Gauge("graphops_serve_in_flight", "Requests that have no answer yet.", registry=registry).set_function(
            in_flight
        )
        ProcessCollector(registry=registry)
        self._of: dict[tuple[str, str], tuple[Any, ...]] = {}  # looking labels up takes longer than counting
        self._latest: dict[str, deque[float]] = {}
        self._counts: dict[str, list[int]] = {}

    def request(self, facts: Facts, seconds: float) -> None:
        """Count a request for a model; what asks for none that there is counts as of the model ``""``."""
        model = facts.model
        self._requests.labels(model, facts.code).inc()
        if not model:
            return
        counts = self._counts.setdefault(model, [0, 0])
        counts[0 if facts.code == "OK" else 1] += 1
        if facts.code == "OK" and facts.api:
            latency, runtime, queuing, batches = self._children(model, facts.api)
            latency.observe(seconds * 1e6)
            runtime.observe(facts.runtime * 1e6)
            queuing.observe(facts.waited * 1e6)
            batches.observe(facts.batch)
            self._latest.setdefault(model, deque(maxlen=_LATEST)).append(seconds)

    def _children(self, model: str, api: str) -> tuple[Any, ...]:
        found = self._of.get((model, api))
        if found is None:
            found = self._of[model, api] = (
                self._latency.labels(model, api, "REST"), self._runtime.labels(model, api, "TF1"),
                self._queuing.labels(model), self._batches.labels(model),
            )  # fmt: skip
        return found

    def refused(self) -> None:
        """Count a request that there was no room for."""
        self._refused.inc()

    def worker_ended(self) -> None:
        """Count a worker process that ended."""
        self._restarts.inc()

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        name = f"{_PREFIX}request_count".encode()
        # The client library appends "_total" to counters, which TensorFlow Serving does not.
        return bytes(generate_latest(self._registry)).replace(name + b"_total", name)

    def summary(self) -> dict[str, Any]:
        """By model: how many requests succeeded and failed, and the median and 99th percentile of the last times."""
        found: dict[str, Any] = {}
        for model, (good, bad) in self._counts.items():
            times = sorted(self._latest.get(model, ()))
            found[model] = {
                "succeeded": good,
                "failed": bad,
                "p50_ms": _at(times, 0.5),
                "p99_ms": _at(times, 0.99),
            }
        return found


def _at(times: list[float], part: float) -> float | None:
    return round(times[min(int(len(times) * part), len(times) - 1)] * 1000, 3) if times else None
