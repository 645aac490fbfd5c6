"""Writing pages: as JSON text, and from graphs that were built in code or read from a GraphDef."""

from __future__ import annotations

import base64
import json
import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphops.build.convert import to_array
from graphops.graph.functions import Function, function_names
from graphops.graph.graph import Graph, Node, Tensor
from graphops.interchange.page.format import FORMAT, FUNCTION_NAME, FUNCTION_RULE, PART, Block, Body, Page, Pin, Wire
from graphops.interchange.page.read import MOST_BLOCKS, MOST_DEPTH
from graphops.interchange.page.tensor_pins import node_inputs
from graphops.interchange.page.weights import Refer
from graphops_registry.dtypes import DType, as_dtype, variant
from graphops_registry.errors import GraphopsError, InvalidArgumentError, UnimplementedError, shorten
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait

_SHORT: Final = 100  # of a line that holds a whole list or object
_MOST_LISTED: Final = 256  # elements of an array that are written as numbers; more go as bytes
TENSORFLOW_ATTRS: Final = ("_class", "_kernel")


def page_text(page: Page) -> str:
    """The page as JSON: the same page gives the same text, with one block or wire to a line or few."""
    return _layout(page_json(page), 0) + "\n"


def page_json(page: Page) -> dict[str, Any]:
    """The page as JSON has it; what is as by default is left out."""
    found: dict[str, Any] = {"graphops_page": FORMAT}
    if page.title:
        found["title"] = page.title
    found |= _inner(page)
    if page.functions:
        found["functions"] = {
            name: _without_empty(
                {
                    "arguments": list(body.arguments),
                    **_inner(body.page),
                    "results": list(map(str, body.results)),
                    "after": list(body.after),
                }
            )
            for name, body in page.functions.items()
        }
    found |= _without_empty(
        {
            "feeds": {str(pin): value for pin, value in page.feeds.items()},
            "fetches": list(map(str, page.fetches)),
            "init": list(map(str, page.init)),
        }
    )
    if page.steps != 1:
        found["steps"] = page.steps
    return found | ({"ui": dict(page.ui)} if page.ui else {})


def _inner(page: Page) -> dict[str, Any]:
    blocks = [
        {"id": block.id, "op": block.op}
        | _without_empty(
            {
                "attrs": block.attrs,
                "inputs": block.inputs,
                "after": list(block.after),
                "device": block.device,
                "mode": block.mode,
            }
        )
        for block in page.blocks
    ]
    wires = [{"from": str(wire.source), "to": str(wire.target)} for wire in page.wires]
    pages = {name: _inner(inner) for name, inner in page.pages.items()}
    return _without_empty({"device": page.device, "blocks": blocks, "pages": pages, "wires": wires})


def _without_empty(value: dict[str, Any]) -> dict[str, Any]:
    return {name: item for name, item in value.items() if item}


def _layout(value: Any, depth: int) -> str:
    """JSON with short lists and objects on one line."""
    if not isinstance(value, (dict, list)) or not value:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    if _least(value, _SHORT) + depth <= _SHORT:
        flat = json.dumps(value, ensure_ascii=False, allow_nan=False)
        if len(flat) + depth <= _SHORT:
            return flat
    inner, outer = " " * (depth + 1), " " * depth
    if isinstance(value, dict):
        lines = [f"{inner}{json.dumps(name, ensure_ascii=False)}: {_layout(item, depth + 1)}"
                 for name, item in value.items()]  # fmt: skip
        return "{\n" + ",\n".join(lines) + f"\n{outer}}}"
    if all(not isinstance(item, (dict, list)) for item in value):
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    return "[\n" + ",\n".join(f"{inner}{_layout(item, depth + 1)}" for item in value) + f"\n{outer}]"


def _least(value: Any, enough: int) -> int:
    """A lower bound of the length of ``value`` as JSON; counting stops at ``enough``."""
    if not isinstance(value, (dict, list)):
        return len(value) if isinstance(value, str) else 1
    length = 0
    for item in value:
        length += len(item) + _least(value[item], enough) if isinstance(value, dict) else _least(item, enough)
        if length > enough:
            break
    return length


# -- from graphs ------------------------------------------------------------------------------------------------------


def page_of(
    graph: Graph,
    *,
    feeds: Mapping[Any, Any] | None = None,
    fetches: Sequence[Any] = (),
    blocks: Iterable[str] = (),
    title: str = "",
    functions: Mapping[str, Function] | None = None,
    to_look_at: bool = False,
    refer: Refer | None = None,
) -> Page:
    """The page that draws a graph: name scopes become sub-pages, constants beside a node values of its inputs.

    It has no place for attrs that no op declares, for those of functions and beside functions' names, and for gradients
    that the library names.

    Args:
        feeds: arrays by tensor or name, which the page is to feed.
        fetches: tensors, nodes or names that it is to compute.
        blocks: names of nodes that stay blocks, even of constants beside a node.
        functions: functions of the library to include; default those that :func:`page_functions` returns.
        to_look_at: whether nobody makes a graph of the page again, so that it may have ops that are not registered.
        refer: what the page says in place of a constant; default its value.

    Raises:
        UnimplementedError: an attr, a name or an op that a page cannot hold, or more nodes than it may have.
        GraphopsError: a function that is called cannot be made.
        InvalidArgumentError: a name that the graph does not have, or a feed that its tensor cannot take.
    """
    fed = {}
    for key, value in (feeds or {}).items():
        tensor = _tensor(graph, key)
        fed[tensor] = to_array(value, tensor.dtype, f"the feed of '{tensor.name}'", feed=True)
    wanted = [graph.as_graph_element(fetch) for fetch in fetches]
    named = [*fed, *wanted, *map(graph.node, blocks)]
    own_blocks = {element.node if isinstance(element, Tensor) else element for element in named}
    writer = _Writer(graph.nodes, own_blocks, refer)
    library = page_functions(graph) if functions is None else functions
    if not to_look_at:
        for part in (graph, *(function.graph for function in library.values())):
            _require_registered(part)
    bodies = {name: _body(name, function, refer) for name, function in library.items()}
    page = writer.page()
    _check_size(page, *(body.page for body in bodies.values()))
    return Page(
        page.blocks,
        page.wires,
        page.pages,
        "",
        bodies,
        {writer.pin(tensor): array_json(value, tensor.dtype.base) for tensor, value in fed.items()},
        tuple(writer.pin(item) if isinstance(item, Tensor) else Pin(item.name) for item in wanted),
        title=title,
    )


def page_functions(graph: Graph) -> dict[str, Function]:
    """The functions that a page of ``graph`` has: all but those that nothing calls and that cannot be made.

    Raises:
        GraphopsError: a function that is called cannot be made.
    """
    called = _called(graph)
    return {name: function for name, function in graph.functions.items() if name in called or _can_be_made(function)}


def _called(graph: Graph) -> set[str]:
    """The names of the functions that a graph's nodes call, and those in the bodies of these."""
    library = graph.functions
    found: set[str] = set()
    waiting = [graph]
    while waiting:
        named = {name for node in waiting.pop().nodes for name in function_names(node)}
        new = [name for name in named if name in library and name not in found]
        found.update(new)
        waiting += [library[name].graph for name in new]
    return found


def _can_be_made(function: Function) -> bool:
    try:
        return all(node.op.is_registered for node in function.graph.nodes)
    except GraphopsError:
        return False


def _require_registered(graph: Graph) -> None:
    """Raise if a node's op is not registered: a page has no place for attrs that no op declares."""
    for node in graph.nodes:
        if not node.op.is_registered:
            raise UnimplementedError(
                f"a page must have registered ops, got '{node.type}' (node '{node.name}')"
            ).concerns(op=node.type, node=node.name, function=graph.function_name or None)


def _check_size(*pages: Page) -> None:
    count = sum(len(part.blocks) for page in pages for _, part, _ in page.walk())
    if count > MOST_BLOCKS:
        raise UnimplementedError(f"a page must have at most {MOST_BLOCKS:,} blocks, got {count:,}")


def last_nodes(graph: Graph) -> list[str]:
    """The names of the nodes that nothing in the graph needs, but for constants, placeholders and groups."""
    used = {tensor.node for node in graph.nodes for tensor in node.inputs}
    used |= {control for node in graph.nodes for control in node.control_inputs}
    return [node.name for node in graph.nodes if node not in used and not node.op.has(Trait.NOTHING_TO_COMPUTE)]


def _tensor(graph: Graph, key: Any) -> Tensor:
    element = graph.as_graph_element(key)
    if isinstance(element, Tensor):
        return element
    if len(element.outputs) != 1:
        raise InvalidArgumentError(f"a feed must name one tensor, got node '{element.name}'").concerns(
            op=element.type, node=element.name
        )
    return element.outputs[0]


def _body(name: str, function: Function, refer: Refer | None) -> Body:
    if re.fullmatch(FUNCTION_NAME, name) is None:
        raise UnimplementedError(f"names of a page's functions must {FUNCTION_RULE}, got '{shorten(name, 80)}'")
    own_blocks = {tensor.node for tensor in (*function.inputs, *function.outputs)}
    writer = _Writer(function.graph.nodes, own_blocks, refer, f"{name}()/")
    after = tuple(node.name for node in function.body.control_outputs)
    return Body(
        writer.page(),
        tuple(tensor.node.name for tensor in function.inputs),
        tuple(writer.pin(tensor) for tensor in function.outputs),
        after,
    )


class _Writer:
    """Nodes of one graph as blocks.

    Args:
        own_blocks: nodes that stay blocks of their own.
        refer: what the page says in place of a constant.
        prefix: of the paths that ``refer`` is given.
    """

    def __init__(
        self, nodes: Sequence[Node], own_blocks: Iterable[Node] = (), refer: Refer | None = None, prefix: str = ""
    ) -> None:
        self.nodes = nodes
        self._refer, self._prefix = refer, prefix
        self.literals = literal_constants(nodes, set(own_blocks))

    def page(self) -> Page:
        blocks: dict[str, list[Block]] = {"": []}
        wires: dict[str, list[Wire]] = {"": []}
        for node in self.nodes:
            if node in self.literals:
                continue
            path, _, name = node.name.rpartition("/")
            if path.count("/") >= MOST_DEPTH:
                rule = f"have names of at most {MOST_DEPTH} scopes"
                raise UnimplementedError(f"a page must {rule}, got node '{shorten(node.name, 80)}'").concerns(
                    op=node.type, node=node.name
                )
            if not all(re.fullmatch(PART, part) for part in node.name.split("/")):
                raise UnimplementedError(
                    f"a page must have blocks with names of parts, got node '{node.name}'"
                ).concerns(op=node.type, node=node.name)
            _open(path, blocks)
            blocks[path].append(self._block(node, path, name))
            for argument, number, tensor in node_inputs(node):
                if tensor.node not in self.literals:
                    source, target = self.pin(tensor), Pin(node.name, argument, number)
                    place = _common(source.block, target.block)
                    _open(place, blocks)
                    wires.setdefault(place, []).append(Wire(_from(place, source), _from(place, target)))
        return _page(blocks, wires)

    def pin(self, tensor: Tensor) -> Pin:
        """The output pin that gives ``tensor``."""
        node = tensor.node
        for name, part in node.op_def.output_slices(node.attrs).items():
            if part.start <= tensor.index < part.stop:
                is_list = next(arg.is_list for arg in node.op_def.outputs if arg.name == name)
                return Pin(node.name, name, tensor.index - part.start if is_list else None)
        raise UnimplementedError(
            f"a page must name outputs, but '{tensor.name}' is none that op '{node.type}' declares"
        ).concerns(op=node.type, node=node.name)

    def _block(self, node: Node, path: str, name: str) -> Block:
        inputs: dict[str, Any] = {}
        for argument, number, tensor in node_inputs(node):
            if tensor.node in self.literals:
                value = self._value(tensor.node)
                if number is None:
                    inputs[argument] = value
                else:
                    inputs.setdefault(argument, []).append(value)
        place = f"{path}/" if path else ""
        # A name that does not begin with the page's own path is said from the outermost page on.
        after = [other.removeprefix(place) if other.startswith(place) else f"/{other}"
                 for other in (control.name for control in node.control_inputs)]  # fmt: skip
        attrs = _attrs(node) if node.type != "Const" else _attrs(node, {"value": self._value(node)})
        return Block(name, node.type, attrs, inputs, tuple(after), node.device)

    def _value(self, constant: Node) -> Mapping[str, Any]:
        """What the page says of a constant's value."""
        value, dtype = constant.attrs["value"], constant.attrs["dtype"]
        found = None if self._refer is None else self._refer(self._prefix + constant.name, value, dtype)
        return array_json(value, dtype) if found is None else found


def literal_constants(nodes: Sequence[Node], own_blocks: Collection[Node] = ()) -> set[Node]:
    """Constants that a call made of a value: ``y/x`` for input ``x`` of ``y``, and nothing else needs them."""
    uses: dict[Node, list[tuple[Node, str, int | None]]] = {}
    for node in nodes:
        for argument, number, tensor in node_inputs(node):
            uses.setdefault(tensor.node, []).append((node, argument, number))
        for control in node.control_inputs:
            uses.setdefault(control, []).append((node, "", None))
    names = Counter(node.name.lower() for node in nodes)  # a call gives no name that is taken in other letters
    found = {}
    for node in nodes:
        users = uses.get(node, [])
        if node.type != "Const" or node in own_blocks or len(users) != 1 or names[node.name.lower()] > 1:
            continue
        user, argument, number = users[0]
        name = f"{user.name}/{argument}_{number}" if number else f"{user.name}/{argument}"  # as a call names them
        plain = not node.control_inputs and not user.control_inputs and node.device == user.device
        plain = plain and not any(name in node.attrs for name in TENSORFLOW_ATTRS) and _says_its_dtype(node)
        if argument and node.name == name and plain:
            found[node] = user, argument
    mixed = {
        (user, argument)
        for user, argument in found.values()
        if _is_list(user, argument)
        and any(tensor.node not in found for name, _, tensor in node_inputs(user) if name == argument)
    }
    return {node for node, place in found.items() if place not in mixed}


def _says_its_dtype(constant: Node) -> bool:
    """Whether an array alone says what the constant holds, which those of quantised numbers do not."""
    return as_dtype(constant.attrs["value"].dtype) is as_dtype(constant.attrs["dtype"])


def _is_list(node: Node, argument: str) -> bool:
    return node.op_def.input_by_name[argument].is_list


def _open(path: str, blocks: dict[str, list[Block]]) -> None:
    """Make the page at ``path`` and those around it."""
    while path not in blocks:
        blocks[path] = []
        path = path.rpartition("/")[0]


def _page(blocks: Mapping[str, list[Block]], wires: Mapping[str, list[Wire]]) -> Page:
    """The outermost page, with all others in it."""
    inner: dict[str, dict[str, Page]] = {path: {} for path in blocks}

    def made(path: str) -> Page:
        return Page(tuple(blocks[path]), tuple(wires.get(path, ())), inner[path])

    for path in sorted(filter(None, blocks), key=lambda path: -path.count("/")):  # the innermost first
        around, _, name = path.rpartition("/")
        inner[around][name] = made(path)
    return made("")


def _common(one: str, other: str) -> str:
    """The path of the innermost page that holds both blocks."""
    shared = []
    for mine, theirs in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if mine != theirs:
            break
        shared.append(mine)
    return "/".join(shared)


def _from(place: str, pin: Pin) -> Pin:
    return pin._replace(block=pin.block[len(place) + 1 :]) if place else pin


# -- values -----------------------------------------------------------------------------------------------------------


def call_attrs(node: Node) -> dict[str, Any]:
    """The attrs that a call has to give: what the op does not find out by itself and is not as by default."""
    told = {
        name
        for arg in node.op_def.inputs
        for name in (arg.type_attr, arg.number_attr, arg.type_list_attr)
        if name is not None and (not arg.is_list or node.attrs[arg.number_attr or arg.type_list_attr or ""])
    }
    found = {
        attr.name: node.attrs[attr.name]
        for attr in node.op_def.attrs
        if attr.name not in told and not (attr.has_default and _same(node.attrs[attr.name], attr.default))
    }
    return found | {name: node.attrs[name] for name in TENSORFLOW_ATTRS if name in node.attrs}


def _attrs(node: Node, written: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The attrs as JSON has them; those of ``written`` are given."""
    written = written or {}
    return {name: written[name] if name in written else _attr(value) for name, value in call_attrs(node).items()}


def _same(value: Any, default: Any) -> bool:
    if isinstance(value, np.ndarray) or type(value) is not type(default):
        return False
    return bool(value == default) and repr(value) == repr(default)  # -0.0 is equal to 0.0


def _attr(value: Any) -> Any:
    return [_one(item) for item in value] if isinstance(value, tuple) else _one(value)


def _one(value: Any) -> Any:
    if isinstance(value, DType):
        return value.name
    if isinstance(value, TensorShape):
        return None if value.dims is None else list(value.dims)
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, np.ndarray):
        return array_json(value, None)
    if isinstance(value, (bool, int, str)):
        return value
    raise UnimplementedError(f"an attr of a page must be a number, a text, a dtype, a shape or an array, got {value!r}")


def _number(value: bool | complex) -> Any:
    """A number as JSON has it, or a text where JSON does not."""
    if isinstance(value, complex):
        return f"{value.real}{value.imag:+}j"
    if not isinstance(value, float) or math.isfinite(value):
        return value
    return str(value)


def array_json(value: np.ndarray[Any, Any], dtype: DType | None) -> dict[str, Any]:
    """An array with its dtype and shape, as numbers or as bytes."""
    dtype = dtype if dtype is not None else as_dtype(value.dtype)
    found: dict[str, Any] = {"dtype": dtype.name}
    if dtype is variant:  # of constants, with nothing in it
        return found | {"shape": list(value.shape), "values": []}
    if value.dtype.kind == "O":
        return found | {"shape": list(value.shape), "values": [_bytes(item) for item in value.ravel()]}
    # Most of ml_dtypes are of kind V.  A page has one NaN, an array any of many.
    if value.size <= _MOST_LISTED and value.dtype.kind in "biufc" and not _has_other_nan(value):
        flat = [_number(item) for item in value.ravel().tolist()]
        if value.ndim == 0:
            return found | {"values": flat[0]}
        return found | ({"values": flat} if value.ndim == 1 else {"shape": list(value.shape), "values": flat})
    plain = np.ascontiguousarray(value)
    return found | {"shape": list(value.shape), "base64": base64.b64encode(plain.tobytes()).decode()}


def _has_other_nan(value: np.ndarray[Any, Any]) -> bool:
    if value.dtype.kind == "c":
        return _has_other_nan(value.real) or _has_other_nan(value.imag)
    if value.dtype.kind != "f":
        return False
    nans = value[np.isnan(value)]
    return bool(nans.tobytes() != np.full(nans.shape, np.nan, value.dtype).tobytes())


def _bytes(item: Any) -> Any:
    try:
        return item.decode() if isinstance(item, bytes) else str(item)
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(item).decode()}
