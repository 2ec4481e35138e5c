"""Datasets, recipes and artifacts."""

import threading
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import quote

from ._download import download
from ._errors import DeadlineError
from ._http import Http
from ._pages import entries_of
from ._uploads import OnProgress, PathLike, Uploads
from .models import Artifact, Dataset, Recipe

POLL_S = 0.5


class Datasets:
    """Datasets: JSON Lines of recorded interactions, or of a file."""

    def __init__(self, http: Http, uploads: Uploads) -> None:
        self._http = http
        self._uploads = uploads

    def list(self, project: str) -> Iterator[Dataset]:
        """Lists the datasets of a project."""
        return cast(Iterator[Dataset], entries_of(self._http, _path(project)))

    def get(self, project: str, dataset: str) -> Dataset:
        """Gets a dataset by its id or key."""
        return cast(Dataset, self._http.json("GET", f"{_path(project)}/{quote(dataset, '')}"))

    def build(
        self,
        project: str,
        key: str,
        *,
        format: Literal["sft", "dpo", "kto"] = "sft",
        filter: dict[str, Any] | None = None,
        name: str | None = None,
        wait: float = 3_600.0,
    ) -> Dataset:
        """Builds a dataset of recorded interactions. Waits at most `wait` seconds for it."""
        source = {"kind": "interactions", "format": format, "filter": filter or {}}
        created = self._create(project, key, name, {"from": source}, str(uuid.uuid4()))
        return self.wait(project, created["id"], deadline=wait)

    def upload(
        self,
        project: str,
        key: str,
        path: PathLike,
        *,
        name: str | None = None,
        session_id: str | None = None,
        on_session: Callable[[str], object] | None = None,
        on_progress: OnProgress | None = None,
        stop: threading.Event | None = None,
        wait: float = 3_600.0,
    ) -> Dataset:
        """Uploads a file of JSON Lines as a dataset. Waits at most `wait` seconds until it is
        processed. For the other parameters see ``uploads.send``."""
        session = self._uploads.send(
            path,
            project=project,
            content_type="application/x-ndjson",
            session_id=session_id,
            on_session=on_session,
            on_progress=on_progress,
            stop=stop,
        )
        # A session makes one dataset, so its id is the key of the request.
        created = self._create(project, key, name, {"upload_session_id": session}, session)
        return self.wait(project, created["id"], deadline=wait)

    def wait(self, project: str, dataset: str, *, deadline: float = 3_600.0) -> Dataset:
        """Waits until a dataset is ready, failed or cancelled; its `errors` name the lines.

        Raises DeadlineError if it is still being processed after `deadline` seconds.
        """
        end = time.monotonic() + deadline
        while True:
            found = self.get(project, dataset)
            if found["status"] != "processing":
                return found
            if time.monotonic() > end:
                raise DeadlineError(f"The dataset {dataset} is not ready after {deadline} s.")
            time.sleep(POLL_S)

    def cancel(self, project: str, dataset: str) -> Dataset:
        """Cancels a dataset that is being processed, and deletes its files.

        Raises an error with the code `dataset_processed` if it is ready or failed.
        """
        path = f"{_path(project)}/{quote(dataset, '')}/cancel"
        cancelled = self._http.json("POST", path, idempotency_key=str(uuid.uuid4()))
        return cast(Dataset, cancelled)

    def download(
        self,
        project: str,
        dataset: str,
        path: PathLike,
        *,
        format: Literal["original", "recipe", "manifest"] = "original",
        on_progress: Callable[[int, int | None], object] | None = None,
    ) -> Path:
        """Downloads a dataset to a file, which appears under its name once it is complete."""
        source = f"{_path(project)}/{quote(dataset, '')}/download"
        return download(self._http, source, path, query={"format": format}, on_progress=on_progress)

    def _create(
        self, project: str, key: str, name: str | None, source: dict[str, Any], idempotency_key: str
    ) -> Dataset:
        body = {"key": key, **({} if name is None else {"name": name}), **source}
        created = self._http.json("POST", _path(project), body, idempotency_key=idempotency_key)
        return cast(Dataset, created)


class Recipes:
    """Recipes: zip files of code."""

    def __init__(self, http: Http, uploads: Uploads) -> None:
        self._http = http
        self._uploads = uploads

    def upload(
        self,
        project: str,
        key: str,
        path: PathLike,
        *,
        entry_point: str = "main.py",
        session_id: str | None = None,
        on_session: Callable[[str], object] | None = None,
        on_progress: OnProgress | None = None,
        stop: threading.Event | None = None,
    ) -> Recipe:
        """Uploads a zip file as a recipe."""
        session = self._uploads.send(
            path,
            project=project,
            content_type="application/zip",
            session_id=session_id,
            on_session=on_session,
            on_progress=on_progress,
            stop=stop,
        )
        body = {"key": key, "entry_point": entry_point, "upload_session_id": session}
        created = self._http.json("POST", _path(project, "recipes"), body, idempotency_key=session)
        return cast(Recipe, created)


class Artifacts:
    """Artifacts: any files."""

    def __init__(self, http: Http, uploads: Uploads) -> None:
        self._http = http
        self._uploads = uploads

    def upload(
        self,
        project: str,
        name: str,
        path: PathLike,
        *,
        content_type: str = "application/octet-stream",
        session_id: str | None = None,
        on_session: Callable[[str], object] | None = None,
        on_progress: OnProgress | None = None,
        stop: threading.Event | None = None,
    ) -> Artifact:
        """Uploads a file as an artifact, which downloads under `name`."""
        session = self._uploads.send(
            path,
            project=project,
            content_type=content_type,
            session_id=session_id,
            on_session=on_session,
            on_progress=on_progress,
            stop=stop,
        )
        body = {"name": name, "upload_session_id": session}
        path_ = _path(project, "artifacts")
        return cast(Artifact, self._http.json("POST", path_, body, idempotency_key=session))


def _path(project: str, kind: str = "datasets") -> str:
    return f"/api/v1/projects/{quote(project, '')}/{kind}"
