"""The picture: how the loss fell, what the first layer learned, which digits were misread."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from graphops.apps.demo.digits import Digits
from graphops.apps.demo.training import Training

_BLUE, _GREY, _RED = "#2b5d8a", "#b8c4d0", "#b3402e"
_SHOWN = 12


def save_picture(path: Path, training: Training, digits: Digits) -> None:
    """Draw a PNG. Uses no display and no global state of matplotlib."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 7.2), dpi=120, layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(
        f"{len(digits.test_labels)} held-out handwritten digits: {training.accuracy:.1%} read right after "
        f"{len(training.accuracies)} epochs (seed {training.seed})",
        fontsize=15,
    )
    rows: Any = figure.subfigures(2, 1, height_ratios=[2.5, 1])
    top, bottom = rows
    curves, filters = top.subfigures(1, 2, width_ratios=[2.1, 1])
    _draw_curves(curves.subplots(2, 1, sharex=True), training)
    _draw_filters(filters, training.filters)
    _draw_hardest(bottom, training, digits)
    figure.savefig(path)


def _draw_curves(axes: Any, training: Training) -> None:
    """Loss of each step with its running mean, and accuracy of each epoch, over the same epochs."""
    losses = np.asarray(training.losses)
    per_epoch = len(losses) // len(training.accuracies)
    epochs = (np.arange(len(losses)) + 1) / per_epoch
    axes[0].plot(epochs, losses, color=_GREY, linewidth=0.6, label="each step")
    if len(losses) > per_epoch:
        mean = np.convolve(losses, np.full(per_epoch, 1 / per_epoch), "valid")
        axes[0].plot(epochs[per_epoch - 1 :], mean, color=_BLUE, linewidth=2, label="mean of an epoch")
    axes[0].set_yscale("log")
    axes[0].set_ylabel("loss (cross entropy)")
    axes[0].legend(frameon=False, loc="upper right")
    accuracies = np.asarray(training.accuracies) * 100
    axes[1].plot(np.arange(1, len(accuracies) + 1), accuracies, color=_BLUE, linewidth=2, marker="o", markersize=3)
    axes[1].set_ylim(float(np.floor(accuracies[1:].min(initial=99))) - 1, 100.3)  # the first epoch may lie below
    axes[1].set_ylabel("held-out digits\nread right, %")
    axes[1].set_xlabel("epoch")
    axes[1].set_xlim(0, len(accuracies) + 0.5)
    for axis in axes:
        axis.grid(True, color="#e6e6e6", linewidth=0.8)
        axis.set_axisbelow(True)
        axis.spines[["top", "right"]].set_visible(False)


def _draw_filters(figure: Any, filters: np.ndarray[Any, Any]) -> None:
    """The 3 x 3 filters of the first layer, all on one scale: red adds, blue takes away."""
    count = filters.shape[-1]
    largest = float(np.abs(filters).max())
    figure.suptitle("first layer: 16 learned 3 × 3 filters", fontsize=12)
    axes = figure.subplots(4, count // 4)
    for index, axis in enumerate(axes.flat):
        image = axis.imshow(filters[:, :, 0, index], cmap="RdBu_r", vmin=-largest, vmax=largest)
        axis.set_xticks([])
        axis.set_yticks([])
    figure.colorbar(image, ax=axes, shrink=0.8, label="weight")


def _draw_hardest(figure: Any, training: Training, digits: Digits) -> None:
    """The held-out digits whose true class got the lowest probability: those misread come first."""
    truth = training.probabilities[np.arange(len(digits.test_labels)), digits.test_labels]  # (599,)
    wrong = training.predictions != digits.test_labels
    hardest = np.lexsort((truth, ~wrong))[:_SHOWN]
    figure.suptitle(
        f"misread: {wrong.sum()} of {len(wrong)} (red), then those read with the least certainty", fontsize=12
    )
    for axis, index in zip(figure.subplots(1, _SHOWN), hardest, strict=True):
        axis.imshow(digits.test_images[index, :, :, 0], cmap="gray_r", vmin=0, vmax=1)
        axis.set_xticks([])
        axis.set_yticks([])
        read, certainty = training.predictions[index], training.probabilities[index].max()
        label = f"is {digits.test_labels[index]}, read {read}" if wrong[index] else f"{read}, {certainty:.0%} sure"
        axis.set_title(label, fontsize=9.5, color=_RED if wrong[index] else "black")
        axis.spines[:].set_color(_RED if wrong[index] else _GREY)
