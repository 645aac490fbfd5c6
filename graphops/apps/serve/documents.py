"""What the server says of its models: status and metadata as TensorFlow Serving does, and an OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from graphops.apps.serve.array_bodies import NPY, NPZ
from graphops.apps.serve.example_json import METHODS
from graphops.apps.serve.served_model import DEFAULT, Dims, ServedModel, ServedSignature
from graphops.apps.serve.versions import Models, Version
from graphops.graph.graph import Tensor
from graphops_registry.errors import NotFoundError

Json = dict[str, Any]
_JSON: Final = "application/json"


def status(versions: list[Version]) -> Json:
    """The answer to ``GET /v1/models/NAME``."""
    return {
        "model_version_status": [
            {
                "version": str(each.number),
                "state": each.state,
                "status": {"error_code": each.code, "error_message": each.error},
            }
            for each in versions
        ]
    }


def metadata(model: ServedModel) -> Json:
    """The answer to ``GET /v1/models/NAME/metadata``."""
    if model.signature_defs:
        from google.protobuf.json_format import MessageToDict

        def as_json(message: Any) -> Any:
            return MessageToDict(
                message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
            )  # fmt: skip

        defs = {name: as_json(message) for name, message in model.signature_defs.items()}
    else:
        defs = {name: _signature_def(each) for name, each in model.signatures.items()}
    return {
        "model_spec": {"name": model.name, "signature_name": "", "version": str(model.version)},
        "metadata": {"signature_def": {"signature_def": defs}},
    }


def _signature_def(signature: ServedSignature) -> Json:
    return {
        "inputs": {name: _tensor_info(tensor, signature.dims(tensor)) for name, tensor in signature.inputs.items()},
        "outputs": {name: _tensor_info(tensor, signature.dims(tensor)) for name, tensor in signature.outputs.items()},
        "method_name": signature.method_name,
    }


def _tensor_info(tensor: Tensor, dims: Dims) -> Json:
    sizes = [{"size": "-1" if dim is None else str(dim), "name": ""} for dim in dims or ()]
    return {
        "dtype": tensor.dtype.proto_name,
        "tensor_shape": {"dim": sizes, "unknown_rank": dims is None},
        "name": tensor.name,
    }


def overview(models: Models) -> Json:
    """What the page of the server shows: models, versions, signatures."""
    found = []
    for name in models.names():
        versions = []
        for each in models.statuses(name) if _is_known(models, name) else []:
            model = each.model if each.state == "AVAILABLE" else None
            versions.append({
                "version": each.number, "state": each.state, "error": each.error,
                "seconds": model.seconds if model is not None else None,
                "signatures": {} if model is None else {
                    key: {
                        "inputs": _described(signature, signature.inputs),
                        "outputs": _described(signature, signature.outputs),
                        "method": signature.method_name, "batches": signature.batches,
                        "example": example(signature),
                    }
                    for key, signature in model.signatures.items()
                },
            })  # fmt: skip
        found.append({"name": name, "labels": models.labels(name), "versions": versions})
    return {"ready": models.ready, "models": found}


def _is_known(models: Models, name: str) -> bool:
    try:
        return bool(models.statuses(name))
    except NotFoundError:
        return False


def _described(signature: ServedSignature, tensors: Mapping[str, Tensor]) -> Json:
    found = {}
    for name, tensor in tensors.items():
        dims = signature.dims(tensor)
        found[name] = {"dtype": tensor.dtype.name, "shape": None if dims is None else list(dims)}
    return found


def example(signature: ServedSignature) -> Json:
    """A request that has the right form; long lists are left out."""
    api = _api(signature)
    if api != "predict":
        return {"signature_name": signature.name, "examples": [{"feature": 1.0}]}
    inputs = {name: _zeros(tensor, signature.dims(tensor)) for name, tensor in signature.inputs.items()}
    name = {} if signature.name == DEFAULT else {"signature_name": signature.name}
    return {**name, "inputs": inputs}


def _zeros(tensor: Tensor, dims: Dims) -> Any:
    value: Any = "" if tensor.dtype.is_host_only else False if tensor.dtype.name == "bool" else (
        0 if tensor.dtype.is_integer else 0.0
    )  # fmt: skip
    sizes = [1 if dim is None else dim for dim in dims or ()]
    count = 1
    for size in sizes:
        count *= size
    if count > 1000:
        return []
    for size in reversed(sizes):
        value = [value] * size
    return value


def _api(signature: ServedSignature) -> str:
    return next((api for api, method in METHODS.items() if method == signature.method_name), "predict")


def openapi(models: Models, version: str) -> Json:
    """An OpenAPI document of every signature of the versions that answer now."""
    paths: Json = {}
    for name in models.names():
        for each in models.statuses(name) if _is_known(models, name) else []:
            if each.model is None or each.state != "AVAILABLE":
                continue
            by_api: dict[str, list[ServedSignature]] = {}
            for signature in each.model.signatures.values():
                by_api.setdefault(_api(signature), []).append(signature)
            for api, signatures in by_api.items():
                paths[f"/v1/models/{name}/versions/{each.number}:{api}"] = {"post": _operation(name, api, signatures)}
        paths[f"/v1/models/{name}"] = {"get": _plain(f"The versions of {name} and their states.")}
        paths[f"/v1/models/{name}/metadata"] = {"get": _plain(f"The signatures of {name}.")}
    return {
        "openapi": "3.1.0",
        "info": {"title": "graphops serve", "version": version},
        "paths": paths,
    }


def _plain(summary: str) -> Json:
    return {"summary": summary, "responses": {"200": {"description": "JSON", "content": {_JSON: {}}}}}


def _operation(name: str, api: str, signatures: list[ServedSignature]) -> Json:
    kinds = [_request_schema(api, signature) for signature in signatures]
    content: Json = {_JSON: {"schema": kinds[0] if len(kinds) == 1 else {"oneOf": kinds}}}
    answers: Json = {_JSON: {}}
    if api == "predict":
        content |= {NPY: {}, NPZ: {}}
        answers |= {NPY: {}, NPZ: {}}
    error = {"type": "object", "properties": {"error": {"type": "string"}}}
    return {
        "summary": f"{api} by {name}: {', '.join(signature.name for signature in signatures)}",
        "requestBody": {"required": True, "content": content},
        "responses": {
            "200": {"description": "the outputs", "content": answers},
            "4XX": {"description": "what is wrong with the request", "content": {_JSON: {"schema": error}}},
            "5XX": {"description": "what is wrong with the server", "content": {_JSON: {"schema": error}}},
        },
    }


def _request_schema(api: str, signature: ServedSignature) -> Json:
    name: Json = {"type": "string", "enum": [signature.name]}
    needed = [] if signature.name == DEFAULT else ["signature_name"]
    if api != "predict":
        rows: Json = {"type": "array", "minItems": 1, "items": {"type": "object"}}
        properties = {"signature_name": name, "examples": rows, "context": {"type": "object"}}
        return {"type": "object", "properties": properties, "required": [*needed, "examples"]}
    inputs = {each: _schema(tensor, signature.dims(tensor)) for each, tensor in signature.inputs.items()}
    columns = {"type": "object", "properties": inputs, "required": list(inputs)}
    return {
        "type": "object",
        "properties": {"signature_name": name, "inputs": columns, "instances": {"type": "array", "minItems": 1}},
        "required": needed,
        "oneOf": [{"required": ["inputs"]}, {"required": ["instances"]}],
    }


def _schema(tensor: Tensor, dims: Dims) -> Json:
    dtype = tensor.dtype
    if dtype.is_host_only:
        found: Json = {"oneOf": [{"type": "string"}, {"type": "object", "properties": {"b64": {"type": "string"}}}]}
    elif dtype.name == "bool":
        found = {"type": "boolean"}
    else:
        found = {"type": "integer" if dtype.is_integer else "number"}
    if dims is None:
        return {"description": f"{dtype.name} of any shape"}
    for dim in reversed(dims):
        found = {"type": "array", "items": found}
        if dim is not None:
            found |= {"minItems": dim, "maxItems": dim}
    return found | {"description": f"{dtype.name} {tensor.shape}"}
