"""Functions with TensorFlow's signatures, made from data: each is one op, its parameters in TensorFlow's order.

A signature is text, ``"input, filters, strides, padding, data_format='NHWC', dilations=None, name=None"``.  Parameters
are named as the op's arguments or mapped to them by ``renames``.  Three of TensorFlow's conveniences apply to all:
``strides``, ``dilations`` and ``ksize`` may be one number or one for each spatial axis; ``padding`` may be a list of
(before, after) pairs where the op has explicit paddings; ``None`` means the op's own default.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import Parameter, Signature
from typing import Any

from graphops.build.add_op import call
from graphops_registry.errors import InvalidTypeError, must
from graphops_registry.op_def import Op, lookup_op
from graphops_registry.rules.window_axes import spatial_axes


@dataclass(frozen=True)
class FunctionSpec:
    """One function: its op, its signature as text, and what its parameters are called there.

    Attributes:
        op: the op's name.
        parameters: the signature.
        renames: parameter -> argument of the op, where they differ.
        doc: a sentence.
    """

    op: str
    parameters: str
    renames: Mapping[str, str] = field(default_factory=dict)
    doc: str = ""


_WINDOW_LISTS = ("strides", "dilations", "ksize", "rates")


def make_function(name: str, spec: FunctionSpec, module: str) -> Callable[..., Any]:
    """The function that ``spec`` describes."""
    signature = parse_signature(spec.parameters)

    def function(*args: Any, **kwargs: Any) -> Any:
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise InvalidTypeError(f"arguments of {name}() must be {signature}: {error}") from None
        bound.apply_defaults()
        arguments = dict(bound.arguments)
        node_name = arguments.pop("name", None)
        op = lookup_op(spec.op)
        named = {spec.renames.get(key, key): value for key, value in arguments.items() if value is not None}
        _window_arguments(op, named)
        return call(op, named, node_name)

    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    function.__signature__ = signature  # type: ignore[attr-defined]
    function.__doc__ = f"{spec.doc or f'The op ``{spec.op}``.'}\n\n``{name}{signature}``"
    return function


def parse_signature(text: str) -> Signature:
    """A Signature from its text; defaults are literals."""
    tree = ast.parse(f"def f({text}): ...").body[0]
    if not isinstance(tree, ast.FunctionDef):
        raise InvalidTypeError(f"a signature must be a parameter list, got {text!r}")
    arguments = tree.args.args
    defaults = [ast.literal_eval(node) for node in tree.args.defaults]
    required = len(arguments) - len(defaults)
    return Signature(
        [
            Parameter(
                argument.arg,
                Parameter.POSITIONAL_OR_KEYWORD,
                default=Parameter.empty if index < required else defaults[index - required],
            )
            for index, argument in enumerate(arguments)
        ]
    )


def _window_arguments(op: Op, arguments: dict[str, Any]) -> None:
    """Write TensorFlow's short forms of strides, dilations, ksize and padding in the form that the op takes."""
    attrs = op.op_def.attr_by_name
    if "strides" not in attrs or "padding" not in attrs:
        return
    channels_first = str(arguments.get("data_format", "")).startswith("NC")
    rank = 2 + (spatial_axes(op.name) or 2)
    for name in _WINDOW_LISTS:
        if name in arguments and name in attrs:
            arguments[name] = _for_each_axis(arguments[name], rank, channels_first)
    padding = arguments.get("padding")
    if isinstance(padding, (list, tuple)):
        if "explicit_paddings" not in attrs:
            raise must("attr 'padding'", op.name, "be 'SAME' or 'VALID'", padding)
        pairs = [tuple(pair) if isinstance(pair, (list, tuple)) else () for pair in padding]
        if len(pairs) == rank - 2:
            edge: tuple[int, int] = (0, 0)
            pairs = [edge, edge, *pairs] if channels_first else [edge, *pairs, edge]
        if len(pairs) != rank or any(len(pair) != 2 for pair in pairs):
            rule = f"be 'SAME', 'VALID' or a list of {rank} (before, after) pairs"
            raise must("attr 'padding'", op.name, rule, padding)
        arguments["padding"] = "EXPLICIT"
        arguments["explicit_paddings"] = [size for pair in pairs for size in pair]


def _for_each_axis(value: Any, rank: int, channels_first: bool) -> Any:
    """``2``, ``[2]`` and ``[2, 3]`` as ``[1, 2, 2, 1]`` and ``[1, 2, 3, 1]``; anything else unchanged."""
    if isinstance(value, (bool, str, float)):
        return value
    numbers = [value] if hasattr(value, "__index__") else list(value) if isinstance(value, (list, tuple)) else None
    if numbers is None or len(numbers) not in (1, rank - 2):
        return value
    spatial = numbers * (rank - 2) if len(numbers) == 1 else numbers
    return [1, 1, *spatial] if channels_first else [1, *spatial, 1]
