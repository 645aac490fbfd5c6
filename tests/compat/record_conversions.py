"""Ask TensorFlow what it makes of each case of ``tests.compat.conversions``, and record it.

``python -m tests.compat.record_conversions`` with TensorFlow 2.21 writes ``tests/compat/tf_conversions.json``: for each
place and value a list with one answer for each dtype, the converted value as a list or null where TensorFlow refuses.
"""

import json
import os
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from tests.compat.conversions import DTYPES, PLACES, VALUES, answer, asked

RECORDED = Path(__file__).with_name("tf_conversions.json")


def plain(found: Any) -> Any:
    """An answer as JSON has it: numbers as text, so that nan and complex numbers are among them."""
    return None if isinstance(found, Exception) else [str(item) for item in np.asarray(found).reshape(-1).tolist()]


def main() -> None:
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    import tensorflow.compat.v1 as tf

    warnings.simplefilter("ignore")
    tf.disable_eager_execution()
    recorded = {
        place: {
            name: [plain(answer(tf, place, value, dtype)) for dtype in DTYPES]
            for name, value in VALUES.items()
            if asked(place, name)
        }
        for place in [*PLACES, "feed"]
    }
    rows = [f'"{place}": {{\n' + ",\n".join(f' "{n}": {json.dumps(a)}' for n, a in found.items()) + "\n}"
            for place, found in recorded.items()]  # fmt: skip
    RECORDED.write_text("{" + ",\n".join(rows) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
