"""Uses an older version of the official client against the installation, synchronously and asynchronously."""

import asyncio
import json
import os
import uuid

# First: it sets where what the client imports writes its files.
from adaptive_checks import Caller, checks_of, outcomes

from adaptive_sdk import Adaptive, AsyncAdaptive

PROJECT = os.environ["PROJECT"]
MODEL = os.environ["CHAT_MODEL"]
METRIC = os.environ["METRIC"]
MESSAGES = [{"role": "user", "content": "Hello"}]


class Session(Caller):
    """A client, and what checks do with it."""

    def __init__(self, kind):
        self.client = kind(os.environ["BASE_URL"], api_key=os.environ["API_KEY"])
        self.client.set_default_use_case(PROJECT)

    async def chat(self, **fields):
        return await self.call(self.client.chat.create, messages=MESSAGES, model=MODEL, **fields)

    async def completion(self):
        return (await self.chat(labels={"a": "b"}, user=uuid.uuid4(), store=True)).choices[0].completion_id


async def chats(s):
    answer = await s.chat(max_tokens=8, temperature=0.5)
    assert answer.choices[0].message.content, answer


async def streams(s):
    words, chunks = [], await s.chat(stream=True, stream_include_usage=True)
    if hasattr(chunks, "__aiter__"):
        chunks = [chunk async for chunk in chunks]
    for chunk in chunks:
        words += [choice.delta.content or "" for choice in chunk.choices or [] if choice.delta]
    assert "".join(words), words


async def logs_metrics(s):
    assert (await s.call(s.client.feedback.log_metric, 1, await s.completion(), METRIC, details="why")).feedback_id


async def logs_preferences(s):
    preferred, other = await s.completion(), await s.completion()
    assert (await s.call(s.client.feedback.log_preference, METRIC, preferred, other)).comparison_id


async def creates_interactions(s):
    feedback = [{"feedback_key": METRIC, "value": 1}]
    fields = {"messages": MESSAGES, "completion": "Hi", "model": MODEL, "session_id": uuid.uuid4()}
    created = await s.call(s.client.interactions.create, feedbacks=feedback, labels={"a": "b"}, **fields)
    assert created.completion_id, created


async def shows_the_caller(s):
    assert await s.call(s.client.users.me)


async def names_the_field_of_an_older_schema(s):
    try:
        await s.call(s.client.feedback.list_keys)
    except Exception as error:
        assert "Cannot query field" in str(error), error
    else:
        raise AssertionError("was not refused")


CHECKS = checks_of(globals())


async def main():
    found = {"sync": await outcomes(Session(Adaptive), CHECKS), "async": await outcomes(Session(AsyncAdaptive), CHECKS)}
    print(json.dumps(found))


if __name__ == "__main__":
    asyncio.run(main())
