"""Files of pictures and sound, compressed strings, and messages of examples."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from graphops import eager
from graphops_registry.errors import GraphopsError
from tests.hostile.fuzz.target import target

_PICTURES = Path(__file__).parents[2] / "golden" / "pictures"


@cache
def _pictures() -> list[bytes]:
    return [path.read_bytes() for path in sorted(_PICTURES.iterdir())]


@target(
    "pictures",
    seeds=_pictures,
    words=[b"IDAT", b"tRNS", b"PLTE", b"\xff\xd9", b"\xff\xc2", b"\xff\xff", b",", b"!\xf9\x04"],
)
def pictures(data: bytes) -> None:
    """In every format that the first bytes may say, with few and with many channels."""
    contents = np.array(data, object)
    for call in (
        lambda: eager.DecodeImage(contents=contents),
        lambda: eager.DecodeImage(contents=contents, channels=4, dtype=np.dtype(np.float32), expand_animations=False),
        lambda: eager.DecodePng(contents=contents, channels=1, dtype=np.dtype(np.uint16)),
        lambda: eager.DecodeJpeg(contents=contents, channels=1, ratio=2, try_recover_truncated=True),
        lambda: eager.ExtractJpegShape(contents=contents),
    ):
        try:
            call()
        except GraphopsError:
            continue


def _sounds() -> list[bytes]:
    from tests.golden.cases.audio_files import CASES

    return [case.inputs["contents"][()] for case in CASES if case.op == "DecodeWav"]  # type: ignore[call-overload]


@target("sound", seeds=_sounds, words=[b"data", b"LIST", b"fmt ", b"\xff\xff\xff\xff"], longest=300)
def sound(data: bytes) -> None:
    eager.DecodeWav(contents=np.array(data, object), desired_channels=len(data) % 4, desired_samples=len(data) % 7 - 1)


@target(
    "compressed",
    seeds=[b"x\x9c\xcbH\xcd\xc9\xc9\x07\x00\x06,\x02\x15"],
    words=[b"x\x9c", b"\x00\x00\xff\xff"],
    longest=300,
)
def compressed(data: bytes) -> None:
    for kind in ("ZLIB", "GZIP"):
        try:
            eager.DecodeCompressed(bytes=np.array(data, object), compression_type=kind)
        except GraphopsError:
            continue


def _examples() -> list[bytes]:
    from tests.golden.cases.example import EXAMPLES, SEQUENCES

    return [*EXAMPLES, *SEQUENCES]


@target("examples", seeds=_examples, words=[b"\x0a", b"\x1a\x02\x0a\x00", b"\xff" * 9 + b"\x01", b"\x80"], longest=400)
def examples(data: bytes) -> None:
    """As an Example and as a SequenceExample, by keys of every kind."""
    keys, none = np.array([b"i", b"f", b"s", b"l", b"w"], object), np.zeros(0, object)
    kinds = [np.dtype(kind) for kind in (np.int64, np.float32, object, np.int64, object)]
    lists = {"feature_list_sparse_types": kinds, "feature_list_sparse_keys": keys}
    context = {"context_sparse_types": kinds, "context_sparse_keys": keys}
    for call in (
        lambda: eager.ParseExampleV2(
            serialized=np.array(data, object), names=none, sparse_keys=keys, dense_keys=none, ragged_keys=none,
            dense_defaults=[], num_sparse=5, sparse_types=kinds, ragged_value_types=[], ragged_split_types=[],
            dense_shapes=[],
        ),
        lambda: eager.ParseSequenceExampleV2(
            serialized=np.array([data], object), debug_name=none, context_dense_keys=none, context_ragged_keys=none,
            feature_list_dense_keys=none, feature_list_ragged_keys=none, context_dense_defaults=[], **lists, **context,
            feature_list_dense_missing_assumed_empty=np.zeros(0, bool), Ncontext_sparse=5, Nfeature_list_sparse=5,
        ),
        lambda: eager.DecodeJSONExample(json_examples=np.array(data, object)),
    ):  # fmt: skip
        try:
            call()
        except GraphopsError:
            continue
