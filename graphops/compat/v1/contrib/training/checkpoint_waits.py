"""``tf.contrib.training``: the checkpoints of a folder, as they come."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import graphops.compat.v1 as tf


def wait_for_new_checkpoint(
    checkpoint_dir: str, last_checkpoint: str | None = None, seconds_to_sleep: float = 1, timeout: float | None = None
) -> str | None:
    """The newest checkpoint of a folder, as soon as it is another one; ``None`` after ``timeout`` seconds."""
    end = None if timeout is None else time.monotonic() + timeout
    while True:
        found: str | None = tf.train.latest_checkpoint(checkpoint_dir)
        if found is not None and found != last_checkpoint:
            return found
        if end is not None and time.monotonic() + seconds_to_sleep > end:
            return None
        time.sleep(seconds_to_sleep)


def checkpoints_iterator(
    checkpoint_dir: str,
    min_interval_secs: float = 0,
    timeout: float | None = None,
    timeout_fn: Callable[[], Any] | None = None,
) -> Iterator[str]:
    """The newest checkpoints of a folder, each once.

    Args:
        min_interval_secs: how long a checkpoint takes at least.
        timeout: how many seconds to wait for another one.
        timeout_fn: called after that; there is an end if it gives true.
    """
    last = None
    while True:
        found = wait_for_new_checkpoint(checkpoint_dir, last, timeout=timeout)
        if found is None:
            if timeout_fn is None or timeout_fn():
                return
            continue
        begin, last = time.monotonic(), found
        yield found
        time.sleep(max(0.0, begin + min_interval_secs - time.monotonic()))
