"""moving_rms for JAX in one Python file: jax.numpy on the CPU, a Pallas kernel (Triton) on a GPU."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu
from jax.test_util import check_grads

BLOCK = 256


def kernel(x, y, *, size, epsilon):  # x [1, n padded], y [1, BLOCK]
    start = pl.program_id(1) * BLOCK
    zeros = jnp.zeros((BLOCK,), y.dtype)
    squares = lax.fori_loop(0, size, lambda k, total: total + x[0, pl.ds(start + k, BLOCK)] ** 2, zeros)
    y[0, :] = jnp.sqrt(squares / size + epsilon)


def on_gpu(x, size, epsilon, interpret=False):
    channels, count = x.shape[0], x.shape[1] - size + 1
    blocks = pl.cdiv(count, BLOCK)
    padded = jnp.pad(x, ((0, 0), (0, blocks * BLOCK + size - 1 - x.shape[1])))
    return pl.pallas_call(
        partial(kernel, size=size, epsilon=epsilon),
        grid=(channels, blocks),
        in_specs=[pl.BlockSpec((1, padded.shape[1]), lambda c, i: (c, 0))],
        out_specs=pl.BlockSpec((1, BLOCK), lambda c, i: (c, i)),
        out_shape=jax.ShapeDtypeStruct((channels, blocks * BLOCK), x.dtype),
        compiler_params=plgpu.CompilerParams(num_warps=4),
        interpret=interpret,
    )(padded)[:, :count]


def on_cpu(x, size, epsilon):
    count = x.shape[1] - size + 1
    return jnp.sqrt(sum(jnp.square(x[:, k : k + count]) for k in range(size)) / size + epsilon)


@partial(jax.custom_vjp, nondiff_argnums=(1, 2))
def moving_rms(x, size, epsilon=1e-6):
    if x.ndim != 2 or not 1 <= size <= x.shape[1]:
        raise ValueError(f"x must have 2 dimensions and at least size = {size} samples, got {x.shape}")
    ways = {"cpu": on_cpu, "cuda": on_gpu}
    return lax.platform_dependent(x, **{name: partial(way, size=size, epsilon=epsilon) for name, way in ways.items()})


def forward(x, size, epsilon):
    y = moving_rms(x, size, epsilon)
    return y, (x, y)


def backward(size, epsilon, saved, dy):
    x, y = saved
    scaled = jnp.pad(dy / (size * y), ((0, 0), (size - 1, size - 1)))
    return (x * sum(scaled[:, k : k + x.shape[1]] for k in range(size)),)


moving_rms.defvjp(forward, backward)


def by_windows(x, size, epsilon=1e-6):
    windows = np.lib.stride_tricks.sliding_window_view(x.astype(np.float64), size, axis=1)
    return np.sqrt(np.mean(windows**2, axis=-1) + epsilon)


if __name__ == "__main__":
    jax.config.update("jax_enable_x64", True)
    for dtype, tolerance in [("float32", 1e-5), ("float64", 1e-12)]:
        for size in [1, 4, 9]:
            x = np.random.default_rng(0).standard_normal((2, 9)).astype(dtype)
            for way in [moving_rms, partial(on_gpu, interpret=True)]:
                np.testing.assert_allclose(way(jnp.asarray(x), size, 1e-6), by_windows(x, size), rtol=tolerance)
    check_grads(lambda x: moving_rms(x, 4), (x,), order=2, modes=["rev"])
    print("checked")
