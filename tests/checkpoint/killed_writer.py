"""Kill writers of checkpoints at random moments and look at what is left: run by ``test_killed_writer.py``.

``python killed_writer.py FOLDER KILLS SEED`` forks writers that save step after step; each tells the number of a step
when it is saved. Every other one is killed at some time, the rest within some operation on a file. After each kill the
newest checkpoint must load, be whole, and be no older than the last one told.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

import numpy as np

import graphops as go
from graphops import checkpoint
from graphops.build.variables import Variable, global_variables_initializer
from graphops.checkpoint import atomic

SIZES = {"large": 100_000, "small": 10, "other": 30_000}


class Dying:
    """A file of a process that kills itself within one of its next operations on files, ``left`` of them ahead."""

    left = None

    def __init__(self, *arguments):
        self.file = open(*arguments)  # noqa: SIM115

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.file.close()

    def __getattr__(self, name):
        return getattr(self.file, name)

    def write(self, data):
        if Dying.count():
            self.file.write(bytes(data)[: len(data) // 2])
            self.file.flush()
            os.kill(os.getpid(), signal.SIGKILL)
        self.file.write(data)

    @classmethod
    def count(cls):
        """Whether this operation is the one."""
        cls.left -= 1
        return cls.left < 0


def die_within(operations):
    """From now on writing, syncing, renaming and removing are counted."""
    Dying.left = operations
    atomic.open = Dying
    for name in ("fsync", "replace", "unlink"):
        real = getattr(os, name)

        def function(*arguments, real=real):
            before = Dying.left % 2
            if not before:
                real(*arguments)
            if Dying.count():
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*arguments) if before else None

        setattr(os, name, function)


def write(folder, start, tell, operations):
    """Save steps ``start``, ``start + 1``, ... until killed, by others or at that number of operations on files."""
    if operations is not None:
        die_within(operations)
    with go.Graph().as_default(), go.Session() as session:
        for name, size in SIZES.items():
            Variable(np.zeros(size, np.float64), name=name)
        session.run(global_variables_initializer())
        step = start
        while True:
            session.variables.restore({name: np.full(size, step, np.float64) for name, size in SIZES.items()})
            checkpoint.save_session(session, folder / "m", step=step, keep=3)
            checkpoint.save_session(session, folder / "always.safetensors")
            os.write(tell, step.to_bytes(8, "little"))
            step += 1


def look(path):
    """The step that a checkpoint is of; it must be of one."""
    with checkpoint.load(path) as loaded:
        steps = {float(step) for name in SIZES for step in np.unique(loaded.values[name])}
        assert len(steps) == 1, f"{path} has values of the steps {steps}"
        assert {name: loaded.shapes[name] for name in SIZES} == {name: (size,) for name, size in SIZES.items()}
        return int(steps.pop())


def main(folder, kills, seed):
    rng = random.Random(seed)  # noqa: S311
    start = told = 0
    for kill in range(kills):
        read, tell = os.pipe()
        operations = rng.randrange(70) if kill % 2 else None
        writer = os.fork()
        if writer == 0:
            os.close(read)
            write(folder, start, tell, operations)
        os.close(tell)
        if not told:
            told = int.from_bytes(os.read(read, 8), "little")  # the first one: from here on there always is one
        if operations is None:
            time.sleep(rng.uniform(0, 0.06))
            os.kill(writer, signal.SIGKILL)
        os.waitpid(writer, 0)
        while step := os.read(read, 8):
            told = int.from_bytes(step, "little")
        os.close(read)
        latest = checkpoint.latest_checkpoint(folder)
        found = look(latest)
        always = look(folder / "always.safetensors")
        assert found >= told, f"{latest} is of step {found}, but {told} was saved"
        assert always >= told
        assert Path(latest).name == f"m-{found}.safetensors"
        start = found + 1
    print(f"{kills} kills, {start} steps")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
