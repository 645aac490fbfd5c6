"""Pieces: a graph cut so that each part runs in one process, in as few parts as an order allows.

The piece of a node is its place and its level: the largest number of moves between places on any way to it. Edges never
lead to a lower level and a move leads to a higher one, so pieces are convex and have an order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphops.cluster.atoms import Atom, atoms_by_node, make_atoms
from graphops.cluster.places import Place, place_atoms
from graphops.cluster.touched import Key, Touched
from graphops.graph.graph import Graph, Node, Tensor
from graphops.plan.loops.control import CONSTANT, kind_of
from graphops.plan.make import ancestors
from graphops_registry.resource import ResourceHandle
from graphops_registry.traits import Trait


@dataclass(frozen=True, eq=False)
class Piece:
    """Nodes that run together in one place.

    Attributes:
        number: its position among the pieces; each follows those that it needs.
        place: where it runs.
        nodes: in order, with the constants and handles that it has copies of.
        feeds: tensors that the caller feeds.
        inputs: tensors that other pieces compute.
        outputs: its tensors that other pieces or the caller need.
        fetched: those of them that the caller needs.
        targets: nodes that run although no output needs them.
        handles: the variables that it may read or assign.
        changes: those that it may assign.
        is_stateful: whether it may assign to variables or draw random numbers.
        after: the numbers of pieces that come first: for inputs, order or a variable.
    """

    number: int
    place: Place
    nodes: tuple[Node, ...]
    feeds: tuple[Tensor, ...]
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]
    fetched: tuple[Tensor, ...]
    targets: tuple[Node, ...]
    handles: tuple[ResourceHandle, ...]
    changes: frozenset[Key]
    is_stateful: bool
    after: tuple[int, ...]

    @property
    def label(self) -> str:
        """The scope that most of its nodes are in, or its last node."""
        scopes = [node.name.rpartition("/")[0].partition("/")[0] for node in self.nodes]
        named = [scope for scope in scopes if scope]
        return max(dict.fromkeys(named), key=named.count) if named else self.nodes[-1].name


@dataclass(frozen=True, eq=False)
class Pieces:
    """All pieces of a run, in an order in which each follows those that it needs.

    Attributes:
        owner: the piece that computes a tensor.
    """

    pieces: tuple[Piece, ...]
    owner: dict[Tensor, int]


def cut(graph: Graph, fetches: Sequence[Tensor | Node], fed: Sequence[Tensor]) -> Pieces:
    """Cut what ``fetches`` need.

    Raises:
        InvalidArgumentError: devices that would cut a loop, a conditional, a function or a reference.
    """
    nodes = [node for node in ancestors(fetches, fed) if not node.op.has(Trait.PLACEHOLDER)]
    touched = Touched(graph)
    atoms = make_atoms(nodes, fed)
    places = place_atoms(atoms, atoms_by_node(atoms), fed, touched)
    return _Cutting(atoms, places, fetches, fed, touched).pieces()


class _Cutting:
    def __init__(
        self,
        atoms: Sequence[Atom],
        places: dict[Atom, Place],
        fetches: Sequence[Tensor | Node],
        fed: Sequence[Tensor],
        touched: Touched,
    ) -> None:
        self.fed, self.fetches, self.touched = set(fed), fetches, touched
        self.atom_of = dict(atoms_by_node(atoms))
        self.places = places
        wanted = {fetch.node if isinstance(fetch, Tensor) else fetch for fetch in fetches}
        self.copied = {a for a in atoms if len(a.nodes) == 1 and _may_be_copied(a.nodes[0])}
        used = {self.atom_of[t.node] for a in atoms for n in a.nodes for t in n.inputs if t not in self.fed}
        self.copied = {a for a in self.copied if a.nodes[0] not in wanted and a in used}
        self.levels = self._levels(atoms)
        groups: dict[tuple[int, Place], list[Atom]] = {}
        for atom in atoms:
            if atom not in self.copied:
                groups.setdefault((self.levels[atom], self.places[atom]), []).append(atom)
        self.groups = [groups[key] for key in sorted(groups)]
        self.group_of = {atom: number for number, group in enumerate(self.groups) for atom in group}

    def _levels(self, atoms: Sequence[Atom]) -> dict[Atom, int]:
        levels: dict[Atom, int] = {}
        for atom in atoms:
            level = 0
            for before in self._before(atom):
                if before not in self.copied and before is not atom:
                    level = max(level, levels[before] + (self.places[before] != self.places[atom]))
            levels[atom] = level
        return levels

    def _before(self, atom: Atom) -> list[Atom]:
        nodes = [t.node for node in atom.nodes for t in node.inputs if t not in self.fed]
        nodes += [control for node in atom.nodes for control in node.control_inputs]
        return [self.atom_of[node] for node in nodes if node in self.atom_of]

    def pieces(self) -> Pieces:
        fetched = dict.fromkeys(fetch for fetch in self.fetches if isinstance(fetch, Tensor) and fetch not in self.fed)
        needed: list[dict[Tensor, None]] = [{} for _ in self.groups]  # outputs
        inputs: list[dict[Tensor, None]] = [{} for _ in self.groups]
        feeds: list[dict[Tensor, None]] = [{} for _ in self.groups]
        after: list[set[int]] = [set() for _ in self.groups]
        members: list[tuple[Node, ...]] = []
        for tensor in fetched:
            needed[self.group_of[self.atom_of[tensor.node]]][tensor] = None
        for number, group in enumerate(self.groups):
            copies: dict[Node, None] = {}
            for node in (node for atom in group for node in atom.nodes):
                for tensor in node.inputs:
                    if tensor in self.fed:
                        feeds[number][tensor] = None
                        continue
                    source = self.atom_of[tensor.node]
                    elsewhere = source not in self.group_of or self.group_of[source] != number
                    if source in self.copied or (elsewhere and tensor.node.op.has(Trait.DECLARES_VARIABLE)):
                        copies[tensor.node] = None
                    elif elsewhere:
                        inputs[number][tensor] = None
                        needed[self.group_of[source]][tensor] = None
                        after[number].add(self.group_of[source])
                for control in node.control_inputs:
                    before = self.atom_of.get(control)
                    if before is not None and before not in self.copied and self.group_of[before] != number:
                        after[number].add(self.group_of[before])
            members.append((*copies, *(node for atom in group for node in atom.nodes)))
        handles = [{h.key: h for node in nodes for h in self.touched.handles(node)} for nodes in members]
        changes = [self._changed(nodes, known) for nodes, known in zip(members, handles, strict=True)]
        for number, known in enumerate(handles):
            after[number] |= {before for before in range(number) if changes[before] & known.keys()}
        found = [
            Piece(
                number, self.places[group[0]], members[number], tuple(feeds[number]), tuple(inputs[number]),
                tuple(needed[number]), tuple(t for t in needed[number] if t in fetched),
                _ends(members[number], needed[number]), tuple(handles[number].values()), changes[number],
                any(self.touched.changes(node) for node in members[number]),
                tuple(sorted(after[number])),
            )
            for number, group in enumerate(self.groups)
        ]  # fmt: skip
        owner = {tensor: piece.number for piece in found for tensor in piece.outputs}
        return Pieces(tuple(found), owner)

    def _changed(self, nodes: Sequence[Node], known: dict[Key, ResourceHandle]) -> frozenset[Key]:
        """The variables that nodes may assign: those whose handles reach a node that changes state."""
        reach: dict[Node, frozenset[Key]] = {}
        changed: frozenset[Key] = frozenset()
        for node in nodes:
            own = frozenset(handle.key for handle in self.touched.handles(node))
            for tensor in node.inputs:
                own |= reach.get(tensor.node, frozenset()) if _holds_handle(tensor) else frozenset()
            reach[node] = own
            if own and self.touched.changes(node):
                changed |= own
        return changed & known.keys()


def _holds_handle(tensor: Tensor) -> bool:
    return tensor.dtype.is_ref or tensor.dtype.name == "resource"


def _may_be_copied(node: Node) -> bool:
    if node.op.has(Trait.DECLARES_VARIABLE):
        return True
    return kind_of(node.op) == CONSTANT and not node.control_inputs


def _ends(nodes: Sequence[Node], outputs: dict[Tensor, None]) -> tuple[Node, ...]:
    """The nodes that nothing else of the piece needs."""
    used = {tensor.node for node in nodes for tensor in node.inputs} | {tensor.node for tensor in outputs}
    used |= {control for node in nodes for control in node.control_inputs}
    return tuple(node for node in nodes if node not in used)
