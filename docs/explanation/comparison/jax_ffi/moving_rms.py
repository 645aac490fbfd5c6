"""moving_rms for JAX by its foreign function interface: C++ on the CPU, CUDA on a GPU; build.sh compiles them."""

import ctypes
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from jax.test_util import check_grads

for platform, library, suffix in [("cpu", "libmoving_rms.so", ""), ("CUDA", "libmoving_rms_cuda.so", "Cuda")]:
    path = Path(__file__).parent / "build" / library
    if platform == "cpu" or (path.exists() and jax.default_backend() == "gpu"):
        functions = ctypes.CDLL(str(path))
        for dtype in ["F32", "F64"]:
            function = jax.ffi.pycapsule(getattr(functions, f"MovingRms{dtype}{suffix}"))
            jax.ffi.register_ffi_target(f"moving_rms_{dtype}", function, platform=platform)


@partial(jax.custom_vjp, nondiff_argnums=(1, 2))
def moving_rms(x, size, epsilon=1e-6):
    if x.ndim != 2 or not 1 <= size <= x.shape[1]:
        raise ValueError(f"x must have 2 dimensions and at least size = {size} samples, got {x.shape}")
    result = jax.ShapeDtypeStruct((x.shape[0], x.shape[1] - size + 1), x.dtype)
    name = {"float32": "moving_rms_F32", "float64": "moving_rms_F64"}[str(x.dtype)]
    return jax.ffi.ffi_call(name, result)(x, size=np.int64(size), epsilon=np.float64(epsilon))


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
            np.testing.assert_allclose(moving_rms(jnp.asarray(x), size), by_windows(x, size), rtol=tolerance)
    check_grads(lambda x: moving_rms(x, 4), (x,), order=2, modes=["rev"])
    print("checked")
