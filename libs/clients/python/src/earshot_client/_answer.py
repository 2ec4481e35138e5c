"""Which completion an answer is."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias, runtime_checkable

from ._errors import UsageError

IDS_HEADER = "x-earshot-completion-ids"
# Where events of streams have the answer: OpenAI's responses, Anthropic's messages, and OpenAI's
# helper `chat.completions.stream()`.
_ANSWERS_OF_EVENTS = ("response", "message", "chunk")


@runtime_checkable
class HasId(Protocol):
    """An answer of an OpenAI or Anthropic client, or a chunk of one."""

    id: str


@runtime_checkable
class HasHeaders(Protocol):
    """The HTTP response of such a client, for example of ``with_raw_response``."""

    @property
    def headers(self) -> Any: ...


@runtime_checkable
class HasType(Protocol):
    """An event of a stream of such a client, for example ``response.created``."""

    @property
    def type(self) -> str: ...


Answer: TypeAlias = str | HasId | HasHeaders | HasType | Mapping[str, Any]
"""An answer of Earshot that feedback can be about: an answer of an OpenAI or Anthropic client, any
chunk of one, an event that has it, its HTTP response, an interaction, or a completion id."""


def completion_id_of(answer: Answer, choice: int | None = None) -> str:
    """Returns the id of the completion. `choice` is the index of one of several choices.

    Raises UsageError if the answer does not determine it.
    """
    if isinstance(answer, str):
        return _not_empty(answer)
    choices = _field(answer, "choices")
    if choices is None and _field(answer, "headers") is not None:
        return _id_of_headers(_field(answer, "headers"), choice or 0)
    own_id = _field(answer, "completion_id")
    if own_id:
        return str(own_id)
    event = _field(answer, "type")
    if choices is None and isinstance(event, str) and _field(answer, "id") is None:
        return _id_of_event(answer, event, choice)
    return _id_of_choice(answer, choices or [], choice)


def _id_of_event(event: Answer, kind: str, choice: int | None) -> str:
    for name in _ANSWERS_OF_EVENTS:
        answer = _field(event, name)
        # Of an error, `message` is a text.
        if answer is not None and not isinstance(answer, str):
            return completion_id_of(answer, choice)
    raise UsageError(
        f"The event {kind} has no id. Only some events of a stream have it: `response.created` and "
        "`response.completed` of responses, `message_start` of messages, `chunk` of "
        "chat.completions.stream()."
    )


def _id_of_choice(answer: Answer, choices: list[Any], choice: int | None) -> str:
    if choice is None and len(choices) > 1:
        raise _ambiguous(f"It has {len(choices)} choices.")
    if choice is None:
        own = choices[0] if choices else None
    else:
        own = next((each for each in choices if _field(each, "index") == choice), None)
    own_id = _field(own, "completion_id")
    if own_id:
        return str(own_id)
    index = choice if choice is not None else (_field(own, "index") or 0)
    if index != 0 or len(choices) > 1:
        raise _ambiguous(f"It does not have the id of choice {index}.")
    return _not_empty(_field(answer, "id"))


def _id_of_headers(headers: Any, choice: int) -> str:
    ids = [each.strip() for each in (headers.get(IDS_HEADER) or "").split(",") if each.strip()]
    if choice < len(ids):
        return ids[choice]
    raise UsageError(
        f"The response has {len(ids)} ids in the header {IDS_HEADER}; choice {choice} was asked "
        "for. Expected the response to a chat with Earshot."
    )


def _field(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)


def _not_empty(value: Any) -> str:
    if isinstance(value, str) and value:
        return value
    raise UsageError(
        "The answer has no id. Expected an answer of Earshot, a chunk of one, or a completion id."
    )


def _ambiguous(reason: str) -> UsageError:
    return UsageError(
        f"{reason} Set `choice`, and pass the HTTP response: "
        "client.chat.completions.with_raw_response.create(...)"
    )
