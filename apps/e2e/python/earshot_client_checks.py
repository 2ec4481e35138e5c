"""What the Python client does with an installation. Prints each check, with null or its failure."""

import json
import os
import tempfile
import traceback
from pathlib import Path

from earshot_client import AuthenticationError, ConflictError, Earshot, NotFoundError
from openai import OpenAI

PROJECT, MODEL, METRIC = os.environ["PROJECT"], os.environ["MODEL"], os.environ["METRIC"]
URL, KEY = os.environ["EARSHOT_URL"], os.environ["EARSHOT_API_KEY"]
MESSAGES = [{"role": "user", "content": "Hello"}]

openai = OpenAI(base_url=f"{URL}/openai/v1", api_key=KEY)
earshot = Earshot.of(openai)


def chat(**options):
    return openai.chat.completions.create(model=MODEL, messages=MESSAGES, **options)


def values_of(completion):
    path = f"/api/v1/projects/{PROJECT}/feedback"
    query = {"completion_id": completion, "limit": 100}
    return [each["value"] for each in earshot.request("GET", path, query=query)["data"]]


def records_feedback_on_chats_and_responses():
    for answer in [chat(), openai.responses.create(model=MODEL, input="Hello")]:
        earshot.feedback.of(answer).log(METRIC, True)
        assert values_of(answer.id) == [True]


def records_feedback_from_the_first_chunk_on():
    chunks = 0
    for chunk in chat(stream=True):
        if chunks == 0:
            assert chunk.choices[0].finish_reason is None
            earshot.feedback.of(chunk).log(METRIC, True)
            assert values_of(chunk.id) == [True]
        chunks += 1
    assert chunks > 1


def records_feedback_on_one_of_several_choices():
    response = openai.chat.completions.with_raw_response.create(model=MODEL, messages=MESSAGES, n=2)
    second = earshot.feedback.of(response, choice=1)
    second.log(METRIC, False)
    assert values_of(second.completion_id) == [False]
    assert values_of(earshot.feedback.of(response, choice=0).completion_id) == []


def records_once_under_a_key():
    answer = earshot.feedback.of(chat())
    first = answer.log(METRIC, True, idempotency_key=f"python-{PROJECT}")
    assert answer.log(METRIC, True, idempotency_key=f"python-{PROJECT}") == first
    try:
        answer.log(METRIC, False, idempotency_key=f"python-{PROJECT}")
    except ConflictError as error:
        assert error.code == "idempotency_key_reused"
    assert values_of(answer.completion_id) == [True]


def records_a_batch_completely():
    answer = chat()
    with earshot.feedback.batch(max_events=20) as batch:
        for _ in range(50):
            batch.ready()
            batch.of(answer).log(METRIC, True)
    assert len(values_of(answer.id)) == 50


def records_a_comparison():
    assert earshot.feedback.comparison(METRIC, chat(), chat())


def raises_errors_with_their_code():
    for kind, code, client in [
        (NotFoundError, "completion_not_found", earshot),
        (AuthenticationError, "api_key_invalid", Earshot(base_url=URL, api_key="es_wrong")),
    ]:
        try:
            client.feedback.of("01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04").log(METRIC, True)
        except kind as error:
            assert error.code == code and error.request_id, error
        else:
            raise AssertionError(f"no {kind.__name__}")


def resumes_an_upload_and_downloads_the_same_bytes():
    with tempfile.TemporaryDirectory() as folder:
        file, copy = Path(folder) / "a.jsonl", Path(folder) / "b.jsonl"
        line = json.dumps({"prompt": "Hi", "completion": os.urandom(60_000).hex()}) + "\n"
        file.write_text(line * 200)
        sessions = []

        def interrupt(_sent, _total):
            raise KeyboardInterrupt

        try:
            earshot.datasets.upload(
                PROJECT, "python", file, on_session=sessions.append, on_progress=interrupt
            )
        except KeyboardInterrupt:
            assert earshot.uploads.status(sessions[0])["state"] in ("open", "complete")
        dataset = earshot.datasets.upload(PROJECT, "python", file, session_id=sessions[0])
        assert (dataset["status"], dataset["rows"]) == ("ready", 200), dataset
        assert earshot.uploads.status(sessions[0])["state"] == "consumed"
        earshot.datasets.download(PROJECT, "python", copy)
        assert copy.read_bytes() == file.read_bytes()


def imports_each_line_once():
    lines = [
        json.dumps({"prompt": "Hi", "completion": str(each), "tags": ["python"]})
        for each in range(600)
    ]
    for _ in range(2):
        progress = list(
            earshot.interactions.import_lines([*lines, "{bad"], idempotency_key=PROJECT)
        )
        errors = [(r.line, r.error.code) for each in progress for r in each.results if r.error]
        assert errors == [(601, "json_malformed")], errors
    listed = earshot.interactions.list(PROJECT, tag="python", limit=100)
    assert len({each["completion_id"] for each in listed}) == 600


def streams_live_events():
    answer = chat()
    completion = earshot.interactions.get(PROJECT, answer.id)["completion_id"]
    for event, data in earshot.events(PROJECT):
        if event == "connected":
            earshot.feedback.of(answer).log(METRIC, True)
        if event == "feedback" and data["completion_id"] == completion:
            return


def follows_a_campaign():
    assert [each["key"] for each in earshot.campaigns.list(PROJECT)] == ["c"]
    answer = chat(extra_body={"ab_campaign": "c"})
    counts = []
    for report in earshot.campaigns.watch(PROJECT, "c"):
        counts.append(sum(each["count"] for each in report["models"]))
        if counts == [0]:
            earshot.feedback.of(answer).log(METRIC, True)
        if counts[-1] == 1:
            return


CHECKS = [
    records_feedback_on_chats_and_responses,
    records_feedback_from_the_first_chunk_on,
    records_feedback_on_one_of_several_choices,
    records_once_under_a_key,
    records_a_batch_completely,
    records_a_comparison,
    raises_errors_with_their_code,
    resumes_an_upload_and_downloads_the_same_bytes,
    imports_each_line_once,
    streams_live_events,
    follows_a_campaign,
]


def outcome(check):
    try:
        check()
    except Exception:
        return traceback.format_exc()


print(json.dumps({check.__name__: outcome(check) for check in CHECKS}))
