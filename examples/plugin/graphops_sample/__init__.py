"""Ops for graphops: ``Sample>AveragePool1D``, its gradient, and ``Sample>Mish``.

The entry point in ``pyproject.toml`` names this module. It is imported when somebody first asks for an op that graphops
does not know, makes a plan, or lists ops; importing it registers everything.
"""

from graphops_sample import average_pool_1d as average_pool_1d
from graphops_sample import mish as mish
