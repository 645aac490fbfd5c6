"""Which versions of which models are in memory: folders are watched, new versions loaded, old ones let go.

A version that is wanted is loaded and warmed up before one that is no longer wanted goes, so there is always one that
answers.  One thread does all of that.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any, Final

from graphops.apps.serve import config_files, sources, warmup
from graphops.apps.serve.calls import relative_to
from graphops.apps.serve.served_model import ServedModel
from graphops.apps.serve.settings import ModelConfig, Settings
from graphops.plan.session_config import SessionConfig
from graphops_registry.errors import GraphopsError, NotFoundError, shorten

_log: Final = logging.getLogger("graphops.serve")


@dataclass
class Version:
    """A version of a model.

    Attributes:
        state: TensorFlow Serving's word for it.
        model: what answers, while it is ``AVAILABLE``.
        error: why it is not there, if it should be.
        successor: what shall answer in its place, from another folder, while that is loaded or if it cannot be.
    """

    number: int
    path: Path
    state: str = "START"
    model: ServedModel | None = None
    error: str = ""
    code: str = "OK"
    fingerprint: Any = None
    successor: Version | None = None

    def must_load(self, path: Path) -> bool:
        """Whether it comes from another folder than ``path``, or failed to load and has changed since."""
        latest = self.successor or self
        return latest.path != path or (latest.state == "END" and latest.fingerprint != _fingerprint(path))


@dataclass
class _Watched:
    config: ModelConfig
    versions: dict[int, Version] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)
    warned: str = ""  # of what its folder lacks; said once, and not at each look


class Models:
    """The models of a server.

    Args:
        settings: what to serve.
        changed: is told after each change, in the thread that loads.

    Attributes:
        looked: whether all folders have been looked at, and what was there is loaded or refused.
    """

    def __init__(self, settings: Settings, changed: Callable[[], None] = lambda: None) -> None:
        self._settings = settings
        self._changed = changed
        self._session_config = SessionConfig(
            memory_limit=settings.limits.memory,
            intra_op_threads=settings.intra_op_threads,
            write_files=False,  # the folder of a model is there to be read
            timeout=settings.limits.seconds,  # a run that nobody waits for any more must not keep its thread
        )
        self._watched: dict[str, _Watched] = {}
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self.looked = False
        self._configure(config_files.read_models(settings.config_file) if settings.config_file else settings.models)
        self._thread = threading.Thread(target=self._watch, name="graphops versions", daemon=True)

    def start(self) -> None:
        """Begin to load and to watch."""
        self._thread.start()

    def close(self) -> None:
        """Stop watching, and close what nobody uses."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(5)
        with self._lock:
            models = [version.model for watched in self._watched.values() for version in watched.versions.values()]
        for model in models:
            if model is not None:
                model.retire()

    @property
    def ready(self) -> bool:
        """Whether every model has a version that answers."""
        with self._lock:
            return bool(self._watched) and all(
                any(version.state == "AVAILABLE" for version in watched.versions.values())
                for watched in self._watched.values()
            )

    def names(self) -> list[str]:
        """The models, as they were configured."""
        with self._lock:
            return list(self._watched)

    @contextmanager
    def lease(self, name: str, version: int | None = None, label: str | None = None) -> Iterator[ServedModel]:
        """The version that is asked for, default the highest that answers; it stays in memory until the ``with`` ends.

        Raises:
            NotFoundError: there is none.
        """
        with self._lock:  # what can be found here has not been retired, and cannot be before it is taken
            model = self._found(name, version, label)
            model.take()
        try:
            yield model
        finally:
            model.leave()

    def _found(self, name: str, version: int | None, label: str | None) -> ServedModel:
        watched = self._watched.get(name)
        if watched is None:
            raise NotFoundError(f"Servable not found for request: Latest({shorten(name, 60)})")
        if label is not None:
            if label not in watched.labels:
                raise NotFoundError(f"label of model '{name}' must be one that is set, got '{shorten(label, 60)}'")
            version = watched.labels[label]
        there = [each for each in watched.versions.values() if each.state == "AVAILABLE"]
        if version is not None:
            there = [each for each in there if each.number == version]
        found = max(there, key=lambda each: each.number, default=None)
        if found is None or found.model is None:
            asked = f"Specific({name}, {version})" if version is not None else f"Latest({name})"
            raise NotFoundError(f"Servable not found for request: {asked}")
        return found.model

    def statuses(self, name: str, version: int | None = None, label: str | None = None) -> list[Version]:
        """What is known of the versions of a model, the highest first.

        Raises:
            NotFoundError: no such model, version or label.
        """
        with self._lock:
            watched = self._watched.get(name)
            if watched is not None and label is not None:
                version = watched.labels.get(label, -1)
            found = [] if watched is None else [
                each for each in watched.versions.values() if version is None or each.number == version
            ]  # fmt: skip
        if not found:
            which = "any versions" if version is None else f"version {version}"
            raise NotFoundError(f"Could not find {which} of model {shorten(name, 60)}")
        return sorted(found, key=lambda each: -each.number)

    def labels(self, name: str) -> dict[str, int]:
        """The labels of a model that are in use."""
        with self._lock:
            return dict(self._watched[name].labels) if name in self._watched else {}

    # -- the thread ---------------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        settings = self._settings
        poll = settings.poll or inf
        config_poll = (settings.config_poll if settings.config_file else 0.0) or inf
        next_look = next_config = time.monotonic()
        next_config += config_poll
        while True:
            now = time.monotonic()
            names: set[str] | None = set()
            try:
                if now >= next_config:
                    next_config = now + config_poll
                    names = self._read_config()
                if now >= next_look:
                    next_look = now + poll
                    names = None  # all
                self.look(names)
            except Exception:
                _log.exception("looking for versions failed")
            if not self.looked:
                self.looked = True
                self._changed()
            soonest = min(next_look, next_config)
            if soonest == inf or self._stop.wait(max(0.0, soonest - time.monotonic())):
                return

    def _read_config(self) -> set[str]:
        """Read the file again; the models of which it says something new."""
        try:
            return self._configure(config_files.read_models(self._settings.config_file))
        except (GraphopsError, OSError) as error:  # what is served goes on
            _log.error("the configuration must be readable: %s", error)
            return set()

    def _configure(self, models: tuple[ModelConfig, ...]) -> set[str]:
        gone: list[Version] = []
        changed = set()
        with self._lock:
            for name in [name for name in self._watched if name not in {model.name for model in models}]:
                gone += self._watched.pop(name).versions.values()
            for model in models:
                watched = self._watched.get(model.name)
                if watched is None:
                    watched = self._watched[model.name] = _Watched(model)
                elif watched.config == model:
                    continue
                watched.config = model  # what answers goes on until what this asks for does
                changed.add(model.name)
        for version in gone:
            if version.model is not None:
                version.model.retire()
        return changed

    def look(self, names: Container[str] | None = None) -> None:
        """Look once at the folders of these models, by default all, and load and let go what has changed."""
        with self._lock:
            some = [watched for name, watched in self._watched.items() if names is None or name in names]
        for watched in some:
            if self._stop.is_set():
                return
            self._update(watched)

    def _update(self, watched: _Watched) -> None:
        config = watched.config
        try:
            there = sources.versions_in(Path(config.base_path))
        except OSError as error:
            _log.error("the folder of model '%s' must be readable: %s", config.name, error)
            return
        wanted = config.policy.chosen(list(there))
        self._warn(watched, there)
        for number in wanted:
            known = watched.versions.get(number)
            if known is None or known.must_load(there[number]):
                self._load(watched, Version(number, there[number]))
        available = [
            number
            for number in wanted
            if watched.versions[number].state == "AVAILABLE" and watched.versions[number].path == there[number]
        ]
        with self._lock:
            for label, number in config.labels.items():
                if number in available:  # a label moves when its new version answers
                    watched.labels[label] = number
            for label in [label for label in watched.labels if label not in config.labels]:
                del watched.labels[label]
        if not available:
            return  # what answered before goes on until another does
        for number in [number for number in watched.versions if number not in wanted]:
            self._unload(watched, number)

    def _warn(self, watched: _Watched, there: Collection[int]) -> None:
        """Say which versions are asked for by number and are not there, or that there are none at all."""
        config = watched.config
        missing = ", ".join(str(number) for number in config.policy.specific if number not in there)
        said = ""
        if missing:
            said = f"the folder of model '{config.name}' must have the versions that are asked for, but lacks {missing}"
        elif not there:
            said = f"the folder of model '{config.name}' must have versions, but has none"
        if said and said != watched.warned:
            _log.warning("%s: what answers stays until a version that is wanted does", said)
        watched.warned = said

    def _load(self, watched: _Watched, version: Version) -> None:
        config, settings = watched.config, self._settings
        version.state = "LOADING"
        version.fingerprint = _fingerprint(version.path)
        folders = sources.folders_of(version.path)
        with self._lock:
            before = watched.versions.get(version.number)
            if before is not None and before.state == "AVAILABLE":  # it answers until then
                before.successor = version
            else:
                watched.versions[version.number] = version
        begin = time.perf_counter()
        try:
            model = sources.load(config, version.number, version.path, self._session_config)
            warmed = warmup.warm_up(model, version.path, settings.limits.answer_bytes) if settings.warmup else 0
        except Exception as error:  # a model is a stranger's: whatever is wrong with it, the server goes on
            known = isinstance(error, (GraphopsError, OSError, MemoryError))
            _log.error("loading version %d of model '%s' failed: %s", version.number, config.name, error,
                       exc_info=not known)  # fmt: skip
            said = f"{error}" if known else f"{type(error).__name__}: {error}"
            version.error = shorten(relative_to(folders, said), 500)
            version.code = "NOT_FOUND" if isinstance(error, NotFoundError) else "INVALID_ARGUMENT"
            version.state = "END"
            self._changed()
            return
        model.folders = folders
        model.seconds = time.perf_counter() - begin
        with self._lock:
            dropped = self._watched.get(config.name) is not watched
            if not dropped:
                version.model = model
                version.state = "AVAILABLE"
                watched.versions[version.number] = version
                labels = [label for label, number in config.labels.items() if number == version.number]
                watched.labels.update(dict.fromkeys(labels, version.number))  # who sees the one sees the others
        if dropped:
            model.retire()
            return
        if before is not None and before.model is not None:
            before.model.retire()
        _log.info("loaded version %d of model '%s' in %.3f s, %d requests to warm it up", version.number, config.name,
                  model.seconds, warmed)  # fmt: skip
        self._changed()

    def _unload(self, watched: _Watched, number: int) -> None:
        with self._lock:
            version = watched.versions.pop(number)
            version.state = "END"
        if version.model is not None:
            version.model.retire()
            _log.info("version %d of model '%s' is no longer served", number, watched.config.name)
        self._changed()


def _fingerprint(path: Path) -> Any:
    try:
        return sources.fingerprint(path)
    except OSError:
        return None
