"""``graphops bench OP``: calls as text, every kernel beside what others compute, and wrong results found before timing.

With GRAPHOPS_PEER, the path of a Python that has TensorFlow and PyTorch, those are asked, too.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import graphops as go
from graphops.apps.bench.measuring import Effort, Measured
from graphops.apps.bench.op import benchmark as benchmark_module
from graphops.apps.bench.op.benchmark import benchmark
from graphops.apps.bench.op.calls import op_call, op_calls
from graphops.apps.bench.op.others import against
from graphops.apps.bench.op.rows import OpRow
from graphops.apps.cli import main
from graphops.apps.cli.usage import UsageError
from graphops.extend import PlainKernel, register_kernel, register_op

EXAMPLE = str(Path(__file__).resolve().parents[3] / "examples/first_op.py")
RMS = ["Tutorial>MovingRms", "--load", EXAMPLE, "--case", "x=float32[3,40] size=4"]
QUICK = Effort(2, 1, 0.0)
X = np.array([[1.0, -2.0, 3.0]], np.float32)
EMULATED = """
import sys
end = sys.argv.index("--")
sys.path[:0] = sys.argv[1:end]
from tests.cuda import switch
switch.install("cpu")
if switch.why_not("emulator"):
    print(switch.why_not("emulator"), file=sys.stderr)
    sys.exit(77)
from graphops.apps.cli import main
sys.exit(main(sys.argv[end + 1:]))
"""
FUNCTIONS = """
import os
import numpy as np

def right(features):
    return np.maximum(features.astype(np.float64), 0)

def wrong(features):
    return right(features) + 1e-2 * (features == features.max())

def two(features):
    return features, features

def shape(features):
    return right(features)[:1]

def raises(features):
    raise ZeroDivisionError("by\\nzero")

def dies(features):
    os._exit(3)
"""


@pytest.fixture(autouse=True)
def _hasty(monkeypatch):
    """Two short turns."""
    monkeypatch.setattr(benchmark_module, "effort_of", lambda args: Effort(2, 1, 0.0, args.patience))


@pytest.fixture
def functions(tmp_path):
    """The path of a file with functions that claim to be Relu."""
    path = tmp_path / "functions.py"
    path.write_text(FUNCTIONS)
    return path


def complaint(capsys, *argv):
    """The one line of a call that ends with bad usage."""
    assert main(["bench", *argv]) == 2
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    return text


# -- calls as text ----------------------------------------------------------------------------------------------------


def test_a_call_from_text():
    (called,) = op_calls("Conv2D", ["input=bfloat16[1, 5,5,2]  filter=bfloat16[3,3,2,4] strides=1,2,2,1 padding=SAME"])
    assert called.inputs["input"].shape == (1, 5, 5, 2)
    assert called.inputs["filter"].dtype == go.bfloat16.numpy_dtype
    assert called.attrs == {"strides": (1, 2, 2, 1), "padding": "SAME"}
    # 9 outputs of 4 channels; windows lie over 2 x 2, 2 x 3, 3 x 3 ... points of the input, 49 in all
    assert called.flops == 2 * 49 * 2 * 4
    (listed,) = op_calls("ConcatV2", ["values=float32[2,3] values=float32[2,1] axis=1"])
    assert [array.shape for array in listed.inputs["values"]] == [(2, 3), (2, 1)]
    assert listed.inputs["axis"].dtype == np.int32
    assert listed.bytes == 4 * (6 + 2 + 1 + 8)
    (numbers,) = op_calls("Relu", ["features=[[1.5, -2.0]]"])
    assert numbers.inputs["features"].tolist() == [[1.5, -2.0]]


def test_the_same_numbers_each_time_with_both_signs():
    first, second = (op_calls("Relu", ["features=float64[20,20]"])[0].inputs["features"] for _ in range(2))
    assert (first == second).all()
    assert 0.3 < (first < 0).mean() < 0.7


def test_calls_that_suit_an_op():
    assert [called.inputs["features"].shape for called in op_calls("Relu", [])] == [(64, 64), (1024, 1024)]
    assert len(op_calls("AddN", [])) == 2
    assert op_calls("MatMul", [])[0].inputs["b"].dtype == np.float32


@pytest.mark.parametrize(
    ("op", "cases", "text"),
    [
        ("Conv2D", [], "--case must say what 'Conv2D' is to compute, such as --case 'input=float32[64,64] filter="),
        ("RandomUniform", [], "--case must say what 'RandomUniform' is to compute"),
        ("Relu", ["hello"], "--case must be NAME=VALUE ..., such as 'features=float32[64,64]', got 'hello'"),
        ("Relu", [""], "features of op 'Relu' must be given, got nothing"),
        ("Relu", ["x=float32[3]"], "--case must name inputs and attrs of op 'Relu' (features), got 'x'"),
        ("Relu", ["features=float32[3] features=float32[3]"], "--input features must be given once, got it twice"),
        ("Relu", ["features=no.npy"], "'no.npy' must be a .npy file, but there is none"),
        ("Relu", ["features=string[3]"], "features of op 'Relu' must have one of the dtypes"),
        ("Relu", ["features=float32[1000000,1000000]"], "the memory for op 'Relu' must stay within"),
        ("MatMul", ["a=float32[2,3] b=float32[4,5]"], "of op 'MatMul' must"),
        ("NoSuch", [], "op 'NoSuch' must be registered"),
    ],
)
def test_calls_without_a_meaning(op, cases, text):
    with pytest.raises((UsageError, go.errors.GraphopsError)) as caught:
        op_calls(op, cases)
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("given", "side", "function"),
    [
        ("numpy", "numpy", ""),
        ("tensorflow", "tensorflow", ""),
        ("torch:torch.nn.functional.relu", "torch", "torch.nn.functional.relu"),
        (f"{EXAMPLE}:by_windows", "numpy", f"{EXAMPLE}:by_windows"),
        (f"torch:{EXAMPLE}:by_windows", "torch", f"{EXAMPLE}:by_windows"),
    ],
)
def test_whom_an_op_is_compared_with(given, side, function):
    found = against(given)
    assert (found.text, found.side, found.function) == (given, side, function)


@pytest.mark.parametrize(
    "given", ["", "torch", "torch:", "torch:relu", "jax", "a.b", "x.txt:f", f"{EXAMPLE}:", f"{EXAMPLE}:a b"]
)
def test_nobody_to_compare_with(given):
    with pytest.raises(UsageError, match="--against must be numpy, tensorflow, FILE.py:FUNCTION"):
        against(given)
    with pytest.raises(UsageError, match="--against must name a file, got 'no.py'"):
        against("no.py:f")


# -- in this process --------------------------------------------------------------------------------------------------


def test_every_kernel_beside_functions():
    row = benchmark("Relu", {"features": X}, against={"right": lambda features: np.maximum(features, 0)}, effort=QUICK)
    kernels = [name for name in row.sides if name.startswith("kernel ")]
    assert list(row.sides) == ["graphops", *kernels, "right"]
    assert "kernel graphops_cpu.plain.nn_activation.Relu (plain)" in kernels
    assert row.sides["graphops"].kernel in " ".join(kernels)
    assert row.wrong == []
    assert all(side.seconds > 0 and len(side.rounds) == 2 for side in row.sides.values() if not side.refused)
    assert row.bytes == 2 * X.nbytes


def test_wrong_results_are_not_timed():
    functions = {
        "values": lambda features: np.maximum(features, 1e-3),
        "shape": lambda features: np.maximum(features, 0)[0],
        "count": lambda features: (features, features),
        "dtype": lambda features: np.maximum(features, 0).astype(np.float64),  # the same numbers
        "raises": lambda features: features.nothing,
    }
    row = benchmark("Relu", {"features": X}, against=functions, effort=QUICK)
    assert row.wrong == ["values", "shape", "count"]
    assert row.sides["values"].seconds is None
    assert row.sides["values"].refused.startswith("wrong: output 0 differs in 1 of 3 elements")
    assert row.sides["count"].refused == "wrong: it gives 2 outputs instead of 1"
    assert row.sides["raises"].refused.startswith("AttributeError: ")
    assert row.sides["dtype"].seconds > 0
    integers = benchmark("Sign", {"x": np.array([2, -3])}, against={"half": lambda x: x / 2.0}, effort=QUICK)
    assert integers.sides["half"].refused == "wrong: output 0 has dtype float64, not int64"


def test_a_wrong_kernel_of_an_author():
    register_op("Test>BenchTwice", inputs=["x: float"], outputs=["y: float"]).shape_rule(lambda c: [c.shape("x")])

    @register_kernel("Test>BenchTwice", "CPU")
    class Plain(PlainKernel):
        def compute(self, x):
            return x + x

    reason = "it is for vectors: of rank 1,\nnot of rank 2"

    @register_kernel("Test>BenchTwice", "CPU", priority=5)
    class Fast:
        def __init__(self, attrs):
            pass

        def compute(self, x):
            return x * 2.5

        @staticmethod
        def refuses(spec):
            return reason if len(spec.shapes[0]) > 1 else None

    row = benchmark("Test>BenchTwice", {"x": X[0]}, effort=QUICK)
    (wrong,) = row.wrong
    assert wrong.endswith("Plain (plain)")  # the fast one is what runs: they differ, and the author has to look
    assert row.sides["graphops"].kernel.endswith("Fast")
    other = benchmark("Test>BenchTwice", {"x": X}, effort=QUICK)
    assert other.wrong == []
    (fast,) = (side for name, side in other.sides.items() if name.endswith("Fast"))
    assert fast.refused == "it is for vectors: of rank 1, not of rank 2"


def test_ops_with_state_and_texts():
    random = benchmark("RandomUniform", {"shape": np.array([2, 3])}, {"dtype": "float32"}, effort=QUICK)
    assert list(random.sides) == ["graphops"]
    assert random.sides["graphops"].seconds > 0
    texts = benchmark("StringLength", {"input": np.array([b"ab", b"c"], object)}, effort=QUICK)
    assert not any(side.refused for side in texts.sides.values())
    with pytest.raises(go.errors.NotFoundError, match="op 'Relu' must have a kernel for the GPU to be timed, got none"):
        benchmark("Relu", {"features": X}, device="GPU")
    assert benchmark("Log", {"x": np.array([-1.0, 1.0])}, effort=QUICK).nans == 0.5


def test_the_report():
    sides = {
        "graphops": Measured(2e-6, [2e-6, 2.5e-6], 1e-3, kernel="a.B"),
        "kernel a.B (plain)": Measured(1e-6, [1e-6, 1e-6], 1e-4),
        "slow": Measured(20.0, at_least=True),
        "bad": Measured(refused="wrong: it gives 2 outputs instead of 1"),
        "gone": Measured(refused="by zero"),
    }
    lines = str(OpRow("x=float32[2]", 4000, 8000, sides, 0.25)).splitlines()
    assert lines[0] == "x=float32[2]"
    words = [line.split() for line in lines]
    assert words[2] == ["graphops", "2", "us", "25", "%", "1.00", "1", "ms", "4.00", "2.00", "ran", "a.B"]
    assert words[3] == ["kernel", "a.B", "(plain)", "1", "us", "0", "%", "0.50", "100", "us", "8.00", "4.00"]
    assert words[4][:4] == ["slow", "over", "20", "s"]
    assert lines[5].split(maxsplit=7)[1::6] == ["WRONG", "it gives 2 outputs instead of 1"]
    assert lines[6].endswith("by zero")
    assert lines[7] == "25% of the results are NaN: give inputs as .npy files"


# -- the command ------------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_an_op_from_a_file_beside_its_reference(capsys, tmp_path):
    """The tutorial's command: numbers as JSON, a picture, both dtypes."""
    written, drawn = tmp_path / "rms.json", tmp_path / "rms.png"
    argv = ["--case", "x=float64[2,9] size=9 epsilon=0.5", "--against", f"{EXAMPLE}:by_windows", "--json", str(written)]
    pytest.importorskip("matplotlib")
    assert main(["bench", *RMS, *argv, "--plot", str(drawn)]) == 1  # its reference has no epsilon
    data = json.loads(written.read_text())
    assert data["op"] == "Tutorial>MovingRms"
    assert data["peers"] == {f"{EXAMPLE}:by_windows": np.__version__}
    first, second = data["rows"]
    assert first["call"] == "x=float32[3,40] size=4"
    assert first["bytes"] == 4 * 3 * (40 + 37)
    names = list(first["sides"])
    assert names == ["graphops", "kernel first_op.MovingRms (plain)", f"{EXAMPLE}:by_windows"]
    assert all(side["seconds"] > 0 and side["first"] > 0 for side in first["sides"].values())
    assert second["sides"][f"{EXAMPLE}:by_windows"]["refused"].startswith("wrong: output 0 differs in 2 of 2 elements")
    text = capsys.readouterr().out
    assert f"beside {EXAMPLE}:by_windows ({np.__version__})" in text
    assert "ran first_op.MovingRms" in text
    assert "WRONG" in text
    from matplotlib.image import imread

    pixels = imread(drawn)
    assert pixels.shape[1] == 1170
    assert np.ptp(pixels[..., :3], axis=-1).max() > 0.3


@pytest.mark.full
def test_functions_that_fail_take_nothing_down(capsys, functions, tmp_path):
    """Each in a process of its own; bfloat16, which NumPy's files do not have, arrives as it is."""
    names = ["right", "wrong", "two", "shape", "raises", "dies", "nothing"]
    argv = [word for name in names for word in ("--against", f"{functions}:{name}")]
    path = tmp_path / "out.json"
    assert main(["bench", "Relu", "--case", "features=bfloat16[2,3]", *argv, "--json", str(path)]) == 1
    capsys.readouterr()
    sides = json.loads(path.read_text())["rows"][0]["sides"]
    found = {name: sides[f"{functions}:{name}"].get("refused", "timed") for name in names}
    assert found["right"] == "timed"
    assert found["wrong"].startswith("wrong: output 0 differs in 1 of 6 elements")
    assert found["two"] == "wrong: it gives 2 outputs instead of 1"
    assert found["shape"].startswith("wrong: output 0 has shape (1, 3)")
    assert found["raises"] == "ZeroDivisionError: by zero"
    assert "must stay alive" in found["dies"]
    assert found["nothing"].startswith("AttributeError: ")


def test_the_reference_that_an_author_registered(capsys, tmp_path):
    (tmp_path / "own_op.py").write_text(
        Path(EXAMPLE)
        .read_text()
        .replace("Tutorial>MovingRms", "Tutorial>Registered")
        .replace("if __name__", "if 1 == 2")
        + "\nfrom graphops.testing import register_checks\n"
        + 'register_checks("Tutorial>Registered", {"x": (2, 9)}, {"size": [1, 4]}, reference=by_windows)\n'
    )
    argv = ["Tutorial>Registered", "--load", str(tmp_path / "own_op.py"), "--case", "x=float64[2,9] size=2"]
    assert main(["bench", *argv, "--against", "numpy"]) == 0
    assert "\nnumpy " in capsys.readouterr().out
    path = tmp_path / "relu.json"
    assert main(["bench", "Relu", "--case", "features=float32[3]", "--against", "numpy", "--json", str(path)]) == 0
    refused = json.loads(path.read_text())["rows"][0]["sides"]["numpy"]["refused"]
    assert refused == "no reference of op 'Relu' is registered"


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        (["--against", "numpy"], "--against must come with OP, the name of an op, got none"),
        (["--load", "x.py"], "--load must come with OP, the name of an op, got none"),
        (["Relu", "--suite", "small"], "--suite must come without OP, got 'Relu'"),
        (["Relu", "--pass", "forward"], "--pass must come without OP, got 'Relu'"),
        (["Relu", "--compare", "x.json"], "--compare must come without OP, got 'Relu'"),
        (["Relu", "--threads", "0"], "--threads must be positive, got 0"),
        (["Relu", "--load", "no_such_module"], "--load must name a module that can be imported, but 'no_such_module'"),
        (["Relu", "--load", "no_such.py"], "--load must name a module that can be imported, but 'no_such.py' raises"),
        (["Relu", "--device", "gpu"], "--device gpu must have a GPU to measure, but"),
        (["Relu", "--against", "tensorflow", "--peer-python", "/no/python"], "must be a Python that can be run"),
        (
            ["StringLength", "--case", "input=string[3]", "--against", "tensorflow", "--peer-python", "/no/python"],
            "must be a Python that can be run",
        ),
        (
            ["StringLength", "--case", "input=string[3]", "--against", f"{EXAMPLE}:by_windows"],
            "--against must have inputs",
        ),
    ],
)
def test_bad_usage(capsys, argv, text):
    if "gpu" in argv and os.environ.get("GRAPHOPS_TEST_CUDA"):
        pytest.skip("there is a GPU")
    assert text in complaint(capsys, *argv)


@pytest.mark.full
@pytest.mark.skipif(shutil.which("g++") is None and shutil.which("c++") is None, reason="needs a C++ compiler")
def test_kernels_on_the_emulated_gpu(tmp_path):
    """In a process of its own, which takes the emulator for CuPy: the kernel in CUDA C, timed by the device."""
    path = tmp_path / "out.json"
    environment = {**os.environ, "GRAPHOPS_TEST_CUDA": "emulator"}
    argv = ["bench", "--device", "gpu", *RMS, "--json", str(path), "--rounds", "1", "--runs", "1"]
    done = subprocess.run(
        [sys.executable, "-c", EMULATED, *sys.path, "--", *argv], env=environment, capture_output=True, text=True
    )
    if done.returncode == 77:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stderr
    sides = json.loads(path.read_text())["rows"][0]["sides"]
    assert list(sides) == ["graphops", "kernel first_op.MovingRmsCuda"]
    assert all(side["seconds"] > 0 and side["host"] > 0 for side in sides.values())


@pytest.mark.full
def test_tensorflow_and_torch(capsys, tmp_path):
    peer = os.environ.get("GRAPHOPS_PEER")
    if not peer:
        pytest.skip("needs GRAPHOPS_PEER")
    path = tmp_path / "out.json"
    argv = ["--peer-python", peer, "--against", "tensorflow", "--json", str(path)]
    for dtype in ("float32", "bfloat16", "half"):
        case = f"features={dtype}[8,9]"
        assert main(["bench", "Relu", "--case", case, *argv, "--against", "torch:torch.nn.functional.relu"]) == 0
        sides = json.loads(path.read_text())["rows"][0]["sides"]
        assert all(sides[name]["seconds"] > 0 for name in ("tensorflow", "torch:torch.nn.functional.relu"))
    conv = "input=float32[1,8,8,3] filter=float32[3,3,3,4] strides=1,1,1,1 padding=SAME"
    assert main(["bench", "Conv2D", "--case", conv, *argv]) == 0
    assert main(["bench", "ConcatV2", "--case", "values=float32[2,3] values=float32[2,1] axis=1", *argv]) == 0
    assert main(["bench", *RMS, *argv]) == 0
    assert "tf.raw_ops has no Tutorial>MovingRms" in capsys.readouterr().out


def test_a_call_with_inputs_is_shown_as_it_is_typed():
    shown = op_call("ConcatV2", {"values": [X, X], "axis": np.array(1)}, {}).text
    assert shown == "values=float32[1,3],float32[1,3] axis=int64[]"
