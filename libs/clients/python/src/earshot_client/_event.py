"""Something to record."""

from dataclasses import dataclass
from typing import Any, Literal

from ._http import Http


@dataclass(frozen=True, slots=True)
class Event:
    """Something to record, and the key under which it is recorded once, however often it is
    sent."""

    kind: Literal["feedback", "outcome", "comparison"]
    body: dict[str, Any]
    idempotency_key: str


def record(http: Http, event: Event) -> str:
    """Records an event. Returns the id of the record."""
    body = {name: value for name, value in event.body.items() if value is not None}
    path = f"/api/v1/{event.kind}"
    response = http.json("POST", path, body, idempotency_key=event.idempotency_key)
    return str(response[f"{event.kind}_id"])
