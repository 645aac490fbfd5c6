"""The loop: distorted digits in random order, and the held-out ones, as they are, after each epoch."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import graphops as go
from graphops.apps.demo.digits import Digits, distorted
from graphops.apps.demo.model import Model, build_model

BATCH = 32
LEARNING_RATE = 5e-3  # at first; it falls in a straight line to zero


@dataclass
class Training:
    """What one seed gave.

    Attributes:
        seed: of weights and order.
        losses: of each step.
        accuracies: on the held-out digits, after each epoch.
        predictions: for the held-out digits (599), at the end.
        probabilities: behind the predictions (599, 10).
        filters: of the first layer, at the end (3, 3, 1, 16).
        seconds: for everything, building the graph included.
        metadata: which kernels ran when in one more step and one more test.
    """

    seed: int
    losses: list[float] = field(default_factory=list)
    accuracies: list[float] = field(default_factory=list)
    predictions: Any = None
    probabilities: Any = None
    filters: Any = None
    seconds: float = 0.0
    metadata: go.RunMetadata = field(default_factory=go.RunMetadata)

    @property
    def accuracy(self) -> float:
        """On the held-out digits, at the end."""
        return self.accuracies[-1]


def train(digits: Digits, seed: int, epochs: int, report: Callable[[float, float], None]) -> Training:
    """Train one network.

    Args:
        report: called after each epoch with the mean loss of its steps and the accuracy on the held-out digits.
    """
    start = time.perf_counter()
    result = Training(seed)
    model = build_model(seed)
    rng = np.random.default_rng(seed)
    with go.Session(model.graph) as session:
        session.run(model.initialize)
        step = session.make_callable([model.step, model.loss], [model.images, model.labels, model.rate])
        test = session.make_callable(model.predictions, [model.images])
        batches = -(-len(digits.train_labels) // BATCH)
        for epoch in range(epochs):
            order = rng.permutation(len(digits.train_labels))
            for number in range(batches):
                rows = order[number * BATCH : (number + 1) * BATCH]
                rate = LEARNING_RATE * (1 - (epoch * batches + number) / (epochs * batches))
                images = distorted(digits.train_images[rows], rng)
                _, loss = step(images, digits.train_labels[rows], np.float32(rate))
                result.losses.append(float(loss))
            result.predictions = test(digits.test_images)
            result.accuracies.append(float(np.mean(result.predictions == digits.test_labels)))
            report(float(np.mean(result.losses[-batches:])), result.accuracy)
        result.filters = session.run(model.filters)
        result.probabilities = session.run(model.probabilities, {model.images: digits.test_images})
        result.seconds = time.perf_counter() - start
        _trace(session, model, digits, result.metadata)
    return result


def _trace(session: go.Session, model: Model, digits: Digits, metadata: go.RunMetadata) -> None:
    """One step and one test, recorded; the learning rate of zero changes nothing."""
    feeds = {
        model.images: digits.train_images[:BATCH],
        model.labels: digits.train_labels[:BATCH],
        model.rate: np.float32(0),
    }
    session.run([model.step, model.loss], feeds, run_metadata=metadata)
    session.run(model.predictions, {model.images: digits.test_images}, run_metadata=metadata)
