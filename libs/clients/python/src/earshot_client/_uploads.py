"""Uploads in parts."""

import hashlib
import os
import threading
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from ._errors import NotFoundError, StoppedError, UsageError
from ._http import Http
from ._parallel import in_parallel
from .models import UploadSession

# Above S3's minimum of 5 MiB, so that the bucket joins parts by itself; small, so that little is
# sent again.
MIN_PART_BYTES = 8 * 1_048_576
MAX_PARTS = 10_000
# Parts in flight; each is held in memory.
CONCURRENCY = 4
PART_TIMEOUT_S = 150.0
# A stopped upload sends at most this much of a part.
PIECE_BYTES = 262_144

PathLike = str | os.PathLike[str]
OnProgress = Callable[[int, int], object]
"""Called after each part with the bytes that are sent, and the bytes in total."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a file, in bytes. Numbers begin at 1."""

    number: int
    offset: int
    size: int


def parts_of(file_bytes: int) -> Iterator[Part]:
    """Splits a file. The same size always gives the same parts, so that an upload can resume."""
    part_bytes = max(MIN_PART_BYTES, -(-file_bytes // MAX_PARTS))
    for index, offset in enumerate(range(0, file_bytes, part_bytes)):
        yield Part(index + 1, offset, min(part_bytes, file_bytes - offset))


class Uploads:
    """Sends files in parts, four at a time, each with its checksum."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def send(
        self,
        path: PathLike,
        *,
        project: str,
        content_type: str,
        session_id: str | None = None,
        on_session: Callable[[str], object] | None = None,
        on_progress: OnProgress | None = None,
        stop: threading.Event | None = None,
    ) -> str:
        """Sends a file, or what is missing of it. Returns the id of the session.

        `session_id` is that of an earlier attempt with the same file. An unknown or expired one, or
        one of another number of parts, begins a new session; of a consumed one, nothing is sent.
        `on_session` is called with the id of a new session before the first part: keep it, to
        resume. `on_progress` begins with the parts that are already there. An interrupt ends the
        upload without waiting for parts in flight, as `stop` does from another thread by
        StoppedError; both can be resumed.
        """
        size = Path(path).stat().st_size
        if size == 0:
            raise UsageError(f"{path} is empty. A file needs at least one byte.")
        parts = list(parts_of(size))
        session = self._session(project, content_type, len(parts), session_id, on_session)
        # A file was created from a consumed session, so it had all parts.
        is_consumed = session["state"] == "consumed"
        done = {part.number for part in parts} if is_consumed else set(session["completed_parts"])
        progress = _Progress(size, on_progress)
        for part in parts:
            if part.number in done:
                progress.advance(part.size)

        in_parallel(
            lambda part, ended: self._send_part(session["session_id"], path, part, ended),
            [part for part in parts if part.number not in done],
            threads=CONCURRENCY,
            on_done=lambda part: progress.advance(part.size),
            stop=stop,
        )
        return session["session_id"]

    def status(self, session_id: str) -> UploadSession:
        """Reads a session."""
        body = {"session_id": session_id}
        response = self._http.json("POST", "/api/v1/upload/status", body, idempotent=True)
        return cast(UploadSession, response)

    def _session(
        self,
        project: str,
        content_type: str,
        total: int,
        known: str | None,
        on_session: Callable[[str], object] | None,
    ) -> UploadSession:
        session = None if known is None else self._known(known)
        if (
            session is not None
            and session["state"] in ("open", "complete", "consumed")
            and session["total_parts_count"] == total
        ):
            return session
        body = {
            "total_parts_count": total,
            "content_type": content_type,
            "metadata": {"project": project},
        }
        key = str(uuid.uuid4())
        created = self._http.json("POST", "/api/v1/upload/init", body, idempotency_key=key)
        if on_session is not None:
            on_session(created["session_id"])
        return cast(UploadSession, created)

    def _known(self, session_id: str) -> UploadSession | None:
        try:
            return self.status(session_id)
        except NotFoundError:
            return None

    def _send_part(
        self, session_id: str, path: PathLike, part: Part, ended: threading.Event
    ) -> None:
        with open(path, "rb") as file:
            file.seek(part.offset)
            content = file.read(part.size)
        if len(content) != part.size:
            raise UsageError("The file became shorter during the upload. Upload it again.")
        self._http.send(
            "POST",
            "/api/v1/upload/part",
            _Pieces(content, ended),
            query={"session_id": session_id, "part_number": part.number},
            headers={
                "content-type": "application/octet-stream",
                "content-length": str(part.size),
                "x-checksum-sha256": hashlib.sha256(content).hexdigest(),
            },
            # A part that is sent again replaces the one before.
            idempotent=True,
            timeout=PART_TIMEOUT_S,
        )


class _Pieces:
    """The bytes of a part, which end by an error once the upload has ended."""

    def __init__(self, content: bytes, ended: threading.Event) -> None:
        self._content = content
        self._ended = ended

    def __iter__(self) -> Iterator[bytes]:
        for offset in range(0, len(self._content), PIECE_BYTES):
            if self._ended.is_set():
                raise StoppedError("The upload has ended.")
            yield self._content[offset : offset + PIECE_BYTES]


class _Progress:
    """Adds up parts."""

    def __init__(self, total: int, report: OnProgress | None) -> None:
        self._total = total
        self._report = report
        self._sent = 0

    def advance(self, size: int) -> None:
        self._sent += size
        if self._report is not None:
            self._report(self._sent, self._total)
