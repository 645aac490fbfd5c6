"""Making a plan: prune, rewrite, place, choose candidate kernels, number registers, and find each value's last use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from graphops.graph.graph import Graph, Node, Tensor
from graphops.graph.order import inputs_first
from graphops.plan.calls import FunctionPlans
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plan.devices.capture_parts import Captures
from graphops.plan.devices.host_side import host_side
from graphops.plan.devices.lanes import assign_lanes
from graphops.plan.inline import inlined
from graphops.plan.loops.branches import PickStep
from graphops.plan.loops.control import CONSTANT, KERNEL, MERGE, is_control_flow, kind_of
from graphops.plan.loops.frame_program import FrameProgram, make_frames
from graphops.plan.loops.regions import Part, find_regions
from graphops.plan.passes.fold import Folding
from graphops.plan.passes.optimise import PASSES, Optimised, optimise
from graphops.plan.passes.static_shapes import RunShapes
from graphops.plan.passes.unread import Reduced, without_unread
from graphops.plan.passing_values import PassingValues
from graphops.plan.placement import Placed, describe_placement, place
from graphops.plan.program.program import Programs
from graphops.plan.session_config import SessionConfig
from graphops.plan.step import Step, Transfer, mark_last_uses
from graphops.plan.unregistered import unregistered
from graphops_registry.errors import GraphopsError, InvalidArgumentError
from graphops_registry.kernel_def import Mode
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait

if TYPE_CHECKING:
    from graphops.graph.functions import Function

Location = tuple[str, int] | None  # device type and index; None is the host
_ANYWHERE: Final = ("anywhere", 0)  # the results of functions that compute on several devices: look at each value


@dataclass(frozen=True)
class Plan:
    """Straight-line code: registers, which of them are fed and fetched, and the steps between.

    Attributes:
        steps: in an order that respects data and control edges.
        registers: initial contents; constants are in theirs.
        feeds: for each fed tensor its register and the device that reads it first (``None``: the host).
        fetches: for each fetched tensor its register.
        final: copies that bring fetched values to the host.
        placed: where every node runs.
        reads: fetches that are references to variables, whose values are wanted.
        functions: the plans of the functions that steps may call.
        passes: the names of the passes that it went through.
        notes: what they changed, a line for each change.
        devices: the devices, other than the host, that have steps of this plan.
        roaming: registers of feeds that are only handed on, and may be anywhere.
        by_engine: whether the plan for certain shapes may give parts of the graph to OpenVINO.
        remake: makes the plan again, with ``feed_shapes=`` for feeds of these shapes alone.
        frames: the program for the frame executor, when there are TensorFlow 1's loops or conditionals; then
            ``registers`` and ``fetches`` are its business.
    """

    graph: Graph
    steps: tuple[Step, ...]
    registers: tuple[Any, ...]
    feeds: tuple[tuple[Tensor, int, Placed | None], ...]
    fetches: tuple[int, ...]
    final: tuple[Transfer, ...]
    placed: dict[Node, Placed] = field(repr=False)
    functions: FunctionPlans = field(repr=False)
    reads: tuple[int, ...] = ()
    frames: FrameProgram | None = None
    passes: Sequence[str] = ()
    notes: tuple[str, ...] = ()
    devices: tuple[Placed, ...] = ()
    roaming: frozenset[int] = frozenset()
    by_engine: bool = False
    remake: Callable[..., Plan] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def programs(self) -> Programs:
        """The plan's programs, for the shapes that it often runs with."""
        return Programs(self)

    @cached_property
    def captures(self) -> Captures:
        """The recordings of its work on a device, for the shapes that it often runs with."""
        return Captures(self)


def make_plan(
    graph: Graph,
    fetches: Sequence[Tensor | Node],
    fed: Sequence[Tensor],
    config: SessionConfig,
    functions: FunctionPlans | None = None,
    *,
    on_devices: bool = False,
    feed_shapes: Sequence[tuple[int, ...]] | None = None,
) -> Plan:
    """The plan for ``fetches`` when ``fed`` tensors are given.

    Args:
        feed_shapes: of the fed tensors, if the plan is for these shapes alone.
        on_devices: whether fetched values stay where they are computed.
        functions: the plans of functions, which a function's own plan shares with its caller's.

    Raises:
        GraphopsError: everything that keeps it from running - placeholders without a feed, nodes without a kernel,
            impossible devices, functions that do not fit; several problems are listed in one error.
    """
    nodes = ancestors(fetches, fed)
    problems: list[GraphopsError] = []
    fed_set = set(fed)
    problems += _unfed_placeholders(nodes)
    if functions is None:
        folding = Folding(config.memory_limit)
        functions = FunctionPlans(graph, lambda function, plans: _function_plan(function, config, plans), folding)
        unknown = unregistered(graph, nodes, body_nodes)
        if unknown is not None:
            raise _together([*problems, unknown])
    if graph.has_extended_nodes:  # what a gradient would need is not kept if no node reads it
        used = {tensor for node in nodes for tensor in node.inputs}.union(f for f in fetches if isinstance(f, Tensor))
        nodes = [node.without_extension(lambda tensor: tensor not in used) for node in nodes]
    problems += _fed_references(nodes, fed_set)
    part = Part([node for node in nodes if not node.op.has(Trait.PLACEHOLDER)], tuple(fetches), tuple(fed))
    making = _Making(graph, config, functions, on_devices)
    if not any(is_control_flow(node.op) for node in part.nodes):
        return making.plan(part, problems, feed_shapes)
    return making.plan_of_frames(part, problems, feed_shapes)


@dataclass(frozen=True)
class _Making:
    """What the plan of a graph and those of its loops have in common; see :func:`make_plan`."""

    graph: Graph
    config: SessionConfig
    functions: FunctionPlans
    on_devices: bool

    def plan(
        self, part: Part, problems: list[GraphopsError], feed_shapes: Sequence[tuple[int, ...]] | None = None
    ) -> Plan:
        """A plan of steps, and the plans of the loops within.

        Args:
            problems: what is known to be wrong; with anything in it, the errors are raised together.
        """
        config, fed, whole = self.config, set(part.fed), part
        passes = [name for name in config.plan_passes if name in PASSES]
        shapes = None
        if feed_shapes is not None:
            shapes = {t: TensorShape.of(s) for t, s in zip(part.fed, feed_shapes, strict=True)}
        for loop in part.loops.values():
            for name, inside in zip(loop.names, (loop.cond, loop.body), strict=True):
                self.functions.add(name, partial(replace(self, on_devices=True).plan, inside, []))
        if feed_shapes is not None:
            if "fuse" in passes:
                known = RunShapes(shapes or {}, lambda _: None, part.opaque, part.renamed)
                part = inlined(part, self.graph.functions_by_name, body_nodes, known.of)
            # Passes keep the order of nodes and these plans run on the host, so only what has effects is awaited.
            part = replace(part, implied=part.implied.union(n for n in part.nodes if not n.op_def.is_stateful))
        if "drop_identities" in passes:
            part, reduced = without_unread(part, self.graph.functions_by_name)
            for function in reduced:
                self.functions.add(function.name, partial(self._reduced, function))
        by_engine = config.openvino and not config.deterministic and config.memory_limit is None
        folding = self.functions.folding
        optimised = optimise(part.nodes, part.fetches, fed, passes, folding, shapes, part, by_engine=by_engine)
        placed = place(optimised.nodes, config, problems)
        placed.update(host_side(optimised, placed, fed))
        kernels = self._kernels(placed, problems)
        if config.log_device_placement:
            print(describe_placement(placed))
        numbering = _Numbering(self.graph, optimised, placed, kernels, fed, self.functions)
        made = numbering.plan(part.fetches, part.fed, self.on_devices)
        if made.devices and config.gpu_streams > 1 and not config.deterministic:
            assign_lanes(made.steps, config.gpu_streams)
        quiet = replace(self, config=replace(config, log_device_placement=False))
        remake = partial(quiet.plan, whole, [])
        return replace(made, passes=config.plan_passes, notes=optimised.notes, by_engine=by_engine, remake=remake)

    def _reduced(self, function: Reduced) -> Plan:
        """The plan of a function without some of its arguments and results."""
        graph = function.body.graph
        return make_plan(graph, function.fetches, function.fed, self.config, self.functions, on_devices=True)

    def _kernels(
        self, placed: dict[Node, Placed], problems: list[GraphopsError], frames: bool = False
    ) -> dict[Node, NodeKernels]:
        """The candidates for each node that has kernels.

        Args:
            frames: whether the frame executor carries out what has no kernels.

        Raises:
            GraphopsError: everything in ``problems`` and every node without a kernel, in one error.
        """
        config = self.config
        # A kernel that is timed takes memory that no limit counts, and may be another one the next time.
        by_priority = config.autotune is None and (config.deterministic or config.memory_limit is not None)
        autotune = False if by_priority else config.autotune
        mode = Mode(config.deterministic, config.allow_tf32, autotune, config.memory_limit)
        kernels: dict[Node, NodeKernels] = {}
        for node, where in placed.items():
            kind = kind_of(node.op)
            if kind in (CONSTANT, MERGE) or (frames and kind != KERNEL):
                continue
            try:
                kernels[node] = NodeKernels(node.op, node.attrs, where.device.type, node.name, mode=mode)
                if "functions" in kernels[node].uses:
                    self.functions.require(node)
            except GraphopsError as error:
                problems.append(error)
        if problems:
            raise _together(problems)
        return kernels

    def plan_of_frames(
        self, part: Part, problems: list[GraphopsError], feed_shapes: Sequence[tuple[int, ...]] | None
    ) -> Plan:
        """A plan of nodes with TensorFlow 1's control flow: of regions, if it can be cut into them and the host runs
        everything, else one for the frame executor."""
        config, nodes = self.config, part.nodes
        placed = place(nodes, config, problems)
        kernels = self._kernels(placed, problems, frames=True)
        fed = set(part.fed)
        steps = {
            node: Step(node, kernels[node], placed[node], (), (0,) * len(node.outputs), (), fed)
            for node in nodes
            if node in kernels
        }
        program = make_frames(nodes, steps, part.fetches, part.fed)
        if "regions" in config.plan_passes and all(where.device.is_host for where in placed.values()):
            regions = find_regions(program, part.fetches, part.fed, self.functions.number_loop)
            if regions is not None:
                return self.plan(regions, [], feed_shapes)
        if config.log_device_placement:
            print(describe_placement(placed))
        # No registers, and fed values are not copied to devices.
        feeds = tuple((tensor, index, None) for index, tensor in enumerate(part.fed))
        devices = tuple(dict.fromkeys(step.where for step in steps.values() if not step.on_host))
        return Plan(
            self.graph, tuple(steps.values()), (), feeds, (), (), placed, self.functions, (), program, devices=devices
        )


def body_nodes(function: Function) -> list[Node]:
    """What runs in a call of a function."""
    body = function.body
    return ancestors((*body.outputs, *body.control_outputs), body.inputs)


def _fed_references(nodes: Iterable[Node], fed: Collection[Tensor]) -> list[GraphopsError]:
    """The errors for values that are fed for a reference to nodes that take the reference itself, not its value."""
    if not any(tensor.dtype.is_ref for tensor in fed):
        return []
    problems: list[GraphopsError] = []
    for node in nodes:
        for tensor, dtype in zip(node.inputs, node.op_def.input_types(node.attrs), strict=True):
            if dtype.is_ref and tensor in fed:
                rule = "not be fed to a node that takes the variable itself"
                refused = InvalidArgumentError(f"'{tensor.name}' must {rule}, got '{node.name}' ({node.type})")
                problems.append(refused.concerns(op=node.type, node=node.name))
    return problems


def _function_plan(function: Function, config: SessionConfig, plans: FunctionPlans) -> Plan:
    body = function.body
    return make_plan(body.graph, (*body.outputs, *body.control_outputs), body.inputs, config, plans, on_devices=True)


def ancestors(fetches: Iterable[Tensor | Node], fed: Collection[Tensor]) -> list[Node]:
    """The nodes that must run, inputs first and otherwise in the order of their creation; a fed tensor cuts off its
    producer.

    What comes back into a Merge from the end of a loop does not count as an input.
    """
    stop = set(fed)
    found: set[Node] = set()
    stack: list[Node] = []

    def need(node: Node) -> None:
        if node not in found:
            found.add(node)
            stack.append(node)

    for fetch in fetches:
        if isinstance(fetch, Node):
            need(fetch)
        elif fetch not in stop:
            need(fetch.node)
    while stack:
        node = stack.pop()
        for tensor in node.inputs:
            if tensor not in stop:
                need(tensor.node)
        for control in node.control_inputs:
            # A node all of whose outputs are fed need not run for the sake of order.
            if not control.outputs or any(tensor not in stop for tensor in control.outputs):
                need(control)
    ordered = sorted(found, key=lambda node: node.id)
    return inputs_first(ordered) if ordered and ordered[0].graph.has_late_inputs else ordered


def check_given(graph: Graph, fetches: Sequence[Tensor | Node], fed: Sequence[Tensor]) -> None:
    """Check what must hold wherever the nodes run.

    Raises:
        GraphopsError: placeholders without a feed, ops that are not registered, values fed for references that a node
            takes itself; several problems are listed in one error.
    """
    nodes = ancestors(fetches, fed)
    problems = [*_unfed_placeholders(nodes), *_fed_references(nodes, set(fed))]
    unknown = unregistered(graph, nodes, body_nodes)
    if problems or unknown is not None:
        raise _together(problems if unknown is None else [*problems, unknown])


def _unfed_placeholders(nodes: Iterable[Node]) -> list[GraphopsError]:
    return [_unfed(node.outputs[0]) for node in nodes if node.op.has(Trait.PLACEHOLDER)]


def _unfed(tensor: Tensor) -> InvalidArgumentError:
    shape = "" if tensor.shape.rank is None else f" and shape {tensor.shape}"
    error = InvalidArgumentError(
        f"placeholder '{tensor.name}' must be fed with a value of dtype {tensor.dtype.name}{shape}, got nothing"
    )
    if tensor.node.made_at is not None:
        error.add_note(f"  made at {tensor.node.made_at}")
    return error


def _together(problems: list[GraphopsError]) -> GraphopsError:
    """One error for all problems."""
    if len(problems) == 1:
        return problems[0]
    kinds = {type(problem) for problem in problems}
    kind = kinds.pop() if len(kinds) == 1 else InvalidArgumentError
    shown = [f"  {number}. {problem}" for number, problem in enumerate(problems[:20], 1)]
    if len(problems) > 20:
        shown.append(f"  ... and {len(problems) - 20} more")
    error = kind("\n".join([f"{len(problems)} things must be put right before the fetches can run:", *shown]))
    for problem in problems[:20]:
        for note in getattr(problem, "__notes__", ()):
            error.add_note(note)
    return error


class _Numbering:
    """Gives each value at each location a register, and puts copies where locations differ."""

    def __init__(
        self,
        graph: Graph,
        optimised: Optimised,
        placed: dict[Node, Placed],
        kernels: dict[Node, NodeKernels],
        fed: set[Tensor],
        functions: FunctionPlans,
    ) -> None:
        self.functions = functions
        self.graph = graph
        self.nodes = optimised.nodes
        self.source = optimised.source
        self.placed = placed
        self.kernels = kernels
        self.fed = fed
        self.contents: list[Any] = []
        self.register: dict[tuple[Tensor, Location], int] = {}
        self.home: dict[Tensor, Location] = {}  # where a value is computed
        self.devices: dict[Location, Placed] = {}
        self.feed_registers: dict[Tensor, tuple[int, Placed | None]] = {}
        self.permanent: set[int] = set()
        self.roaming: set[int] = set()
        self.used = {self.source.get(tensor, tensor) for node in self.nodes for tensor in node.inputs}
        self.passing = PassingValues(self.nodes, self.source)
        self.guards, self.picks = optimised.guards, optimised.picks
        self.used.update(pred for guard in self.guards.values() for pred, _ in guard)
        self.used.update(pick.pred for pick in self.picks.values())
        for tensor, value in optimised.values.items():
            self._constant(tensor, value)

    def plan(self, fetches: Sequence[Tensor | Node], fed: Sequence[Tensor], on_devices: bool) -> Plan:
        fetched = [self.source.get(fetch, fetch) for fetch in fetches if isinstance(fetch, Tensor)]
        self.used.update(fetched)
        steps: list[Step] = []
        for node in self.nodes:
            if node.type == "Const":
                if node.outputs[0] not in self.fed:
                    self._constant(node.outputs[0], node.attrs["value"])
                continue
            step = self._step(node) if node not in self.picks else self._pick(node)
            if node in self.guards:
                step.guards = tuple((self._at(pred, None, []), side) for pred, side in self.guards[node])
            steps.append(step)
        final: list[Transfer] = []
        locations: dict[Tensor, Location] = {}
        for tensor in fetched:
            unread = _ANYWHERE if tensor in self.fed else None
            location = self.home.get(tensor, unread) if on_devices else None
            locations[tensor] = location
            self._at(tensor, location, final)
        for tensor in fed:
            if tensor not in self.feed_registers:  # no step reads it
                self._feed(tensor, _ANYWHERE if on_devices else None)
        registers = tuple(self.register[tensor, locations[tensor]] for tensor in fetched)
        mark_last_uses(steps, {*registers, *self.permanent, *(t.source for t in final)})
        feeds = tuple((tensor, *self.feed_registers[tensor]) for tensor in fed)
        reads = tuple(index for index, tensor in enumerate(fetched) if tensor.dtype.is_ref and tensor not in self.fed)
        devices = tuple(dict.fromkeys(where for at, where in self.devices.items() if at is not None))
        return Plan(
            self.graph, tuple(steps), tuple(self.contents), feeds, registers, tuple(final), self.placed,
            self.functions, reads, roaming=frozenset(self.roaming), devices=devices,
        )  # fmt: skip

    def _new(self, tensor: Tensor, location: Location, content: Any = None) -> int:
        number = len(self.contents)
        self.contents.append(content)
        self.register[tensor, location] = number
        return number

    def _constant(self, tensor: Tensor, value: Any) -> None:
        self.home[tensor] = None
        self.permanent.add(self._new(tensor, None, value))

    def _feed(self, tensor: Tensor, location: Location) -> None:
        self.home[tensor] = location
        register = self._new(tensor, location)
        if location == _ANYWHERE:
            self.roaming.add(register)
        where = None if location is None or location == _ANYWHERE else self.devices[location]
        self.feed_registers[tensor] = (register, where)

    def _at(self, tensor: Tensor, location: Location, transfers: list[Transfer]) -> int:
        """The register of ``tensor`` at ``location``; adds the copy that brings it there."""
        tensor = self.source.get(tensor, tensor)
        found = self.register.get((tensor, location))
        if found is not None:
            return found
        if tensor in self.fed and tensor not in self.home:
            self._feed(tensor, location)
            return self.register[tensor, location]
        home = self.home[tensor]
        if self.register.get((tensor, None)) in self.permanent:  # a constant: copied once for the whole plan
            where = self.devices[location]
            value = self.contents[self.register[tensor, None]]
            number = self._new(tensor, location, _constant_there(tensor, value, where))
            self.permanent.add(number)
            return number
        across: int | None = None
        if home is not None and location is not None and home != _ANYWHERE:
            if home[0] == location[0]:
                across = home[1]
            else:  # between devices of different types by way of the host
                self._at(tensor, None, transfers)
                home = None
        source = self.register[tensor, home]
        target = self._new(tensor, location)
        where = self.devices[home if location is None else location]
        transfers.append(Transfer(source, target, where, location is None, across, home == _ANYWHERE))
        return target

    def _as_it_is(self, tensor: Tensor, transfers: list[Transfer]) -> int:
        """The register of ``tensor`` at any location."""
        tensor = self.source.get(tensor, tensor)
        return self._at(tensor, self.home.get(tensor), transfers)

    def _on_host(self, tensor: Tensor) -> bool:
        """Whether the tensor's values never leave the host; a reference is a handle unless a value is fed for it."""
        return tensor.dtype.is_host_only or (tensor.dtype.is_ref and tensor not in self.fed)

    def _step(self, node: Node) -> Step:
        where = self.placed[node]
        kernels = self.kernels[node]
        on_device: Location = None if where.device.is_host else (where.device.type, where.index)
        self.devices[on_device] = where
        calls = on_device is not None and bool(node.op_def.function_attrs)
        if calls:
            self.devices[_ANYWHERE] = where
        transfers: list[Transfer] = []
        inputs = tuple(
            self._as_it_is(tensor, transfers)
            if calls and not self._on_host(tensor)
            else self._at(
                tensor,
                None if kernels.all_on_host or i in kernels.host_inputs or self._on_host(tensor) else on_device,
                transfers,
            )
            for i, tensor in enumerate(node.inputs)
        )
        outputs: list[int] = []
        for index, tensor in enumerate(node.outputs):
            if tensor not in self.used or tensor in self.fed:
                outputs.append(-1)
                continue
            host = (kernels.all_on_host and not calls) or index in kernels.host_outputs or self._on_host(tensor)
            self.home[tensor] = None if host else _ANYWHERE if calls else on_device
            outputs.append(self._new(tensor, self.home[tensor]))
        step = Step(node, kernels, where, inputs, tuple(outputs), tuple(transfers), self.fed)
        step.operands_stay = not self.passing.are_operands_of(node)
        return step

    def _pick(self, node: Node) -> PickStep:
        pick = self.picks[node]
        first, second, pred = (self._at(tensor, None, []) for tensor in (*node.inputs, pick.pred))
        outputs = [-1, -1]
        for index, tensor in enumerate(node.outputs):
            if tensor in self.used and tensor not in self.fed:
                self.home[tensor] = None
                outputs[index] = self._new(tensor, None)
        return PickStep(node, self.placed[node], (first, second, pred), (outputs[0], outputs[1]), pick.if_true)


def _constant_there(tensor: Tensor, value: Any, where: Placed) -> Any:
    """A constant on a device, where every thread may read it."""
    lane = where.device.lane(0, where.index)
    try:
        with lane:
            found = where.device.copy_in(value, where.index)
        lane.synchronize()  # not all of the device: another thread may be recording there
    except Exception as error:
        explained = where.device.explain_error(error)
        if explained is None:
            raise
        explained.add_note(f"  while constant '{tensor.name}' ({value.nbytes:,} bytes) was copied to {where}")
        raise explained from error
    return found
