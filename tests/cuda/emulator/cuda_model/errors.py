"""CUDA's errors by their numbers, as CuPy raises them."""

from __future__ import annotations

from typing import Final

SUCCESS: Final = 0
INVALID_VALUE: Final = 1
MEMORY_ALLOCATION: Final = 2
INVALID_DEVICE: Final = 101
INVALID_RESOURCE_HANDLE: Final = 400
ILLEGAL_STATE: Final = 401
NOT_READY: Final = 600
ILLEGAL_ADDRESS: Final = 700
NOT_PERMITTED: Final = 800
CAPTURE_UNSUPPORTED: Final = 900
CAPTURE_INVALIDATED: Final = 901
CAPTURE_UNMATCHED: Final = 903
CAPTURE_UNJOINED: Final = 904
CAPTURE_ISOLATION: Final = 905
CAPTURE_IMPLICIT: Final = 906
CAPTURED_EVENT: Final = 907

_NAMES: Final = {
    1: ("InvalidValue", "INVALID_VALUE", "invalid argument"),
    2: ("MemoryAllocation", "OUT_OF_MEMORY", "out of memory"),
    101: ("InvalidDevice", "INVALID_DEVICE", "invalid device ordinal"),
    214: ("ECCUncorrectable", "ECC_UNCORRECTABLE", "uncorrectable ECC error encountered"),
    400: ("InvalidResourceHandle", "INVALID_HANDLE", "invalid resource handle"),
    401: ("IllegalState", "ILLEGAL_STATE", "the operation cannot be performed in the present state"),
    500: ("SymbolNotFound", "NOT_FOUND", "named symbol not found"),
    600: ("NotReady", "NOT_READY", "device not ready"),
    700: ("IllegalAddress", "ILLEGAL_ADDRESS", "an illegal memory access was encountered"),
    702: ("LaunchTimeout", "LAUNCH_TIMEOUT", "the launch timed out and was terminated"),
    715: ("IllegalInstruction", "ILLEGAL_INSTRUCTION", "an illegal instruction was encountered"),
    716: ("MisalignedAddress", "MISALIGNED_ADDRESS", "misaligned address"),
    719: ("LaunchFailure", "LAUNCH_FAILED", "unspecified launch failure"),
    800: ("NotPermitted", "NOT_PERMITTED", "operation not permitted"),
    900: ("StreamCaptureUnsupported", "STREAM_CAPTURE_UNSUPPORTED", "operation not permitted when stream is capturing"),
    901: (
        "StreamCaptureInvalidated",
        "STREAM_CAPTURE_INVALIDATED",
        "operation failed due to a previous error during capture",
    ),
    903: (
        "StreamCaptureUnmatched",
        "STREAM_CAPTURE_UNMATCHED",
        "capture was not ended in the same stream as it began",
    ),
    904: ("StreamCaptureUnjoined", "STREAM_CAPTURE_UNJOINED", "capturing stream has unjoined work"),
    905: (
        "StreamCaptureIsolation",
        "STREAM_CAPTURE_ISOLATION",
        "dependency created on uncaptured work in another stream",
    ),
    906: (
        "StreamCaptureImplicit",
        "STREAM_CAPTURE_IMPLICIT",
        "operation would make the legacy stream depend on a capturing blocking stream",
    ),
    907: ("CapturedEvent", "CAPTURED_EVENT", "operation not permitted on an event last recorded in a capturing stream"),
}


def _names(status: int) -> tuple[str, str, str]:
    return _NAMES.get(status, ("Unknown", "UNKNOWN", "unknown error"))


class CUDARuntimeError(RuntimeError):
    """What a function of the runtime answered, but for success.

    Attributes:
        status: the number of ``cudaError_t``.
    """

    def __init__(self, status: int) -> None:
        self.status = status
        name, _, text = _names(status)
        super().__init__(f"cudaError{name}: {text}")

    def __reduce__(self) -> tuple[type, tuple[int]]:
        return type(self), (self.status,)


class CUDADriverError(RuntimeError):
    """What a function of the driver answered, but for success: launches of kernels are such.

    Attributes:
        status: the number of ``CUresult``.
    """

    def __init__(self, status: int) -> None:
        self.status = status
        _, name, text = _names(status)
        super().__init__(f"CUDA_ERROR_{name}: {text}")

    def __reduce__(self) -> tuple[type, tuple[int]]:
        return type(self), (self.status,)


class EmulatorError(AssertionError):
    """Something that a real device would do silently: a fault that the emulator was made to find."""
