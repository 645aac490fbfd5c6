"""Nodes that read, write and find whole files, within the folders that they may touch."""

import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError, NotFoundError, PermissionDeniedError

raw = go.raw_ops


def run(folder, tensor):
    with go.Session(config=go.SessionConfig(file_folders=[str(folder)])) as session:
        return session.run(tensor)


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def test_there_and_back(tmp_path):
    content = bytes(range(256))
    run(tmp_path, raw.WriteFile(filename=str(tmp_path / "a" / "b" / "c"), contents=content))
    assert (tmp_path / "a" / "b" / "c").read_bytes() == content
    assert run(tmp_path, raw.ReadFile(filename=str(tmp_path / "a" / "b" / "c"))) == content


def test_a_file_is_read_by_each_run(tmp_path):
    """Though its name is a constant."""
    read = raw.ReadFile(filename=str(tmp_path / "a"))
    with go.Session(config=go.SessionConfig(file_folders=[str(tmp_path)])) as session:
        for content in (b"one", b"two", b"three", b"four"):
            (tmp_path / "a").write_bytes(content)
            assert session.run(read) == content


def test_patterns(tmp_path):
    for name in ("b.txt", "a.txt", ".c.txt", "d.csv", "sub/e.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()

    def names(*patterns):
        found = run(tmp_path, raw.MatchingFiles(pattern=[f"{tmp_path}/{pattern}" for pattern in patterns]))
        return [path.decode().removeprefix(f"{tmp_path}/") for path in found]

    assert names("*.txt") == [".c.txt", "a.txt", "b.txt"]
    assert names("[ab].txt", "?.csv", "a.*") == ["a.txt", "b.txt", "d.csv"]
    assert names("*/*.txt", "b.txt") == ["b.txt", "sub/e.txt"]
    assert names("nothing*", "no.txt") == []
    with pytest.raises(InvalidArgumentError, match=r"must have no '\.\.' behind its first"):
        names("*/../*")


@pytest.mark.parametrize("way", ["beside", "up", "link"])
def test_files_elsewhere_are_refused(tmp_path, way):
    inside, outside = tmp_path / "in", tmp_path / "in_not"
    inside.mkdir()
    outside.mkdir()
    (outside / "secret").write_bytes(b"secret")
    (inside / "link").symlink_to(outside)
    folder = {"beside": outside, "up": inside / ".." / "in_not", "link": inside / "link"}[way]
    for node in (
        raw.ReadFile(filename=f"{folder}/secret"),
        raw.WriteFile(filename=f"{folder}/new", contents=b""),
        raw.MatchingFiles(pattern=f"{folder}/*"),
        raw.MatchingFiles(pattern=f"{folder}/secret"),
    ):
        with pytest.raises(PermissionDeniedError, match="must be in file_folders"):
            run(inside, node)
    assert [path.name for path in outside.iterdir()] == ["secret"]


def test_a_pattern_does_not_follow_links_out_of_its_folder(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "secret").touch()
    (tmp_path / "in" / "link").symlink_to(tmp_path / "out")
    with pytest.raises(PermissionDeniedError):
        run(tmp_path / "in", raw.MatchingFiles(pattern=f"{tmp_path}/in/*/*"))


def test_what_cannot_be_read_or_written(tmp_path):
    with pytest.raises(NotFoundError, match="must exist"):
        run(tmp_path, raw.ReadFile(filename=str(tmp_path / "no")))
    with pytest.raises(InvalidArgumentError, match="must be"):
        run(tmp_path, raw.ReadFile(filename=str(tmp_path)))
    (tmp_path / "file").touch()
    with pytest.raises(InvalidArgumentError, match="must be writable"):
        run(tmp_path, raw.WriteFile(filename=str(tmp_path / "file" / "x"), contents=b""))
    with pytest.raises(InvalidArgumentError, match="filename of op 'ReadFile' must be a path"):
        raw.ReadFile(filename="")
    with pytest.raises(InvalidArgumentError, match="filename of op 'ReadFile'"):
        raw.ReadFile(filename=["a", "b"])
