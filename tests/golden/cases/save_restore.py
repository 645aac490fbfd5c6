"""Names of files; saving and restoring is tested in ``tests/checkpoint``, with files that TensorFlow wrote."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case


def text(value: bytes) -> np.ndarray:
    array = np.empty((), object)
    array[()] = value
    return array


def names() -> Iterator[Case]:
    for base in (b"", b"model", b"a/b c", b"\xff\xc3", b"%d%s"):
        for shard, shards in ((0, 1), (3, 10), (-3, 0), (99999, 100000), (123456, 2**31 - 1), (-(2**31), -1)):
            inputs = {"basename": text(base), "shard": np.array(shard, np.int32)}
            yield Case("ShardedFilename", {**inputs, "num_shards": np.array(shards, np.int32)}, {})
        yield Case("ShardedFilespec", {"basename": text(base), "num_shards": np.array(7, np.int32)}, {})
    yield Case("ShardedFilespec", {"basename": text(b"x"), "num_shards": np.array(-12, np.int32)}, {})


CASES = list(names())
