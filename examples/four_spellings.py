"""One op in four spellings: the same node, the same checks, the same numbers.

The op is Conv3DBackpropFilterV2 with channels first, strides and dilations together.
"""

import _checkout  # noqa: F401
import numpy as np

import graphops as go

rng = np.random.default_rng(0)
X = rng.standard_normal((2, 3, 9, 8, 7), np.float32)  # batch, channels, depth, height, width
DY = rng.standard_normal((2, 4, 4, 3, 3), np.float32)  # batch, outputs, and what VALID leaves of the volume
SIZES = [3, 2, 3, 3, 4]  # of the filter: depth, height, width, channels, outputs
STRIDES = [1, 1, 2, 2, 1]
DILATIONS = [1, 1, 1, 2, 2]

graph = go.Graph()
with graph.as_default():
    x, dy = go.placeholder(go.float32, X.shape, name="x"), go.placeholder(go.float32, DY.shape, name="dy")

    # 1. raw_ops: keyword arguments with the OpDef's names, a node in the default graph.
    raw = go.raw_ops.Conv3DBackpropFilterV2(
        input=x, filter_sizes=SIZES, out_backprop=dy, strides=STRIDES, padding="VALID",
        data_format="NCDHW", dilations=DILATIONS, name="raw",
    )  # fmt: skip

    # 2. nn: TensorFlow's signature, so arguments may go by place.
    nn = go.nn.conv3d_backprop_filter(x, SIZES, dy, STRIDES, "VALID", "NCDHW", DILATIONS, name="nn")

# 3. ops: the C++ style. A Scope says where a node goes and what it is called.
scope = go.Scope(graph)
attrs = go.ops.Conv3DBackpropFilterV2.data_format("NCDHW").dilations(DILATIONS)
ops = go.ops.Conv3DBackpropFilterV2(
    scope.new_sub_scope("gradients").with_op_name("filter"), x, SIZES, dy, STRIDES, "VALID", attrs=attrs
)

# 4. eager: the same op on arrays, now.
eager = go.eager.Conv3DBackpropFilterV2(
    input=X, filter_sizes=SIZES, out_backprop=DY, strides=STRIDES, padding="VALID",
    data_format="NCDHW", dilations=DILATIONS,
)  # fmt: skip

with go.Session(graph) as session:
    results = session.run([raw, nn, ops], {x: X, dy: DY})

for tensor, result in zip((raw, nn, ops), results, strict=True):
    assert tensor.node.attrs == raw.node.attrs
    assert np.array_equal(result, eager)
    print(f"{tensor.name:20} {tensor.dtype.name}{tensor.shape}  sum {result.sum():.4f}")
print(f"{'eager':20} {eager.dtype}{eager.shape}  sum {eager.sum():.4f}")

# The same mistake is the same error, whichever spelling makes it.
print("\nfilter_sizes with one number too few:")
for spelling, call in {
    "raw_ops": lambda: go.raw_ops.Conv3DBackpropFilterV2(
        input=x, filter_sizes=SIZES[:4], out_backprop=dy, strides=STRIDES, padding="VALID", data_format="NCDHW"
    ),
    "nn": lambda: go.nn.conv3d_backprop_filter(x, SIZES[:4], dy, STRIDES, "VALID", "NCDHW"),
    "ops": lambda: go.ops.Conv3DBackpropFilterV2(scope, x, SIZES[:4], dy, STRIDES, "VALID", attrs=attrs),
    "eager": lambda: go.eager.Conv3DBackpropFilterV2(
        input=X, filter_sizes=SIZES[:4], out_backprop=DY, strides=STRIDES, padding="VALID", data_format="NCDHW"
    ),
}.items():
    try:
        call()
    except go.errors.InvalidArgumentError as error:
        print(f"{spelling:8} {error}")
