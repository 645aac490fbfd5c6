"""``tf.contrib.seq2seq``: decoders that run step by step, attention, beam search.

Begin with :mod:`.decoders`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing

# Module -> the names that are in it.
_IN = {
    "attention_cell": "AttentionWrapper AttentionWrapperState",
    "attentions": """AttentionMechanism BahdanauAttention LuongAttention hardmax safe_cumprod""",
    "beams": """BeamSearchDecoder BeamSearchDecoderOutput BeamSearchDecoderState FinalBeamSearchDecoderOutput
        gather_tree tile_batch""",
    "decoders": "BasicDecoder BasicDecoderOutput Decoder dynamic_decode",
    "helpers": """CustomHelper GreedyEmbeddingHelper Helper InferenceHelper SampleEmbeddingHelper
        ScheduledEmbeddingTrainingHelper ScheduledOutputTrainingHelper TrainingHelper""",
    "sequence_losses": "sequence_loss",
}
_PLACES = {name: module for module, names in _IN.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise missing("contrib.seq2seq", name)
    found = getattr(import_module(f"graphops.compat.v1.contrib.seq2seq.{_PLACES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(_PLACES)
