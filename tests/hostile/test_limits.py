"""``memory_limit`` refuses before it allocates: what a graph asks for is compared with what Python then allocated."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.compat.v1 import placeholder_with_default
from graphops_registry.errors import ResourceExhaustedError
from tests.hostile.bomb import BOMBS
from tests.hostile.bombs_loops import frame
from tests.hostile.run_bombs import FAMILIES
from tests.ops.other_device import OTHER
from tests.systems import on_linux

rw = go.raw_ops
LIMIT = 1 << 20
SLACK = 1 << 20  # what a plan, its errors and their tracebacks take
GRAPHS: dict[str, tuple[str, Callable[[], Any]]] = {}
assert FAMILIES


def refused(op: str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """The graph asks for far more than the limit, and ``op`` is the node that is refused."""

    def register(make: Callable[[], Any]) -> Callable[[], Any]:
        GRAPHS[make.__name__] = (op, make)
        return make

    return register


def small(value: Any) -> Any:
    """A number of the whole value, so that nothing large is fetched."""
    return rw.Size(input=value)


def numbers(count: int, value: Any = 1.0) -> Any:
    """float32 numbers that no plan computes beforehand."""
    return rw.Fill(dims=rw.Reshape(tensor=placeholder_with_default(np.array([count]), [1]), shape=[1]), value=value)


def texts(count: int, value: bytes) -> Any:
    return numbers(count, value)


@refused("Fill")
def fill() -> Any:
    return small(numbers(1 << 24))


@refused("Fill")
def fill_of_constants() -> Any:
    return rw.Sum(input=rw.Fill(dims=[1 << 24], value=np.float32(1)), axis=[0])


@refused("Tile")
def constants_that_grow_step_by_step() -> Any:
    """Each result is small beside its input, so that it could be computed with the plan."""
    x = rw.Fill(dims=[15_000], value=np.float32(1))
    for _ in range(3):
        x = rw.Tile(input=x, multiples=[10])
    return rw.Sum(input=x, axis=[0])


@refused("Fill")
def references_to_one_string() -> Any:
    return small(texts(1 << 22, b"abc"))


@refused("StringJoin")
def joined_strings() -> Any:
    return rw.StringLength(input=rw.StringJoin(inputs=[texts(3000, b"x" * 1000), b"y" * 1000]))


@refused("ReduceJoin")
def strings_joined_with_a_separator() -> Any:
    return rw.StringLength(input=rw.ReduceJoin(inputs=texts(3000, b"a"), reduction_indices=[0], separator="-" * 60_000))


@refused("AsString")
def wide_numbers() -> Any:
    return rw.StringLength(input=rw.AsString(input=numbers(1000), width=60_000))


@refused("RegexReplace")
def replaced_strings() -> Any:
    return rw.StringLength(input=rw.RegexReplace(input=texts(1, b"x" * 5000), pattern=b"x", rewrite=b"y" * 50_000))


@refused("Range")
def range_() -> Any:
    return rw.Sum(input=rw.Range(start=0, limit=1 << 24, delta=1), axis=[0])


@refused("OneHot")
def one_hot() -> Any:
    indices = np.arange(1000)
    return rw.Sum(input=rw.OneHot(indices=indices, depth=1 << 14, on_value=1.0, off_value=0.0), axis=[0, 1])


@refused("Pad")
def pad() -> Any:
    return rw.Sum(input=rw.Pad(input=[1.0], paddings=[[0, 1 << 24]]), axis=[0])


@refused("AddV2")
def broadcast() -> Any:
    return small(rw.AddV2(x=rw.Reshape(tensor=numbers(4000), shape=[4000, 1]), y=numbers(4000)))


@refused("MatMul")
def outer_product() -> Any:
    x = numbers(4000)
    product = rw.MatMul(a=rw.Reshape(tensor=x, shape=[4000, 1]), b=rw.Reshape(tensor=x, shape=[1, 4000]))
    return rw.Max(input=product, axis=[0, 1])


@refused("Fill")
def branch_that_is_taken() -> Any:
    return go.cond(placeholder_with_default(True, []), lambda: small(numbers(1 << 24)), lambda: go.constant(0))


@refused("Fill")
def loop() -> Any:
    return go.while_loop(lambda i: i < 10, lambda i: i + small(numbers(1 << 24)), [go.constant(0)])


@refused("Mul")
def loop_variable_that_doubles() -> Any:
    def body(x: Any) -> Any:
        return rw.Mul(x=rw.Tile(input=x, multiples=[2]), y=2.0)

    return go.while_loop(lambda x: True, body, [go.constant([1.0])], shape_invariants=[go.TensorShape([None])])


def turns(body: Callable[[Any, Any], Any], start: Any, count: int = 2000) -> Any:
    """A loop that hands a list on, which is read after it."""
    return rw.TensorListLength(
        input_handle=go.while_loop(
            lambda i, _: i < count,
            lambda i, kept: (i + 1, body(rw.Fill(dims=[4096], value=rw.Cast(x=i, DstT="float32")), kept)),
            [go.constant(0), start],
        )[1]
    )


def empty_list() -> Any:
    return rw.EmptyTensorList(element_shape=-1, max_num_elements=-1, element_dtype="float32")


@refused("TensorListPushBack")
def list_that_grows() -> Any:
    return turns(lambda x, kept: rw.TensorListPushBack(input_handle=kept, tensor=x), empty_list())


@refused("TensorListSetItem")
def list_that_is_filled() -> Any:
    start = rw.TensorListReserve(element_shape=-1, num_elements=2000, element_dtype="float32")
    turn = placeholder_with_default(0, [])
    filled = go.while_loop(
        lambda i, _: i < 2000,
        lambda i, kept: (
            i + 1,
            rw.TensorListSetItem(
                input_handle=kept, index=i, item=rw.Fill(dims=[4096], value=rw.Cast(x=i, DstT="float32"))
            ),
        ),
        [turn, start],
    )[1]
    return rw.TensorListLength(input_handle=filled)


@refused("TensorListFromTensor")
def lists_in_a_list() -> Any:
    """A list has 8 bytes for each inner list, of any contents."""
    start = rw.EmptyTensorList(element_shape=-1, max_num_elements=-1, element_dtype="variant")
    return turns(
        lambda x, kept: rw.TensorListPushBack(
            input_handle=kept, tensor=rw.TensorListFromTensor(tensor=x, element_shape=np.array([], np.int32))
        ),
        start,
    )


@refused("TensorListReserve")
def long_list() -> Any:
    count = placeholder_with_default(1 << 23, [])
    return rw.TensorListLength(
        input_handle=rw.TensorListReserve(element_shape=-1, num_elements=count, element_dtype="float32")
    )


@refused("TensorArrayWriteV3")
def tensor_array_that_grows() -> Any:
    handle, flow = rw.TensorArrayV3(size=0, dtype="float32", dynamic_size=True)
    return go.while_loop(
        lambda i, _: i < 2000,
        lambda i, flow: (
            i + 1,
            rw.TensorArrayWriteV3(
                handle=handle, index=i, value=rw.Fill(dims=[4096], value=rw.Cast(x=i, DstT="float32")), flow_in=flow
            ),
        ),
        [go.constant(0), flow],
    )[0]


@refused("StackPushV2")
def stack_that_grows() -> Any:
    stack = rw.StackV2(max_size=-1, elem_type="float32")
    last = None
    for turn in range(100):
        with go.control_dependencies([last] if last is not None else []):
            last = rw.StackPushV2(handle=stack, elem=numbers(4096, float(turn)))
    return small(last)


@refused("AssignVariableOp")
def results_put_aside_in_variables() -> Any:
    made: list[Any] = []
    for turn in range(40):
        handle = rw.VarHandleOp(dtype="float32", shape=[None], shared_name=f"v{turn}")
        with go.control_dependencies(made[-1:]):
            made.append(rw.AssignVariableOp(resource=handle, value=numbers(1 << 16, float(turn))))
    return made


@refused("Assign")
def results_put_aside_in_variables_of_tensorflow_1() -> Any:
    made: list[Any] = []
    for turn in range(40):
        ref = rw.VariableV2(shape=[1 << 16], dtype="float32", shared_name=f"r{turn}")
        with go.control_dependencies(made[-1:]):
            made.append(rw.Assign(ref=ref, value=numbers(1 << 16, float(turn))).node)
    return made


def peak_of(run: Callable[[], Any]) -> tuple[int, Any]:
    """The most that Python allocated meanwhile, and what was raised."""
    tracemalloc.start()
    try:
        run()
    except Exception as error:
        return tracemalloc.get_traced_memory()[1], error
    finally:
        tracemalloc.stop()
    return 0, None


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    with go.Graph().as_default(), go.Session(config=go.SessionConfig(memory_limit=LIMIT)) as session:
        session.run(go.cond(go.constant(True), lambda: go.constant(1) + 1, lambda: go.constant(1)))


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("passes", ["all passes", "no passes"])
def test_refused_before_it_is_allocated(name: str, passes: str) -> None:
    op, make = GRAPHS[name]
    settings = {} if passes == "all passes" else {"plan_passes": ()}
    with go.Graph().as_default() as graph:
        y = make()
        session = go.Session(graph, config=go.SessionConfig(memory_limit=LIMIT, **settings))
        peak, error = peak_of(lambda: session.run(y, timeout=60))
    assert isinstance(error, ResourceExhaustedError), error
    assert "1,048,576 bytes" in str(error)
    said = "\n".join([str(error), *error.__notes__])
    assert f"op '{op}'" in str(error) or f"= {op}[" in said, said
    assert " = " in said, "the node is named"
    assert peak < LIMIT + SLACK, f"{peak:,} bytes were allocated"


def test_without_a_limit_the_same_graphs_run() -> None:
    """So that it is the limit that refuses them."""
    for name in ("joined_strings", "list_that_grows", "stack_that_grows", "results_put_aside_in_variables"):
        with go.Graph().as_default(), go.Session() as session:
            session.run(GRAPHS[name][1]())


def test_what_lists_no_longer_keep_does_not_count() -> None:
    """Many times the limit goes through a list and an array, never much at a time."""

    def body(x: Any, kept: Any) -> Any:
        pushed = rw.TensorListPushBack(input_handle=kept, tensor=x)
        return rw.TensorListPopBack(input_handle=pushed, element_shape=[4096], element_dtype="float32")[0]

    with go.Graph().as_default(), go.Session(config=go.SessionConfig(memory_limit=LIMIT)) as session:
        assert session.run(turns(body, empty_list())) == 0  # each turn takes away what it adds
        handle, flow = rw.TensorArrayV3(size=2000, dtype="float32")

        def through_an_array(i: Any, flow: Any) -> Any:
            value = rw.Fill(dims=[4096], value=rw.Cast(x=i, DstT="float32"))
            flow = rw.TensorArrayWriteV3(handle=handle, index=i, value=value, flow_in=flow)
            read = rw.TensorArrayReadV3(handle=handle, index=i, flow_in=flow, dtype="float32")
            with go.control_dependencies([read]):
                return i + 1, rw.Identity(input=flow)

        assert session.run(go.while_loop(lambda i, _: i < 2000, through_an_array, [go.constant(0), flow]))[0] == 2000


def test_a_variable_that_is_replaced_counts_once() -> None:
    with go.Graph().as_default(), go.Session(config=go.SessionConfig(memory_limit=LIMIT)) as session:
        handle = rw.VarHandleOp(dtype="float32", shape=[None], shared_name="v")

        def body(i: Any) -> Any:
            value = rw.Fill(dims=[1 << 15], value=rw.Cast(x=i, DstT="float32"))
            inner = rw.VarHandleOp(dtype="float32", shape=[None], shared_name="v")
            with go.control_dependencies([rw.AssignVariableOp(resource=inner, value=value)]):
                return i + 1

        assert session.run(go.while_loop(lambda i: i < 500, body, [go.constant(0)])) == 500
        assert session.run(rw.ReadVariableOp(resource=handle, dtype="float32"))[0] == 499.0


def test_a_loop_of_tensorflow_1() -> None:
    with go.Graph().as_default() as graph:
        go.import_graph_def(frame(), name="")
        session = go.Session(graph, config=go.SessionConfig(memory_limit=LIMIT))
        peak, error = peak_of(lambda: session.run("exit_x:0", timeout=60))
    assert isinstance(error, ResourceExhaustedError)
    assert peak < LIMIT + SLACK


def test_functions_share_what_may_be_computed_with_the_plan() -> None:
    """Each function has constants that could be computed when it is planned, 10 MB; there are forty of them."""
    with go.Graph().as_default() as graph:
        start = placeholder_with_default(0, [])
        total: Any = start
        for number in range(40):

            def constants(number: int = number) -> Any:
                x = rw.Fill(dims=[15_000], value=np.float32(number))
                for _ in range(2):
                    x = rw.Tile(input=x, multiples=[10])
                return rw.Cast(x=rw.Sum(input=x[1:], axis=[0]), DstT="int32")

            total = go.cond(total < -1, constants, lambda: go.constant(0))
        session = go.Session(graph)
        tracemalloc.start()
        try:
            session.run(total)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert peak < 100 << 20, f"{peak:,} bytes were allocated for one plan"


def test_arrays_of_another_device() -> None:
    with go.Graph().as_default(), go.device(f"/device:{OTHER}:0"):
        x = go.placeholder(go.float32, (None,))
        y = rw.Sum(input=rw.AddV2(x=rw.ExpandDims(input=x, dim=0), y=rw.ExpandDims(input=x, dim=1)), axis=[0, 1])
        with go.Session(config=go.SessionConfig(memory_limit=LIMIT)) as session:
            assert session.run(y, {x: np.ones(100)}) == 20_000.0
            with pytest.raises(ResourceExhaustedError, match="AddV2"):
                session.run(y, {x: np.ones(2000)})
            assert session.run(y, {x: np.ones(100)}) == 20_000.0


def test_eager_calls_are_refused_beyond_the_machine() -> None:
    """They have no limit of their own."""
    huge = 1 << 46
    calls: list[Callable[[], Any]] = [
        lambda: go.eager.Fill(dims=[huge], value=1.0),
        lambda: go.eager.Fill(dims=[huge], value=b"a"),
        lambda: go.eager.Tile(input=np.ones(1 << 20, np.float32), multiples=[1 << 26]),
        lambda: go.eager.Range(start=0, limit=np.int64(huge), delta=np.int64(1)),
        lambda: go.eager.Pad(input=[1.0], paddings=[[huge, 0]]),
        lambda: go.eager.BroadcastTo(input=np.ones(1, np.float32), shape=[huge]),
        lambda: go.eager.OneHot(indices=np.arange(1 << 16), depth=(1 << 31) - 1, on_value=1.0, off_value=0.0),
    ]
    for call in calls:
        peak, error = peak_of(call)
        assert isinstance(error, ResourceExhaustedError), error
        assert peak < 32 << 20


# -- workspaces -------------------------------------------------------------------------------------------------------


def resident(what: str) -> int:
    (line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(what)]
    return int(line.split()[1]) * 1024


def convolutions() -> dict[str, Callable[[Any, Any, Any], Any]]:
    settings: dict[str, Any] = {"strides": [1] * 4, "padding": "SAME"}
    x_sizes, w_sizes = np.array([4, 96, 96, 16], np.int32), np.array([5, 5, 16, 16], np.int32)
    return {
        "Conv2D": lambda x, w, y: rw.Conv2D(input=x, filter=w, **settings),
        "Conv2DBackpropInput": lambda x, w, y: rw.Conv2DBackpropInput(
            input_sizes=x_sizes, filter=w, out_backprop=y, **settings
        ),
        "Conv2DBackpropFilter": lambda x, w, y: rw.Conv2DBackpropFilter(
            input=x, filter_sizes=w_sizes, out_backprop=y, **settings
        ),
        "dilated": lambda x, w, y: rw.Conv2D(input=x, filter=w, dilations=[1, 2, 2, 1], **settings),
        "DepthwiseConv2dNative": lambda x, w, y: rw.DepthwiseConv2dNative(input=x, filter=w[:, :, :, :1], **settings),
    }


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="not Linux")
@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16"])
@pytest.mark.parametrize("name", convolutions())
@on_linux
def test_workspaces_of_convolutions(name: str, dtype: str) -> None:
    """For every kernel: a run uses no more memory than allowed, or raises an error."""
    kind = go.as_dtype(dtype).numpy_dtype
    values = [np.ones(s, kind) for s in ((4, 96, 96, 16), (5, 5, 16, 16), (4, 96, 96, 16))]
    out = 4 * 96 * 96 * 16 * np.dtype(kind).itemsize
    with go.Graph().as_default():
        given = [go.placeholder(dtype, value.shape) for value in values]
        y = convolutions()[name](*given)
        feeds = dict(zip(given, values, strict=True))
        for limit in (out // 8, out + out // 2, 6 * out):
            session = go.Session(config=go.SessionConfig(memory_limit=limit))
            Path("/proc/self/clear_refs").write_text("5")
            before = resident("VmRSS")
            try:
                session.run(y, feeds)
            except ResourceExhaustedError:
                # Columns of a plain kernel are blocks of a few results' size.
                assert limit < 6 * out or dtype == "bfloat16", "five sixths of the limit were left"
                used = 0
            else:
                used = resident("VmHWM") - before
            # Threads, code that is loaded, and the allocator's own rounding are no results.
            assert used < limit + (24 << 20), f"{used:,} bytes with a limit of {limit:,}"


def test_bombs_with_a_limit_exist() -> None:
    """The graphs of ``bombs_*.py`` that have a limit run in processes of their own: see ``test_bombs.py``."""
    assert sum("with_a_limit" in name for name in BOMBS) >= 3


def test_loop_variables_count() -> None:
    """Forty variables of a loop, one of which is made in each turn: none is a result of the body that goes on."""
    names = 40

    def body(i: Any, *kept: Any) -> Any:
        return (i + 1, rw.Fill(dims=[1 << 16], value=rw.Cast(x=i, DstT="float32")), *kept[:-1])

    with go.Graph().as_default() as graph:
        shapes = [go.TensorShape([]), *[go.TensorShape([None])] * names]
        start = [go.constant(0), *[go.constant(np.zeros(1, np.float32)) for _ in range(names)]]
        found = go.while_loop(lambda i, *_: i < 60, body, start, shape_invariants=shapes)
        last = found[0] + 0 * rw.AddN(inputs=[rw.Size(input=each) for each in found[1:]])
        session = go.Session(graph, config=go.SessionConfig(memory_limit=LIMIT))
        peak, error = peak_of(lambda: session.run(last))
        assert isinstance(error, ResourceExhaustedError), error
        assert peak < LIMIT + SLACK
        assert go.Session(graph, config=go.SessionConfig(memory_limit=16 * LIMIT)).run(last) == 60
