"""The parameters of recurrent layers in one vector, as cuDNN lays them out.

All matrices come first, then all biases. Each of them layer by layer, forwards before backwards, those for the inputs
before those for the state, gate by gate: i, f, g, o of an LSTM, r, z, n of a GRU.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

GATES: Final = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}
DIRECTIONS: Final = {"unidirectional": 1, "bidirectional": 2}


@dataclass(frozen=True, slots=True)
class RecurrentLayers:
    """Sizes of recurrent layers.

    Attributes:
        mode: ``lstm``, ``gru``, ``rnn_relu`` or ``rnn_tanh``.
        directions: 1, or 2 for layers that also run backwards.
        layers: how many.
        units: of each layer and direction.
        inputs: of the first layer; the later ones get the units of all directions.
    """

    mode: str
    directions: int
    layers: int
    units: int
    inputs: int

    @property
    def gates(self) -> int:
        """How many gates a cell has."""
        return GATES[self.mode]

    @property
    def count(self) -> int:
        """How many matrices there are, and as many biases."""
        return self.layers * self.directions * 2 * self.gates

    @property
    def size(self) -> int:
        """How many numbers all of them have."""
        columns = self.inputs + self.units + (self.layers - 1) * (self.directions + 1) * self.units
        return self.directions * self.gates * self.units * (columns + 2 * self.layers)

    def width(self, layer: int) -> int:
        """The inputs of a layer."""
        return self.units * self.directions if layer else self.inputs

    def matrices(self) -> Iterator[tuple[int, int]]:
        """The shapes of the matrices, in their order."""
        for layer in range(self.layers):
            for _ in range(self.directions):
                yield from [(self.units, self.width(layer))] * self.gates
                yield from [(self.units, self.units)] * self.gates
