"""``graphops plugins`` and loading: every failure of a plug-in is reported, and stops nothing else."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.extension.packages import SAMPLE, python, write_distribution, write_package

GOOD = """
from graphops.extend import PlainKernel, register_kernel, register_op

op = register_op("{vendor}>Copy", inputs=["x: float"], outputs=["y: float"])
op.shape_rule(lambda c: [c.shape("x")])
op.no_gradient()


@register_kernel("{vendor}>Copy", "CPU")
class Copy(PlainKernel):
    def compute(self, x):
        return x.copy()
"""
# Registers an op, a kernel for a built-in one, a device, a gradient for a built-in one without - and fails.
HALF = """
from graphops.extend import DeviceType, lookup_op, register_device, register_kernel, register_op
import half.part

register_op("Half>Rest")
lookup_op("Rint").gradient_fn = lambda g, node, dy: [dy]


@register_kernel("Relu", "CPU", priority=1000)
class Wrong:
    def __init__(self, attrs): ...
    def compute(self, x):
        return x * 0


class Device(DeviceType):
    type, count, xp = "HALF", 1, None
    def owns(self, array): return False
    def empty(self, shape, dtype, index=0): ...
    def copy_in(self, array, index=0): ...
    def copy_out(self, array): ...
    def memory(self, index=0): return 0, 0


register_device(Device())
raise ValueError("half\\n   way")
"""
PRINTS = "print('{ not JSON')\nimport time\ntime.sleep(0.05)\n"
ASKS = "import graphops as go\ngo.raw_ops.Relu, dir(go.eager)\n"
# Where there is a GPU the plain kernel is registered there too; where there is none its author must see it as well.
BESIDE = (
    GOOD.format(vendor="Beside")
    + """
@register_kernel("Beside>Copy", "GPU")
class OnGpu:
    def __init__(self, attrs): ...
    def compute(self, x):
        return x.copy()
"""
)
BROKEN = {
    "beside": (BESIDE, "AlreadyExistsError: kernel OnGpu for op 'Beside>Copy' on GPU must have another priority"),
    "raises": ("raise RuntimeError('made for another version')", "RuntimeError: made for another version"),
    "exits": ("import sys\nsys.exit(3)", "SystemExit: 3"),
    "silent": ("class Odd(BaseException): ...\nraise Odd", "Odd"),
    "mute": (
        "class Mute(Exception):\n    def __str__(self): return 1 / 0\nraise Mute",
        "Mute: its text cannot be made",
    ),
    "lacks": ("import no_such_package", "ModuleNotFoundError: No module named 'no_such_package'"),
    "garbled": ("def f(:", "SyntaxError: invalid syntax (__init__.py, line 1)"),
    "half": (HALF, "ValueError: half way"),
    "recursion": ("def f():\n    f()\nf()", "RecursionError: maximum recursion depth exceeded"),
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of them at once, good ones before and after."""
    target = tmp_path_factory.mktemp("installed")
    for name, (source, _) in BROKEN.items():
        write_package(target, name, source)
    (target / "half" / "part.py").write_text('from graphops.extend import register_op\nregister_op("Half>Part")\n')
    write_package(target, "again", "from graphops.extend import register_op\nregister_op('Relu')")
    write_package(target, "a_good", GOOD.format(vendor="First"))
    write_package(target, "z_good", GOOD.format(vendor="Last"), distribution="z.Good")
    write_package(target, "prints", PRINTS + GOOD.format(vendor="Prints"))
    write_package(target, "asks", ASKS + GOOD.format(vendor="Asks"))
    write_package(target, "called", "def start():\n    raise OSError(2, 'no such thing')", value="called:start")
    write_package(target, "nothing", "", value="nothing:here")
    write_package(target, "malformed", "", value="not a module!")
    write_distribution(target, "twin", "[graphops.plugins]\ntwin = z_good\n")
    (write_distribution(target, "damaged", "") / "entry_points.txt").write_bytes(b"\xff\xfe[")
    nameless = write_distribution(target, "nameless", "[graphops.plugins]\nnameless = nameless\n")
    (nameless / "METADATA").unlink()
    (target / "nameless.py").write_text(GOOD.format(vendor="Nameless"))
    return target


def listed(target: Path, *arguments: str, **environment: str) -> tuple[dict[str, dict[str, Any]], str]:
    """The plug-ins by name (the last of a name), and what was said on stderr."""
    ran = python(["-m", "graphops", "plugins", "--json", *arguments], target, environment=environment)
    assert ran.returncode in (0, 1), ran.stderr
    return {plugin["name"]: plugin for plugin in json.loads(ran.stdout)}, ran.stderr


def test_each_is_listed_with_what_it_registered_or_why_it_failed(installed: Path) -> None:
    found, said = listed(installed)
    for name, (_, error) in BROKEN.items():
        assert found[name]["status"] == "failed", name
        assert found[name]["error"].startswith(error), found[name]["error"]
        assert "Traceback" in found[name]["traceback"]
        assert not found[name]["ops"]
        assert not found[name]["kernels"]
    assert found["called"]["error"] == "FileNotFoundError: [Errno 2] no such thing"
    assert found["nothing"]["error"] == "AttributeError: module 'nothing' has no attribute 'here'"
    assert found["malformed"]["error"] == (
        "ValueError: an entry point must be 'module' or 'module:function', got 'not a module!'"
    )
    again = found["again"]["error"]
    assert again.startswith(("InvalidArgumentError: op 'Relu'", "AlreadyExistsError: op 'Relu'"))
    for place in (f"{installed}{os.sep}again", "nn_activation.py:"):
        assert place in again, again
    for name, vendor in (("a_good", "First"), ("prints", "Prints"), ("asks", "Asks"), ("nameless", "Nameless")):
        assert found[name]["status"] == "loaded", found[name]
        assert found[name]["ops"] == [f"{vendor}>Copy"]
        assert [kernel["name"] for kernel in found[name]["kernels"]] == [f"{name}.Copy"]
    assert found["a_good"]["distribution"] == "dist-a_good"
    assert found["a_good"]["version"] == "1.0"
    assert found["nameless"]["distribution"] is None
    assert found["prints"]["seconds"] >= 0.05
    assert "{ not JSON" in said
    assert said.count("damaged-1.0.dist-info cannot be read: UnicodeDecodeError") == 1
    both = [found["z_good"], found["twin"]]  # whichever was found first
    assert sorted(plugin["status"] for plugin in both) == ["failed", "loaded"]
    (second,) = [plugin for plugin in both if plugin["status"] == "failed"]
    assert second["error"].startswith("its module is the one of the plug-in '")


AFTERWARDS = """
import sys, warnings
import numpy as np
import graphops as go
assert not {"a_good", "z_good", "half"} & set(sys.modules), "importing graphops must not load plug-ins"
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    copied = getattr(go.eager, "Last>Copy")(x=np.ones(2, np.float32))
assert copied.tolist() == [1, 1]
texts = [str(warning.message) for warning in caught]
assert len(texts) == 15, texts
assert "the plug-in 'half' (half) was not loaded: ValueError: half way" in texts, texts
from graphops.extend import device_types, kernels_of, lookup_op
assert go.eager.Relu(features=np.array([-1.0, 2.0])).tolist() == [0, 2]
assert "HALF" not in [device.type for device in device_types()]
assert lookup_op("Rint").gradient_fn is None
assert not hasattr(go.raw_ops, "Half")
for module in ("half", "half.part"):
    assert module not in sys.modules, module
try:
    import half  # runs again: it was never imported
except ValueError as error:
    assert str(error) == "half\\n   way", error
else:
    raise AssertionError("half must fail again")
with go.Session() as session:
    assert session.run(go.raw_ops.Asks.Copy(x=[1.0])).tolist() == [1]
print("well")
"""


def test_nothing_of_a_failed_one_stays_and_the_others_work(installed: Path) -> None:
    ran = python(["-c", AFTERWARDS], installed)
    assert ran.stdout == "{ not JSON\nwell\n", ran.stderr


def test_for_people(installed: Path) -> None:
    ran = python(["-m", "graphops", "plugins", "-v"], installed)
    assert ran.returncode == 1
    lines = ran.stdout.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("a_good: dist-a_good 1.0, a_good, "))
    assert lines[start + 1 : start + 4] == ["  ops: First>Copy", "  kernels on CPU: Copy", "  gradients: none"]
    start = next(number for number, line in enumerate(lines) if line.startswith("half: dist-half 1.0, half, "))
    assert lines[start + 1 : start + 3] == ["  FAILED: ValueError: half way", "    Traceback (most recent call last):"]
    assert "was not loaded" not in ran.stderr  # it is in the list


def test_the_environment_says_which_are_loaded(tmp_path: Path) -> None:
    write_package(tmp_path, "one", GOOD.format(vendor="One"))
    write_package(tmp_path, "two", GOOD.format(vendor="Two"))
    for given, expected in (
        ("off", {"one": "skipped", "two": "skipped"}),
        (" two , three", {"one": "skipped", "two": "loaded"}),
    ):
        found, said = listed(tmp_path, GRAPHOPS_PLUGINS=given)
        assert {name: plugin["status"] for name, plugin in found.items()} == expected
        assert ("names the plug-in 'three', which is not installed; there are" in said) == ("three" in given), said
    ran = python(["-m", "graphops", "plugins"], tmp_path, environment={"GRAPHOPS_PLUGINS": "one"})
    assert "  not loaded: GRAPHOPS_PLUGINS is 'one'" in ran.stdout
    assert ran.returncode == 0


INTERRUPTED = """
import graphops as go, warnings
try:
    go.raw_ops.Relu, dir(go.raw_ops)
except KeyboardInterrupt:
    pass
else:
    raise AssertionError("the interruption must arrive")
from graphops.plugins.packages import plugins
names = [(plugin.name, plugin.error, plugin.ops) for plugin in plugins()]
expected = [("one", None, ("One>Copy",)), ("stops", None, ("Stops>Copy",)), ("two", None, ("Two>Copy",))]
assert names == expected, names
try:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plugins()
finally:
    print("well")
"""


def test_an_interruption_is_the_users_and_loading_starts_again(tmp_path: Path) -> None:
    for folder in ("first", "second", "third"):  # found in this order
        (tmp_path / folder).mkdir()
    write_package(tmp_path / "first", "one", GOOD.format(vendor="One"))
    source = GOOD.format(vendor="Stops")
    source += "import os\nif os.environ.pop('FIRST', None):\n    raise KeyboardInterrupt\n"
    write_package(tmp_path / "second", "stops", source)
    write_package(tmp_path / "third", "two", GOOD.format(vendor="Two"))
    paths = [tmp_path / folder for folder in ("first", "second", "third")]
    ran = python(["-c", INTERRUPTED], *paths, environment={"FIRST": "1"})
    assert ran.stdout == "well\n", ran.stderr


STRICT = """
import graphops as go
try:
    dir(go.raw_ops)
except UserWarning as warning:
    assert "the plug-in 'raises' (raises) was not loaded" in str(warning), warning
else:
    raise AssertionError("a warning must be an error here")
assert go.eager.Neg(x=1.0) == -1.0
from graphops.plugins.packages import plugins
assert [plugin.name for plugin in plugins()] == ["raises"]
print("well")
"""


def test_where_warnings_are_errors_the_first_call_fails_and_the_rest_works(tmp_path: Path) -> None:
    write_package(tmp_path, "raises", BROKEN["raises"][0])
    ran = python(["-W", "error", "-c", STRICT], tmp_path)
    assert ran.stdout == "well\n", ran.stderr


IMPORTED_FIRST = """
import graphops_sample  # by its user, before anything is loaded
from graphops.plugins.packages import find_plugin
for name in ("sample", "Graphops.Sample", "graphops_sample"):
    plugin = find_plugin(name)
    assert plugin.ops == ("Sample>AveragePool1D", "Sample>AveragePool1DGrad", "Sample>Mish"), plugin
    assert plugin.gradients == plugin.ops, plugin
    assert len(plugin.kernels) == 5, plugin.kernels
missing = find_plugin("no_such_module")
assert missing.error == "ModuleNotFoundError: No module named 'no_such_module'", missing
assert find_plugin("../x").error == "there is no plug-in, distribution or module of that name"
print("well")
"""


def test_what_it_registered_is_known_whoever_imported_it(tmp_path: Path) -> None:
    write_distribution(tmp_path, "graphops-sample", "[graphops.plugins]\nsample = graphops_sample\n")
    ran = python(["-c", IMPORTED_FIRST], tmp_path, SAMPLE)
    assert ran.stdout == "well\n", ran.stderr


GIVES_A_GRADIENT = """
from graphops.extend import lookup_op
lookup_op("AdjustHue").gradient(lambda g, node, dy: [g.Neg(x=dy), None])
"""
ASKS_FOR_IT = """
import graphops as go
x = go.raw_ops.Placeholder(dtype="float32", shape=[2, 2, 3])
(dx,) = go.gradients(go.raw_ops.AdjustHue(images=x, delta=0.5), x)
print(dx.node.type)
"""


def test_gradients_of_plugins_for_built_in_ops_need_no_run_before(tmp_path: Path) -> None:
    write_package(tmp_path, "gives", GIVES_A_GRADIENT)
    ran = python(["-c", ASKS_FOR_IT], tmp_path)
    assert ran.stdout == "Neg\n", ran.stderr


BOTH_WAIT = """
import threading, time
import graphops.plugins.packages as plugins
plugins._LONGEST_WAIT = 0.5
def imports():
    import waits
user = threading.Thread(target=imports, daemon=True)
user.start()
import sys
while "waits" not in sys.modules:
    time.sleep(0.001)
loader = threading.Thread(target=plugins.load_kernels, daemon=True)
loader.start()
user.join(60), loader.join(60)
assert not user.is_alive() and not loader.is_alive(), "each waits for the other"
(plugin,) = plugins.plugins()
assert (plugin.name, plugin.error, plugin.ops) == ("waits", None, ("Waits>Copy",)), plugin
print("well")
"""


def test_two_threads_do_not_wait_for_each_other(tmp_path: Path) -> None:
    """One imports a plug-in, which asks for an op at its import; the other loads all plug-ins."""
    source = "import time, graphops as go, graphops.plugins.packages as p\n"
    source += "while not p._loading: time.sleep(0.001)\ntime.sleep(0.2)\ndir(go.raw_ops)\n" + GOOD.format(
        vendor="Waits"
    )
    write_package(tmp_path, "waits", source)
    ran = python(["-c", BOTH_WAIT], tmp_path)
    assert ran.stdout == "well\n", ran.stderr
