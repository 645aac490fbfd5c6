"""The page of one op, in Markdown, made from its OpDef, its kernels and its example."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from markdown_text import cell, escaped
from op_examples import OpExample
from op_kernels import Kernel, dtype_table

from graphops.apps.cli.ops import is_foreign, trait_lines
from graphops.autodiff.function_gradients import function_gradient
from graphops.plan.loops.control import KERNEL, kind_of
from graphops_registry.attr import AttrDef, attr_text
from graphops_registry.op_def import ArgDef, Op, OpDef
from graphops_registry.traits import Trait

_FORMULA = re.compile(r"^[a-z_0-9, ()]+ [-+*/]?= ")


def page_name(op: str) -> str:
    """The name of an op's page: of the op, in letters that every file system takes."""
    return op.replace(">", ".")


def family_of(op: Op) -> str:
    """The stem of the module that declares the op."""
    return Path(op.defined_at.rpartition(":")[0]).stem


def built_in(ops: Iterable[Op]) -> list[Op]:
    """Those that no plug-in brought."""
    return [op for op in ops if not is_foreign(op)]


def summary_of(op: Op) -> str:
    """The first sentence of what the op says of itself."""
    paragraph = inspect.cleandoc(op.op_def.doc).partition("\n\n")[0]
    text = " ".join(paragraph.split())
    end = re.search(r"[.:](?=\s+[A-Z0-9])", text)
    return text if end is None else text[: end.end()].rstrip(":") + ("." if text[end.start()] == ":" else "")


def op_page(op: Op, kernels: Sequence[Kernel], example: OpExample | None, known: Iterable[str]) -> str:
    """The page.

    Args:
        known: the names of all ops that have a page, for links in the gradient's description.
    """
    op_def = op.op_def
    family = family_of(op)
    general, of_arguments = split_doc(op_def)
    lines = ["---", "orphan: true", "---", f"# {op.name.replace('_', chr(92) + '_')}", ""]
    lines += [
        f"[Ops](index.md) / [{family.replace('_', chr(92) + '_')}](index.md#family-{family.replace('_', '-')})",
        "",
    ]
    lines += [*general, ""]
    if op_def.deprecated:
        lines += [":::{admonition} Deprecated", escaped(op_def.deprecated[1]), ":::", ""]
    lines += ["```text", call_text(op), "```", ""]
    lines += ["## Arguments", "", *_arguments(op_def, of_arguments), ""]
    lines += ["## Result", "", *_results(op_def, of_arguments), ""]
    if example is not None:
        lines += ["## Example", "", example.markdown, ""]
    lines += ["## Kernels", "", *_kernels(op, kernels), ""]
    lines += ["## Facts", "", *_facts(op, set(known)), ""]
    return "\n".join(lines)


def call_text(op: Op) -> str:
    """How the op is called, with the defaults of its attrs."""
    op_def = op.op_def
    required = [arg.name for arg in op_def.inputs] + [a.name for a in op_def.explicit_attrs if not a.has_default]
    parts = ["*", *required]
    parts += [f"{attr.name}={_python(attr)}" for attr in op_def.explicit_attrs if attr.has_default]
    name = f"go.raw_ops.{op.name.replace('>', '.')}"
    inner = ", ".join([*parts, "name=None"])
    one_line = f"{name}({inner})"
    if len(one_line) <= 88:
        return one_line
    return "\n".join([f"{name}(", *(f"    {part}," for part in (*parts, "name=None")), ")"])


def _python(attr: AttrDef) -> str:
    """The default as Python."""
    value = attr.default
    if attr.base_type in ("type", "tensor", "shape"):
        return f"go.{value.name}" if attr.type == "type" else f"{value}" if value is not None else "None"
    if attr.base_type == "float":
        return attr_text(value)
    return repr(list(value)) if isinstance(value, tuple) else repr(value)


def split_doc(op_def: OpDef) -> tuple[list[str], dict[str, str]]:
    """What the op says of itself, as Markdown, and of each argument: ``name: text`` or ``name, name: text``."""
    names = {item.name for group in (op_def.inputs, op_def.outputs, op_def.attrs) for item in group}
    general: list[str] = []
    entries: dict[str, str] = {}
    for paragraph in inspect.cleandoc(op_def.doc).split("\n\n"):
        own: list[str] = []
        current: list[str] = []
        for line in paragraph.splitlines():
            start = re.match(r"([a-z0-9_A-Z]+(?:, [a-z0-9_A-Z]+)*): (.*)", line)
            if start is not None and all(name in names for name in start[1].split(", ")):
                current = start[1].split(", ")
                for name in current:
                    entries[name] = start[2].strip()
            elif current:
                for name in current:
                    entries[name] += f" {line.strip()}"
            else:
                own.append(line)
        general += [*_prose(own), ""] if own else []
    return general[:-1], entries


def _prose(lines: Sequence[str]) -> list[str]:
    """A paragraph; formulas that have a line of their own keep it."""
    made: list[str] = []
    code = False
    for line in lines:
        is_code = bool(_FORMULA.match(line.strip()))
        if is_code != code:
            made += ["```text"] if is_code else ["```"]
            code = is_code
        made.append(line.strip() if code else escaped(line.strip()))
    return [*made, "```"] if code else made


def _arguments(op_def: OpDef, texts: dict[str, str]) -> list[str]:
    if not op_def.inputs and not op_def.attrs:
        return ["None."]
    lines = ["| argument | type | default | |", "|---|---|---|---|"]
    lines += [f"| `{arg.name}` | {_type(arg, op_def)} | | {cell(texts.get(arg.name, ''))} |" for arg in op_def.inputs]
    for attr in op_def.explicit_attrs:
        default = f"`{_python(attr)}`" if attr.has_default else ""
        lines.append(f"| `{attr.name}` | {_attr_type(attr)} | {default} | {cell(texts.get(attr.name, ''))} |")
    inferred = [attr for attr in op_def.attrs if attr.inferred]
    if inferred:
        lines += ["", "The inputs determine these attrs:", "", "| attr | type | |", "|---|---|---|"]
        lines += [f"| `{attr.name}` | {_attr_type(attr)} | {cell(texts.get(attr.name, ''))} |" for attr in inferred]
    return lines


def _results(op_def: OpDef, texts: dict[str, str]) -> list[str]:
    if not op_def.outputs:
        return ["No tensor. The call returns the node, which you can fetch or name as a control dependency."]
    lines = ["| output | type | |", "|---|---|---|"]
    return lines + [
        f"| `{arg.name}` | {_type(arg, op_def)} | {cell(texts.get(arg.name, ''))} |" for arg in op_def.outputs
    ]


def _type(arg: ArgDef, op_def: OpDef) -> str:
    """The type of an input or output, in words around the names of attrs."""
    if arg.type_list_attr is not None:
        return f"tensors of the dtypes `{arg.type_list_attr}`"
    kind = f"`{arg.type.name if arg.type is not None else arg.type_attr}`"
    text = f"`{arg.number_attr}` tensors of {kind}" if arg.number_attr is not None else kind
    return f"reference to {text}" if arg.is_ref else text


def _attr_type(attr: AttrDef) -> str:
    kind = f"list of {attr.base_type}" if attr.is_list else attr.base_type
    if attr.allowed is not None:
        values = ", ".join(f"`{attr_text(value)}`" for value in attr.allowed)
        kind = f"{'list of ' if attr.is_list else ''}{values}"
    if attr.minimum is not None:
        kind += f", at least {attr.minimum}" + (" values" if attr.is_list else "")
    return kind


def _kernels(op: Op, kernels: Sequence[Kernel]) -> list[str]:
    if not kernels:
        if kind_of(op) != KERNEL:
            return ["None: the Session itself runs control flow."]
        if op.has(Trait.PLACEHOLDER):
            return ["None: you feed its value."]
        return ["None: a graph may contain it, but graphops cannot compute it yet."]
    lines: list[str] = []
    for attr in op.op_def.attrs:
        if attr.type == "type" and attr.base_type == "type":
            allowed = None if attr.allowed is None else [dtype.name for dtype in attr.allowed]
            lines += [*dtype_table(attr.name, allowed, kernels), ""]
    lines += ["| kernel | device | computes with | priority |", "|---|---|---|---:|"]
    lines += [f"| `{k.name}` | {k.device} | {k.means} | {k.priority} |" for k in kernels]
    return lines


def _facts(op: Op, known: set[str]) -> list[str]:
    op_def = op.op_def
    lines = [f"- Gradient: {_gradient(op, known)}"]
    if op.shape_fn is not None:
        lines.append("- Adding the node checks the shapes, and derives those of the outputs.")
    if op.cost_fn is not None:
        lines.append("- It has a cost rule: `Session.explain` shows FLOPs and bytes.")
    if op_def.is_stateful:
        lines.append("- It has state: it needs a Session, `eager` refuses it, and no pass merges or folds it.")
    if op_def.is_commutative:
        lines.append("- The order of its inputs does not matter.")
    lines += [f"- `{text}`: {meaning}" for text, meaning in trait_lines(op)]
    lines.append(f"- Declared in `registry/graphops_registry/ops/{family_of(op)}.py`.")
    signature = textwrap.wrap(op_def.signature(), 100, break_long_words=False, break_on_hyphens=False)
    return [*lines, "", "Its OpDef:", "", "```text", *signature, "```"]


def _gradient(op: Op, known: set[str]) -> str:
    if op.gradient_fn is None:
        if function_gradient(op) is not None:
            return "yes, through the gradients of the functions that it calls."
        return "none is registered." if op.differentiable else "gradients stop here."
    used = sorted(_names_in(op.gradient_fn) & known - {"Const", "Identity"})
    if not used:
        return "yes."
    return f"yes, built of {', '.join(f'[{name}]({page_name(name)}.md)' for name in used).replace('_', chr(92) + '_')}."


def _names_in(function: Any) -> set[str]:
    """The attribute names in a function, and in what is defined in it. Names in functions that it calls do not count:
    those serve several ops, and not every name there is of use to this one."""
    found: set[str] = set()
    waiting = [inspect.unwrap(function).__code__]
    while waiting:
        code = waiting.pop()
        found.update(code.co_names)
        waiting += [const for const in code.co_consts if inspect.iscode(const)]
    return found
