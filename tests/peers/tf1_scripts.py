"""Scripts of TensorFlow 1 with TensorFlow and with graphops: which run, and whether their numbers are the same.

``python -m tests.peers.tf1_scripts FOLDER OUT --peer PEER``, from the root of the checkout with PEER a Python that has
TensorFlow.  FOLDER has a file ``scripts.json``; README.md says what is in it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from tests.peers.tf1_script_data import write_digits

_HERE = Path(__file__).parent
_LONGEST = 100  # seconds of one script
_PRE_1_0 = re.compile(
    r"tf\.(mul|sub|neg|pack|unpack|select|batch_matmul|merge_all_summaries|scalar_summary|histogram_summary"
    r"|merge_summary|image_summary|train\.SummaryWriter)\(|tf\.(concat|split)\(-?\d"
)
_FEWER = (  # numbers of epochs and of steps in scripts: pattern, from which number on they are made smaller, to what
    (r"(?mi)^(\s*(?:self\.)?\w*epochs?\w*\s*=\s*)(\d+)(?=\s*(?:#.*)?$)", 3, 2),
    (r"(?mi)^(\s*(?:self\.)?\w*(?:steps|iters?|iterations?|episodes?)\w*\s*=\s*)(\d+)(?=\s*(?:#.*)?$)", 100, 30),
    (r"(for \w+ in x?range\((?:0, ?|1, ?)?)(\d+)(?=\))", 200, 30),
    (r"(?i)(DEFINE_integer\(\s*['\"]\w*epochs?\w*['\"],\s*)(\d+)", 3, 2),
    (r"(?i)(DEFINE_integer\(\s*['\"]\w*(?:steps|iter)\w*['\"],\s*)(\d+)", 100, 30),
    (r"(?i)(['\"]--\w*epochs?\w*['\"][^\n]*default\s*=\s*)(\d+)", 3, 2),
    (r"(?i)(['\"]--\w*(?:iter|max_steps)\w*['\"][^\n]*default\s*=\s*)(\d+)", 100, 30),
)  # fmt: skip
_KEPT = re.compile(r"(?i)display|print|log|save|eval|every|interval|decay|warm|size|summary")


def shortened(text: str) -> str:
    """A script with fewer epochs and steps."""
    for pattern, least, instead in _FEWER:
        text = re.sub(pattern, lambda each, least=least, instead=instead: _fewer(each, least, instead), text)
    return re.sub(r"(?m)^(\s*)print +([^\s(=].*|\(.*\) *%.*)$", r"\1print(\2)", text)  # Python 2


def _fewer(each: re.Match[str], least: int, instead: int) -> str:
    head, number = each.groups()
    return head + (str(instead) if int(number) >= least and not _KEPT.search(head) else number)


def run_script(script: dict[str, Any], folder: Path, out: Path, engine: str, python: str, path: str) -> dict[str, Any]:
    """What became of one script with one engine; its numbers lie in ``OUT/NAME.ENGINE.npz``.

    The engines "tensorflow-control" and "graphops-control" are those with other kernels, without oneDNN: they show how
    far rounding alone takes the numbers apart.
    """
    source = folder / script["script"]
    place = out / "work" / engine
    shutil.rmtree(place, ignore_errors=True)
    root = folder / script.get("copy", str(Path(script["script"]).parent))
    big = shutil.ignore_patterns(".git", "*.mat", "*.zip", "*.gz", "*.ipynb", "*.pb")
    shutil.copytree(root, place, ignore=big, symlinks=True)
    here = place / source.relative_to(root)
    for name in script.get("data", []):
        shutil.copytree(out / "digits", place / name, dirs_exist_ok=True)
    for each in place.rglob("*.py"):
        text = shortened(each.read_text(errors="replace"))
        for old, new in script.get("edits", {}).items():
            text = re.sub(old, new, text)
        each.write_text(text)
    pre_1_0 = script.get("pre_1_0", bool(_PRE_1_0.search(here.read_text())))
    stem = out / f"{script['name']}.{engine}"
    for suffix in (".json", ".npz"):
        Path(f"{stem}{suffix}").unlink(missing_ok=True)
    used, _, control = engine.partition("-")
    command = [python, str(_HERE / "tf1_script_run.py"), used, str(stem), str(int(pre_1_0)), here.name]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([os.environ.get("PYTHONPATH", ""), path]),
        "SCRIPT_ROOT": str(place),
        "MNIST_DIGITS": str(out / "digits"),
        "MPLBACKEND": "Agg",
        "CUDA_VISIBLE_DEVICES": "-1",
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "PYTHONHASHSEED": "0",
        "TF_ENABLE_ONEDNN_OPTS": "0" if control else "1",
        **({"GRAPHOPS_ONEDNN": os.devnull} if control else {}),
    }
    with (out / f"{script['name']}.{engine}.log").open("w") as log:
        try:
            code = subprocess.run(
                [*command, *script.get("args", [])],
                cwd=here.parent,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                timeout=_LONGEST,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            return {"outcome": "failed", "why": f"no end after {_LONGEST} s", "runs": 0, "seconds": _LONGEST}
    if not Path(f"{stem}.json").exists():
        return {"outcome": "failed", "why": f"the process ended with {code}", "runs": 0, "seconds": 0.0}
    result: dict[str, Any] = json.loads(Path(f"{stem}.json").read_text())
    return result


def difference(theirs: Path, ours: Path) -> tuple[int, int, float, float]:
    """How many runs and numbers are compared, and the largest relative difference: of the first ten runs, and of all.

    It is relative to the largest number of an array; of integers it is the share that differs.  A different structure
    or shape is infinite.
    """
    with np.load(theirs) as a, np.load(ours) as b:
        runs = min(_runs(a), _runs(b))
        first = most = 0.0
        numbers = 0
        names = {name for name in {*a.files, *b.files} if int(name.partition(".")[0]) < runs}
        for name in sorted(names, key=lambda name: int(name.partition(".")[0])):
            wanted = a[name] if name in a.files else None
            found = b[name] if name in b.files else None
            if wanted is None or found is None or wanted.shape != found.shape:
                apart = float("inf")
            elif name.endswith("shape"):
                apart = 0.0 if (wanted == found).all() else float("inf")
            else:
                numbers += wanted.size
                apart = _apart(wanted, found)
            most = max(most, apart)
            if int(name.partition(".")[0]) < 10:
                first = most
    return runs, numbers, first, most


def _runs(numbers: Any) -> int:
    return 1 + max((int(name.partition(".")[0]) for name in numbers.files), default=-1)


def _apart(wanted: Any, found: Any) -> float:
    if wanted.dtype.kind in "biu":
        return float((wanted != found).mean()) if wanted.size else 0.0
    if wanted.dtype.kind != "c":
        wanted, found = wanted.astype(np.float64), found.astype(np.float64)
    same = (wanted == found) | (np.isnan(wanted) & np.isnan(found))
    if same.all():
        return 0.0
    size = np.abs(wanted[np.isfinite(wanted)]).max(initial=0.0)
    with np.errstate(invalid="ignore"):
        apart = np.abs(wanted - found)[~same].max()
    if not np.isfinite(apart):
        return float("inf")
    return 0.0 if max(size, apart) < 1e-6 else float(apart / max(size, 1e-6))


def main() -> None:
    """Run the scripts that have no result yet, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--peer", default=sys.executable, help="a Python that has TensorFlow")
    parser.add_argument("--peer-path", default="", help="folders of modules that scripts import, with TensorFlow")
    parser.add_argument("--path", default="", help="folders of modules that scripts import, with graphops")
    parser.add_argument("--again", action="store_true", help="run all with graphops, even where there is a result")
    parser.add_argument("--failed", action="store_true", help="run with graphops what failed or differed there")
    parser.add_argument("--markdown", action="store_true", help="run nothing; print a table of the results")
    parser.add_argument("--only", nargs="*", default=[], help="names of scripts; their results are made anew")
    args = parser.parse_args()
    folder, out = args.folder.resolve(), args.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    if not (out / "digits").exists():
        write_digits(out / "digits")
    scripts = json.loads((folder / "scripts.json").read_text())
    if args.markdown:
        print("\n".join(rows(scripts, out)))
        return
    for script in scripts:
        if args.only and script["name"] not in args.only:
            continue
        kept = out / f"{script['name']}.result.json"
        result = json.loads(kept.read_text()) if kept.exists() else {}
        known = dict(result)
        if "tensorflow" not in result or script["name"] in args.only:
            result["tensorflow"] = run_script(script, folder, out, "tensorflow", args.peer, args.peer_path)
        bad = result.get("graphops", {}).get("outcome") == "failed" or result.get("most", 0.0) > 1e-4
        if "graphops" not in result or args.again or (args.failed and bad) or script["name"] in args.only:
            result["graphops"] = run_script(script, folder, out, "graphops", sys.executable, args.path)
        pair = [out / f"{script['name']}.{engine}.npz" for engine in ("tensorflow", "graphops")]
        if all(each.exists() for each in pair):
            result.update(zip(("runs", "numbers", "first", "most"), difference(*pair), strict=True))
        if 1e-5 < result.get("most", 0.0) < float("inf") and result != known:
            result["control"] = _control(script, folder, out, pair, args)
        kept.write_text(json.dumps(result, indent=1))
        print(_line(script["name"], result), flush=True)


def rows(scripts: list[dict[str, Any]], out: Path) -> list[str]:
    """Lines of Markdown: for each repository its scripts, what became of them and how far apart their numbers are."""
    lines: list[str] = []
    before = ""
    for script in sorted(scripts, key=lambda each: each["script"].casefold()):
        kept = out / f"{script['name']}.result.json"
        if not kept.exists():
            continue
        result = json.loads(kept.read_text())
        repository, _, path = script["script"].partition("/")
        if repository != before:
            head = ["| script | TensorFlow | graphops | runs | numbers | apart |", "|---|---|---|---|---|---|"]
            lines += ["", f"### {repository.replace('+', '/')}", "", *head]
            before = repository
        ran = [_ran(result[engine]) for engine in ("tensorflow", "graphops")]
        apart = f"{result['most']:.0e}" if result.get("numbers") else ""
        if result.get("control") is not None and result["most"] > 1e-5:
            apart += f" ({result['control']:.0e})"
        variant = f" ({script['args'][3]})" if "--gan_type" in script.get("args", []) else ""
        counts = f"{result.get('runs', 0)} | {result.get('numbers', 0):,}"
        lines.append(f"| {path}{variant} | {ran[0]} | {ran[1]} | {counts} | {apart} |")
    return lines


def _ran(result: dict[str, Any]) -> str:
    if result["outcome"] != "failed":
        return "ends" if result["outcome"] == "finished" else "runs"
    why = " ".join(result["why"].split()).replace("|", "/").replace("<", "(").replace(">", ")")
    return why if len(why) <= 100 else f"{why[:97]}..."


def _control(script: dict[str, Any], folder: Path, out: Path, pair: list[Path], args: argparse.Namespace) -> float:
    """The larger one of the differences of TensorFlow from itself and of graphops from itself."""
    found = 0.0
    for numbers, python, path in zip(pair, (args.peer, sys.executable), (args.peer_path, args.path), strict=True):
        engine = f"{numbers.name.split('.')[-2]}-control"
        run_script(script, folder, out, engine, python, path)
        other = out / f"{script['name']}.{engine}.npz"
        found = max(found, difference(numbers, other)[3] if other.exists() else 0.0)
    return found


def _line(name: str, result: dict[str, Any]) -> str:
    both = [result[engine] for engine in ("tensorflow", "graphops")]
    parts = [f"{each['outcome']} {each['runs']} runs {each['seconds']} s" for each in both]
    apart = f"{result['first']:.1e} {result['most']:.1e}" if "most" in result else "-"
    why = " | ".join(" ".join(each["why"].split())[:150] for each in both if each["why"])
    return f"{name}: {'; '.join(parts)}; {apart} control {result.get('control')} {why}"


if __name__ == "__main__":
    main()
