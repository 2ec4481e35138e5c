"""Uploads, downloads and imports, against a scripted server."""

import _thread
import hashlib
import json
import os
import re
import tempfile
import threading
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

from earshot_client import Earshot, FileChangedError, ImportProgress, StoppedError
from scripted_server import Received, Reply, ScriptedServer, error

PART_BYTES = 8_388_608


def session_with(*parts: int, state: str = "open") -> Reply:
    """A session of three parts, of which some are there."""
    body = {"session_id": "s1", "state": state, "total_parts_count": 3, "completed_parts": parts}
    return Reply(200, body)


class AnUpload(unittest.TestCase):
    def setUp(self) -> None:
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.file = Path(folder) / "file.bin"
        self.file.write_bytes(os.urandom(2 * PART_BYTES + 5))

    def send(self, script: Callable[[Received], Reply], **options: Any) -> list[Received]:
        with ScriptedServer(script) as server:
            uploads = Earshot(base_url=server.url, api_key="es_x").uploads
            session = uploads.send(self.file, project="shop", content_type="text/plain", **options)
            self.assertEqual(session, "s1")
            return server.received

    def test_sends_each_part_with_its_checksum_and_a_part_again_after_a_broken_connection(
        self,
    ) -> None:
        broken: list[str] = []

        def script(request: Received) -> Reply:
            if "part_number=2" in request.path and not broken:
                broken.append(request.path)
                return Reply(breaks=True)
            return session_with()

        progress: list[int] = []
        received = self.send(script, on_progress=lambda sent, _: progress.append(sent))
        parts = [request for request in received if request.path.startswith("/api/v1/upload/part")]
        numbers = sorted(re.findall(r"part_number=(\d)", " ".join(each.path for each in parts)))
        self.assertEqual(numbers, ["1", "2", "2", "3"])
        for part in parts:
            digest = hashlib.sha256(part.body).hexdigest()
            self.assertEqual(part.headers["x-checksum-sha256"], digest)
        self.assertEqual(progress[-1], self.file.stat().st_size)

    def test_resumes_a_session_with_the_parts_that_it_lacks(self) -> None:
        received = self.send(lambda _: session_with(1, 3), session_id="s1")
        self.assertEqual(
            [request.path for request in received],
            ["/api/v1/upload/status", "/api/v1/upload/part?session_id=s1&part_number=2"],
        )

    def test_ends_by_an_interrupt_without_waiting_for_parts_and_is_resumed(self) -> None:
        self.ends(_thread.interrupt_main, KeyboardInterrupt)

    def test_ends_by_stop_without_waiting_for_parts_and_is_resumed(self) -> None:
        stop = threading.Event()
        self.ends(stop.set, StoppedError, stop=stop)

    def ends(
        self, end: Callable[[], object], expected: type[BaseException], **options: Any
    ) -> None:
        has_ended, waits = threading.Event(), []

        def script(request: Received) -> Reply:
            if "part_number=1" in request.path:
                end()
            if "part_number" in request.path:
                waits.append(has_ended.wait(30))
            return session_with()

        sessions: list[str] = []
        with self.assertRaises(expected):
            self.send(script, on_session=sessions.append, **options)
        has_ended.set()
        self.assertNotIn(False, waits)
        received = self.send(lambda _: session_with(2), session_id=sessions[0])
        self.assertEqual(len(received), 3)

    def test_begins_another_session_where_the_one_to_resume_is_over(self) -> None:
        for over in [
            error(404, "session_not_found"),
            session_with(1, 2, state="aborted"),
            session_with(state="expired"),
        ]:

            def script(request: Received, over: Reply = over) -> Reply:
                return over if "status" in request.path else session_with()

            sessions: list[str] = []
            self.send(script, session_id="old", on_session=sessions.append)
            self.assertEqual(sessions, ["s1"])

    def test_sends_nothing_where_a_file_was_created_from_the_session(self) -> None:
        # Its parts are gone, because they are part of the file.
        progress: list[int] = []
        received = self.send(
            lambda _: session_with(state="consumed"),
            session_id="s1",
            on_progress=lambda sent, _: progress.append(sent),
        )
        self.assertEqual([request.path for request in received], ["/api/v1/upload/status"])
        self.assertEqual(progress[-1], self.file.stat().st_size)

    def test_gets_what_was_created_from_the_session_by_the_same_request(self) -> None:
        def script(request: Received) -> Reply:
            if "status" in request.path:
                return session_with(state="consumed")
            return Reply(200, {"id": "f1", "status": "ready"})

        with ScriptedServer(script) as server:
            earshot = Earshot(base_url=server.url, api_key="es_x")
            resources: list[Any] = [earshot.datasets, earshot.recipes, earshot.artifacts]
            for resource in resources:
                server.received.clear()
                created = resource.upload("shop", "a", self.file, session_id="s1")
                self.assertEqual(created["id"], "f1")
                create = server.received[1]
                self.assertEqual(json.loads(create.body)["upload_session_id"], "s1")
                self.assertEqual(create.headers["idempotency-key"], "s1")


class ADownload(unittest.TestCase):
    CONTENT = bytes(index % 251 for index in range(100_000))

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.target = self.folder / "a.jsonl"

    def download(self, etag: Callable[[int], str] = lambda _: '"a"') -> list[str | None]:
        def script(request: Received) -> Reply:
            start = int(request.headers.get("range", "bytes=0-")[6:-1])
            headers = {"etag": etag(request.number)}
            if request.headers.get("if-range", headers["etag"]) != headers["etag"]:
                return Reply(200, self.CONTENT, headers)
            # The first responses end before their length.
            cut = 30_000 if request.number < 3 else None
            return Reply(206 if start else 200, self.CONTENT[start:], headers, cut=cut)

        with ScriptedServer(script) as server:
            datasets = Earshot(base_url=server.url, api_key="es_x").datasets
            self.assertEqual(datasets.download("shop", "tickets", self.target), self.target)
            return [each.headers.get("range") for each in server.received]

    def test_goes_on_after_broken_connections_where_it_stopped(self) -> None:
        self.assertEqual(self.download(), [None, "bytes=30000-", "bytes=60000-"])
        self.assertEqual(self.target.read_bytes(), self.CONTENT)
        self.assertEqual(os.listdir(self.folder), ["a.jsonl"])

    def test_fails_if_the_file_has_changed_meanwhile(self) -> None:
        with self.assertRaises(FileChangedError):
            self.download(lambda number: f'"{number}"')
        self.assertEqual(os.listdir(self.folder), [])

    def test_keeps_a_link_and_replaces_the_file_behind_it(self) -> None:
        for is_there in [False, True]:
            file = self.folder / f"file-{is_there}"
            if is_there:
                file.write_bytes(b"old")
            self.target.unlink(missing_ok=True)
            self.target.symlink_to(file.name)
            self.download()
            self.assertTrue(self.target.is_symlink())
            self.assertEqual(file.read_bytes(), self.CONTENT)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.jsonl", "file-False", "file-True"])

    @unittest.skipUnless(hasattr(os, "mkfifo"), "needs named pipes")
    def test_writes_into_a_pipe_also_behind_a_link(self) -> None:
        pipe, link = self.folder / "pipe", self.folder / "link"
        os.mkfifo(pipe)
        link.symlink_to(pipe)
        contents: list[bytes] = []
        for self.target in [pipe, link]:
            # A daemon, so that it does not outlive a failure.
            reader = threading.Thread(
                target=lambda: contents.append(pipe.read_bytes()), daemon=True
            )
            reader.start()
            self.assertEqual(self.download(), [None, "bytes=30000-", "bytes=60000-"])
            reader.join(10)
            self.assertEqual(contents.pop(), self.CONTENT)
        self.assertTrue(pipe.is_fifo())
        self.assertEqual(sorted(os.listdir(self.folder)), ["link", "pipe"])


class AnImport(unittest.TestCase):
    def import_lines(
        self, script: Callable[[Received], Reply], lines: list[str], start_line: int = 1
    ) -> tuple[list[ImportProgress], list[str]]:
        with ScriptedServer(script) as server:
            interactions = Earshot(base_url=server.url, api_key="es_x").interactions
            progress = list(
                interactions.import_lines(lines, idempotency_key="k", start_line=start_line)
            )
            return progress, [each.headers["idempotency-key"] for each in server.received]

    def test_sends_500_lines_a_request_under_a_key_that_the_first_line_determines(self) -> None:
        lines = [line(str(number)) for number in range(1_001)]
        progress, keys = self.import_lines(answering(stored), lines)
        self.assertEqual([each.next_line for each in progress], [501, 1_001, 1_002])
        self.assertEqual(keys, ["k/1", "k/501", "k/1001"])
        _, resumed = self.import_lines(answering(stored), lines, start_line=501)
        self.assertEqual(resumed, keys[1:])

    def test_names_a_rejected_line_with_its_error_and_imports_the_others(self) -> None:
        wrong = {"error": {"type": "not_found_error", "code": "metric_not_found", "message": "No."}}
        script = answering(lambda text, _: wrong if text == "b" else stored(text, 1))
        progress, _ = self.import_lines(script, [line("a"), "", line("b\n"), line("b"), line("c")])
        results = progress[0].results
        self.assertEqual([each.line for each in results], [1, 3, 4, 5])
        codes = [each.error.code if each.error else None for each in results]
        self.assertEqual(codes, [None, None, "metric_not_found", None])

    def test_sends_the_request_again_under_its_key_while_lines_find_earshot_busy(self) -> None:
        busy = {"error": {"type": "overloaded_error", "code": "queue_full", "message": "Busy."}}
        script = answering(lambda text, number: busy if number == 1 else stored(text, number))
        progress, keys = self.import_lines(script, [line("a")])
        self.assertEqual(keys, ["k/1", "k/1"])
        self.assertIsNone(progress[0].results[0].error)


def line(completion: str) -> str:
    return json.dumps({"prompt": "Hi", "completion": completion})


def stored(completion: str, _number: int) -> dict[str, Any]:
    return {"completion_id": completion}


def answering(answer: Callable[[str, int], dict[str, Any]]) -> Callable[[Received], Reply]:
    """Answers each line with what `answer` returns for its completion and the request's number."""

    def script(request: Received) -> Reply:
        completions = [json.loads(text)["completion"] for text in request.body.decode().split("\n")]
        lines = [json.dumps(answer(each, request.number)) for each in completions]
        content = "".join(f"{text}\n" for text in lines).encode()
        return Reply(200, content, {"content-type": "application/x-ndjson"})

    return script
