"""The side of graphops on a GPU: operands and results stay on the device, whose own clock tells the time.

A layer is an eager call; with TF32 or autotuning, which eager calls do not have, the kernel that a plan would run.
Small graphs and training steps run by ``Session.make_callable``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import graphops as go
from graphops.apps.bench.sides.gpu_networks import GPU_NETWORKS, GpuNetwork
from graphops.apps.bench.sides.graph_tasks import TINY_W, TINY_X
from graphops.apps.bench.sides.layers import Layer, layer_from
from graphops.apps.bench.sides.rotation import copies, pattern, rotating
from graphops.apps.bench.sides.runner import RefusedError, Task, clock_of, operand, sample_of
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plan.contexts import EagerContext
from graphops.plugins.packages import load_kernels
from graphops_registry.device_def import DeviceType, device_type, device_types
from graphops_registry.dtypes import DType
from graphops_registry.errors import FailedPreconditionError, GraphopsError, UnimplementedError
from graphops_registry.kernel_def import Mode

LINKS = 5  # of the chain z * 1.0001 + 0.5 of ten ops
VECTOR = 1024


def why_no_gpu() -> str | None:
    """Why no GPU can be measured, or ``None``."""
    load_kernels()
    for device in device_types():
        if device.type == "GPU":
            return None if device.count else next(iter(device.notes()), "there is none")
    return "no kernels for GPUs are installed"


def gpu() -> DeviceType:
    """The GPUs of this process.

    Raises:
        FailedPreconditionError: there are none; the sentence says why.
    """
    reason = why_no_gpu()
    if reason is not None:
        raise FailedPreconditionError(f"a GPU must be there to be measured, but {reason}")
    return device_type("GPU")


def machine() -> str:
    """The facts without which a time means nothing."""
    device = gpu()
    total = device.memory(0)[1] / 2**30
    return f"{device.name(0)}, {total:.0f} GiB; {'; '.join(device.notes())}; graphops {go.__version__}"


def start(threads: int | None) -> dict[str, Any]:
    """Find the GPU; ``threads`` are the host's business."""
    gpu()
    return {"name": "graphops", "version": go.__version__}


def make(case: dict[str, Any]) -> Task:
    """The task of a case."""
    device = gpu()
    try:
        kind = case["kind"]
        if kind == "layer":
            return _layer(device, layer_from(case["layer"]), case)
        if kind == "copy":
            return _copy(device, case["bytes"])
        if kind == "product":
            return _product(device, case)
        if kind == "small":
            return _small(device, case["name"])
        if kind == "training":
            return training(device, GPU_NETWORKS[case["name"]], case)
    except UnimplementedError as error:
        raise RefusedError(str(error)) from error
    raise RefusedError(f"no case of the kind {kind} for a GPU")


# -- the clock, operands ----------------------------------------------------------------------------------------------


def _task(
    device: DeviceType,
    run: Callable[[], Any],
    sample: Callable[[Any], list[float]],
    keep: Any = None,
    kernel: str = "",
    found: Callable[[], str] | None = None,
) -> Task:
    """A task that the device times."""

    facts = {"kernel": kernel} if kernel else {}
    return Task(run, sample, facts, None, keep, clock_of(device.seconds), lambda: _give_back(device), found)


def _give_back(device: DeviceType) -> None:
    """Leave the memory to the other sides."""
    device.synchronize()
    device.xp.get_default_memory_pool().free_all_blocks()


def _filled(device: DeviceType, shape: Sequence[int], name: str, dtype: DType) -> Any:
    """A device array of random numbers."""
    size = int(np.prod(np.asarray(shape, np.int64)))
    numbers = device.copy_in(pattern(name))
    return device.xp.resize(numbers, (size,)).astype(dtype.numpy_dtype).reshape(tuple(shape))


def _sample(device: DeviceType, result: Any) -> list[float]:
    return sample_of(device.copy_out(result))


def _config(case: dict[str, Any]) -> go.SessionConfig:
    return go.SessionConfig(allow_tf32=case.get("tf32", False), autotune=case.get("autotune", False))


# -- layers and ceilings ----------------------------------------------------------------------------------------------


def _layer(device: DeviceType, layer: Layer, case: dict[str, Any]) -> Task:
    pass_, first = case["pass"], case["layout"] == "channels_first"
    dtype = go.as_dtype(case["dtype"])

    def outside(shape: tuple[int, ...]) -> tuple[int, ...]:
        """A shape of an image in the case's layout."""
        return (shape[0], shape[-1], *shape[1:-1]) if first else shape

    shapes = {role: shape if role == "w" else outside(shape) for role, shape in layer.operands(pass_).items()}
    named: dict[str, dict[str, Any]] = {
        "forward": {"input": "x", "filter": "w"},
        "filter_gradient": {"input": "x", "filter_sizes": layer.filter, "out_backprop": "dy"},
        "input_gradient": {"input_sizes": outside(layer.input), "filter": "w", "out_backprop": "dy"},
    }
    call, kernel = _caller(device, layer.op_name(pass_), named[pass_], shapes, layer.attrs(case["layout"]), case)
    result_bytes = dtype.size * int(np.prod(layer.result(pass_)))
    sets = _sets(device, shapes, dtype, result_bytes)

    def sample(result: Any) -> list[float]:
        array = device.copy_out(result)
        return sample_of(np.moveaxis(array, 1, -1) if first and pass_ != "filter_gradient" else array)

    return _task(device, rotating(call, sets), sample, sets, kernel)


def _sets(device: DeviceType, shapes: dict[str, tuple[int, ...]], dtype: DType, result_bytes: int) -> list[list[Any]]:
    """Operands in so many copies that none is in a cache when its turn comes; filled in the order of their layout, as
    on the other side."""
    arrays = [_filled(device, shape, role, dtype) for role, shape in shapes.items()]
    count = copies(sum(array.nbytes for array in arrays) + result_bytes)
    return [arrays, *([device.copy(array) for array in arrays] for _ in range(count - 1))]


def _caller(
    device: DeviceType,
    op: str,
    inputs: dict[str, Any],
    shapes: dict[str, tuple[int, ...]],
    attrs: dict[str, Any],
    case: dict[str, Any],
) -> tuple[Callable[..., Any], str]:
    """A function of the operands that computes an op, and the name of the kernel.

    Args:
        inputs: argument -> the role of an operand, or numbers that stay on the host.
        shapes: of the operands, by role, in the order in which the function takes them.
    """
    dtype = go.as_dtype(case["dtype"])
    mode = Mode(tf32=case.get("tf32", False), autotune=case.get("autotune", False))
    with go.Graph().as_default():
        roles = {role: go.placeholder(dtype, shape) for role, shape in shapes.items()}
        given = {
            name: roles[value] if isinstance(value, str) else np.array(value, np.int32)
            for name, value in inputs.items()
        }
        node = getattr(go.raw_ops, op)(**given, **attrs).node
    kernels = NodeKernels(node.op, node.attrs, device.type, mode=mode)
    order = list(shapes)
    numbers = {name: value for name, value in given.items() if isinstance(value, np.ndarray)}

    def arranged(operands: Sequence[Any]) -> list[Any]:
        return [numbers[name] if name in numbers else operands[order.index(value)] for name, value in inputs.items()]

    examples = [device.empty(shape, np.dtype(dtype.numpy_dtype)) for shape in shapes.values()]
    kernel = kernels.choose(arranged(examples), (True,)).definition.name
    if mode == Mode():
        function = getattr(go.eager, op)
        names = {name: order.index(value) for name, value in inputs.items() if isinstance(value, str)}
        fixed = {name: [int(item) for item in value] for name, value in numbers.items()} | attrs

        def eager(*operands: Any) -> Any:
            return function(**{name: operands[place] for name, place in names.items()}, **fixed)

        return eager, kernel
    context = EagerContext(device, 0)

    def prepared(*operands: Any) -> Any:
        arguments = arranged(operands)
        with device.use(0):
            return kernels.choose(arguments, (True,)).run(context, arguments)[0]

    return prepared, kernel


def _copy(device: DeviceType, size: int) -> Task:
    source = _filled(device, (size // 4,), "copy", go.float32)
    target = device.copy(source)

    def run() -> Any:
        device.copy_into(source, target)
        return target

    return _task(device, run, lambda result: _sample(device, result[:1000]), [source, target])


def _product(device: DeviceType, case: dict[str, Any]) -> Task:
    shape: tuple[int, ...] = (case["size"], case["size"])
    dtype = go.as_dtype(case["dtype"])
    shapes = {"a": shape, "b": shape}
    call, kernel = _caller(device, "MatMul", {"a": "a", "b": "b"}, shapes, {}, case)
    a, b = (_filled(device, shape, role, dtype) for role in shapes)
    return _task(device, lambda: call(a, b), lambda result: _sample(device, result), [a, b], kernel)


# -- small graphs and training ----------------------------------------------------------------------------------------


def _small(device: DeviceType, name: str) -> Task:
    """From the call until the result is there, by the clock of the host."""
    if name == "empty_recording":
        recording, lane = device.capture(lambda: None), device.lane(0)

        def replay() -> None:
            recording.replay(lane)
            lane.synchronize()

        return Task(replay, keep=recording)
    if name == "tiny_conv_eager":
        x, w = (device.copy_in(operand(shape, role)) for shape, role in ((TINY_X, "x"), (TINY_W, "w")))
        conv = go.eager.Conv2D

        def convolve() -> Any:
            result = conv(input=x, filter=w, strides=[1, 1, 1, 1], padding="SAME")
            device.synchronize()
            return result

        return Task(convolve, lambda result: _sample(device, result), keep=[x, w])
    value = operand((VECTOR,), "x")
    from_host = name == "ten_ops_from_host"
    graph = go.Graph()
    with graph.as_default(), go.device("/GPU:0"):
        fed = z = go.placeholder(go.float32, (VECTOR,))
        for _ in range(LINKS):
            z = go.raw_ops.AddV2(x=go.raw_ops.Mul(x=z, y=go.constant(1.0001)), y=go.constant(0.5))
    session = go.Session(graph)
    call = session.make_callable(z, [fed], as_device_arrays=not from_host, capture=name != "ten_ops_nodes")
    if from_host:
        return Task(lambda: call(value), sample_of, keep=session, found=lambda: _recordings(session))
    x = device.copy_in(value)

    def run() -> Any:
        result = call(x)
        device.synchronize()
        return result

    return Task(run, lambda result: _sample(device, result), keep=session, found=lambda: _recordings(session))


def training(device: DeviceType, network: GpuNetwork, case: dict[str, Any]) -> Task:
    """A step: loss, gradients, new weights; images, labels and loss are on the device."""
    from graphops.compat import v1  # not before it is wanted

    images, labels = network.batch()
    graph = go.Graph()
    with graph.as_default(), go.device("/GPU:0"):
        x = v1.placeholder(v1.float32, list(images.shape))
        y = v1.placeholder(v1.int32, list(labels.shape))
        loss = network.loss(v1, x, y, case["dtype"])
        step = network.optimizer(v1).minimize(loss)
        initialize = v1.global_variables_initializer()
    soft = go.SessionConfig(allow_soft_placement=True, allow_tf32=case["tf32"])
    session = go.Session(graph, config=soft)
    session.run(initialize)
    call = session.make_callable([loss, step], [x, y], as_device_arrays=True)
    fed = [device.copy_in(images), device.copy_in(labels)]

    def run() -> Any:
        try:
            return call(*fed)[0]
        except GraphopsError as error:
            raise RefusedError(str(error)) from error

    def sample(result: Any) -> list[float]:
        return [float(result if isinstance(result, (np.ndarray, np.generic)) else device.copy_out(result))]

    return _task(device, run, sample, session, found=lambda: _recordings(session))


def _recordings(session: go.Session) -> str:
    """What of the plans is replayed, or why not."""
    plans = session._plans.values()  # noqa: SLF001 - no user needs them
    texts = [text for plan in plans if plan.devices for text in plan.captures.text()]
    return "; ".join(text.rpartition("): ")[2] for text in texts)
