"""What a plan will do, as text: the kernel of each node and why not the others, or the plan as Python code."""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from graphops.graph.graph import Tensor
from graphops.inspect.known_shapes import KnownShapes
from graphops.plan.make import Plan
from graphops.plan.step import Step
from graphops.session.fetches import Fetches
from graphops_registry.attr import attr_text
from graphops_registry.dtypes import DType
from graphops_registry.errors import GraphopsError, UnimplementedError
from graphops_registry.kernel_def import DEPENDS_ON_SHAPES, KernelDef, KernelSpec, kernels_of
from graphops_registry.shape import TensorShape


def explain(plan: Plan, store: Any, feeds: Mapping[Tensor, Any]) -> str:
    """A line for each node in the order of execution, followed by the kernels that do not run and their reasons; then
    the nodes of each function that may be called.

    Args:
        store: the Session's resources, for the shapes of variables.
        feeds: raw values; their shapes settle what depends on shapes. Nothing is computed.
    """
    shapes = _Shapes(feeds)
    fetches = len(plan.fetches if plan.frames is None else plan.frames.fetches)
    lines = [f"{len(plan.steps)} nodes, {len(plan.feeds)} feeds, {fetches} fetches"]
    for step in plan.steps:
        outputs = shapes.visit(step.node)
        where = f"{step.where.device.type}:{step.where.index}"
        results = ", ".join(f"{t.dtype.name}{s}" for t, s in zip(step.node.outputs, outputs, strict=True))
        chosen, others = _kernels(step, shapes.spec(step))
        arrow = f" -> {results}" if results else ""
        lines.append(f"{step.node.name} ({step.node.type}) on {where}: {chosen}{arrow}")
        cost = shapes.cost(step.node)
        if cost is not None:
            lines.append(f"    cost: {cost.flops:,} FLOPs, {cost.bytes:,} bytes")
        lines.extend(f"    not {other}" for other in others)
    if plan.notes:
        lines += ["", "passes:", *(f"  {note}" for note in plan.notes)]
    if plan.devices and (captures := plan.captures.text()):
        lines += ["", "recordings:", *(f"  {line}" for line in captures)]
    for name, body in plan.functions.items():
        lines += ["", f"in function '{name}':", *_body(body)]
    return "\n".join(lines)


def _body(plan: Plan) -> list[str]:
    """The nodes of a function; their shapes are known when it is called."""
    shapes = _Shapes({})
    lines = []
    for step in plan.steps:
        results = ", ".join(
            f"{t.dtype.name}{s}" for t, s in zip(step.node.outputs, shapes.visit(step.node), strict=True)
        )
        chosen, _ = _kernels(step, None)
        where = f"{step.where.device.type}:{step.where.index}"
        lines.append(f"{step.node.name} ({step.node.type}) on {where}: {chosen}{f' -> {results}' if results else ''}")
    return lines or ["  nothing but its arguments"]


def _kernels(step: Step, spec: KernelSpec | None) -> tuple[str, list[str]]:
    """The kernel that runs and, for each other one of the op, why it does not.

    Args:
        spec: the specification that they are prepared for, if all shapes are known.
    """
    definitions = step.kernels.definitions
    others: list[str] = []
    if spec is None:
        certain = [d for d in definitions if d.why_not(step.node.attrs, None) is None and not d.looks_at_shapes][:1]
        name = certain[0].name if certain else "none"
        others += [f"{d.name}: {DEPENDS_ON_SHAPES}" for d in definitions if d not in certain]
        if len(definitions) > 1:
            name += " (unless one below suits the shapes)"
    else:
        ranking = step.kernels.rank(spec)
        able, seconds = ranking.able, ranking.seconds
        name = able[0].name if able else "none"
        times = seconds or {}
        if name in times:
            name = f"{name} ({times[name] * 1e6:,.0f} us)"
        best = able[0].priority_for(spec) if able else 0
        others += [
            f"{d.name}: {times[d.name] * 1e6:,.0f} us"
            if d.name in times
            else f"{d.name}: priority {d.priority_for(spec)} is below {best}"
            for d in able[1:]
        ]
        others += [f"{d.name}: {reason}" for d, reason in ranking.reasons.items()]
    for definition in kernels_of(step.node.type):
        if definition not in definitions:
            others.append(f"{definition.name}: {_why_no_candidate(definition, step)}")
    return name, others


def _why_no_candidate(definition: KernelDef, step: Step) -> str:
    attrs = step.node.attrs
    if definition.device != step.where.device.type:
        return f"is for {definition.device}"
    for name, allowed in definition.types.items():
        value = attrs[name]
        if any(dtype not in allowed for dtype in (value if isinstance(value, tuple) else (value,))):
            return f"does not take {name}={attr_text(value)}"
    if definition.label != attrs.get("_kernel", ""):
        return f"has the label '{definition.label}'"
    return definition.why_not(attrs, None) or "is not chosen"


class _Shapes(KnownShapes):
    """Shapes as far as feeds and constants determine them."""

    def __init__(self, feeds: Mapping[Tensor, Any]) -> None:
        super().__init__({}, {t: v if isinstance(v, np.ndarray) else np.asarray(v) for t, v in feeds.items()})

    def spec(self, step: Step) -> KernelSpec | None:
        """The specification for the step's kernels, if all shapes are known."""
        node, kernels = step.node, step.kernels
        shapes = self.of_inputs(node)
        values = [self.value(t) if i in kernels.host_inputs else None for i, t in enumerate(node.inputs)]
        if shapes is None or any(values[i] is None for i in kernels.host_inputs):
            return None
        try:
            return kernels.spec(shapes, values, step.wanted)
        except GraphopsError:
            return None


# -- the plan as code -------------------------------------------------------------------------------------------------


def plan_as_python(plan: Plan, fetches: Fetches) -> str:
    """Straight-line code: a function of the fed arrays that returns the fetched ones in order.

    Raises:
        UnimplementedError: the plan has nodes with state, which only a Session can run.
    """
    stateful = [step.node.name for step in plan.steps if step.node.op_def.is_stateful]
    if stateful:
        raise UnimplementedError(f"a plan as Python must be free of state, but it has the nodes {', '.join(stateful)}")
    names = _Names()
    parameters = [names.of(tensor) for tensor, _, _ in plan.feeds]
    lines = [
        "import numpy as np",
        "from graphops import eager",
        "",
        "",
        f"def run({', '.join(parameters)}):",
    ]
    constants: set[Tensor] = {tensor for tensor, _, _ in plan.feeds}
    for step in plan.steps:
        for tensor in step.node.inputs:
            _constant(tensor, constants, names, lines)
        lines.append(f"    {_assignment(step, names)}")
    for tensor in fetches.tensors:
        _constant(tensor, constants, names, lines)
    lines.append(f"    return {', '.join(names.of(t) for t in fetches.tensors) or 'None'}")
    return "\n".join(lines) + "\n"


def _constant(tensor: Tensor, done: set[Tensor], names: _Names, lines: list[str]) -> None:
    if tensor.node.type == "Const" and tensor not in done:
        done.add(tensor)
        lines.append(f"    {names.of(tensor)} = {_array_code(tensor.node.attrs['value'])}")


def _assignment(step: Step, names: _Names) -> str:
    node = step.node
    slices = node.op_def.input_slices(node.attrs)
    arguments: list[str] = []
    for arg in node.op_def.inputs:
        values = [names.of(tensor) for tensor in node.inputs[slices[arg.name]]]
        arguments.append(f"{arg.name}=[{', '.join(values)}]" if arg.is_list else f"{arg.name}={values[0]}")
    for attr in node.op_def.explicit_attrs:
        value = node.attrs[attr.name]
        if not attr.has_default or not _same(value, attr.default):
            arguments.append(f"{attr.name}={_attr_code(value)}")
    call = f"eager.{node.type}({', '.join(arguments)})"
    if not node.outputs:
        return call
    slices = node.op_def.output_slices(node.attrs)
    targets: list[str] = []
    for arg in node.op_def.outputs:
        own = [names.of(tensor) for tensor in node.outputs[slices[arg.name]]]
        targets.append(f"[{', '.join(own)}]" if arg.is_list else own[0])
    return f"{', '.join(targets)} = {call}"


def _same(value: Any, default: Any) -> bool:
    if isinstance(default, np.ndarray):
        return value.dtype == default.dtype and np.array_equal(value, default)
    return bool(value == default)


def _attr_code(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_attr_code, value)) + "]"
    if isinstance(value, DType):
        return repr(value.name)
    if isinstance(value, TensorShape):
        return repr(value.dims)
    return _array_code(value) if isinstance(value, np.ndarray) else repr(value)


def _array_code(value: np.ndarray[Any, Any]) -> str:
    """An expression that gives ``value`` again, exactly."""
    if value.dtype == object:
        return f"np.array({value.tolist()!r}, dtype=object)"
    dtype = value.dtype.name
    if value.dtype.kind == "V" or dtype not in np.sctypeDict:  # bfloat16 and its like: by their bits
        bits = value.view(f"u{value.dtype.itemsize}")
        return f"np.array({bits.tolist()!r}, dtype='u{value.dtype.itemsize}').view(__import__('ml_dtypes').{dtype})"
    text = re.sub(r"\b(nan|inf)\b", r"np.\1", repr(value.tolist()))
    return f"np.array({text}, dtype={dtype!r})" + (f".reshape({value.shape})" if value.size == 0 else "")


class _Names:
    """A Python identifier for each tensor."""

    def __init__(self) -> None:
        self._names: dict[Tensor, str] = {}
        self._taken: set[str] = {"np", "eager", "run"}

    def of(self, tensor: Tensor) -> str:
        found = self._names.get(tensor)
        if found is None:
            text = tensor.node.name if len(tensor.node.outputs) == 1 else f"{tensor.node.name}_{tensor.index}"
            base = re.sub(r"\W", "_", text, flags=re.ASCII)
            base = f"t_{base}" if base[:1].isdigit() or keyword.iskeyword(base) else base
            found, count = base, 1
            while found in self._taken:
                found, count = f"{base}_{count}", count + 1
            self._taken.add(found)
            self._names[tensor] = found
        return found
