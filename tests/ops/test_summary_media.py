"""Summaries of images have TensorFlow's pixels, and those of sounds its bytes."""

import json
import re
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.interchange.graph_def.messages import Summary
from tests.golden.load import GOLDEN
from tests.ops.summary_calls import image_calls, old_audio_calls

RECORDED = json.loads((GOLDEN / "summaries.json").read_text())


def images(message: bytes) -> list[Any]:
    """Tag, height, width, channels and pixels of each value."""
    found = []
    for value in Summary.FromString(message).value:
        seen = value.image
        pixels = go.eager.DecodePng(contents=seen.encoded_image_string, channels=seen.colorspace)
        found.append([value.tag, seen.height, seen.width, seen.colorspace, pixels.tolist()])
    return found


@pytest.mark.parametrize("number", range(len(image_calls())))
def test_images(number: int) -> None:
    tensor, attrs = image_calls()[number]
    message = go.eager.ImageSummary(tag="seen", tensor=tensor, **attrs).item()
    assert images(message) == RECORDED["images"][number]
    assert Summary.FromString(message).SerializeToString() == message


@pytest.mark.parametrize("number", range(len(old_audio_calls())))
def test_sounds(number: int) -> None:
    tensor, attrs = old_audio_calls()[number]
    assert go.eager.AudioSummary(tag="heard", tensor=tensor, **attrs).item().hex() == RECORDED["sounds"][number]


@pytest.mark.parametrize(
    ("op", "arguments", "text"),
    [
        ("ImageSummary", {"tensor": np.zeros((2, 2, 1))}, "tensor of op 'ImageSummary' must have rank 4"),
        ("ImageSummary", {"tensor": np.zeros((1, 2, 2, 2))}, "must have 1, 3 or 4 channels"),
        ("ImageSummary", {"tensor": np.zeros((1, 0, 2, 1))}, "must have from 1 to 536870911 pixels"),
        ("ImageSummary", {"tensor": np.zeros((1, 1, 1, 1)), "max_images": 0}, "attr 'max_images'"),
        ("ImageSummary", {"tensor": np.zeros((1, 1, 1, 3)), "bad_color": np.zeros(2, np.uint8)}, "attr 'bad_color'"),
        ("ImageSummary", {"tensor": np.zeros((1, 1, 1, 1)), "bad_color": np.zeros(4)}, "be a vector of uint8"),
        ("ImageSummary", {"tag": ["a"], "tensor": np.zeros((1, 1, 1, 1))}, "tag of op 'ImageSummary' must be a scalar"),
        ("AudioSummaryV2", {"tensor": np.zeros(3, "f"), "sample_rate": 1.0}, "must have rank 2 or more"),
        ("AudioSummaryV2", {"tensor": np.zeros((1, 1, 1, 1), "f"), "sample_rate": 1.0}, "must have rank 2 or 3"),
        (
            "AudioSummaryV2",
            {"tensor": np.zeros((1, 1, 0), "f"), "sample_rate": 1.0},
            "must have from 1 to 65535 channels",
        ),
        ("AudioSummaryV2", {"tensor": np.zeros((1, 1), "f"), "sample_rate": 0.0}, "sample_rate .* must be positive"),
        ("AudioSummaryV2", {"tensor": np.zeros((1, 1), "f"), "sample_rate": np.nan}, "sample_rate .* must be positive"),
        (
            "AudioSummary",
            {"tensor": np.zeros((1, 1), "f"), "sample_rate": 1e10},
            "attr 'sample_rate' .* must be positive",
        ),
        (
            "TensorSummaryV2",
            {"tensor": 1.0, "serialized_summary_metadata": b"\xff"},
            "serialized_summary_metadata of op 'TensorSummaryV2' must be a SummaryMetadata message",
        ),
    ],
)
def test_what_is_refused(op: str, arguments: dict[str, Any], text: str) -> None:
    with pytest.raises(go.errors.InvalidArgumentError, match=text):
        getattr(go.eager, op)(**{"tag": "t"} | arguments)


def test_a_sound_that_is_too_long() -> None:
    with pytest.raises(go.errors.InvalidArgumentError, match=re.escape("must have fewer than 2147483616 numbers")):
        go.raw_ops.AudioSummaryV2(tag="t", tensor=go.placeholder(go.float32, (1, 2**31)), sample_rate=1.0)
