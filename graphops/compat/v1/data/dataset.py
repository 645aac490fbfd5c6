"""``tf.data.Dataset``: pipelines of elements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from graphops.build import raw_ops
from graphops.compat.v1.data import arguments, batches, elements, files, order, parallel, sources
from graphops.compat.v1.data.functions import Traced
from graphops.compat.v1.data.iterators import Iterator, dataset_tensor, iterator_of, one_shot_iterator
from graphops.compat.v1.data.options import Options
from graphops.compat.v1.data.pipeline import Pipeline, Stage
from graphops.compat.v1.data.structure import (
    Leaf,
    common_structure,
    dataset_leaf,
    flatten,
    map_leaves,
    pack,
    shapes_of,
    structure_of,
    types_of,
    unbatched,
)
from graphops.compat.v1.functions.marked import mark
from graphops.graph.graph import Tensor
from graphops_registry.dtypes import as_dtype, bool_, int64
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, UnimplementedError
from graphops_registry.shape import SCALAR_SHAPE


class Dataset:
    """A pipeline of elements; each method gives another one. An element is a tensor, or tuples and dicts of tensors.

    Numbers and names that a method takes may be tensors; placeholders are fed when the iterator's initializer runs.
    Functions are traced once into a graph, which runs for each element. Random ops in it draw anew for each.

    Args:
        stage: what gives the elements.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    # -- what it is ------------------------------------------------------------------------------------------------

    @property
    def structure(self) -> Any:
        """Tuples and dicts of :class:`~graphops.compat.v1.data.structure.Leaf`."""
        return self._stage.structure

    @property
    def output_types(self) -> Any:
        """The dtypes of an element."""
        return types_of(self.structure)

    @property
    def output_shapes(self) -> Any:
        """The shapes of an element."""
        return shapes_of(self.structure)

    @property
    def output_classes(self) -> Any:
        """``Tensor`` for each tensor of an element, ``Dataset`` for a data set."""
        return map_leaves(lambda leaf: Tensor if leaf.elements is None else Dataset, self.structure)

    def options(self) -> Options:
        """Options; they have no effect."""
        return Options()

    def with_options(self, options: Options, name: str | None = None) -> Dataset:
        """The same elements: options have no effect."""
        if not isinstance(options, Options):
            raise InvalidTypeError(f"options of with_options() must be tf.data.Options, got {options!r}")
        return Dataset(self._stage)

    def variant_tensor(self) -> Tensor:
        """A scalar of dtype variant that holds the data set."""
        mark()
        pipeline = Pipeline(self._stage)
        return dataset_tensor(pipeline)

    def __iter__(self) -> Any:
        raise InvalidTypeError("a Dataset must not be iterated over; run get_next() of make_one_shot_iterator()")

    def __repr__(self) -> str:
        return f"<Dataset shapes: {self.output_shapes}, types: {self.output_types}>"

    # -- where elements come from ----------------------------------------------------------------------------------

    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> Dataset:
        """One element."""
        found, structure = arguments.tensors(tensors, "tensors of Dataset.from_tensors()")
        return Dataset(sources.Tensors(structure, inputs=found))

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None = None) -> Dataset:
        """The slices of tensors along their first axis, which has the same size in all."""
        what = "tensors of Dataset.from_tensor_slices()"
        found, structure = arguments.tensors(tensors, what)
        sizes = {n for tensor in found for n in (tensor.plain_shape.dims or ())[:1] if isinstance(n, int)}
        if len(sizes) > 1:
            raise InvalidArgumentError(f"{what} must have the same size along the first axis, got {sorted(sizes)}")
        return Dataset(sources.Slices(unbatched(structure, what), inputs=found))

    @staticmethod
    def from_generator(
        generator: Callable[..., Any],
        output_types: Any = None,
        output_shapes: Any = None,
        args: Any = None,
        output_signature: Any = None,
        name: str | None = None,
    ) -> Dataset:
        """What ``generator(*args)`` gives, called for each iteration; ``args`` are tensors, it gets their values."""
        if not callable(generator):
            raise InvalidTypeError(f"generator of from_generator() must be a function, got {generator!r}")
        if output_signature is not None or output_types is None:
            raise InvalidTypeError("from_generator() must be given output_types, and no output_signature")
        structure = structure_of(output_types, output_shapes, "from_generator()")
        inputs = [] if args is None else arguments.tensors(tuple(args), "args of from_generator()")[0]
        return Dataset(sources.Generated(generator, structure, inputs))

    @staticmethod
    def range(*args: Any, **kwargs: Any) -> Dataset:
        """Integers as Python's ``range`` gives them, of int64 or ``output_type``."""
        kwargs.pop("name", None)
        dtype = as_dtype(kwargs.pop("output_type", int64))
        if kwargs or not 1 <= len(args) <= 3:
            raise InvalidTypeError(f"Dataset.range() must get 1 to 3 numbers and output_type, got {args}, {kwargs}")
        start, stop, step = (0, *args, 1) if len(args) == 1 else (*args, 1)[:3]
        inputs = [arguments.integer(value, "a number of Dataset.range()") for value in (start, stop, step)]
        return Dataset(sources.Range(Leaf(dtype, SCALAR_SHAPE), inputs=inputs))

    @staticmethod
    def zip(*args: Any, datasets: Any = None, name: str | None = None) -> Dataset:
        """Elements side by side; ``datasets`` is a structure of data sets, and elements have that structure."""
        given = datasets if datasets is not None else args[0] if len(args) == 1 else args
        leaves = flatten(given)
        for leaf in leaves:
            _dataset(leaf, "datasets of Dataset.zip()")
        structure = pack(given, [leaf.structure for leaf in leaves])
        return Dataset(order.Zip(structure, [leaf._stage for leaf in leaves]))  # noqa: SLF001 - another Dataset

    @staticmethod
    def list_files(file_pattern: Any, shuffle: Any = None, seed: Any = None, name: str | None = None) -> Dataset:
        """The names of files that match a pattern, or one of several; in random order unless ``shuffle`` is false."""
        found = Dataset(files.MatchingFiles(arguments.text(file_pattern, "file_pattern of list_files()")))
        return found.shuffle(1 << 20, seed) if shuffle is None or shuffle else found

    # -- functions of elements -------------------------------------------------------------------------------------

    def _traced(self, function: Any, what: str, given: Any = None) -> Traced:
        mark()
        return Traced(function, [self.structure] if given is None else given, what, of_tensor)

    def map(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        synchronous: bool | None = None,
        use_unbounded_threadpool: bool = False,
        name: str | None = None,
    ) -> Dataset:
        """What a function gives for each element, in their order; with so many calls at once in threads."""
        traced = self._traced(map_func, "map_func of Dataset.map()")
        if num_parallel_calls is None:
            return Dataset(elements.Map(self._stage, traced))
        count = arguments.integer(num_parallel_calls, "num_parallel_calls of Dataset.map()")
        return Dataset(parallel.ParallelMap(self._stage, traced, count))

    def map_with_legacy_function(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        use_unbounded_threadpool: bool = False,
    ) -> Dataset:
        """The same as :meth:`map`."""
        return self.map(map_func, num_parallel_calls)

    def filter(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements for which a function gives true."""
        traced = self._traced(predicate, "predicate of Dataset.filter()")
        traced.scalar(bool_)
        return Dataset(elements.Filter(self._stage, traced))

    def filter_with_legacy_function(self, predicate: Callable[..., Any]) -> Dataset:
        """The same as :meth:`filter`."""
        return self.filter(predicate)

    def take_while(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements before the first for which a function gives false."""
        traced = self._traced(predicate, "predicate of Dataset.take_while()")
        traced.scalar(bool_)
        return Dataset(elements.Filter(self._stage, traced, until=True))

    def flat_map(self, map_func: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements of the data sets that a function gives, one data set after the other."""
        return Dataset(elements.FlatMap(self._stage, self._traced(map_func, "map_func of Dataset.flat_map()")))

    def interleave(
        self,
        map_func: Callable[..., Any],
        cycle_length: Any = None,
        block_length: Any = None,
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Elements of the data sets that a function gives: ``block_length`` of each of ``cycle_length`` in turn."""
        traced = self._traced(map_func, "map_func of Dataset.interleave()")
        if cycle_length is None or (isinstance(cycle_length, int) and cycle_length == parallel.AUTOTUNE):
            cycle_length = parallel.processors()
        cycle = arguments.integer(cycle_length, "cycle_length of Dataset.interleave()")
        block = arguments.integer(1 if block_length is None else block_length, "block_length of Dataset.interleave()")
        return Dataset(elements.Interleave(self._stage, traced, cycle, block))

    def scan(self, initial_state: Any, scan_func: Callable[..., Any], name: str | None = None) -> Dataset:
        """``scan_func(state, element)`` gives the next state and an element, for each element."""
        what = "scan_func of Dataset.scan()"
        initial, state = arguments.tensors(initial_state, "initial_state of Dataset.scan()")
        traced = self._traced(scan_func, what, [state, self.structure])
        if not isinstance(traced.structure, tuple) or len(traced.structure) != 2:
            raise InvalidTypeError(f"{what} must return a state and an element, got {traced.structure!r}")
        merged = elements.merged_state(state, traced.structure[0], what)
        if merged != state:
            traced = self._traced(scan_func, what, [merged, self.structure])
        return Dataset(elements.Scan(self._stage, traced, initial, traced.structure[1], last_only=False))

    def reduce(self, initial_state: Any, reduce_func: Callable[..., Any], name: str | None = None) -> Any:
        """Tensors: the last state, where ``reduce_func(state, element)`` gives the next one."""
        what = "reduce_func of Dataset.reduce()"
        initial, state = arguments.tensors(initial_state, "initial_state of Dataset.reduce()")
        traced = self._traced(reduce_func, what, [state, self.structure])
        merged = elements.merged_state(state, traced.structure, what)
        if merged != state:
            traced = self._traced(reduce_func, what, [merged, self.structure])
        return Dataset(elements.Scan(self._stage, traced, initial, merged, last_only=True)).get_single_element()

    def get_single_element(self, name: str | None = None) -> Any:
        """Tensors: the only element."""
        leaves = flatten(self.structure)
        found = raw_ops.DatasetToSingleElement(
            dataset=self.variant_tensor(),
            output_types=[leaf.dtype for leaf in leaves],
            output_shapes=[leaf.shape for leaf in leaves],
            name=name,
        )
        return pack(self.structure, found)

    def apply(self, transformation_func: Callable[[Dataset], Dataset]) -> Dataset:
        """What a function of data sets gives for this one; :mod:`tf.data.experimental` has such functions."""
        found = transformation_func(self)
        return _dataset(found, "transformation_func of Dataset.apply() must return one, which")

    # -- which elements --------------------------------------------------------------------------------------------

    def repeat(self, count: Any = None, name: str | None = None) -> Dataset:
        """The elements ``count`` times; without end for ``None`` and -1."""
        number = arguments.integer(-1 if count is None else count, "count of Dataset.repeat()")
        return Dataset(order.Repeat(self._stage, number))

    def take(self, count: Any, name: str | None = None) -> Dataset:
        """The first ``count`` elements; all for -1."""
        return Dataset(order.Take(self._stage, arguments.integer(count, "count of Dataset.take()")))

    def skip(self, count: Any, name: str | None = None) -> Dataset:
        """The elements after the first ``count``; none for -1."""
        return Dataset(order.Skip(self._stage, arguments.integer(count, "count of Dataset.skip()")))

    def shard(self, num_shards: Any, index: Any, name: str | None = None) -> Dataset:
        """Each ``num_shards``-th element, from ``index`` on."""
        count = arguments.integer(num_shards, "num_shards of Dataset.shard()")
        return Dataset(order.Shard(self._stage, count, arguments.integer(index, "index of Dataset.shard()")))

    def shuffle(
        self, buffer_size: Any, seed: Any = None, reshuffle_each_iteration: bool | None = True, name: str | None = None
    ) -> Dataset:
        """The elements in random order, each drawn from the next ``buffer_size``; another order in each repetition."""
        size = arguments.integer(buffer_size, "buffer_size of Dataset.shuffle()")
        anew = reshuffle_each_iteration is None or bool(reshuffle_each_iteration)
        return Dataset(order.Shuffle(self._stage, size, arguments.seeds(seed), anew))

    def concatenate(self, dataset: Dataset, name: str | None = None) -> Dataset:
        """The elements, and then those of ``dataset``."""
        _dataset(dataset, "dataset of Dataset.concatenate()")
        structure = common_structure(self.structure, dataset.structure, "data sets of Dataset.concatenate()")
        return Dataset(order.Concatenate(structure, [self._stage, dataset._stage]))

    def enumerate(self, start: Any = 0, name: str | None = None) -> Dataset:
        """Pairs of a number, int64 from ``start`` on, and an element."""
        return Dataset(order.Enumerate(self._stage, arguments.integer(start, "start of Dataset.enumerate()")))

    def cache(self, filename: Any = "", name: str | None = None) -> Dataset:
        """The elements, kept in memory for further repetitions once all were seen.

        Raises:
            UnimplementedError: a ``filename``.
        """
        if filename not in ("", b""):
            raise UnimplementedError(f"filename of Dataset.cache() must be '' (memory), got {filename!r}")
        return Dataset(order.Cache(self._stage))

    def prefetch(self, buffer_size: Any, name: str | None = None) -> Dataset:
        """The elements, up to ``buffer_size`` of them computed ahead by a thread."""
        size = arguments.integer(
            parallel.AUTOTUNE if buffer_size is None else buffer_size, "buffer_size of Dataset.prefetch()"
        )
        return Dataset(parallel.Prefetch(self._stage, size))

    def ignore_errors(self, log_warning: bool = False, name: str | None = None) -> Dataset:
        """The elements that can be computed."""
        return Dataset(elements.IgnoreErrors(self.structure, [self._stage]))

    def unique(self, name: str | None = None) -> Dataset:
        """The elements that did not come before; all of them are kept in memory."""
        return Dataset(order.unique(self._stage))

    # -- batches ---------------------------------------------------------------------------------------------------

    def _static_size(self, size: Tensor, drop: Tensor) -> int | None:
        return arguments.known(size) if arguments.known(drop) else None

    def batch(
        self,
        batch_size: Any,
        drop_remainder: Any = False,
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Elements stacked along a new first axis; ``drop_remainder`` leaves out a last batch that is smaller."""
        size = arguments.integer(batch_size, "batch_size of Dataset.batch()")
        drop = arguments.flag(drop_remainder, "drop_remainder of Dataset.batch()")
        return Dataset(batches.Batch(self._stage, size, drop, self._static_size(size, drop)))

    def padded_batch(
        self,
        batch_size: Any,
        padded_shapes: Any = None,
        padding_values: Any = None,
        drop_remainder: Any = False,
        name: str | None = None,
    ) -> Dataset:
        """Batches of elements that are filled up to one shape: -1 and ``None`` stand for the largest in the batch."""
        size = arguments.integer(batch_size, "batch_size of Dataset.padded_batch()")
        drop = arguments.flag(drop_remainder, "drop_remainder of Dataset.padded_batch()")
        shapes, fillings, structure = arguments.padding(self.structure, padded_shapes, padding_values)
        static = self._static_size(size, drop)
        return Dataset(batches.PaddedBatch(self._stage, size, drop, static, shapes, fillings, structure))

    def unbatch(self, name: str | None = None) -> Dataset:
        """The slices of each element along its first axis."""
        return Dataset(batches.Unbatch(self._stage))

    def window(
        self, size: Any, shift: Any = None, stride: Any = 1, drop_remainder: Any = False, name: str | None = None
    ) -> Dataset:
        """Data sets of ``size`` elements, ``stride`` apart, that begin ``shift`` elements after each other."""
        inputs = [
            arguments.integer(size, "size of Dataset.window()"),
            arguments.integer(size if shift is None else shift, "shift of Dataset.window()"),
            arguments.integer(stride, "stride of Dataset.window()"),
            arguments.flag(drop_remainder, "drop_remainder of Dataset.window()"),
        ]
        return Dataset(batches.Window(self._stage, inputs))

    def group_by_window(
        self,
        key_func: Callable[..., Any],
        reduce_func: Callable[..., Any],
        window_size: Any = None,
        window_size_func: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> Dataset:
        """What ``reduce_func(key, data set)`` gives for each ``window_size`` elements of one key."""
        if (window_size is None) == (window_size_func is None):
            raise InvalidArgumentError("group_by_window() must be given either window_size or window_size_func")
        key = self._traced(key_func, "key_func of group_by_window()")
        key.scalar(int64)
        number = Leaf(int64, SCALAR_SHAPE)
        held = dataset_leaf(self.structure)
        reduce = self._traced(reduce_func, "reduce_func of group_by_window()", [number, held])
        if window_size_func is None:
            given = arguments.integer(window_size, "window_size of group_by_window()")
            size = self._traced(lambda key: given, "window_size of group_by_window()", [number])
        else:
            size = self._traced(window_size_func, "window_size_func of group_by_window()", [number])
        size.scalar(int64)
        return Dataset(elements.GroupByWindow(self._stage, key, reduce, size))

    # -- iterators -------------------------------------------------------------------------------------------------

    def make_one_shot_iterator(self) -> Iterator:
        """An iterator that goes through the elements once and needs no initializer.

        Raises:
            InvalidArgumentError: the pipeline reads placeholders, variables or other state.
        """
        mark()
        return one_shot_iterator(Pipeline(self._stage))

    def make_initializable_iterator(self, shared_name: str | None = None) -> Iterator:
        """An iterator whose ``initializer`` starts it; placeholders of the pipeline are fed there."""
        mark()
        made = iterator_of(self.structure, shared_name)
        made.initializer = made.make_initializer(self)
        return made


def of_tensor(tensor: Tensor, structure: Any) -> Dataset:
    """The data set that a variant tensor holds."""
    return Dataset(sources.OfTensor(tensor, structure))


def _dataset(value: Any, what: str) -> Dataset:
    if not isinstance(value, Dataset):
        shown = type(value).__name__ if isinstance(value, Mapping) else repr(value)
        raise InvalidTypeError(f"{what} must be a Dataset, got {shown}")
    return value
