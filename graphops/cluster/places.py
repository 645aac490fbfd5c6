"""Places: the processes of a cluster that device strings name, and which of them each node belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from graphops.cluster.atoms import Atom
from graphops.cluster.touched import Touched
from graphops.graph.device_spec import DeviceSpec
from graphops.graph.graph import Node, Tensor
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.traits import Trait


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A process: that of a task of a job, the client's own, or (without a job) any worker.

    Attributes:
        job: ``""`` for any worker.
        task: its number in the job.
    """

    job: str = ""
    task: int = 0

    @property
    def resource(self) -> str:
        """The name of the Dask resource that the worker of this place has."""
        return f"/job:{self.job}/task:{self.task}"

    def __str__(self) -> str:
        if self == CLIENT:
            return "the client"
        return self.resource if self.job else "any worker"


ANYWHERE: Final = Place()
CLIENT: Final = Place("localhost")


def place_of(device: str) -> Place | None:
    """The place that a device string names; ``None`` if it leaves that open.

    Raises:
        InvalidArgumentError: a malformed string, or a replica other than 0.
    """
    if not device:
        return None
    spec = DeviceSpec.parse(device)
    if spec.replica:
        raise InvalidArgumentError(f"a device of a cluster must be in replica 0, got '{device}'")
    if spec.job is None and spec.task is None:
        return None
    return CLIENT if spec.job == CLIENT.job else Place(spec.job or "worker", spec.task or 0)


def device_there(device: str) -> str:
    """A device string without the process, as that process itself understands it."""
    if not device:
        return ""
    spec = DeviceSpec.parse(device)
    return str(DeviceSpec(type=spec.type, index=spec.index))


def place_atoms(
    atoms: Sequence[Atom], atom_of: Mapping[Node, Atom], fed: Iterable[Tensor], touched: Touched
) -> dict[Atom, Place]:
    """The place of each atom: what its nodes say; for others that of a variable they use, of their inputs, or of what
    uses them.

    Args:
        atoms: inputs first.

    Raises:
        InvalidArgumentError: an atom whose nodes say different places, or one that needs the client and says another.
    """
    stop = set(fed)
    found: dict[Atom, Place] = {}
    for atom in atoms:
        stated = _stated(atom, touched)
        if stated is not None:
            found[atom] = stated
    for atom in atoms:
        if atom in found:
            continue
        near = [t.node for node in atom.nodes for t in node.inputs if t not in stop]
        for node in sorted(near, key=lambda node: not node.op.has(Trait.DECLARES_VARIABLE)):
            place = found.get(atom_of[node])
            if place is not None and place != CLIENT:
                found[atom] = place
                break
    users: dict[Atom, Atom] = {}
    for atom in atoms:
        for node in atom.nodes:
            for tensor in node.inputs:
                if tensor not in stop:
                    users.setdefault(atom_of[tensor.node], atom)
    for atom in reversed(atoms):
        if atom not in found:
            place = found[users[atom]] if atom in users and users[atom] in found else ANYWHERE
            found[atom] = ANYWHERE if place == CLIENT else place
    return found


def _stated(atom: Atom, touched: Touched) -> Place | None:
    stated: dict[Place, Node] = {}
    for node in atom.nodes:
        for place in filter(None, map(place_of, (node.device, *touched.devices_within(node)))):
            stated.setdefault(place, node)
            if place != CLIENT and touched.needs_client(node):
                rule = "be left to the client's process, where queues, tables, iterators and Python functions are"
                raise InvalidArgumentError(f"node '{node.name}' must {rule}, got {place}").concerns(
                    op=node.type, node=node.name
                )
    if any(touched.needs_client(node) for node in atom.nodes):
        return CLIENT  # what uses such a thing follows it, whatever its own device
    if len(stated) > 1:
        (first, one), (second, other) = list(stated.items())[:2]
        rule = "be in one process, because they share a loop, a conditional, a function or a reference"
        raise InvalidArgumentError(
            f"nodes '{one.name}' and '{other.name}' must {rule}, got devices in {first} and {second}"
        ).concerns(op=other.type, node=other.name)
    return next(iter(stated), None)
