"""Output sizes and paddings of windows, derived again from TensorFlow's documentation; shares no code with the library."""

import math


def effective(kernel: int, dilation: int) -> int:
    """How many input elements a dilated kernel spans."""
    return (kernel - 1) * dilation + 1 if kernel else 1 - dilation


def output_size(size: int, kernel: int, stride: int, dilation: int, padding: str, pads: tuple[int, int]) -> int:
    """SAME: ceil(size / stride). VALID and EXPLICIT: how many windows fit into the padded input."""
    if padding == "SAME":
        return math.ceil(size / stride)
    if size == 0:
        return max(0, (pads[0] + pads[1] - effective(kernel, dilation)) // stride + 1)
    count, position = 0, 0
    room = size + pads[0] + pads[1]
    while position + effective(kernel, dilation) <= room:
        count += 1
        position += stride
    return count


def pads_of(size: int, kernel: int, stride: int, dilation: int, padding: str, pads: tuple[int, int]) -> tuple[int, int]:
    """(before, after) of one axis; SAME puts the odd element after."""
    if padding == "VALID":
        return 0, 0
    if padding == "EXPLICIT":
        return pads
    output = math.ceil(size / stride)
    total = max(0, (output - 1) * stride + effective(kernel, dilation) - size)
    return total // 2, total - total // 2
