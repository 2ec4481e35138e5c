"""Feedback, outcomes and comparisons."""

import uuid
from collections.abc import Callable
from typing import Any, Literal

from ._answer import Answer, completion_id_of
from ._batch import FeedbackBatch, LostEvent
from ._event import Event, record
from ._http import Http

Reason = Literal["Toxicity", "Factuality", "Style", "WrongAnswer"]


class Feedback:
    """Records feedback, outcomes and comparisons. A method returns once Earshot has stored it."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def of(self, answer: Answer, *, choice: int | None = None) -> "AnswerFeedback":
        """Chooses the answer to record feedback on. It need not be complete: any chunk will do.

        `choice` is the index of one of several choices.
        """
        return AnswerFeedback(self._http, completion_id_of(answer, choice))

    def outcome(
        self,
        session_id: str,
        metric: str,
        value: bool | float,
        *,
        user_id: str | None = None,
        project: str | None = None,
        idempotency_key: str | None = None,
    ) -> str:
        """Records how a session ended. Returns the id of the outcome."""
        body = {
            "session_id": session_id,
            "metric": metric,
            "value": value,
            "user_id": user_id,
            "project": project,
        }
        return record(self._http, Event("outcome", body, idempotency_key or str(uuid.uuid4())))

    def comparison(
        self,
        metric: str,
        preferred: Answer,
        other: Answer,
        *,
        tied: Literal["good", "bad"] | None = None,
        user_id: str | None = None,
        project: str | None = None,
        idempotency_key: str | None = None,
    ) -> str:
        """Records which of two answers to the same messages is better. Returns the id of the
        comparison."""
        body = {
            "metric": metric,
            "preferred_completion": completion_id_of(preferred),
            "other_completion": completion_id_of(other),
            "tied": tied,
            "user_id": user_id,
            "project": project,
        }
        return record(self._http, Event("comparison", body, idempotency_key or str(uuid.uuid4())))

    def batch(
        self,
        *,
        max_events: int = 1_000,
        concurrency: int = 8,
        deadline: float = 600.0,
        on_lost: Callable[[LostEvent], Any] | None = None,
    ) -> FeedbackBatch:
        """Returns a queue that records in the background. See FeedbackBatch."""
        # The deadline ends the attempts, whose waits grow to 15 s.
        http = self._http.with_policy(deadline=deadline, max_attempts=None)
        return FeedbackBatch(http, max_events=max_events, concurrency=concurrency, on_lost=on_lost)


class AnswerFeedback:
    """Records feedback on one answer."""

    def __init__(self, http: Http, completion_id: str) -> None:
        self._http = http
        self.completion_id = completion_id

    def log(
        self,
        metric: str,
        value: bool | float,
        *,
        user_id: str | None = None,
        reason: Reason | None = None,
        details: str | None = None,
        project: str | None = None,
        idempotency_key: str | None = None,
    ) -> str:
        """Records a value under a metric of the project. Returns the id of the feedback."""
        body = {
            "completion_id": self.completion_id,
            "metric": metric,
            "value": value,
            "user_id": user_id,
            "reason": reason,
            "details": details,
            "project": project,
        }
        return record(self._http, Event("feedback", body, idempotency_key or str(uuid.uuid4())))
