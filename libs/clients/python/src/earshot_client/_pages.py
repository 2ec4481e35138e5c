"""Lists in pages."""

from collections.abc import Iterator, Mapping
from typing import Any

from ._http import Http


def entries_of(http: Http, path: str, query: Mapping[str, Any] | None = None) -> Iterator[Any]:
    """Yields the entries of a list, reading its pages as they are needed."""
    cursor: str | None = None
    while True:
        page = http.json("GET", path, query={**(query or {}), "cursor": cursor})
        yield from page["data"]
        cursor = page["next_cursor"]
        if cursor is None:
            return
