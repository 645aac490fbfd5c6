"""Runs the examples of docs/op_examples with TensorFlow: ``PYTHON -m tests.golden.check_op_examples [FAMILY...]``.

Run it from the repository's root with the Python that TensorFlow is installed in; it needs nothing of graphops. The
same lines are run with a stand-in for ``go`` that hands every name to TensorFlow, and what they print is compared with
what the page shows: words must be equal, numbers equal up to rounding. It prints how many sections agree, and each one
that differs or that TensorFlow cannot run; it ends with status 1 if ``KNOWN`` has no reason for one of these.
"""

import contextlib
import doctest
import io
import math
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from tests.golden.case import Array
from tests.golden.record import import_tensorflow, python_names

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "op_examples"

RESULTS = ("agrees", "not run", "differs")

# Sections that TensorFlow cannot run, or answers otherwise, with the reason. docs/reference/differences.md says more.
KNOWN: dict[str, dict[str, str]] = {
    "not run": {
        "Conv": "groups: not on a CPU",
        "Conv2DBackpropFilterV2": "no kernel on a CPU",
        "Conv2DBackpropInputV2": "no kernel on a CPU",
        "Conv3DBackpropFilter": "only in graphs that say they are of version 9 or older",
        "Conv3DBackpropInput": "only in graphs that say they are of version 9 or older",
        "Graphops>Dilation2DPickFilter": "an op of graphops",
        "Graphops>Dilation2DPickInput": "an op of graphops",
        "MutableDenseHashTable": "its kernel asks for an input that the op does not have",
        "PlaceholderV2": "removed from TensorFlow's graphs in version 23",
        "_FusedBatchNormEx": "its kernel on a CPU gives nothing",
        "_FusedBatchNormGradEx": "no kernel on a CPU",
        "_FusedConv3D": "its kernel is oneDNN's, which is off",
        "_FusedDepthwiseConv2dNative": "its kernel is oneDNN's, which is off",
    },
    "differs": {
        "MergeV2Checkpoints": "other files",
        "ResourceCountUpTo": "the error says it in other words",
        "Save": "other files",
        "SaveV2": "other files",
    },
}

# What the fused ops take where nothing is said; TensorFlow's optimizer, which makes them, says it all.
_FUSED_DEFAULTS: dict[str, Any] = {
    "data_format": "NHWC", "dilations": [1, 1, 1, 1], "epsilon": 1e-4, "explicit_paddings": [],
    "exponential_avg_factor": 1.0, "filter_format": "HWIO", "leakyrelu_alpha": 0.2, "transpose_a": False,
    "transpose_b": False, "use_cudnn_on_gpu": True,
}  # fmt: skip

_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|inf|nan)j?(?![\w])", re.IGNORECASE)


@dataclass(frozen=True)
class Section:
    """One op's part of a page: its name and its examples, in order."""

    op: str
    examples: list[doctest.Example]


def sections(page: Path) -> Iterator[Section]:
    """The sections of a page, each with the examples of its fenced block."""
    for part in re.split(r"(?m)^## ", page.read_text(encoding="utf-8"))[1:]:
        op, _, body = part.partition("\n")
        code = "".join(re.findall(r"(?ms)^```python\n(.*?)^```", body))
        yield Section(op.strip(), doctest.DocTestParser().get_examples(code))


def to_numpy(value: Any) -> Any:
    """What an op answers in TensorFlow, as `eager` answers it: arrays, lists and named tuples of arrays."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(to_numpy(item) for item in value))
    if isinstance(value, list):
        return [to_numpy(item) for item in value]
    if not hasattr(value, "numpy"):
        return value
    array: Array = np.asarray(value.numpy(), dtype=object if value.dtype.name == "string" else None)
    return array


class Calls:
    """``eager`` or ``raw_ops``: an attribute for each op of TensorFlow, those that only its optimizer makes too."""

    def __init__(self, tf: Any, finish: Callable[[Any], Any]) -> None:
        self._tf, self._finish = tf, finish

    def __getattr__(self, op: str) -> Callable[..., Any]:
        from tensorflow.python.framework import op_def_registry

        function = getattr(self._tf.raw_ops, op, None)
        if function is None:
            return self._internal(op)

        def call(**arguments: Any) -> Any:
            definition = op_def_registry.get(op)
            attrs = [attr.name for attr in definition.attr if attr.name in arguments]
            names = python_names(definition, function, attrs)
            arguments = {names.get(name, name): value for name, value in arguments.items()}
            if op == "Const":
                arguments["value"] = self._tf.make_tensor_proto(arguments["value"], arguments["dtype"])
            return self._finish(function(**arguments))

        return call

    def _internal(self, op: str) -> Callable[..., Any]:
        """An op without a Python function: a graph of this one node."""
        from tensorflow.python.framework import op_def_registry
        from tensorflow.python.framework.op_def_library import apply_op

        definition = op_def_registry.get(op)
        if definition is None:
            raise LookupError(f"no op {op}")

        def call(**arguments: Any) -> Any:
            arguments = {
                **{attr.name: _FUSED_DEFAULTS[attr.name] for attr in definition.attr if attr.name in _FUSED_DEFAULTS},
                **arguments,
            }
            arguments.setdefault("name", "node")  # the op's own name, which starts with _, cannot be one
            if not self._tf.executing_eagerly():
                return apply_op(op, **arguments)
            with self._tf.Graph().as_default(), self._tf.compat.v1.Session() as session:
                outputs = apply_op(op, **arguments)
                values = session.run(outputs)
                return type(outputs)(*map(np.asarray, values)) if isinstance(values, tuple) else np.asarray(values)

        return call


class StandIn:
    """The name ``go`` of the examples, with TensorFlow behind it."""

    def __init__(self, tf: Any) -> None:
        self._tf = tf
        self.eager = Calls(tf, to_numpy)
        self.raw_ops = Calls(tf, lambda value: value)

        tf.compat.v1.enable_control_flow_v2()  # `cond` and `while_loop` as If and While, not as Switch and Merge
        tf.compat.v1.enable_resource_variables()

        class Graph(tf.Graph):  # type: ignore[misc]  # TensorFlow has no types
            """With graphops' names for what is in a graph."""

            nodes = property(lambda self: self.get_operations())
            functions = property(
                lambda self: [function.signature.name for function in self.as_graph_def().library.function]
            )

        self.Graph = Graph
        self.errors = SimpleNamespace(**vars(tf.errors), GraphopsError=tf.errors.OpError)

    def import_graph_def(self, graph_def: Any, **arguments: Any) -> Any:
        """Of a message, or of one in text."""
        if isinstance(graph_def, str):
            from google.protobuf import text_format

            graph_def = text_format.Parse(graph_def, self._tf.compat.v1.GraphDef())
        return self._tf.import_graph_def(graph_def, **arguments)

    def Session(self, graph: Any = None, config: Any = None) -> Any:
        """One whose optimizers are off: they break some loops, and other kernels are not what is compared."""
        options = self._tf.compat.v1.ConfigProto()
        options.graph_options.rewrite_options.disable_meta_optimizer = True
        options.graph_options.optimizer_options.opt_level = -1
        return self._tf.compat.v1.Session(graph=graph, config=options)

    def SessionConfig(self, **_: Any) -> None:
        """What a graphops Session is configured with says nothing to TensorFlow."""
        return

    def __getattr__(self, name: str) -> Any:
        for home in (self._tf.compat.v1, self._tf):
            if hasattr(home, name):
                return getattr(home, name)
        raise AttributeError(f"TensorFlow has no {name}")


def run(tf: Any, section: Section) -> Iterator[tuple[str, str]]:
    """For each of a section's examples its result, ``agrees``, ``differs`` or ``not run``, and what there is to say."""
    names: dict[str, Any] = {"go": StandIn(tf), "np": np}
    for example in section.examples:
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                exec(compile(example.source, f"<{section.op}>", "single"), names)  # noqa: S102 - it is our own text
        except Exception as error:  # any error of TensorFlow becomes a line of the report
            yield "not run", f"{type(error).__name__}: {str(error)[:240]}"
            continue
        got = printed.getvalue()
        if agrees(got, example.want):
            yield "agrees", ""
        else:
            yield "differs", f"{example.source}TensorFlow prints\n{got}the page shows\n{example.want}"


def agrees(got: str, want: str) -> bool:
    """Whether the words are equal, and the numbers up to rounding: of the fourth decimal place on, or of float32."""
    if _words(got) != _words(want):
        return False
    pairs = zip(_NUMBER.findall(got), _NUMBER.findall(want), strict=True)
    return all(_near(complex(a), complex(b), _tolerance(b)) for a, b in pairs)


def _words(text: str) -> str:
    # NumPy aligns what it prints, so that spaces depend on how many digits the numbers have.
    return re.sub(r"\s+", "", _NUMBER.sub("#", text))


def _tolerance(number: str) -> float:
    """How far a number may be from this one: a unit in the last decimal place, or what float32 resolves.

    Integers are exact. So are numbers of less than four decimal places, which were not rounded to be shown.
    """
    mantissa, _, exponent = number.lower().rstrip("j").partition("e")
    if "." not in mantissa:
        return 0.0
    places = len(mantissa.partition(".")[2])
    last_place = 10.0 ** (int(exponent or 0) - places) if places >= 4 else 0.0
    return max(1.01 * last_place, 1e-6 * abs(complex(number)))


def _near(a: complex, b: complex, tolerance: float) -> bool:
    for x, y in ((a.real, b.real), (a.imag, b.imag)):
        same = x == y or (math.isnan(x) and math.isnan(y))
        if not same and not abs(x - y) <= tolerance:
            return False
    return True


def outcome(tf: Any, section: Section) -> tuple[str, str]:
    """The worst result of a section's examples, and what there is to say of it."""
    from tensorflow.python.eager import context

    context.context().clear_kernel_cache()  # a cached kernel of a random op would continue its stream
    results = list(run(tf, section))
    if not results:
        return "not run", "no example"
    return max(results, key=lambda result: RESULTS.index(result[0]))


def main() -> int:
    """Checks the families named on the command line, or all."""
    tf = import_tensorflow()
    pages = [EXAMPLES / f"{name}.md" for name in sys.argv[1:]] or sorted(EXAMPLES.glob("*.md"))
    found: dict[str, list[str]] = {result: [] for result in RESULTS}
    unexplained = 0
    for page in pages:
        for section in sections(page):
            result, details = outcome(tf, section)
            found[result].append(section.op)
            if result == "agrees":
                continue
            reason = KNOWN[result].get(section.op)
            unexplained += reason is None
            print(f"{page.stem}: {section.op} {result}: {reason or details}")
    print(", ".join(f"{len(ops)} {result}" for result, ops in found.items()), f"with TensorFlow {tf.__version__}")
    for result, reasons in KNOWN.items():
        if sys.argv[1:] == [] and (stale := reasons.keys() - set(found[result])):
            print(f"KNOWN names what is not {result!r}: {sorted(stale)}")
    return int(unexplained > 0)


if __name__ == "__main__":
    sys.exit(main())
