"""A side in another process: it starts once, gets commands as lines of JSON, and is idle while others are timed."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from graphops.apps.bench.sides.runner import Runner

_START_LIMIT = 120.0  # seconds until a peer has imported its framework
_OURS = ("graphops", "numpy")  # what runs with the packages of this process
_SETTINGS_OF_OURS = (  # peers run as they come
    "PYTHONPATH", "PYTHONHOME", "GOMP_SPINCOUNT", "OMP_WAIT_POLICY", "OPENBLAS_THREAD_TIMEOUT"
)  # fmt: skip


class PeerError(Exception):
    """The peer cannot be started, died, or sends nonsense; the text is one sentence."""


class PeerTimeoutError(PeerError):
    """No response in time; the peer was ended.

    Attributes:
        seconds: how long it had.
    """

    def __init__(self, text: str, seconds: float) -> None:
        super().__init__(text)
        self.seconds = seconds


class Side(Protocol):
    """One of the sides that are timed alternately."""

    name: str
    version: str

    def prepare(self, case: dict[str, Any], patience: float) -> dict[str, Any]:
        """See :meth:`graphops.apps.bench.sides.runner.Runner.prepare`."""

    def time(self, runs: int, seconds: float) -> dict[str, Any]:
        """See :meth:`graphops.apps.bench.sides.runner.Runner.time`."""

    def drop(self) -> None:
        """Forget the case."""

    def close(self) -> None:
        """The end."""


class InThisProcess:
    """graphops in this process."""

    def __init__(self, threads: int | None, name: str = "graphops", device: str = "cpu") -> None:
        side = import_module(f"graphops.apps.bench.sides.side_graphops{'_gpu' if device == 'gpu' else ''}")
        self.name, self.version = name, side.start(threads)["version"]
        self._runner = Runner(side.make)

    def prepare(self, case: dict[str, Any], patience: float) -> dict[str, Any]:
        return self._runner.prepare(case, patience)

    def time(self, runs: int, seconds: float) -> dict[str, Any]:
        return self._runner.time(runs, seconds)

    def drop(self) -> None:
        self._runner.drop()

    def close(self) -> None:
        self.drop()


class Twin(InThisProcess):
    """graphops on what a case is compared with: its ``"twin"``."""

    def __init__(self, threads: int | None) -> None:
        super().__init__(threads, "twin")

    def prepare(self, case: dict[str, Any], patience: float) -> dict[str, Any]:
        """See :meth:`Side.prepare`; without a sample where the twin computes something else."""
        twin = case["twin"]
        found = super().prepare(twin, patience)
        return found if twin["layer"] == case["layer"] else {**found, "sample": []}


class Peer:
    """A framework in a process of its own.

    Args:
        name: ``tensorflow``, ``torch``, ``numpy``, or ``graphops`` itself.
        python: an interpreter that can import it.
        threads: inside one kernel.
        limit: seconds that a response may take; afterwards the process is ended and started again when it is needed.
        device: ``cpu`` or ``gpu``.
        title: its name for people, where there may be several of a framework.

    Raises:
        PeerError: it cannot be started, or cannot import the framework.
    """

    def __init__(
        self, name: str, python: str, threads: int, limit: float = 60.0, device: str = "cpu", title: str = ""
    ) -> None:
        self.name = title or name
        self.version = ""
        self._side = name
        self._python, self._threads, self._limit, self._device = python, threads, limit, device
        self.failures = 0  # in a row, since the last case that was timed
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._complaints: Any = None
        self._start()

    def prepare(self, case: dict[str, Any], patience: float) -> dict[str, Any]:
        if self._process is None:
            self._start()
        try:
            found = self._ask({"do": "prepare", "case": case, "patience": patience}, self._limit)
        except PeerTimeoutError as late:
            return {"over": late.seconds}
        if "refused" not in found and not isinstance(found.get("seconds"), (int, float)):
            raise self._nonsense(found)
        return found

    def time(self, runs: int, seconds: float) -> dict[str, Any]:
        found = self._ask({"do": "time", "runs": runs, "seconds": seconds}, self._limit)
        if not isinstance(found.get("median"), (int, float)) and not {"parts", "refused"} & set(found):
            raise self._nonsense(found)
        self.failures = 0
        return found

    def drop(self) -> None:
        if self._process is not None:
            self._ask({"do": "drop"}, self._limit)

    def close(self) -> None:
        """End the process, at once if need be."""
        process, self._process = self._process, None
        if process is None:
            return
        self.failures += 1
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:  # what was not sent cannot be sent any more
                    continue
        self._complaints.close()

    def _start(self) -> None:
        served = Path(__file__).with_name("sides") / "serve.py"
        environment = {key: value for key, value in os.environ.items() if key not in _SETTINGS_OF_OURS}
        if self._side in _OURS:
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(entry or os.curdir for entry in sys.path)}
        self._complaints = tempfile.TemporaryFile("w+", errors="replace")  # noqa: SIM115  (closed with the process)
        try:
            process = subprocess.Popen(
                [self._python, str(served), self._side, str(self._threads), self._device],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                text=True,
                env=environment,
            )
        except OSError as error:
            self._complaints.close()
            raise PeerError(f"peer {self.name} must be a Python that can be run, got '{self._python}' "
                            f"({error.strerror or error})") from None  # fmt: skip
        self._process = process
        self._answers = queue.Queue()
        threading.Thread(target=_listen, args=(process.stdout, self._answers), daemon=True).start()
        facts = self._ask({"do": "facts"}, _START_LIMIT)
        if not isinstance(facts.get("version"), str):
            raise self._nonsense(facts)
        self.version = facts["version"]

    def _ask(self, command: dict[str, Any], limit: float) -> dict[str, Any]:
        """The response to a command.

        Raises:
            PeerTimeoutError: none came in time.
            PeerError: the peer is gone, failed, or sends something else than JSON.
        """
        process = self._process
        if process is None or process.stdin is None:
            raise PeerError(f"peer {self.name} must be running, but it was ended")
        try:
            process.stdin.write(json.dumps(command) + "\n")
            process.stdin.flush()
            line = self._answers.get(timeout=limit)
        except queue.Empty:
            self.close()
            sentence = f"peer {self.name} must answer within {limit:g} s, but it did not"
            raise PeerTimeoutError(sentence, limit) from None
        except OSError:
            line = None
        if line is None:
            # A failed import is still reported: the line was on its way before the end.
            text = self._last_words()
            self.close()
            raise PeerError(f"peer {self.name} must stay alive, but '{self._python}' ended: {text}")
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise self._nonsense(line)
        if "error" in found:
            self.close()
            raise PeerError(f"peer {self.name} must be able to run in '{self._python}', but it failed: "
                            f"{' '.join(str(found['error']).split())[:300]}")  # fmt: skip
        return found

    def _nonsense(self, answer: Any) -> PeerError:
        self.close()
        text = " ".join(str(answer).split())[:80]
        return PeerError(f"peer {self.name} must answer in JSON, but '{self._python}' said {text!r}")

    def _last_words(self) -> str:
        process = self._process
        status = "silently"
        if process is not None:
            try:
                status = f"exit status {process.wait(timeout=5)}"
            except subprocess.TimeoutExpired:
                status = "without closing"
        self._complaints.seek(0)
        lines = [line.strip() for line in self._complaints.read()[-4000:].splitlines() if line.strip()]
        return lines[-1][:300] if lines else status


def _listen(stream: Any, answers: queue.Queue[str | None]) -> None:
    """Put each line into the queue, and ``None`` at the end."""
    try:
        for line in stream:
            answers.put(line)
    except (OSError, ValueError):  # closed while it was read
        pass
    answers.put(None)


def pause() -> None:
    """Between turns: time for a peer's threads to stop spinning and sleep."""
    time.sleep(0.02)
