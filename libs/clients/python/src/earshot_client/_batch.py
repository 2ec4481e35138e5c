"""A queue of feedback that is recorded in the background."""

import logging
import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from ._answer import Answer, completion_id_of
from ._errors import EarshotError, UsageError
from ._event import Event, record
from ._http import Http

_LOGGER = logging.getLogger("earshot_client")


@dataclass(frozen=True, slots=True)
class LostEvent:
    """An event that could not be recorded, with the reason. Send it again with its key, and it is
    recorded once."""

    event: Event
    error: Exception


class BatchFullError(EarshotError):
    """The batch is full: events arrive faster than they are recorded. Wait with ``ready()``."""


class BatchError(EarshotError):
    """Some events could not be recorded."""

    def __init__(self, lost: list[LostEvent]) -> None:
        super().__init__(
            f"{len(lost)} events could not be recorded. The first error: {lost[0].error}"
        )
        self.lost = lost


class FeedbackBatch:
    """A queue that records in threads, so that no user waits for it. Also for asyncio: ``log``
    never blocks.

    It is bounded, and loses no event silently: one that does not fit raises, and one that cannot
    be recorded is given to `on_lost` or raised by ``flush``.
    """

    def __init__(
        self,
        http: Http,
        *,
        max_events: int,
        concurrency: int,
        on_lost: Callable[[LostEvent], Any] | None,
    ) -> None:
        self._http = http
        self._max_events = max_events
        self._on_lost = on_lost
        self._pool = ThreadPoolExecutor(concurrency, thread_name_prefix="earshot-feedback")
        self._changed = threading.Condition()
        self._pending = 0
        self._lost: list[LostEvent] = []
        self._closed = False

    def __len__(self) -> int:
        """Number of events that are not recorded yet, or were lost since the last flush."""
        with self._changed:
            return self._pending + len(self._lost)

    def of(self, answer: Answer, *, choice: int | None = None) -> "BatchedAnswerFeedback":
        """Chooses the answer to record feedback on, as ``feedback.of``."""
        return BatchedAnswerFeedback(self, completion_id_of(answer, choice))

    def add(self, event: Event) -> None:
        """Adds any event. Raises BatchFullError if there is no room for it."""
        with self._changed:
            if self._closed:
                raise UsageError("The batch is closed. Create another one.")
            if self._pending + len(self._lost) >= self._max_events:
                raise BatchFullError(
                    f"The batch is full: {self._max_events} events wait or were lost. Call "
                    "`batch.ready()` before adding, and `batch.flush()` to get the lost ones."
                )
            self._pending += 1
        self._pool.submit(self._record, event)

    def ready(self) -> None:
        """Waits until there is room for an event."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._pending == 0 or self._pending + len(self._lost) < self._max_events
            )

    def flush(self) -> None:
        """Waits until every event has been recorded or lost.

        Raises BatchError with the lost events, unless there is an `on_lost`.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._pending == 0)
            lost, self._lost = self._lost, []
        if lost:
            raise BatchError(lost)

    def close(self) -> None:
        """Flushes, and takes no more events."""
        with self._changed:
            self._closed = True
        try:
            self.flush()
        finally:
            self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        try:
            self.close()
        except BatchError as own:
            if error is None:
                raise
            # The exception of the block is raised; it must not be hidden.
            error.add_note(str(own))

    def _record(self, event: Event) -> None:
        lost: LostEvent | None = None
        try:
            record(self._http, event)
        except Exception as error:
            lost = LostEvent(event, error)
            # Also for a program that ends without a flush.
            _LOGGER.error("%s was not recorded: %s: %s", event.kind, event.body, error)
        try:
            if lost is not None and self._on_lost is not None:
                self._on_lost(lost)
        finally:
            with self._changed:
                self._pending -= 1
                if lost is not None and self._on_lost is None:
                    self._lost.append(lost)
                self._changed.notify_all()


class BatchedAnswerFeedback:
    """Adds feedback on one answer to a batch."""

    def __init__(self, batch: FeedbackBatch, completion_id: str) -> None:
        self._batch = batch
        self.completion_id = completion_id

    def log(self, metric: str, value: bool | float, **details: Any) -> None:
        """Adds a value under a metric of the project. It is recorded in the background.

        `details` are those of ``feedback.of(...).log``: `user_id`, `reason`, `details`, `project`.
        Raises BatchFullError if there is no room for it.
        """
        key = details.pop("idempotency_key", None) or str(uuid.uuid4())
        body = {"completion_id": self.completion_id, "metric": metric, "value": value, **details}
        self._batch.add(Event("feedback", body, key))
