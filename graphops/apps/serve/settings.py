"""What the server is told when it starts: models, limits, batching, addresses."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any, Final

MEBIBYTE: Final = 1 << 20


@dataclass(frozen=True)
class VersionPolicy:
    """Which of the versions in a folder are served.

    Attributes:
        latest: so many of the highest numbers; 0 for all.
        specific: these, whatever ``latest`` says; empty for none in particular.
    """

    latest: int = 1
    specific: tuple[int, ...] = ()

    def chosen(self, versions: list[int]) -> list[int]:
        """Those of ``versions`` that are served, the highest first."""
        ordered = sorted(versions, reverse=True)
        if self.specific:
            return [version for version in ordered if version in self.specific]
        return ordered[: self.latest] if self.latest else ordered


@dataclass(frozen=True)
class ModelConfig:
    """A model that is served.

    Attributes:
        name: in addresses.
        base_path: a folder of numbered folders with SavedModels; or a SavedModel, a GraphDef or a page itself, which is
            version 1 then.
        labels: versions by the names that clients may use instead of numbers.
        feeds, fetches: tensors of a GraphDef by the names that clients see; default its placeholders, and what nothing
            uses.
    """

    name: str
    base_path: str
    policy: VersionPolicy = VersionPolicy()
    labels: dict[str, int] = field(default_factory=dict)
    feeds: dict[str, str] = field(default_factory=dict)
    fetches: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Batching:
    """How requests run together; TensorFlow Serving's names and defaults.

    Attributes:
        max_batch_size: rows that run at once.
        batch_timeout_micros: how long the first request of a batch waits for others.
        max_enqueued_batches: of a signature; what exceeds them is refused.
        num_batch_threads: batches that run at the same time.
        allowed_batch_sizes: batches are filled up to one of these sizes; empty for any size.
    """

    max_batch_size: int = 1000
    batch_timeout_micros: int = 0
    max_enqueued_batches: int = 10
    num_batch_threads: int = 2
    allowed_batch_sizes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Limits:
    """What one request, and all together, may take.

    Attributes:
        body_bytes: of a request.
        bytes_in_flight: of the bodies of all requests that have no answer yet.
        in_flight: requests that have no answer yet.
        answer_bytes: of the arrays of an answer.
        memory: bytes that the results of one run may take; ``None`` for what the machine has.
        seconds: from the first byte of a request to its answer.
        connections: that are open at once, as far as the process may open so many files.
        head_seconds: in which a connection must send the head of a request once it has begun, or has been opened.
        idle_seconds: that a connection stays open between an answer and the next request.
    """

    body_bytes: int = 32 * MEBIBYTE
    bytes_in_flight: int = 256 * MEBIBYTE
    in_flight: int = 256
    answer_bytes: int = 256 * MEBIBYTE
    memory: int | None = None
    seconds: float = 30.0
    connections: int = 1024
    head_seconds: float = 10.0
    idle_seconds: float = 60.0


@dataclass(frozen=True)
class Settings:
    """Everything.

    Attributes:
        models: what is served, unless ``config_file`` is given.
        config_file: a ModelServerConfig, which is read again each ``config_poll`` seconds unless that is 0.
        poll: seconds between looks for new versions; 0 to look once.
        threads: requests that run at the same time without batching.
        metrics_path: where Prometheus reads; ``""`` for nowhere.
        token: that requests must carry; ``""`` for none.
        cors: whether pages of other sites may send requests.
        log_requests: whether each request is a line of the log.
        intra_op_threads: threads inside one kernel; ``None`` for what the machine has.
        workers: processes that run models; 0 for this one.
        drain: seconds after SIGTERM in which the server goes on listening and says that it is not ready.
        grace: seconds after these that requests have to end in.
    """

    models: tuple[ModelConfig, ...] = ()
    config_file: str = ""
    config_poll: float = 0.0
    poll: float = 1.0
    warmup: bool = True
    threads: int = 2
    batching: Batching | None = None
    limits: Limits = Limits()
    host: str = "127.0.0.1"
    port: int = 8501
    metrics_path: str = ""
    token: str = ""
    cors: bool = False
    log_requests: bool = False
    intra_op_threads: int | None = None
    workers: int = 0
    drain: float = 1.0
    grace: float = 10.0

    def text(self) -> str:
        """As JSON, for a worker process."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_text(text: str) -> Settings:
        """What :meth:`text` wrote."""
        found: dict[str, Any] = json.loads(text)
        found["models"] = tuple(
            ModelConfig(
                **{**each, "policy": VersionPolicy(each["policy"]["latest"], tuple(each["policy"]["specific"]))}
            )
            for each in found["models"]
        )
        if found["batching"] is not None:
            found["batching"]["allowed_batch_sizes"] = tuple(found["batching"]["allowed_batch_sizes"])
            found["batching"] = Batching(**found["batching"])
        found["limits"] = Limits(**found["limits"])
        return Settings(**found)
