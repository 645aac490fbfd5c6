"""Values that are looked at: copies and summaries that TensorFlow's debugger puts into graphs, truth, fingerprints."""

from __future__ import annotations

from graphops_registry.op_def import Op, register_op
from graphops_registry.shape import SCALAR_SHAPE, Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_NAMES = ["device_name: string = ''", "tensor_name: string = ''", "debug_urls: list(string) = []"]
_GATED = "gated_grpc: bool = false"
_ATTRS = """

    device_name, tensor_name, gated_grpc: have no effect.
    debug_urls: must be empty: a graph writes nothing anywhere."""


def _unwatched(c: ShapeContext) -> None:
    """Refuse to send values anywhere."""
    if c.attr("debug_urls"):
        c.fail("attr 'debug_urls'", "be empty", list(c.attr("debug_urls")))


# -- Copy, CopyHost, DebugIdentity, DebugIdentityV2 ----------------------------------------------------------------


def _same(c: ShapeContext) -> list[TensorShape]:
    if "debug_urls" in c.op_def.attr_by_name:
        _unwatched(c)
    return [c.shape("input")]


def _register_copy(name: str, attrs: list[str], doc: str, *, stateful: bool = False) -> Op:
    op = register_op(
        name, inputs=["input: T"], outputs=["output: T"], attrs=["T: type", *attrs], stateful=stateful,
        allows_uninitialized_input=not stateful, doc=doc,
    )  # fmt: skip
    op.shape_rule(_same)
    op.no_gradient()
    return op


_COPIED = "\n\n    tensor_name, debug_ops_spec: have no effect."
copy = _register_copy(
    "Copy", ["tensor_name: string = ''", "debug_ops_spec: list(string) = []"], f"The input, copied.{_COPIED}"
)
copy_host = _register_copy(
    "CopyHost", ["tensor_name: string = ''", "debug_ops_spec: list(string) = []"], f"The input, copied.{_COPIED}"
)
debug_identity = _register_copy("DebugIdentity", [*_NAMES, _GATED], f"The input.{_ATTRS}")
debug_identity_v2 = _register_copy(
    "DebugIdentityV2",
    [
        "tfdbg_context_id: string = ''",
        "op_name: string = ''",
        "output_slot: int = -1",
        "tensor_debug_mode: int = -1",
        "debug_urls: list(string) = []",
        "circular_buffer_size: int = 1000",
        "tfdbg_run_id: string = ''",
    ],
    """The input.

    tfdbg_context_id, op_name, output_slot, tensor_debug_mode, circular_buffer_size, tfdbg_run_id: have no effect.
    debug_urls: must be empty: a graph writes nothing anywhere.""",
    stateful=True,
)

# -- DebugNanCount, DebugNumericSummary ----------------------------------------------------------------------------

debug_nan_count = register_op(
    "DebugNanCount",
    inputs=["input: T"],
    outputs=["output: int64"],
    attrs=["T: type", *_NAMES, _GATED],
    allows_uninitialized_input=True,
    doc=f"""How many elements are not a number, as a vector of one.{_ATTRS}""",
)
debug_nan_count.no_gradient()


@debug_nan_count.shape_rule
def _debug_nan_count_shape(c: ShapeContext) -> list[TensorShape]:
    _unwatched(c)
    return [TensorShape.of((1,))]


debug_numeric_summary = register_op(
    "DebugNumericSummary",
    inputs=["input: T"],
    outputs=["output: double"],
    attrs=[
        "T: type",
        *_NAMES,
        "lower_bound: float = -inf",
        "upper_bound: float = inf",
        "mute_if_healthy: bool = false",
        _GATED,
    ],
    allows_uninitialized_input=True,
    doc=f"""Numbers that describe a tensor.

    They are: 1; how many elements there are, are not a number, are at most lower_bound; of the others how many are
    negative, zero and positive; how many are at least upper_bound; the smallest and the largest, the mean and the
    variance of those that are finite; the number of the dtype, the rank, and all sizes.{_ATTRS}
    lower_bound, upper_bound: see above.
    mute_if_healthy: has no effect.""",
)
debug_numeric_summary.no_gradient()


@debug_numeric_summary.shape_rule
def _debug_numeric_summary_shape(c: ShapeContext) -> list[TensorShape]:
    _unwatched(c)
    rank = c.shape("input").rank
    return [TensorShape.of((None if rank is None else 14 + rank,))]


# -- ToBool --------------------------------------------------------------------------------------------------------

to_bool = register_op(
    "ToBool",
    inputs=["input: T"],
    outputs=["output: bool"],
    attrs=["T: type"],
    doc="""Whether a scalar is not zero, or not the empty text; of another tensor, whether it has elements.""",
)
to_bool.no_gradient()


@to_bool.shape_rule
def _to_bool_shape(c: ShapeContext) -> list[TensorShape]:
    return [SCALAR_SHAPE]


# -- Fingerprint ---------------------------------------------------------------------------------------------------

fingerprint = register_op(
    "Fingerprint",
    inputs=["data: T", "method: string"],
    outputs=["fingerprint: uint8"],
    attrs=["T: type"],
    doc="""A hash of the bytes of each entry along the first axis.

    data: of rank 1 or more. Of texts, an entry's hash is that of the hashes of its texts, unless it is one text itself.
    method: a scalar: farmhash64.
    fingerprint: `[entries, 8]`.""",
)
fingerprint.no_gradient()


@fingerprint.shape_rule
def _fingerprint_shape(c: ShapeContext) -> list[TensorShape]:
    data = c.with_rank_at_least("data", 1)
    c.with_rank("method", 0)
    method = c.value("method")
    if method is not None and method[()] != b"farmhash64":
        c.fail("method", "be farmhash64", repr(method[()]))
    entries: Dim = data.dims[0] if data.dims is not None else None
    return [TensorShape.of((entries, 8))]
