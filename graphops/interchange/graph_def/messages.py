"""The protocol buffers of TensorFlow's graphs, made at run time from a table of field names and numbers.

The messages live in a descriptor pool of their own, so TensorFlow, TensorBoard and ONNX can be imported beside them
in any order; the bytes and the text form do not contain package names and are the same as TensorFlow's. Fields that
the table leaves out are kept when a message is read and written again.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

# Message -> fields "name number type", in proto3. "*" is repeated, "map<k,v>" a map, "|group" a oneof; a type with a
# capital letter is a message of this table, or an enum of _ENUMS.
_MESSAGES: Final[dict[str, str]] = {
    "GraphDef": "node 1 *NodeDef, library 2 FunctionDefLibrary, version 3 int32, versions 4 VersionDef",
    "VersionDef": "producer 1 int32, min_consumer 2 int32, bad_consumers 3 *int32",
    "NodeDef": "name 1 string, op 2 string, input 3 *string, device 4 string, attr 5 map<string,AttrValue>, "
    "experimental_debug_info 6 DebugInfo, experimental_type 7 FullTypeDef",
    "DebugInfo": "original_node_names 1 *string, original_func_names 2 *string",
    "FullTypeDef": "type_id 1 FullTypeId, args 2 *FullTypeDef, s 3 string|attr, i 4 int64|attr",
    "AttrValue": "list 1 ListValue|value, s 2 bytes|value, i 3 int64|value, f 4 float|value, b 5 bool|value, "
    "type 6 DataType|value, shape 7 TensorShapeProto|value, tensor 8 TensorProto|value, placeholder 9 string|value, "
    "func 10 NameAttrList|value",
    "ListValue": "s 2 *bytes, i 3 *int64, f 4 *float, b 5 *bool, type 6 *DataType, shape 7 *TensorShapeProto, "
    "tensor 8 *TensorProto, func 9 *NameAttrList",
    "NameAttrList": "name 1 string, attr 2 map<string,AttrValue>",
    "TensorShapeProto": "dim 2 *Dim, unknown_rank 3 bool",
    "Dim": "size 1 int64, name 2 string",
    "TensorProto": "dtype 1 DataType, tensor_shape 2 TensorShapeProto, version_number 3 int32, tensor_content 4 bytes, "
    "float_val 5 *float, double_val 6 *double, int_val 7 *int32, string_val 8 *bytes, scomplex_val 9 *float, "
    "int64_val 10 *int64, bool_val 11 *bool, dcomplex_val 12 *double, half_val 13 *int32, "
    "resource_handle_val 14 *ResourceHandleProto, variant_val 15 *VariantTensorDataProto, uint32_val 16 *uint32, "
    "uint64_val 17 *uint64, float8_val 18 bytes",
    "ResourceHandleProto": "device 1 string, container 2 string, name 3 string, hash_code 4 uint64, "
    "maybe_type_name 5 string, dtypes_and_shapes 6 *DtypeAndShape",
    "DtypeAndShape": "dtype 1 DataType, shape 2 TensorShapeProto",
    "VariantTensorDataProto": "type_name 1 string, metadata 2 bytes, tensors 3 *TensorProto",
    "FunctionDefLibrary": "function 1 *FunctionDef, gradient 2 *GradientDef",
    "GradientDef": "function_name 1 string, gradient_func 2 string",
    "FunctionDef": "signature 1 OpDef, node_def 3 *NodeDef, ret 4 map<string,string>, attr 5 map<string,AttrValue>, "
    "control_ret 6 map<string,string>, arg_attr 7 map<uint32,ArgAttrs>, "
    "resource_arg_unique_id 8 map<uint32,uint32>",
    "ArgAttrs": "attr 1 map<string,AttrValue>",
    "OpDef": "name 1 string, input_arg 2 *ArgDef, output_arg 3 *ArgDef, attr 4 *AttrDef, summary 5 string, "
    "description 6 string, deprecation 8 OpDeprecation, is_aggregate 16 bool, is_stateful 17 bool, "
    "is_commutative 18 bool, allows_uninitialized_input 19 bool, control_output 20 *string, "
    "is_distributed_communication 21 bool",
    "ArgDef": "name 1 string, description 2 string, type 3 DataType, type_attr 4 string, number_attr 5 string, "
    "type_list_attr 6 string, handle_data 7 *DtypeAndShape, is_ref 16 bool, experimental_full_type 17 FullTypeDef",
    "AttrDef": "name 1 string, type 2 string, default_value 3 AttrValue, description 4 string, has_minimum 5 bool, "
    "minimum 6 int64, allowed_values 7 AttrValue",
    "OpDeprecation": "version 1 int32, explanation 2 string",
    "OpList": "op 1 *OpDef",
    "SavedModel": "saved_model_schema_version 1 int64, meta_graphs 2 *MetaGraphDef",
    "MetaGraphDef": "meta_info_def 1 MetaInfoDef, graph_def 2 GraphDef, saver_def 3 SaverDef, "
    "collection_def 4 map<string,CollectionDef>, signature_def 5 map<string,SignatureDef>, "
    "asset_file_def 6 *AssetFileDef",
    "MetaInfoDef": "meta_graph_version 1 string, stripped_op_list 2 OpList, tags 4 *string, "
    "tensorflow_version 5 string, tensorflow_git_version 6 string, stripped_default_attrs 7 bool, "
    "function_aliases 8 map<string,string>",
    "SaverDef": "filename_tensor_name 1 string, save_tensor_name 2 string, restore_op_name 3 string, "
    "max_to_keep 4 int32, sharded 5 bool, keep_checkpoint_every_n_hours 6 float, version 7 CheckpointFormatVersion",
    "CollectionDef": "node_list 1 StringList|kind, bytes_list 2 BytesList|kind, int64_list 3 Int64List|kind, "
    "float_list 4 FloatList|kind, any_list 5 AnyList|kind",
    "AnyList": "value 1 *PackedMessage",
    "PackedMessage": "type_url 1 string, value 2 bytes",
    "StringList": "value 1 *string",
    "BytesList": "value 1 *bytes",
    "Int64List": "value 1 *int64",
    "FloatList": "value 1 *float",
    "SignatureDef": "inputs 1 map<string,TensorInfo>, outputs 2 map<string,TensorInfo>, method_name 3 string",
    "TensorInfo": "name 1 string|encoding, dtype 2 DataType, tensor_shape 3 TensorShapeProto, "
    "coo_sparse 4 CooSparse|encoding, composite_tensor 5 CompositeTensor|encoding",
    "CooSparse": "values_tensor_name 1 string, indices_tensor_name 2 string, dense_shape_tensor_name 3 string",
    "CompositeTensor": "components 2 *TensorInfo",
    "AssetFileDef": "tensor_info 1 TensorInfo, filename 2 string",
    "Event": "wall_time 1 double, step 2 int64, file_version 3 string|what, graph_def 4 bytes|what, "
    "summary 5 Summary|what, session_log 7 SessionLog|what, tagged_run_metadata 8 TaggedRunMetadata|what, "
    "meta_graph_def 9 bytes|what",
    "Summary": "value 1 *SummaryValue",
    "SummaryValue": "node_name 7 string, tag 1 string, simple_value 2 float|value, image 4 SummaryImage|value, "
    "histo 5 HistogramProto|value, audio 6 SummaryAudio|value, tensor 8 TensorProto|value, "
    "metadata 9 SummaryMetadata",
    "SummaryMetadata": "plugin_data 1 SummaryPluginData, display_name 2 string, summary_description 3 string, "
    "data_class 4 DataClass",
    "SummaryPluginData": "plugin_name 1 string, content 2 bytes",
    "SummaryDescription": "type_hint 1 string",
    "SessionLog": "status 1 SessionStatus, checkpoint_path 2 string, msg 3 string",
    "RunMetadata": "step_stats 1 StepStats",
    "StepStats": "dev_stats 1 *DeviceStepStats",
    "DeviceStepStats": "device 1 string, node_stats 2 *NodeExecStats",
    "NodeExecStats": "node_name 1 string, all_start_micros 2 int64, op_start_rel_micros 3 int64, "
    "op_end_rel_micros 4 int64, all_end_rel_micros 5 int64, timeline_label 8 string, thread_id 12 uint32",
    "TaggedRunMetadata": "tag 1 string, run_metadata 2 bytes",
    "SummaryImage": "height 1 int32, width 2 int32, colorspace 3 int32, encoded_image_string 4 bytes",
    "SummaryAudio": "sample_rate 1 float, num_channels 2 int64, length_frames 3 int64, encoded_audio_string 4 bytes, "
    "content_type 5 string",
    "HistogramProto": "min 1 double, max 2 double, num 3 double, sum 4 double, sum_squares 5 double, "
    "bucket_limit 6 *double, bucket 7 *double",
    "Example": "features 1 Features",
    "SequenceExample": "context 1 Features, feature_lists 2 FeatureLists",
    "Features": "feature 1 map<string,Feature>",
    "FeatureLists": "feature_list 1 map<string,FeatureList>",
    "FeatureList": "feature 1 *Feature",
    "Feature": "bytes_list 1 BytesList|kind, float_list 2 FloatList|kind, int64_list 3 Int64List|kind",
    "VariableDef": "variable_name 1 string, initializer_name 2 string, snapshot_name 3 string, is_resource 5 bool, "
    "initial_value_name 6 string, trainable 7 bool",
    # TensorFlow Serving's configuration, and the requests that warm a model up.
    "ModelServerConfig": "model_config_list 1 ModelConfigList",
    "ModelConfigList": "config 1 *ModelConfig",
    "ModelConfig": "name 1 string, base_path 2 string, model_type 3 ModelType, model_platform 4 string, "
    "model_version_policy 7 ServableVersionPolicy, version_labels 8 map<string,int64>",
    "ServableVersionPolicy": "latest 100 LatestVersions|policy_choice, all 101 AllVersions|policy_choice, "
    "specific 102 SpecificVersions|policy_choice",
    "LatestVersions": "num_versions 1 uint32",
    "AllVersions": "",
    "SpecificVersions": "versions 1 *int64",
    "MonitoringConfig": "prometheus_config 1 PrometheusConfig",
    "PrometheusConfig": "enable 1 bool, path 2 string",
    "BatchingParameters": "max_batch_size 1 Int64Value, batch_timeout_micros 2 Int64Value, "
    "max_enqueued_batches 3 Int64Value, num_batch_threads 4 Int64Value, thread_pool_name 5 StringValue, "
    "allowed_batch_sizes 6 *int64, pad_variable_length_inputs 7 bool, enable_large_batch_splitting 8 BoolValue, "
    "max_execution_batch_size 9 Int64Value",
    "Int64Value": "value 1 int64",
    "StringValue": "value 1 string",
    "BoolValue": "value 1 bool",
    "PredictionLog": "classify_log 2 ExamplesLog|log_type, regress_log 3 ExamplesLog|log_type, "
    "predict_log 6 PredictLog|log_type",
    "PredictLog": "request 1 PredictRequest",
    "PredictRequest": "model_spec 1 ModelSpec, inputs 2 map<string,TensorProto>, output_filter 3 *string",
    "ModelSpec": "name 1 string, version 2 Int64Value, signature_name 3 string, version_label 4 string",
    "ExamplesLog": "request 1 ExamplesRequest",
    "ExamplesRequest": "model_spec 1 ModelSpec, input 2 ExamplesInput",
    "ExamplesInput": "example_list 1 ExampleList|kind, example_list_with_context 2 ExampleListWithContext|kind",
    "ExampleList": "examples 1 *Example",
    "ExampleListWithContext": "examples 1 *Example, context 2 Example",
}
_ENUMS: Final[dict[str, str]] = {  # DataType comes from the registry
    "DataClass": "DATA_CLASS_UNKNOWN 0, DATA_CLASS_SCALAR 1, DATA_CLASS_TENSOR 2, DATA_CLASS_BLOB_SEQUENCE 3",
    "ModelType": "MODEL_TYPE_UNSPECIFIED 0, TENSORFLOW 1, OTHER 2",
    "SessionStatus": "STATUS_UNSPECIFIED 0, START 1, STOP 2, CHECKPOINT 3",
    "CheckpointFormatVersion": "LEGACY 0, V1 1, V2 2",
    "FullTypeId": "TFT_UNSET 0, TFT_VAR 1, TFT_ANY 2, TFT_PRODUCT 3, TFT_NAMED 4, TFT_FOR_EACH 20, TFT_CALLABLE 100, "
    "TFT_TENSOR 1000, TFT_ARRAY 1001, TFT_OPTIONAL 1002, TFT_LITERAL 1003, TFT_ENCODED 1004, TFT_SHAPE_TENSOR 1005, "
    "TFT_BOOL 200, TFT_UINT8 201, TFT_UINT16 202, TFT_UINT32 203, TFT_UINT64 204, TFT_INT8 205, TFT_INT16 206, "
    "TFT_INT32 207, TFT_INT64 208, TFT_HALF 209, TFT_FLOAT 210, TFT_DOUBLE 211, TFT_BFLOAT16 215, TFT_COMPLEX64 212, "
    "TFT_COMPLEX128 213, TFT_STRING 214, TFT_DATASET 10102, TFT_RAGGED 10103, TFT_ITERATOR 10104, "
    "TFT_MUTEX_LOCK 10202, TFT_LEGACY_VARIANT 10203",
}
_SCALARS: Final = {
    "double": 1, "float": 2, "int64": 3, "uint64": 4, "int32": 5, "bool": 8, "string": 9, "bytes": 12, "uint32": 13,
}  # fmt: skip
_MESSAGE_TYPE, _ENUM_TYPE, _OPTIONAL, _REPEATED = 11, 14, 1, 3
_PACKAGE: Final = "graphops.protos"


@cache
def _classes() -> dict[str, Any]:
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    from graphops_registry.dtypes import all_dtypes

    file = descriptor_pb2.FileDescriptorProto(name="graphops/protos.proto", package=_PACKAGE, syntax="proto3")
    dtypes = ", ".join(f"{dtype.proto_name} {dtype.enum}" for dtype in all_dtypes())
    for name, values in {"DataType": f"DT_INVALID 0, {dtypes}", **_ENUMS}.items():
        enum = file.enum_type.add(name=name)
        for value in values.split(", "):
            label, number = value.split()
            enum.value.add(name=label, number=int(number))
    for name, fields in _MESSAGES.items():
        _declare(file.message_type.add(name=name), fields)
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    classes = {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.{name}")) for name in _MESSAGES
    }
    for part in ("Value", "Image", "Audio"):  # scripts name these by the message that they belong to
        setattr(classes["Summary"], part, classes[f"Summary{part}"])
    classes["SummaryMetadata"].PluginData = classes["SummaryPluginData"]
    for value in _ENUMS["SessionStatus"].split(", "):  # TensorFlow's enum is within the message
        label, number = value.split()
        setattr(classes["SessionLog"], label, int(number))
    return classes


def _declare(message: Any, fields: str) -> None:
    """Fill a ``DescriptorProto``."""
    oneofs: dict[str, int] = {}
    for line in fields.replace("<string,", "<string;").replace("<uint32,", "<uint32;").split(","):
        if not line:  # a message without fields
            continue
        name, number, kind = line.split()
        kind, _, group = kind.partition("|")
        field = message.field.add(name=name, number=int(number), label=_OPTIONAL)
        if group:
            if group not in oneofs:
                oneofs[group] = len(oneofs)
                message.oneof_decl.add(name=group)
            field.oneof_index = oneofs[group]
        if kind.startswith("map<"):
            key, value = kind[4:-1].split(";")
            entry = message.nested_type.add(name="".join(part.title() for part in name.split("_")) + "Entry")
            entry.options.map_entry = True
            _type(entry.field.add(name="key", number=1, label=_OPTIONAL), key)
            _type(entry.field.add(name="value", number=2, label=_OPTIONAL), value)
            field.label, field.type = _REPEATED, _MESSAGE_TYPE
            field.type_name = f".{_PACKAGE}.{message.name}.{entry.name}"
            continue
        if kind.startswith("*"):
            field.label = _REPEATED
        _type(field, kind.removeprefix("*"))


def _type(field: Any, kind: str) -> None:
    if kind in _SCALARS:
        field.type = _SCALARS[kind]
    else:
        field.type = _ENUM_TYPE if kind in ("DataType", *_ENUMS) else _MESSAGE_TYPE
        field.type_name = f".{_PACKAGE}.{kind}"


def __getattr__(name: str) -> Any:
    if name in _MESSAGES:
        return _classes()[name]
    raise AttributeError(f"module 'graphops.interchange.graph_def.messages' has no message '{name}'", name=name)


def __dir__() -> list[str]:
    return sorted(_MESSAGES)
