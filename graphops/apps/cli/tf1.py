"""Run a script of TensorFlow 1 as it is, with graphops in place of TensorFlow.

In the script, and in what it imports, 'import tensorflow' and everything below it gives graphops.compat.v1. An
installed TensorFlow is not touched. The script is your own code: it runs with all your rights, as with python.

At the end it says on stderr which names of TensorFlow were asked for that graphops does not have.

Examples:
  graphops tf1 train.py --learning_rate=0.1
  graphops tf1 -m trainer.task --job-dir out
  graphops tf1 --pre-1-0 old.py       # tf.mul, tf.concat(axis, values) and the like
"""

from __future__ import annotations

import argparse
import os
import runpy
import sys
import traceback

import graphops.compat

HELP = "run a script of TensorFlow 1 as it is"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-m", dest="module", action="store_true", help="SCRIPT is the name of a module")
    parser.add_argument("--pre-1-0", action="store_true", help="names and arguments as before TensorFlow 1.0")
    parser.add_argument("script", metavar="SCRIPT", help="a Python file, or a folder with a __main__.py")
    parser.add_argument("arguments", metavar="...", nargs=argparse.REMAINDER, help="the script's own arguments")


def run(args: argparse.Namespace) -> int:
    graphops.compat.install(pre_1_0=args.pre_1_0)
    sys.argv = [args.script, *args.arguments]
    try:
        if args.module:
            sys.path.insert(0, os.getcwd())
            runpy.run_module(args.script, run_name="__main__", alter_sys=True)
        else:
            sys.path.insert(0, os.path.dirname(os.path.abspath(args.script)))
            runpy.run_path(args.script, run_name="__main__")
    except SystemExit as leave:
        return _status(leave.code)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        _print(error)
        return 1
    finally:
        _say_what_was_missing()
    return 0


def _status(code: object) -> int:
    """The exit status that Python gives for ``sys.exit(code)``."""
    if code is None or isinstance(code, int):
        return code or 0
    print(code, file=sys.stderr)
    return 1


def _print(error: BaseException) -> None:
    """The traceback, from the script on."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename in (__file__, runpy.__file__, "<frozen runpy>"):
        trace = trace.tb_next
    traceback.print_exception(error.with_traceback(trace))


def _say_what_was_missing() -> None:
    from graphops.compat.v1.functions.missing import ASKED

    if ASKED:
        print("graphops tf1: these names of TensorFlow were asked for and are missing:", file=sys.stderr)
        for name, advice in sorted(ASKED.items()):
            print(f"  tf.{name}{advice}", file=sys.stderr)
