"""Tutorial>MovingRms: how loud a signal is around each of its samples. Running this file checks the op."""

import numpy as np

from graphops.extend import PlainKernel, TensorShape, register_kernel, register_op
from graphops.testing import cases, gradcheck, opcheck

moving_rms = register_op(
    "Tutorial>MovingRms",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=["T: {float, double}", "size: int >= 1", "epsilon: float = 1e-6"],
    doc="y[c, i] = sqrt(mean(x[c, i : i + size] ** 2) + epsilon), for signals x [channels, n].",
)


@moving_rms.shape_rule
def shape(c):
    x, size = c.with_rank("x", 2), c.attr("size")
    if isinstance(x[1], int) and x[1] < size:
        c.fail("x", f"have at least size = {size} samples", x[1])
    return [TensorShape([x[0], x[1] - size + 1 if isinstance(x[1], int) else None])]


@moving_rms.gradient
def gradient(g, node, dy):
    def image(signals):  # [channels, n] -> [channels, 1, n, 1], which the gradient of AvgPool takes
        return g.ExpandDims(input=g.ExpandDims(input=signals, dim=1), dim=3)

    x, y, window = node.inputs[0], node.outputs[0], [1, 1, node.get_attr("size"), 1]
    n, scaled = g.Shape(input=image(x)), image(g.Div(x=dy, y=y))
    spread = g.AvgPoolGrad(orig_input_shape=n, grad=scaled, ksize=window, strides=[1, 1, 1, 1], padding="VALID")
    return [g.Mul(x=x, y=g.Squeeze(input=spread, squeeze_dims=[1, 3]))]


@register_kernel("Tutorial>MovingRms", "CPU")
class MovingRms(PlainKernel):
    def compute(self, x):
        size, count = self.attrs["size"], x.shape[1] - self.attrs["size"] + 1
        squares = sum(self.xp.square(x[:, k : k + count]) for k in range(size))
        return self.xp.sqrt(squares / size + self.attrs["epsilon"])


CUDA = """template <typename T>
__global__ void moving_rms(const T* x, T* y, long long total, long long n, long long count, long long size, T epsilon) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= total) return;
    const T* window = x + i / count * n + i % count;
    T squares = 0;
    for (long long k = 0; k < size; ++k) squares += window[k] * window[k];
    y[i] = sqrt(squares / size + epsilon);
}"""


@register_kernel("Tutorial>MovingRms", "GPU", priority=10)
class MovingRmsCuda(PlainKernel):
    def compute(self, x):
        import cupy

        x, size, epsilon = cupy.ascontiguousarray(x), self.attrs["size"], x.dtype.type(self.attrs["epsilon"])
        y = cupy.empty((x.shape[0], x.shape[1] - size + 1), x.dtype)
        name = f"moving_rms<{'float' if x.itemsize == 4 else 'double'}>"
        kernel = cupy.RawModule(code=CUDA, options=("--std=c++17",), name_expressions=(name,)).get_function(name)
        kernel((y.size // 256 + 1,), (256,), (x, y, y.size, x.shape[1], y.shape[1], size, epsilon))
        return y


def by_windows(x, size, **attrs):
    windows = np.lib.stride_tricks.sliding_window_view(x.astype(np.float64), size, axis=1)
    return np.sqrt(np.mean(windows**2, axis=-1) + 1e-6)


if __name__ == "__main__":
    for case in cases("Tutorial>MovingRms", {"x": (2, 9)}, {"size": [1, 4, 9]}):
        print(opcheck(case.op, case.inputs, case.attrs, reference=by_windows))
    signals = np.sin(np.arange(18.0)).reshape(2, 9)
    print(gradcheck("Tutorial>MovingRms", {"x": signals}, {"size": 4}, order=2), "comparisons of gradients passed")
