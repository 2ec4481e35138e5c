"""Uses the official Python client, unmodified, as its documentation shows it.

Settings: OPENAI_BASE_URL, DIALECT_BASE_URL, OPENAI_API_KEY (read by the client itself), CHAT_MODEL, VECTOR_MODEL, BUSY_MODEL, SLOW_MODEL,
LIMITED_KEY (one request a minute), VECTORS (the vector of each text, as JSON).
Prints what came of each check as JSON: its name, and null or what went wrong.
"""

import json
import os
import traceback

import openai

CHAT_MODEL = os.environ["CHAT_MODEL"]
VECTOR_MODEL = os.environ["VECTOR_MODEL"]
BUSY_MODEL = os.environ["BUSY_MODEL"]
SLOW_MODEL = os.environ["SLOW_MODEL"]
LIMITED_KEY = os.environ["LIMITED_KEY"]
VECTORS = json.loads(os.environ["VECTORS"])
MESSAGES = [{"role": "user", "content": "Hello"}]

client = openai.OpenAI(max_retries=0, timeout=30)
dialect = openai.OpenAI(base_url=os.environ["DIALECT_BASE_URL"], max_retries=0, timeout=30)


def gets_an_answer():
    answer = client.chat.completions.create(model=CHAT_MODEL, messages=MESSAGES)
    assert answer.object == "chat.completion", answer
    assert answer.choices[0].message.role == "assistant", answer
    assert answer.choices[0].message.content == "Hello there.", answer
    assert answer.choices[0].finish_reason == "stop", answer
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens, answer


def gets_several_choices():
    answer = client.chat.completions.create(model=CHAT_MODEL, messages=MESSAGES, n=3)
    assert [choice.index for choice in answer.choices] == [0, 1, 2], answer
    assert {choice.message.content for choice in answer.choices} == {"Hello there."}, answer


def streams_with_usage():
    stream = client.chat.completions.create(
        model=CHAT_MODEL, messages=MESSAGES, stream=True, stream_options={"include_usage": True}
    )
    *chunks, last = list(stream)
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == "Hello there.", chunks
    assert chunks[-1].choices[0].finish_reason == "stop", chunks
    assert all(chunk.usage is None for chunk in chunks), chunks
    assert last.choices == [] and last.usage.completion_tokens == 3, last


def streams_by_the_helper_of_the_dialect():
    with dialect.chat.completions.stream(model=CHAT_MODEL, messages=MESSAGES) as stream:
        events = [event.type for event in stream]
        answer = stream.get_final_completion()
    assert "content.delta" in events and "content.done" in events, events
    assert answer.choices[0].message.role == "assistant", answer
    assert answer.choices[0].message.content == "Hello there.", answer
    assert answer.id.startswith("chatcmpl-"), answer


def closes_a_stream_in_the_middle():
    with client.chat.completions.create(model=SLOW_MODEL, messages=MESSAGES, stream=True) as stream:
        assert next(iter(stream)).choices[0].delta.content


def gets_a_text_completion():
    answer = client.completions.create(model=CHAT_MODEL, prompt="Hello")
    assert answer.object == "text_completion", answer
    assert answer.choices[0].text == "Hello there.", answer
    assert answer.choices[0].finish_reason == "stop", answer
    assert answer.usage.completion_tokens == 3, answer


def streams_a_text_completion():
    stream = client.completions.create(
        model=CHAT_MODEL, prompt=["Hello"], stream=True, stream_options={"include_usage": True}
    )
    *pieces, last = list(stream)
    assert "".join(piece.choices[0].text for piece in pieces) == "Hello there.", pieces
    assert pieces[-1].choices[0].finish_reason == "stop", pieces
    assert last.choices == [] and last.usage.completion_tokens == 3, last


def gets_vectors_in_base64_which_is_its_default():
    answer = client.embeddings.create(model=VECTOR_MODEL, input=list(VECTORS))
    assert answer.object == "list", answer
    assert [entry.embedding for entry in answer.data] == list(VECTORS.values()), answer
    assert answer.usage.prompt_tokens == answer.usage.total_tokens == len(VECTORS), answer


def gets_vectors_in_decimals():
    answer = client.embeddings.create(model=VECTOR_MODEL, input="three", encoding_format="float")
    assert answer.data[0].embedding == VECTORS["three"], answer


def lists_models():
    assert CHAT_MODEL in [model.id for model in client.models.list()]


def raises_authentication_error():
    refused(openai.AuthenticationError, "api_key_invalid", client.with_options(api_key="es_wrong"))


def raises_not_found_error():
    refused(openai.NotFoundError, "model_not_found", model=CHAT_MODEL + "-not-there")


def raises_bad_request_error():
    error = refused(openai.BadRequestError, "invalid_field", temperature=3)
    assert error.param == "temperature", error.body


def raises_rate_limit_error_when_the_key_has_used_up_its_limit():
    limited = client.with_options(api_key=LIMITED_KEY)
    limited.chat.completions.create(model=CHAT_MODEL, messages=MESSAGES)
    error = refused(openai.RateLimitError, "requests_per_minute_exceeded", limited)
    assert int(error.response.headers["retry-after"]) > 0, error.response.headers


def raises_internal_server_error_when_the_provider_is_busy():
    error = refused(openai.InternalServerError, "provider_rate_limited", model=BUSY_MODEL)
    assert error.status_code == 503, error
    assert int(error.response.headers["retry-after"]) > 0, error.response.headers


def refused(kind, code, by=client, **changes):
    try:
        by.chat.completions.create(**{"model": CHAT_MODEL, "messages": MESSAGES, **changes})
    except kind as error:
        assert error.code == code, error.body
        assert error.request_id, error
        return error
    raise AssertionError(f"was not refused with {kind.__name__}")


CHECKS = [
    gets_an_answer,
    gets_several_choices,
    streams_with_usage,
    streams_by_the_helper_of_the_dialect,
    gets_a_text_completion,
    streams_a_text_completion,
    gets_vectors_in_base64_which_is_its_default,
    gets_vectors_in_decimals,
    lists_models,
    raises_authentication_error,
    raises_not_found_error,
    raises_bad_request_error,
    raises_rate_limit_error_when_the_key_has_used_up_its_limit,
    raises_internal_server_error_when_the_provider_is_busy,
    closes_a_stream_in_the_middle,
]


def outcome(check):
    try:
        check()
    except Exception:
        return traceback.format_exc()


print(json.dumps({check.__name__: outcome(check) for check in CHECKS}))
