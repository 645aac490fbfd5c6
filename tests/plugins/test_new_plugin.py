"""``graphops new-plugin``: what it writes passes its own tests; names that cannot be are refused."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import graphops
from graphops.apps.cli import main, new_plugin
from tests.extension.packages import python, write_distribution


def new(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit status, stdout and stderr of the command."""
    status = main(["new-plugin", *arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


@pytest.mark.full  # .ci/run makes a plug-in, installs and tests it each time
def test_what_it_writes_passes_its_own_tests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = new(capsys, "my-windows", "--dir", str(tmp_path))
    assert status == 0
    folder = tmp_path / "my-windows"
    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    package = ["__init__.py", "checks.py", "eager.py", "py.typed", "raw_ops.py", "scaled_tanh.py"]
    assert files == sorted(
        [".gitignore", "README.md", "pyproject.toml", "tests/test_ops.py", *(f"my_windows/{name}" for name in package)]
    )
    assert out.splitlines()[-1].startswith(f"next: cd {folder} && pip install")
    assert not any("$" in path.read_text() for path in folder.rglob("*") if path.is_file())
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["graphops.plugins"] == {"my_windows": "my_windows"}
    assert project["dependencies"][0] == f"graphops>={graphops.__version__}"
    tests = python(["-m", "pytest", "-q", "-p", "no:cacheprovider"], folder)
    assert tests.returncode == 0, tests.stdout + tests.stderr
    assert " passed" in tests.stdout
    broken = folder / "my_windows" / "scaled_tanh.py"
    text = broken.read_text()
    broken.write_text(text.replace("return (scale *", "return (2 * scale *"))
    tests = python(["-m", "pytest", "-q", "-p", "no:cacheprovider"], folder)
    assert tests.returncode == 1, "its tests must see a kernel that is wrong"
    broken.write_text(text)
    write_distribution(folder, "my-windows", "[graphops.plugins]\nmy_windows = my_windows\n", "0.1.0")
    listed = python(["-m", "graphops", "plugins"], folder)
    assert "  ops: MyWindows>ScaledTanh\n" in listed.stdout, listed.stderr
    stubs = python(["-m", "graphops", "stubs", "my-windows"], folder)
    assert (folder / "my_windows" / "raw_ops.pyi").exists(), stubs.stderr
    assert (folder / "my_windows" / "eager.pyi").exists()


@pytest.mark.parametrize(
    ("name", "module", "vendor"),
    [
        ("my-windows", "my_windows", "MyWindows"),
        ("MyWindows", "mywindows", "MyWindows"),
        ("graphops-x2", "graphops_x2", "GraphopsX2"),
        ("a", "a", "A"),
        ("a.b__c-.d", "a_b_c_d", "ABCD"),
    ],
)
def test_names(
    name: str,
    module: str,
    vendor: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    status, _, error = new(capsys, name)
    assert status == 0, error
    assert f'"{vendor}>ScaledTanh"' in (tmp_path / name / module / "scaled_tanh.py").read_text()


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("", "must be letters and digits with - between words"),
        (".", "must be letters"),
        ("..", "must be letters"),
        ("../up", "must be letters"),
        ("/root", "must be letters"),
        ("a/b", "must be letters"),
        ("a\\b", "must be letters"),
        ("1st", "must be letters"),
        ("a b", "must be letters"),
        ("a\n", "must be letters"),
        ("a-", "must be letters"),
        ("ä", "must be letters"),
        ("x;rm", "must be letters"),
        ("$name", "must be letters"),
        ("a" * 65, "must be letters and digits with - between words, at most 64"),
        ("import", "must not be a keyword"),
        ("Match", "must not be a keyword"),
        ("json", "must not be that of a module"),
        ("graphops", "must not be that of a module"),
        ("NumPy", "must not be that of a module"),
        ("relu", "must not be that of an op"),
        ("max-pool", "must not be that of an op"),
    ],
)
def test_names_that_are_refused(
    name: str, rule: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    status, out, error = new(capsys, name)
    assert (status, out) == (2, ""), error
    assert error.startswith(f"graphops new-plugin: error: NAME {rule}"), error
    assert error.count("\n") == 1
    assert [path.name for path in tmp_path.rglob("*")] == ["here"]


def test_what_exists_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "file").write_text("text")
    (tmp_path / "dangling").symlink_to("nowhere")
    for name in ("mine", "file", "dangling"):
        status, _, error = new(capsys, name, "--dir", str(tmp_path))
        assert (status, error) == (
            2, f"graphops new-plugin: error: NAME must be new, but '{tmp_path / name}' exists\n"
        )  # fmt: skip
    assert not list((tmp_path / "mine").iterdir())
    assert (tmp_path / "file").read_text() == "text"
    for folder in (tmp_path / "absent", tmp_path / "file"):
        status, _, error = new(capsys, "new", "--dir", str(folder))
        assert (status, error) == (
            2, f"graphops new-plugin: error: --dir must name a folder that exists, got '{folder}'\n"
        )  # fmt: skip


def test_it_writes_all_or_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Path] = []
    write = Path.write_text

    def full_disk(self: Path, *args: object, **options: object) -> int:
        if len(written) == 4:
            raise OSError(28, "No space left on device", str(self))
        written.append(self)
        return write(self, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "write_text", full_disk)
    status, out, error = new(capsys, "new", "--dir", str(tmp_path))
    assert (status, out) == (1, "")
    assert error.startswith("graphops new-plugin: error: No space left on device: ")
    assert len(written) == 4
    assert not (tmp_path / "new").exists()


def test_every_template_is_installed() -> None:
    """A wheel holds what is under graphops; nothing there may be ignored by version control."""
    names = {path.name for path in new_plugin._TEMPLATES.rglob("*") if path.is_file()}
    assert all(name.endswith(".template") for name in names)
    assert len(names) == 10


@pytest.mark.full
def test_what_it_writes_is_typed_formatted_and_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new(capsys, "my-windows", "--dir", str(tmp_path))[0] == 0
    folder = tmp_path / "my-windows"
    for command in (
        ["-m", "ruff", "check", "--isolated", "--select", "E,F,W,I,UP,B", "--line-length", "120", "."],
        ["-m", "ruff", "format", "--isolated", "--line-length", "120", "--check", "."],
        ["-m", "mypy", "--strict", "my_windows", "tests"],
        ["-m", "graphops", "check", "my_windows"],
    ):
        tool = command[1]
        if tool != "graphops":
            pytest.importorskip(tool)
        ran = python(command, folder)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    installed = tmp_path / "installed"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(installed), str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    ran = python(["-c", "from my_windows import eager; print(eager.ScaledTanh(x=0.0))"], installed)
    assert ran.stdout == "0.0\n", ran.stderr
