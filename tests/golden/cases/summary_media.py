"""Summaries of sounds and of tensors; those of images are in ``tests/ops/test_image_summary.py``."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case, integers, reals
from tests.golden.cases.strings import scalar, text
from tests.golden.cases.summary import REAL


def sounds() -> Iterator[Case]:
    tag = {"tag": scalar(b"sound")}
    loud = {"tensor": 1.5 * reals((4, 7), "float32", 1)}

    for rate in (0.5, 1.5, 2.5, 44100.0, 11025.7):
        yield Case("AudioSummaryV2", tag | loud | {"sample_rate": np.array(rate, np.float32)})
    rate = {"sample_rate": np.array(16000, np.float32)}
    stereo = reals((2, 5, 2), "float32", 2)
    yield Case("AudioSummaryV2", tag | {"tensor": stereo} | rate, {"max_outputs": 5})
    yield Case("AudioSummaryV2", {"tag": scalar(b""), "tensor": stereo} | rate, {"max_outputs": 1})
    for shape in ((0, 5), (4, 0)):
        yield Case("AudioSummaryV2", tag | {"tensor": np.zeros(shape, np.float32)} | rate)


METADATA = b"\x0a\x06\x0a\x04text\x12\x05title"


def tensors() -> Iterator[Case]:
    given = [integers((2, 3), dtype, 1, 0, 9) for dtype in (*REAL, "bool", "complex64", "complex128")]
    given += [np.array(0, np.float32), np.zeros((0, 2), np.int32), text(b"one", b"", b"\xff\x00"), scalar(b"x")]
    for tensor in given:
        yield Case(
            "TensorSummaryV2",
            {"tag": scalar(b"t"), "tensor": tensor, "serialized_summary_metadata": scalar(METADATA)},
        )
        yield Case("TensorSummary", {"tensor": tensor})
    plain = {"tensor": np.array([1.5], np.float64), "serialized_summary_metadata": scalar(b"")}
    yield Case("TensorSummaryV2", {"tag": scalar(b"")} | plain)
    yield Case("TensorSummary", {"tensor": given[0]}, {"description": "{}", "labels": ["a"], "display_name": "d"})


CASES = [*sounds(), *tensors()]
