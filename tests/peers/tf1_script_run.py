"""Runs one TensorFlow 1 script in this process with one of two engines, and writes what each ``Session.run`` gave.

``PYTHON tests/peers/tf1_script_run.py ENGINE OUT PRE_1_0 SCRIPT [ARGUMENTS]``, with ENGINE graphops or tensorflow; run
by tf1_scripts.py, see README.md.  OUT.json says what became of the script, OUT.npz has the numbers.
"""

from __future__ import annotations

import json
import os
import random
import runpy
import sys
import threading
import time
import traceback
import types
from pathlib import Path
from typing import Any

import numpy as np

_SEED = 1
_MOST_RUNS, _MOST_SECONDS = 150, 25.0  # of one script; then it is stopped, which is no failure
_MOST_NUMBERS = 4096  # of one fetched array; of a larger one as many are kept, evenly spaced


class _Enough(BaseException):
    """The script ran long enough."""


class _Record:
    """What each outermost ``Session.run`` of the main thread gave, in their order."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.runs = 0
        self._inside = False
        self._start = time.monotonic()

    def around(self, run: Any) -> Any:
        """``Session.run`` that remembers."""

        def recorded(session: Any, *args: Any, **settings: Any) -> Any:
            if self._inside or threading.current_thread() is not threading.main_thread():
                return run(session, *args, **settings)
            if self.runs >= _MOST_RUNS or time.monotonic() - self._start > _MOST_SECONDS:
                raise _Enough
            self._inside = True
            try:
                result = run(session, *args, **settings)
            finally:
                self._inside = False
            self._keep(result)
            return result

        return recorded

    def apart(self, function: Any) -> Any:
        """A function whose runs do not count: a Saver runs nodes of its own."""

        def unrecorded(*args: Any, **settings: Any) -> Any:
            before, self._inside = self._inside, True
            try:
                return function(*args, **settings)
            finally:
                self._inside = before

        return unrecorded

    def _keep(self, result: Any) -> None:
        for place, leaf in enumerate(_leaves(result)):
            array = np.asarray(leaf)
            if array.dtype.kind in "biufc":
                flat = array.reshape(-1)
                step = max(1, flat.size // _MOST_NUMBERS)
                self.values[f"{self.runs}.{place}"] = flat[::step][:_MOST_NUMBERS].copy()
                self.values[f"{self.runs}.{place}.shape"] = np.array(array.shape, np.int64)
        self.runs += 1


def _leaves(result: Any) -> list[Any]:
    if result is None or isinstance(result, (str, bytes)):
        return []
    if isinstance(result, dict):
        return [leaf for each in result.values() for leaf in _leaves(each)]
    if isinstance(result, (list, tuple)):
        return [leaf for each in result for leaf in _leaves(each)]
    return [result]


def _seeded(graph: Any) -> None:
    """Every new graph has a seed, so that both engines draw the same numbers."""
    make = graph.__init__

    def init(self: Any, *args: Any, **settings: Any) -> None:
        make(self, *args, **settings)
        if self.seed is None:
            self.seed = _SEED

    graph.__init__ = init


def _graphops(record: _Record, pre_1_0: bool) -> None:
    import graphops.compat
    from graphops.graph.graph import Graph, reset_default_graph
    from graphops.session.session import Session
    from graphops.train.saver import Saver

    _seeded(Graph)
    reset_default_graph()
    graphops.compat.install(pre_1_0=pre_1_0)
    Session.run = record.around(Session.run)  # type: ignore[method-assign]
    Saver.save = record.apart(Saver.save)  # type: ignore[method-assign]
    Saver.restore = record.apart(Saver.restore)  # type: ignore[method-assign]
    import tensorflow as tf
    import tensorflow.examples.tutorials.mnist.input_data as digits

    _without_shuffles(tf)
    _use_synthetic_digits(digits)


def _tensorflow(record: _Record, pre_1_0: bool) -> None:
    os.environ["TF_USE_LEGACY_KERAS"] = "1"
    import tensorflow
    import tensorflow.compat.v1 as tf
    import tf_keras  # noqa: F401 - it imports TensorFlow by the name that becomes another module below
    from tensorflow.python.client.session import BaseSession
    from tensorflow.python.framework.ops import Graph

    tf.disable_v2_behavior()
    _seeded(Graph)
    tf.reset_default_graph()
    BaseSession.run = record.around(BaseSession.run)
    tf.train.Saver.save = record.apart(tf.train.Saver.save)
    tf.train.Saver.restore = record.apart(tf.train.Saver.restore)
    tf.__path__.extend(tensorflow.__path__)
    sys.modules["tensorflow"] = tf
    import tf1_script_names

    tf1_script_names.add(tf, pre_1_0)
    _without_shuffles(tf)
    from graphops.compat.v1 import mnist

    sys.modules["tensorflow.examples"] = tf.examples = types.ModuleType("tensorflow.examples")
    for name in ("tensorflow.examples.tutorials", "tensorflow.examples.tutorials.mnist"):
        sys.modules[name] = types.ModuleType(name)
        setattr(sys.modules[name.rpartition(".")[0]], name.rpartition(".")[2], sys.modules[name])
    digits = sys.modules["tensorflow.examples.tutorials.mnist"]
    digits.input_data = sys.modules["tensorflow.examples.tutorials.mnist.input_data"] = mnist  # type: ignore[attr-defined]
    _use_synthetic_digits(mnist)


def _without_shuffles(tf: Any) -> None:
    """Data sets keep their order: that of a shuffle is another one in graphops, by design."""
    tf.data.Dataset.shuffle = lambda self, *_, **__: self


def _use_synthetic_digits(digits: Any) -> None:
    """``read_data_sets`` of any folder reads the folder MNIST_DIGITS."""
    read = digits.read_data_sets

    def read_data_sets(train_dir: Any = None, *args: Any, **settings: Any) -> Any:
        return read(os.environ["MNIST_DIGITS"], *args, **settings)

    digits.read_data_sets = read_data_sets
    sys.modules["input_data"] = digits  # old scripts bring a copy of that module which downloads


def _for_old_scripts() -> None:
    """Names of Python 2 and of older NumPy; no plots on a screen; nothing is fetched from anywhere."""
    import builtins
    import urllib.request

    for name, value in {"xrange": range, "unicode": str, "raw_input": lambda *_: "", "input": lambda *_: ""}.items():
        setattr(builtins, name, value)
    for name, value in {"float": float, "int": int, "bool": bool, "object": object, "float_": np.float64}.items():
        if name not in np.__dict__:
            setattr(np, name, value)

    def refused(*args: Any, **settings: Any) -> Any:
        raise OSError("the harness fetches nothing")

    import scipy.misc

    scipy.misc.imsave = scipy.misc.toimage = lambda *_, **__: None
    scipy.misc.imread, scipy.misc.imresize = refused, lambda image, size, *_, **__: np.resize(image, size)
    urllib.request.urlopen = urllib.request.urlretrieve = refused  # type: ignore[assignment]


def main() -> None:
    """Run it."""
    engine, out, pre_1_0, script, *arguments = sys.argv[1:]
    sys.path.append(str(Path(__file__).parent))
    record = _Record()
    _for_old_scripts()
    {"graphops": _graphops, "tensorflow": _tensorflow}[engine](record, pre_1_0 == "1")
    random.seed(_SEED)
    np.random.seed(_SEED)  # noqa: NPY002 - scripts draw from it
    sys.argv = [script, *arguments]
    sys.path.insert(0, os.getcwd())
    sys.path.append(os.environ["SCRIPT_ROOT"])
    outcome, why = "finished", ""
    record._start = time.monotonic()
    try:
        runpy.run_path(script, run_name="__main__")
    except _Enough:
        outcome = "stopped"
    except SystemExit as leave:
        outcome = "failed" if leave.code else "finished"
        why = f"exit {leave.code}" if leave.code else ""
    except BaseException as error:
        outcome, why = "failed", f"{type(error).__name__}: {error}"[:2000]
        traceback.print_exc()
    seconds = round(time.monotonic() - record._start, 2)
    np.savez(f"{out}.npz", **record.values)
    result = {"outcome": outcome, "why": why, "runs": record.runs, "seconds": seconds}
    Path(f"{out}.json").write_text(json.dumps(result))
    sys.stdout.flush()
    os._exit(0)  # threads of the script must not keep the process


if __name__ == "__main__":
    main()
