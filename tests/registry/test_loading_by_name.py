"""Built-in ops and kernels are imported when they are asked for, and nobody can tell by anything but the time."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.extension.packages import ROOT

HEAD = """
import json, sys, threading
from graphops_registry import op_def
from graphops_registry.kernels import registered
from graphops_registry.kernel_def import PlainKernel, kernels_of, register_kernel
from graphops_registry.op_def import REGISTRY, lookup_op, register_op
import graphops_cpu
graphops_cpu.load()

def there(package):
    return sorted(name.removeprefix(package + ".") for name in sys.modules if name.startswith(package + "."))

def registering(function, pause):
    "Calls pause(name) after the function has registered something for the op of that name."
    def register(*args, **kwargs):
        done = function(*args, **kwargs)
        pause(next(arg for arg in args if isinstance(arg, str)))
        return done
    return register

def beside(asks, when):
    "A pause in which another thread asks, and has half a second to get an answer too early."
    answers, threads = [], []
    def pause(name):
        if name == when and not threads:
            threads.append(threading.Thread(target=lambda: answers.append(asks())))
            threads[0].start()
            threads[0].join(0.5)
    return pause, threads, answers
"""


def said(program: str) -> Any:
    """What a new interpreter prints, as JSON."""
    path = ":".join(map(str, (ROOT, ROOT / "kernels", ROOT / "registry")))
    done = subprocess.run(
        [sys.executable, "-c", HEAD + program],
        capture_output=True, text=True, timeout=120, env={"PYTHONPATH": path, "PATH": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_committed_indexes_are_those_of_the_modules() -> None:
    path = ":".join(map(str, (ROOT, ROOT / "kernels", ROOT / "registry")))
    done = subprocess.run(
        [sys.executable, "-m", "graphops.apps.indexes", "--check"],
        capture_output=True, text=True, timeout=120, env={"PYTHONPATH": path, "PATH": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_op_brings_its_family_alone() -> None:
    families, kernels, plain = said("""
op = lookup_op("MatMul")
families = there("graphops_registry.ops")
kernels = [each.name for each in kernels_of("Softsign", "CPU")]
print(json.dumps([families, kernels, there("graphops_cpu.plain")]))
""")
    assert families == ["math_matmul"]
    assert kernels == ["graphops_cpu.plain.nn_activation.Softsign"]
    assert plain == ["nn_activation"]


def test_what_can_be_known_without_the_families_imports_none() -> None:
    merges, known, names, families = said("""
from graphops_registry.traits import Trait
merges = sorted(op_def.ops_with(Trait.MERGE))
known = ["Conv2D" in REGISTRY, "Conv2E" in REGISTRY]
print(json.dumps([merges, known, "Conv2D" in REGISTRY.names(), there("graphops_registry.ops")]))
""")
    assert merges == ["Merge", "RefMerge"]
    assert known == [True, False]
    assert names
    assert not families


def test_an_unknown_op_is_likened_to_all() -> None:
    (message,) = said("""
try:
    lookup_op("Conv2E")
except Exception as error:
    print(json.dumps([str(error)]))
""")
    assert "Conv2D" in message


def test_plans_stay_valid_until_an_extension_registers_something() -> None:
    loaded, by_op, by_kernel = said("""
first = REGISTRY.generation
kernels_of("Relu", "CPU"), kernels_of("MatMul", "CPU"), lookup_op("StringJoin")
loaded = REGISTRY.generation - first
register_op("Test>Late", inputs=["x: float"], outputs=["y: float"]).shape_rule(lambda c: [c.shape("x")])
by_op = REGISTRY.generation - first

@register_kernel("Softplus", "CPU", priority=7)
class Mine(PlainKernel):
    def compute(self, x):
        return x

print(json.dumps([loaded, by_op, REGISTRY.generation - first]))
""")
    assert (loaded, by_op, by_kernel) == (0, 1, 2)


def test_the_order_of_kernels_does_not_depend_on_which_came_first() -> None:
    listing = """
found = {op: [f"{each.name} {each.priority} {each.defined_at}" for each in kernels_of(op, "CPU")] for op in ORDER}
print(json.dumps(found))
"""
    forward = said(listing.replace("ORDER", "sorted(REGISTRY.names())"))
    backward = said(listing.replace("ORDER", "sorted(REGISTRY.names(), reverse=True)"))
    assert forward == backward
    assert len(forward["Conv2D"]) > 3
    # And the index leaves none out: here every module is imported, in the order of their names.
    everything = said("""
import importlib, pkgutil
from graphops_registry.kernels import on_demand
on_demand._waiting.clear()
for module in pkgutil.walk_packages(graphops_cpu.__path__, "graphops_cpu."):
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError:  # Numba
        pass
found = {op: [f"{each.name} {each.priority} {each.defined_at}" for each in registered._kernels.get((op, "CPU"), ())]
         for op in REGISTRY.names()}
print(json.dumps(found))
""")
    assert everything == forward


def test_kernels_of_one_priority_are_in_the_order_of_the_index() -> None:
    """Here the module that is second in the index registers its kernel first, and somebody else's comes between."""
    assert said("""
import types, importlib.machinery
def add(module, dtype):
    sys.modules[module] = types.ModuleType(module)
    sys.modules[module].__spec__ = importlib.machinery.ModuleSpec(module, None)
    kernel = type(module.title(), (PlainKernel,), {"__module__": module, "compute": lambda self, x: x})
    register_kernel("Square", "TOY", types={"T": [dtype]})(kernel)
registered.offer_kernels("TOY", {"first": "Square", "second": "Abs Square"})
add("second", "float")
sys.modules["first"] = sys.modules["second"]
add("other", "half")
add("first", "double")
print(json.dumps([each.cls.__name__ for each in kernels_of("Square", "TOY")]))
""") == ["First", "Second", "Other"]


def test_names_of_built_in_ops_and_places_of_their_kernels_are_taken_before_they_are_loaded() -> None:
    errors = said("""
errors = []
for name in ("Relu", "GraphopsNothing"):
    try:
        register_op(name, inputs=["x: float"], outputs=["y: float"])
    except Exception as error:
        errors.append(str(error))

class Mine(PlainKernel):
    def compute(self, x):
        return x

try:
    register_kernel("Square", "CPU")(Mine)
except Exception as error:
    errors.append(str(error))
print(json.dumps(errors))
""")
    assert len(errors) == 2
    assert "op 'Relu' must be registered once" in errors[0]
    assert "nn_activation.py:" in errors[0]
    assert "must differ in dtypes, priority or label from graphops_cpu.plain.math_elementwise.Square" in errors[1]


def test_a_thread_gets_no_op_without_its_rules() -> None:
    early, has_shape_rule, has_gradient = said("""
def rules(op):
    return [op.shape_fn is not None, op.gradient_fn is not None]
pause, threads, answers = beside(lambda: rules(lookup_op("MatMul")), "MatMul")
op_def.register_op = registering(op_def.register_op, pause)
lookup_op("BatchMatMul")
early = len(answers)
threads[0].join()
print(json.dumps([early, *answers[0]]))
""")
    assert not early
    assert has_shape_rule
    assert has_gradient


def test_a_thread_gets_all_kernels_of_an_op() -> None:
    early, names, again = said("""
pause, threads, answers = beside(lambda: [each.name for each in kernels_of("Relu", "CPU")], "Relu")
registered.add_kernel = registering(registered.add_kernel, pause)
kernels_of("Softsign", "CPU")
early = len(answers)
threads[0].join()
print(json.dumps([early, answers[0], [each.name for each in kernels_of("Relu", "CPU")]]))
""")
    assert not early
    assert "graphops_cpu.plain.nn_activation.Relu" in names
    assert any(name.startswith("graphops_cpu.simd.layers.activation.") for name in names)
    assert names == again


def test_many_threads_ask_for_different_ops_first() -> None:
    wrong = said("""
names = sorted(REGISTRY.names())
wrong, start = [], threading.Barrier(4)
def ask(mine):
    start.wait()
    for name in mine:
        op, kernels = lookup_op(name), kernels_of(name, "CPU")
        if op.op_def.outputs and op.shape_fn is None or not all(each.op == name for each in kernels):
            wrong.append(name)
threads = [threading.Thread(target=ask, args=[order]) for order in (names, names[::-1], names[1::2], names[::-2])]
[thread.start() for thread in threads], [thread.join() for thread in threads]
wrong += [name for name in names if name in REGISTRY._waiting]
from graphops_registry.kernels import on_demand
print(json.dumps(wrong + [list(key) for key in on_demand._waiting]))
""")
    assert not wrong


@pytest.mark.parametrize("what", ["op", "kernel"])
def test_an_interrupted_import_can_be_repeated(what: str) -> None:
    interrupted, has_gradient, names = said(f"""
def interrupt(name):
    if name == "Relu6" and not interrupted:
        interrupted.append(name)
        raise KeyboardInterrupt
interrupted = []
if {what!r} == "op":
    op_def.register_op = registering(op_def.register_op, interrupt)
else:
    registered.add_kernel = registering(registered.add_kernel, interrupt)
try:
    kernels_of("Relu", "CPU")
    lookup_op("Relu")
except KeyboardInterrupt:
    interrupted.append("again")
names = [each.name for each in kernels_of("Relu", "CPU")]
print(json.dumps([interrupted, bool(lookup_op("Relu6").gradient_fn), names]))
""")
    assert interrupted == ["Relu6", "again"]
    assert has_gradient
    assert "graphops_cpu.plain.nn_activation.Relu" in names


def test_what_failed_takes_only_its_own_along() -> None:
    """A snapshot is restored in which the built-in op and its kernels were not there yet."""
    gradient, kernels, new = said("""
from graphops_registry.registrations import registrations, restore
before = registrations()
lookup_op("Square").gradient_fn = None
lookup_op("Rint").gradient_fn = print
register_op("Test>Mine", inputs=["x: float"], outputs=["y: float"])

@register_kernel("Square", "CPU", priority=1000)
class Mine(PlainKernel):
    def compute(self, x):
        return x

now = registrations()
new = [[op.name for op in now.new_ops(before)], [each.cls.__name__ for each in now.new_kernels(before)]]
restore(before)
new.append("Test>Mine" in REGISTRY)
gradient = [lookup_op(name).gradient_fn is not None for name in ("Square", "Rint")]
print(json.dumps([gradient, [each.name for each in kernels_of("Square", "CPU")], new]))
""")
    assert gradient == [True, False]
    assert kernels == ["graphops_cpu.plain.math_elementwise.Square"]
    assert new == [["Test>Mine"], ["Mine"], False]
