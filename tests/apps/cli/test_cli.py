"""The command line: what each verb prints, and that every error is one line with the right exit status."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops.apps.cli import call_arguments, doctor, main
from graphops.apps.cli.table import table
from graphops.inspect.repro import replay
from graphops.plugins import extras
from graphops.plugins.plugin import Plugin
from graphops_cuda import report
from graphops_cuda.runtime import driver

ROOT = Path(__file__).resolve().parents[3]
X = np.arange(1, 33, dtype=np.float32).reshape(2, 2, 2, 2, 2)
CONV = ["--attr", "strides=1,4,3,2,1", "--attr", "padding=SAME"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A current directory with the worked example's arrays."""
    monkeypatch.chdir(tmp_path)
    np.save("x.npy", X)
    np.save("y.npy", np.array([2856, 2992, 6952, 7344], np.float32).reshape(2, 1, 1, 1, 2))
    np.save("b.npy", X.astype(ml_dtypes.bfloat16))
    np.save("objects.npy", np.array([{}], dtype=object), allow_pickle=True)
    np.savez("several.npz", X=X)
    Path("several.npz").rename("several.npy")
    Path("nonsense.npy").write_bytes(b"nonsense")
    return tmp_path


def output(capsys, *argv):
    """What a successful call prints."""
    status = main(argv)
    printed = capsys.readouterr()
    assert status == 0, printed.err
    assert printed.err == ""
    return printed.out


def complaint(capsys, status, *argv):
    """The one line that a failing call prints."""
    assert main(argv) == status
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.startswith(f"graphops {argv[0]}: error: ")
    return printed.err.removeprefix(f"graphops {argv[0]}: error: ").rstrip()


# -- the program ------------------------------------------------------------------------------------------------------


def test_version(capsys):
    assert output(capsys, "--version") == f"graphops {go.__version__}\n"


@pytest.mark.parametrize("verb", ["demo", "ops", "run", "explain", "doctor", "bench", "repro"])
def test_every_verb_has_help(capsys, verb):
    assert verb in output(capsys, "--help")
    assert output(capsys, verb, "--help").startswith(f"usage: graphops {verb}")


@pytest.mark.parametrize("argv", [[], ["fly"], ["run"], ["demo", "--seed", "x"], ["ops", "--colour"]])
def test_bad_usage_is_one_line_and_status_2(capsys, argv):
    assert main(argv) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_module_and_broken_pipe():
    """``python -m graphops``, and a reader that has seen enough."""
    path = os.pathsep.join(map(str, (ROOT, ROOT / "kernels", ROOT / "registry")))
    started = subprocess.Popen(
        [sys.executable, "-m", "graphops", "ops"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert started.stdout.readline().startswith(b"Abs(x: T;")
    started.stdout.close()
    errors = started.stderr.read()
    started.stderr.close()
    assert (started.wait(timeout=60), errors) == (0, b"")


# -- ops --------------------------------------------------------------------------------------------------------------


def test_ops_lists_signatures(capsys):
    lines = [line for line in output(capsys, "ops").splitlines() if not line.startswith(" ")]
    assert len(lines) == len(go.extend.registered_ops())
    assert any(line.startswith("Conv3D(input: T, filter: T; T: {half, bfloat16, float, double}") for line in lines)


def test_ops_pattern(capsys):
    names = [line.partition("(")[0] for line in output(capsys, "ops", "conv3d").splitlines()]
    assert names == [
        "Conv3D",
        "Conv3DBackpropFilter",
        "Conv3DBackpropFilterV2",
        "Conv3DBackpropInput",
        "Conv3DBackpropInputV2",
        "_FusedConv3D",
    ]
    assert output(capsys, "ops", "conv3d*v2").count("\n") == 2


def test_ops_of_one_op(capsys):
    text = output(capsys, "ops", "Conv3D")
    for part in (
        "3-D convolution",
        "padding: {'SAME', 'VALID'}",
        "T: {half, bfloat16, float, double}  (from the inputs)",
        "differentiable",
        "graphops_cpu.plain.nn_conv.Conv3D: device CPU",
    ):
        assert part in text
    assert "not differentiable: gradients stop here" in output(capsys, "ops", "ArgMax")
    assert "has state" in output(capsys, "ops", "RandomUniform")
    assert "traits:\n  window(3): It moves a window along so many spatial axes" in text
    assert "traits" not in output(capsys, "ops", "ArgMax")


def test_ops_kernels(capsys):
    head, *rows = output(capsys, "ops", "Conv3DBackpropFilterV2", "--kernels").splitlines()
    # Other tests may have made more devices; faster kernels stand before the plain one.
    row = [row for row in rows if "CPU" in row.split()][-1]
    assert head.split() == ["op", "device", "dtypes", "kernel", "priority"]
    assert row.split()[:2] == ["Conv3DBackpropFilterV2", "CPU"]
    assert "T: half bfloat16 float double" in row
    assert output(capsys, "ops", "Enter", "--kernels").split()[-2:] == ["Enter", "none"]


def test_ops_json(capsys):
    (found,) = json.loads(output(capsys, "ops", "Conv3D", "--json"))
    assert found["name"] == "Conv3D"
    assert found["gradient"] == "differentiable"
    assert found["traits"] == ["window(3)", "convolution(forward, dense)", "linear_in(input, filter)"]
    assert found["kernels"][-1]["dtypes"] == {"T": ["float16", "bfloat16", "float32", "float64"]}
    strides = next(attr for attr in found["attrs"] if attr["name"] == "strides")
    assert strides == {
        "name": "strides", "type": "list(int)", "default": None, "allowed": None, "minimum": 5, "from_inputs": False,
    }  # fmt: skip
    assert len(json.loads(output(capsys, "ops", "--json"))) == len(go.extend.registered_ops())


def test_ops_unknown(capsys):
    assert "did you mean 'Conv3D'?" in complaint(capsys, 1, "ops", "Convv3D")


# -- run --------------------------------------------------------------------------------------------------------------


def test_run_the_worked_example(capsys, folder):
    text = output(
        capsys, "run", "Conv3DBackpropFilterV2", "--input", "input=x.npy", "--input", "filter_sizes=2,2,2,2,2",
        "--input", "out_backprop=y.npy", *CONV, "--out", "r.npz",
    )  # fmt: skip
    assert text.startswith("output: float32 [2, 2, 2, 2, 2]\n")
    assert "282880" in text
    assert text.endswith("wrote r.npz\n")
    with np.load("r.npz") as written:
        assert written["output"].ravel()[[0, 1, -1]].tolist() == [121040, 127840, 282880]


def test_run_bfloat16_from_and_to_files(capsys, folder):
    argv = ["run", "Conv3D", "-i", "input=b.npy:bfloat16", "-i", "filter=b.npy:bfloat16", *CONV, "--out", "r.npz"]
    assert output(capsys, *argv).startswith("output: bfloat16 [2, 1, 1, 1, 2]")
    with np.load("r.npz") as written:
        assert written["output"].view(ml_dtypes.bfloat16).ravel().tolist() == [2848, 2992, 6944, 7360]


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        (["AddV2", "-i", "x=1,2,3", "-i", "y=10"], "z: int32 [3]\n[11 12 13]\n"),
        (["AddV2", "-i", "x=1,2,3", "-i", "y=10:float32"], "z: float32 [3]\n[11. 12. 13.]\n"),
        (["AddN", "-i", "inputs=[[1, 2]]", "-i", "inputs=[[3, 4]]"], "sum: int32 [1, 2]\n[[4 6]]\n"),
        (["Cast", "-i", "x=1.5,-2.5", "-a", "DstT=int32"], "y: int32 [2]\n[ 1 -2]\n"),
        (["Unpack", "-i", "value=1,2", "-a", "num=2"], "output_0: int32 []\n1\noutput_1: int32 []\n2\n"),
        (["MatMul", "-i", "a=[[1,2]]", "-i", "b=[[3,4]]", "-a", "transpose_b=true"], "product: int32 [1, 1]\n[[11]]\n"),
        (["EnsureShape", "-i", "input=1,2", "-a", "shape=?"], "output: int32 [2]\n[1 2]\n"),
        (["NoOp"], "NoOp has no outputs\n"),
    ],
)
def test_run_literals(capsys, argv, text):
    assert output(capsys, "run", *argv) == text


def test_run_several_outputs_and_strings(capsys, folder):
    assert output(capsys, "run", "Unique", "-i", "x=1,1,2").startswith("y: int32 [2]\n[1 2]\nidx: int32 [3]\n")
    output(capsys, "run", "Identity", "-i", "input=['a', 'bcd']", "--out", "s.npz")
    with np.load("s.npz", allow_pickle=False) as written:
        assert written["output"].tolist() == [b"a", b"bcd"]


@pytest.mark.parametrize(
    ("status", "argv", "text"),
    [
        (2, ["Neg", "-i", "x"], "--input must be NAME=VALUE, got 'x'"),
        (2, ["Neg", "-i", "x=none.npy"], "'none.npy' must be a .npy file, but there is none"),
        (2, ["Neg", "-i", "x=objects.npy"], "'objects.npy' must be a .npy file without Python objects"),
        (2, ["Neg", "-i", "x=nonsense.npy"], "'nonsense.npy' must be a .npy file without Python objects"),
        (
            2,
            ["Neg", "-i", "x=several.npy"],
            "'several.npy' must be a .npy file without Python objects, but several.npy must be an array",
        ),
        (2, ["Neg", "-i", "x=b.npy"], "'b.npy' must be given with its dtype, as 'b.npy:bfloat16'"),
        (2, ["Neg", "-i", "x=__import__('os')"], "must be a .npy file or a literal"),
        (2, ["Neg", "-i", "x=1", "-i", "x=2"], "--input x must be given once"),
        (2, ["Neg", "-i", "x=float32[2]"], "--input x must have a value to be computed"),
        (2, ["Neg", "-i", "x=1", "--out", "y.npy"], "--out must be a .npz file, got 'y.npy'"),
        (1, ["Negg", "-i", "x=1"], "op 'Negg' must be registered (did you mean 'Neg'?)"),
        (1, ["Neg", "-i", "y=1"], "input of op 'Neg' must be one of x, got 'y'"),
        (1, ["Neg"], "x of op 'Neg' must be given, got nothing"),
        (1, ["Neg", "-i", "x=1", "-a", "T=float31"], "dtype"),
        (1, ["Neg", "-i", "x=[1,[2]]"], "x of op 'Neg' must be a number, a text or a rectangular list"),
        (1, ["RandomUniform", "-i", "shape=2,", "-a", "dtype=float32"], "must be run by a Session"),
        (1, ["model.pb"], "the file of a GraphDef must exist, got 'model.pb'"),
        (1, ["Conv3D", "-a", "strides=1,x"], "attr 'strides' of op 'Conv3D' must be an integer, got 'x'"),
        (1, ["Conv3D", "-a", "strides=1,1"], "attr 'strides' of op 'Conv3D' must have at least 5 values"),
        (1, ["Conv3D", "-a", "padding=same"], "attr 'padding' of op 'Conv3D' must be one of 'SAME', 'VALID'"),
        (1, ["Conv3D", "-a", "pading=SAME"], "got 'pading' (did you mean 'padding'?)"),
        (1, ["MatMul", "-a", "transpose_a=yes"], "attr 'transpose_a' of op 'MatMul' must be true or false, got 'yes'"),
        (1, ["EnsureShape", "-a", "shape=two"], "attr 'shape' of op 'EnsureShape' must be a shape such as 2,3,?"),
    ],
)
def test_run_errors(capsys, folder, status, argv, text):
    assert text in complaint(capsys, status, "run", *argv)


@pytest.mark.parametrize(
    ("status", "value", "out", "text"),
    [
        (1, "1", "no/such/folder.npz", "No such file or directory: 'no/such/folder.npz'"),
        (2, "'a\\0'", "y.npz", "strings that end in zero bytes"),
    ],
)
def test_a_result_that_cannot_be_written_is_shown(capsys, folder, status, value, out, text):
    assert main(["run", "Identity", "-i", f"input={value}", "--out", out]) == status
    printed = capsys.readouterr()
    assert printed.out.startswith("output: ")
    assert text in printed.err


def test_verbose_prints_the_notes(capsys):
    assert main(["run", "Conv3D", "-a", "padding=same", "-v"]) == 1
    assert capsys.readouterr().err.endswith("\nfix: write 'SAME'\n")


def test_a_dtype_behind_a_path_with_a_colon(folder):
    assert call_arguments._split_dtype("C:x.npy:half") == ("C:x.npy", go.half)
    assert call_arguments._split_dtype("C:x.npy") == ("C:x.npy", None)


# -- explain ----------------------------------------------------------------------------------------------------------


def test_explain_needs_no_values(capsys):
    text = output(
        capsys, "explain", "Conv3D", "-i", "input=float32[8,16,16,16,4]", "-i", "filter=float32[3,3,3,4,8]",
        "-a", "strides=1,1,1,1,1", "-a", "padding=SAME",
    )  # fmt: skip
    assert re.search(r"Conv3D \(Conv3D\) on CPU:0: graphops_cpu\.\S+ -> float32\(8, 16, 16, 16, 8\)", text)
    assert "FLOPs" in text


def test_explain_as_python_runs(capsys, folder):
    text = output(
        capsys, "explain", "Conv3DBackpropFilterV2", "-i", "input=x.npy", "-i", "filter_sizes=2,2,2,2,2",
        "-i", "out_backprop=y.npy", *CONV, "--as-python",
    )  # fmt: skip
    names: dict = {}
    exec(text, names)  # noqa: S102
    assert names["run"]().sum() == 6399360


def test_explain_errors(capsys):
    assert "must be one of x" in complaint(capsys, 1, "explain", "Neg", "-i", "y=1")
    assert "2**63" in complaint(capsys, 1, "explain", "Neg", "-i", f"x=float32[{10**10},{10**10}]")


# -- doctor and extras ------------------------------------------------------------------------------------------------


def test_doctor(capsys):
    text = output(capsys, "doctor")
    for part in (f"graphops {go.__version__}", f"numpy {np.__version__} with", "CPU:0", "OMP_NUM_THREADS", "cores:"):
        assert part in text


def test_doctor_names_what_is_missing_or_broken(capsys, monkeypatch):
    monkeypatch.setitem(extras.EXTRAS, "demo", {"scikit-learn": "no_such_module"})
    monkeypatch.setattr(doctor, "plugins", lambda: [Plugin("toy", "toy:register", "ImportError: no")])
    text = output(capsys, "doctor")
    assert "demo needs scikit-learn, from the extra 'demo': pip install 'graphops[demo]'" in text
    assert "toy (toy:register): FAILED: ImportError: no" in text


NO_DRIVER = driver.Driver(0, 0, "there is no CUDA driver: libcuda.so.1 was not found")


@pytest.mark.parametrize(
    ("found", "cupy", "lines"),
    [
        (NO_DRIVER, False, ["GPU: none", "  there is no CUDA driver: libcuda.so.1 was not found"]),
        (driver.Driver(13000, 1, ""), False,
         ["GPU: none", "  CuPy is not installed: pip install 'graphops[cuda13]'",
          "  CUDA driver: runs up to CUDA 13.0"]),
        (driver.Driver(13020, 0, "the driver shows no GPU to this process"), False,
         ["GPU: none", "  the driver shows no GPU to this process", "  CUDA driver: runs up to CUDA 13.2"]),
        (NO_DRIVER, True,
         ["GPU: none", "  there is no CUDA driver: libcuda.so.1 was not found",
          "  CuPy: CuPy of an unknown version is installed, and not used",
          "  not installed from PyPI: nvidia-cuda-nvrtc, nvidia-cublas, nvidia-cudnn-cu13"]),
    ],
)  # fmt: skip
def test_doctor_says_why_there_is_no_gpu(capsys, monkeypatch, found, cupy, lines):
    monkeypatch.setattr(driver, "driver", lambda: found)
    monkeypatch.setattr(driver, "is_installed", lambda module: cupy)
    monkeypatch.setattr(report, "_version", lambda package: None)
    text = output(capsys, "doctor").splitlines()
    start = text.index("devices:") + 1
    assert text[start : start + len(lines)] == [f"  {line}" for line in lines]
    assert not text[start + len(lines)].startswith("    ")


def test_doctor_does_not_ask_for_what_most_machines_do_not_need(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "missing_packages", lambda extra: list(extras.EXTRAS[extra]))
    text = output(capsys, "doctor")
    assert "cuda13: not installed; it is for an NVIDIA GPU with a driver for CUDA 13, on Linux, and not needed" in text
    assert "demo needs matplotlib" in text
    monkeypatch.setattr(doctor, "missing_packages", lambda extra: ["nvidia-cudnn-cu13"] if extra == "cuda13" else [])
    text = output(capsys, "doctor")
    assert "cuda13 needs nvidia-cudnn-cu13, from the extra 'cuda13': pip install 'graphops[cuda13]'" in text


def test_all_extras_but_those_for_hardware_are_in_all():
    """``all`` is for any machine; ``dev`` is for those who work on graphops."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (everything,) = project["optional-dependencies"]["all"]
    assert set(everything.removeprefix("graphops[").rstrip("]").split(",")) == set(extras.EXTRAS) - set(extras.HARDWARE)


_NO_CUPY = """
import sys
import graphops as go
x = go.constant([1.0, 2.0])
with go.Session() as session:
    assert session.run(go.raw_ops.AddN(inputs=[x, x])).tolist() == [2.0, 4.0]
go.eager.Conv2D(input=[[[[1.0]]]], filter=[[[[1.0]]]], strides=[1] * 4, padding="SAME")
from graphops.apps.cli import main
assert main(["doctor"]) == 0
print(sorted(name for name in sys.modules if name.partition(".")[0] in ("cupy", "cudnn", "cupy_backends")))
"""


def test_cupy_is_not_imported_without_a_gpu(tmp_path):
    """One that is installed costs nothing: neither a graph nor ``doctor`` imports it."""
    for name in ("cupy", "cudnn"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported')")
    path = os.pathsep.join(map(str, (tmp_path, ROOT, ROOT / "kernels", ROOT / "registry")))
    environment = {**os.environ, "PYTHONPATH": path, "CUDA_VISIBLE_DEVICES": "-1"}
    done = subprocess.run([sys.executable, "-c", _NO_CUPY], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "and not used" in done.stdout
    assert done.stdout.endswith("[]\n")


def test_extras_are_those_of_pyproject():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = {
        extra: {re.split(r"\[|[>=]=", requirement)[0] for requirement in project["optional-dependencies"][extra]}
        for extra in extras.EXTRAS
    }
    assert {extra: set(packages) for extra, packages in extras.EXTRAS.items()} == declared


# -- repro ------------------------------------------------------------------------------------------------------------


def test_repro(capsys, tmp_path):
    """1 while the node fails, 0 once it runs, 1 with one line for a file that is none."""
    with go.Graph().as_default():
        x = go.placeholder(go.int32, None)
        y = go.raw_ops.FloorDiv(x=[1, 2], y=x)
        with go.Session(config=go.SessionConfig(repro=str(tmp_path))) as session, pytest.raises(go.GraphopsError):
            session.run(y, {x: [1, 0]})
    (path,) = tmp_path.glob("*.json")
    assert main(["repro", str(path)]) == 1
    text = capsys.readouterr().out
    assert "node FloorDiv (op FloorDiv)" in text
    assert text.endswith("the same error\n")
    document = json.loads(path.read_text())
    arrays = tmp_path / document["arrays"]
    with np.load(arrays) as archive:
        np.savez(arrays, **{key: np.ones_like(archive[key]) for key in archive.files})
    assert output(capsys, "repro", str(path)).endswith("now:  it runs and gives FloorDiv:0: int32 (2,)\n")
    assert replay(path).values[0].tolist() == [1, 1]
    arrays.write_bytes(b"")
    assert "must be a file that graphops wrote" in complaint(capsys, 1, "repro", str(path))
    assert "No such file or directory" in complaint(capsys, 1, "repro", str(tmp_path / "none.json"))


# -- tables -----------------------------------------------------------------------------------------------------------


def test_table_aligns_numbers_to_the_right():
    rows = [["a", "1.5", "-"], ["bcd", "10.25", "7"]]
    assert table(["x", "ms", "n"], rows).splitlines() == ["x       ms  n", "a      1.5  -", "bcd  10.25  7"]
    assert table(["only", "head"], []) == "only  head"
