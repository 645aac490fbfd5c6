"""Conditionals and loops of a graph: ``cond``, ``case`` and ``while_loop`` write functions, and nodes that call them.

>>> i, total = while_loop(lambda i, total: i < 10, lambda i, total: (i + 1, total + x), [0, 0.0])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphops.build.add_op import add_constant, call
from graphops.build.binding import dtype_of
from graphops.build.convert import to_array
from graphops.graph.body_graph import BodyGraph
from graphops.graph.default_graph import building_graph
from graphops.graph.graph import Graph, Node, Tensor, get_default_graph
from graphops.graph.nest import check_same, flatten, pack
from graphops_registry.attr import attr_text
from graphops_registry.dtypes import bool_, int32
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.op_def import lookup_op
from graphops_registry.shape import TensorShape, common_shape


def tensor_of(value: Any, what: str, graph: Graph | None = None) -> Tensor:
    """``value`` as a tensor; one that is none becomes a constant of ``graph``."""
    convert = getattr(value, "__graphops_tensor__", None)
    if convert is not None:
        tensor: Tensor = convert()
        return tensor
    return add_constant(get_default_graph() if graph is None else graph, to_array(value, None, what), "Const")


class _Branch:
    """A function of no arguments, written into a body graph.

    Attributes:
        structure: what it gave.
        outputs: the tensors in it.
        nodes: nodes in it, which only have to run.
    """

    def __init__(self, outer: Graph, function: Callable[[], Any], what: str) -> None:
        if not callable(function):
            raise InvalidTypeError(f"{what} must be a function without arguments, got {function!r}")
        self.graph = BodyGraph(outer)
        with self.graph.as_default():
            self.structure = function()
            leaves = flatten(self.structure) if self.structure is not None else []
            self.is_node = [isinstance(leaf, Node) for leaf in leaves]
            self.nodes = [leaf for leaf in leaves if isinstance(leaf, Node)]
            self.outputs = [
                self._own(tensor_of(leaf, f"the result of {what}")) for leaf in leaves if not isinstance(leaf, Node)
            ]

    def _own(self, tensor: Tensor) -> Tensor:
        """A result has to be in the body, and must be a value."""
        own = tensor if tensor.graph is self.graph else self.graph.adopt(tensor)
        return call(lookup_op("Identity"), {"input": own}, graph=self.graph) if own.dtype.is_ref else own


def cond(
    pred: Any,
    true_fn: Callable[[], Any],
    false_fn: Callable[[], Any],
    name: str | None = None,
) -> Any:
    """``true_fn()`` if ``pred`` is true, else ``false_fn()``. Only what is chosen runs.

    Args:
        pred: a scalar bool tensor, or a Python bool, which is decided now.
        true_fn, false_fn: give equal structures of tensors with equal dtypes.
        name: of the node.

    Returns:
        The structure with the results; the node itself where the functions give nodes or nothing.

    Raises:
        InvalidTypeError: a ``pred`` that is no bool, functions that are none, or results of different dtypes.
        InvalidArgumentError: results that are nested differently.
    """
    if isinstance(pred, bool):
        return true_fn() if pred else false_fn()
    condition = tensor_of(pred, "pred of cond()")
    if condition.dtype.base is not bool_:
        raise InvalidTypeError(f"pred of cond() must have dtype bool, got {condition.dtype.name}")
    if (condition.shape.rank or 0) > 0:
        raise InvalidArgumentError(f"pred of cond() must be a scalar, got shape {condition.shape}")
    outer = _outer(condition)
    with outer.name_scope(name or "cond") as scope:
        branches = [_Branch(outer, true_fn, "true_fn"), _Branch(outer, false_fn, "false_fn")]
        functions, inputs = _functions(scope, branches, ["true", "false"])
        results = _choose(
            outer,
            "If",
            branches,
            scope,
            {"cond": condition, "input": inputs, "then_branch": functions[0], "else_branch": functions[1]},
        )
    return results


def switch_case(
    branch_index: Any,
    branch_fns: Sequence[Callable[[], Any]] | Mapping[int, Callable[[], Any]],
    default: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """``branch_fns[branch_index]()``; if there is none of that number ``default()``, or without it the last one.

    Args:
        branch_index: a scalar int32 tensor.
        branch_fns: functions as for :func:`cond`, or a dict of them by the numbers from 0 on.

    Raises:
        InvalidTypeError: another dtype, functions that are none, or results of different dtypes.
        InvalidArgumentError: no functions, or numbers that are not those from 0 on.
    """
    if isinstance(branch_fns, Mapping):
        if sorted(branch_fns) != list(range(len(branch_fns))):
            raise InvalidArgumentError(f"branch_fns must have the numbers from 0 on, got {list(branch_fns)}")
        branch_fns = [branch_fns[i] for i in range(len(branch_fns))]
    if not branch_fns:
        raise InvalidArgumentError("branch_fns must hold a function or more, got none")
    if default is not None:
        branch_fns = [*branch_fns, default]
    index = tensor_of(branch_index, "branch_index")
    if index.dtype.base is not int32:
        raise InvalidTypeError(f"branch_index must have dtype int32, got {index.dtype.name}")
    outer = _outer(index)
    with outer.name_scope(name or "switch_case") as scope:
        branches = [_Branch(outer, function, f"branch_fns[{i}]") for i, function in enumerate(branch_fns)]
        functions, inputs = _functions(scope, branches, [f"branch{i}" for i in range(len(branches))])
        return _choose(outer, "Case", branches, scope, {"branch_index": index, "input": inputs, "branches": functions})


def case(
    pred_fn_pairs: Mapping[Any, Callable[[], Any]] | Sequence[tuple[Any, Callable[[], Any]]],
    default: Callable[[], Any] | None = None,
    exclusive: bool = False,
    name: str | None = None,
) -> Any:
    """The result of the first function whose predicate is true.

    Args:
        pred_fn_pairs: pairs (bool tensor, function).
        default: what runs when none is true; without it the last function does, which is checked to be right.
        exclusive: has no effect but to say that only one predicate is ever true.

    Raises:
        InvalidArgumentError: no pairs.
    """
    pairs = list(pred_fn_pairs.items()) if isinstance(pred_fn_pairs, Mapping) else list(pred_fn_pairs)
    if not pairs:
        raise InvalidArgumentError("pred_fn_pairs of case() must hold a pair or more, got none")
    for pair in pairs:
        if not isinstance(pair, (list, tuple)) or len(pair) != 2 or not callable(pair[1]):
            raise InvalidTypeError(f"pred_fn_pairs of case() must hold pairs (bool, function), got {pair!r}")
    if default is None:
        last_pred, last = pairs.pop()

        def checked() -> Any:
            message = b"None of the conditions of case() is true"
            check = call(lookup_op("Assert"), {"condition": last_pred, "data": [message]})
            with get_default_graph().control_dependencies([check]):
                return last()

        default = checked
    result = default
    for holds, function in reversed(pairs):
        result = _either(holds, function, result)
    with get_default_graph().name_scope(name or "case"):
        return result()


def _either(pred: Any, function: Callable[[], Any], otherwise: Callable[[], Any]) -> Callable[[], Any]:
    return lambda: cond(pred, function, otherwise)


def _outer(tensor: Tensor) -> Graph:
    return building_graph(tensor.graph)


def _functions(scope: str, branches: Sequence[_Branch], names: Sequence[str]) -> tuple[list[str], list[Tensor]]:
    """A function for each branch; all take what any of them needs from around."""
    inputs: dict[Tensor, None] = {}
    for branch in branches:
        inputs.update(
            {outer: None for outer, inner in branch.graph.captures.items() if inner.node.type == "Placeholder"}
        )
    functions = []
    for branch, name in zip(branches, names, strict=True):
        arguments = [
            branch.graph.captures[outer]
            if outer in branch.graph.captures
            else branch.graph.argument(outer.dtype.base, outer.shape, "unused")
            for outer in inputs
        ]
        function = branch.graph.function(f"{scope}{name}", arguments, branch.outputs, branch.nodes)
        functions.append(function.name)
    return functions, list(inputs)


def _choose(outer: Graph, op: str, branches: Sequence[_Branch], scope: str, arguments: dict[str, Any]) -> Any:
    """The node that calls one of the branches, and the structure of its results."""
    first = branches[0]
    for other in branches[1:]:
        if (first.structure is None) != (other.structure is None):
            raise InvalidArgumentError("branches must give the same structure, got one that gives nothing")
        if first.structure is not None:
            check_same(first.structure, other.structure, what="results of branches")
        types = [[t.dtype.base for t in branch.outputs] for branch in (first, other)]
        if types[0] != types[1] or first.is_node != other.is_node:
            shown = [attr_text(tuple(each)) for each in types]
            raise InvalidTypeError(f"results of branches must have the same dtypes, got {shown[0]} and {shown[1]}")
    shapes = [common_shape([branch.outputs[i].shape for branch in branches]) for i in range(len(first.outputs))]
    stateful = any(node.op_def.is_stateful for branch in branches for node in branch.graph.nodes)
    controls = {control: None for branch in branches for control in branch.graph.outer_controls}
    with outer.control_dependencies(list(controls)):
        results = call(
            lookup_op(op if stateful or not first.outputs else f"Stateless{op}"),
            {**arguments, "Tout": [t.dtype.base for t in first.outputs], "output_shapes": shapes},
            scope,
            graph=outer,
        )
    node = results[0].node if first.outputs else outer.node(scope[:-1])
    if first.structure is None:
        return node
    tensors = iter(_identities(outer, results) if first.outputs else ())
    return pack(first.structure, [node if is_node else next(tensors) for is_node in first.is_node])


def _identities(graph: Graph, tensors: Sequence[Tensor]) -> list[Tensor]:
    """Names of their own for the results of a node."""
    return [call(lookup_op("Identity"), {"input": tensor}, graph=graph) for tensor in tensors]


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
    maximum_iterations: Any = None,
    return_same_structure: bool = False,
) -> Any:
    """``loop_vars`` after ``body`` was applied to them as long as ``cond`` was true of them.

    Args:
        cond: a function of the loop variables that gives a bool scalar.
        body: a function of the loop variables that gives new ones, of the same structure, dtypes and shapes.
        loop_vars: a nested structure of tensors and values; its items are the arguments of both functions.
        shape_invariants: a structure of shapes that stay true when the loop variables change theirs.
        parallel_iterations, swap_memory: have no effect.
        back_prop: whether gradients go through the loop.
        name: of the node.
        maximum_iterations: the body is applied at most so often.
        return_same_structure: whether the result is a list (or tuple) even if there is a single loop variable.

    Raises:
        InvalidTypeError: functions that are none, a ``cond`` that does not give a bool, or a loop variable that changes
            its dtype.
        InvalidArgumentError: no loop variables, another structure, or a loop variable that changes its shape.
    """
    if not callable(cond) or not callable(body):
        raise InvalidTypeError("cond and body of while_loop() must be functions")
    structure = loop_vars if isinstance(loop_vars, (list, tuple)) else [loop_vars]
    if not structure:
        raise InvalidArgumentError("loop_vars of while_loop() must hold a variable or more, got none")
    start = [tensor_of(leaf, "loop_vars of while_loop()") for leaf in flatten(structure)]
    outer = _outer(start[0])
    invariants = _invariants(structure, start, shape_invariants)
    limit = None if maximum_iterations is None else tensor_of(maximum_iterations, "maximum_iterations")
    with outer.name_scope(name or "while") as scope:
        loop = _Loop(outer, structure, start, invariants, limit)
        results = loop.write(scope, cond, body, parallel_iterations, back_prop)
    packed = pack(structure, results)
    single = len(structure) == 1 and not return_same_structure
    return packed[0] if single else packed


def _invariants(structure: Any, start: Sequence[Tensor], given: Any) -> list[TensorShape]:
    if given is None:
        return [tensor.shape for tensor in start]
    shapes = [TensorShape(shape) for shape in _flat_shapes(given)]
    if len(shapes) != len(start):
        raise InvalidArgumentError(f"shape_invariants must have a shape for each of the {len(start)} loop variables, "
                                   f"got {len(shapes)}")  # fmt: skip
    for shape, tensor in zip(shapes, start, strict=True):
        if not _allows(shape, tensor.shape):
            raise InvalidArgumentError(
                f"shape_invariants must allow the shapes at the start, {tensor.shape}, got {shape}"
            )
    return shapes


def _flat_shapes(given: Any) -> list[Any]:
    if isinstance(given, TensorShape) or given is None:
        return [given]
    if isinstance(given, (list, tuple)):
        if all(dim is None or isinstance(dim, int) for dim in given):
            return [given]
        return [shape for part in given for shape in _flat_shapes(part)]
    return [shape for part in flatten(given) for shape in _flat_shapes(part)] if isinstance(given, Mapping) else [given]


def _allows(general: TensorShape, shape: TensorShape) -> bool:
    """Whether every array of ``shape`` is one of ``general``."""
    if general.dims is None:
        return True
    if shape.dims is None or len(shape.dims) != len(general.dims):
        return False
    return all(g is None or g == s for g, s in zip(general.dims, shape.dims, strict=True))


class _Loop:
    """A loop that is being written."""

    def __init__(
        self, outer: Graph, structure: Any, start: list[Tensor], shapes: list[TensorShape], limit: Tensor | None
    ) -> None:
        self.outer = outer
        self.structure = structure
        self.start = start
        self.shapes = shapes
        self.limit = limit

    def _body_graph(self) -> tuple[BodyGraph, list[Tensor], Any]:
        graph = BodyGraph(self.outer)
        arguments = [
            graph.argument(tensor.dtype.base, shape, f"{tensor.node.name.replace('/', '_')}_var")
            for tensor, shape in zip(self.start, self.shapes, strict=True)
        ]
        return graph, arguments, pack(self.structure, arguments)

    def write(
        self, scope: str, cond: Callable[..., Any], body: Callable[..., Any], parallel: int, back_prop: bool
    ) -> list[Tensor]:
        """Both functions, the node, and its results."""
        test, test_args, test_structure = self._body_graph()
        turn, turn_args, turn_structure = self._body_graph()
        counted = self.limit is not None
        count = [graph.argument(int32, TensorShape(()), "iteration") for graph in (test, turn)] if counted else []
        with test.as_default():
            holds = tensor_of(cond(*test_structure), "the result of cond")
            if holds.dtype.base is not bool_ or (holds.shape.rank or 0) > 0:
                raise InvalidTypeError(f"cond of while_loop() must give a bool scalar, got {holds!r}")
            holds = holds if holds.graph is test else test.adopt(holds)
            if counted:
                below = call(lookup_op("Less"), {"x": count[0], "y": self.limit}, graph=test)
                holds = call(lookup_op("LogicalAnd"), {"x": below, "y": holds}, graph=test)
        with turn.as_default():
            given = body(*turn_structure)
            new = self._new_values(turn, given)
            if counted:
                new.append(call(lookup_op("AddV2"), {"x": count[1], "y": 1}, graph=turn))
        captured: dict[Tensor, None] = {}
        for graph in (test, turn):
            captured.update({o: None for o, inner in graph.captures.items() if inner.node.type == "Placeholder"})
        arguments: list[list[Tensor]] = [[*test_args, *count[:1]], [*turn_args, *count[1:]]]
        for graph, args in zip((test, turn), arguments, strict=True):
            args += [
                graph.captures[o] if o in graph.captures else graph.argument(o.dtype.base, o.shape, "unused")
                for o in captured
            ]
        own = len(self.start) + counted
        test_function = test.function(f"{scope}cond", arguments[0], [holds])
        turn_function = turn.function(f"{scope}body", arguments[1], [*new, *arguments[1][own:]])
        zero = [tensor_of(0, "iteration", self.outer)] if counted else []
        inputs = [*self.start, *zero, *captured]
        shapes = [*self.shapes, *([TensorShape(())] * counted), *(o.shape for o in captured)]
        controls = {**test.outer_controls, **turn.outer_controls}
        stateful = test_function.is_stateful or turn_function.is_stateful
        with self.outer.control_dependencies(list(controls)):
            results = call(
                lookup_op("While" if stateful else "StatelessWhile"),
                {
                    "input": inputs,
                    "cond": test_function.name,
                    "body": turn_function.name,
                    "output_shapes": shapes,
                    "parallel_iterations": parallel,
                },
                scope,
                graph=self.outer,
            )
        tensors = _identities(self.outer, results[: len(self.start)])
        if back_prop:
            return tensors
        return [call(lookup_op("StopGradient"), {"input": tensor}, graph=self.outer) for tensor in tensors]

    def _new_values(self, graph: BodyGraph, given: Any) -> list[Tensor]:
        """What the body gave, checked against the loop variables."""
        listed = given if isinstance(given, (list, tuple)) and not hasattr(given, "_fields") else [given]
        if len(self.structure) == 1 and not (isinstance(given, (list, tuple)) and len(given) == 1):
            listed = [given]
        check_same(list(self.structure), list(listed), what="loop_vars and what body gives")
        new: list[Tensor] = []
        for leaf, start, shape in zip(flatten(list(listed)), self.start, self.shapes, strict=True):
            tensor = tensor_of(leaf, "the result of body")
            if tensor.graph is not graph:
                tensor = graph.adopt(tensor)
            if tensor.dtype.is_ref:
                tensor = call(lookup_op("Identity"), {"input": tensor}, graph=graph)
            if tensor.dtype.base is not start.dtype.base:
                rule = f"keep the dtype of loop variable '{start.name}', {start.dtype.base.name}"
                raise InvalidTypeError(f"body of while_loop() must {rule}, got {dtype_of(tensor).name}")
            if not _allows(shape, tensor.shape):
                rule = f"keep the shape of loop variable '{start.name}', {shape}"
                error = InvalidArgumentError(f"body of while_loop() must {rule}, got {tensor.shape}")
                error.add_note("fix: say in shape_invariants which dimensions change, or call set_shape() in body")
                raise error
            new.append(tensor)
        return new


__all__ = ["case", "cond", "switch_case", "tensor_of", "while_loop"]
