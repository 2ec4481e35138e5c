"""Downloads that survive broken connections."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO

import httpx2

from ._errors import EarshotConnectionError, FileChangedError
from ._http import Http

IDLE_S = 60.0
# Broken connections in a row after which a download fails. Each one has retries of its own.
MAX_BREAKS = 5

Progress = Callable[[int, int | None], object]


def download(
    http: Http,
    source: str,
    target: str | os.PathLike[str],
    *,
    query: Mapping[str, str],
    on_progress: Progress | None,
) -> Path:
    """Downloads to a file, which appears under its name once it is complete. A link stays, and a
    pipe or device is written directly."""
    path = Path(target)
    if path.exists() and not path.is_file():
        with open(path, "wb") as file:
            _receive(http, source, query, file, on_progress)
        return path
    real = Path(os.path.realpath(path))
    partial = real.with_name(real.name + ".partial")
    try:
        with open(partial, "wb") as file:
            _receive(http, source, query, file, on_progress)
        partial.replace(real)
        return path
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _receive(
    http: Http, source: str, query: Mapping[str, str], file: BinaryIO, on_progress: Progress | None
) -> None:
    etag: str | None = None
    total: int | None = None
    received = 0
    breaks = 0
    while True:
        headers = {"accept-encoding": "identity"}
        if etag is not None:
            headers |= {"range": f"bytes={received}-", "if-range": etag}
        response = http.send(
            "GET",
            source,
            query=query,
            headers=headers,
            idempotent=True,
            stream=True,
            timeout=IDLE_S,
        )
        try:
            if received > 0 and response.status_code != 206:
                raise FileChangedError(
                    "The file has changed during the download. Download it again."
                )
            if etag is None:
                etag = response.headers.get("etag")
                length = response.headers.get("content-length")
                total = None if length is None else int(length)
            for chunk in response.iter_raw():
                file.write(chunk)
                received += len(chunk)
                breaks = 0
                if on_progress is not None:
                    on_progress(received, total)
            return
        except httpx2.TransportError as error:
            breaks += 1
            if etag is None or breaks > MAX_BREAKS:
                raise EarshotConnectionError("The download broke off.") from error
        finally:
            response.close()
