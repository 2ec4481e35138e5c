"""Retries, errors and batches, against a scripted server."""

import json
import time
import unittest
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import earshot_client
from earshot_client import (
    ApiError,
    BatchError,
    BatchFullError,
    DeadlineError,
    Earshot,
    EarshotConnectionError,
    LostEvent,
    NotFoundError,
    RateLimitError,
    ServerError,
    UsageError,
)
from scripted_server import Received, Reply, ScriptedServer, error

ID = "01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04"
STORED = Reply(201, {"feedback_id": "f1"})


def log(server: ScriptedServer, **options: Any) -> str:
    with Earshot(base_url=server.url, api_key="es_x", **options) as earshot:
        return earshot.feedback.of(ID).log("helpful", True)


class AWrite(unittest.TestCase):
    def test_is_retried_under_one_key_while_earshot_is_busy_or_the_connection_breaks(self) -> None:
        replies = [error(503, "queue_full"), Reply(breaks=True), error(502, "x"), STORED]
        with ScriptedServer(lambda request: replies[request.number - 1]) as server:
            self.assertEqual(log(server), "f1")
            keys = {request.headers["idempotency-key"] for request in server.received}
            bodies = {request.body for request in server.received}
            self.assertEqual([len(server.received), len(keys), len(bodies)], [4, 1, 1])
            self.assertEqual(server.received[0].headers["authorization"], "Bearer es_x")

    def test_is_not_sent_before_the_time_that_retry_after_says(self) -> None:
        times: list[float] = []

        def script(request: Received) -> Reply:
            times.append(time.monotonic())
            return error(429, "busy", retry_after="1") if request.number == 1 else STORED

        with ScriptedServer(script) as server:
            log(server)
        self.assertGreaterEqual(times[1] - times[0], 1.0)

    def test_fails_at_once_if_retry_after_is_beyond_the_deadline(self) -> None:
        reply = error(429, "tokens_per_minute_exceeded", retry_after="120", x_request_id="r1")
        with ScriptedServer(lambda _: reply) as server:
            with self.assertRaises(RateLimitError) as raised:
                log(server)
            caught = raised.exception
            self.assertEqual(
                (caught.status, caught.code, caught.retry_after, caught.request_id),
                (429, "tokens_per_minute_exceeded", 120.0, "r1"),
            )
            self.assertEqual(len(server.received), 1)

    def test_is_attempted_a_bounded_number_of_times(self) -> None:
        with ScriptedServer(lambda _: error(503, "queue_full")) as server:
            with self.assertRaises(ServerError):
                log(server, max_attempts=3)
            self.assertEqual(len(server.received), 3)

    def test_of_any_route_is_not_sent_again_without_a_key(self) -> None:
        with (
            ScriptedServer(lambda _: Reply(breaks=True)) as server,
            Earshot(base_url=server.url, api_key="es_x") as earshot,
        ):
            with self.assertRaises(EarshotConnectionError):
                earshot.request("POST", "/api/v1/projects/demo/metrics", {"key": "a"})
            self.assertEqual(len(server.received), 1)


class AnError(unittest.TestCase):
    def test_of_a_proxy_says_the_status(self) -> None:
        with (
            ScriptedServer(lambda _: Reply(418, b"<html>")) as server,
            self.assertRaisesRegex(ApiError, "answered 418 without a reason"),
        ):
            log(server)

    def test_says_the_address_and_the_setting_where_nothing_listens(self) -> None:
        with ScriptedServer(lambda _: STORED) as server:
            pass
        message = f"{server.url}: [^.]+[.] Is Earshot running there.*EARSHOT_URL"
        with self.assertRaisesRegex(EarshotConnectionError, message):
            log(server, max_attempts=2)

    def test_is_a_deadline_error_where_no_response_arrives_in_time(self) -> None:
        def script(_: Received) -> Reply:
            time.sleep(0.5)
            return STORED

        with ScriptedServer(script) as server, self.assertRaises(DeadlineError):
            log(server, attempt_timeout=0.1, max_attempts=2)

    def test_says_what_setting_is_missing(self) -> None:
        with self.assertRaisesRegex(UsageError, "got '127.0.0.1'"):
            Earshot(base_url="127.0.0.1", api_key="es_x")

    def test_never_comes_from_the_base_url_of_a_client(self) -> None:
        for path in ["", "/", "/openai/v1", "/openai/v1/", "/anthropic", "/api/v1"]:
            earshot = Earshot(base_url=f"http://x/earshot{path}", api_key="es_x")
            self.assertEqual(earshot.base_url, "http://x/earshot")


class AList(unittest.TestCase):
    def queries_of(self, **filter: Any) -> list[dict[str, list[str]]]:
        page = Reply(200, {"data": [], "next_cursor": None})
        with (
            ScriptedServer(lambda _: page) as server,
            Earshot(base_url=server.url, api_key="es_x") as earshot,
        ):
            self.assertEqual(list(earshot.interactions.list("shop", **filter)), [])
            return [parse_qs(urlsplit(each.path).query) for each in server.received]

    def test_sends_filters_as_the_interface_has_them(self) -> None:
        queries = self.queries_of(
            label=["src:hist", "lang:en"],
            tag=("a", "b"),
            min=1,
            max=2.5,
            user=None,
            created_after=datetime(2026, 2, 1, 12, tzinfo=UTC),
        )
        expected = {
            "label": ["src:hist", "lang:en"],
            "tag": ["a", "b"],
            "min": ["1"],
            "max": ["2.5"],
            "created_after": ["2026-02-01T12:00:00+00:00"],
        }
        self.assertEqual(queries, [expected])

    def test_rejects_a_filter_of_another_type_and_says_the_right_form(self) -> None:
        values: list[Any] = [{"src": "hist"}, [{"src": "hist"}], {"a"}, [None], b"a"]
        for value in values:
            message = '`label` .*label="src:hist"; got '
            with self.subTest(value), self.assertRaisesRegex(UsageError, message):
                Earshot(api_key="es_x").interactions.list("shop", label=value)


class ThePackage(unittest.TestCase):
    def test_has_a_version(self) -> None:
        self.assertRegex(earshot_client.__version__, r"^\d")


class ABatch(unittest.TestCase):
    def test_records_each_event_once_with_a_key_of_its_own(self) -> None:
        with ScriptedServer(lambda _: STORED) as server:
            earshot = Earshot(base_url=server.url, api_key="es_x")
            with earshot.feedback.batch(concurrency=3) as batch:
                for number in range(20):
                    batch.of(f"c{number}").log("helpful", True, user_id="ada")
            keys = {request.headers["idempotency-key"] for request in server.received}
            bodies = [json.loads(request.body) for request in server.received]
            self.assertEqual([len(batch), len(keys)], [0, 20])
            self.assertEqual(
                {body["completion_id"] for body in bodies}, {f"c{number}" for number in range(20)}
            )

    def test_takes_no_event_beyond_its_size_and_more_after_ready(self) -> None:
        with ScriptedServer(lambda _: STORED) as server:
            batch = Earshot(base_url=server.url, api_key="es_x").feedback.batch(max_events=2)
            with self.assertRaises(BatchFullError):
                for _ in range(1_000):
                    batch.of(ID).log("helpful", True)
            batch.ready()
            batch.of(ID).log("helpful", True)
            batch.close()
            with self.assertRaisesRegex(UsageError, "closed"):
                batch.of(ID).log("helpful", True)

    def test_raises_what_it_could_not_record_from_flush_once(self) -> None:
        with ScriptedServer(lambda _: error(404, "metric_not_found")) as server:
            batch = Earshot(base_url=server.url, api_key="es_x").feedback.batch()
            with self.assertLogs("earshot_client", "ERROR"):
                batch.of(ID).log("unknown", True)
                with self.assertRaises(BatchError) as raised:
                    batch.flush()
            (lost,) = raised.exception.lost
            self.assertEqual(lost.event.body["metric"], "unknown")
            self.assertIsInstance(lost.error, NotFoundError)
            batch.close()

    def test_lets_an_exception_of_its_block_through_with_its_own_error_as_a_note(self) -> None:
        with (
            ScriptedServer(lambda _: error(404, "metric_not_found")) as server,
            self.assertLogs("earshot_client", "ERROR"),
        ):
            earshot = Earshot(base_url=server.url, api_key="es_x")
            with (
                self.assertRaisesRegex(ValueError, "mine") as raised,
                earshot.feedback.batch() as batch,
            ):
                batch.of(ID).log("unknown", True)
                raise ValueError("mine")
        self.assertRegex(raised.exception.__notes__[0], "could not be recorded")

    def test_raises_what_it_could_not_record_at_the_end_of_its_block(self) -> None:
        with (
            ScriptedServer(lambda _: error(404, "metric_not_found")) as server,
            self.assertLogs("earshot_client", "ERROR"),
            self.assertRaises(BatchError),
            Earshot(base_url=server.url, api_key="es_x").feedback.batch() as batch,
        ):
            batch.of(ID).log("unknown", True)

    def test_gives_what_it_could_not_record_to_on_lost(self) -> None:
        lost: list[LostEvent] = []
        with (
            ScriptedServer(lambda _: error(404, "metric_not_found")) as server,
            self.assertLogs("earshot_client", "ERROR"),
        ):
            earshot = Earshot(base_url=server.url, api_key="es_x")
            with earshot.feedback.batch(on_lost=lost.append) as batch:
                batch.of(ID).log("unknown", True)
        self.assertEqual([each.event.body["metric"] for each in lost], ["unknown"])
