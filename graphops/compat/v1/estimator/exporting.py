"""A model as a SavedModel: its graph, whose first node to run assigns the values that its variables have."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import graphops.compat.v1 as tf
from graphops.compat.v1.estimator.export import PredictOutput
from graphops_registry.errors import FailedPreconditionError, InvalidArgumentError

_DEFAULT: Final = "serving_default"
_INIT: Final = "__saved_model_init_op"


def write_saved_model(
    base: str, receiver: Any, spec: Any, path: str, creator: Any, assets: Mapping[str, str], as_text: bool
) -> bytes:
    """Write the default graph, with the values of the checkpoint ``path``; the path of the new folder."""
    from google.protobuf import text_format

    from graphops.interchange.graph_def import messages

    folder = _new_folder(base)
    values = {variable: tf.train.load_variable(path, variable.op.name) for variable in tf.global_variables()}
    starts = [tf.assign(variable, tf.constant(value)) for variable, value in values.items()]
    init = tf.group(*starts, tf.train.Scaffold.default_local_init_op(), name="saved_model_init")
    with creator.create_session():  # everything that the model needs is there
        pass
    saved = messages.SavedModel(saved_model_schema_version=1)
    meta = saved.meta_graphs.add()
    meta.meta_info_def.tags.append("serve")
    meta.graph_def.CopyFrom(tf.get_default_graph().as_graph_def())
    outputs = spec.export_outputs or {_DEFAULT: PredictOutput(spec.predictions)}
    if len(outputs) == 1 and _DEFAULT not in outputs:
        outputs = {**outputs, _DEFAULT: next(iter(outputs.values()))}
    for name, output in outputs.items():
        _sign(meta.signature_def[name], receiver.receiver_tensors, output)
    for name, tensors in (getattr(receiver, "receiver_tensors_alternatives", None) or {}).items():
        for key, output in outputs.items():
            _sign(meta.signature_def[f"{name}:{key}"], tensors, output)
    _tell(meta.signature_def[_INIT].outputs[_INIT], init)
    folder.mkdir(parents=True)
    if as_text:
        (folder / "saved_model.pbtxt").write_text(text_format.MessageToString(saved), encoding="utf-8")
    else:
        (folder / "saved_model.pb").write_bytes(saved.SerializeToString())
    for name, source in assets.items():
        target = folder / "assets.extra" / name
        if ".." in Path(name).parts or Path(name).is_absolute():
            raise InvalidArgumentError(f"a path of assets_extra must be below its folder, got '{name}'")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    return os.fsencode(folder)


def _new_folder(base: str) -> Path:
    """A folder that is not there, named by the time."""
    begin = int(time.time())
    for number in range(begin, begin + 10):
        folder = Path(os.fsdecode(base)) / str(number)
        if not folder.exists():
            return folder
    raise FailedPreconditionError(f"a new folder named by the time must be free in '{base}', got 10 that are not")


def _sign(signature: Any, inputs: Mapping[str, Any], output: Any) -> None:
    signature.method_name = output.method_name
    for name, tensor in inputs.items():
        _tell(signature.inputs[name], tensor)
    for name, tensor in output.tensors().items():
        _tell(signature.outputs[name], tensor)


def _tell(info: Any, tensor: Any) -> None:
    info.name = tensor.name
    if isinstance(tensor, tf.Tensor):
        info.dtype = tensor.dtype.enum
        info.tensor_shape.unknown_rank = tensor.shape.ndims is None
        for dim in tensor.shape.as_list() if tensor.shape.ndims is not None else ():
            info.tensor_shape.dim.add().size = -1 if dim is None else dim
