"""Uses an older version of the official client against the installation, synchronously and asynchronously."""

import asyncio
import inspect
import json
import os
import tempfile
import traceback
import uuid

# Hypothesis, which the client imports, writes its files here instead of into the checkout.
os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.mkdtemp()

from adaptive_sdk import Adaptive, AsyncAdaptive

PROJECT = os.environ["PROJECT"]
MODEL = os.environ["CHAT_MODEL"]
METRIC = os.environ["METRIC"]
MESSAGES = [{"role": "user", "content": "Hello"}]


class Session:
    """A client, and one way to call both kinds."""

    def __init__(self, kind):
        self.client = kind(os.environ["BASE_URL"], api_key=os.environ["API_KEY"])
        self.client.set_default_use_case(PROJECT)

    async def call(self, method, *args, **kwargs):
        result = method(*args, **kwargs)
        return await result if inspect.isawaitable(result) else result

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


CHECKS = [value for value in list(globals().values()) if inspect.iscoroutinefunction(value)]


async def outcomes(kind):
    session, found = Session(kind), {}
    for check in CHECKS:
        try:
            await check(session)
            found[check.__name__] = None
        except Exception:
            found[check.__name__] = traceback.format_exc()
    return found


async def main():
    print(json.dumps({"sync": await outcomes(Adaptive), "async": await outcomes(AsyncAdaptive)}))


if __name__ == "__main__":
    asyncio.run(main())
