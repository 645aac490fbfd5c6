"""Write ``data/official.safetensors`` with the package ``safetensors``, which the tests do not need.

``python tests/checkpoint/make_safetensors.py``
"""

from pathlib import Path

import ml_dtypes
import numpy as np
from safetensors.numpy import save_file


def main():
    values = {name: np.arange(6).reshape(2, 3).astype(name) for name in (
        "float64", "float32", "float16", "int64", "int32", "int16", "int8", "uint64", "uint32", "uint16", "uint8",
    )}  # fmt: skip
    values["bool"] = np.array([True, False, True])
    values["bfloat16"] = np.arange(6).reshape(2, 3).astype(ml_dtypes.bfloat16)
    values["complex64"] = np.array([1 + 2j, 3 - 4j], np.complex64)
    values["scalar"] = np.array(7.5)
    values["empty"] = np.zeros((0, 3), np.float32)
    save_file(values, Path(__file__).parent / "data" / "official.safetensors", metadata={"made by": "safetensors"})


if __name__ == "__main__":
    main()
