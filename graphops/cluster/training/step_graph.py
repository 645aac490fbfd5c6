"""The nodes of a training: gradients, which shards compute, and the update, which takes their sum."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from graphops.build import raw_ops
from graphops.build.variables import Variable
from graphops.cluster.pieces import Piece, cut
from graphops.cluster.places import ANYWHERE, CLIENT
from graphops.cluster.programs import Exporter, Program
from graphops.graph.graph import Graph, Node, Tensor
from graphops.plan.make import check_given
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, UnimplementedError
from graphops_registry.resource import full_name, variable_handle


class StepGraph:
    """What a DataParallel adds to the graph of its loss.

    The nodes, and so the names of the variables, are those of ``optimizer.minimize(loss)``. Between each gradient and
    the update is one more node, ``data_parallel/gradient``: shards compute it, and the update is fed with its sum.

    Args:
        variables: to train; default the trainable ones.
        global_step: counts the steps.

    Attributes:
        graph: the loss's.
        loss: a scalar.
        gradients: as shards compute them.
        trained: their variables.
        names: by which a Session knows them.
        update: the node that changes the variables.

    Raises:
        InvalidTypeError: a loss that is no tensor, something that is no optimizer.
        InvalidArgumentError: a loss that is no scalar, or that depends on no variable.
    """

    def __init__(
        self, loss: Any, optimizer: Any, variables: Iterable[Variable] | None, global_step: Variable | None
    ) -> None:
        convert = getattr(loss, "__graphops_tensor__", None)
        if convert is None:
            raise InvalidTypeError(f"loss of DataParallel must be a tensor, got {loss!r}")
        for method in ("compute_gradients", "apply_gradients"):
            if not callable(getattr(optimizer, method, None)):
                raise InvalidTypeError(f"optimizer of DataParallel must be one of graphops.train, got {optimizer!r}")
        self.loss: Tensor = convert()
        self.graph: Graph = self.loss.graph
        if self.loss.plain_shape.rank not in (None, 0):
            raise InvalidArgumentError(f"loss of DataParallel must be a scalar, got shape {self.loss.shape}")
        with self.graph.as_default(), self.graph.control_dependencies(None):
            found = [each for each in optimizer.compute_gradients(self.loss, variables) if each[0] is not None]
            with self.graph.name_scope("data_parallel"):
                pairs = [(raw_ops.Identity(input=gradient, name="gradient"), variable) for gradient, variable in found]
            self.update: Node | Tensor = optimizer.apply_gradients(pairs, global_step)
        self.gradients: tuple[Tensor, ...] = tuple(gradient for gradient, _ in pairs)
        self.trained: tuple[Variable, ...] = tuple(variable for _, variable in pairs)
        handles = [variable_handle(variable.op.attrs, variable.op.name) for variable in self.trained]
        self.names = tuple(full_name(handle.key) for handle in handles)
        self._programs: dict[Any, tuple[Piece, Program]] = {}

    def program(self, fed: Sequence[Tensor]) -> tuple[Piece, Program]:
        """The piece that a shard is, with these tensors fed; its outputs are the loss and the gradients.

        Raises:
            InvalidArgumentError: a loss that must be computed in a given process, or that assigns to variables.
            UnimplementedError: a loss that needs what only this process has.
        """
        key = self.graph.version, tuple(fed)
        if key not in self._programs:
            self._programs.clear()
            with self.graph.build_lock:
                piece = self._piece(fed)
                self._programs[key] = piece, Exporter(self.graph).program(piece)
        return self._programs[key]

    def _piece(self, fed: Sequence[Tensor]) -> Piece:
        wanted = self.loss, *self.gradients
        check_given(self.graph, wanted, fed)
        pieces = cut(self.graph, wanted, fed).pieces
        for piece in pieces:
            node = piece.nodes[-1]
            if piece.place == CLIENT:
                rule = "be computed from its feeds: queues, tables, iterators and Python functions are in this process"
                raise UnimplementedError(f"loss of DataParallel must {rule}, got node '{node.name}'").concerns(
                    op=node.type, node=node.name
                )
            if piece.place != ANYWHERE:
                rule = "leave its nodes to any worker, because each worker computes all of it"
                raise InvalidArgumentError(f"loss of DataParallel must {rule}, got {piece.place}").concerns(
                    op=node.type, node=node.name
                )
            if piece.changes:
                names = ", ".join(f"'{name}'" for name in sorted(map(full_name, piece.changes)))
                rule = "leave variables as they are: a part of a batch cannot change them for the others"
                raise UnimplementedError(f"loss of DataParallel must {rule}, but it may assign to {names}")
        if len(pieces) != 1 or pieces[0].outputs != wanted:
            raise InvalidArgumentError("loss of DataParallel must be computed from the feeds, got it fed itself")
        return pieces[0]
