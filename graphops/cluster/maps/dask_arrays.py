"""Arrays of Dask whose blocks are chunks of what a graph computes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphops.cluster.maps.blocks import Blocks, File, Source
from graphops.cluster.maps.chunk_graph import chunk_program, dtype_of_sums, signature
from graphops.cluster.maps.chunks import Chunks, own_chunks, regions
from graphops.cluster.maps.halo import Halo, around, halo_program
from graphops.cluster.maps.run_chunk import add_shares, as_dtype_of, run_chunk
from graphops.cluster.maps.walk import Walk, part_of, walk
from graphops.cluster.programs import Program
from graphops.cluster.tree import tree_sum
from graphops.graph.graph import Graph, Node, Tensor
from graphops.plan.session_config import SessionConfig
from graphops_registry.dtypes import DType
from graphops_registry.regions import Part, Region, is_empty, sizes_of


@dataclass(frozen=True, eq=False)
class Task:
    """A program and what it is given: the tensors of the sized graph, and which region of each."""

    program: Program
    inputs: tuple[tuple[Tensor, Region], ...]


@dataclass(frozen=True, eq=False)
class Share:
    """A share of a sum: of which region of the sum it is one."""

    gives: Region
    task: Task


class Arrays:
    """The arrays that a map begins with, and those that it computes of them.

    What is a sum over chunks is an array of its own: the shares of the chunks are added as a tree, in their order, so
    that the same chunks give the same bits.

    Args:
        graph: the sized graph.
        nodes: those of its nodes that depend on arrays, inputs first.
        given: what the map begins with, as arrays of Dask, by tensor of the sized graph.
        config: of the Sessions in which chunks run.
        files: those of the arrays that are in files, which are read region by region.
        sums: whether sums over chunks are arrays of their own.
    """

    def __init__(
        self,
        graph: Graph,
        nodes: Sequence[Node],
        given: Mapping[Tensor, Any],
        config: SessionConfig,
        *,
        files: Mapping[Tensor, Any],
        sums: bool = True,
    ) -> None:
        self._nodes = nodes
        self._arrays = dict(given)
        self._config = config
        self._files = files
        self._constants = {node.outputs[0]: node.attrs["value"] for node in graph.nodes if node.type == "Const"}
        self._programs: dict[Any, Program] = {}
        for node in nodes if sums else ():
            shares = self._shares(node)
            if shares:
                self._arrays[node.outputs[0]] = self._sum(node.outputs[0], shares)

    def own_chunks(self, tensor: Tensor) -> Chunks:
        """How a tensor is cut by itself."""
        if tensor in self._arrays:
            found: Chunks = self._arrays[tensor].chunks
            return found
        return own_chunks(tensor, self._nodes, self._arrays, lambda source: self._arrays[source].chunks)

    def array(self, tensor: Tensor, chunks: Chunks) -> Any:
        """The array of a tensor, a ``dask.array.Array``."""
        known = self._arrays.get(tensor)
        if known is not None and known.dtype == tensor.dtype.numpy_dtype:
            return known.rechunk(chunks)  # one of another dtype is fed and fetched, which checks its values
        return self._of_tasks(
            tensor, chunks, lambda region: self._task(walk(self._nodes, {tensor: region}, self._arrays))
        )

    def with_halo(self, tensor: Tensor, chunks: Chunks, halo: Halo) -> Any:
        """The array of a tensor, by all nodes as they are on chunks with a halo."""
        sources = tuple(self._arrays)

        def task(region: Region) -> Task:
            chunk = around(tensor, region, halo, sources)
            begin = tuple(start - first for (start, _), (first, _) in zip(region, chunk.wide, strict=True))
            key = tensor, begin, sizes_of(region), tuple(map(sizes_of, chunk.needs.values()))
            if key not in self._programs:
                self._programs[key] = halo_program(self._nodes, tensor, chunk)
            return Task(self._programs[key], tuple(chunk.needs.items()))

        return self._of_tasks(tensor, chunks, task)

    def _of_tasks(self, tensor: Tensor, chunks: Chunks, task_of: Callable[[Region], Task]) -> Any:
        rows = [(index, region, None if is_empty(region) else task_of(region)) for index, region in regions(chunks)]
        made = _Tasks(
            tensor, self._config, self._arrays, self._files, [task for _, _, task in rows if task is not None], chunks
        )
        for index, region, task in rows:
            key = (made.name, *index)
            made.tasks[key] = made.call(task) if task else np.empty(sizes_of(region), tensor.dtype.numpy_dtype)
        return made.array(chunks)

    def _task(self, found: Walk, sum_dtype: DType | None = None) -> Task:
        inputs = tuple((t, region) for t, region in found.needs.items() if t not in self._constants)
        key = signature(found), sum_dtype, tuple(self._constant_regions(found))
        program = self._programs.get(key)
        if program is None:
            names = tuple(tensor for tensor, _ in inputs)
            program = self._programs[key] = chunk_program(found, self._constants, names, sum_dtype)
        return Task(program, inputs)

    def _constant_regions(self, found: Walk) -> list[Any]:
        return [(t.name, region) for t, region in found.needs.items() if t in self._constants]

    # -- sums ---------------------------------------------------------------------------------------------------------

    def _shares(self, node: Node) -> list[Share]:
        """The shares of a node that is a sum over several chunks of what is mapped; none for any other."""
        if node.op.partial_sum is None:
            return []
        argument, rule = node.op.partial_sum
        over = node.inputs[node.op.op_def.input_slices(node.attrs)[argument].start]
        if over in self._constants:
            return []
        parts: list[Part] = []
        for _, region in regions(self.own_chunks(over)):
            if not is_empty(region):
                part = part_of(node, rule, [region])
                if part is None or part.gives[0] is None:
                    return []
                parts.append(part)
        given = [part.gives[0] for part in parts]
        if len(set(given)) == len(given):
            return []  # no two chunks add to the same: a region rule is enough
        found = []
        for part in parts:
            region = part.gives[0] or ()
            way = walk(self._nodes, {node.outputs[0]: region}, self._arrays, (node, part))
            found.append(Share(region, self._task(way, dtype_of_sums(node.outputs[0].dtype))))
        return found

    def _sum(self, tensor: Tensor, shares: Sequence[Share]) -> Any:
        along = [sorted({share.gives[axis] for share in shares}) for axis in range(len(shares[0].gives))]
        chunks = tuple(tuple(stop - start for start, stop in each) for each in along)
        made = _Tasks(tensor, self._config, self._arrays, self._files, [share.task for share in shares], chunks)
        level: dict[Region, list[Any]] = {}
        for number, share in enumerate(shares):
            key = made.key("share", number)
            made.tasks[key] = made.call(share.task)
            level.setdefault(share.gives, []).append(key)
        for index, region in regions(chunks):
            key = tree_sum(level[region], lambda one, other: made.add((add_shares, one, other)))
            made.tasks[(made.name, *index)] = (as_dtype_of, key, tensor.dtype.numpy_dtype)
        return made.array(chunks)


class _Tasks:
    """The tasks of one array that is being made."""

    def __init__(
        self,
        tensor: Tensor,
        config: SessionConfig,
        arrays: Mapping[Tensor, Any],
        files: Mapping[Tensor, Any],
        used: Sequence[Task],
        chunks: Chunks,
    ) -> None:
        from dask.base import tokenize

        self._tensor, self._config = tensor, config
        tensors = list(dict.fromkeys(t for task in used for t, _ in task.inputs))
        self._dependencies = [arrays[t] for t in tensors if t not in files]
        identity = [(task.program.key, [(arrays[t].name, region) for t, region in task.inputs]) for task in used]
        scope = tensor.node.name.rpartition("/")[0].replace("/", "-") or tensor.node.name
        self.name = f"{scope}-{tokenize(identity, chunks, repr(config))}"
        self.tasks: dict[Any, Any] = {}
        self._sources: dict[Tensor, Source] = {
            t: File(files[t], arrays[t].name, self.tasks) if t in files else Blocks(arrays[t], self.tasks)
            for t in tensors
        }
        self._program_keys: dict[str, Any] = {}
        self._added = 0

    def call(self, task: Task) -> Any:
        """A task that runs a program on the blocks that it needs."""
        found = [self._sources[tensor].of(region) for tensor, region in task.inputs]
        program = self._program_keys.get(task.program.key)
        if program is None:
            program = self._program_keys[task.program.key] = (f"program-{task.program.key}", 0)
            self.tasks[program] = task.program
        layouts = [layout for layout, _ in found]
        return (run_chunk, program, self._config, layouts, *(key for _, keys in found for key in keys))

    def key(self, kind: str, number: int) -> Any:
        """The key of a task on the way to a block.

        Dask fuses a chain of tasks and may call it ``(f"{kind}-{self.name}", *index)``, so that is no key of another.
        """
        return f"{kind}-{self.name}-inner", number

    def add(self, task: Any) -> Any:
        """The key of a further task."""
        key = self.key("sum", self._added)
        self._added += 1
        self.tasks[key] = task
        return key

    def array(self, chunks: Chunks) -> Any:
        """A ``dask.array.Array`` whose blocks are the tasks with its name."""
        from dask.array import Array
        from dask.highlevelgraph import HighLevelGraph

        graph = HighLevelGraph.from_collections(self.name, self.tasks, dependencies=self._dependencies)
        return Array(graph, self.name, chunks, dtype=self._tensor.dtype.numpy_dtype)
