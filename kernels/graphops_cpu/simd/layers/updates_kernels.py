"""Steps of optimizers, compiled: one pass that reads values and gradient and writes the new values.

Each operation is rounded as NumPy's are in the plain kernels (nothing is contracted), so that results are the same to
the last bit.  Arrays are flat and of one length, ``sizes[0]``; ``start`` and ``stop`` count blocks of :data:`BLOCK`
elements.  ``numbers`` are the op's scalars in the compute dtype; what is formed of them is formed here, in vectors of
equal lanes: each of NumPy's operations on a scalar takes as long as the whole step of a small variable.
"""

from __future__ import annotations

from graphops_cpu.simd.compile.jit import inline, kernel
from graphops_cpu.simd.compile.vector import add, fill, lanes, load, load_part, mul, store, store_part, sub
from graphops_cpu.simd.compile.vector_math import divide, root
from graphops_cpu.simd.layers.constants import UPDATE_BLOCK as BLOCK


@inline
def _some(a, i, n):  # type: ignore[no-untyped-def]
    """``n`` elements, or a whole vector of them."""
    return load(a, i) if n >= lanes(a) else load_part(a, i, n)


@inline
def _keep(a, i, n, value):  # type: ignore[no-untyped-def]
    """Write ``n`` elements, or a whole vector of them."""
    if n >= lanes(a):
        store(a, i, value)
    else:
        store_part(a, i, n, value)


@kernel("in in out sums_in sizes start stop chunk")
def descent(var, grad, new_var, numbers, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """var - grad alpha; numbers: alpha."""
    alpha = fill(var, numbers[0])
    end = min(stop * BLOCK, sizes[0])
    for i in range(start * BLOCK, end, lanes(var)):
        n = end - i
        _keep(new_var, i, n, sub(_some(var, i, n), mul(_some(grad, i, n), alpha)))


@kernel("in in in out out sums_in sizes start stop chunk")
def momentum(var, accum, grad, new_var, new_accum, numbers, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """accum = accum momentum + grad; var - accum lr, or with Nesterov's var - (grad lr + accum momentum lr).

    Args:
        numbers: lr, momentum.
        sizes: elements, whether Nesterov's.
    """
    lr, decay = fill(var, numbers[0]), fill(var, numbers[1])
    end = min(stop * BLOCK, sizes[0])
    for i in range(start * BLOCK, end, lanes(var)):
        n = end - i
        g = _some(grad, i, n)
        a = add(mul(_some(accum, i, n), decay), g)
        move = mul(a, lr)
        if sizes[1]:
            move = add(mul(g, lr), mul(mul(a, decay), lr))
        _keep(new_var, i, n, sub(_some(var, i, n), move))
        _keep(new_accum, i, n, a)


@kernel("in in in out out sums_in sizes start stop chunk")
def keras_momentum(var, accum, grad, new_var, new_accum, numbers, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """accum = accum momentum - grad lr; var + accum, or with Nesterov's var + (accum momentum - grad lr).

    Args:
        numbers, sizes: as for ``momentum``.
    """
    lr, decay = fill(var, numbers[0]), fill(var, numbers[1])
    end = min(stop * BLOCK, sizes[0])
    for i in range(start * BLOCK, end, lanes(var)):
        n = end - i
        step = mul(_some(grad, i, n), lr)
        a = sub(mul(_some(accum, i, n), decay), step)
        move = a
        if sizes[1]:
            move = sub(mul(a, decay), step)
        _keep(new_var, i, n, add(_some(var, i, n), move))
        _keep(new_accum, i, n, a)


@kernel("in in in in out out out sums_in sizes start stop chunk")
def adam(var, m, v, grad, new_var, new_m, new_v, numbers, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """m = m + (grad - m) (1 - beta1); v = v + (grad**2 - v) (1 - beta2); var - direction alpha / (sqrt(v) + epsilon).

    The direction is m, or with Nesterov's grad (1 - beta1) + m beta1.

    Args:
        numbers: the powers of beta1 and of beta2, lr, beta1, beta2, epsilon; alpha is
            lr sqrt(1 - beta2 power) / (1 - beta1 power).
        sizes: elements, whether Nesterov's.
    """
    one, beta1, epsilon = fill(var, 1.0), fill(var, numbers[3]), fill(var, numbers[5])
    rest1, rest2 = sub(one, beta1), sub(one, fill(var, numbers[4]))
    alpha = mul(fill(var, numbers[2]), root(sub(one, fill(var, numbers[1]))))
    alpha = divide(alpha, sub(one, fill(var, numbers[0])))
    end = min(stop * BLOCK, sizes[0])
    for i in range(start * BLOCK, end, lanes(var)):
        n = end - i
        g, m0, v0 = _some(grad, i, n), _some(m, i, n), _some(v, i, n)
        m0 = add(m0, mul(sub(g, m0), rest1))
        v0 = add(v0, mul(sub(mul(g, g), v0), rest2))
        direction = m0
        if sizes[1]:
            direction = add(mul(g, rest1), mul(m0, beta1))
        move = divide(mul(direction, alpha), add(root(v0), epsilon))
        _keep(new_var, i, n, sub(_some(var, i, n), move))
        _keep(new_m, i, n, m0)
        _keep(new_v, i, n, v0)


@kernel("in in in out out sums_in sizes start stop chunk")
def adagrad(var, accum, grad, new_var, new_accum, numbers, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """accum = accum + grad**2, if it changes; var - grad lr / (sqrt(accum) + epsilon).

    Args:
        new_accum: not used if accum does not change.
        numbers: lr, epsilon.
        sizes: elements, whether accum changes.
    """
    lr, epsilon = fill(var, numbers[0]), fill(var, numbers[1])
    end = min(stop * BLOCK, sizes[0])
    for i in range(start * BLOCK, end, lanes(var)):
        n = end - i
        g, a = _some(grad, i, n), _some(accum, i, n)
        if sizes[1]:
            a = add(a, mul(g, g))
            _keep(new_accum, i, n, a)
        move = divide(mul(g, lr), add(root(a), epsilon))
        _keep(new_var, i, n, sub(_some(var, i, n), move))


@kernel("in in in in out out out sums_in sizes start stop chunk")
def rms_prop(var, ms, mom, grad, new_var, new_ms, new_mom, numbers, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """ms = ms + (grad**2 - ms) (1 - rho); mom = mom momentum + grad lr / sqrt(ms + epsilon); var - mom.

    Args:
        numbers: lr, rho, momentum, epsilon.
        sizes: elements.
    """
    lr, rest = fill(var, numbers[0]), sub(fill(var, 1.0), fill(var, numbers[1]))
    decay, epsilon = fill(var, numbers[2]), fill(var, numbers[3])
    end = min(stop * BLOCK, sizes[0])
    for i in range(start * BLOCK, end, lanes(var)):
        n = end - i
        g, ms0 = _some(grad, i, n), _some(ms, i, n)
        ms0 = add(ms0, mul(sub(mul(g, g), ms0), rest))
        mom0 = add(mul(_some(mom, i, n), decay), divide(mul(g, lr), root(add(ms0, epsilon))))
        _keep(new_var, i, n, sub(_some(var, i, n), mom0))
        _keep(new_ms, i, n, ms0)
        _keep(new_mom, i, n, mom0)
