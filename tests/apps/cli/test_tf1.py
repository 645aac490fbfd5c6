"""Scripts of TensorFlow 1 that run as they are, each in a process of its own."""

from __future__ import annotations

import gzip
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

FLAGS = """
import sys
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_float("rate", 0.5, "rate")
flags.DEFINE_boolean("fast", True, "fast")
FLAGS = flags.FLAGS

def main(argv):
    print(FLAGS.rate, FLAGS.fast, argv[1:])
    return 3

if __name__ == "__main__":
    tf.app.run()
"""
MODULES = """
import tensorflow as tf
import tensorflow.compat.v1 as v1
from tensorflow.contrib import rnn
import tensorflow.contrib.slim as slim
from tensorflow.contrib.layers.python.layers import batch_norm, utils
from tensorflow.contrib.layers.python.layers.utils import smart_cond
from tensorflow.contrib.slim.python.slim.learning import train_step
from tensorflow.contrib.framework.python.ops import arg_scope
from tensorflow.contrib.seq2seq.python.ops import attention_wrapper, beam_search_decoder
from tensorflow.python.framework import dtypes, ops
from tensorflow.python.ops import array_ops, math_ops
from tensorflow.python.platform import gfile_that_nobody_has
import tensorflow.python.ops.nn_ops as nn_ops

print(int(tf.__version__.split(".")[0]), tf.VERSION == tf.__version__)
x = ops.convert_to_tensor([[1.0, 2.0]], dtypes.float32)
y = array_ops.reshape(math_ops.matmul(x, x, transpose_b=True), [1])
with v1.Session() as session:
    print(session.run(nn_ops.relu(-y)), session.run(y), rnn.GRUCell is tf.nn.rnn_cell.GRUCell)
print(rnn.LSTMBlockCell(3).state_size.h, tf.contrib.rnn.LSTMBlockFusedCell is rnn.LSTMBlockFusedCell)
print(slim.batch_norm is batch_norm, arg_scope is slim.arg_scope, attention_wrapper.AttentionWrapper.__name__)
print(smart_cond is utils.smart_cond, train_step is slim.learning.train_step)
print(hasattr(tf, "no_such_name"), "tensorflow" in sys.modules if (sys := __import__("sys")) else None)
print(sys.modules["tensorflow"].__doc__)
tf.contrib.layers.no_such_layer
"""
OLD = """
import tensorflow as tf

y = tf.concat(1, [tf.mul([[2.0]], [[3.0]]), tf.neg([[1.0]])])
parts = tf.split(1, 2, y)
loss = tf.nn.softmax_cross_entropy_with_logits([[0.0, 0.0]], [[1.0, 0.0]])
with tf.Session() as session:
    print(session.run(y), session.run(parts[1]), session.run(loss))
"""
OLDER = """
import tensorflow as tf
from tensorflow.python.ops import seq2seq

x = tf.constant([[1.0, 2.0], [3.0, 5.0]])
image = tf.ones([1, 2, 2, 1])
deconvolved = tf.nn.deconv2d(image, tf.ones([2, 2, 1, 1]), [1, 4, 4, 1], [1, 2, 2, 1])
inputs = [tf.ones([1, 2]), tf.zeros([1, 2])]
decoded, state = tf.nn.seq2seq.rnn_decoder(inputs, tf.zeros([1, 2]), tf.nn.rnn_cell.BasicRNNCell(2))
labels = tf.constant([[1], [0]], tf.int64)
sampled = [
    function(tf.ones([4, 2]), tf.zeros([4]), x, labels, 2, 4)
    for function in (tf.nn.sampled_softmax_loss, tf.nn.nce_loss)
]
sparse = tf.SparseTensor([[0, 0], [0, 2]], [1.0, 2.0], [1, 4])
with tf.Session() as session:
    session.run(tf.initialize_all_variables())
    print(session.run(tf.concat_v2([x, x], 1)).shape, session.run(tf.batch_matrix_inverse([[[2.0]]])).tolist())
    print(session.run(tf.reverse(x, [False, True])).tolist(), session.run(tf.split_v(x, [1, 1], 0))[1].tolist())
    print(session.run(deconvolved).sum(), len(decoded), seq2seq.rnn_decoder is tf.nn.seq2seq.rnn_decoder)
    print(session.run(sampled[0]).shape, session.run(tf.sparse_split(1, 2, sparse))[1].values)
    print(len(session.run(tf.image_summary("picture", image))) > 50, tf.audio_summary("a", x, 8.0).dtype.name)
"""


def run(folder: Path, text: str, *arguments: str, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    script = folder / "script.py"
    script.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "graphops", "tf1", *options, str(script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_flags_and_the_status_of_main(tmp_path: Path) -> None:
    pytest.importorskip("absl")
    done = run(tmp_path, FLAGS, "--rate=0.25", "--nofast", "--other=1", "file")
    assert (done.returncode, done.stdout) == (3, "0.25 False ['--other=1', 'file']\n"), done.stderr


def test_modules_and_what_is_missing(tmp_path: Path) -> None:
    done = run(tmp_path, MODULES)
    assert done.stdout.splitlines() == [
        "1 True",
        "[0.] [5.] True",
        "3 True",
        "True True AttentionWrapper",
        "True True",
        "False True",
        "tensorflow, as graphops.compat.v1 has it.",
    ], done.stderr
    assert done.returncode == 1
    trace, _, said = done.stderr.partition("graphops tf1: these names of TensorFlow were asked for and are missing:\n")
    assert trace.startswith("Traceback")
    assert "runpy" not in trace
    assert [line.split(";")[0].split()[0] for line in said.splitlines()] == [
        "tf.contrib.layers.no_such_layer",
        "tf.no_such_name",
    ]


def test_names_of_before_1_0(tmp_path: Path) -> None:
    done = run(tmp_path, OLD, options=("--pre-1-0",))
    assert done.stdout == "[[ 6. -1.]] [[-1.]] [0.6931472]\n", done.stderr
    assert run(tmp_path, OLD).returncode == 1


def test_names_that_were_gone_in_1_0(tmp_path: Path) -> None:
    done = run(tmp_path, OLDER, options=("--pre-1-0",))
    assert done.stdout.splitlines() == [
        "(2, 4) [[[0.5]]]",
        "[[2.0, 1.0], [5.0, 3.0]] [[3.0, 5.0]]",
        "16.0 2 True",
        "(2,) [2.]",
        "True string",
    ], done.stderr
    assert run(tmp_path, OLDER).returncode == 1


@pytest.mark.parametrize("code", ["None", "'a text'"])
def test_exits(tmp_path: Path, code: str) -> None:
    text = f"import sys\nprint(sys.argv[1:], __name__)\nsys.exit({code})\n"
    plain = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    done = run(tmp_path, text, "-x", "--help")
    assert (done.returncode, done.stderr) == (plain.returncode, plain.stderr)
    assert done.stdout == "['-x', '--help'] __main__\n"


def test_neighbours_and_modules(tmp_path: Path) -> None:
    (tmp_path / "near.py").write_text("import tensorflow as tf\nTWO = tf.constant(2)\n", encoding="utf-8")
    done = run(tmp_path, "import near\nprint(near.TWO.dtype.name, __file__.endswith('script.py'))")
    assert (done.returncode, done.stdout) == (0, "int32 True\n"), done.stderr
    command = [sys.executable, "-m", "graphops", "tf1", "-m", "near"]
    assert subprocess.run(command, cwd=tmp_path, check=False, timeout=120).returncode == 0
    missing = subprocess.run([*command[:-2], "no_such.py"], capture_output=True, text=True, check=False, timeout=120)
    assert missing.returncode == 1
    assert "no_such.py" in missing.stderr


def test_install_comes_first() -> None:
    text = (
        "import sys, types\nsys.modules['tensorflow'] = types.ModuleType('tensorflow')\n"
        "import graphops.compat\ngraphops.compat.install()"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False, timeout=120)
    assert "FailedPreconditionError: graphops.compat.install() must come before" in done.stderr


def idx(folder: Path, name: str, array: np.ndarray, packed: bool = False) -> Path:
    head = struct.pack(">I", 2048 + array.ndim) + struct.pack(f">{array.ndim}I", *array.shape)
    path = folder / (f"{name}.gz" if packed else name)
    with gzip.open(path, "wb") if packed else path.open("wb") as file:
        file.write(head + array.tobytes())
    return path


@pytest.fixture
def digits(tmp_path: Path) -> Path:
    generator = np.random.default_rng(0)
    for part, count in (("train", 12), ("t10k", 4)):
        images = generator.integers(0, 256, (count, 28, 28)).astype(np.uint8)
        idx(tmp_path, f"{part}-images-idx3-ubyte", images, packed=part == "train")
        idx(tmp_path, f"{part}-labels-idx1-ubyte", (np.arange(count) % 10).astype(np.uint8))
    return tmp_path


def test_digits(digits: Path) -> None:
    from graphops.compat.v1.mnist import read_data_sets

    sets = read_data_sets(str(digits), one_hot=True, validation_size=2)
    assert [each.num_examples for each in sets] == [10, 2, 4]
    assert sets.train.images.shape == (10, 784)
    assert sets.train.images.dtype == np.float32
    assert 0.9 < sets.train.images.max() <= 1
    seen = [sets.train.next_batch(4)[1].argmax(1) for _ in range(5)]
    assert sorted(np.concatenate(seen)[:10].tolist()) == sorted((np.arange(12) % 10)[2:].tolist())
    assert sets.train.epochs_completed == 1  # 20 of 10, and the second ends exactly
    plain = read_data_sets(str(digits), reshape=False, dtype="uint8", validation_size=0)
    assert plain.test.images.shape == (4, 28, 28, 1)
    assert plain.test.next_batch(4, shuffle=False)[1].tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("harm", ["absent", "short", "long", "magic", "huge", "not gzip", "labels"])
def test_broken_digits(digits: Path, harm: str) -> None:
    from graphops import errors
    from graphops.compat.v1.mnist import read_data_sets

    path = digits / "t10k-images-idx3-ubyte"
    data = path.read_bytes()
    if harm == "absent":
        path.unlink()
    elif harm == "huge":
        path.write_bytes(struct.pack(">IIII", 2051, 2**32 - 1, 2**32 - 1, 2**32 - 1) + data[16:])
    elif harm == "not gzip":
        (digits / "train-images-idx3-ubyte.gz").write_bytes(b"no gzip")
    elif harm == "labels":
        idx(digits, "t10k-labels-idx1-ubyte", np.array([1, 2, 3, 10], np.uint8))
    else:
        path.write_bytes({"short": data[:-1], "long": data + b"x", "magic": b"\0" + data[1:-1]}[harm])
        if harm == "magic":
            path.write_bytes(b"\0\0\x08\1" + data[4:])
    with pytest.raises((errors.NotFoundError, errors.DataLossError)):
        read_data_sets(str(digits), validation_size=2)
