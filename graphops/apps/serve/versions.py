"""Which versions of which models are in memory: folders are watched, new versions loaded, old ones let go.

A version that is wanted is loaded and warmed up before one that is no longer wanted goes, so there is always one that
answers.  One thread does all of that.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from graphops.apps.serve import config_files, sources, warmup
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
    """

    number: int
    path: Path
    state: str = "START"
    model: ServedModel | None = None
    error: str = ""
    code: str = "OK"
    fingerprint: Any = None


@dataclass
class _Watched:
    config: ModelConfig
    versions: dict[int, Version] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)


class Models:
    """The models of a server.

    Args:
        settings: what to serve.
        changed: is told after each change, in the thread that loads.
    """

    def __init__(self, settings: Settings, changed: Callable[[], None] = lambda: None) -> None:
        self._settings = settings
        self._changed = changed
        self._session_config = SessionConfig(
            memory_limit=settings.limits.memory,
            intra_op_threads=settings.intra_op_threads,
            timeout=settings.limits.seconds,  # a run that nobody waits for any more must not keep its thread
        )
        self._watched: dict[str, _Watched] = {}
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._next_config = 0.0
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

    def get(self, name: str, version: int | None = None, label: str | None = None) -> ServedModel:
        """The version that is asked for; default the highest that answers. To be used in a ``with``.

        Raises:
            NotFoundError: there is none.
        """
        with self._lock:
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
        self._next_config = time.monotonic() + settings.config_poll
        while not self._stop.is_set():
            try:
                self.look()
            except Exception:
                _log.exception("looking for versions failed")
            if not settings.poll:
                return
            self._stop.wait(settings.poll)
            if settings.config_file and settings.config_poll and time.monotonic() >= self._next_config:
                self._next_config = time.monotonic() + settings.config_poll
                self._read_config()

    def _read_config(self) -> None:
        try:
            self._configure(config_files.read_models(self._settings.config_file))
        except (GraphopsError, OSError) as error:  # what is served goes on
            _log.error("the configuration must be readable: %s", error)

    def _configure(self, models: tuple[ModelConfig, ...]) -> None:
        gone: list[Version] = []
        with self._lock:
            for name in [name for name in self._watched if name not in {model.name for model in models}]:
                gone += self._watched.pop(name).versions.values()
            for model in models:
                watched = self._watched.get(model.name)
                if watched is None or watched.config.base_path != model.base_path:
                    if watched is not None:
                        gone += watched.versions.values()
                    self._watched[model.name] = _Watched(model)
                else:
                    watched.config = model
        for version in gone:
            if version.model is not None:
                version.model.retire()

    def look(self) -> None:
        """Look once at all folders, and load and let go what has changed."""
        with self._lock:
            all_watched = list(self._watched.values())
        for watched in all_watched:
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
        for number in wanted:
            known = watched.versions.get(number)
            if known is None or (known.state == "END" and known.fingerprint != _fingerprint(there[number])):
                self._load(watched, Version(number, there[number]))
        available = [number for number in wanted if watched.versions[number].state == "AVAILABLE"]
        with self._lock:
            for label, number in config.labels.items():
                if number in available:  # a label moves when its new version answers
                    watched.labels[label] = number
            for label in [label for label in watched.labels if label not in config.labels]:
                del watched.labels[label]
        if not available and wanted:
            return  # what answered before goes on until another does
        if not wanted and watched.versions and not there:
            _log.warning("the folder of model '%s' has no versions: what was loaded stays", config.name)
            return
        for number in [number for number in watched.versions if number not in wanted]:
            self._unload(watched, number)

    def _load(self, watched: _Watched, version: Version) -> None:
        config, settings = watched.config, self._settings
        version.state = "LOADING"
        version.fingerprint = _fingerprint(version.path)
        with self._lock:
            watched.versions[version.number] = version
        begin = time.perf_counter()
        try:
            model = sources.load(config, version.number, version.path, self._session_config)
            warmed = warmup.warm_up(model, version.path, settings.limits.answer_bytes) if settings.warmup else 0
        except Exception as error:  # a model is a stranger's: whatever is wrong with it, the server goes on
            known = isinstance(error, (GraphopsError, OSError, MemoryError))
            _log.error("loading version %d of model '%s' failed: %s", version.number, config.name, error,
                       exc_info=not known)  # fmt: skip
            version.error = shorten(f"{error}" if known else f"{type(error).__name__}: {error}", 500)
            version.code = "NOT_FOUND" if isinstance(error, NotFoundError) else "INVALID_ARGUMENT"
            version.state = "END"
            self._changed()
            return
        model.seconds = time.perf_counter() - begin
        with self._lock:
            dropped = self._watched.get(config.name) is not watched
            if not dropped:
                version.model = model
                version.state = "AVAILABLE"
        if dropped:
            model.retire()
            return
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
