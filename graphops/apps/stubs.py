"""The committed ``.pyi`` stubs of ``raw_ops``, ``eager``, ``ops`` and ``nn``: made from the OpDefs, checked by CI.

``python -m graphops.apps.stubs`` writes them; with ``--check`` it says whether they are up to date.  For ops of other
packages ``graphops stubs PACKAGE`` does the same.
"""

from __future__ import annotations

import inspect
import keyword
import sys
from collections.abc import Sequence
from inspect import Parameter
from pathlib import Path
from textwrap import indent

from graphops.build import nn
from graphops.build.nn import FUNCTIONS
from graphops.build.raw_ops import documentation
from graphops.build.signatures import parse_signature
from graphops_registry.attr import AttrDef
from graphops_registry.op_def import OpDef, registered_ops

_HEADER = '"""Made by `python -m graphops.apps.stubs` from the registered ops; do not edit."""\n\n'
_ATTR_TYPES = {
    "string": "str | bytes",
    "int": "int",
    "float": "float",
    "bool": "bool",
    "type": "_DTypeLike",
    "shape": "_ShapeLike",
    "tensor": "_np.ndarray[_Any, _Any]",
    "func": "_Any",
}
_IMPORTS = """\
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import Literal as _Literal
from typing import TypeAlias as _TypeAlias

import numpy as _np

from graphops.graph.graph import Node as _Node
from graphops.graph.graph import Tensor as _Tensor
from graphops.build.scope import Scope as _Scope
from graphops_registry.dtypes import DType as _DType
from graphops_registry.shape import TensorShape as _TensorShape

_DTypeLike: _TypeAlias = _DType | str | type[_Any] | _np.dtype[_Any]
_ShapeLike: _TypeAlias = _TensorShape | _Sequence[int | str | None] | None

"""
_VALUES = """\
class _Values:
    @property
    def values(self) -> dict[str, _Any]: ...
"""
_OPEN = "def __getattr__(name: str) -> _Any: ...\ndef __dir__() -> list[str]: ...\n"
_NO_DOCS = "# ruff: noqa: A001, A002, E501, F401, D, PYI021, PYI047\n"


def build_stubs() -> dict[str, str]:
    """File name -> contents of every stub."""
    op_defs = [op.op_def for op in registered_ops() if op.name.isidentifier()]
    return {
        "build/raw_ops.pyi": _functions(op_defs, "_Tensor", "_Node"),
        "session/eager.pyi": _functions([d for d in op_defs if not d.is_stateful], "_Any", "None"),
        "build/ops.pyi": _classes(op_defs),
        "build/nn.pyi": _nn(),
    }


def package_stubs(op_defs: Sequence[OpDef], command: str) -> dict[str, str]:
    """File name -> contents of the stubs for the ops of a package, under their names without the vendor's prefix.

    Args:
        op_defs: of one vendor.
        command: what made them, for the first line.
    """
    header = f'"""Made by `{command}`; do not edit."""\n\n# fmt: off\n# ruff: noqa\n'
    own = [op_def for op_def in op_defs if _short(op_def).isidentifier()]
    return {
        "raw_ops.pyi": _functions(own, "_Tensor", "_Node", header),
        "eager.pyi": _functions([d for d in own if not d.is_stateful], "_Any", "None", header),
        "ops.pyi": _classes(own, header),
    }


def _short(op_def: OpDef) -> str:
    """The name without ``Vendor>``."""
    return op_def.name.rpartition(">")[2]


def _attr_type(attr: AttrDef) -> str:
    if attr.base_type == "string" and attr.allowed is not None:
        kind = f"_Literal[{', '.join(repr(value) for value in attr.allowed)}]"
    else:
        kind = _ATTR_TYPES[attr.base_type]
    return f"_Sequence[{kind}]" if attr.is_list else kind


def _result(op_def: OpDef, tensor: str, nothing: str) -> str:
    if not op_def.outputs:
        return nothing
    parts = [f"list[{tensor}]" if arg.is_list else tensor for arg in op_def.outputs]
    return parts[0] if len(parts) == 1 else "_Any"  # a named tuple


def _input_types(op_def: OpDef) -> list[str]:
    return [f"{arg.name}: _Sequence[_Any]" if arg.is_list else f"{arg.name}: _Any" for arg in op_def.inputs]


def _attr_parameters(attrs: list[AttrDef]) -> list[str]:
    return [f"{a.name}: {_attr_type(a)}{' = ...' if a.has_default else ''}" for a in attrs]


def _usable(op_def: OpDef) -> bool:
    names = [arg.name for arg in op_def.inputs] + [attr.name for attr in op_def.explicit_attrs]
    return not any(keyword.iskeyword(name) for name in names)


def _functions(op_defs: list[OpDef], tensor: str, nothing: str, header: str | None = None) -> str:
    """``raw_ops`` or ``eager``; of a package if ``header`` is given: then nothing else is taken for a function.

    Where an op has a text, the stubs of ``raw_ops`` have all of ``__doc__``, dtypes and defaults included; the others,
    for the sake of their size, have the text alone.
    """
    text_of = documentation if tensor == "_Tensor" else _own_text
    lines = [(header or _HEADER + _NO_DOCS) + _IMPORTS]
    for op_def in filter(_usable, op_defs):
        parameters = [*_input_types(op_def), *_attr_parameters(list(op_def.explicit_attrs)), "name: str | None = None"]
        body = f"\n    {_docstring(text_of(op_def))}\n" if op_def.doc else " ...\n"
        lines.append(f"def {_short(op_def)}(*, {', '.join(parameters)}) -> {_result(op_def, tensor, nothing)}:{body}")
    lines.append("def __dir__() -> list[str]: ...\n")
    if header:
        return "".join(lines)
    lines.append("def __getattr__(name: str) -> _Any: ...\n")
    if tensor == "_Tensor":
        lines.append("def signature(op_def: _Any) -> _Any: ...\n")
        lines.append("def documentation(op_def: _Any) -> str: ...\n")
    return "".join(lines)


def _own_text(op_def: OpDef) -> str:
    return op_def.doc


def _docstring(doc: str) -> str:
    """Any text as a literal."""
    text = inspect.cleandoc(doc).replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if "\n" not in text and not text.endswith('"'):
        return f'"""{text}"""'
    return '"""' + indent(text, "    ").lstrip() + '\n    """'


def _classes(op_defs: list[OpDef], header: str | None = None) -> str:
    """Of a package if ``header`` is given."""
    lines = [(header or _HEADER + _NO_DOCS) + _IMPORTS + _VALUES]
    for op_def in filter(_usable, op_defs):
        lines += _op_class(op_def)
    lines.append("def __dir__() -> list[str]: ...\n" if header else _OPEN)
    return "".join(lines)


def _op_class(op_def: OpDef) -> list[str]:
    """An op's class, in it that of its optional attrs, and before them one of the setters that both have."""
    name = _short(op_def)
    optional = [attr for attr in op_def.explicit_attrs if attr.has_default]
    required = [attr for attr in op_def.explicit_attrs if not attr.has_default]
    setters = [attr for attr in optional if attr.name != "values"]  # the property of that name hides it
    parameters = [
        "self",
        "scope: _Scope",
        *_input_types(op_def),
        *_attr_parameters(required),
        "attrs: Attrs | None = None",
    ]
    lines = [f"class _{name}Setters:\n"] if setters else []
    lines += [f"    def {a.name}(self, value: {_attr_type(a)}) -> _{name}Class.Attrs: ...\n" for a in setters]
    lines.append(f"class _{name}Class(_{name}Setters):\n" if setters else f"class _{name}Class:\n")
    if op_def.doc:
        lines.append(f"    {_docstring(op_def.doc)}\n")
    lines.append(f"    class Attrs({f'_{name}Setters, ' if setters else ''}_Values):")
    init = f"\n        def __init__(self, *, {', '.join(_attr_parameters(optional))}) -> None: ...\n"
    lines.append(init if optional else " ...\n")
    lines.append(f"    def __call__({', '.join(parameters)}) -> {_result(op_def, '_Tensor', '_Node')}: ...\n")
    return [*lines, f"{name}: _{name}Class\n"]


def _nn() -> str:
    lines = [_HEADER + _NO_DOCS + "from typing import Any as _Any\n\n"]
    lines.append("from graphops.build.signatures import FunctionSpec\n\n")
    lines.append("FUNCTIONS: dict[str, FunctionSpec]\n")
    composite = {
        "softmax_cross_entropy_with_logits": "labels, logits, name=None",
        "sparse_softmax_cross_entropy_with_logits": "labels, logits, name=None",
        "sigmoid_cross_entropy_with_logits": "labels, logits, name=None",
        "conv2d_transpose": "input, filters, output_shape, strides, padding='SAME', data_format='NHWC', "
        "dilations=None, name=None",
        "conv3d_transpose": "input, filters, output_shape, strides, padding='SAME', data_format='NDHWC', "
        "dilations=None, name=None",
    }
    for name, text in {**{n: s.parameters for n, s in FUNCTIONS.items()}, **composite}.items():
        parameters = [
            p.name + (": _Any" if p.default is Parameter.empty else ": _Any = ...")
            for p in parse_signature(text).parameters.values()
        ]
        doc = _docstring(getattr(nn, name).__doc__)
        lines.append(f"def {name}({', '.join(parameters)}) -> _Any:\n    {doc}\n")
    lines.append("def __getattr__(name: str) -> _Any: ...\n")
    return "".join(lines)


def main(arguments: list[str]) -> int:
    """Write the stubs, or with ``--check`` compare them; the exit status."""
    folder = Path(__file__).parents[1]
    stale = []
    for name, text in build_stubs().items():
        path = folder / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
    if stale and "--check" in arguments:
        print(f"stale: {', '.join(stale)}; run python -m graphops.apps.stubs")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
