"""MovingRms for PyTensor: NumPy on the CPU, jax.numpy through PyTensor's JAX backend on a GPU."""

import jax.numpy as jnp
import numpy as np
import pytensor
import pytensor.tensor as pt
from pytensor.graph.basic import Apply
from pytensor.graph.op import Op
from pytensor.link.jax.dispatch import jax_funcify


class MovingRms(Op):
    __props__ = ("size", "epsilon")

    def __init__(self, size, epsilon=1e-6):
        if size < 1:
            raise ValueError(f"size must be at least 1, got {size}")
        self.size, self.epsilon = size, epsilon

    def make_node(self, x):
        x = pt.as_tensor_variable(x)
        if x.ndim != 2 or x.dtype not in ("float32", "float64"):
            raise TypeError(f"x must be a float32 or float64 matrix, got {x.type}")
        channels, n = x.type.shape
        if n is not None and n < self.size:
            raise ValueError(f"x must have at least size = {self.size} samples, got {n}")
        return Apply(self, [x], [pt.tensor(dtype=x.dtype, shape=(channels, None if n is None else n - self.size + 1))])

    def infer_shape(self, node, shapes):
        ((channels, n),) = shapes
        return [(channels, n - self.size + 1)]

    def perform(self, node, inputs, outputs):
        (x,) = inputs
        count = x.shape[1] - self.size + 1
        if count < 1:
            raise ValueError(f"x must have at least size = {self.size} samples, got {x.shape[1]}")
        squares = sum(np.square(x[:, k : k + count]) for k in range(self.size))
        outputs[0][0] = np.sqrt(squares / x.dtype.type(self.size) + x.dtype.type(self.epsilon))

    def pullback(self, inputs, outputs, cotangents):
        (x,), (y,), (dy,) = inputs, outputs, cotangents
        scaled = pt.pad(dy / (self.size * y), ((0, 0), (self.size - 1, self.size - 1))).astype(x.dtype)
        return [x * sum(scaled[:, k : k + x.shape[1]] for k in range(self.size))]


@jax_funcify.register(MovingRms)
def on_jax(op, **kwargs):
    def moving_rms(x):
        count = x.shape[1] - op.size + 1
        return jnp.sqrt(sum(jnp.square(x[:, k : k + count]) for k in range(op.size)) / op.size + op.epsilon)

    return moving_rms


def by_windows(x, size, epsilon=1e-6):
    windows = np.lib.stride_tricks.sliding_window_view(x.astype(np.float64), size, axis=1)
    return np.sqrt(np.mean(windows**2, axis=-1) + epsilon)


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    for mode in ["FAST_RUN", "JAX"]:
        for dtype, tolerance in [("float32", 1e-5), ("float64", 1e-12)]:
            for size in [1, 4, 9]:
                signal, x = rng.standard_normal((2, 9)).astype(dtype), pt.matrix(dtype=dtype)
                found = pytensor.function([x], MovingRms(size)(x), mode=mode)(signal)
                np.testing.assert_allclose(found, by_windows(signal, size), rtol=tolerance)
    pytensor.gradient.verify_grad(MovingRms(4), [signal], rng=rng)
    pytensor.gradient.verify_grad(lambda x: pytensor.grad(MovingRms(4)(x).sum(), x), [signal], rng=rng)
    print("checked")
