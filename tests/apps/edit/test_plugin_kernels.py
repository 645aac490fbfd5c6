"""Kernels of a plug-in that print, raise anything, fork, crash and hang: the editor is told, and goes on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests.apps.edit.conftest import Server, start
from tests.apps.edit.test_runs import hear, results, run, say
from tests.apps.edit.test_service import X, page
from tests.extension.packages import write_package

SOURCE = """
import ctypes, os, sys, time
from graphops.extend import PlainKernel, register_kernel, register_op

class Mute(Exception):
    def __str__(self):
        raise RuntimeError

def raises(error):
    raise error

def fork_and_die():
    if os.fork() == 0:
        time.sleep(20)  # it holds the pipe open all the while
        os._exit(0)
    os.kill(os.getpid(), 9)

for name, act in {
    "Print": lambda: print("x" * 1000, file=sys.stderr),
    "Exit": lambda: sys.exit(3),
    "Interrupt": lambda: raises(KeyboardInterrupt()),
    "Mute": lambda: raises(Mute()),
    "Long": lambda: raises(ValueError("z" * 10**7)),
    "Crash": lambda: ctypes.string_at(0),
    "Fork": fork_and_die,
    "Hang": lambda: ctypes.PyDLL(None).sleep(1000),  # and nothing else in the process goes on
}.items():
    op = register_op(f"Odd>{name}", inputs=["x: float"], outputs=["y: float"], doc="For tests.")
    op.shape_rule(lambda c: [c.shape("x")])
    body = {"fresh": True, "compute": lambda self, x, act=act: (act(), x.copy())[1]}
    register_kernel(f"Odd>{name}", "CPU")(type(name, (PlainKernel,), body))
"""

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the plug-in."""
    place = tmp_path_factory.mktemp("site")
    write_package(place, "odd_kernels", SOURCE)
    patch = pytest.MonkeyPatch()
    patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(place), os.environ.get("PYTHONPATH", "")))))
    server = start(tmp_path_factory.mktemp("pages"))
    patch.undo()
    yield server
    server.end()


@pytest.fixture(scope="module")
def socket(odd: Server) -> Iterator[Any]:
    with odd.socket(max_size=None) as found:
        yield found


def drawn(name: str) -> Any:
    return page(X, {"id": "odd", "op": f"Odd>{name}"}, wires=[("x:output", "odd:x")])


@pytest.mark.parametrize(
    ("name", "status", "message"),
    [
        ("Print", "done", None),
        ("Exit", "failed", "3"),
        ("Interrupt", "failed", ""),
        ("Mute", "failed", "an error that has no text"),
        ("Long", "failed", "zzz"),
        ("Crash", "died", "ended with signal 11"),
        ("Fork", "died", "ended with signal 9"),
    ],
)
def test_what_kernels_do(socket: Any, name: str, status: str, message: str | None) -> None:
    said = run(socket, drawn(name))
    assert said[-1]["status"] == status
    problems = [m["message"] for m in said if m["type"] == "problem"]
    assert len(problems) == (message is not None)
    assert all(message in text and len(text) <= 600 for text in problems if message is not None)
    assert results(run(socket, page(X)))["x"]["result_output"]["first"] == [1, 2]


def test_a_kernel_that_hears_nothing_is_ended(socket: Any) -> None:
    say(socket, type="run", id="hang", page=drawn("Hang"))
    hear(socket, "started")
    say(socket, type="stop", id="hang")
    assert hear(socket)[-1]["status"] == "stopped"
    assert run(socket, page(X))[-1]["status"] == "done"
