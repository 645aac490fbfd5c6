"""A new op on one page: declaration, shape rule, gradient, kernel, and the check of all four.

Example>SquaredDistances: for points x (n, d) and y (m, d) the matrix (n, m) of |x_i - y_j|^2.
An author imports graphops.extend and graphops.testing, nothing else of graphops' insides.  The kernel is written
against ``self.xp``: NumPy here, CuPy or a strict stand-in on other devices.
"""

import _checkout  # noqa: F401
import numpy as np

import graphops as go
from graphops.extend import PlainKernel, TensorShape, register_kernel, register_op
from graphops.testing import cases, gradcheck, opcheck

# -- what it is -------------------------------------------------------------------------------------------------------

squared_distances = register_op(
    "Example>SquaredDistances",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=["T: {float, double}"],
    doc="""Squared Euclidean distances between two sets of points.

    x: `[n, d]`.
    y: `[m, d]`.
    z: `[n, m]`, `sum((x[i] - y[j]) ** 2)`.""",
)


@squared_distances.shape_rule
def _squared_distances_shape(c):
    x, y = c.with_rank("x", 2), c.with_rank("y", 2)  # partial shapes while a graph is built, real ones at run
    c.merge_dim("y", y[1], x[1], f"have points of the size of x {x}")
    return [TensorShape([x[0], y[0]])]


@squared_distances.gradient
def _squared_distances_gradient(g, node, dz):
    """dz (n, m): dx = 2 (rowsum(dz) x - dz y), dy = 2 (colsum(dz) y - dz^T x)."""
    x, y = node.inputs
    two = g.Cast(x=2, DstT=node.get_attr("T"))

    def side(a, b, axis):
        total = g.Sum(input=dz, reduction_indices=[axis], keep_dims=True)  # (n, 1), or (1, m) to be turned
        total = total if axis == 1 else g.Transpose(x=total, perm=[1, 0])
        return g.Mul(x=two, y=g.Sub(x=g.Mul(x=total, y=a), y=g.MatMul(a=dz, b=b, transpose_a=axis == 0)))

    return [side(x, y, axis=1), side(y, x, axis=0)]


# -- how it is computed -----------------------------------------------------------------------------------------------


@register_kernel("Example>SquaredDistances", "CPU")
class SquaredDistances(PlainKernel):
    """Needs (n, m, d) elements of working memory."""

    def compute(self, x, y):
        difference = x[:, None, :] - y[None, :, :]  # (n, m, d)
        return self.xp.sum(difference * difference, axis=2)


# -- whether it is right ----------------------------------------------------------------------------------------------


def loops(x, y, **attrs):
    """The same by plain loops: the reference shares no code with the kernel."""
    return np.array([[sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) for q in y] for p in x], x.dtype)


def main():
    for case in cases("Example>SquaredDistances", {"x": (3, 2), "y": (4, 2)}):
        print(opcheck(case.op, case.inputs, case.attrs, reference=loops))
    rng = np.random.default_rng(0)
    points = {"x": rng.standard_normal((3, 2)), "y": rng.standard_normal((4, 2))}
    print("gradcheck to order 2:", gradcheck("Example>SquaredDistances", points, order=2), "comparisons passed")

    # An op like any other: gradient descent on the sum of squared distances finds the mean of the points.
    distances = getattr(go.raw_ops, "Example>SquaredDistances")
    centre = go.Variable(np.zeros((1, 2)), name="centre")
    loss = go.raw_ops.Sum(input=distances(x=points["y"], y=centre), reduction_indices=[0, 1])
    step = go.train.GradientDescentOptimizer(0.1).minimize(loss)
    with go.Session() as session:
        session.run(go.global_variables_initializer())
        for _ in range(50):
            session.run(step)
        found = session.run(centre)
    assert np.allclose(found, points["y"].mean(axis=0))
    print("nearest to all points:", found[0], "their mean:", points["y"].mean(axis=0))

    # The shape rule speaks when the node is made.
    try:
        distances(x=np.ones((3, 2)), y=np.ones((4, 5)))
    except go.errors.InvalidArgumentError as error:
        print(error)


if __name__ == "__main__":
    main()
