"""``tf.contrib.legacy_seq2seq``: sequences as lists of tensors, one for each step.

Begin with :mod:`.decoders`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing

# Module -> the names that are in it.
_IN = {
    "decoders": "attention_decoder embedding_attention_decoder embedding_rnn_decoder rnn_decoder",
    "losses": "model_with_buckets sequence_loss sequence_loss_by_example",
    "models": """basic_rnn_seq2seq embedding_attention_seq2seq embedding_rnn_seq2seq embedding_tied_rnn_seq2seq
        tied_rnn_seq2seq""",
}
_PLACES = {name: module for module, names in _IN.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise missing("contrib.legacy_seq2seq", name)
    found = getattr(import_module(f"graphops.compat.v1.contrib.legacy_seq2seq.{_PLACES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(_PLACES)
