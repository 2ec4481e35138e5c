"""Work on several threads for which an interrupt does not wait."""

import queue
import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from ._errors import StoppedError

# How long an interrupt may wait: on Windows it does not end a wait for a queue.
POLL_S = 0.1

Item = TypeVar("Item")
Outcome = tuple[Item, Exception | None]


def in_parallel(
    work: Callable[[Item, threading.Event], object],
    items: Sequence[Item],
    *,
    threads: int,
    on_done: Callable[[Item], object],
    stop: threading.Event | None,
) -> None:
    """Calls `work` for each item on several threads, and `on_done` on this one as each is finished.

    Raises the first error, or StoppedError once `stop` is set. Work in progress is not waited for
    then: the event that it got is set, and its threads do not keep the program from its end.
    """
    waiting: queue.SimpleQueue[Item] = queue.SimpleQueue()
    outcomes: queue.SimpleQueue[Outcome[Item]] = queue.SimpleQueue()
    ended = threading.Event()
    for item in items:
        waiting.put(item)

    def run() -> None:
        while not ended.is_set():
            try:
                item = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                work(item, ended)
            except Exception as error:
                outcomes.put((item, error))
            else:
                outcomes.put((item, None))

    for _ in range(min(threads, len(items))):
        threading.Thread(target=run, name="earshot-upload", daemon=True).start()
    try:
        for _ in items:
            item, error = _next(outcomes, stop)
            if error is not None:
                raise error
            on_done(item)
    finally:
        ended.set()


def _next(
    outcomes: "queue.SimpleQueue[Outcome[Item]]", stop: threading.Event | None
) -> Outcome[Item]:
    while True:
        if stop is not None and stop.is_set():
            raise StoppedError("The upload was stopped. Its session resumes it.")
        try:
            return outcomes.get(timeout=POLL_S)
        except queue.Empty:
            continue
