"""Uses the official client against the installation, once synchronously and once asynchronously."""

import asyncio
import json
import os
import tempfile
import uuid
from pathlib import Path

# First: it sets where what the client imports writes its files.
from adaptive_checks import Caller, checks_of, outcomes
from adaptive_methods import listed

from adaptive_sdk import Adaptive, AsyncAdaptive
from adaptive_sdk.error_handling import AdaptiveEntityNotFoundError
from adaptive_sdk.graphql_client.exceptions import GraphQLClientGraphQLMultiError

BASE_URL = os.environ["BASE_URL"]
PROJECT = os.environ["PROJECT"]
MODEL = os.environ["CHAT_MODEL"]
VECTOR_MODEL = os.environ["VECTOR_MODEL"]
ARTIFACT = os.environ["ARTIFACT"]
MESSAGES = [{"role": "user", "content": "Hello"}]
ROW = {"messages": MESSAGES, "completion": "Hi", "metrics": {"score": 1}}


class Session(Caller):
    """A client, and what checks do with it."""

    def __init__(self, kind):
        self.kind = kind
        self.client = kind(BASE_URL, api_key=os.environ["API_KEY"])
        self.client.set_default_project(PROJECT)
        self.admin = kind(BASE_URL, api_key=os.environ["ADMIN_KEY"])
        self.folder = Path(tempfile.mkdtemp())

    async def fails(self, method, *args, kind=GraphQLClientGraphQLMultiError, **kwargs):
        try:
            await self.call(method, *args, **kwargs)
        except kind as error:
            return str(error)
        raise AssertionError(f"was not refused with {kind.__name__}")

    async def metric(self, kind="scalar"):
        return (await self.call(self.client.feedback.register_key, PROJECT, unique(kind), kind)).key

    async def completion(self, **fields):
        return (await self.call(self.client.chat.create, messages=MESSAGES, model=MODEL, **fields)).choices[0].completion_id

    def file(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return str(path)


def unique(prefix):
    return f"{prefix}-{uuid.uuid4().hex[:12]}"


async def shows_the_caller_and_permissions(s):
    me = await s.call(s.client.users.me)
    assert me.name and me.email and me.id, me
    assert "manage" in await s.call(s.client.permissions.list)


async def manages_projects(s):
    key = unique("project")
    created = await s.call(s.admin.projects.create, key, name="Shop", description="Sells")
    assert (created.key, created.name) == (key, "Shop"), created
    assert key in [one.key for one in await s.call(s.admin.projects.list)]
    assert [one.key for one in await s.call(s.client.projects.list)] == [PROJECT]
    assert MODEL in [one.key for one in (await s.call(s.client.projects.get)).model_services]
    assert await s.call(s.admin.projects.get, "nowhere") is None
    assert (await s.call(s.admin.projects.unshare, key, "team")).key == key


async def registers_and_reads_feedback_keys(s):
    key = await s.metric("bool")
    found = await s.call(s.client.feedback.get_key, PROJECT, key)
    assert (found.kind.value, found.has_direct_scores) == ("BOOL", False), found
    assert [one.projects[0].key for one in await s.call(s.client.feedback.list_keys) if one.key == key] == [PROJECT]
    assert await s.call(s.client.feedback.get_key, PROJECT, "nothing") is None


async def logs_metrics(s):
    key = await s.metric()
    completion = await s.completion()
    logged = await s.call(s.client.feedback.log_metric, 0.5, completion, key, details="why")
    assert logged.feedback_id
    [score] = (await s.call(s.client.interactions.get, completion)).direct_scores
    assert (str(score.id), score.value, score.details) == (str(logged.feedback_id), 0.5, "why"), score
    assert score.metric.key == key and score.metric.has_direct_scores, score
    lacking = await s.fails(s.client.feedback.log_metric, 1, completion, "nothing", kind=AdaptiveEntityNotFoundError)
    assert "Feedback key does not exist" in lacking, lacking


async def logs_preferences(s):
    key = await s.metric()
    sides = [{"model": MODEL, "text": text} for text in ("good", "bad")]
    logged = await s.call(s.client.feedback.log_preference, key, *sides, messages=MESSAGES)
    assert logged.comparison_id
    assert (await s.call(s.client.feedback.get_key, PROJECT, key)).has_comparison_scores


async def chats_and_embeds(s):
    answer = await s.call(s.client.chat.create, messages=MESSAGES, model=MODEL)
    assert answer.choices[0].message.content == "Hello there.", answer
    vectors = await s.call(s.client.embeddings.create, "one", model=VECTOR_MODEL)
    assert len(vectors.data[0].embedding.root if hasattr(vectors.data[0].embedding, "root") else vectors.data[0].embedding) == 8


async def imports_lists_and_gets_interactions(s):
    label = unique("label")
    for number in range(3):
        await s.call(
            s.client.interactions.create,
            messages=MESSAGES,
            completion=f"answer {number}",
            model=MODEL,
            labels={"run": label},
        )
    filters = {"labels": [{"key": "run", "value": [label]}], "models": [MODEL]}
    texts = lambda page: [node.completion for node in page.nodes]
    first = await s.call(s.client.interactions.list, filters=filters, page={"first": 2})
    assert (texts(first), first.total_count) == (["answer 2", "answer 1"], 3), first
    rest = await s.call(s.client.interactions.list, filters=filters, page={"first": 2, "after": first.page_info.end_cursor})
    assert (texts(rest), rest.page_info.has_next_page) == (["answer 0"], False), rest
    oldest = await s.call(s.client.interactions.list, order=[{"field": "created_at", "order": "ASC"}], filters=filters)
    assert texts(oldest) == ["answer 0", "answer 1", "answer 2"], oldest
    offline = await s.call(s.client.interactions.list, filters={**filters, "source": ["LIVE"]})
    assert texts(offline) == [], offline
    node = await s.call(s.client.interactions.get, str(first.nodes[0].id))
    assert (node.chat_messages[0].content, node.source.value, node.model.key) == ("Hello", "OFFLINE", MODEL), node


async def uploads_a_small_dataset(s):
    key = unique("dataset")
    path = s.file("small.jsonl", f"{json.dumps(ROW)}\n" * 2)
    created = await s.call(s.client.datasets.upload, path, key)
    assert (created.key, created.records, created.kind.value) == (key, 2, "PROMPT_COMPLETION_SCORE"), created
    assert key in [one.key for one in await s.call(s.client.datasets.list)]
    await s.call(s.client.datasets.download, key, str(s.folder / "down.jsonl"))
    assert (s.folder / "down.jsonl").read_text() == Path(path).read_text()
    assert await s.call(s.client.datasets.delete, key) is True
    assert await s.call(s.client.datasets.get, key) is None
    wrong = await s.fails(s.client.datasets.upload, s.file("wrong.jsonl", "{}\n"), key)
    assert "line 1" in wrong, wrong


async def uploads_a_large_dataset_in_parts(s):
    key = unique("large")
    row = json.dumps({"messages": [{"role": "user", "content": "x" * 100_000}]}) + "\n"
    path = s.file("large.jsonl", row * 60)
    created = await s.call(s.client.datasets.upload, path, key)
    assert (created.key, created.records, created.kind.value) == (key, 60, "PROMPT"), created
    created = await s.call(s.admin.datasets.upload, path, unique("large"), project=PROJECT)
    assert created.records == 60, created


async def manages_models(s):
    name = unique("GPT")
    added = await s.call(s.client.models.add_external, name, "gpt-4o", "sk-1", "open_ai")
    assert (added.name, added.provider_name.value, added.is_external) == (name, "OPEN_AI", True), added
    google = await s.call(s.client.models.add_external, unique("gemini"), "gemini", "key", "google")
    assert google.provider_name.value == "GOOGLE", google
    assert added.key in [one.key for one in await s.call(s.client.models.list)]
    assert (await s.call(s.client.models.get, added.key)).id == added.id
    assert (await s.call(s.client.models.update, added.key, is_default=False, desired_online=True)).key == added.key
    assert "no switch" in await s.fails(s.client.models.update, added.key, desired_online=False)
    named = f"{PROJECT}/{unique('named')}"
    added_by_admin = await s.call(s.admin.models.add_external, named, "gpt-4o", "sk-1", "open_ai")
    updated = await s.call(s.admin.models.update, named, is_default=False, project=PROJECT)
    assert updated.key == added_by_admin.key, updated
    if s.kind is Adaptive:
        assert s.client.models.add_to_project(added.key) is True
        assert s.client.models.deploy(added.key, wait=True).key == added.key
        assert s.client.models.attach(MODEL, make_default=True).is_default
    # The asynchronous method of the client sends an empty update, which detaches nothing.
    detached = await s.call(s.client.models.detach, added.key, PROJECT)
    if s.kind is Adaptive:
        assert detached is True
        assert s.client.models.get(added.key) is None
    else:
        assert detached.key == added.key, detached


async def runs_ab_tests(s):
    metric, key, rival = await s.metric(), unique("test"), unique("rival")
    rival = (await s.call(s.client.models.add_external, rival, "gpt-4o", "sk-1", "open_ai")).key
    created = await s.call(s.client.ab_tests.create, key, metric, [MODEL, rival], traffic_split=0)
    assert (created.key, created.status.value) == (key, "WARMUP"), created
    found = await s.call(s.client.ab_tests.get, key)
    assert [one.variant.key for one in found.report.variants] == [MODEL, rival], found
    assert (found.metric.key, found.project.key, found.scores) == (metric, PROJECT, 0), found
    assert key in [one.key for one in await s.call(s.client.ab_tests.list, active=True)]
    assert await s.call(s.client.ab_tests.cancel, key) == key
    assert key in [one.key for one in await s.call(s.client.ab_tests.list, status="cancelled")]
    assert await s.call(s.client.ab_tests.get, "nothing") is None


async def manages_recipes(s):
    key = unique("recipe")
    path = s.file("single.py", "print('x')\n")
    created = await s.call(s.client.recipes.upload, path, key, description="What it does")
    assert (created.key, len(created.content_hash)) == (key, 64), created
    assert (await s.call(s.client.recipes.get, key)).id == created.id
    assert key in [one.key for one in await s.call(s.client.recipes.list)]
    assert isinstance(await s.call(s.client.recipes.generate_sample_input, key), dict)
    assert "update of a recipe" in await s.fails(s.client.recipes.update, key, name="New")
    s.file("folder/main.py", "import own\n")
    s.file("folder/own.py", "")
    folder = await s.call(s.client.recipes.upsert, str(s.folder / "folder"), unique("folder"))
    for one in (key, folder.key):
        assert await s.call(s.client.recipes.delete, one) is True
    assert await s.call(s.client.recipes.get, key) is None


async def downloads_artifacts(s):
    await s.call(s.client.artifacts.download, ARTIFACT, str(s.folder / "artifact"))
    assert (s.folder / "artifact").read_text() == "an artifact"


async def names_what_is_absent(s):
    c, some = s.client, str(uuid.uuid4())
    absent = {
        "compute pools": [(c.compute_pools.list,), (c.compute_pools.resize_inference_partition, "pool", 1)],
        "jobs": [(c.jobs.list,), (c.jobs.get, some), (c.jobs.run, "recipe", 1), (c.jobs.cancel, some)],
        "graders": [(c.graders.list,)],
        "teams": [(c.teams.list,), (c.teams.create, "team")],
        "roles": [(c.roles.list,), (c.roles.create, "role", [])],
        "users": [(c.users.list,), (c.users.create, "a@example.org", "A", []), (c.users.delete, "a@example.org")],
        "integrations": [(c.integrations.list, "team"), (c.integrations.list_providers,)],
        "sharing": [(c.projects.share, PROJECT, "team", "role")],
    }
    for feature, calls in absent.items():
        for method, *args in calls:
            message = await s.fails(method, *args)
            assert "Earshot has no" in message and feature in message, message
    assert "Earshot has no" in await s.fails(c.graders.create.custom, key="grader")
    assert "Earshot has no" in await s.fails(c.models.terminate, MODEL)


CHECKS = checks_of(globals())


async def run(kind):
    session = Session(kind)
    found = await outcomes(session, CHECKS)
    await session.call(session.client.close)
    return found


async def main():
    methods = {"sync": listed(Adaptive), "async": listed(AsyncAdaptive)}
    print(json.dumps({"methods": methods, "sync": await run(Adaptive), "async": await run(AsyncAdaptive)}))


if __name__ == "__main__":
    asyncio.run(main())
