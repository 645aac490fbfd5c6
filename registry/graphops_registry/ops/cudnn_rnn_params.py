"""The parameters of recurrent layers: matrices and biases from and to one vector, and how long that is."""

from __future__ import annotations

from typing import Final

import numpy as np

from graphops_registry.errors import UnimplementedError, must
from graphops_registry.op_def import register_op
from graphops_registry.rules.rnn_params import DIRECTIONS, RecurrentLayers
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_SIZES: Final = ["num_layers: int32", "num_units: int32", "input_size: int32"]
_T: Final = "T: {bfloat16, half, float, double}"
_KIND: Final = [
    "rnn_mode: {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'} = 'lstm'",
    "input_mode: {'linear_input', 'skip_input', 'auto_select'} = 'linear_input'",
    "direction: {'unidirectional', 'bidirectional'} = 'unidirectional'",
    "dropout: float = 0",
    "seed: int = 0",
    "seed2: int = 0",
]
_SIZES_DOC: Final = (
    """num_layers, num_units, input_size: scalars: the layers, the units of each, the inputs of the first."""
)
_KIND_DOC: Final = """rnn_mode: the kind of cells.
    input_mode: linear_input; or auto_select, which is that where there are more or fewer inputs than units.
    direction: whether each layer also runs backwards.
    dropout, seed, seed2: without effect."""
_ORDER_DOC: Final = """The matrices are `[units, inputs]`, layer by layer, forwards before backwards, those for the
    inputs before those for the state; of an LSTM in the order i, f, g, o, of a GRU in the order r, z, n.
    The biases follow in the same order."""


def sizes_given(c: ShapeContext) -> RecurrentLayers | None:
    """The layers that the inputs describe, if they are known."""
    values = []
    for argument in ("num_layers", "num_units", "input_size"):
        c.with_rank(argument, 0)
        value = c.value(argument)
        if value is not None and value < 1:
            c.fail(argument, "be 1 or more", int(value))
        values.append(None if value is None else int(value))
    mode, (layers, units, inputs) = c.attr("input_mode"), values
    if mode == "skip_input" or (mode == "auto_select" and units is not None and units == inputs):
        raise must("attr 'input_mode'", c.op, "be 'linear_input'", repr(mode), kind=UnimplementedError)
    if "num_proj" in c.op_def.attr_by_name and c.attr("num_proj"):
        raise must("attr 'num_proj'", c.op, "be 0", c.attr("num_proj"), kind=UnimplementedError)
    if layers is None or units is None or inputs is None:
        return None
    return RecurrentLayers(c.attr("rnn_mode"), DIRECTIONS[c.attr("direction")], layers, units, inputs)


def _counts(c: ShapeContext) -> tuple[str, str]:
    if "num_params" in c.op_def.attr_by_name:
        return "num_params", "num_params"
    return "num_params_weights", "num_params_biases"


def _checked(c: ShapeContext) -> tuple[RecurrentLayers | None, int, int]:
    """The layers, and the numbers of matrices and biases, which must be theirs."""
    names, found = _counts(c), sizes_given(c)
    if found is not None:
        for name in names:
            if c.attr(name) != found.count:
                c.fail(f"attr '{name}'", f"be {found.count} for these layers", c.attr(name))
    return found, c.attr(names[0]), c.attr(names[1])


# -- CudnnRNNParamsSize --------------------------------------------------------------------------------------------

params_size = register_op(
    "CudnnRNNParamsSize",
    inputs=_SIZES,
    outputs=["params_size: S"],
    attrs=[_T, "S: {int32, int64}", *_KIND, "num_proj: int = 0"],
    doc=f"""How many parameters recurrent layers have.

    {_SIZES_DOC}
    {_KIND_DOC}
    num_proj: 0.
    T: the dtype of the parameters.
    params_size: `[1]`.""",
)
params_size.no_gradient()


@params_size.shape_rule
def _params_size_shape(c: ShapeContext) -> list[TensorShape]:
    found = sizes_given(c)
    most = np.iinfo(c.attr("S").numpy_dtype).max
    if found is not None and found.size > most:
        c.fail("num_units", f"give at most {most} parameters", found.size)
    return [TensorShape.of((1,))]


# -- CudnnRNNCanonicalToParams, CudnnRNNParamsToCanonical ----------------------------------------------------------

for _version, _weights, _biases in (
    ("", "num_params", "num_params"),
    ("V2", "num_params_weights", "num_params_biases"),
):
    _attrs = [_T, *dict.fromkeys([f"{_weights}: int >= 1", f"{_biases}: int >= 1"]), *_KIND]
    _attrs += ["num_proj: int = 0"] if _version else []
    _more = "\n    num_proj: 0." if _version else ""

    _to_params = register_op(
        f"CudnnRNNCanonicalToParams{_version}",
        inputs=[*_SIZES, f"weights: {_weights} * T", f"biases: {_biases} * T"],
        outputs=["params: T"],
        attrs=_attrs,
        doc=f"""All parameters of recurrent layers in one vector.

    {_ORDER_DOC}

    {_SIZES_DOC}
    weights: the matrices.
    biases: the biases, `[units]`.
    {_KIND_DOC}{_more}""",
    )
    _to_params.no_gradient()

    @_to_params.shape_rule
    def _to_params_shape(c: ShapeContext) -> list[TensorShape]:
        found, _, _ = _checked(c)
        if found is None:
            return [TensorShape.of((None,))]
        matrices: list[tuple[int, ...]] = list(found.matrices())
        for name, shapes in (("weights", matrices), ("biases", [(found.units,)] * found.count)):
            for number, (shape, own) in enumerate(zip(c.shapes(name), shapes, strict=True)):
                if not shape.is_compatible_with(own):
                    c.fail(f"{name}[{number}]", f"have shape {own}", shape)
        return [TensorShape.of((found.size,))]

    _from_params = register_op(
        f"CudnnRNNParamsToCanonical{_version}",
        inputs=[*_SIZES, "params: T"],
        outputs=[f"weights: {_weights} * T", f"biases: {_biases} * T"],
        attrs=_attrs,
        doc=f"""The matrices and biases of recurrent layers from one vector.

    {_ORDER_DOC}

    {_SIZES_DOC}
    params: all of them.
    {_KIND_DOC}{_more}
    weights: the matrices.
    biases: the biases, `[units]`.""",
    )
    _from_params.no_gradient()

    @_from_params.shape_rule
    def _from_params_shape(c: ShapeContext) -> list[TensorShape]:
        found, weights, biases = _checked(c)
        size = c.with_rank("params", 1)[0]
        if found is None:
            return [*[TensorShape.unknown(2)] * weights, *[TensorShape.unknown(1)] * biases]
        c.merge_dim("params", size, found.size, f"have {found.size} elements for these layers")
        matrices = [TensorShape.of(shape) for shape in found.matrices()]
        return [*matrices, *[TensorShape.of((found.units,))] * found.count]
