"""What one runs while working: ``nox -s lint types``. ``.ci/run`` is the gate, and ``nox -s full`` all of it.

Each target has an environment of its own under ``.nox``, with the versions of the extras in pyproject.toml; ``nox -R``
takes it as it is. What stands behind ``--`` goes to the tool: ``nox -s test -- tests/plan -x``.
"""

import nox

nox.options.sessions = ["lint", "types", "stubs", "test"]
nox.options.reuse_existing_virtualenvs = True

PATHS = {"PYTHONPATH": ".:kernels:registry"}


@nox.session
def lint(session: nox.Session) -> None:
    """ruff, and which way imports go."""
    session.install("-e", ".[lint]")
    session.run("ruff", "check", ".", *session.posargs)
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports", "--no-cache", env=PATHS)


@nox.session
def types(session: nox.Session) -> None:
    """mypy."""
    session.install("-e", ".[cpu,demo,edit,lint,serve,test]")
    session.run("mypy", *session.posargs)


@nox.session
def stubs(session: nox.Session) -> None:
    """Whether the .pyi files are those of the ops; ``nox -s stubs -- --write`` writes them."""
    session.install("-e", ".")
    arguments = [] if "--write" in session.posargs else ["--check"]
    session.run("python", "-m", "graphops.apps.stubs", *arguments)


@nox.session
def test(session: nox.Session) -> None:
    """The tests of the fast gate, a few minutes on two cores."""
    session.install("-e", ".[cluster,cpu,demo,edit,serve,test]")
    session.run("python", "-m", "pytest", *(session.posargs or ["-n", "2"]))


@nox.session
def docs(session: nox.Session) -> None:
    """The site, into docs/build; a warning fails it."""
    session.install("-e", ".[docs]")
    session.run("python", "-m", "sphinx", "-W", "--keep-going", "-b", "html", "docs", "docs/build")


@nox.session
def bench(session: nox.Session) -> None:
    """Times of layers, graphs and training steps: ``nox -s bench -- --help`` says of what and beside what."""
    session.install("-e", ".[cpu]")
    session.run("graphops", "bench", *session.posargs)


@nox.session(venv_backend="none")
def full(session: nox.Session) -> None:
    """The gate with the full matrices, as every night."""
    session.run(".ci/run", "--full", external=True)
