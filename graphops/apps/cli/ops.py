"""List the registered ops, those of plug-ins included; with the exact name of one, all there is to know of it.

Examples:

  graphops ops               every op with its signature
  graphops ops conv3d        those whose name contains the text; * and ? work as in a shell
  graphops ops Conv3D        one op: inputs, attrs, gradient, kernels
"""

from __future__ import annotations

import argparse
import fnmatch
import inspect
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graphops.apps.cli.table import table
from graphops_registry.attr import attr_text
from graphops_registry.dtypes import DType
from graphops_registry.errors import NotFoundError, nearest
from graphops_registry.kernel_def import KernelDef, kernels_of
from graphops_registry.op_def import Op, registered_ops
from graphops_registry.traits import WHEN, Trait, trait_text

HELP = "list ops and kernels"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pattern", nargs="?", metavar="PATTERN", help="part of a name, or a name with * and ?")
    parser.add_argument("--kernels", action="store_true", help="a table of op, device and dtypes instead")
    parser.add_argument("--json", action="store_true", help="everything about the ops found, as JSON")
    parser.add_argument("--markdown", action="store_true", help="all built-in ops as docs/reference/op_table.md")


def run(args: argparse.Namespace) -> int:
    from graphops.plugins.packages import load_ops

    load_ops()
    found = find_ops(args.pattern)
    if args.markdown:
        print(markdown([op for op in found if not is_foreign(op)]), end="")
    elif args.json:
        print(json.dumps([as_json(op) for op in found], indent=1))
    elif args.kernels:
        print(table(("op", "device", "dtypes", "kernel", "priority"), [row for op in found for row in _rows(op)]))
    elif len(found) == 1 and args.pattern == found[0].name:
        print(describe(found[0]))
    else:
        for op in found:
            print(op.op_def.signature())
    return 0


def find_ops(pattern: str | None) -> list[Op]:
    """The ops that ``pattern`` means: the one of that very name, or all that match it in any case.

    Raises:
        NotFoundError: there is none.
    """
    known = registered_ops()
    if pattern is None:
        return known
    exact = [op for op in known if op.name == pattern]
    if exact:
        return exact
    glob = pattern.lower() if any(sign in pattern for sign in "*?[") else f"*{pattern.lower()}*"
    found = [op for op in known if fnmatch.fnmatchcase(op.name.lower(), glob)]
    if not found:
        raise NotFoundError(f"'{pattern}' must match an op, but none does{nearest(pattern, (op.name for op in known))}")
    return found


def gradient_text(op: Op) -> str:
    """Whether ``gradients`` can go through the op."""
    if op.gradient_fn is not None:
        return "differentiable"
    return "no gradient is registered" if op.differentiable else "not differentiable: gradients stop here"


def describe(op: Op) -> str:
    """The op's page: what it does, its arguments, its gradient, its kernels."""
    op_def = op.op_def
    lines = [op_def.name, "", inspect.cleandoc(op_def.doc), "", "inputs:"]
    lines += [f"  {arg.text()}" for arg in op_def.inputs] or ["  none"]
    lines.append("attrs:")
    lines += [
        f"  {attr.text()}{'  (from the inputs)' if attr.inferred else ''}" for attr in op_def.attrs
    ] or ["  none"]  # fmt: skip
    lines.append("outputs:")
    lines += [f"  {arg.text()}" for arg in op_def.outputs] or ["  none"]
    facts = [gradient_text(op)]
    facts += ["has state: it needs a Session"] if op_def.is_stateful else []
    facts += [f"deprecated: {op_def.deprecated[1]}"] if op_def.deprecated else []
    lines += ["", "; ".join(facts)]
    traits = trait_lines(op)
    lines += ["", "traits:", *(f"  {text}: {meaning}" for text, meaning in traits)] if traits else []
    lines += ["", "kernels:"]
    lines += [f"  {definition.text()}" for definition in kernels_of(op.name)] or ["  none"]
    return "\n".join(lines)


def trait_lines(op: Op) -> list[tuple[str, str]]:
    """The traits that the op's block states, each with what it means."""
    found = []
    for trait, arguments in op.traits.items():
        when = f" The condition: {WHEN[arguments[1]]}." if trait is Trait.PASSES_THROUGH else ""
        found.append((trait_text(trait, arguments), trait.meaning + when))
    return found


def is_foreign(op: Op) -> bool:
    """Whether an op comes from a plug-in."""
    return ">" in op.name and not op.name.startswith("Graphops>")


def markdown(ops: Sequence[Op]) -> str:
    """A page with a table of ops for each family: gradient, and the dtypes that each device has kernels for."""
    families: dict[str, list[Op]] = {}
    for op in ops:
        families.setdefault(Path(op.defined_at.rpartition(":")[0]).stem, []).append(op)
    kernels = sum(bool(kernels_of(op.name, "CPU")) for op in ops)
    lines = [
        "# Ops",
        "",
        f"{len(ops)} ops, {kernels} of them with CPU kernels; made by `graphops ops --markdown`. "
        "`graphops ops NAME` prints everything about one op.",
        "",
        'Gradient: "yes", "no" (none is registered), or "stops" (gradients stop there). '
        'A dtype is listed when a kernel of the device takes it for the type attr named; "any" is every dtype. '
        '"executor": control flow, which the Session itself carries out.',
    ]
    for family in sorted(families):
        lines += ["", f"## {family}", "", "| op | gradient | CPU |", "|---|---|---|"]
        for op in sorted(families[family], key=lambda each: each.name):
            lines.append(f"| `{op.name}` | {_gradient_word(op)} | {_support(op, 'CPU')} |")
    return "\n".join(lines) + "\n"


def _gradient_word(op: Op) -> str:
    from graphops.autodiff.function_gradients import function_gradient

    if op.gradient_fn is not None or function_gradient(op) is not None:
        return "yes"
    return "no" if op.differentiable else "stops"


def _support(op: Op, device: str) -> str:
    """The dtypes that the kernels of a device take together, for each type attr."""
    from graphops.plan.loops.control import KERNEL, kind_of

    found = kernels_of(op.name, device)
    if not found:
        return "fed" if op.has(Trait.PLACEHOLDER) else "executor" if kind_of(op) != KERNEL else "none"
    parts = []
    for attr in op.op_def.attrs:
        if attr.type != "type":
            continue
        listed = [kernel.types.get(attr.name, attr.allowed) for kernel in found]
        if any(types is None for types in listed):
            parts.append(f"{attr.name}: any")
            continue
        # The plain kernel, which takes the most, comes last.
        together = dict.fromkeys(dtype.name for types in reversed(listed) for dtype in types or ())
        parts.append(f"{attr.name}: {' '.join(together)}")
    return "; ".join(parts) or "yes"


def _rows(op: Op) -> list[Sequence[str]]:
    rows = [
        (op.name, kernel.device, _types_text(_types(op, kernel)), kernel.name, str(kernel.priority))
        for kernel in kernels_of(op.name)
    ]
    return list(rows) or [(op.name, "none", "", "", "")]


def _types(op: Op, kernel: KernelDef) -> dict[str, tuple[DType, ...] | None]:
    """For each type attr the dtypes that the kernel takes; ``None`` for any."""
    return {
        attr.name: kernel.types.get(attr.name, attr.allowed) for attr in op.op_def.attrs if attr.base_type == "type"
    }


def _types_text(types: dict[str, tuple[DType, ...] | None]) -> str:
    return "; ".join(
        f"{name}: {'any' if dtypes is None else ' '.join(dtype.spec_name for dtype in dtypes)}"
        for name, dtypes in types.items()
    )


def as_json(op: Op) -> dict[str, Any]:
    """What a program would like to know of an op."""
    op_def = op.op_def
    return {
        "name": op.name,
        "signature": op_def.signature(),
        "doc": op_def.doc,
        "inputs": [arg.text() for arg in op_def.inputs],
        "outputs": [arg.text() for arg in op_def.outputs],
        "attrs": [
            {
                "name": attr.name,
                "type": attr.type,
                "default": attr_text(attr.default) if attr.has_default else None,
                "allowed": None if attr.allowed is None else [str(value) for value in attr.allowed],
                "minimum": attr.minimum,
                "from_inputs": attr.inferred,
            }
            for attr in op_def.attrs
        ],
        "stateful": op_def.is_stateful,
        "traits": [text for text, _ in trait_lines(op)],
        "gradient": gradient_text(op),
        "kernels": [
            {
                "name": kernel.name,
                "device": kernel.device,
                "dtypes": {
                    name: None if dtypes is None else [dtype.name for dtype in dtypes]
                    for name, dtypes in _types(op, kernel).items()
                },
                "priority": kernel.priority,
                "label": kernel.label,
                "host_inputs": sorted(kernel.host_inputs),
            }
            for kernel in kernels_of(op.name)
        ],
    }
