"""The demo: a small convolutional network learns to read handwritten digits.

Uses graphops as any program does.  Begin with ``model``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import graphops as go
from graphops.apps.cli.table import table
from graphops.apps.demo.digits import RULE, Digits, load_digits
from graphops.apps.demo.training import Training, train
from graphops.plugins.extras import optional


def run_demo(seeds: Sequence[int], epochs: int, out: str | os.PathLike[str]) -> list[Training]:
    """Train one network for each seed, print what came out, and write picture and trace of the first one.

    Args:
        seeds: at least one.
        epochs: passes over the digits that are learned from.
        out: a directory, made if it is missing.
    """
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    digits = load_digits()
    learn, held_out = len(digits.train_labels), len(digits.test_labels)
    print(f"{learn + held_out:,} handwritten digits: {learn:,} to learn from, {held_out} held out ({RULE})")
    with _one_blas_thread():
        results = [_train_with_bar(digits, seed, epochs) for seed in seeds]
    if len(results) > 1:
        worst = min(results, key=lambda result: result.accuracy)
        print(f"worst of {len(results)} seeds: {worst.accuracy:.2%} (seed {worst.seed})")
    print(f"\nkernels of one training step and one test (seed {results[0].seed}):")
    print(kernel_table(results[0].metadata))
    picture, trace = folder / "digits.png", folder / "trace.json"
    _save_picture(picture, results[0], digits)
    results[0].metadata.save(trace)
    print(f"\n{picture}: loss, accuracy, learned filters, misread digits")
    print(f"{trace}: when each node ran; open it at https://ui.perfetto.dev")
    return results


def _one_blas_thread() -> AbstractContextManager[Any]:
    """Matrices this small gain nothing from threads, which on a busy machine wait for one another all the time."""
    threadpoolctl = optional("threadpoolctl")  # scikit-learn brings it
    return nullcontext() if threadpoolctl is None else threadpoolctl.threadpool_limits(1, "blas")


def _train_with_bar(digits: Digits, seed: int, epochs: int) -> Training:
    from tqdm import tqdm

    with tqdm(total=epochs, desc=f"seed {seed}", unit="epoch", disable=None, leave=False) as bar:

        def report(loss: float, accuracy: float) -> None:
            bar.set_postfix(loss=f"{loss:.3f}", test=f"{accuracy:.1%}", refresh=False)
            bar.update()

        result = train(digits, seed, epochs, report)
    right = int((result.predictions == digits.test_labels).sum())
    last = result.losses[-(len(result.losses) // epochs) :]
    print(
        f"seed {seed}: loss {sum(last) / len(last):.3f}, {right} of {len(digits.test_labels)} held-out digits right "
        f"({result.accuracy:.2%}), {result.seconds:.1f} s"
    )
    return result


def kernel_table(metadata: go.RunMetadata) -> str:
    """For each op and kernel how often it ran and how long it took in all, the longest first."""
    totals: dict[tuple[str, str], tuple[int, int]] = {}
    for node in metadata.nodes:
        runs, spent = totals.get((node.op, node.kernel), (0, 0))
        totals[node.op, node.kernel] = runs + 1, spent + node.end_ns - node.start_ns
    ordered = sorted(totals.items(), key=lambda item: -item[1][1])
    rows = [[op, str(runs), f"{spent / 1e6:.3f}", kernel] for (op, kernel), (runs, spent) in ordered]
    return table(["op", "runs", "ms", "kernel"], rows)


def _save_picture(path: Path, training: Training, digits: Digits) -> None:
    from graphops.apps.demo.picture import save_picture

    save_picture(path, training, digits)
