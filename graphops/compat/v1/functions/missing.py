"""What scripts of TensorFlow 1 name that is not here, and what to write instead: the texts of AttributeErrors.

:data:`INSTEAD` is the table.  For other names the text says in which module a name is, which op computes it, or which
name is like it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from graphops_registry.errors import GraphopsError, nearest

_FEED: Final = "read and decode data in Python, and feed placeholders"
_LAYERS: Final = "make variables by tf.get_variable, and use tf.matmul, tf.nn.conv2d and the other functions of tf.nn"
_MODEL: Final = "call the layers of tf.keras.layers on tensors, and train by an optimizer of tf.train"
_CELLS_OF_KERAS: Final = "use tf.nn.dynamic_rnn with a cell of tf.nn.rnn_cell"
_LOOP: Final = "write the loop around Session.run in Python"
_METRICS: Final = "compute it by NumPy from what Session.run gives, or by tf.reduce_mean, tf.cast and tf.equal"
_QUEUES: Final = "feed placeholders; a Python thread with a queue.Queue can prepare what comes next"

# Name after "tf." -> what to do instead.
INSTEAD: Final[dict[str, str]] = {
    # modules
    "distribute": "there is one process; see graphops.Session for devices",
    "models": "models are not part of graphops",
    "python": "TensorFlow's inner modules are not here; the public names are",
    "saved_model": "use graphops.load_saved_model to read one, and tf.train.Saver to write checkpoints",
    "sysconfig": "there is no C++ library to build against; graphops.extend adds ops and kernels in Python",
    "tpu": "there are CPUs and GPUs",
    # names of TensorFlow before 1.0
    "batch_matmul": "it is tf.matmul",
    "complex_abs": "it is tf.abs",
    "concat_v2": "it is tf.concat",
    "histogram_summary": "it is tf.summary.histogram",
    "listdiff": "it is tf.setdiff1d",
    "merge_all_summaries": "it is tf.summary.merge_all",
    "merge_summary": "it is tf.summary.merge",
    "mul": "it is tf.multiply",
    "neg": "it is tf.negative",
    "nn.rnn": "it is tf.nn.static_rnn",
    "pack": "it is tf.stack",
    "scalar_summary": "it is tf.summary.scalar",
    "select": "it is tf.where",
    "sub": "it is tf.subtract",
    "train.SummaryWriter": "it is tf.summary.FileWriter",
    "unpack": "it is tf.unstack",
    # names at the top
    "get_session_tensor": "keep the array that Session.run gives, and feed it",
    "GradientTape": "use tf.gradients",
    "IndexedSlices": "gradients of tf.gather are dense tensors here",
    "LMDBReader": _FEED,
    "load_op_library": "register ops and kernels in Python by graphops.extend",
    "py_function": "use tf.py_func, which gets arrays",
    "variable_creator_scope": "use the custom_getter of tf.variable_scope",
    # names of modules that are here
    "keras.Model": _MODEL,
    "keras.Sequential": _MODEL,
    "keras.applications": "models are not part of graphops; graphops.load_saved_model reads one",
    "keras.callbacks": _MODEL,
    "keras.datasets": "read your files by NumPy, or by tf.contrib.learn.datasets",
    "keras.estimator": "use tf.estimator.Estimator",
    "keras.layers.GRU": _CELLS_OF_KERAS,
    "keras.layers.LSTM": _CELLS_OF_KERAS,
    "keras.layers.RNN": _CELLS_OF_KERAS,
    "keras.metrics": "use tf.metrics",
    "keras.models": _MODEL,
    "keras.optimizers": "use the optimizers of tf.train",
    "keras.preprocessing": "prepare data by NumPy",
    "contrib.layers.feature_column": "use tf.feature_column",
    "contrib.layers.real_valued_column": "use tf.feature_column.numeric_column",
    "contrib.layers.sparse_column_with_hash_bucket": "prepare features by NumPy and feed them",
    "contrib.boosted_trees": "models are not part of graphops",
    "contrib.cudnn_rnn": "use tf.contrib.rnn.LSTMBlockFusedCell, or tf.nn.dynamic_rnn with a cell of tf.nn.rnn_cell",
    "contrib.distribute": "there is one process; see graphops.Session for devices",
    "contrib.estimator": "use tf.estimator",
    "contrib.factorization": "models are not part of graphops",
    "contrib.feature_column": "use tf.feature_column",
    "contrib.gan": "models are not part of graphops; tf.contrib.layers and tf.gradients make them",
    "contrib.graph_editor": "build the graph as it is wanted; graphops.import_graph_def takes an input_map",
    "contrib.keras": _LAYERS,
    "contrib.lite": "graphops runs GraphDefs and SavedModels; graphops.load_saved_model reads one",
    "contrib.predictor": "use graphops.load_saved_model",
    "contrib.quantize": "use tf.raw_ops.FakeQuantWithMinMaxVars where values are quantised",
    "contrib.saved_model": "use graphops.load_saved_model to read one, and tf.train.Saver to write checkpoints",
    "contrib.staging": "feed placeholders, or use tf.data with prefetch",
    "contrib.summary": "use tf.summary",
    "contrib.tensor_forest": "models are not part of graphops",
    "contrib.tpu": "there are CPUs and GPUs",
    "contrib.training.batch_sequences_with_states": "use tf.data, and keep the state in variables",
    "contrib.training.bucket_by_sequence_length": "use tf.data.experimental.bucket_by_sequence_length",
    "contrib.util": "use tf.get_static_value, and graphops.load_graph for files",
    "contrib.distributions.bijectors": "transform samples by functions of tf, and their log_prob by the derivative",
    "contrib.learn.DNNClassifier": "use tf.estimator.DNNClassifier",
    "contrib.learn.DNNRegressor": "use tf.estimator.DNNRegressor",
    "contrib.learn.Estimator": "use tf.estimator.Estimator, whose model_fn gives a tf.estimator.EstimatorSpec",
    "contrib.learn.Experiment": "use tf.estimator.train_and_evaluate",
    "contrib.learn.LinearClassifier": "use tf.estimator.LinearClassifier",
    "contrib.learn.LinearRegressor": "use tf.estimator.LinearRegressor",
    "contrib.learn.learn_runner": "use tf.estimator.train_and_evaluate",
    "contrib.learn.SVM": _LOOP,
    "contrib.learn.datasets.load_dataset": "read your files by tf.contrib.learn.datasets.base or by NumPy",
    "contrib.metrics.streaming_sparse_recall_at_k": _METRICS,
    "contrib.opt.ElasticAverageOptimizer": "there is one process: use the optimizer itself",
    "contrib.rnn.CompiledWrapper": "use the cell itself: there is no compiler to be chosen",
    "contrib.rnn.HighwayWrapper": "use tf.contrib.rnn.ResidualWrapper, whose residual_fn may have a gate",
    "contrib.slim.dataset": "use tf.data",
    "contrib.slim.dataset_data_provider": "use tf.data",
    "contrib.slim.nets": "models are not part of graphops; tf.contrib.slim has their layers",
    "contrib.slim.queues": _QUEUES,
    "contrib.slim.tfexample_decoder": _FEED,
    "sparse.SparseConditionalAccumulator": "there is one process: add up gradients in a variable",
    "data.experimental.CsvDataset": "use tf.data.TextLineDataset, and tf.decode_csv in map",
    "data.experimental.make_csv_dataset": "use tf.data.TextLineDataset, and tf.decode_csv in map",
    "summary.initialize": "use tf.summary.FileWriter",
    "train.AdagradDAOptimizer": "use tf.train.AdagradOptimizer",
    "train.Checkpoint": "use tf.train.Saver",
    "train.export_meta_graph": "use tf.train.write_graph, and tf.train.Saver for values",
    "train.import_meta_graph": "build the graph by Python, or read a GraphDef by tf.import_graph_def",
    "train.SyncReplicasOptimizer": "there is one process: use the optimizer itself",
}
ASKED: Final[dict[str, str]] = {}
"""Names after "tf." that somebody asked for in this process, with the advice that the error gave."""

_MODULES: Final = (
    "",
    "nn",
    "train",
    "losses",
    "math",
    "linalg",
    "random",
    "summary",
    "initializers",
    "layers",
    "io",
    "image",
    "sparse",
    "sets",
    "signal",
    "spectral",
    "strings",
    "nn.rnn_cell",
    "data",
    "data.experimental",
)


def missing(module: str, name: str) -> AttributeError:
    """The error for ``tf.<module>.<name>``; ``module`` is empty for ``tf`` itself."""
    place = f"graphops.compat.v1.{module}".rstrip(".")
    text = f"module '{place}' has no attribute '{name}'"
    if not name.startswith("_"):
        advice = ASKED[f"{module}.{name}".lstrip(".")] = _advice(module, name)
        text += advice
    return AttributeError(text, name=name)


def _advice(module: str, name: str) -> str:
    instead = INSTEAD.get(f"{module}.{name}".lstrip("."))
    if instead is not None:
        return f"; {instead}"
    names = {other: _names(other) for other in _MODULES}
    if module.startswith("contrib"):
        names[module] = _names(module)
    found = [other for other in _MODULES if other != module and name in names[other]]
    if found:
        return f"; it is tf.{f'{found[0]}.{name}'.lstrip('.')}"
    op = "".join(part[:1].upper() + part[1:] for part in name.split("_"))
    if _is_op(op):
        return f"; tf.raw_ops.{op} is an op that may be meant"
    return nearest(name, names.get(module, ()))


def _names(module: str) -> list[str]:
    return dir(import_module(f"graphops.compat.v1.{module}".rstrip(".") if module != "nn.rnn_cell" else _CELLS))


_CELLS: Final = "graphops.compat.v1.networks.rnn_cell"


def _is_op(name: str) -> bool:
    from graphops_registry.op_def import lookup_op

    try:
        return bool(lookup_op(name))
    except GraphopsError:
        return False
