"""Records what TensorFlow answers: ``PYTHON -m tests.golden.record FAMILY...``.

Run it from the repository's root with the Python that TensorFlow is installed in. Each case of
``cases/<family>.py`` is called eagerly through ``tf.raw_ops``, on the reference CPU kernels
(oneDNN off) and on one thread, and the outputs are written to ``<family>.npz``.
"""

import inspect
import json
import os
import sys
import time
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, cases_digest
from tests.golden.load import GOLDEN, load_cases


def import_tensorflow() -> Any:
    """TensorFlow set up so that the same case gives the same bits on every run."""
    os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
    os.environ["CUDA_VISIBLE_DEVICES"] = ""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    return tf


def run_case(tf: Any, case: Case) -> list[Any]:
    """The outputs of one case, as TF tensors in the OpDef's order."""
    from tensorflow.python.eager import context
    from tensorflow.python.framework import op_def_registry

    # A cached kernel of a random op would continue its stream instead of starting at the seed.
    context.context().clear_kernel_cache()
    op_def = op_def_registry.get(case.op)
    if op_def is None:
        raise LookupError(f"TensorFlow {tf.__version__} has no op {case.op!r}")
    if 0 < op_def.deprecation.version <= tf.version.GRAPH_DEF_VERSION:
        return run_in_old_graph(tf, case, op_def)
    attr_types = {attr.name: attr.type for attr in op_def.attr}
    function = getattr(tf.raw_ops, case.op)
    names = python_names(op_def, function, case.attrs)
    # A variable is given as its value before the op; its value afterwards counts as an output.
    resources = {arg.name for arg in op_def.input_arg if arg.type == tf.resource.as_datatype_enum}
    variables = {name: tf.Variable(value) for name, value in case.inputs.items() if name in resources}
    arguments: dict[str, Any] = {
        names.get(name, name): [tf.constant(array) for array in value]
        if isinstance(value, list)
        else variables[name].handle
        if name in variables
        else tf.constant(value)
        for name, value in case.inputs.items()
    }
    for name, value in case.attrs.items():
        own = names.get(name, name)
        if attr_types.get(name) == "type":
            arguments[own] = tf.as_dtype(value)
        elif attr_types.get(name) == "list(type)":
            arguments[own] = [tf.as_dtype(item) for item in value]
        else:
            arguments[own] = value
    result = function(**arguments)
    after = [variable.read_value() for variable in variables.values()]
    if result is None or isinstance(result, tf.Operation):
        return after
    if isinstance(result, tf.Tensor):
        return [result, *after]
    return [*tf.nest.flatten(result), *after]


def run_in_old_graph(tf: Any, case: Case, op_def: Any) -> list[Any]:
    """The outputs of an op that TensorFlow only runs in graphs from before it was removed. Inputs are no lists."""
    with tf.Graph().as_default() as graph:
        constants = {name: tf.constant(array, name=name) for name, array in case.inputs.items()}
    message = graph.as_graph_def()
    message.versions.producer = op_def.deprecation.version - 1
    node = message.node.add(name="called", op=case.op, input=[arg.name for arg in op_def.input_arg])
    for arg in op_def.input_arg:
        if arg.type_attr:
            node.attr[arg.type_attr].type = constants[arg.name].dtype.as_datatype_enum
    for attr in op_def.attr:
        value = case.attrs.get(attr.name)
        if value is not None:
            field = {"bool": "b", "float": "f", "int": "i"}[attr.type]
            setattr(node.attr[attr.name], field, value)
    with tf.Graph().as_default():
        outputs = tf.graph_util.import_graph_def(message, return_elements=["called"], name="")[0].outputs
        with tf.compat.v1.Session() as session:
            found = session.run(outputs)
    return [tf.constant(array) for array in found]


def python_names(op_def: Any, function: Any, attrs: Iterable[str]) -> dict[str, str]:
    """Where ``tf.raw_ops`` renames an input or attr of the OpDef (``reduction_indices`` is ``axis`` there)."""
    parameters = list(inspect.signature(function).parameters)
    inputs = [arg.name for arg in op_def.input_arg]
    known = {*inputs, *(attr.name for attr in op_def.attr), "name"}
    renamed = [name for name in (*inputs, *attrs) if name not in parameters]
    new = [name for name in parameters if name not in known]
    return dict(zip(renamed, new, strict=False))


def encode(key: str, tensor: Any) -> tuple[dict[str, Array], str]:
    """What to store of one output, by npz key, and the name of its dtype."""
    is_text = tensor.dtype.name == "string"  # a scalar one is bytes, which NumPy would make its own text of
    array = np.asarray(tensor.numpy(), dtype=object if is_text else None)
    if array.dtype == object:
        texts = array.ravel().tolist()
        content = np.frombuffer(b"".join(texts), dtype=np.uint8)
        lengths = np.array([len(text) for text in texts], dtype=np.int64).reshape(array.shape)
        return {key: content, f"{key}/lengths": lengths}, "string"
    name = array.dtype.name
    if array.dtype.kind == "V" or name.startswith(("float8", "float4")):  # a dtype that NumPy cannot write itself
        if array.dtype.names:  # TF's quantised types
            name = tensor.dtype.name
        return {key: array.view(f"u{array.dtype.itemsize}")}, name
    return {key: array}, name


def record(tf: Any, family: str) -> None:
    """Runs a family's cases and writes its npz."""
    cases = load_cases(family)
    stored: dict[str, Any] = {}
    dtypes: dict[str, str] = {}
    for index, case in enumerate(cases):
        first, again = (
            [encode(f"{index}/{place}", tensor) for place, tensor in enumerate(run_case(tf, case))] for _ in range(2)
        )
        for (arrays, dtype), (arrays_again, _) in zip(first, again, strict=True):
            if not same_bits(arrays, arrays_again):
                raise RuntimeError(f"two runs of {family} case {index} differ: {case}")
            dtypes[next(iter(arrays))] = dtype
            stored.update(arrays)
    meta = {
        "tensorflow": tf.__version__,
        "build": "reference (TF_ENABLE_ONEDNN_OPTS=0)",
        "cases_sha256": cases_digest(cases),
        "dtypes": dtypes,
    }
    path = GOLDEN / f"{family}.npz"
    np.savez_compressed(path, meta=np.array(json.dumps(meta)), **stored)
    print(f"{path.name}: {len(cases)} cases, {len(dtypes)} outputs, {path.stat().st_size} bytes")


def same_bits(first: Mapping[str, Array], second: Mapping[str, Array]) -> bool:
    """Whether two recordings of an output are the same, bit for bit."""
    return all(
        array.shape == second[key].shape and array.tobytes() == second[key].tobytes() for key, array in first.items()
    )


def main() -> None:
    """Records the families named on the command line, or all of them."""
    every = sorted(path.stem for path in (GOLDEN / "cases").glob("*.py"))
    # tf.raw_ops lacks the fused ops: record_fused.py composes them.
    families = sys.argv[1:] or [family for family in every if family not in ("__init__", "fused")]
    started = time.perf_counter()
    tf = import_tensorflow()
    for family in families:
        record(tf, family)
    print(f"{time.perf_counter() - started:.1f} s with TensorFlow {tf.__version__}")


if __name__ == "__main__":
    main()
