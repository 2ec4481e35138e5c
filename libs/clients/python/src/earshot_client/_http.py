"""Requests to one installation."""

import dataclasses
import json
import os
import re
from collections.abc import Iterable, Mapping
from typing import Any

import httpx2

from ._errors import EarshotConnectionError, UsageError, api_error
from ._retry import RetryPolicy, retry_after_of, with_retries

DEFAULT_URL = "http://127.0.0.1:8080"
# Base paths of clients, which are not part of the address.
_BASE_PATH = re.compile(r"(/openai/v1|/anthropic(/v1)?|/api/v1)?/*$")


class Http:
    """Sends requests with retries. Every method raises an ApiError outside 2xx."""

    def __init__(self, base_url: str, api_key: str, policy: RetryPolicy, client: httpx2.Client):
        self.base_url = base_url
        self._api_key = api_key
        self._policy = policy
        self._client = client

    def with_policy(self, **changes: Any) -> "Http":
        """Returns a copy that retries in another way, over the same connections."""
        policy = dataclasses.replace(self._policy, **changes)
        return Http(self.base_url, self._api_key, policy, self._client)

    def json(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        query: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        idempotent: bool | None = None,
    ) -> Any:
        """Sends JSON and returns the JSON of the response."""
        headers = {} if idempotency_key is None else {"idempotency-key": idempotency_key}
        content = None
        if body is not None:
            headers["content-type"] = "application/json"
            content = json.dumps(body).encode()
        if idempotent is None:
            idempotent = method == "GET" or idempotency_key is not None
        response = self.send(
            method, path, content, query=query, headers=headers, idempotent=idempotent
        )
        return response.json() if response.content else None

    def send(
        self,
        method: str,
        path: str,
        content: bytes | Iterable[bytes] | None = None,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        idempotent: bool,
        stream: bool = False,
        timeout: float | None = None,
        accepts: str | None = None,
    ) -> httpx2.Response:
        """Sends bytes, which must be iterable once for each attempt. A streamed response must be
        closed. `accepts`: a media type of responses
        that are returned whatever their status."""
        policy = self._policy
        if timeout is not None:
            policy = dataclasses.replace(policy, attempt_timeout=timeout)

        def attempt(attempt_timeout: float) -> httpx2.Response:
            request = self._client.build_request(
                method,
                self.base_url + path,
                content=content,
                params={k: v for k, v in (query or {}).items() if v is not None},
                headers={"authorization": f"Bearer {self._api_key}", **(headers or {})},
                timeout=attempt_timeout,
            )
            return self._client.send(request, stream=stream, follow_redirects=True)

        try:
            response = with_retries(attempt, policy, idempotent=idempotent)
        except EarshotConnectionError as error:
            hint = "Is Earshot running there? `base_url` or EARSHOT_URL sets the address."
            reason = str(error).rstrip(".")
            raise type(error)(f"{self.base_url}: {reason}. {hint}") from error.__cause__
        is_accepted = accepts is not None and response.headers.get("content-type", "").startswith(
            accepts
        )
        if response.is_success or is_accepted:
            return response
        response.read()
        raise api_error(
            _parsed(response),
            status=response.status_code,
            request_id=response.headers.get("x-request-id"),
            retry_after=retry_after_of(response),
        )


def address_of(base_url: str | None) -> str:
    """Returns the address without the path of a client. Raises UsageError if it is none."""
    url = base_url or os.environ.get("EARSHOT_URL") or DEFAULT_URL
    if not re.match(r"https?://[^/]", url):
        raise UsageError(
            f"The address must be like {DEFAULT_URL}; got {url!r}. Set `base_url` or EARSHOT_URL."
        )
    return _BASE_PATH.sub("", url)


def key_of(api_key: str | None) -> str:
    """Returns the API key. Raises UsageError if there is none."""
    key = api_key or os.environ.get("EARSHOT_API_KEY")
    if not key:
        raise UsageError("There is no API key. Set `api_key`, or the variable EARSHOT_API_KEY.")
    return key


def _parsed(response: httpx2.Response) -> Any:
    """A proxy may answer with something else than JSON."""
    try:
        return response.json()
    except ValueError:
        return None
