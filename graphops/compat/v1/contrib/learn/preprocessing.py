"""``tf.contrib.learn.preprocessing``: words as numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from graphops.compat.v1.functions.missing import missing
from graphops_registry.errors import DataLossError, InvalidArgumentError

Array = np.ndarray[Any, Any]
_WORD: Final = re.compile(
    r"[A-Z]{2,}(?![a-z])|[A-Z][a-z]+(?=[A-Z])|[\'\w\-]+", re.UNICODE
)  # as TensorFlow parts texts: capitals, then words  # fmt: skip


def tokenizer(iterator: Iterable[str]) -> Iterator[list[str]]:
    """The words of each text."""
    for text in iterator:
        yield _WORD.findall(text)


class CategoricalVocabulary:
    """Numbers of words: 0 is for all that are unknown.

    Args:
        unknown_token: what 0 stands for.
        support_reverse: whether numbers become words again.
    """

    def __init__(
        self,
        unknown_token: str = "<UNK>",  # noqa: S107 - no password
        support_reverse: bool = True,
    ) -> None:
        self._unknown, self._reverses = unknown_token, support_reverse
        self._mapping: dict[str, int] = {unknown_token: 0}
        self._words: list[str] = [unknown_token]
        self._counts: dict[str, int] = {}
        self._frozen = False

    def __len__(self) -> int:
        return len(self._mapping)

    def freeze(self, freeze: bool = True) -> None:
        """From now on unknown words have the number 0."""
        self._frozen = freeze

    def get(self, category: str) -> int:
        """The number of a word; a new one if it is unknown and words may be added."""
        if category not in self._mapping:
            if self._frozen:
                return 0
            self._mapping[category] = len(self._mapping)
            self._words.append(category)
        return self._mapping[category]

    def add(self, category: str, count: int = 1) -> None:
        """Count a word."""
        if self.get(category) > 0:
            self._counts[category] = self._counts.get(category, 0) + count

    def trim(self, min_frequency: int, max_frequency: int = -1) -> None:
        """Keep words that were counted more than ``min_frequency`` times; the most frequent get the first numbers.

        Args:
            max_frequency: if it is positive, words that were counted so often are not kept either.
        """
        ordered = sorted(sorted(self._counts.items()), key=lambda pair: -pair[1])
        kept = [
            (word, count)
            for word, count in ordered
            if count > min_frequency and (max_frequency <= 0 or count < max_frequency)
        ]
        self._words = [self._unknown, *(word for word, _ in kept)]
        self._mapping = {word: number for number, word in enumerate(self._words)}
        self._counts = dict(kept)

    def reverse(self, class_id: int) -> str:
        """The word of a number.

        Raises:
            InvalidArgumentError: that was not asked for.
        """
        if not self._reverses:
            raise InvalidArgumentError("support_reverse of CategoricalVocabulary must be True for reverse()")
        return self._words[class_id]


class VocabularyProcessor:
    """Texts as rows of numbers, 0 behind their ends.

    Args:
        max_document_length: how many words count.
        min_frequency: words that are not more frequent are unknown.
        vocabulary: one that exists.
        tokenizer_fn: gives the words of each of an iterator of texts.
    """

    def __init__(
        self,
        max_document_length: int,
        min_frequency: int = 0,
        vocabulary: CategoricalVocabulary | None = None,
        tokenizer_fn: Callable[[Iterable[str]], Iterable[Sequence[str]]] | None = None,
    ) -> None:
        self.max_document_length = max_document_length
        self.min_frequency = min_frequency
        self.vocabulary_ = vocabulary or CategoricalVocabulary()
        self._tokenizer = tokenizer_fn or tokenizer

    def fit(self, raw_documents: Iterable[str], unused_y: Any = None) -> VocabularyProcessor:
        """Learn the words of texts; no more are learned after it."""
        for words in self._tokenizer(raw_documents):
            for word in words:
                self.vocabulary_.add(word)
        if self.min_frequency > 0:
            self.vocabulary_.trim(self.min_frequency)
        self.vocabulary_.freeze()
        return self

    def fit_transform(self, raw_documents: Iterable[str], unused_y: Any = None) -> Iterator[Array]:
        """:meth:`fit`, then :meth:`transform`."""
        texts = list(raw_documents)
        self.fit(texts)
        return self.transform(texts)

    def transform(self, raw_documents: Iterable[str]) -> Iterator[Array]:
        """An int64 vector of ``max_document_length`` for each text."""
        for words in self._tokenizer(raw_documents):
            row = np.zeros(self.max_document_length, np.int64)
            for place, word in enumerate(words[: self.max_document_length]):
                row[place] = self.vocabulary_.get(word)
            yield row

    def reverse(self, documents: Iterable[Iterable[int]]) -> Iterator[str]:
        """The text of each row of numbers."""
        for numbers in documents:
            yield " ".join(self.vocabulary_.reverse(int(number)) for number in numbers)

    def save(self, filename: str) -> None:
        """Write it to a file, as JSON: a pickle could run code when it is read.

        Raises:
            InvalidArgumentError: a tokenizer of one's own, which a file cannot hold.
        """
        if self._tokenizer is not tokenizer:
            raise InvalidArgumentError("tokenizer_fn of a VocabularyProcessor that is saved must be None")
        own = vars(self.vocabulary_)
        saved = {
            "max_document_length": self.max_document_length,
            "min_frequency": self.min_frequency,
            "words": own["_words"],
            "counts": own["_counts"],
            "frozen": own["_frozen"],
        }
        Path(filename).write_text(json.dumps(saved), encoding="utf-8")

    @classmethod
    def restore(cls, filename: str) -> VocabularyProcessor:
        """Read what :meth:`save` wrote.

        Raises:
            DataLossError: another file, such as the pickle that TensorFlow writes.
        """
        try:
            saved = json.loads(Path(filename).read_bytes())
            vocabulary = CategoricalVocabulary(saved["words"][0])
            for word in saved["words"][1:]:
                vocabulary.get(word)
            vars(vocabulary)["_counts"] = {str(word): int(count) for word, count in saved["counts"].items()}
            vocabulary.freeze(bool(saved["frozen"]))
            return cls(int(saved["max_document_length"]), int(saved["min_frequency"]), vocabulary)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError):
            raise DataLossError(f"'{filename}' must be a file that VocabularyProcessor.save wrote here") from None


def __getattr__(name: str) -> Any:
    raise missing("contrib.learn.preprocessing", name)


__all__ = ["CategoricalVocabulary", "VocabularyProcessor", "tokenizer"]
