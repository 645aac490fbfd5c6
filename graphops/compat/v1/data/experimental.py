"""``tf.data.experimental``, which TensorFlow 1 also has as ``tf.contrib.data``: functions for ``Dataset.apply``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from graphops.compat.v1.data import arguments, order
from graphops.compat.v1.data.dataset import Dataset
from graphops.compat.v1.data.parallel import AUTOTUNE
from graphops.compat.v1.data.running import Running
from graphops.compat.v1.data.sources import Counter as _Counter
from graphops.compat.v1.data.structure import Leaf, as_shape, common_structure, flatten, pack
from graphops.compat.v1.functions import casts, indexing, joining, reductions
from graphops.compat.v1.functions.missing import missing
from graphops_registry.dtypes import as_dtype, int64
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.shape import SCALAR_SHAPE, TensorShape

Transformation = Callable[[Dataset], Dataset]


def __getattr__(name: str) -> Any:
    raise missing("data.experimental", name)


def map_and_batch(
    map_func: Callable[..., Any],
    batch_size: Any,
    num_parallel_batches: Any = None,
    drop_remainder: Any = False,
    num_parallel_calls: Any = None,
) -> Transformation:
    """:meth:`Dataset.map` and :meth:`Dataset.batch`."""
    calls = num_parallel_calls
    if calls is None and num_parallel_batches is not None:
        calls = int(num_parallel_batches) * int(batch_size) if isinstance(batch_size, int) else AUTOTUNE
    return lambda dataset: dataset.map(map_func, calls).batch(batch_size, drop_remainder)


def shuffle_and_repeat(buffer_size: Any, count: Any = None, seed: Any = None) -> Transformation:
    """:meth:`Dataset.shuffle` and :meth:`Dataset.repeat`."""
    return lambda dataset: dataset.shuffle(buffer_size, seed).repeat(count)


def batch_and_drop_remainder(batch_size: Any) -> Transformation:
    """:meth:`Dataset.batch` without a last batch that is smaller; of ``tf.contrib.data``."""
    return lambda dataset: dataset.batch(batch_size, drop_remainder=True)


def padded_batch_and_drop_remainder(batch_size: Any, padded_shapes: Any, padding_values: Any = None) -> Transformation:
    """:meth:`Dataset.padded_batch` without a last batch that is smaller; of ``tf.contrib.data``."""
    return lambda dataset: dataset.padded_batch(batch_size, padded_shapes, padding_values, drop_remainder=True)


def ignore_errors(log_warning: bool = False) -> Transformation:
    """:meth:`Dataset.ignore_errors`."""
    return lambda dataset: dataset.ignore_errors(log_warning)


def unbatch() -> Transformation:
    """:meth:`Dataset.unbatch`."""
    return lambda dataset: dataset.unbatch()


def unique() -> Transformation:
    """:meth:`Dataset.unique`."""
    return lambda dataset: dataset.unique()


def enumerate_dataset(start: Any = 0) -> Transformation:
    """:meth:`Dataset.enumerate`."""
    return lambda dataset: dataset.enumerate(start)


def take_while(predicate: Callable[..., Any]) -> Transformation:
    """:meth:`Dataset.take_while`."""
    return lambda dataset: dataset.take_while(predicate)


def scan(initial_state: Any, scan_func: Callable[..., Any]) -> Transformation:
    """:meth:`Dataset.scan`."""
    return lambda dataset: dataset.scan(initial_state, scan_func)


def parallel_interleave(
    map_func: Callable[..., Any],
    cycle_length: Any,
    block_length: Any = 1,
    sloppy: Any = False,
    buffer_output_elements: Any = None,
    prefetch_input_elements: Any = None,
) -> Transformation:
    """:meth:`Dataset.interleave`, in its order whatever ``sloppy`` says; buffer sizes have no effect."""
    return lambda dataset: dataset.interleave(map_func, cycle_length, block_length)


sloppy_interleave = parallel_interleave


def prefetch_to_device(device: str, buffer_size: Any = None) -> Transformation:
    """:meth:`Dataset.prefetch`: elements stay on the host."""
    return lambda dataset: dataset.prefetch(buffer_size)


def copy_to_device(target_device: str, source_device: str = "/cpu:0") -> Transformation:
    """The same data set: elements stay on the host until an op on a device reads them."""
    return lambda dataset: dataset


def group_by_window(
    key_func: Callable[..., Any],
    reduce_func: Callable[..., Any],
    window_size: Any = None,
    window_size_func: Callable[..., Any] | None = None,
) -> Transformation:
    """:meth:`Dataset.group_by_window`."""
    return lambda dataset: dataset.group_by_window(key_func, reduce_func, window_size, window_size_func)


def bucket_by_sequence_length(
    element_length_func: Callable[..., Any],
    bucket_boundaries: Sequence[int],
    bucket_batch_sizes: Sequence[int],
    padded_shapes: Any = None,
    padding_values: Any = None,
    pad_to_bucket_boundary: bool = False,
    no_padding: bool = False,
    drop_remainder: bool = False,
) -> Transformation:
    """Padded batches of elements of similar length.

    Args:
        element_length_func: gives the length of an element, a scalar of int32.
        bucket_boundaries: upper lengths, not included, in ascending order.
        bucket_batch_sizes: one more than boundaries.
        pad_to_bucket_boundary: fill unknown sizes up to the boundary minus 1.
        no_padding: batches of elements that have one shape.
    """
    boundaries, sizes = list(bucket_boundaries), list(bucket_batch_sizes)
    if len(sizes) != len(boundaries) + 1:
        raise InvalidArgumentError(
            f"bucket_batch_sizes must be one more than bucket_boundaries, got {len(sizes)} and {len(boundaries)}"
        )

    def bucket(*element: Any) -> Any:
        length = casts.cast(element_length_func(*element), int64)
        return reductions.reduce_sum(casts.cast(arguments.numbers(boundaries) <= length, int64))

    def size_of(key: Any) -> Any:
        return indexing.gather(arguments.numbers(sizes), key)

    def reduced(key: Any, members: Dataset) -> Dataset:
        size = size_of(key)
        if no_padding:
            return members.batch(size, drop_remainder)
        shapes = padded_shapes if padded_shapes is not None else _static_shapes(members)
        if pad_to_bucket_boundary:
            limit = indexing.gather(arguments.numbers([*boundaries, 0]), key) - 1
            shapes = pack(
                members.structure,
                [_up_to(shape, limit) for shape in arguments.shapes_like(members.structure, shapes)],
            )
        return members.padded_batch(size, shapes, padding_values, drop_remainder)

    return lambda dataset: dataset.group_by_window(bucket, reduced, window_size_func=size_of)


def _static_shapes(dataset: Dataset) -> Any:
    return pack(dataset.structure, [leaf.shape for leaf in flatten(dataset.structure)])


def _up_to(shape: Any, limit: Any) -> Any:
    dims = as_shape(shape).dims or ()
    return joining.stack([limit if n is None else arguments.numbers(n) for n in dims]) if dims else TensorShape([])


def sample_from_datasets(
    datasets: Sequence[Dataset], weights: Any = None, seed: Any = None, stop_on_empty_dataset: bool = False
) -> Dataset:
    """Elements of several data sets, each from one drawn at random with ``weights`` (equal ones by default)."""
    chances = np.ones(len(datasets)) if weights is None else np.asarray(weights, np.float64)
    if chances.shape != (len(datasets),) or not len(datasets) or (chances < 0).any() or not chances.sum() > 0:
        raise InvalidArgumentError(
            f"weights of sample_from_datasets() must be {len(datasets)} chances, got {weights!r}"
        )
    seeds = arguments.seeds(seed)

    def choices(running: Running, left: set[int]) -> Iterator[int]:
        generator = np.random.Generator(np.random.Philox(seeds))
        while left:
            places = sorted(left)
            some = chances[places]
            if not some.sum() > 0:
                return
            yield int(generator.choice(places, p=some / some.sum()))

    return _choose(datasets, choices, stop_on_empty_dataset)


def choose_from_datasets(
    datasets: Sequence[Dataset], choice_dataset: Dataset, stop_on_empty_dataset: bool = False
) -> Dataset:
    """Elements of several data sets, each from the one whose number ``choice_dataset`` gives (scalars of int64)."""
    stage = choice_dataset._stage  # noqa: SLF001 - a Dataset's own
    if stage.structure != Leaf(int64, SCALAR_SHAPE):
        raise InvalidArgumentError(f"choice_dataset must have elements of int64, got {choice_dataset!r}")

    def choices(running: Running, left: set[int]) -> Iterator[int]:
        return (int(element[0]) for element in stage.begin(running))

    return _choose(datasets, choices, stop_on_empty_dataset, stage)


def _choose(datasets: Sequence[Dataset], choices: Any, until_one_ends: bool, chooser: Any = None) -> Dataset:
    structure = datasets[0].structure
    for other in datasets[1:]:
        structure = common_structure(structure, other.structure, "datasets")
    stages = [dataset._stage for dataset in datasets]  # noqa: SLF001 - a Dataset's own
    return Dataset(order.Choose(structure, stages, choices, until_one_ends, chooser=chooser))


def Counter(start: Any = 0, step: Any = 1, dtype: Any = int64) -> Dataset:
    """``start``, ``start + step`` ... without end."""
    inputs = [arguments.integer(value, "a number of Counter()") for value in (start, step)]
    return Dataset(_Counter(Leaf(as_dtype(dtype), SCALAR_SHAPE), inputs=inputs))


def get_single_element(dataset: Dataset) -> Any:
    """Tensors: the only element."""
    return dataset.get_single_element()


__all__ = [
    "AUTOTUNE",
    "Counter",
    "batch_and_drop_remainder",
    "bucket_by_sequence_length",
    "choose_from_datasets",
    "copy_to_device",
    "enumerate_dataset",
    "get_single_element",
    "group_by_window",
    "ignore_errors",
    "map_and_batch",
    "padded_batch_and_drop_remainder",
    "parallel_interleave",
    "prefetch_to_device",
    "sample_from_datasets",
    "scan",
    "shuffle_and_repeat",
    "sloppy_interleave",
    "take_while",
    "unbatch",
    "unique",
]
