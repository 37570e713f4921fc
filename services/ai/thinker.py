"""A thinking process: one question a line on standard input, one answer a line on standard output.

    {"game", "kind", "seed", "view", "options"}  →  {"command": …} or {"failed": …, "error": …, "where": …}

Run as `python -m services.ai.thinker MODULE:REGISTRY MEGABYTES`. Its first line says that it is ready.
It ends when its standard input does: with its parent, even while a bot thinks.
"""

import importlib
import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, BinaryIO

READY = {"ready": True}

Registry = Mapping[str, Mapping[str, Any]]


def main() -> None:
    name, megabytes = sys.argv[1:]
    # The parent decides when it ends; a Ctrl-C in the terminal reaches the whole group.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    questions, answers = _private_pipes()
    _limit_memory(int(megabytes))
    if hasattr(os, "nice"):
        os.nice(5)  # A bot may be late rather than slow down a person's move.
    module, attribute = name.split(":")
    registry: Registry = getattr(importlib.import_module(module), attribute)
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(questions, lines), daemon=True).start()
    _silence()
    _write(answers, READY)
    while True:
        _write(answers, answer(registry, json.loads(lines.get())))


def answer(registry: Registry, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the bot chooses, or why there is nothing: never what it knows."""
    choose = registry.get(asked["game"], {}).get(asked["kind"])
    if choose is None:
        return {"failed": "no_such_bot"}
    try:
        command = choose(asked["view"], asked["options"], Random(asked["seed"]))
    except Exception as error:
        return {"failed": "raised", "error": type(error).__name__, "where": _place(error)}
    if not isinstance(command, dict):
        return {"failed": "no_command", "error": type(command).__name__}
    return {"command": command}


def _place(error: BaseException) -> str:
    """File and line where it was raised. Its text may name hidden things and stays here."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"


def _write(answers: BinaryIO, value: dict[str, Any]) -> None:
    try:
        line = json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as error:
        line = json.dumps({"failed": "no_command", "error": type(error).__name__})
    answers.write(line.encode() + b"\n")
    answers.flush()


def _read(questions: BinaryIO, lines: "queue.SimpleQueue[bytes]") -> None:
    for line in questions:
        lines.put(line)
    # The parent is gone: nobody waits for whatever the bot is thinking about.
    os._exit(0)


def _private_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Our ends of the pipes, moved away from where a bot that reads or prints would meet them."""
    questions = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    _point_to_nothing(0, 1)
    return questions, answers


def _silence() -> None:
    """From now on what a bot prints is not shown: it may be hidden from everybody but its seat."""
    _point_to_nothing(2)


def _point_to_nothing(*descriptors: int) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in descriptors:
        os.dup2(null, descriptor)
    os.close(null)


def _limit_memory(megabytes: int) -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


if __name__ == "__main__":
    main()
