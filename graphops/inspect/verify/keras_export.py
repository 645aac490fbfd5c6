"""What the peer runs to export a model of Keras: ``PYTHON keras_export.py MODEL FOLDER``. It does not import graphops.

``.h5`` files of Keras 2 that Keras 3 cannot read are read by the package ``tf_keras``, if the peer has it.
"""

import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")

from importlib import import_module


def main(model: str, folder: str) -> None:
    import_module("tensorflow")
    first = None
    for name in ("keras", "tf_keras"):
        try:
            keras = import_module(name)
            loaded = keras.models.load_model(model, compile=False)
        except Exception as error:  # the next one may know the form
            first = first or error
            continue
        loaded.export(folder)
        return
    raise SystemExit(f"{type(first).__name__}: {' '.join(str(first).split())[:500]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
