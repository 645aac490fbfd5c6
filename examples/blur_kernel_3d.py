"""Find the blur of a real volume: the 5 x 5 x 5 kernel that turns a sharp scan into a blurred one.

The volume is a brain scan (MRI, 72 x 90 x 24 voxels of it) that comes with nibabel, so nothing is downloaded.  It is
blurred with a kernel that the fit never sees, and noise is added.  The fit then walks down the gradient of
``|conv(volume, w) - blurred|^2 / 2`` from w = 0, and that gradient is one op: Conv3DBackpropFilterV2.

Scans are smooth, which makes neighbouring weights hard to tell apart.  So both volumes are sharpened with the same
small filter first; since convolutions commute, the kernel between them stays the same.

    python examples/blur_kernel_3d.py [--steps 40] [--noise 0.002] [--out out]
"""

import argparse
import time
from pathlib import Path

import _checkout  # noqa: F401
import numpy as np

import graphops as go

SIZE = 5
VALID = {"strides": [1, 1, 1, 1, 1], "padding": "VALID"}


def load_volume():
    """The scan as (1, depth, height, width, 1), between 0 and 1."""
    try:
        import nibabel
    except ModuleNotFoundError:
        raise SystemExit("blur_kernel_3d.py needs a volume that comes with nibabel: pip install nibabel") from None
    scan = nibabel.load(Path(nibabel.__file__).parent / "tests" / "data" / "example4d.nii.gz")
    volume = np.asarray(scan.dataobj[28:100, 2:92, :, 0], np.float32)  # (72, 90, 24): what is not empty
    volume = volume.transpose(2, 1, 0) / volume.max()  # (24, 90, 72)
    return volume[np.newaxis, ..., np.newaxis]


def true_kernel():
    """A slanted, uneven bell, (5, 5, 5, 1, 1), whose weights sum to 1."""
    offsets = np.mgrid[:SIZE, :SIZE, :SIZE] - SIZE // 2  # (3, 5, 5, 5)
    slant = np.array([[1.0, 0.3, 0.0], [0.0, 1.0, 0.5], [0.2, 0.0, 1.0]])
    width = np.array([0.8, 1.3, 0.7]).reshape(3, 1, 1, 1)
    weights = np.exp(-0.5 * (np.tensordot(slant, offsets, 1) / width) ** 2).prod(axis=0)
    return (weights / weights.sum()).astype(np.float32)[..., np.newaxis, np.newaxis]


def sharpen(volume):
    """Each voxel minus the mean of its 26 neighbours."""
    weights = np.full((3, 3, 3, 1, 1), -1 / 26, np.float32)
    weights[1, 1, 1] = 1
    return go.eager.Conv3D(input=volume, filter=weights, **VALID)


def steepest_curvature(volume):
    """The largest eigenvalue of w -> gradient(conv(volume, w)), by power iteration: how long a step may be."""
    w = np.random.default_rng(0).standard_normal((SIZE, SIZE, SIZE, 1, 1), np.float32)
    for _ in range(15):
        w /= np.linalg.norm(w)
        y = go.eager.Conv3D(input=volume, filter=w, **VALID)
        w = go.eager.Conv3DBackpropFilterV2(input=volume, filter_sizes=w.shape, out_backprop=y, **VALID)
    return float(np.linalg.norm(w))


def fit(volume, blurred, steps):
    """Gradient descent with momentum. Yields the weights after each step."""
    graph = go.Graph()
    with graph.as_default():
        x, target = go.placeholder(go.float32, volume.shape), go.placeholder(go.float32, blurred.shape)
        w = go.Variable(np.zeros((SIZE, SIZE, SIZE, 1, 1), np.float32), name="w")
        residual = go.raw_ops.Conv3D(input=x, filter=w, **VALID) - target
        gradient = go.raw_ops.Conv3DBackpropFilterV2(
            input=x, filter_sizes=[SIZE, SIZE, SIZE, 1, 1], out_backprop=residual, **VALID
        )
        optimizer = go.train.MomentumOptimizer(1 / steepest_curvature(volume), 0.6, use_nesterov=True)
        step = optimizer.apply_gradients([(gradient, w)])
        initialize = go.global_variables_initializer()
    with go.Session(graph) as session:
        session.run(initialize)
        for _ in range(steps):
            session.run(step, {x: volume, target: blurred})
            yield session.run(w)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--noise", type=float, default=0.002, help="of the blurred volume, against a maximum of 1")
    parser.add_argument("--out", type=Path, default=Path("out"), help="where blur_kernel_3d.png goes")
    args = parser.parse_args()

    start = time.perf_counter()
    volume, kernel = load_volume(), true_kernel()
    blurred = go.eager.Conv3D(input=volume, filter=kernel, **VALID)  # (1, 20, 86, 68, 1)
    blurred += args.noise * np.random.default_rng(1).standard_normal(blurred.shape, np.float32)
    errors = []
    print("step  |w - kernel| / |kernel|")
    for number, w in enumerate(fit(sharpen(volume), sharpen(blurred), args.steps), 1):
        errors.append(float(np.linalg.norm(w - kernel) / np.linalg.norm(kernel)))
        if number in (1, 2, 5) or number % 10 == 0:
            print(f"{number:4}  {errors[-1]:.4f}")
    print(
        f"largest weight {kernel.max():.4f}, found {w.flat[kernel.argmax()]:.4f}; "
        f"weights sum to {w.sum():.4f}; {time.perf_counter() - start:.1f} s"
    )
    draw(args.out / "blur_kernel_3d.png", volume, blurred, kernel, w, errors)


def draw(path, volume, blurred, kernel, found, errors):
    """Slices of both volumes, the error of each step, and the slices of both kernels."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        print("no picture without matplotlib: pip install 'graphops[demo]'")
        return
    figure = Figure(figsize=(11, 8.5), dpi=110, layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle("the blur of a scan, found by gradient descent on Conv3DBackpropFilterV2", fontsize=14)
    top, bottom = figure.subfigures(2, 1, height_ratios=[1, 1.15])
    sharp, soft, curve = top.subplots(1, 3, width_ratios=[1, 1, 1.3])
    for axis, image, title in (
        (sharp, volume[0, 12, :, :, 0], "the volume, slice 12 of 24"),
        (soft, blurred[0, 10, :, :, 0], "blurred, with noise: the same slice"),
    ):
        axis.imshow(image, cmap="gray", origin="lower", vmin=0, vmax=0.8)
        axis.set_title(title, fontsize=11)
        axis.set_axis_off()
    curve.semilogy(range(1, len(errors) + 1), errors, color="#2b5d8a", linewidth=2)
    curve.set_title("error of the kernel", fontsize=11)
    curve.set_xlabel("step")
    curve.set_ylabel("|w - kernel| / |kernel|")
    curve.grid(True, which="both", color="#e6e6e6")
    axes = bottom.subplots(3, SIZE)
    largest = float(kernel.max())
    rows = (
        ("true kernel", kernel, "viridis", 0.0, largest),
        ("found", found, "viridis", 0.0, largest),
        ("difference × 10", (found - kernel) * 10, "RdBu_r", -largest, largest),
    )
    for row, (label, weights, colours, low, high) in zip(axes, rows, strict=True):
        for depth, axis in enumerate(row):
            image = axis.imshow(weights[depth, :, :, 0, 0], cmap=colours, vmin=low, vmax=high)
            axis.set_xticks([])
            axis.set_yticks([])
            if weights is kernel:
                axis.set_title(f"depth {depth}", fontsize=10)
        row[0].set_ylabel(label, fontsize=11)
        bottom.colorbar(image, ax=row, shrink=0.9)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
