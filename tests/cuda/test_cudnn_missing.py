"""Without a cuDNN that serves: the reason is said, another kernel runs, and an error of the library is one of ours."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

import graphops as go
from graphops.plan.choose.prepared_cache import PREPARED
from graphops_cuda.cudnn import library
from graphops_registry.errors import InternalError, NotFoundError
from tests.cuda.conv_runs import Run, kernel_named
from tests.cuda.cudnn_layers import WAY, layer

pytestmark = pytest.mark.emulator


@pytest.fixture
def asked_again():
    """Whether cuDNN is there is found out again, also by the next test."""

    def forget():
        library.why_unavailable.cache_clear()
        PREPARED.clear()

    forget()
    yield forget
    forget()


def reason(op="Conv2D"):
    inputs, attrs = layer()
    with pytest.raises(NotFoundError) as found:
        Run(kernel_named(op, WAY), inputs, attrs)
    return "\n".join(found.value.__notes__)


@pytest.mark.parametrize("missing", ["cublasLt", "cudart"])
def test_a_library_that_is_missing_is_a_reason_and_no_abort(missing, asked_again, monkeypatch):
    from cuda import pathfinder

    monkeypatch.setattr(pathfinder, "MISSING", {missing})
    monkeypatch.setattr(library.ctypes, "CDLL", lambda name: (_ for _ in ()).throw(OSError(name)))
    assert f"lib{missing}.so.13, which cuDNN needs, was not found" in reason()


def test_a_library_that_only_the_loader_finds(asked_again, monkeypatch):
    from cuda import pathfinder

    loaded = []
    monkeypatch.setattr(pathfinder, "MISSING", {"cublasLt"})
    monkeypatch.setattr(library.ctypes, "CDLL", loaded.append)
    assert library.why_unavailable() is None
    assert loaded == ["libcublasLt.so.13"]


def test_an_old_cudnn_is_a_reason(asked_again, monkeypatch):
    monkeypatch.setattr(library.frontend(), "backend_version", lambda: 91200)
    assert "cuDNN 9.12.0 is older than 9.15.0" in reason()


def test_no_cudnn_is_a_reason(asked_again, monkeypatch):
    def missing():
        raise RuntimeError("Unable to find symbol cudnnGetVersion\nmore")

    monkeypatch.setattr(library.frontend(), "backend_version", missing)
    found = reason()
    assert "cuDNN was not found (Unable to find symbol cudnnGetVersion): pip install" in found
    assert "more" not in found


def test_no_frontend_is_a_reason(asked_again, monkeypatch):
    monkeypatch.setattr(library, "is_installed", lambda name: False)
    assert "nvidia-cudnn-frontend is not installed: pip install" in reason()


def test_explain_names_what_runs_and_why_the_others_do_not(asked_again, monkeypatch):
    def text():
        with go.Graph().as_default(), go.device("/device:GPU:0"), go.Session() as session:
            x = go.placeholder(go.float32, (1, 5, 5, 3))
            y = go.raw_ops.Conv2D(input=x, filter=np.ones((3, 3, 3, 2), np.float32), strides=[1] * 4, padding="SAME")
            return session.explain(y, {x: np.ones((1, 5, 5, 3), np.float32)})

    assert "graphops_cuda.cudnn.conv.Conv2D" in text()
    monkeypatch.setattr(library.frontend(), "backend_version", lambda: 91200)
    asked_again()
    found = text()
    assert "graphops_cuda.blas.gemm_conv.Conv2D" in found
    assert "cuDNN 9.12.0 is older than 9.15.0" in found


def test_an_error_of_cudnn_is_one_of_ours(monkeypatch):
    inputs, attrs = layer()
    run = Run(kernel_named("Conv2D", WAY), inputs, attrs)

    def fails(*args):
        raise RuntimeError("CUDNN_STATUS_EXECUTION_FAILED")

    monkeypatch.setattr(importlib.import_module("cudnn").pygraph, "execute", lambda *args, **given: fails())
    with pytest.raises(InternalError, match="op 'Conv2D' must be computed by cuDNN, but it failed: CUDNN_STATUS_EXEC"):
        run()
