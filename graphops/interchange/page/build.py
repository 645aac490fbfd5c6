"""Building a graph from a page: each block becomes a node with the block's name.

All faults are reported, not only the first one: blocks that depend on a faulty block are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from graphops.build.add_op import call
from graphops.graph.body_graph import has_effect
from graphops.graph.functions import Function
from graphops.graph.graph import Graph, Node, Tensor
from graphops.interchange.graph_def.importer import Reference, creation_order
from graphops.interchange.page.array_text import array_text, holds_texts
from graphops.interchange.page.block_problems import further_problems
from graphops.interchange.page.format import Block, Body, Page, Pin
from graphops.interchange.page.json_values import array, attr_value, plain_values, special_values
from graphops.interchange.page.mapped_files import MappedFile, files_in_use
from graphops.interchange.page.modes import blocks_at_rest, bypass, why_at_rest
from graphops.interchange.page.number_types import check_constant, settle_types, settle_zeros, settled_constant
from graphops.interchange.page.old_text import read_attrs
from graphops.interchange.page.page_blocks import Made, PageBlock, block_op, page_block
from graphops.interchange.page.read import check_page
from graphops.interchange.page.tensor_pins import TensorPin, node_inputs, node_outputs
from graphops.plugins.packages import load_ops
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import (
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    must,
    nearest,
    shorten,
)
from graphops_registry.op_def import REGISTRY, ArgDef, Op, ops_with
from graphops_registry.traits import Trait

Fault = tuple[str, GraphopsError]  # an input, output or attr, "" for a block as a whole, and what is wrong with it
_INTERNAL = frozenset({"_class", "_kernel"})  # attrs that no OpDef has: colocation, and the label of a kernel
_MOST_EXPLAINED = 200  # blocks of a page of which everything that is wrong is looked for
_MOST_LIKENED = 100  # unknown ops of a page for which the nearest name is looked for, which takes milliseconds each


@dataclass(frozen=True)
class Problem:
    """Something wrong with a page.

    Attributes:
        block: the path of the block; ``""`` for a function as a whole.
        pin: the input, output or attr that is concerned; ``""`` for the block as a whole.
        error: what was raised, with its notes.
        function: the function that the block is in; ``""`` for the page itself.
    """

    block: str
    pin: str
    error: GraphopsError
    function: str = ""

    @property
    def place(self) -> str:
        """``block 'a' of function 'f'``."""
        parts = [f"block '{self.block}'"] if self.block else []
        return " of ".join([*parts, f"function '{self.function}'"] if self.function else parts)

    def __str__(self) -> str:
        return f"{self.place}: {self.error}"


@dataclass
class Built:
    """What became of a page.

    Attributes:
        graph: the nodes that could be made.
        nodes: by the paths of their blocks; of a page block the last of its nodes.
        made: what became of page blocks, by their paths.
        listed: of blocks with lists of outputs, how many there are: the gradient of a loop adds more to its node.
        problems: in the order of the blocks.
        skipped: blocks that could not be tried, because they need one that could not be made.
        muted: blocks that do not run, because the page mutes them or what they need, each with the muted block.
        bypassed: bypassed blocks, each with the node that it would be and what is in the place of its outputs.
        files: those that arrays of the graph are in, as far as they are memory-mapped.
    """

    graph: Graph
    nodes: dict[str, Node] = field(default_factory=dict)
    made: dict[str, Made] = field(default_factory=dict)
    listed: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    muted: dict[str, str] = field(default_factory=dict)
    bypassed: dict[str, tuple[Node, list[Tensor | None]]] = field(default_factory=dict)
    files: list[MappedFile] = field(default_factory=list)

    def node(self, block: str) -> Node:
        """The node of a block, or the one that a bypassed block would be."""
        return self.bypassed[block][0] if block in self.bypassed else self.nodes[block]

    def tensors(self, pin: Pin) -> list[Tensor]:
        """The outputs that a pin means: all of a list, or of the block; of a bypassed block what is in their place.

        Raises:
            NotFoundError: no such output.
            InvalidArgumentError: a number of an output that is no list, or a bypassed output without an input like it.
        """
        found = self._items(pin)
        if pin.block not in self.bypassed:
            return [item.tensor for item in found]
        given = self.bypassed[pin.block][1]
        if not pin.pin:
            return [tensor for tensor in given if tensor is not None]
        for item in found:
            if given[item.tensor.index] is None:
                raise InvalidArgumentError(f"'{pin}' must have a wired input like it, because its block is bypassed")
        return [tensor for item in found if (tensor := given[item.tensor.index]) is not None]

    def _items(self, pin: Pin) -> Sequence[TensorPin]:
        """The outputs of a block that a pin means."""
        if not pin.pin:
            return self.outputs(pin.block)
        node, op = self.node(pin.block), self.op(pin.block)
        if all(arg.name != pin.pin for arg in op.op_def.outputs):
            raise _no_pin(pin, op, [arg.name for arg in op.op_def.outputs], "an output")
        items = [item for item in self.outputs(pin.block) if item.pin == pin.pin]
        if pin.number is None:
            return items
        if not next(arg for arg in op.op_def.outputs if arg.name == pin.pin).is_list:
            raise InvalidArgumentError(
                f"'{pin}' must have no number, because it is no list of op '{op.name}'"
            ).concerns(op=op.name, argument=pin.pin, node=node.name)
        if pin.number >= len(items):
            raise NotFoundError(f"'{pin}' must be an output, but there are {len(items)}").concerns(
                op=op.name, argument=pin.pin, node=node.name
            )
        return [items[pin.number]]

    def op(self, path: str) -> Op:
        """The op of a block that could be made."""
        made = self.made.get(path)
        return self.node(path).op if made is None else made.op

    def outputs(self, path: str) -> Sequence[TensorPin]:
        """The outputs of a block, by pin."""
        made = self.made.get(path)
        if made is not None:
            return made.outputs
        return node_outputs(self.node(path))[: self.listed.get(path)]

    def inputs(self, path: str) -> Sequence[TensorPin]:
        """The inputs of a block, by pin."""
        made = self.made.get(path)
        return node_inputs(self.node(path)) if made is None else made.inputs

    def needs(self, path: str) -> list[Tensor]:
        """The tensors that a block computes from: its inputs, and what gradients need of the way between them."""
        call = self.made[path].call if path in self.made else None
        own = frozenset() if call is None else call.nodes
        inner = (tensor for node in own for tensor in node.inputs if tensor.node not in own)
        return [*(item.tensor for item in self.inputs(path)), *inner]

    @property
    def initial(self) -> list[Node]:
        """The nodes that page blocks need to have run once before, beside those of the page's ``init``."""
        return [node for made in self.made.values() for node in made.initial]

    def raise_problems(self) -> None:
        """Raise what is wrong, if anything is: one error of the class of the first one."""
        if not self.problems:
            return
        first = self.problems[0]
        shown = "\n".join(f"  {problem}" for problem in self.problems[:20])
        more = f"\n  ... and {len(self.problems) - 20} more" if len(self.problems) > 20 else ""
        if len(self.problems) == 1:
            first.error.concerns(node=first.block or None, function=first.function or None)
            first.error.add_note(f"in {first.place} of the page")
            raise first.error
        rule = f"a page must be right, but has {len(self.problems)} faults"
        raise InvalidArgumentError(f"{rule}:\n{shown}{more}")


def build_page(page: Page, *, graph: Graph | None = None, folder: Path | None = None) -> Built:
    """Make a graph of a page.

    Args:
        graph: where to; default a new one.
        folder: where files that the page names may be.

    Returns:
        The nodes and all faults; a faulty block raises no error.

    Raises:
        InvalidArgumentError: ids that come twice, or wires that lead nowhere, in a page that was not read from a file.
    """
    check_page(page)
    load_ops()
    graph = graph if graph is not None else Graph()
    problems: list[Problem] = []
    unknown: dict[str, str] = {}
    with files_in_use() as files:
        for name, body in page.functions.items():
            problems += _build_function(name, body, graph, folder, unknown)
        built = _Builder(page, graph, folder, unknown).build()
    built.problems[:0] = problems
    built.files = files
    return built


def _build_function(name: str, body: Body, graph: Graph, folder: Path | None, unknown: dict[str, str]) -> list[Problem]:
    """Put a function into the graph's library; what is wrong with it."""
    built = _Builder(body.page, Graph(library_of=graph), folder, unknown).build()
    problems = [replace(problem, function=name) for problem in built.problems]
    for path, made in built.made.items():
        if made.initial:
            rule = "be on the page, because a function has no init"
            problems.append(Problem(path, "", must("a block", made.op.name, rule, f"one of function '{name}'"), name))
    if problems:
        return problems
    try:
        for what, named in (("an argument", body.arguments), ("a result", [pin.block for pin in body.results])):
            for block in named:
                if block in built.muted:
                    rule = f"{what} of a function must be of a block that runs"
                    raise InvalidArgumentError(f"{rule}, got '{block}', {why_at_rest(block, built.muted[block])}")
        arguments = [_argument(built.node(argument)) for argument in body.arguments]
        results = [tensor for pin in body.results for tensor in built.tensors(pin)]
        must_run = {node: None for node in built.graph.nodes if has_effect(node)}
        must_run.update({built.nodes[other]: None for other in body.after if other in built.nodes})
        graph.add_function(Function(name, built.graph, arguments, results, control_outputs=tuple(must_run)))
    except GraphopsError as error:
        return [Problem("", "", error, name)]
    return []


def _argument(node: Node) -> Tensor:
    if not node.outputs:
        raise InvalidArgumentError(f"an argument of a function must be a Placeholder, got block '{node.name}' of op "
                                   f"'{node.type}'").concerns(op=node.type, node=node.name)  # fmt: skip
    return node.outputs[0]


def _no_pin(pin: Pin, op: Op, names: list[str], what: str) -> GraphopsError:
    have = ", ".join(names) or "none"
    return NotFoundError(
        f"'{pin}' must be {what} of op '{op.name}', which has {have}{nearest(pin.pin, names)}"
    ).concerns(op=op.name, argument=pin.pin)


@dataclass
class _Item:
    """A block with what the page says around it; ``op`` and ``name`` are what ordering nodes looks at."""

    name: str
    block: Block
    device: str
    wires: dict[str, dict[int | None, Pin]] = field(default_factory=dict)
    after: list[str] = field(default_factory=list)

    @property
    def op(self) -> str:
        return self.block.op

    def sources(self) -> list[str]:
        """The blocks that wires come from."""
        return [pin.block for ends in self.wires.values() for pin in ends.values()]


class _Builder:
    """Makes the nodes of a page, or of the body of one function.

    Args:
        unknown: what is said of ops that are not registered; shared by all builders of a page.
    """

    def __init__(self, page: Page, graph: Graph, folder: Path | None, unknown: dict[str, str]) -> None:
        self.folder = folder
        self.built = Built(graph)
        self.items = dict(self._items(page))
        self.failed: set[str] = set()
        self.unknown = unknown
        for path, part, _ in page.walk():
            for wire in part.wires:
                source, target = wire.source.within(path), wire.target.within(path)
                ends = self.items[target.block].wires.setdefault(target.pin, {})
                if target.number in ends and target.block not in self.failed:
                    error = InvalidArgumentError(f"an input must have one wire, but two lead to '{target}'")
                    self._fail(target.block, error, target.pin)
                ends[target.number] = source
        self._rest()

    def _rest(self) -> None:
        """Leave out the blocks that are muted, and what needs them."""
        muted = [name for name, item in self.items.items() if item.block.mode == "muted"]
        if not muted:
            return
        at_rest = blocks_at_rest({name: item.sources() for name, item in self.items.items()}, muted)
        self.built.muted = {name: at_rest[name] for name in self.items if name in at_rest}
        self.built.problems = [problem for problem in self.built.problems if problem.block not in at_rest]
        self.failed -= at_rest.keys()
        for name in at_rest:
            del self.items[name]
        for item in self.items.values():
            item.after = [name for name in item.after if name not in at_rest]

    @staticmethod
    def _items(page: Page) -> Iterator[tuple[str, _Item]]:
        for path, part, device in page.walk():
            for block in part.blocks:
                name = f"{path}/{block.id}" if path else block.id
                yield name, _Item(name, block, block.device or device, after=block.waits_for(path))

    def build(self) -> Built:
        for name in self.items:
            self.built.graph.mark_name(name)  # so that a constant beside a block does not take its name
        late: list[tuple[_Item, int, Pin]] = []
        for item in self._in_order():
            try:
                late += self._add(item)
            except GraphopsError as error:
                self._fail(item.name, error, error.argument or "")
        for item, index, pin in late:
            if item.name in self.failed or pin.block in self.failed:
                continue
            try:
                self.built.nodes[item.name].set_late_input(index, self.built.tensors(pin)[0])
            except GraphopsError as error:
                self.built.problems.append(Problem(item.name, "inputs", error))
        place = {name: number for number, name in enumerate(self.items)}
        self.built.problems.sort(key=lambda problem: place[problem.block])
        return self.built

    def _fail(self, name: str, error: GraphopsError, pin: str) -> None:
        self.failed.add(name)
        self.built.problems.append(Problem(name, pin, error))

    def _in_order(self) -> list[_Item]:
        """The blocks such that what they need comes first, without those that failed already or wait for each other."""
        items, references = self._left()
        try:
            order = creation_order(references, items)
        except InvalidArgumentError:
            for cycle in _cycles(items, references):
                try:
                    creation_order([[r for r in found if r.node in cycle] for found in cycle.values()],
                                   [self.items[name] for name in cycle])  # fmt: skip
                except InvalidArgumentError as error:  # which shows the cycle
                    for name in cycle:
                        self._fail(name, error, "")
            items, references = self._left()
            order = creation_order(references, items)
        return [items[number] for number in order]

    def _left(self) -> tuple[list[_Item], list[list[Reference]]]:
        """The blocks that did not fail, and what each needs of the others."""
        items = [item for item in self.items.values() if item.name not in self.failed]
        return items, [[r for r in self._references(item) if r.node not in self.failed] for item in items]

    def _references(self, item: _Item) -> list[Reference]:
        data = [Reference(name, 0) for name in item.sources()]
        return data + [Reference(name, -1) for name in item.after]

    def _add(self, item: _Item) -> list[tuple[_Item, int, Pin]]:
        """Make the node of a block; inputs of a Merge that come later are answered."""
        needed = item.sources() + item.after
        op = self._op(item.block.op)
        faults: list[Fault] = []
        arguments, late = self._inputs(item, op, faults)
        attrs = self._attrs(item.block, op, faults)
        if self.failed.intersection(needed):
            if faults:
                self._fail_for(item, faults)
                return []
            self.failed.add(item.name)
            self.built.skipped.append(item.name)
            return []
        # A list of no tensors has no wire.
        arguments = {arg.name: [] for arg in op.op_def.inputs if _is_empty(arg, op, attrs)} | arguments | attrs
        block = page_block(item.op)
        first: GraphopsError | None = None
        if not faults:
            try:
                self._make(item, op, dict(arguments), block)
                return [] if item.name in self.built.bypassed else late
            except GraphopsError as error:
                first = error
        if block is None and len(self.failed) < _MOST_EXPLAINED:
            known = [pin for pin, _ in faults]
            further = further_problems(self.built.graph, op, arguments, known)
            faults += [(error.argument or "", error) for error in further]
        if not faults and first is not None:
            faults.append((first.argument or "", first))
        self._fail_for(item, faults)
        return []

    def _make(self, item: _Item, op: Op, arguments: dict[str, Any], block: PageBlock | None) -> None:
        if block is None:
            settle_types(op, arguments)
            settle_zeros(op, arguments)
        if item.block.mode == "bypassed":
            if block is not None:
                rule = "a bypassed block must be of an op of graphs"
                raise InvalidArgumentError(f"{rule}, got '{op.name}': mute it instead").concerns(op=op.name)
            self.built.bypassed[item.name] = bypass(op, arguments, item.name, self.built.graph)
            return
        with ExitStack() as stack:
            stack.enter_context(self.built.graph.as_default())
            if item.device:
                stack.enter_context(self.built.graph.device(item.device))
            if item.after:
                stack.enter_context(self.built.graph.control_dependencies(self._before(item)))
            if block is None:
                call(op, arguments, f"{item.name}/", graph=self.built.graph)
            else:
                self.built.made[item.name] = block.make(op, self.built.graph, item.name, arguments)
        node = self.built.nodes[item.name] = self.built.graph.node(item.name)
        if any(arg.is_list for arg in op.op_def.outputs):
            self.built.listed[item.name] = len(node.outputs)

    def _fail_for(self, item: _Item, faults: list[Fault]) -> None:
        for (pin, _), error in {(pin, str(error)): error for pin, error in faults}.items():
            self._fail(item.name, error, pin)

    def _before(self, item: _Item) -> list[Node]:
        """The nodes that an item runs after; what a bypassed block waits for in its place."""
        found: dict[Node, None] = {}
        waiting = list(item.after)
        seen = set(waiting)
        for name in waiting:  # which grows
            if name in self.built.nodes:
                found[self.built.nodes[name]] = None
            if name not in self.built.bypassed:
                continue  # made, or later in a loop
            other = self.items[name]
            more = [other_name for other_name in (*other.after, *other.sources()) if other_name not in seen]
            waiting += dict.fromkeys(more)
            seen.update(more)
        return list(found)

    def _op(self, name: str) -> Op:
        """The op. The nearest name is looked for once, and of the first unknown ops only: pages have thousands."""
        if name in self.unknown:
            raise NotFoundError(self.unknown[name])
        if len(self.unknown) >= _MOST_LIKENED and page_block(name) is None and REGISTRY.get(name) is None:
            raise NotFoundError(f"op '{name}' must be registered").concerns(op=name)
        try:
            return block_op(name)
        except NotFoundError as error:
            self.unknown[name] = str(error)
            raise

    def _inputs(self, item: _Item, op: Op, faults: list[Fault]) -> tuple[dict[str, Any], list[tuple[_Item, int, Pin]]]:
        """The arguments that are right, and what comes later; what is wrong with others goes to ``faults``."""
        names = [arg.name for arg in op.op_def.inputs]
        faults += [(name, _no_pin(Pin(item.name, name), op, names, "an input"))
                   for name in dict.fromkeys((*item.wires, *item.block.inputs)) if name not in names]  # fmt: skip
        found: dict[str, Any] = {}
        late: list[tuple[_Item, int, Pin]] = []
        for arg in op.op_def.inputs:
            try:
                late += self._input(item, op, arg, found)
            except GraphopsError as error:
                faults.append((arg.name, error))
        return found, late

    def _input(self, item: _Item, op: Op, arg: ArgDef, found: dict[str, Any]) -> list[tuple[_Item, int, Pin]]:
        """Put what a block gives to an input into ``found``; what comes later is answered."""
        ends = item.wires.get(arg.name)
        if ends is not None and arg.name in item.block.inputs:
            raise must(arg.name, op.name, "have a wire or a value", "both")
        if arg.name in item.block.inputs:
            found[arg.name] = self._literal(item.block.inputs[arg.name], arg, op, self._stated(arg, item, op))
        if ends is None:
            return []
        if not arg.is_list:
            if list(ends) != [None]:
                raise must(arg.name, op.name, "be one tensor", f"a wire to number {next(iter(ends))}")
            found[arg.name] = self._one(ends[None])
            return []
        if None in ends:  # a whole list of outputs, or the only tensor
            if len(ends) > 1:
                raise must(arg.name, op.name, "be wired as a whole or one by one", "both")
            if self._comes_later(op, ends[None]):
                raise must(arg.name, op.name, "have a number on a wire that closes a loop", f"'{ends[None]}'")
            found[arg.name] = self._all(ends[None])
            return []
        numbers = sorted(number for number in ends if number is not None)
        if numbers != list(range(len(numbers))):
            raise must(arg.name, op.name, "be wired from 0 on without a gap", numbers)
        tensors = [None if self._comes_later(op, ends[n]) else self._one(ends[n]) for n in numbers]
        first = next((tensor for tensor in tensors if tensor is not None), None)
        found[arg.name] = [first if tensor is None else tensor for tensor in tensors]
        return [(item, n, ends[n]) for n, tensor in zip(numbers, tensors, strict=True) if tensor is None]

    def _stated(self, arg: ArgDef, item: _Item, op: Op) -> DType | None:
        """The dtype of a value, if the op says it, or an attr or a wire of the block does."""
        if arg.type is not None or arg.type_attr is None:
            return arg.type
        attrs = item.block.attrs
        if not isinstance(attrs, str) and isinstance(attrs.get(arg.type_attr), str):
            with suppress(GraphopsError):  # is said of the attr
                return as_dtype(attrs[arg.type_attr])
        sharing = [other.name for other in op.op_def.inputs if other.type_attr == arg.type_attr]
        for pin in (pin for name in sharing for pin in item.wires.get(name, {}).values()):
            made = pin.block in self.built.nodes or pin.block in self.built.bypassed
            with suppress(GraphopsError):  # is said of the wire
                if made and (tensors := self.built.tensors(pin)):
                    return tensors[0].dtype.base
        return None

    def _comes_later(self, op: Op, pin: Pin) -> bool:
        made = pin.block in self.built.nodes or pin.block in self.built.bypassed
        return op.has(Trait.MERGE) and not made and pin.block not in self.failed

    def _one(self, pin: Pin) -> Any:
        tensors = self._all(pin)
        if len(tensors) != 1 and pin.block not in self.failed:
            raise InvalidArgumentError(f"'{pin}' must be one tensor to be wired to one, got {len(tensors)}")
        return tensors[0] if tensors else None

    def _all(self, pin: Pin) -> list[Tensor]:
        return [] if pin.block in self.failed else self.built.tensors(pin)

    def _literal(self, value: Any, arg: ArgDef, op: Op, dtype: DType | None) -> Any:
        name = arg.name
        try:
            if arg.is_list:
                if not isinstance(value, list):
                    what = f"{name} of op '{op.name}'"
                    raise InvalidTypeError(f"{what} must be a list of values, got {shorten(repr(value), 80)}")
                return [self._value(item, name, op, dtype) for item in value]
            return self._value(value, name, op, dtype)
        except GraphopsError as error:
            error.concerns(op=op.name, argument=name)
            raise

    def _value(self, value: Any, name: str, op: Op, dtype: DType | None) -> Any:
        """A literal as binding takes it: Python values have no dtype yet. ``dtype`` is what is known of it."""
        if isinstance(value, Mapping) and "values" in value and "dtype" not in value:
            return plain_values(value, f"{name} of op '{op.name}'")
        if isinstance(value, Mapping):
            found = array(value, None, f"{name} of op '{op.name}'", self.folder)
            if "dtype" in value and as_dtype(value["dtype"]).is_quantized:  # which an array does not say
                raise must(name, op.name, "have a wire from a Const to be quantised",
                           f"a value of {value['dtype']}", kind=InvalidTypeError)  # fmt: skip
            return found
        if isinstance(value, str):
            is_text = holds_texts(dtype) and value[:1] != "{"
            return value if is_text else array_text(value, None, f"{name} of op '{op.name}'")
        if value is None:
            raise InvalidTypeError(f"{name} of op '{op.name}' must be a value, got null").concerns(
                op=op.name, argument=name
            )
        return special_values(value, f"{name} of op '{op.name}'", dtype if holds_texts(dtype) else None)

    def _attrs(self, block: Block, op: Op, faults: list[Fault]) -> dict[str, Any]:
        """The attrs that are right; what is wrong with others goes to ``faults``."""
        if isinstance(block.attrs, str):
            wrong: list[GraphopsError] = []
            attrs = read_attrs(block.attrs, op.op_def, wrong)
            faults += [(error.argument or "", error) for error in wrong]
            if op.name == "Const" and "value" in attrs:
                attrs["value"] = settled_constant(attrs["value"], attrs.get("dtype"))
            return attrs
        found: dict[str, Any] = {}
        dtype = None
        # The dtype of a Const says how its value is read.
        for name in sorted(block.attrs, key=lambda name: op.name != "Const" or name != "dtype"):
            try:
                found[name] = self._attr(name, block.attrs[name], op, dtype)
                if op.name == "Const" and name == "dtype":
                    dtype = as_dtype(found[name])
            except GraphopsError as error:
                found.pop(name, None)
                faults.append((name, error))
        if op.name == "Const" and "value" in found:
            try:
                check_constant(block.attrs)
            except GraphopsError as error:
                faults.append(("dtype", error))
        return {name: found[name] for name in block.attrs if name in found}

    def _attr(self, name: str, value: Any, op: Op, dtype: DType | None) -> Any:
        attr = op.op_def.attr_by_name.get(name)
        if attr is None and name in _INTERNAL:
            return _internal(name, value, op)
        if attr is None:
            own = [attr.name for attr in op.op_def.explicit_attrs]
            got = shorten(f"'{shorten(name, 80)}'{nearest(name, own)}")
            raise InvalidTypeError(
                f"attr of op '{op.name}' must be one of {', '.join(own) or 'none'}, got {got}"
            ).concerns(op=op.name, argument=name)
        return attr_value(attr, value, op.name, self.folder, dtype)


def _is_empty(arg: ArgDef, op: Op, attrs: Mapping[str, Any]) -> bool:
    """Whether the attrs, or their defaults, say that a list has no tensors."""
    name = arg.type_list_attr or arg.number_attr
    return name is not None and attrs.get(name, op.op_def.attr_by_name[name].default) in ([], (), 0)


def _cycles(items: list[_Item], references: list[list[Reference]]) -> list[dict[str, list[Reference]]]:
    """The blocks that wait for each other, cycle by cycle, each with what it needs."""
    import networkx  # at first use, as everywhere

    needs = {item.name: found for item, found in zip(items, references, strict=True)}
    ops = {item.name: item.op for item in items}
    merges, next_iterations = ops_with(Trait.MERGE), ops_with(Trait.NEXT_ITERATION)
    place = {name: number for number, name in enumerate(needs)}
    graph: Any = networkx.DiGraph()
    for name, found in needs.items():
        graph.add_node(name)
        for reference in found:
            closes_a_loop = ops[name] in merges and reference.output >= 0 and ops[reference.node] in next_iterations
            if not closes_a_loop:
                graph.add_edge(reference.node, name)
    together = networkx.strongly_connected_components(graph)
    found_cycles = (part for part in together if len(part) > 1 or any(graph.has_edge(name, name) for name in part))
    return [{name: needs[name] for name in sorted(part, key=place.__getitem__)} for part in found_cycles]


def _internal(name: str, value: Any, op: Op) -> Any:
    texts = value if isinstance(value, list) else [value]
    if isinstance(value, list) != (name == "_class") or not all(isinstance(text, str) for text in texts):
        kind = "a list of texts" if name == "_class" else "a text"
        raise must(f"attr '{name}'", op.name, f"be {kind}", shorten(repr(value), 80), kind=InvalidTypeError)
    return tuple(value) if isinstance(value, list) else value
