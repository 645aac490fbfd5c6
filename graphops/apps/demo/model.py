"""The network as an explicit graph: two convolutions, each with bias, ReLU and pooling, then one matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import graphops as go
from graphops.apps.demo.digits import CLASSES
from graphops.build import nn, raw_ops
from graphops.build.variables import Variable, global_variables_initializer
from graphops.train import AdamOptimizer


@dataclass(frozen=True)
class Model:
    """The tensors and nodes that training and testing need.

    Attributes:
        graph: where they are.
        images: fed, float32 (N, 8, 8, 1).
        labels: fed, int32 (N).
        rate: fed, the learning rate.
        loss: the mean cross entropy, a scalar.
        probabilities: of each digit for each image, float32 (N, 10).
        predictions: the most likely digit of each image, int64 (N).
        filters: the first layer's filters (3, 3, 1, 16).
        initialize, step: nodes to run once, and once for each batch.
    """

    graph: go.Graph
    images: go.Tensor
    labels: go.Tensor
    rate: go.Tensor
    loss: go.Tensor
    probabilities: go.Tensor
    predictions: go.Tensor
    filters: Variable
    initialize: go.Node
    step: go.Node


def build_model(seed: int) -> Model:
    """The graph with its gradients and the optimizer; ``seed`` decides the initial weights."""
    rng = np.random.default_rng(seed)
    graph = go.Graph()
    with graph.as_default():
        images = go.placeholder(go.float32, ("N", 8, 8, 1), name="images")
        labels = go.placeholder(go.int32, ("N",), name="labels")
        rate = go.placeholder(go.float32, (), name="rate")
        filters, hidden = _convolution(rng, images, 1, 16, "conv1")  # (N, 4, 4, 16)
        _, hidden = _convolution(rng, hidden, 16, 32, "conv2")  # (N, 2, 2, 32)
        flat = raw_ops.Reshape(tensor=hidden, shape=[-1, 2 * 2 * 32], name="flat")
        with go.name_scope("dense"):
            weights = Variable(_normal(rng, (2 * 2 * 32, CLASSES), 2 * 2 * 32), name="weights")
            bias = Variable(np.zeros(CLASSES, np.float32), name="bias")
            logits = nn.bias_add(raw_ops.MatMul(a=flat, b=weights), bias)  # (N, 10)
        losses = nn.sparse_softmax_cross_entropy_with_logits(labels, logits, name="losses")  # (N,)
        loss = raw_ops.Mean(input=losses, reduction_indices=[0], name="loss")
        probabilities = nn.softmax(logits, name="probabilities")
        predictions = raw_ops.ArgMax(input=logits, dimension=1, name="predictions")
        step = AdamOptimizer(rate).minimize(loss)
        initialize = global_variables_initializer()
    return Model(graph, images, labels, rate, loss, probabilities, predictions, filters, initialize, step)


def _convolution(
    rng: np.random.Generator, x: go.Tensor, channels: int, outputs: int, name: str
) -> tuple[Variable, Any]:
    """3 x 3 filters, and their pooled outputs at half the height and width."""
    with go.name_scope(name):
        filters = Variable(_normal(rng, (3, 3, channels, outputs), 9 * channels), name="filters")
        bias = Variable(np.zeros(outputs, np.float32), name="bias")
        y = nn.relu(nn.bias_add(nn.conv2d(x, filters, 1, "SAME"), bias))
        return filters, nn.max_pool2d(y, 2, 2, "VALID")


def _normal(rng: np.random.Generator, shape: tuple[int, ...], fan_in: int) -> np.ndarray[Any, Any]:
    """Normal numbers that keep the size of what passes through a ReLU."""
    weights: np.ndarray[Any, Any] = rng.standard_normal(shape) * np.sqrt(2.0 / fan_in)
    return weights.astype(np.float32)
