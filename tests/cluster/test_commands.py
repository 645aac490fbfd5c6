"""The command line on a cluster: ``graphops run --target`` and ``graphops cluster``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.apps.cli import main
from graphops.cluster import connection
from graphops.interchange.model import Model
from tests.docs.extension import environment

pytest.importorskip("distributed")

_SECONDS = 60  # for what takes two


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler that is not there is not waited for as long as a person would."""
    monkeypatch.setattr(connection, "_SECONDS", 0.5)


@pytest.fixture
def target(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An address; the current folder has the graph ``line.pb``: y = 2 x on worker 0, sum = y + y on worker 1."""
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (None,), name="x")
        with go.device("/job:worker/task:0"):
            y = go.raw_ops.Mul(x=x, y=2.0, name="y")
        with go.device("/job:worker/task:1"):
            go.raw_ops.AddN(inputs=[y, y], name="sum")
    go.save_graph(graph, str(tmp_path / "line.pb"))
    monkeypatch.chdir(tmp_path)
    return str(cluster.scheduler_address).replace("tcp", "dask")


def test_a_model_on_a_cluster(target: str, capsys: Any) -> None:
    assert main(["run", "line.pb", "--input", "x=1,2", "--target", target, "--trace", "t.json", "--out", "r.npz"]) == 0
    assert capsys.readouterr().out == "sum:0: float32 [2]\n[4. 8.]\nwrote r.npz\nwrote t.json\n"
    events = json.loads(Path("t.json").read_text())["traceEvents"]
    workers = {event["args"]["name"] for event in events if event["ph"] == "M"}
    assert len(workers) == 2
    assert {event["name"] for event in events if event["ph"] == "X"} == {"Mul", "AddN"}


def test_a_trace_of_this_process(target: str, capsys: Any) -> None:
    with go.Graph().as_default() as graph:
        go.raw_ops.Neg(x=go.placeholder(go.float32, (None,), name="x"), name="y")
    go.save_graph(graph, "here.pb")
    assert main(["run", "here.pb", "--input", "x=1,2", "--trace", "t.json", "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["y:0"]["values"] == [-1, -2]
    assert captured.err == "wrote t.json\n"
    events = json.loads(Path("t.json").read_text())["traceEvents"]
    assert [event["name"] for event in events if event["ph"] == "X"] == ["Neg"]


def test_a_page_on_a_cluster(target: str, capsys: Any) -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (None,), name="x")
        with go.device("/job:worker/task:1"):
            go.raw_ops.Neg(x=x, name="y")
    go.save_graph(graph, "graph.pb")
    assert main(["convert", "graph.pb", "page.json"]) == 0
    capsys.readouterr()
    assert main(["run", "page.json", "--feed", "x=1,2", "--fetch", "y", "--target", target]) == 0
    assert "[-1. -2.]" in capsys.readouterr().out


def test_a_page_needs_its_target(target: str, impatient: None, capsys: Any) -> None:
    with go.Graph().as_default() as graph:
        go.raw_ops.Neg(x=1.0, name="y")
    go.save_graph(graph, "graph.pb")
    assert main(["convert", "graph.pb", "page.json"]) == 0
    assert main(["run", "page.json", "--fetch", "y", "--target", "dask://127.0.0.1:1"]) == 1
    assert "a scheduler must be at tcp://127.0.0.1:1" in capsys.readouterr().err


def test_variables_come_from_this_machine(target: str) -> None:
    """A checkpoint is read here, not on a worker."""
    with go.Graph().as_default() as graph:
        w = go.Variable([2.0, 3.0], name="w")
        x = go.placeholder(go.float32, (None,), name="x")
        with go.device("/job:worker/task:1"):
            y = go.raw_ops.Mul(x=w, y=x, name="y")
        with go.Session(graph) as session:
            session.run(go.global_variables_initializer())
            saved = go.train.Saver([w]).save(session, "model")
    model = Model(Path("model.meta"), graph, checkpoint=saved)
    with model.session(target=target) as session:
        assert type(session).__name__ == "ClusterSession"
        np.testing.assert_array_equal(session.run(y, {x: [1.0, 2.0]}), [2.0, 6.0])


@pytest.mark.parametrize(
    ("status", "argv", "text"),
    [
        (1, ["line.pb", "-i", "x=1", "--target", "dask://127.0.0.1:1"], "a scheduler must be at tcp://127.0.0.1:1"),
        (1, ["line.pb", "-i", "x=1", "--target", "nonsense"], "target of Session must be"),
        (2, ["Neg", "-i", "x=1", "--target", "dask://127.0.0.1:1"], "--target must come with a page file, got op"),
        (2, ["page.json", "--trace", "t.json"], "--trace must come with a model, got a page"),
    ],
)
def test_errors(target: str, impatient: None, capsys: Any, status: int, argv: list[str], text: str) -> None:
    assert main(["run", *argv]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert text in captured.err
    assert captured.err.count("\n") == 1


def test_without_dask(target: str, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["run", "line.pb", "-i", "x=1", "--target", target]) == 1
    assert capsys.readouterr().err == (
        "graphops run: error: a Session with a target must have Dask, but it is not installed\n"
    )
    from graphops.plugins import extras

    monkeypatch.setitem(extras.EXTRAS, "cluster", {"dask": "no_such_module"})
    assert main(["cluster"]) == 1
    assert "needs dask, from the extra 'cluster': pip install 'graphops[cluster]'" in capsys.readouterr().err


# -- graphops cluster ---------------------------------------------------------------------------------------------


@pytest.fixture
def started(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """``graphops cluster``, as the leader of a group of processes, as in a terminal. It prints into ``out``."""
    with (tmp_path / "out").open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "graphops", "cluster", "--workers", "2"],
            stdout=out, stderr=subprocess.PIPE, text=True, env=environment(), start_new_session=True,
        )  # fmt: skip
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=_SECONDS)


def wait_for(condition: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + _SECONDS
    while not condition():
        assert time.monotonic() < until, what
        time.sleep(0.05)


@pytest.mark.full
@pytest.mark.parametrize("ending", ["Ctrl-C", "SIGTERM"])
def test_a_cluster_until_it_is_ended(started: subprocess.Popen[str], tmp_path: Path, ending: str) -> None:
    import psutil

    wait_for(lambda: "--preload" in (tmp_path / "out").read_text(), "nothing is printed")
    out = (tmp_path / "out").read_text()
    target = out.split()[1]
    assert f"--target {target}" in out
    workers = psutil.Process(started.pid).children(recursive=True)
    assert len(workers) >= 2
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (None,), name="x")
        with go.device("/job:worker/task:1"):
            y = go.raw_ops.Neg(x=x)
    with go.Session(graph, target=target, config=go.SessionConfig(worker_timeout=10)) as session:
        np.testing.assert_array_equal(session.run(y, {x: [1.0, 2.0]}, timeout=_SECONDS), [-1.0, -2.0])
    if ending == "Ctrl-C":  # a terminal sends it to every process of the group
        os.killpg(started.pid, signal.SIGINT)
    else:
        started.send_signal(signal.SIGTERM)
    _, complaints = started.communicate(timeout=_SECONDS)
    assert (started.returncode, complaints) == (0, "")
    gone = (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    wait_for(lambda: not any(each.is_running() and each.status() not in gone for each in workers), "workers are left")


@pytest.mark.parametrize(
    ("status", "argv", "text"),
    [
        (2, ["--workers", "0"], "--workers must be at least 1, got 0"),
        (2, ["--threads", "-1"], "--threads must be at least 1, got -1"),
        (2, ["--port", "65536"], "--port must be a port, got 65536"),
        (1, ["--memory-limit", "much"], "memory_limit of LocalCluster must be 'auto', or a size"),
    ],
)
def test_clusters_that_are_none(capsys: Any, status: int, argv: list[str], text: str) -> None:
    assert main(["cluster", *argv]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert text in captured.err
    assert captured.err.count("\n") == 1
