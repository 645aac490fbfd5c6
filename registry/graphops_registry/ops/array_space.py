"""Moving blocks of space to the batch or to the channels, and back."""

from __future__ import annotations

from math import prod
from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.space_regions import batch_to_blocks, blocks_to_batch, blocks_to_depth, depth_to_blocks
from graphops_registry.shape import MAX_RANK, Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

# -- SpaceToBatchND, BatchToSpaceND --------------------------------------------------------------------------------

space_to_batch_nd = register_op(
    "SpaceToBatchND",
    inputs=["input: T", "block_shape: Tblock_shape", "paddings: Tpaddings"],
    outputs=["output: T"],
    attrs=["T: type", "Tblock_shape: {int32, int64} = DT_INT32", "Tpaddings: {int32, int64} = DT_INT32"],
    doc="""Spatial blocks as batches: a batch for each place in a block, holding that place of every block.

    input: `[batch, spatial..., rest...]`.
    block_shape: the size of a block along each spatial axis, at least 1; its length says how many those are.
    paddings: zeros (before, after) along each spatial axis; the padded size must be a multiple of the block's.
    output: `[blocks * batch, spatial / block..., rest...]`, the place in a block being the slower index.""",
)

batch_to_space_nd = register_op(
    "BatchToSpaceND",
    inputs=["input: T", "block_shape: Tblock_shape", "crops: Tcrops"],
    outputs=["output: T"],
    attrs=["T: type", "Tblock_shape: {int32, int64} = DT_INT32", "Tcrops: {int32, int64} = DT_INT32"],
    doc="""Batches as spatial blocks: undoes SpaceToBatchND.

    input: `[blocks * batch, spatial..., rest...]`.
    block_shape: the size of a block along each spatial axis, at least 1; its length says how many those are.
    crops: how much to cut off (before, after) along each spatial axis.
    output: `[batch, spatial * block - crops..., rest...]`.""",
)


@space_to_batch_nd.shape_rule
def _space_to_batch_nd_shape(c: ShapeContext) -> list[TensorShape]:
    dims, blocks, pairs = _blocks_and_margins(c, "paddings")
    if dims is None:
        return [TensorShape(None)]
    sizes: list[Dim] = []
    for axis, block in enumerate(blocks, 1):
        padded = _plus(dims[axis], None if pairs is None else sum(pairs[axis - 1]))
        if block is not None and isinstance(padded, int) and padded % block:
            c.fail("block_shape", f"divide the padded size {padded} of axis {axis} of input", block)
        sizes.append(_divided(padded, block))
    return [TensorShape.of((_times(dims[0], _product(blocks)), *sizes, *dims[1 + len(blocks) :]))]


@batch_to_space_nd.shape_rule
def _batch_to_space_nd_shape(c: ShapeContext) -> list[TensorShape]:
    dims, blocks, pairs = _blocks_and_margins(c, "crops")
    if dims is None:
        return [TensorShape(None)]
    places = _product(blocks)
    if places is not None and isinstance(dims[0], int) and dims[0] % places:
        c.fail("input", f"have a batch that is a multiple of the {places} places of a block", dims[0])
    sizes: list[Dim] = []
    for axis, block in enumerate(blocks, 1):
        whole = _times(dims[axis], block)
        cut = None if pairs is None else sum(pairs[axis - 1])
        if isinstance(whole, int) and cut is not None and cut > whole:
            c.fail("crops", f"cut off at most the {whole} elements of axis {axis}", pairs[axis - 1] if pairs else None)
        sizes.append(_plus(whole, None if cut is None else -cut))
    return [TensorShape.of((_divided(dims[0], places), *sizes, *dims[1 + len(blocks) :]))]


def _blocks_and_margins(
    c: ShapeContext, margins: str
) -> tuple[tuple[Dim, ...] | None, list[int | None], list[tuple[int, int]] | None]:
    """The input's dimensions, the size of a block along each spatial axis, and the pairs of ``margins``.

    The dimensions are ``None`` if the rank or the number of spatial axes is not known; sizes and pairs if their values
    are not.
    """
    own = c.with_rank_at_least("input", 1)
    count, pairs_shape = c.with_rank("block_shape", 1)[0], c.with_rank(margins, 2)
    c.merge_dim(margins, pairs_shape[1], 2, "have 2 columns")
    count = c.merge_dim(margins, pairs_shape[0], count, f"have a row for each of the {count} sizes in block_shape")
    if isinstance(count, int) and count > MAX_RANK:
        c.fail("block_shape", f"have at most {MAX_RANK} sizes", count)
    blocks: list[int | None] = [None] * (count if isinstance(count, int) else 0)
    value = c.value("block_shape")
    if value is not None:
        sizes = [int(size) for size in value]
        if any(size < 1 for size in sizes):
            c.fail("block_shape", "be at least 1", sizes)
        blocks = list(sizes)
    value = c.value(margins)
    pairs = None if value is None else [(int(before), int(after)) for before, after in value]
    if pairs is not None and any(size < 0 for pair in pairs for size in pair):
        c.fail(margins, "not be negative", pairs)
    if not isinstance(count, int):
        return None, blocks, pairs
    if own.dims is not None and len(own.dims) <= count:
        rule = f"have rank {count + 1} or more: a batch axis and {count} spatial ones"
        c.fail("input", rule, f"rank {len(own.dims)} {own}")
    return own.dims, blocks, pairs


def _product(sizes: list[int | None]) -> int | None:
    known = [size for size in sizes if size is not None]
    return prod(known) if len(known) == len(sizes) else None


def _plus(dim: Dim, more: int | None) -> Dim:
    """``dim + more``; a symbol stays itself if nothing is added."""
    return dim + more if isinstance(dim, int) and more is not None else dim if more == 0 else None


def _times(dim: Dim, factor: int | None) -> Dim:
    return dim * factor if isinstance(dim, int) and factor is not None else dim if factor == 1 else None


def _divided(dim: Dim, divisor: int | None) -> Dim:
    return dim // divisor if isinstance(dim, int) and divisor is not None else dim if divisor == 1 else None


space_to_batch_nd.region_rule(blocks_to_batch)
batch_to_space_nd.region_rule(batch_to_blocks)


@space_to_batch_nd.gradient
def _space_to_batch_nd_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.BatchToSpaceND(input=dy, block_shape=node.inputs[1], crops=node.inputs[2]), None, None]


@batch_to_space_nd.gradient
def _batch_to_space_nd_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.SpaceToBatchND(input=dy, block_shape=node.inputs[1], paddings=node.inputs[2]), None, None]


# -- SpaceToDepth, DepthToSpace ------------------------------------------------------------------------------------

_BLOCKS = ["T: type", "block_size: int >= 2", "data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC'"]
_FORMATS = """
    data_format: NCHW_VECT_C is `[batch, channels / 4, height, width, 4]`, whose last axis stays together."""

space_to_depth = register_op(
    "SpaceToDepth",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=_BLOCKS,
    doc=f"""Square blocks of an image as channels: row by row within a block, the old channels the faster index.

    block_size: height and width of a block; divides those of the input.{_FORMATS}""",
)

depth_to_space = register_op(
    "DepthToSpace",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=_BLOCKS,
    doc=f"""Channels of an image as square blocks: undoes SpaceToDepth.

    block_size: height and width of a block; its square divides the channels.{_FORMATS}""",
)


@space_to_depth.shape_rule
def _space_to_depth_shape(c: ShapeContext) -> list[TensorShape]:
    batch, rows, columns, depth = _image(c)
    block: int = c.attr("block_size")
    for name, size in (("height", rows), ("width", columns)):
        if isinstance(size, int) and size % block:
            c.fail("input", f"have a {name} that is a multiple of block_size, {block}", size)
    return [_as_image(c, batch, _divided(rows, block), _divided(columns, block), _times(depth, block * block))]


@depth_to_space.shape_rule
def _depth_to_space_shape(c: ShapeContext) -> list[TensorShape]:
    batch, rows, columns, depth = _image(c)
    block: int = c.attr("block_size")
    if isinstance(depth, int) and depth % (block * block):
        c.fail("input", f"have channels that are a multiple of {block * block}, the square of block_size", depth)
    return [_as_image(c, batch, _times(rows, block), _times(columns, block), _divided(depth, block * block))]


def _image(c: ShapeContext) -> tuple[Dim, Dim, Dim, Dim]:
    """Batch, height, width and channels of the input; NCHW_VECT_C counts channels in fours."""
    layout = c.attr("data_format")
    dims = c.with_rank("input", 5 if layout == "NCHW_VECT_C" else 4).dims or ()
    if layout == "NHWC":
        return dims[0], dims[1], dims[2], dims[3]
    if layout == "NCHW_VECT_C":
        c.merge_dim("input", dims[4], 4, "have 4 elements along its last axis for NCHW_VECT_C")
    return dims[0], dims[2], dims[3], dims[1]


def _as_image(c: ShapeContext, batch: Dim, rows: Dim, columns: Dim, depth: Dim) -> TensorShape:
    layout = c.attr("data_format")
    if layout == "NHWC":
        return TensorShape.of((batch, rows, columns, depth))
    return TensorShape.of((batch, depth, rows, columns, *((4,) if layout == "NCHW_VECT_C" else ())))


space_to_depth.region_rule(blocks_to_depth)
depth_to_space.region_rule(depth_to_blocks)


@space_to_depth.gradient
def _space_to_depth_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.DepthToSpace(input=dy, **_block_attrs(node))]


@depth_to_space.gradient
def _depth_to_space_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.SpaceToDepth(input=dy, **_block_attrs(node))]


def _block_attrs(node: GradientNode) -> dict[str, Any]:
    return {name: node.get_attr(name) for name in ("block_size", "data_format")}


# -- SpaceToBatch, BatchToSpace ------------------------------------------------------------------------------------

space_to_batch = register_op(
    "SpaceToBatch",
    inputs=["input: T", "paddings: Tpaddings"],
    outputs=["output: T"],
    attrs=["T: type", "Tpaddings: {int32, int64} = DT_INT32", "block_size: int >= 2"],
    doc="""Square blocks of an image as batches: SpaceToBatchND for two spatial axes and one size.

    input: `[batch, height, width, channels]`.
    paddings: zeros (before, after) along height and width, `[2, 2]`.""",
)

batch_to_space = register_op(
    "BatchToSpace",
    inputs=["input: T", "crops: Tidx"],
    outputs=["output: T"],
    attrs=["T: type", "block_size: int >= 2", "Tidx: {int32, int64} = DT_INT32"],
    doc="""Batches as square blocks of an image: BatchToSpaceND for two spatial axes and one size.

    input: `[batch * block_size * block_size, height, width, channels]`.
    crops: how much to cut off (before, after) along height and width, `[2, 2]`.""",
)


def _margins(c: ShapeContext, argument: str) -> list[int | None]:
    """The sums of the margins along height and width."""
    shape = c.with_rank(argument, 2)
    for axis in (0, 1):
        c.merge_dim(argument, shape[axis], 2, "have shape (2, 2)")
    value = c.value(argument)
    if value is None:
        return [None, None]
    if (value < 0).any():
        c.fail(argument, "not be negative", value.tolist())
    return [int(before) + int(after) for before, after in value]


@space_to_batch.shape_rule
def _space_to_batch_shape(c: ShapeContext) -> list[TensorShape]:
    shape, block, margins = c.with_rank("input", 4), c.attr("block_size"), _margins(c, "paddings")
    batch = shape[0]
    sizes: list[Dim] = []
    for axis, margin in enumerate(margins, 1):
        size = shape[axis]
        if not isinstance(size, int) or margin is None:
            sizes.append(None)
            continue
        if (size + margin) % block:
            c.fail("attr 'block_size'", f"divide the padded size {size + margin} of axis {axis} of input", block)
        sizes.append((size + margin) // block)
    return [TensorShape.of((batch * block * block if isinstance(batch, int) else None, *sizes, shape[3]))]


@batch_to_space.shape_rule
def _batch_to_space_shape(c: ShapeContext) -> list[TensorShape]:
    shape, block, margins = c.with_rank("input", 4), c.attr("block_size"), _margins(c, "crops")
    batch = shape[0]
    if isinstance(batch, int) and batch % (block * block):
        c.fail("input", f"have a batch that is a multiple of the {block * block} places of a block", batch)
    sizes: list[Dim] = []
    for axis, margin in enumerate(margins, 1):
        size = shape[axis]
        if not isinstance(size, int) or margin is None:
            sizes.append(None)
            continue
        if margin > size * block:
            c.fail("crops", f"cut off at most the {size * block} elements of axis {axis}", margin)
        sizes.append(size * block - margin)
    return [TensorShape.of((batch // (block * block) if isinstance(batch, int) else None, *sizes, shape[3]))]


space_to_batch.region_rule(blocks_to_batch)
batch_to_space.region_rule(batch_to_blocks)


@space_to_batch.gradient
def _space_to_batch_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.BatchToSpace(input=dy, crops=node.inputs[1], block_size=node.get_attr("block_size")), None]


@batch_to_space.gradient
def _batch_to_space_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.SpaceToBatch(input=dy, paddings=node.inputs[1], block_size=node.get_attr("block_size")), None]
