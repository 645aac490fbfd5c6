"""What TensorFlow answers to a call: eagerly, or in a graph of TensorFlow 1 for ops that take references."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np

from graphops_registry.op_def import lookup_op
from tests.golden import record_fused
from tests.golden.case import Array, Case
from tests.golden.record import import_tensorflow, python_names, run_case


class Refused(Exception):
    """TensorFlow does not answer the call."""


def sentence(error: BaseException) -> str:
    """The class and what was said, without the places in the program."""
    text = str(error)
    if "Graph execution error" in text:
        text = re.sub(r"Graph execution error:.*?Node: '[^']*'\n", "", text, flags=re.DOTALL)
    return f"{type(error).__name__}: {text[:400]}"


class Peer:
    """TensorFlow on its reference kernels, on one thread."""

    def __init__(self) -> None:
        self.tf = import_tensorflow()
        self.refusals = (self.tf.errors.OpError, ValueError, TypeError, OverflowError, RuntimeError, AttributeError)

    def answer(self, case: Case) -> list[Array]:
        """The outputs, then the values of the variables afterwards.

        Raises:
            Refused: with TensorFlow's class and sentence.
        """
        try:
            if case.op.startswith("_Fused"):  # what fuses them refuses in its own ways
                return self._fused(case)
            if any(arg.is_ref for arg in lookup_op(case.op).op_def.inputs):
                return self._in_graph(case)
            return [self._array(tensor) for tensor in run_case(self.tf, case)]
        except self.refusals as error:
            raise Refused(sentence(error)) from None

    def _fused(self, case: Case) -> list[Array]:
        try:
            tensors = record_fused.run_case(self.tf, case)
        except Exception as error:
            raise ValueError(str(error)) from error
        return [self._array(tensor) for tensor in tensors]

    def refuses_in_graph(self, case: Case) -> bool:
        """Whether TensorFlow refuses the call when a graph is built of constants, before anything runs."""
        tf, op_def = self.tf, self._op_def(case.op)
        function = getattr(tf.raw_ops, case.op, None)
        if function is None:
            return False
        names = python_names(op_def, function, case.attrs)
        types = {attr.name: attr.type for attr in op_def.attr}
        handles = {arg.name for arg in op_def.input_arg if arg.type == tf.resource.as_datatype_enum}
        refs = {arg.name for arg in op_def.input_arg if arg.is_ref}
        with tf.Graph().as_default():
            try:
                arguments: dict[str, Any] = {}
                for name, value in case.inputs.items():
                    if name in handles:
                        tensor = tf.compat.v1.Variable(value, use_resource=True).handle
                    elif name in refs:
                        tensor = tf.raw_ops.VariableV2(shape=value.shape, dtype=tf.as_dtype(value.dtype))
                    else:
                        tensor = list(map(tf.constant, value)) if isinstance(value, list) else tf.constant(value)
                    arguments[names.get(name, name)] = tensor
                for name, value in case.attrs.items():
                    arguments[names.get(name, name)] = tf.as_dtype(value) if types.get(name) == "type" else value
                function(**arguments)
            except self.refusals:
                return True
        return False

    def _array(self, tensor: Any) -> Array:
        if isinstance(tensor, (bytes, np.ndarray, np.generic)):
            array = np.asarray(tensor, dtype=object if isinstance(tensor, bytes) else None)
        else:
            is_text = tensor.dtype.name == "string"
            array = np.asarray(tensor.numpy(), dtype=object if is_text else None)
        if array.dtype.names:  # quantised
            array = array.view(f"{array.dtype.names[0][1:]}")
        return array

    @cache  # noqa: B019  one Peer lives as long as its process
    def _op_def(self, op: str) -> Any:
        from tensorflow.python.framework import op_def_registry

        return op_def_registry.get(op)

    def _in_graph(self, case: Case) -> list[Array]:
        """With reference variables for the references."""
        tf, v1 = self.tf, self.tf.compat.v1
        op_def, function = self._op_def(case.op), getattr(self.tf.raw_ops, case.op)
        names = python_names(op_def, function, case.attrs)
        refs = [arg.name for arg in op_def.input_arg if arg.is_ref]
        with tf.Graph().as_default():
            arguments: dict[str, Any] = {}
            for name, value in case.inputs.items():
                own = names.get(name, name)
                if name in refs:
                    variable = tf.raw_ops.VariableV2(shape=value.shape, dtype=tf.as_dtype(value.dtype))
                    arguments[own] = variable
                else:
                    arguments[own] = tf.constant(value)
            first = [
                tf.raw_ops.Assign(ref=arguments[names.get(name, name)], value=case.inputs[name], validate_shape=True)
                for name in refs
            ]
            if case.op == "Assign":
                first = []
            for name, value in case.attrs.items():
                attr = next((attr for attr in op_def.attr if attr.name == name), None)
                arguments[names.get(name, name)] = tf.as_dtype(value) if attr and attr.type == "type" else value
            result = function(**arguments)
            after = [arguments[names.get(name, name)] for name in refs]
            with v1.Session() as session:
                if first:
                    session.run(first)
                found = session.run(tf.nest.flatten(result))
                found += session.run(after)
        return [self._array(value) for value in found]
