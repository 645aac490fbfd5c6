"""The device beside the CPU that ops are tested on: the stand-in, or a GPU where GRAPHOPS_TEST_CUDA names one."""

from __future__ import annotations

from typing import Final

from graphops.testing import standin
from graphops_registry.device_def import DeviceType, device_type
from tests.cuda import switch

STANDIN: Final = standin.register()  # loads all kernels
OTHER: Final = "GPU" if switch.MODE else standin.TYPE
DEVICE: Final[DeviceType] = device_type(OTHER)
