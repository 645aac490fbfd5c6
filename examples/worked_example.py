"""4 numbers of Conv3D and 32 of its filter gradient, in four spellings, exact to the last digit.

Input and filter are 1..32 as (2, 2, 2, 2, 2), strides 1,4,3,2,1, padding SAME.  All sums are integers below 2**24, so
float32 has nothing to round and the results are compared for equality.
"""

import _checkout  # noqa: F401
import numpy as np

import graphops as go

STRIDES = [1, 4, 3, 2, 1]
SIZES = [2, 2, 2, 2, 2]
FORWARD = [2856, 2992, 6952, 7344]
FILTER_GRADIENT = [
    121040, 127840, 130848, 138176, 140656, 148512, 150464, 158848,
    160272, 169184, 170080, 179520, 179888, 189856, 189696, 200192,
    199504, 210528, 209312, 220864, 219120, 231200, 228928, 241536,
    238736, 251872, 248544, 262208, 258352, 272544, 268160, 282880,
]  # fmt: skip


def by_raw_ops(x):
    """Nodes in a graph, every argument by the OpDef's name."""
    with go.Graph().as_default(), go.Session() as session:
        volume = go.constant(x)
        y = go.raw_ops.Conv3D(input=volume, filter=volume, strides=STRIDES, padding="SAME")
        dw = go.raw_ops.Conv3DBackpropFilterV2(
            input=volume, filter_sizes=SIZES, out_backprop=y, strides=STRIDES, padding="SAME"
        )
        return session.run([y, dw])


def by_nn(x):
    """TensorFlow's function signatures; the input is fed."""
    with go.Graph().as_default(), go.Session() as session:
        volume = go.placeholder(go.float32, x.shape)
        y = go.nn.conv3d(volume, volume, STRIDES, "SAME")
        dw = go.compat.v1.nn.conv3d_backprop_filter(volume, SIZES, y, STRIDES, "SAME")
        return session.run([y, dw], {volume: x})


def by_ops(x):
    """The C++ style: a Scope, required arguments by place, optional ones in Attrs, a ClientSession."""
    scope = go.Scope.new_root_scope()
    volume = go.ops.Const(scope, x, go.float32)
    y = go.ops.Conv3D(scope, volume, volume, STRIDES, "SAME")
    attrs = go.ops.Conv3DBackpropFilterV2.data_format("NDHWC")
    dw = go.ops.Conv3DBackpropFilterV2(scope, volume, SIZES, y, STRIDES, "SAME", attrs=attrs)
    return go.ClientSession(scope).run([y, dw])


def by_eager(x):
    """No graph: arrays in, arrays out."""
    y = go.eager.Conv3D(input=x, filter=x, strides=STRIDES, padding="SAME")
    dw = go.eager.Conv3DBackpropFilterV2(input=x, filter_sizes=SIZES, out_backprop=y, strides=STRIDES, padding="SAME")
    return [y, dw]


def main():
    x = np.arange(1, 33, dtype=np.float32).reshape(2, 2, 2, 2, 2)
    for spelling in (by_raw_ops, by_nn, by_ops, by_eager):
        y, dw = spelling(x)
        assert y.shape == (2, 1, 1, 1, 2)
        assert y.ravel().tolist() == FORWARD
        assert dw.shape == (2, 2, 2, 2, 2)
        assert dw.ravel().tolist() == FILTER_GRADIENT
        print(f"{spelling.__name__:11} 4 + 32 numbers equal")
    print("\nConv3D:", *(f"{value:.0f}" for value in y.ravel()))
    print("Conv3DBackpropFilterV2, by (depth, height, width, in), for the outputs 0 and 1:")
    for index in np.ndindex(2, 2, 2, 2):
        print(" ", index, *(f"{value:8.0f}" for value in dw[index]))


if __name__ == "__main__":
    main()
