"""Two ops of our own: what a package that extends graphops looks like.

It imports ``graphops.extend`` and NumPy, nothing else.  The entry point in ``pyproject.toml`` names this module; it is
imported when somebody first asks for an op that graphops does not know, or makes a plan.
"""

import numpy as np

from graphops.extend import PlainKernel, TensorShape, register_kernel, register_op

# -- Toy>Softclip: declaration, shape rule, gradient, two kernels ------------------------------------------------------

softclip = register_op(
    "Toy>Softclip",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=["limit: float = 1.0", "T: {half, bfloat16, float, double}"],
    doc="""Clips smoothly: limit * x / sqrt(limit**2 + x**2), element by element.

    limit: what y never reaches, > 0.""",
)


@softclip.shape_rule
def _softclip_shape(c):
    if not c.attr("limit") > 0:
        c.fail("attr 'limit'", "be > 0", c.attr("limit"))
    return [c.shape("x")]


@softclip.gradient
def _softclip_gradient(g, node, dy):
    # dy/dx = (limit / sqrt(limit**2 + x**2))**3
    limit, dtype = node.get_attr("limit"), node.get_attr("T")
    square = g.Square(x=node.inputs[0])
    slope = g.Rsqrt(x=g.AddV2(x=square, y=g.Cast(x=limit**2, DstT=dtype)))
    slope = g.Mul(x=slope, y=g.Cast(x=limit, DstT=dtype))
    return [g.Mul(x=dy, y=g.Mul(x=slope, y=g.Square(x=slope)))]


@register_kernel("Toy>Softclip", "CPU")
class Softclip(PlainKernel):
    """Runs on every device: all arithmetic is done by ``self.xp``. Half and bfloat16 are computed in float32."""

    def compute(self, x):
        limit = self.attrs["limit"]
        wide = x.astype(np.float32) if x.dtype.itemsize == 2 else x
        return (limit * wide / self.xp.sqrt(limit * limit + wide * wide)).astype(x.dtype)


@register_kernel("Toy>Softclip", "CPU", types={"T": ["double"]}, priority=10)
class SoftclipByHypot:
    """A second way for one dtype, on the CPU alone; the higher priority runs."""

    def __init__(self, attrs):
        self.limit = attrs["limit"]

    @staticmethod
    def unsupported(attrs, shapes):
        return None if attrs["limit"] < 1e100 else "the limit is too large"

    def compute(self, x):
        return self.limit * (x / np.hypot(self.limit, x))


# -- Toy>Windows: a size that is read on the host, and an output that is a view ----------------------------------------

windows = register_op(
    "Toy>Windows",
    inputs=["x: T", "size: int32"],
    outputs=["y: T"],
    attrs=["T: type"],
    doc="""All windows of neighbours.

    x: `[n]`.
    size: a scalar, in [1, n].
    y: `[n - size + 1, size]`.""",
)
windows.no_gradient()


@windows.shape_rule
def _windows_shape(c):
    n = c.with_rank("x", 1)[0]
    c.with_rank("size", 0)
    size = c.value("size")
    if size is None:
        return [TensorShape([None, None])]
    if size < 1 or (isinstance(n, int) and size > n):
        c.fail("size", f"be in [1, {n}]", size)
    return [TensorShape([n - int(size) + 1 if isinstance(n, int) else None, int(size)])]


@register_kernel("Toy>Windows", "CPU", host_inputs=["size"])
class Windows(PlainKernel):
    views = {0: 0}

    def compute(self, x, size):
        return self.xp_of(x).lib.stride_tricks.sliding_window_view(x, int(size))
