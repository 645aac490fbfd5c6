"""Faults on purpose in copies of the sample plug-in: what ``graphops check`` says of each.

``python -m tests.extension.seeded_faults`` prints the table of docs/how-to/check_an_op.md.
"""

from __future__ import annotations

import importlib
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from graphops.testing.package_check import check_op
from graphops_registry.errors import GraphopsError

SAMPLE = Path(__file__).parents[2] / "examples" / "plugin" / "graphops_sample"
_LONGEST = 240  # characters of what is said
POOL, GRAD, MISH = "AveragePool1D", "AveragePool1DGrad", "Mish"


@dataclass(frozen=True)
class Fault:
    """One substitution in one file of the sample.

    Attributes:
        name: what is wrong, in words.
        op: of which the fault is found, without its vendor.
        old, new: texts; ``old`` occurs in the file exactly once.
        said: a pattern of what must be said.
        verdict: ``registration`` if the package cannot even be imported, else that of the check.
        device: where it is found.
    """

    name: str
    op: str
    old: str
    new: str
    said: str
    verdict: str = "wrong"
    device: str = "CPU"

    @property
    def file(self) -> str:
        return "mish.py" if self.op == MISH else "average_pool_1d.py"

    @property
    def vendor(self) -> str:
        return "Seeded" + "".join(word.capitalize() for word in re.findall("[A-Za-z0-9]+", self.name))


_MISH = "        return (wide * self.xp.tanh(self.xp.logaddexp(wide, wide.dtype.type(0)))).astype(x.dtype)\n"
_TOTAL = "        total = x[:, : last + 1 : self.stride].copy()\n"
_LAST = "        last = x.shape[1] - self.size  # where the last window may start\n"
_SUM = "        return (windows[:, ::stride].sum(axis=-1) / size).astype(x.dtype)\n"
_SHARE = "        share = dy.astype(dtype) / size\n"
_SECOND = "[None, g.Sample.AveragePool1D(x=ddx, size=size, stride=stride)]"
_NEGATED = _SECOND.replace("[None, ", "[None, g.Neg(x=").replace(")]", "))]")
_GRADIENT = "    return [g.Mul(x=dy, y=g.AddV2(x=t, y=rest))]\n"

FAULTS: Sequence[Fault] = (
    Fault(
        "wrong shape rule",
        POOL,
        "    return [TensorShape([batch, (length - size) // stride + 1, channels])]",
        "    return [TensorShape([batch, length // stride, channels])]",
        r"must have shape \(2, 7, 3\), got \(2, 6, 3\)",
    ),
    Fault(
        "shape rule that is wrong for unknown sizes only",
        POOL,
        "    if not isinstance(length, int):\n        return [TensorShape([batch, None, channels])]\n    if length",
        "    if not isinstance(length, int):\n        return [TensorShape([batch, length, channels])]\n    if length",
        "the shape rule must be right with symbols for sizes",
    ),
    Fault(
        "shape rule that needs to know the rank",
        POOL,
        'c.with_rank("x", 3).dims or ()',
        'tuple(c.shape("x").dims)',
        "the shape rule must take the inputs with unknown ranks",
    ),
    Fault("wrong gradient", MISH, "y=g.Sigmoid(x=x))", "y=g.Tanh(x=x))", "order 1: the slope of .* as differences say"),
    Fault(
        "gradient of the wrong sign for its own gradient",
        GRAD,
        _SECOND,
        _NEGATED,
        "its gradient must be right: .* order 1",
    ),
    Fault("wrong second-order gradient", POOL, _SECOND, _NEGATED, "its gradient must be right: .* order 2"),
    Fault(
        "gradient of the wrong shape",
        MISH,
        _GRADIENT,
        "    return [g.Sum(input=dy, reduction_indices=[0])]\n",
        r"must have shape \(.*\) for input 0",
    ),
    Fault(
        "gradient of the wrong number of inputs", MISH, _GRADIENT, "    return [dy, dy]\n", "must give 1 tensor.*got 2"
    ),
    Fault(
        "gradient that is wrong in bfloat16 only",
        MISH,
        _GRADIENT,
        '    if node.get_attr("T").name == "bfloat16":\n        return [g.Mul(x=dy, y=t)]\n' + _GRADIENT,
        "its gradient by x must be right in bfloat16 too",
    ),
    Fault("kernel writes to its input", POOL, _TOTAL, _TOTAL.replace(".copy()", ""), "read-only"),
    Fault(
        "kernel writes to its input when it can be written to",
        MISH,
        _MISH,
        "        if isinstance(x, np.ndarray) and x.flags.writeable:\n            x[...] = 0\n" + _MISH,
        "not write to its inputs, but it does",
    ),
    Fault(
        "kernel keeps state",
        MISH,
        _MISH,
        "        self.calls = getattr(self, 'calls', 0) + 1\n"
        + _MISH.replace("wide *", "(wide + (self.calls > 2) * 1e-3) *"),
        "give the same (bits )?in each run|whatever was computed before",
    ),
    Fault(
        "kernel shares state with its other instances",
        MISH,
        _MISH,
        "        before = getattr(Mish, 'last', 0.0)\n"
        "        Mish.last = float(wide.flat[0]) if self.xp is np and wide.size else 0.0\n"
        + _MISH.replace("wide *", "(wide + 1e-3 * before) *"),
        "give the same",
    ),
    Fault(
        "kernel returns its own buffer",
        POOL,
        _TOTAL + "",
        "        shape = x[:, : last + 1 : self.stride].shape\n"
        "        if getattr(self, 'buffer', np.empty(0)).shape != shape:\n"
        "            self.buffer = np.empty(shape, x.dtype)\n"
        "        total = self.buffer\n"
        "        total[...] = x[:, : last + 1 : self.stride]\n",
        "leave results alone that it returned before",
    ),
    Fault(
        "scratch buffer that threads share",
        MISH,
        _MISH,
        "        if getattr(self, 'buffer', None) is None or self.buffer.shape != wide.shape:\n"
        "            self.buffer = self.xp.empty(wide.shape, wide.dtype)\n"
        "        self.buffer[...] = wide\n" + _MISH.replace("(wide * ", "(self.buffer * "),
        "another thread's call comes between|threads at once",
    ),
    Fault(
        "wrong for stride 2 only",
        POOL,
        _LAST,
        _LAST + "        if self.stride == 2:\n            x = x[:, ::-1]\n",
        r"stride=2\): kernel .* must give what is expected",
    ),
    Fault(
        "adds in bfloat16",
        POOL,
        "        wide = x.astype(np.float32) if x.dtype.itemsize == 2 else x\n        windows",
        "        wide = x.astype(np.float32) if x.dtype == np.float16 else x\n        windows",
        "bfloat16.* must give what is expected",
    ),
    Fault(
        "cuts where bfloat16 should be rounded",
        MISH,
        _MISH,
        _MISH.replace("return (", "y = (").replace(".astype(x.dtype)", "")
        + "        cut = (y.view(np.uint32) & 0xFFFF0000).view(np.float32) if x.dtype.name == 'bfloat16' else y\n"
        "        return cut.astype(x.dtype)\n",
        "bfloat16.* must give what is expected",
    ),
    Fault(
        "wrong for inputs that are not contiguous",
        POOL,
        _LAST,
        "        x = np.lib.stride_tricks.as_strided(x, x.shape, np.empty(x.shape, x.dtype).strides)\n" + _LAST,
        "must give the same with inputs that are not contiguous",
    ),
    Fault(
        "fails without elements",
        GRAD,
        _SHARE,
        _SHARE + "        dy.max()\n",
        "no elements along axis .* raises ValueError",
    ),
    Fault(
        "fast kernel that disagrees with the plain one",
        POOL,
        "total /= self.size",
        "total *= np.float32(1 / self.size)",
        "float64.* must give what is expected",
    ),
    Fault(
        "NaN becomes 0",
        MISH,
        _MISH,
        "        wide = self.xp.where(wide == wide, wide, wide.dtype.type(0))\n" + _MISH,
        "with nan in x, .* must give what is expected",
    ),
    Fault("wrong dtype", MISH, _MISH, _MISH.replace(".astype(x.dtype)", ""), "must have dtype float16, got float32"),
    Fault(
        "view that is not declared",
        POOL,
        _LAST,
        _LAST + "        if self.size == self.stride == 1:\n            return x[...]\n",
        "declare that output 0 is a view of input 0",
    ),
    Fault(
        "NumPy on arrays of a device",
        MISH,
        "self.xp.tanh",
        "np.tanh",
        "on STANDIN must run .* raises TypeError",
        device="STANDIN",
    ),
    Fault(
        "different from run to run",
        MISH,
        _MISH,
        _MISH.replace("wide *", "(wide + np.random.default_rng().random() * 1e-6) *"),
        "same bits in each run",
    ),
    Fault(
        "attr without its minimum",
        POOL,
        '"stride: int >= 1 = 1"',
        '"stride: int = 1"',
        "stride=0 must give an answer or an error of graphops",
    ),
    Fault(
        "no shape rule",
        MISH,
        "@mish.shape_rule\n",
        "",
        "must have a shape rule before kernels .* got none",
        "registration",
    ),
    Fault(
        "slow kernel that runs first",
        POOL,
        _LAST,
        _LAST + "        for _ in range(50):\n            x = x.copy()\n",
        "times as fast",
        verdict="slow",
    ),
    Fault(
        "compute with an argument too many",
        MISH,
        "def compute(self, x: Any) -> Any:\n        wide",
        "def compute(self, x: Any, y: Any) -> Any:\n        wide",
        r"must take \(self, x\), got \(self, x",
        "registration",
    ),
    Fault(
        "kernel without attrs",
        POOL,
        "def __init__(self, attrs: Any) -> None:\n        self.size, self.stride = attrs",
        "def __init__(self) -> None:\n        self.size, self.stride = self.attrs",
        r"must be made by .*\(attrs\)",
        "registration",
    ),
    Fault(
        "gradient for another number of outputs",
        MISH,
        "def _mish_gradient(g: Any, node: Any, dy: Any)",
        "def _mish_gradient(g: Any, node: Any, dy: Any, dz: Any)",
        r"must take \(g, node, dy\)",
        "registration",
    ),
    Fault(
        "dtype that the op does not have",
        POOL,
        'types={"T": ["float", "double"]}',
        'types={"T": ["float", "int32"]}',
        "must be among those of the OpDef",
        "registration",
    ),
    Fault(
        "two kernels for the same",
        POOL,
        'types={"T": ["float", "double"]}, priority=10',
        'types={"T": ["float", "double"]}',
        "repeats",
        "registration",
    ),
)


def seed(fault: Fault, folder: Path) -> str:
    """Write a copy of the sample with the fault, under a name and a vendor of its own; the name of the module.

    Raises:
        ValueError: the text to be replaced is not there exactly once.
    """
    module = fault.vendor.lower()
    target = folder / module
    target.mkdir()
    for source in SAMPLE.glob("*.py"):
        text = source.read_text()
        if source.name == fault.file:
            if text.count(fault.old) != 1:
                raise ValueError(
                    f"{fault.name}: {source.name} must have the text once, got {text.count(fault.old)} times"
                )
            text = text.replace(fault.old, fault.new)
        text = text.replace("Sample>", f"{fault.vendor}>").replace("g.Sample.", f"g.{fault.vendor}.")
        (target / source.name).write_text(text.replace("graphops_sample", module))
    return module


def said_of(fault: Fault, folder: Path) -> tuple[str, str]:
    """The verdict on a copy with the fault, and the reason that is its own."""
    module = seed(fault, folder)
    sys.path.insert(0, str(folder))
    try:
        importlib.import_module(module)
        importlib.import_module(f"{module}.checks")
    except GraphopsError as error:
        return "registration", str(error)
    finally:
        sys.path.remove(str(folder))
    rows = check_op(f"{fault.vendor}>{fault.op}", devices=[fault.device])
    found = [
        (row.verdict, f"{row.dtype}: {reason}") for row in rows for reason in row.reasons if row.verdict != "right"
    ]
    own = [each for each in found if re.search(fault.said, each[1])]
    return (own or found or [("right", "")])[0]


def row(fault: Fault, verdict: str, text: str) -> str:
    """A row of the table, with the names of the sample."""
    for old, new in ((fault.vendor, "Sample"), (fault.vendor.lower(), "graphops_sample"), ("\n", " "), ("|", "/")):
        text = text.replace(old, new)
    text = re.sub(r"/\S*/graphops_sample/", "", text)  # where the copy was
    text = re.sub(r"kernel graphops_sample\.\w+\.", "kernel ", text)
    problem = re.sub(r"^\w+: \S+\(.*?\): ", "", text)  # the call
    return f"| {fault.name} | {verdict} | {problem if len(problem) <= _LONGEST else problem[:_LONGEST] + ' ...'} |"


def main() -> None:
    """Print the table."""
    print("| fault | verdict | what is said |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for fault in FAULTS:
            print(row(fault, *said_of(fault, Path(folder))))


if __name__ == "__main__":
    main()
