"""A SavedModel whose nodes read and write the files that a request names."""

from __future__ import annotations

from pathlib import Path

import graphops as go
from graphops.interchange.graph_def import messages


def write_file_model(folder: Path) -> Path:
    """Write it into ``folder``.

    Its signatures take a scalar ``path``: ``serving_default`` gives the file's content, ``write`` writes a file,
    ``list`` gives the files that match, and ``restore`` a float vector of a checkpoint of that prefix.
    """
    raw = go.raw_ops
    with go.Graph().as_default() as graph:
        path = go.placeholder(go.string, (), name="path")
        raw.Identity(input=raw.ReadFile(filename=path), name="content")
        with go.control_dependencies([raw.WriteFile(filename=path, contents="written")]):
            raw.Identity(input=path, name="written")
        raw.Identity(input=raw.MatchingFiles(pattern=path), name="files")
        restored = raw.RestoreV2(prefix=path, tensor_names=["v"], shape_and_slices=[""], dtypes=[go.float32])
        raw.Identity(input=restored[0], name="restored")
        saved = messages.SavedModel(saved_model_schema_version=1)
        meta = saved.meta_graphs.add()
        meta.graph_def.CopyFrom(graph.as_graph_def())
    meta.meta_info_def.tags.append("serve")
    for name, output in (
        ("serving_default", "content"), ("write", "written"), ("list", "files"), ("restore", "restored"),
    ):  # fmt: skip
        signature = meta.signature_def[name]
        signature.method_name = "tensorflow/serving/predict"
        info = signature.inputs["path"]
        info.name, info.dtype = "path:0", 7
        info = signature.outputs["content"]
        info.name, info.dtype = f"{output}:0", 1 if name == "restore" else 7
        info.tensor_shape.unknown_rank = True
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "saved_model.pb").write_bytes(saved.SerializeToString())
    return folder


__all__ = ["write_file_model"]
