"""Ops that a call on arrays says nothing of: their values are lists, handles, files, or answered by other dtypes.

For each group (patterns of names) the files whose tests have them instead.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

TESTS = Path(__file__).parent.parent

# No recorded call, so no opcheck either.
CALLS = {
    ("TensorList*", "EmptyTensorList"): "ops/test_tensor_list.py",
    ("Graphops>TensorListAddItem",): "plan/test_passes_list_sums.py",
    ("Graphops>Network",): "plan/test_passes_engine.py",
    ("Graphops>ResourceSparseApplyGradientDescent",): "plan/test_passes_row_steps.py",
    ("RaggedTensorToVariant*", "RaggedTensorFromVariant"): "ops/test_ragged_variant.py",
    ("Optional*",): "interchange/graph_def/test_recorded_graphs.py",
    ("Stack*V2",): "ops/test_stack.py",
    ("Stack", "StackPush", "StackPop", "StackClose"): "ops/test_stack_ref.py",
    (
        "*FIFOQueue*",
        "RandomShuffleQueue*",
        "PriorityQueue*",
        "Queue*",
        "Stage*",
        "Unstage",
        "Map*",
        "OrderedMap*",
    ): "ops/test_queue.py",
    ("*Reader*",): "compat/test_queues.py",
    ("*Accumulator*",): "ops/test_queue.py",
    ("*ParameterizedTruncatedNormal",): "ops/test_random_truncated.py",  # TensorFlow's depend on its threads
    ("For", "RemoteCall"): "interchange/graph_def/test_recorded_graphs.py",
    ("PyFunc*",): "compat/test_py_func.py",
    (
        "Iterator*",
        "MakeIterator",
        "DatasetToSingleElement",
        "Graphops>Dataset",
        "Graphops>OneShotIterator",
    ): "compat/test_data_iterators.py",
    ("*HashTable*", "InitializeTable*", "LookupTable*"): "ops/test_lookup_table.py",
    ("VariableV2", "Variable", "RefIdentity", "RefSelect", "TemporaryVariable"): "ops/test_state_ref.py",
    ("Save", "SaveV2", "SaveSlices", "Restore*", "MergeV2Checkpoints"): "checkpoint/test_node_ops.py",
    ("ReadFile", "WriteFile", "MatchingFiles"): "checkpoint/test_file_ops.py",
    ("AdjustContrast", "RandomCrop"): "ops/test_old_image_ops.py",  # TensorFlow runs them in old graphs only
    ("ImageSummary", "AudioSummary"): "ops/test_summary_media.py",  # PNG files as above, and old graphs only
    ("EncodePng",): "hostile/test_media_files.py",  # other bytes than TensorFlow's, of the same pixels
    ("TensorArray*V3", "TensorArrayGradWithShape"): "ops/test_tensor_array.py",
    ("TensorArray*",): "ops/test_tensor_array_old.py",
    ("*SparseToTensorsMap", "*SparseFromTensorsMap"): "ops/test_sparse_maps.py",
    ("ResourceGatherNd",): "ops/test_state.py",
    (
        "Dequantize",
        "Requantize",
        "RequantizationRange",
        "QuantizeDownAndShrinkRange",
        "QuantizeAndDequantize",
    ): "ops/test_quantize_numbers.py",  # quantised inputs, or of old graphs only
    ("QuantizedResizeBilinear",): "ops/test_resize_quantized.py",  # quantised inputs
    ("CudnnRNN*",): "ops/test_cudnn_rnn.py",  # TensorFlow has no kernel for a CPU
    ("StatefulRandomBinomial",): "ops/test_random_draws.py",  # changes its variable
    ("RandomPoisson",): "ops/test_random_draws.py",  # TensorFlow runs it in old graphs only
    ("Eig",): "ops/test_linalg_functions.py",  # no order, and no phases
    ("ControlTrigger",): "plan/test_frames.py",  # no inputs, no outputs
}
# Gradients whose check on recorded calls would say nothing: results of another precision than the inputs, kinks
# everywhere, or rounding that does not count.
GRADIENTS = {
    ("ResizeBilinear*", "ResizeBicubic*", "CropAndResize*", "ScaleAndTranslate*"): "ops/test_image_gradients.py",
    ("FakeQuant*",): "ops/test_fake_quant.py",
    ("QuantizeAndDequantizeV4",): "ops/test_quantize.py",
    ("QuantizeAndDequantize", "QuantizeAndDequantizeV2", "QuantizeAndDequantizeV3"): "ops/test_quantize_numbers.py",
    # Not by every argument, as in TensorFlow.
    ("Betainc", "Zeta"): "ops/test_special_numbers.py",
    # By way of some outputs only, as in TensorFlow.
    ("BlockLSTM", "BlockLSTMV2", "LSTMBlockCell", "GRUBlockCell"): "ops/test_rnn_block.py",
    ("CTCLoss", "CTCLossV2"): "ops/test_ctc.py",
    # How a draw moves with its distribution, not how it comes about.
    ("RandomGamma", "StatelessRandomGammaV*"): "ops/test_random_draws.py",
    ("StatelessParameterizedTruncatedNormal",): "ops/test_random_truncated.py",
    **CALLS,
}


def place(op: str, groups: dict[tuple[str, ...], str]) -> Path | None:
    """The file that tests ``op``, if it is in one of ``groups``."""
    for patterns, file in groups.items():
        if any(fnmatchcase(op, pattern) for pattern in patterns):
            return TESTS / file
    return None


def is_there(op: str, groups: dict[tuple[str, ...], str]) -> bool:
    """Whether ``op`` is tested elsewhere; fails if there is no such file."""
    file = place(op, groups)
    if file is None:
        return False
    assert file.exists(), f"{file} must exist: it is to test op '{op}'"
    return True
