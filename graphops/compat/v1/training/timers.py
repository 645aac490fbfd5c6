"""``tf.train.SecondOrStepTimer``: when a hook has something to do."""

from __future__ import annotations

import time

from graphops_registry.errors import InvalidArgumentError


class SecondOrStepTimer:
    """Every so many seconds, or every so many steps.

    Raises:
        InvalidArgumentError: both, or neither.
    """

    def __init__(self, every_secs: float | None = None, every_steps: int | None = None) -> None:
        if (every_secs is None) == (every_steps is None):
            text = "one of every_secs and every_steps of SecondOrStepTimer must be given"
            raise InvalidArgumentError(f"{text}, got {every_secs!r} and {every_steps!r}")
        self._every_secs = every_secs
        self._every_steps = every_steps
        self.reset()

    def reset(self) -> None:
        """Forget when it was time last."""
        self._step: int | None = None
        self._time: float | None = None

    def should_trigger_for_step(self, step: int) -> bool:
        """Whether it is time at this step; always at the first, and once at each."""
        if self._step is None or self._time is None:
            return True
        if step == self._step:
            return False
        if self._every_secs is not None:
            return time.time() >= self._time + self._every_secs
        return step >= self._step + (self._every_steps or 0)

    def update_last_triggered_step(self, step: int) -> tuple[float | None, int | None]:
        """Note that it was time at this step; the seconds and steps since the last time."""
        now = time.time()
        since = (None, None) if self._step is None or self._time is None else (now - self._time, step - self._step)
        self._time, self._step = now, step
        return since

    def last_triggered_step(self) -> int | None:
        return self._step


class Never:
    """A timer for what is done at the end alone."""

    def reset(self) -> None: ...

    def should_trigger_for_step(self, step: int) -> bool:
        return False

    def update_last_triggered_step(self, step: int) -> tuple[float | None, int | None]:
        return None, None

    def last_triggered_step(self) -> int | None:
        return None
