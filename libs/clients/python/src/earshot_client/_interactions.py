"""Records of completions, and imports of those that took place elsewhere."""

import json
import time
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias, cast
from urllib.parse import quote

from ._errors import ApiError, EarshotConnectionError, UsageError, api_error
from ._http import Http
from ._pages import entries_of
from .models import AddInteractionsResponse, Interaction, ListedInteraction

# A bulk request has at most so many lines, and characters unless one line is longer.
MAX_LINES = 500
MAX_CHARACTERS = 8_388_608
BULK_TIMEOUT_S = 300.0
# Attempts for lines that Earshot was too busy for, and the wait before the next one.
MAX_ATTEMPTS = 10
RETRY_S = 2.0

# Statuses of the types of errors; a line of a bulk import has no status of its own.
_STATUSES = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "permission_error": 403,
    "not_found_error": 404,
    "conflict_error": 409,
    "rate_limit_error": 429,
    "server_error": 500,
    "upstream_error": 502,
    "overloaded_error": 503,
    "timeout_error": 504,
}
_TRANSIENT = frozenset({429, 503, 504})


@dataclass(frozen=True, slots=True)
class LineResult:
    """What became of a line of a bulk import: one of `imported` and `error`."""

    line: int
    imported: AddInteractionsResponse | None
    error: ApiError | None


Results: TypeAlias = list[LineResult]


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """What became of some lines."""

    next_line: int
    """Number of the line to resume at, from 1."""
    results: Results


@dataclass(slots=True)
class _Batch:
    first_line: int
    next_line: int
    lines: list[tuple[int, str]]


class Interactions:
    """Records of completions."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def list(self, project: str, **filter: Any) -> Iterator[ListedInteraction]:
        """Lists interactions, the newest first. `filter` has the filters of the list: `model`,
        `user`, `session_id`, `label`, `tag`, `text`, `created_after` and others.

        A label is `name:value`; `label` and `tag` may be lists. Times without a zone are local.
        Raises UsageError if a filter has a value of another type.
        """
        path = f"/api/v1/projects/{quote(project, '')}/interactions"
        return cast(Iterator[ListedInteraction], entries_of(self._http, path, _query_of(filter)))

    def get(self, project: str, completion_id: str) -> Interaction:
        """Gets an interaction, with its feedback."""
        path = f"/api/v1/projects/{quote(project, '')}/interactions/{quote(completion_id, '')}"
        return cast(Interaction, self._http.json("GET", path))

    def import_one(
        self, interaction: dict[str, Any], *, idempotency_key: str | None = None
    ) -> AddInteractionsResponse:
        """Imports one interaction, with its feedback. Everything is stored, or nothing."""
        key = idempotency_key or str(uuid.uuid4())
        response = self._http.json("POST", "/api/v1/interactions", interaction, idempotency_key=key)
        return cast(AddInteractionsResponse, response)

    def import_lines(
        self, lines: Iterable[str], *, idempotency_key: str | None = None, start_line: int = 1
    ) -> Iterator[ImportProgress]:
        """Imports one interaction a line, in requests of up to 500 lines. Yields the results of
        each request. A rejected line stops nothing.

        Store `next_line` with the key, to resume after an interruption: the same key for the same
        lines records them once within 24 hours, however often they are sent.
        """
        key = idempotency_key or str(uuid.uuid4())
        for batch in _batches_of(lines):
            if batch.next_line > start_line:
                results = self._send_until_answered(batch, f"{key}/{batch.first_line}")
                yield ImportProgress(batch.next_line, results)

    def _send_until_answered(self, batch: _Batch, key: str) -> Results:
        """Sends a batch again while some of its lines find Earshot busy. Stored lines get the same
        answer again."""
        attempt = 1
        while True:
            results = self._send(batch, key)
            is_busy = any(each.error and each.error.status in _TRANSIENT for each in results)
            if not is_busy or attempt == MAX_ATTEMPTS:
                return results
            time.sleep(RETRY_S * attempt)
            attempt += 1

    def _send(self, batch: _Batch, key: str) -> Results:
        response = self._http.send(
            "POST",
            "/api/v1/interactions/bulk",
            "\n".join(text for _, text in batch.lines).encode(),
            headers={"content-type": "application/x-ndjson", "idempotency-key": key},
            idempotent=True,
            timeout=BULK_TIMEOUT_S,
            # A 400 where all lines were rejected: each has its answer.
            accepts="application/x-ndjson",
        )
        answers = response.content.decode().rstrip("\n").split("\n")
        if len(answers) != len(batch.lines):
            raise EarshotConnectionError(
                f"Only {len(answers)} of {len(batch.lines)} lines were answered. "
                "Import again to resume."
            )
        return [
            _result_of(number, json.loads(answer))
            for (number, _), answer in zip(batch.lines, answers, strict=True)
        ]


def _query_of(filter: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: [_text_of(name, each) for each in value]
        if isinstance(value, list | tuple)
        else _text_of(name, value)
        for name, value in filter.items()
        if value is not None
    }


def _text_of(name: str, value: Any) -> str | int | float:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, str | int | float):
        return value
    raise UsageError(
        f"The filter `{name}` must be a text, a number, a time or a list of these, for example "
        f'label="src:hist"; got {value!r}.'
    )


def _result_of(line: int, answer: Any) -> LineResult:
    if "error" not in answer:
        return LineResult(line, cast(AddInteractionsResponse, answer), None)
    status = _STATUSES.get(answer["error"].get("type"), 500)
    return LineResult(line, None, api_error(answer, status=status))


def _batches_of(lines: Iterable[str]) -> Iterator[_Batch]:
    """The same lines always give the same batches, so that a repeated import sends the same
    requests. Empty lines are left out, but counted."""
    batch = _Batch(1, 1, [])
    characters = 0
    for number, line in enumerate(lines, start=1):
        text = line.strip("\r\n")
        if text.strip() == "":
            continue
        if batch.lines and characters + len(text) > MAX_CHARACTERS:
            batch.next_line = number
            yield batch
            batch, characters = _Batch(number, number, []), 0
        batch.lines.append((number, text))
        batch.next_line = number + 1
        characters += len(text)
        if len(batch.lines) == MAX_LINES:
            yield batch
            batch, characters = _Batch(number + 1, number + 1, []), 0
    if batch.lines:
        yield batch
