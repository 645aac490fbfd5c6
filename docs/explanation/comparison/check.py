"""The same numbers through every framework: ``PYTHON check.py FRAMEWORK``, in an interpreter that has the framework.

FRAMEWORK is a folder of this one, or ``graphops``.  Values, gradient and gradient of the gradient of MovingRms on fixed
signals, float32 and float64, are compared with plain loops in float64; the largest relative errors are printed.
"""

import importlib.util
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
SIZE, EPSILON = 5, 1e-6
SIGNALS = np.random.default_rng(7).standard_normal((3, 40))
UP = np.random.default_rng(8).standard_normal((3, 36))  # the gradient that arrives at y
ALONG = np.random.default_rng(9).standard_normal((3, 40))  # the second gradient is that of sum(dx * ALONG)


def values(x):
    """By loops."""
    y = np.empty((x.shape[0], x.shape[1] - SIZE + 1), x.dtype)
    for c in range(y.shape[0]):
        for i in range(y.shape[1]):
            total = sum(x[c, i + k] * x[c, i + k] for k in range(SIZE))
            y[c, i] = np.sqrt(total / SIZE + EPSILON)
    return y


def slopes(x):
    """dx by loops."""
    y, dx = values(x), np.zeros_like(x)
    for c in range(y.shape[0]):
        for i in range(y.shape[1]):
            for k in range(SIZE):
                dx[c, i + k] += UP[c, i] * x[c, i + k] / (SIZE * y[c, i])
    return dx


def second(x):
    """The gradient of sum(slopes(x) * ALONG), each element by a complex step, which rounds like the function itself."""
    found, step = np.empty_like(x), 1e-30
    for index in np.ndindex(x.shape):
        moved = x.astype(complex)
        moved[index] += 1j * step
        found[index] = np.sum(slopes(moved) * ALONG).imag / step
    return found


def load(path):
    spec = importlib.util.spec_from_file_location("moving_rms_of_a_framework", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def by_graphops(module, x, up, along):
    import graphops as go

    x = go.constant(x)
    y = getattr(go.raw_ops, "Tutorial>MovingRms")(x=x, size=SIZE)
    (dx,) = go.gradients(y, [x], grad_ys=[go.constant(up)])
    (again,) = go.gradients(dx, [x], grad_ys=[go.constant(along)])
    return go.Session().run([y, dx, again])


def by_torch(module, x, up, along):
    import torch

    x = torch.tensor(x, requires_grad=True)
    y = module.moving_rms(x, SIZE)
    (dx,) = torch.autograd.grad(y, x, torch.tensor(up), create_graph=True)
    (again,) = torch.autograd.grad(dx, x, torch.tensor(along))
    return [tensor.detach().numpy() for tensor in (y, dx, again)]


def by_jax(module, x, up, along):
    import jax

    jax.config.update("jax_enable_x64", True)

    def slope(x):
        return jax.vjp(lambda x: module.moving_rms(x, SIZE), x)[1](up)[0]

    return module.moving_rms(jax.numpy.asarray(x), SIZE), slope(x), jax.vjp(slope, x)[1](along)[0]


def by_tensorflow(module, x, up, along):
    import tensorflow as tf

    x = tf.constant(x)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = module.moving_rms(x, SIZE)
        dx = inner.gradient(y, x, output_gradients=tf.constant(up))
    return y, dx, outer.gradient(dx, x, output_gradients=tf.constant(along))


def by_pytensor(module, x, up, along):
    import pytensor
    import pytensor.tensor as pt

    signal = pt.matrix(dtype=x.dtype)
    y = module.MovingRms(SIZE)(signal)
    dx = pytensor.grad(None, signal, known_grads={y: pt.constant(up)})
    again = pytensor.grad(None, signal, known_grads={dx: pt.constant(along)})
    return pytensor.function([signal], [y, dx, again])(x)


def main(name):
    path = HERE.parents[2] / "examples" / "first_op.py" if name == "graphops" else HERE / name / "moving_rms.py"
    module, way = load(path), globals()[f"by_{name.partition('_')[0].replace('pytorch', 'torch')}"]
    expected = [values(SIGNALS), slopes(SIGNALS), second(SIGNALS)]
    worst = []
    for dtype, most in (("float32", 2e-6), ("float64", 1e-13)):
        signals, up, along = (array.astype(dtype) for array in (SIGNALS, UP, ALONG))
        for found, want in zip(way(module, signals, up, along), expected, strict=True):
            found = np.asarray(found)
            if found.dtype != dtype or found.shape != want.shape:
                sys.exit(f"{name}: must give {dtype}{want.shape}, got {found.dtype}{found.shape}")
            error = abs(found - want).max() / abs(want).max()
            if not error <= most:
                sys.exit(f"{name}: {dtype} must be within {most} of the loops, got {error:.1e}")
            worst.append(error)
    print(f"{name}: y, dx, second gradient; float32", *(f"{error:.0e}" for error in worst[:3]), "float64",
          *(f"{error:.0e}" for error in worst[3:]))  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1])
