"""Counts the lines that an op of your own takes in each framework, as a Markdown table.

Run it with ``python docs/explanation/comparison/count.py``.

A line counts if it is neither blank nor only a comment; docstrings at the head of a file count as comments.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
LANGUAGES = {".py": "Python", ".cpp": "C++", ".cc": "C++", ".h": "C++", ".cu": "CUDA", ".sh": "shell"}
FRAMEWORKS = {  # title -> its files, beside which nothing is needed
    "graphops": [HERE.parents[2] / "examples" / "first_op.py"],
    "PyTorch, Triton": HERE / "pytorch_triton",
    "PyTorch, C++": HERE / "pytorch_cpp",
    "JAX, Pallas": HERE / "jax_pallas",
    "JAX, FFI": HERE / "jax_ffi",
    "TensorFlow": HERE / "tensorflow",
    "PyTensor": HERE / "pytensor",
}
INSIDE = {"first_op.py": ["CUDA"], "pytorch_triton/moving_rms.py": ["Triton"], "jax_pallas/moving_rms.py": ["Pallas"]}


def files(place):
    """Those of a framework, in order."""
    if isinstance(place, list):
        return place
    return sorted(path for path in place.iterdir() if path.suffix in LANGUAGES)


def code_lines(path):
    """How many lines of a file are code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py" and text.startswith('"""'):
        text = text.split('"""', 2)[2]
    mark = "//" if LANGUAGES[path.suffix] in ("C++", "CUDA") else "#"
    lines = [line.strip() for line in text.splitlines()]
    return sum(bool(line) and (not line.startswith(mark) or line.startswith(("#include", "#define", "#if", "#endif")))
               for line in lines)  # fmt: skip


def languages(place):
    """The languages of a framework's files, and of what is written inside Python files."""
    found = []
    for path in files(place):
        language = "CUDA" if path.name.endswith(".cu.cc") else LANGUAGES[path.suffix]
        inside = [names for end, names in INSIDE.items() if str(path).endswith(end)]
        found += [language, *(name for names in inside for name in names)]
    return list(dict.fromkeys(sorted(found, key=lambda name: name != "Python")))


def table():
    """The counts as Markdown."""
    lines = ["| | lines of code | files | languages |", "|---|---:|---:|---|"]
    for title, place in FRAMEWORKS.items():
        count = sum(map(code_lines, files(place)))
        lines.append(f"| {title} | {count} | {len(files(place))} | {', '.join(languages(place))} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(table())
