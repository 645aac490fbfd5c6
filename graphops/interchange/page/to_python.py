"""A graph as Python source: calls of ``raw_ops`` that build the same nodes by the same names."""

from __future__ import annotations

import base64
import builtins
import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

import numpy as np

from graphops.graph.graph import Graph, Node, Tensor
from graphops.graph.names import NameTable
from graphops.interchange.page.build import Built
from graphops.interchange.page.page_blocks import GradientsCall
from graphops.interchange.page.run import Task
from graphops.interchange.page.tensor_pins import node_inputs
from graphops.interchange.page.write import TENSORFLOW_ATTRS, call_attrs, literal_constants
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import UnimplementedError
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait

_MOST_LISTED: Final = 64  # elements of an array that are written as numbers; more go as bytes
_WIDTH: Final = 120
_PRINTS_THE_GRAPH: Final = ("", "", 'if __name__ == "__main__":', "    print(build().as_graph_def())")
_PRINTS_RESULTS: Final = (  # as `graphops run` prints them
    "",
    "",
    'if __name__ == "__main__":',
    "    for name, value in run().items():",
    '        print(f"{name}: {go.as_dtype(value.dtype).name} {list(value.shape)}")',
    "        if value.size:",
    "            print(np.array2string(value, threshold=48, edgeitems=2, max_line_width=100))",
)
# Names that the source uses: a variable of such a name would hide them.
_TAKEN: Final = frozenset({"go", "np", "base64", "graph", "array", "build", *dir(builtins)})


def gradients_calls(built: Built) -> list[GradientsCall]:
    """The calls of ``gradients()`` that made nodes of a page, if a script that repeats them makes the same graph."""
    found = [(path, made.call) for path, made in built.made.items() if made.call is not None]
    pages = tuple(f"{path}/" for path, _ in found)
    if not all(call.can_repeat for _, call in found) or any(name.startswith(pages) for name in built.nodes):
        return []  # other nodes in their scopes would get other names
    return [call for _, call in found]


def python_source(graph: Graph, task: Task | None = None, calls: Sequence[GradientsCall] = ()) -> str:
    """Source with a function ``build()`` that returns a graph with the same nodes, inputs, attrs and devices.

    Args:
        task: what the program does with the graph: its function ``run()`` returns the arrays by name, and the program
            prints them. Without one it prints the GraphDef.
        calls: calls of ``gradients()`` that are written instead of the nodes that they made.

    Raises:
        UnimplementedError: an attr that Python cannot write.
    """
    return _Source(graph, task, calls).text()


class _Source:
    def __init__(self, graph: Graph, task: Task | None, calls: Sequence[GradientsCall]) -> None:
        self.graph = graph
        self.task = task
        self.calls = {node: call for call in calls for node in call.nodes}
        self.grads: dict[Tensor, str] = {}  # the expressions for what calls of gradients() return
        self.literals = literal_constants(graph.nodes)
        self.names: dict[Node, str] = {}
        self.table = NameTable()
        self.used: set[str] = set(_TAKEN)
        self.bytes = False  # whether an array is written as bytes

    def text(self) -> str:
        body: list[str] = []
        if self.graph.functions or self.graph.named_gradients:
            body += self._library()
        late: list[str] = []
        written: set[int] = set()  # the calls, by their identity
        for node in self.graph.nodes:
            found = self.calls.get(node)
            if found is not None:
                if id(found) not in written:
                    written.add(id(found))
                    body += self._gradients(found, self._last(found))
            else:
                body += self._with_inputs(node, late)
        body += late
        if not body:
            body = ["pass"]
        program = _PRINTS_THE_GRAPH if self.task is None else [*self._run(self.task), *_PRINTS_RESULTS]
        head = ["import base64", ""] if self.bytes or self.graph.functions or self.graph.named_gradients else []
        array = (
            [
                "",
                "",
                "def array(dtype, shape, text):",
                '    """An array from the base64 of its bytes, little-endian, row by row."""',
                "    plain = go.as_dtype(dtype).numpy_dtype",
                "    return np.frombuffer(base64.b64decode(text), plain).reshape(shape)",
            ]
            if self.bytes
            else []
        )
        return "\n".join(
            [
                *head,
                "import numpy as np",
                "",
                "import graphops as go",
                *array,
                "",
                "",
                "def build():",
                "    graph = go.Graph()",
                "    with graph.as_default():",
                *(f"        {line}" if line else "" for line in body),
                "    return graph",
                *program,
                "",
            ]
        )

    def _run(self, task: Task) -> list[str]:
        """The function that does the task; names of tensors and nodes, because variables are those of ``build``."""
        feeds = [f"{name.name!r}: {self._array(value, name.dtype.base)}," for name, value in task.feeds.items()]
        fetches = [f"{name!r}: {tensor.name!r}," for name, tensor in task.fetches.items()]
        nodes = repr([node.name for node in task.nodes])
        targets = f"(fetches, {nodes})" if task.nodes else "(fetches,)"
        once = [f"        session.run({[item.name for item in task.init]!r}, feeds)"] if task.init else []
        return [
            "",
            "",
            "def run():",
            '    """What the page computes: arrays by the names of pins."""',
            *_table("feeds", feeds),
            *_table("fetches", fetches),
            "    with go.Session(build()) as session:",
            *once,
            f"        for _ in range({task.steps}):",
            f"            values = session.run({targets}, feeds)[0]",
            "    return {",
            "        name: np.asarray(value, object if isinstance(value, bytes) else None)",
            "        for name, value in values.items()",
            "    }",
        ]

    def _library(self) -> list[str]:
        """The functions, as a GraphDef without nodes."""
        from graphops.interchange.graph_def import messages

        whole = self.graph.as_graph_def()
        message = messages.GraphDef()
        message.versions.CopyFrom(whole.versions)
        message.library.CopyFrom(whole.library)
        text = base64.b64encode(message.SerializeToString(deterministic=True)).decode()
        names = ", ".join(map(ascii, self.graph.functions))  # a name from a file must stay within its line
        return [
            f"# The library of functions: {names or 'none'}.",
            f'go.import_graph_def(base64.b64decode("{text}"), name="")',
        ]

    def _with_inputs(self, node: Node, late: list[str]) -> list[str]:
        """A node, after the inputs that are younger than it, which the gradient of a loop gave it."""
        if node in self.names or node in self.literals:
            return []
        inputs = () if node.op.has(Trait.MERGE) else node.inputs
        before = [self._with_inputs(tensor.node, late) for tensor in inputs if tensor.node not in self.calls]
        return [*chain.from_iterable(before), *self._node(node, late)]

    def _node(self, node: Node, late: list[str]) -> list[str]:
        variable = self._variable(node)
        arguments: dict[str, str] = {}
        lists: dict[str, list[str]] = {arg.name: [] for arg in node.op_def.inputs if arg.is_list}
        constants = []
        for name, number, tensor in node_inputs(node):
            if tensor.node in self.literals:
                constants.append(tensor.node)
                text = self._array(tensor.node.attrs["value"], tensor.node.attrs["dtype"])
            elif tensor.node not in self.names and tensor not in self.grads:
                text = ""  # closes a loop: it comes later
                late.append(f"{variable}.output.node.set_late_input({number}, LATE {tensor.name})")
            else:
                text = self._tensor(tensor)
            if name in lists:
                lists[name].append(text)
            else:
                arguments[name] = text
        for name, items in lists.items():
            first = next((item for item in items if item), "")
            arguments[name] = f"[{', '.join(item or first for item in items)}]"
        for name, value in call_attrs(node).items():
            # No OpDef makes a tuple of the list that an internal attr is.
            arguments[name] = repr(value) if name in TENSORFLOW_ATTRS else self._value(value, node)
        arguments["name"] = repr(self._call_name(node, constants))
        self.names[node] = variable
        function = f"go.raw_ops.{node.type}" if node.type.isidentifier() else f'getattr(go.raw_ops, "{node.type}")'
        lines = _call(f"{variable} = {function}", arguments)
        for number, line in enumerate(late):
            if "LATE " in line:
                late[number] = self._settled(line)
        return self._within(node, lines)

    def _within(self, node: Node, lines: list[str]) -> list[str]:
        """The lines with the control inputs and the device of a node."""
        if node.control_inputs:
            controls = ", ".join(map(self._control, node.control_inputs))
            lines = [f"with go.control_dependencies([{controls}]):", *(f"    {line}" for line in lines)]
        if node.device:
            lines = [f"with go.device({node.device!r}):", *(f"    {line}" for line in lines)]
        return lines

    def _last(self, call: GradientsCall) -> Node:
        """The node that has the name of the block: the one that takes what the call returns."""
        wanted = list(call.grads)
        return next(node for node in self.graph.nodes if node not in call.nodes and list(node.inputs) == wanted)

    def _gradients(self, call: GradientsCall, last: Node) -> list[str]:
        """A call of ``gradients()`` in place of the nodes that it made."""
        variable = self._variable(last)
        self.grads.update((tensor, f"{variable}[{number}]") for number, tensor in enumerate(call.grads)
                          if tensor.node in call.nodes)  # fmt: skip
        arguments = {"ys": self._tensors(call.ys), "xs": self._tensors(call.xs)}
        if call.grad_ys is not None:
            given = (
                self._tensor(item) if isinstance(item, Tensor) else self._array(item, None) for item in call.grad_ys
            )
            arguments["grad_ys"] = f"[{', '.join(given)}]"
        arguments["name"] = repr(f"{last.name}/")
        return self._within(last, _call(f"{variable} = go.gradients", arguments))

    def _tensors(self, tensors: Sequence[Tensor]) -> str:
        return f"[{', '.join(map(self._tensor, tensors))}]"

    def _settled(self, line: str) -> str:
        """A late input whose source exists by now."""
        head, _, name = line.partition("LATE ")
        tensor = self.graph.tensor(name.removesuffix(")"))
        return f"{head}{self._tensor(tensor)})" if tensor.node in self.names else line

    def _variable(self, node: Node) -> str:
        base = re.sub(r"\W", "_", node.name, flags=re.ASCII).lstrip("0123456789_") or "node"
        base = f"{base}_" if keyword.iskeyword(base) or base in _TAKEN else base
        name, number = base, 1
        while name in self.used:
            number += 1
            name = f"{base}_{number}"
        self.used.add(name)
        return name

    def _call_name(self, node: Node, constants: list[Node]) -> str:
        """``name=`` of the call: a final slash where the name would not stay as it is."""
        plain = self.table.unique(node.name) == node.name
        self.table.mark(node.name)
        for constant in constants:
            plain = self.table.unique(constant.name) == constant.name and plain
        return node.name if plain else f"{node.name}/"

    def _tensor(self, tensor: Tensor) -> str:
        """The expression for one output of a node."""
        if tensor in self.grads:
            return self.grads[tensor]
        node, variable = tensor.node, self.names[tensor.node]
        for position, (arg, part) in enumerate(
            zip(node.op_def.outputs, node.op_def.output_slices(node.attrs).values(), strict=True)
        ):
            if part.start <= tensor.index < part.stop:
                whole = variable if len(node.op_def.outputs) == 1 else f"{variable}[{position}]"
                named = not keyword.iskeyword(arg.name) and not arg.name.startswith("_")
                if len(node.op_def.outputs) > 1 and named and arg.name not in ("count", "index"):
                    whole = f"{variable}.{arg.name}"
                return f"{whole}[{tensor.index - part.start}]" if arg.is_list else whole
        raise UnimplementedError(
            f"Python source must name outputs, but '{tensor.name}' is none that op '{node.type}' has"
        ).concerns(op=node.type, node=tensor.node.name)

    def _control(self, node: Node) -> str:
        if node.outputs:
            return self._tensor(node.outputs[0])
        # A call gives the node only where its op declares no outputs, else a list of none.
        return f"graph.node({node.name!r})" if node.op_def.outputs else self.names[node]

    def _value(self, value: Any, node: Node) -> str:
        if isinstance(value, (tuple, list)):
            return f"[{', '.join(self._value(item, node) for item in value)}]"
        if isinstance(value, DType):
            return repr(value.name)
        if isinstance(value, TensorShape):
            return "None" if value.dims is None else repr(list(value.dims))
        if isinstance(value, np.ndarray):
            return self._array(value, node.attrs.get("dtype") if node.type == "Const" else None)
        if isinstance(value, float) and not np.isfinite(value):
            return f'float("{value}")'
        if isinstance(value, (bool, int, float, str, bytes)):
            return repr(value)
        raise UnimplementedError(
            f"an attr of op '{node.type}' must be one that Python can write, got {value!r}"
        ).concerns(op=node.type, node=node.name)

    def _array(self, value: np.ndarray[Any, Any], dtype: DType | None) -> str:
        dtype = dtype if dtype is not None else as_dtype(value.dtype)
        if value.dtype.kind == "O":
            items = ", ".join(repr(item) for item in value.ravel())
            return f"np.array([{items}], object).reshape({value.shape})"
        if value.size <= _MOST_LISTED and value.dtype.isbuiltin == 1 and value.dtype.kind in "biuf" and (
            value.dtype.kind != "f" or np.isfinite(value).all()
        ):  # fmt: skip
            shaped = f".reshape({value.shape})" if not value.size and value.ndim > 1 else ""
            return f"np.array({value.tolist()!r}, np.{_numpy_name(value.dtype)}){shaped}"
        self.bytes = True
        text = base64.b64encode(np.ascontiguousarray(value).tobytes()).decode()
        return f'array("{dtype.name}", {value.shape}, "{text}")'


def _table(name: str, entries: list[str]) -> list[str]:
    """A dict, an entry a line."""
    if not entries:
        return [f"    {name} = {{}}"]
    return [f"    {name} = {{", *(f"        {entry}" for entry in entries), "    }"]


def _numpy_name(dtype: np.dtype[Any]) -> str:
    return "bool_" if dtype == np.bool_ else dtype.name


def _call(head: str, arguments: Mapping[str, str]) -> list[str]:
    """A call on one line, or an argument a line."""
    items = [f"{name}={text}" if not keyword.iskeyword(name) else f"**{{'{name}': {text}}}"
             for name, text in arguments.items()]  # fmt: skip
    flat = f"{head}({', '.join(items)})"
    if len(flat) + 8 <= _WIDTH:
        return [flat]
    return [f"{head}(", *_indented(items), ")"]


def _indented(items: list[str]) -> Iterator[str]:
    return (f"    {item}," for item in items)
