"""Windows of images that may reach beyond them, where there is noise."""

from __future__ import annotations

from graphops_registry.op_def import Op, register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_NOISES = ("uniform", "gaussian", "zero")


def _register(name: str, places: str) -> Op:
    return register_op(
        name,
        inputs=["input: float", "size: int32", "offsets: float"],
        outputs=["glimpse: float"],
        attrs=[
            "centered: bool = true",
            "normalized: bool = true",
            "uniform_noise: bool = true",
            "noise: string = 'uniform'",
        ],
        traits=["decided_at_run"],
        doc=f"""A window of each image.

    input: `[batch, rows, columns, channels]`.
    size: `[window_rows, window_columns]`, positive.
    offsets: `[batch, 2]`: y and x of {places}
    centered: offsets are from the middle of the image.
    normalized: offsets are in multiples of the image's rows and columns.
    uniform_noise: only with noise 'uniform' or ''.
    noise: what is beyond an image: 'uniform', between its smallest and largest number, 'gaussian', with the mean and
    the deviation of each channel, or 'zero'; '' is 'uniform' with uniform_noise, and without it 'gaussian'. Each run
    draws other noise.
    glimpse: `[batch, window_rows, window_columns, channels]`.""",
    )


# -- ExtractGlimpse, ExtractGlimpseV2 ----------------------------------------------------------------------------------

extract_glimpse = _register("ExtractGlimpse", "the middle of the window; with centered -1 and 1 are the edges.")
extract_glimpse.no_gradient()

extract_glimpse_v2 = _register(
    "ExtractGlimpseV2", "the middle of the window if centered and normalized, otherwise of its first corner."
)
extract_glimpse_v2.no_gradient()


@extract_glimpse.shape_rule
@extract_glimpse_v2.shape_rule
def _extract_glimpse_shape(c: ShapeContext) -> list[TensorShape]:
    noise = c.attr("noise")
    if noise not in ("", *_NOISES):
        c.fail("attr 'noise'", "be 'uniform', 'gaussian', 'zero' or ''", repr(noise))
    if c.attr("uniform_noise") and noise not in ("", "uniform"):
        c.fail("attr 'noise'", "be 'uniform' or '' if attr 'uniform_noise' is true", repr(noise))
    images, offsets = c.with_rank("input", 4), c.with_rank("offsets", 2)
    if images.dims is not None and 0 in images.dims[1:3]:
        c.fail("input", "have rows and columns", images)
    c.merge_dim("offsets", offsets[1], 2, "have 2 columns: y, x")
    batch = c.merge_dim("offsets", offsets[0], images[0], f"have a row for each of {images[0]} images")
    sizes = c.shape_from_tensor("size", rank=2)
    if sizes.dims is not None and 0 in sizes.dims:
        c.fail("size", "have sizes > 0", sizes)
    return [TensorShape.of((batch, sizes[0], sizes[1], images[3]))]
