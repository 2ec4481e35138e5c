"""The client."""

from collections.abc import Iterator
from types import TracebackType
from typing import Any, Protocol, Self

import httpx2

from ._datasets import Artifacts, Datasets, Recipes
from ._errors import UsageError
from ._events import Campaigns, live_events
from ._feedback import Feedback
from ._http import Http, address_of, key_of
from ._interactions import Interactions
from ._retry import RetryPolicy
from ._uploads import Uploads


class OpenAIClient(Protocol):
    """An OpenAI client that talks to Earshot; also the asynchronous one."""

    @property
    def base_url(self) -> Any: ...

    @property
    def api_key(self) -> Any: ...


class Earshot:
    """A client of one installation of Earshot. It may be used by several threads."""

    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        max_attempts: int = 8,
        deadline: float = 60.0,
        attempt_timeout: float = 30.0,
        http_client: httpx2.Client | None = None,
    ) -> None:
        """Creates a client.

        `base_url` is the address of Earshot, or a base URL of an OpenAI client (default: the
        variable EARSHOT_URL, or http://127.0.0.1:8080). `api_key` defaults to EARSHOT_API_KEY.
        A request is attempted `max_attempts` times within `deadline` seconds; an attempt fails
        after `attempt_timeout` seconds without a byte. Raises UsageError if there is no key, or
        the address is none.
        """
        self.base_url = address_of(base_url)
        self._client = http_client or httpx2.Client()
        policy = RetryPolicy(max_attempts, deadline, attempt_timeout)
        self._http = Http(self.base_url, key_of(api_key), policy, self._client)
        self.feedback = Feedback(self._http)
        self.interactions = Interactions(self._http)
        self.uploads = Uploads(self._http)
        self.datasets = Datasets(self._http, self.uploads)
        self.recipes = Recipes(self._http, self.uploads)
        self.artifacts = Artifacts(self._http, self.uploads)
        self.campaigns = Campaigns(self._http)

    @classmethod
    def of(cls, client: OpenAIClient, **options: Any) -> Self:
        """Creates a client with the address and key of an OpenAI client. The key needs the
        permission `feedback`."""
        if not isinstance(client.api_key, str):
            raise UsageError("The OpenAI client has no API key that is a text.")
        return cls(base_url=str(client.base_url), api_key=client.api_key, **options)

    def events(self, project: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yields what is recorded in a project, as it happens, as pairs of a type (`interaction`,
        `feedback`, `outcome`, `comparison`) and its data.

        It connects again when the connection ends. There is no replay: after each `connected`,
        read again what you show. An event may repeat.
        """
        return live_events(self._http, project)

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        query: dict[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Sends a request to any other route, such as `/api/v1/projects/demo/metrics`, and returns
        its JSON. A write is retried if it has an `idempotency_key`."""
        return self._http.json(method, path, body, query=query, idempotency_key=idempotency_key)

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.close()
