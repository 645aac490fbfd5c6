"""``graphops verify`` with a peer that is no TensorFlow: another Python that does as TensorFlow's would."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

import graphops as go
from graphops.apps.cli import main
from graphops.inspect.verify import verify
from graphops_registry.errors import FailedPreconditionError, NotFoundError

MODEL = Path(__file__).parents[1] / "interchange" / "saved_models" / "data" / "training"
PEER = """#!{python}
import json, shutil, sys
from pathlib import Path
import numpy as np
script, *arguments = sys.argv[1:]
if script.endswith("keras_export.py"):
    if not Path(arguments[0]).read_text().startswith("layers"):
        raise SystemExit("ValueError: no model of Keras")
    shutil.copytree("{model}", arguments[1])
else:
    import graphops
    from graphops.interchange.model import open_model
    folder = Path(arguments[0])
    request = json.loads((folder / "request.json").read_text())
    stored = np.load(folder / "feeds.npz")
    feeds = {{name: stored[str(i)] for i, name in enumerate(request["feeds"])}}
    session = open_model(request["model"]).session()
    failed = {{}}
    for number, names in enumerate(request["chunks"]):
        values = {{}}
        for index, name in enumerate(names):
            try:
                values[str(index)] = session.run(name, feeds) + {error} * (name == "Mean:0")
            except graphops.errors.GraphopsError as error:
                failed[name] = str(error)
        np.savez(folder / f"answer-{{number}}.npz", **values)
    (folder / "done.json").write_text(json.dumps({{"version": "0", "seconds": 0.0, "failed": failed}}))
"""


def peer(folder: Path, error: float = 0.0) -> str:
    file = folder / "peer"
    file.write_text(PEER.format(python=sys.executable, model=MODEL, error=error))
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return str(file)


def test_a_model_of_keras_is_exported_by_the_peer(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "model.keras").write_text("layers")
    assert main(["verify", str(tmp_path / "model.keras"), "--peer", peer(tmp_path)]) == 0
    assert "tensors agree" in capsys.readouterr().out
    (tmp_path / "model.h5").write_text("something else")
    with pytest.raises(FailedPreconditionError, match="ValueError: no model of Keras"):
        verify(str(tmp_path / "model.h5"), peer(tmp_path))


def test_a_tensor_that_differs_is_named(tmp_path: Path, capsys: Any) -> None:
    assert main(["verify", str(MODEL), "--peer", peer(tmp_path, 1.0), "--json"]) == 1
    differences = json.loads(capsys.readouterr().out)["differences"]
    assert [each["tensor"] for each in differences if each["relative"] > 1e-4] == ["Mean:0"]


@pytest.mark.parametrize("with_sum", [True, False])
def test_what_neither_side_computes_is_not_compared(tmp_path: Path, capsys: Any, with_sum: bool) -> None:
    graph = go.Graph()
    with graph.as_default():
        x = go.placeholder(go.float32, (None,), name="x")
        if with_sum:
            go.raw_ops.AddV2(x=x, y=1.0, name="sum")
        go.raw_ops.Reshape(tensor=x, shape=[7], name="seven")
    file = tmp_path / "model.pb"
    go.save_graph(graph, str(file))
    report = verify(str(file), peer(tmp_path))
    assert [each.tensor for each in report.compared] == ["sum:0"] * with_sum
    assert [each.tensor for each in report.differences if each.neither] == ["seven:0"]
    assert not report.wrong
    assert main(["verify", str(file), "--peer", peer(tmp_path)]) == (0 if with_sum else 1)
    said = "all 1 tensors agree, the worst within 0" if with_sum else "no tensor was compared"
    assert f"{said}, 1 more fail on both sides" in capsys.readouterr().out


def test_no_peer(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="the peer must be a Python with TensorFlow"):
        verify(str(MODEL), str(tmp_path / "nothing"))
