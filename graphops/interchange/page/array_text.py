"""What a text means in the place of an array: a text, or numbers as an older editor and people write them.

``{{1,2},{3,4}}`` is an array. So is any text whose dtype is one of numbers. Without a dtype, ``1, 2, 3`` and ``[1, 2``
are numbers too, so that a typing error in a list, ``1, 2, x``, is told instead of taken for a text.
"""

from __future__ import annotations

import re
from typing import Any

from graphops.interchange.page.old_text import complex_number, read_constant
from graphops_registry.dtypes import DType, string
from graphops_registry.errors import GraphopsError

_NUMBER = re.compile(r"[+-]?(?:inf|nan|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)f?")
_A_TEXT = "a text of several numbers must have the dtype string beside it"


def array_text(text: str, dtype: DType | None, what: str) -> Any:
    """Numbers, nested lists of them, or the text itself.

    Args:
        dtype: what the array holds; ``None`` if nothing says so.
        what: "x of op 'Neg'", for errors.

    Raises:
        InvalidTypeError: text that is no array, with the part or the place that is wrong.
    """
    if dtype is not None:
        return text if dtype.base.is_host_only else read_constant(text, what)
    if text[:1] == "{":
        return read_constant(text, what)
    if not _is_mostly_numbers(text):
        return text
    try:
        return read_constant(text, what)
    except GraphopsError as error:
        error.add_note(_A_TEXT)
        raise


def holds_texts(dtype: DType | None) -> bool:
    """Whether an array is known to be of texts."""
    return dtype is not None and dtype.base == string


def _is_mostly_numbers(text: str) -> bool:
    """Whether the text is a list with commas, semicolons or brackets, and more than half of its items are numbers."""
    items = [item.strip() for item in re.split(r"[,;\[\]{}]", text)]
    items = [item for item in items if item]
    numbers = sum(_NUMBER.fullmatch(item) is not None or complex_number(item) is not None for item in items)
    is_list = len(items) > 1 or text.lstrip()[:1] == "["
    return is_list and 2 * numbers > len(items)
