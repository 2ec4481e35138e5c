"""Uses Python clients other than OpenAI's, unmodified, as their documentation shows them.

Settings: EARSHOT_URL, EARSHOT_API_KEY, CHAT_MODEL, TOOL_MODEL (calls the function `weather` once).
Prints what came of each check as JSON: its name, and null or what went wrong.
"""

import contextlib
import json
import os
import sys
import traceback

URL = os.environ["EARSHOT_URL"]
KEY = os.environ["EARSHOT_API_KEY"]
CHAT_MODEL = os.environ["CHAT_MODEL"]
TOOL_MODEL = os.environ["TOOL_MODEL"]
MESSAGES = [{"role": "user", "content": "Hello"}]
WEATHER = {
    "name": "weather",
    "description": "The weather of a city.",
    "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}


def anthropic_client():
    import anthropic

    return anthropic.Anthropic(base_url=f"{URL}/anthropic", api_key=KEY, max_retries=0)


def anthropic_gets_and_streams_a_message():
    client = anthropic_client()
    message = client.messages.create(model=CHAT_MODEL, max_tokens=50, messages=MESSAGES)
    assert message.content[0].text == "Hello there.", message
    assert message.stop_reason == "end_turn" and message.usage.output_tokens == 3, message
    with client.messages.stream(model=CHAT_MODEL, max_tokens=50, messages=MESSAGES) as stream:
        text = "".join(stream.text_stream)
        final = stream.get_final_message()
    assert text == "Hello there." and final.usage.output_tokens == 3, final


def anthropic_calls_a_tool():
    client = anthropic_client()
    first = client.messages.create(model=TOOL_MODEL, max_tokens=50, messages=MESSAGES, tools=[WEATHER])
    use = first.content[-1]
    assert use.type == "tool_use" and use.input == {"city": "Rome"}, first
    result = {"type": "tool_result", "tool_use_id": use.id, "content": "sunny"}
    turns = [*MESSAGES, {"role": "assistant", "content": first.content}, {"role": "user", "content": [result]}]
    second = client.messages.create(model=TOOL_MODEL, max_tokens=50, messages=turns, tools=[WEATHER])
    assert second.content[0].text == "It is sunny.", second


def anthropic_raises_its_errors():
    import anthropic

    client = anthropic_client()
    try:
        client.messages.create(model=f"{CHAT_MODEL}-none", max_tokens=50, messages=MESSAGES)
    except anthropic.NotFoundError as error:
        assert error.body["error"]["code"] == "model_not_found", error.body
    else:
        raise AssertionError("no error")


def litellm_answers_by_both_interfaces():
    import litellm

    for provider, base in [("openai", f"{URL}/openai/v1"), ("anthropic", f"{URL}/anthropic")]:
        model = f"{provider}/{CHAT_MODEL}"
        answer = litellm.completion(model=model, messages=MESSAGES, api_base=base, api_key=KEY, max_tokens=50)
        assert answer.choices[0].message.content == "Hello there.", (provider, answer)
        stream = litellm.completion(
            model=model, messages=MESSAGES, api_base=base, api_key=KEY, max_tokens=50, stream=True
        )
        text = "".join(chunk.choices[0].delta.content or "" for chunk in stream)
        assert text == "Hello there.", (provider, text)


def pydantic_ai_runs_tools_by_three_interfaces():
    from pydantic_ai import Agent
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.anthropic import AnthropicProvider
    from pydantic_ai.providers.openai import OpenAIProvider

    openai = OpenAIProvider(base_url=f"{URL}/openai/v1", api_key=KEY)
    anthropic = AnthropicProvider(base_url=f"{URL}/anthropic", api_key=KEY)
    models = [
        OpenAIChatModel(TOOL_MODEL, provider=openai),
        OpenAIResponsesModel(TOOL_MODEL, provider=openai),
        AnthropicModel(TOOL_MODEL, provider=anthropic),
    ]
    for model in models:
        agent = Agent(model)
        cities = []

        @agent.tool_plain
        def weather(city: str) -> str:
            cities.append(city)
            return "sunny"

        result = agent.run_sync("Hello")
        assert cities == ["Rome"] and result.output == "It is sunny.", (model, cities, result)


def langchain_answers_by_three_interfaces():
    from langchain_anthropic import ChatAnthropic
    from langchain_openai import ChatOpenAI

    openai = {"model": CHAT_MODEL, "base_url": f"{URL}/openai/v1", "api_key": KEY, "max_retries": 0}
    models = [
        ChatOpenAI(**openai),
        ChatOpenAI(**openai, use_responses_api=True),
        ChatAnthropic(model=CHAT_MODEL, base_url=f"{URL}/anthropic", api_key=KEY, max_retries=0, max_tokens=50),
    ]
    for model in models:
        assert model.invoke("Hello").text == "Hello there.", model
        text = "".join(chunk.text for chunk in model.stream("Hello"))
        assert text == "Hello there.", (model, text)


CHECKS = [
    anthropic_gets_and_streams_a_message,
    anthropic_calls_a_tool,
    anthropic_raises_its_errors,
    litellm_answers_by_both_interfaces,
    pydantic_ai_runs_tools_by_three_interfaces,
    langchain_answers_by_three_interfaces,
]

outcomes = {}
for check in CHECKS:
    try:
        # Some clients print advice.
        with contextlib.redirect_stdout(sys.stderr):
            check()
        outcomes[check.__name__] = None
    except Exception:
        outcomes[check.__name__] = traceback.format_exc()
print(json.dumps(outcomes))
