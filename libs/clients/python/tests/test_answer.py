"""Which completion an answer is."""

import unittest
from types import MappingProxyType
from types import SimpleNamespace as Object
from typing import Any

from earshot_client import UsageError, completion_id_of

FIRST = "01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04"
SECOND = "01988a3e-5f0a-7c11-9a53-0d6c1f2b7e05"
RESPONSE = Object(headers={"x-earshot-completion-ids": f"{FIRST}, {SECOND}"})
TWO = [Object(index=0), Object(index=1)]


class CompletionId(unittest.TestCase):
    def test_is_found_in_what_clients_return(self) -> None:
        own = [Object(index=0, completion_id=FIRST), Object(index=1, completion_id=SECOND)]
        cases: list[tuple[str, Any, int | None, str]] = [
            ("an id", FIRST, None, FIRST),
            ("a chat", Object(id="chatcmpl-1", choices=[Object(index=0)]), None, "chatcmpl-1"),
            ("the last chunk", Object(id="chatcmpl-1", choices=[]), None, "chatcmpl-1"),
            ("a response", Object(id="resp_1"), None, "resp_1"),
            ("a choice", Object(id="x", choices=own), 1, SECOND),
            ("a chunk of the second choice", Object(id="x", choices=own[1:]), None, SECOND),
            ("an HTTP response", RESPONSE, None, FIRST),
            ("a choice of an HTTP response", RESPONSE, 1, SECOND),
            ("an interaction", {"completion_id": FIRST}, None, FIRST),
            ("another mapping", MappingProxyType({"completion_id": FIRST}), None, FIRST),
            (
                "an event of a response",
                Object(type="response.created", response=Object(id="resp_1")),
                None,
                "resp_1",
            ),
            (
                "an event of a message",
                Object(type="message_start", message=Object(type="message", id="msg_1")),
                None,
                "msg_1",
            ),
            (
                "an event of the OpenAI helper",
                Object(type="chunk", chunk=Object(id="chatcmpl-1", choices=[Object(index=0)])),
                None,
                "chatcmpl-1",
            ),
            (
                "a choice of such an event",
                Object(type="chunk", chunk=Object(id="x", choices=own)),
                1,
                SECOND,
            ),
            (
                "an event as a dict",
                {"type": "response.completed", "response": {"id": "resp_1"}},
                None,
                "resp_1",
            ),
        ]
        for what, answer, choice, expected in cases:
            with self.subTest(what):
                self.assertEqual(completion_id_of(answer, choice), expected)

    def test_is_an_error_where_the_answer_does_not_determine_it(self) -> None:
        cases: list[tuple[Any, int | None, str]] = [
            (Object(id="x", choices=TWO), None, "It has 2 choices. Set `choice`"),
            (Object(id="x", choices=TWO), 1, "not have the id of choice 1"),
            (Object(id="x", choices=TWO[1:]), None, "the id of choice 1"),
            (Object(headers={}), None, "the response to a chat with Earshot"),
            ("", None, "has no id"),
            (Object(choices=[]), None, "has no id"),
            (None, None, "has no id"),
            (Object(index=0, message=Object(id="m1")), None, "has no id"),
            (
                Object(type="response.output_text.delta", delta="Hi", item_id="m1"),
                None,
                "response.output_text.delta has no id.*response.created",
            ),
            (Object(type="error", message="Failed."), None, "The event error has no id"),
            ({"type": "content_block_delta"}, None, "content_block_delta has no id"),
        ]
        for answer, choice, message in cases:
            with self.subTest(message), self.assertRaisesRegex(UsageError, message):
                completion_id_of(answer, choice)
