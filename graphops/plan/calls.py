"""Plans of functions: each is made with the plan that calls it, and runs as part of its run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphops.graph.graph import Graph, Node
from graphops_registry.attr import attr_text
from graphops_registry.device_def import owner_of
from graphops_registry.dtypes import DType, int32
from graphops_registry.errors import (
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    ResourceExhaustedError,
    must,
    nearest,
)
from graphops_registry.traits import Trait

if TYPE_CHECKING:
    from graphops.graph.functions import Function
    from graphops.plan.make import Plan
    from graphops.plan.passes.fold import Folding
    from graphops.plan.run_state import RunState

DEEPEST: Final = 64  # calls within calls; a function that calls itself without end is an error, not a crash


class FunctionPlans:
    """The plans of all functions that a plan may call, each made once.

    Args:
        graph: whose library the functions are in.
        make: plans a function's body.
        folding: computes constants for the plan and all its functions.
    """

    def __init__(self, graph: Graph, make: Callable[[Function, FunctionPlans], Plan], folding: Folding) -> None:
        self.folding = folding
        self._graph = graph
        self._make = make
        self._plans: dict[str, Plan] = {}
        self._parts: set[str] = set()  # names of plans that are no function's
        self._open: set[str] = set()
        self._loops = 0

    def require(self, node: Node) -> None:
        """Check the functions that ``node`` names against its types, and plan them.

        Raises:
            NotFoundError: no such function.
            InvalidTypeError: a function that takes or gives other dtypes than the node says.
            GraphopsError: a body that cannot run.
        """
        for attr in node.op_def.function_attrs:
            value = node.attrs[attr.name]
            for name in value if isinstance(value, tuple) else (value,):
                if name in self._parts:
                    continue
                function = self._graph.functions_by_name.get(name)
                if function is None:
                    near = nearest(name, self._graph.functions_by_name)
                    raise NotFoundError(
                        f"attr '{attr.name}' of op '{node.type}' must name a function of the graph, got '{name}'{near}"
                    ).concerns(op=node.type, argument=attr.name)
                check_types(node, attr.name, function)
                self._plan(function)

    def _plan(self, function: Function) -> None:
        if function.name in self._plans or function.name in self._open:
            return
        if len(self._open) >= DEEPEST:
            raise ResourceExhaustedError(
                f"functions must call each other at most {DEEPEST} deep, got {function!r} deeper"
            )
        self._open.add(function.name)
        try:
            self._plans[function.name] = self._make(function, self)
        except GraphopsError as error:
            error.concerns(function=function.name).add_note(f"in function '{function.name}'")
            raise
        finally:
            self._open.discard(function.name)

    def number_loop(self) -> int:
        """A number for a loop that no other loop of these plans has."""
        self._loops += 1
        return self._loops

    def add(self, name: str, make: Callable[[], Plan]) -> None:
        """Plan what is called by a name that no function can have: a part of a graph, or of a function. The first plan
        stays.

        Raises:
            GraphopsError: it cannot run.
        """
        if name not in self._parts:
            self._parts.add(name)
            self._plans[name] = make()

    def __getitem__(self, name: str) -> Plan:
        return self._plans[name]

    def items(self) -> Sequence[tuple[str, Plan]]:
        """Each function that may be called, and its plan."""
        return list(self._plans.items())


def check_types(node: Node, attr: str, function: Function) -> None:
    """The dtypes that the node promises to the function ``attr`` names, and expects of it.

    Raises:
        InvalidTypeError: others than the function takes or gives.
        GraphopsError: a body that is wrong, or a condition with several results.
    """
    attrs = node.attrs
    takes: tuple[DType, ...] = attrs.get("Tin", attrs.get("T", ()))
    gives: tuple[DType, ...] | None = attrs.get("Tout", attrs.get("T"))
    if node.op.has(Trait.FUNCTION_COUNT):
        takes = (int32, *takes)
    function.body  # noqa: B018 - a body that is wrong is reported as such
    if attr == "cond":
        gives = None
        if len(function.output_types) != 1:
            rule = "name a function with one result"
            raise must("attr 'cond'", node.type, rule, repr(function))
    for what, expected, found in (("take", takes, function.input_types), ("give", gives, function.output_types)):
        if expected is not None and tuple(expected) != tuple(found):
            raise InvalidTypeError(
                f"attr '{attr}' of op '{node.type}' must name a function that {what}s {attr_text(tuple(expected))}, "
                f"got '{function.name}', which {what}s {attr_text(tuple(found))}"
            ).concerns(op=node.type, argument=attr)


class FunctionCalls:
    """What a kernel gets as ``ctx.functions``.

    Args:
        op: what calls.
        anywhere: whether results may be where they were computed; else they are on the host.
    """

    __slots__ = ("_anywhere", "_op", "_plans", "_run")

    def __init__(self, plans: FunctionPlans, run: RunState, op: str, anywhere: bool = False) -> None:
        self._op = op
        self._plans = plans
        self._run = run
        self._anywhere = anywhere

    @staticmethod
    def on_host(value: Any) -> Any:
        """A result on the host."""
        return bring(value, None)

    def call(self, name: str, args: Sequence[Any]) -> Sequence[Any]:
        """The results of the function for ``args``.

        Raises:
            ResourceExhaustedError: calls within calls, deeper than any sensible program has them.
            GraphopsError: a node of the function fails.
        """
        plan = self._plans[name]
        run = self._run
        if run.depth >= DEEPEST:
            raise ResourceExhaustedError(f"function calls must be at most {DEEPEST} deep, got one more, of '{name}'")
        fed: list[Any] = []
        for index, (value, (tensor, register, where)) in enumerate(zip(args, plan.feeds, strict=True)):
            dims = tensor.shape.dims
            if dims is not None and dims != value.shape and not tensor.shape.is_compatible_with(value.shape):
                raise InvalidArgumentError(  # the static shapes in its body were inferred from this shape
                    f"argument {index} of function '{name}' must have shape {tensor.shape}, got {tuple(value.shape)}"
                )
            fed.append(bring(value, None) if where is None and register not in plan.roaming else value)
        run.depth += 1
        try:
            found = run.run_plan(plan, fed, run, on_devices=True)
        finally:
            run.depth -= 1
        if plan.devices and not self._anywhere:
            found = [bring(value, None) for value in found]
        if run.account.limit is not None:  # a loop passes them to its next iteration, where no step counts them
            for value in found:
                if not any(value is argument for argument in args):
                    run.account.hold(value, self._op)
        return found

    def repeat(self, cond: str, body: str, values: Sequence[Any], holds: Callable[[Any], bool]) -> Sequence[Any]:
        """``while holds(cond(values)): values = body(values)``; the last values.

        As soon as both functions have programs for the shapes of the values, these run without anything around them.

        Args:
            holds: whether the loop goes on, from the result of ``cond`` on the host.

        Raises:
            GraphopsError: as :meth:`call`.
        """
        run = self._run
        while True:
            if run.plainly:
                ended, values = self._repeat_programs(self._plans[cond], self._plans[body], values, holds)
                if ended:
                    return values
            if not holds(bring(self.call(cond, values)[0], None)):
                return values
            run.check()
            values = self.call(body, values)

    def count(self, body: str, numbers: range, values: Sequence[Any]) -> Sequence[Any]:
        """``for number in numbers: values = body(number, *values)``; the last values.

        Raises:
            GraphopsError: as :meth:`call`.
        """
        for number in numbers:
            self._run.check()
            values = self.call(body, [np.array(number, np.int32), *values])
        return values

    def _repeat_programs(
        self, cond: Plan, body: Plan, values: Sequence[Any], holds: Callable[[Any], bool]
    ) -> tuple[bool, Sequence[Any]]:
        """As many iterations as the programs for these shapes can do; whether the loop has ended, and the values."""
        key = tuple([value.shape for value in values])
        goes_on, step = cond.programs.found.get(key), body.programs.found.get(key)
        if goes_on is None or step is None or cond.reads or body.reads:
            return False, values
        if any(owner is not None and not owner.is_host for owner in map(owner_of, values)):
            return False, values
        run = self._run
        run.depth += 1
        try:
            return goes_on.repeat(step, values, run, holds)
        finally:
            run.depth -= 1


def bring(array: Any, where: Any) -> Any:
    """An array, moved to the location at which a plan reads it."""
    owner = owner_of(array)
    if where is None:
        return array if owner is None or owner.is_host else owner.copy_out(array)
    if owner is where.device:
        return array if owner.index_of(array) == where.index else owner.copy_across(array, where.index)
    host = array if owner is None or owner.is_host else owner.copy_out(array)
    return where.device.copy_in(host, where.index)
