"""Retries: how long, and after which failures."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import httpx2

from ._errors import DeadlineError, EarshotConnectionError

FIRST_WAIT_S = 0.25
MAX_WAIT_S = 15.0

# Earshot rejected these before it did anything, so every request may be sent again.
REJECTED = frozenset({429, 503})
# What happened is not known, so only an idempotent request may be sent again.
UNKNOWN = frozenset({408, 502, 504})


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How long a request is retried. The defaults are about a minute: a restart takes seconds."""

    max_attempts: int | None = 8
    """Attempts at most, the first one included. None: as many as the deadline allows."""
    deadline: float = 60.0
    """Seconds for all attempts and the waits between them."""
    attempt_timeout: float = 30.0
    """Seconds without a byte after which an attempt has failed."""


def with_retries(
    send: Callable[[float], httpx2.Response], policy: RetryPolicy, *, idempotent: bool
) -> httpx2.Response:
    """Sends a request until it has a response that no retry would change.

    Waits as long as ``Retry-After`` says, and longer after each failure. A wait that would pass
    the deadline is not begun. Returns the last response, which may be an error. Raises
    EarshotConnectionError if the last attempt got no response.
    """
    deadline = time.monotonic() + policy.deadline
    attempt = 0
    while True:
        attempt += 1
        timeout = max(0.001, min(policy.attempt_timeout, deadline - time.monotonic()))
        outcome = _attempt(send, timeout)
        wait = _wait_after(attempt, outcome)
        may_retry = (
            _is_transient(outcome, idempotent)
            and (policy.max_attempts is None or attempt < policy.max_attempts)
            and time.monotonic() + wait < deadline
        )
        if not may_retry:
            if isinstance(outcome, EarshotConnectionError):
                raise outcome
            return outcome
        if isinstance(outcome, httpx2.Response):
            outcome.close()
        time.sleep(wait)


def retry_after_of(response: httpx2.Response) -> float | None:
    """Reads ``Retry-After`` in seconds; None if there is none."""
    try:
        return max(0.0, float(response.headers["retry-after"]))
    except (KeyError, ValueError):
        return None


def _attempt(
    send: Callable[[float], httpx2.Response], timeout: float
) -> httpx2.Response | EarshotConnectionError:
    try:
        return send(timeout)
    except httpx2.TimeoutException as error:
        failure: EarshotConnectionError = DeadlineError(f"No response within {timeout:.1f} s.")
        failure.__cause__ = error
        return failure
    except httpx2.TransportError as error:
        failure = EarshotConnectionError(str(error) or type(error).__name__)
        failure.__cause__ = error
        return failure


def _is_transient(outcome: httpx2.Response | EarshotConnectionError, idempotent: bool) -> bool:
    if isinstance(outcome, EarshotConnectionError):
        return idempotent
    return outcome.status_code in REJECTED or (idempotent and outcome.status_code in UNKNOWN)


def _wait_after(attempt: int, outcome: httpx2.Response | EarshotConnectionError) -> float:
    """Half of it is random, so that clients that failed together return apart."""
    back_off = min(MAX_WAIT_S, FIRST_WAIT_S * 2.0 ** min(attempt - 1, 10))
    back_off *= 0.5 + random.random() / 2
    said = retry_after_of(outcome) if isinstance(outcome, httpx2.Response) else None
    return max(float(back_off), said or 0.0)
