"""The case of one op on the sides of others: arrays come and go as files. Runs in the interpreters of peers."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from graphops.apps.bench.sides.runner import RefusedError, Task, arrays_of

HostArray = np.ndarray[Any, Any]


@cache  # a file may register ops, which cannot be done twice
def find_function(text: str) -> Callable[..., Any]:
    """What ``FILE.py:function`` or ``package.module.function`` names.

    Raises:
        RefusedError: nothing of this name.
    """
    path, colon, name = text.rpartition(":")
    try:
        if colon:
            spec = importlib.util.spec_from_file_location(f"bench_{Path(path).stem}", path)
            if spec is None or spec.loader is None:
                raise RefusedError(f"'{path}' is no Python file")
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        else:
            module_name, _, name = text.rpartition(".")
            module = importlib.import_module(module_name)
        function: Callable[..., Any] = getattr(module, name)
    except (ImportError, AttributeError, ValueError, OSError) as error:
        raise RefusedError(f"{type(error).__name__}: {error}") from error
    return function


def read(item: Mapping[str, str]) -> HostArray:
    """An array of the case, bfloat16 as its bits in uint16."""
    array: HostArray = np.load(item["file"])
    return array


def arguments(case: Mapping[str, Any], convert: Callable[[HostArray, str], Any]) -> dict[str, Any]:
    """The inputs by name, each converted from (array, dtype's name)."""
    return {
        name: [convert(read(item), item["dtype"]) for item in given]
        if isinstance(given, list)
        else convert(read(given), given["dtype"])
        for name, given in case["inputs"].items()
    }


def task(case: Mapping[str, Any], run: Callable[[], Any], to_host: Callable[[Any], HostArray], **more: Any) -> Task:
    """A task whose first result is written where the case says, an output to a file."""

    def sample(result: Any) -> list[float]:
        for number, output in enumerate(arrays_of(result)):
            array = np.asarray(to_host(output))
            if array.dtype.kind == "V" or array.dtype.name == "bfloat16":  # which NumPy's files do not know
                array = array.astype(np.float32)
            np.save(f"{case['result']}.{number}.npy", array, allow_pickle=False)
        return []

    return Task(run, sample, **more)


# -- frameworks -------------------------------------------------------------------------------------------------------


def numpy_task(case: Mapping[str, Any], function: Callable[..., Any]) -> Task:
    """A function of arrays and attrs by keyword."""

    def convert(array: HostArray, dtype: str) -> HostArray:
        if dtype == "bfloat16":
            return array.view(importlib.import_module("ml_dtypes").bfloat16)
        return array

    inputs, attrs = arguments(case, convert), case["attrs"]
    return task(case, lambda: function(**inputs, **attrs), np.asarray)


def tensorflow_task(tf: Any, case: Mapping[str, Any]) -> Task:
    """``tf.raw_ops`` in a concrete function of resident tensors."""
    op = getattr(tf.raw_ops, case["op"], None)
    if op is None:
        raise RefusedError(f"tf.raw_ops has no {case['op']}")

    def convert(array: HostArray, dtype: str) -> Any:
        return tf.bitcast(tf.constant(array), tf.bfloat16) if dtype == "bfloat16" else tf.constant(array)

    inputs, attrs = arguments(case, convert), case["attrs"]
    try:
        function = tf.function(lambda **given: op(**given, **attrs)).get_concrete_function(**inputs)
    except (tf.errors.OpError, TypeError, ValueError) as error:
        raise RefusedError(str(error)) from error

    def run() -> Any:
        try:
            return tf.nest.map_structure(lambda tensor: tensor.numpy(), function(**inputs))
        except tf.errors.OpError as error:
            raise RefusedError(error.message) from error

    return task(case, run, np.asarray, keep=inputs)


def torch_task(torch: Any, case: Mapping[str, Any], device: str = "cpu", **more: Any) -> Task:
    """A function of resident tensors: by keyword with the attrs if it is in a file, else by place without them."""
    function = find_function(case["function"])

    def convert(array: HostArray, dtype: str) -> Any:
        if dtype == "bfloat16":
            return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16).to(device)
        return torch.from_numpy(array).to(device)

    inputs, attrs = arguments(case, convert), case["attrs"]
    by_name = ":" in case["function"]
    places = list(inputs.values())

    def to_host(tensor: Any) -> HostArray:
        if not isinstance(tensor, torch.Tensor):
            return np.asarray(tensor)
        tensor = tensor.detach().cpu()
        array: HostArray = (tensor.float() if tensor.dtype is torch.bfloat16 else tensor).numpy()
        return array

    def run() -> Any:
        with torch.inference_mode():
            return function(**inputs, **attrs) if by_name else function(*places)

    return task(case, run, to_host, keep=inputs, **more)
