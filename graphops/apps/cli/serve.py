"""Serve models over HTTP, with TensorFlow Serving's REST interface.

The options that TensorFlow Serving has, too, have its names; they are written with underscores or with hyphens.

Examples:

  graphops serve --model_name half --model_base_path /models/half --rest_api_port 8501
  graphops serve --model_config_file models.config --enable_batching --batching_parameters_file batching.txt
  graphops serve model.pb --feed x=input:0 --fetch y=softmax:0
  graphops serve page.json --workers 2
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphops.apps.cli.usage import UsageError
from graphops.plugins.extras import require

if TYPE_CHECKING:
    from graphops.apps.serve.settings import Settings

HELP = "serve models over HTTP, as TensorFlow Serving does"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    def option(name: str, **keywords: Any) -> None:
        spellings = dict.fromkeys((f"--{name}", f"--{name.replace('_', '-')}"))
        parser.add_argument(*spellings, dest=name, **keywords)

    parser.add_argument(
        "model", nargs="?", metavar="MODEL", help="a model instead of --model_base_path; its name is the file's"
    )
    option("model_name", metavar="NAME", default=None, help="default: 'default', or the name of MODEL")
    option("model_base_path", metavar="PATH", help="a folder of numbered versions, a SavedModel, a .pb or a page")
    option(
        "model_config_file", metavar="FILE", default="", help="a ModelServerConfig: several models, versions, labels"
    )
    option(
        "model_config_file_poll_wait_seconds",
        type=float,
        default=0.0,
        metavar="S",
        help="read it again (default: never)",
    )
    option("file_system_poll_wait_seconds", type=float, default=1.0, metavar="S", help="look for new versions; 0: once")
    option("enable_model_warmup", type=_bool, default=True, nargs="?", const=True, metavar="BOOL",
           help="run the model's warm-up requests before it is served (default: true)")  # fmt: skip
    option("rest_api_port", type=int, default=8501, metavar="N", help="0 for any that is free (default: 8501)")
    option(
        "rest_api_host", default="127.0.0.1", metavar="ADDRESS", help="0.0.0.0 for all (default: this machine alone)"
    )
    option("rest_api_timeout_in_ms", type=int, default=30_000, metavar="MS", help="for one request (default: 30000)")
    option("rest_api_enable_cors_support", type=_bool, default=False, nargs="?", const=True, metavar="BOOL",
           help="let pages of other sites send requests")  # fmt: skip
    option("enable_batching", type=_bool, default=False, nargs="?", const=True, metavar="BOOL",
           help="run rows of several requests together")  # fmt: skip
    option("batching_parameters_file", metavar="FILE", default="", help="max_batch_size, batch_timeout_micros ...")
    option("monitoring_config_file", metavar="FILE", default="", help="where Prometheus reads metrics")
    option("tensorflow_intra_op_parallelism", type=int, default=0, metavar="N", help="threads inside one kernel")
    option(
        "tensorflow_inter_op_parallelism", type=int, default=0, metavar="N", help="requests that run at the same time"
    )
    option("workers", type=int, default=0, metavar="N", help="processes that run models (default: the server's own)")
    option("token_file", metavar="FILE", default="", help="its first line is a token that requests must carry")
    option("max_body_bytes", type=int, default=32 << 20, metavar="N", help="of a request (default: 32 MiB)")
    option("max_in_flight", type=int, default=256, metavar="N", help="requests without an answer (default: 256)")
    option("max_connections", type=int, default=1024, metavar="N", help="that are open at once (default: 1024)")
    option("header_timeout_seconds", type=float, default=10.0, metavar="S",
           help="a connection that has sent no head of a request by then is closed (default: 10)")  # fmt: skip
    option("keep_alive_seconds", type=float, default=60.0, metavar="S",
           help="a connection stays open so long after an answer (default: 60)")  # fmt: skip
    option("drain_seconds", type=float, default=1.0, metavar="S",
           help="after SIGTERM go on listening so long, while /readyz says 503 (default: 1)")  # fmt: skip
    option("memory_limit", type=int, metavar="BYTES", help="for the results of one run (default: what the machine has)")
    option("log_requests", action="store_true", help="a line of the log for each request")
    option("feed", action="append", default=[], metavar="NAME=TENSOR", help="an input of a GraphDef; may be repeated")
    option("fetch", action="append", default=[], metavar="NAME=TENSOR", help="an output of a GraphDef; may be repeated")


def run(args: argparse.Namespace) -> int:
    require("graphops serve", "serve")
    from graphops.apps.serve.server import serve

    serve(settings(args))
    return 0


def settings(args: argparse.Namespace) -> Settings:
    """What the arguments say.

    Raises:
        UsageError: a combination or a number that has no meaning.
        GraphopsError: a file that is wrong.
    """
    from graphops.apps.serve import config_files
    from graphops.apps.serve.settings import Batching, Limits, ModelConfig, Settings

    path = args.model or args.model_base_path
    if bool(path) == bool(args.model_config_file) or (args.model and args.model_base_path):
        raise UsageError("one of MODEL, --model_base_path and --model_config_file must be given")
    models: tuple[ModelConfig, ...] = ()
    if path:
        if not Path(path).exists():
            raise UsageError(f"a model must be there, got '{path}'")
        name = args.model_name or (Path(args.model).resolve().stem if args.model else "default")
        config = ModelConfig(name, path, feeds=_pairs(args.feed, "--feed"), fetches=_pairs(args.fetch, "--fetch"))
        models = config_files.checked((config,))
    for option, low in (
        ("workers", 0), ("rest_api_timeout_in_ms", 1), ("max_body_bytes", 1), ("max_in_flight", 1),
        ("max_connections", 1), ("tensorflow_intra_op_parallelism", 0), ("tensorflow_inter_op_parallelism", 0),
    ):  # fmt: skip
        if not low <= getattr(args, option) <= 1 << 40:
            raise UsageError(f"--{option} must be at least {low}, got {getattr(args, option)}")
    for option, least in (("header_timeout_seconds", 0.01), ("keep_alive_seconds", 1), ("drain_seconds", 0)):
        if not least <= getattr(args, option) <= 86_400:
            raise UsageError(f"--{option} must be from {least:g} to 86400, got {getattr(args, option)}")
    if args.workers and os.name != "posix":
        raise UsageError("--workers must be 0 on this system: a worker inherits a socket")
    if not 0 <= args.rest_api_port < 1 << 16:
        raise UsageError(f"--rest_api_port must be a port, got {args.rest_api_port}")
    if args.batching_parameters_file and not args.enable_batching:
        raise UsageError("--batching_parameters_file must come with --enable_batching")
    batching = None
    if args.enable_batching:
        file = args.batching_parameters_file
        batching = config_files.read_batching(file) if file else Batching(num_batch_threads=_cores())
    monitoring = args.monitoring_config_file
    cores = max(1, _cores() // max(1, args.workers))
    inter = args.tensorflow_inter_op_parallelism or cores
    # Threads of kernels that run at the same time would wait for each other's cores.
    intra = args.tensorflow_intra_op_parallelism or max(1, cores // (batching.num_batch_threads if batching else inter))
    return Settings(
        models=models,
        config_file=args.model_config_file,
        config_poll=max(0.0, args.model_config_file_poll_wait_seconds),
        poll=max(0.0, args.file_system_poll_wait_seconds),
        warmup=args.enable_model_warmup,
        threads=inter,
        batching=batching,
        limits=Limits(
            body_bytes=args.max_body_bytes,
            bytes_in_flight=max(256 << 20, 2 * args.max_body_bytes),
            in_flight=args.max_in_flight,
            memory=args.memory_limit,
            seconds=args.rest_api_timeout_in_ms / 1000,
            connections=args.max_connections,
            head_seconds=args.header_timeout_seconds,
            idle_seconds=args.keep_alive_seconds,
        ),
        host=args.rest_api_host,
        port=args.rest_api_port,
        metrics_path=config_files.read_metrics_path(monitoring) if monitoring else config_files.METRICS_PATH,
        token=_token(args.token_file) if args.token_file else "",
        cors=args.rest_api_enable_cors_support,
        log_requests=args.log_requests,
        intra_op_threads=intra,
        workers=args.workers,
        drain=args.drain_seconds,
    )


def _token(path: str) -> str:
    lines = Path(path).read_text("utf-8").splitlines()
    token = lines[0].strip() if lines else ""
    if len(token) < 16 or not token.isascii():
        raise UsageError(f"--token_file must hold a token of at least 16 characters of ASCII, got {len(token)}")
    return token


def _pairs(texts: list[str], option: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        name, _, tensor = text.partition("=")
        if not name or not tensor or name in found:
            raise UsageError(f"{option} must be NAME=TENSOR, each name once, got '{text}'")
        found[name] = tensor
    return found


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _bool(text: str) -> bool:
    if text.lower() not in ("true", "false", "1", "0"):
        raise argparse.ArgumentTypeError(f"must be true or false, got '{text}'")
    return text.lower() in ("true", "1")
