# Written by npm run clients from libs/clients/openapi.json, SHA-256 34378851df632a42... Do not edit.

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

StopItem: TypeAlias = str


Tag: TypeAlias = str


class Function(TypedDict):
    """
    The function to call.
    """

    name: str


class ToolChoice(TypedDict):
    """
    Which functions the model calls: any or none (`auto`), at least one (`required`), none (`none`), or the named one.
    """

    type: Literal['function']
    function: Function


class Content(TypedDict):
    type: Literal['text']
    text: str


class ImageUrl(TypedDict):
    url: str
    detail: NotRequired[str | None]


class Content1(TypedDict):
    type: Literal['image_url']
    image_url: str | ImageUrl


class Function1(TypedDict):
    """
    Called function and its arguments.
    """

    name: str
    arguments: str


class ToolCall(TypedDict):
    id: str
    type: NotRequired[Literal['function']]
    function: Function1


class ChatMessageInput(TypedDict):
    """
    One message of a conversation. Unknown fields of it and of its parts are sent to the provider.
    """

    role: Literal['system', 'developer', 'user', 'assistant', 'tool']
    content: str | list[Content | Content1]
    name: NotRequired[str | None]
    completion_id: NotRequired[str | None]
    id: NotRequired[Any]
    metadata: NotRequired[Any]
    tool_calls: NotRequired[list[ToolCall] | None]
    tool_call_id: NotRequired[str | None]


class StreamOptions(TypedDict):
    """
    Options of a streamed answer.
    """

    include_usage: NotRequired[bool | None]


class ResponseFormat1(TypedDict):
    """
    Any text.
    """

    type: Literal['text']


class ResponseFormat2(TypedDict):
    """
    A JSON object.
    """

    type: Literal['json_object']


class ResponseSchema(TypedDict):
    """
    Schema of a JSON answer.
    """

    name: str
    description: NotRequired[str | None]
    schema: NotRequired[dict[str, Any] | None]
    strict: NotRequired[bool | None]


class Function2(TypedDict):
    """
    Description of the function for the model.
    """

    name: str
    description: NotRequired[str | None]
    parameters: NotRequired[dict[str, Any] | None]
    strict: NotRequired[bool | None]


class FunctionTool(TypedDict):
    """
    A function of the caller. Its calls are returned to the caller. Unknown fields are sent to the provider.
    """

    type: Literal['function']
    function: Function2


class ToolOverride(TypedDict):
    """
    Enables or disables a tool of the project for this request.
    """

    id: str
    enabled: bool


class Error1(TypedDict, closed=True):
    """
    The error.
    """

    message: str
    type: Literal[
        'invalid_request_error',
        'authentication_error',
        'permission_error',
        'not_found_error',
        'conflict_error',
        'rate_limit_error',
        'server_error',
        'upstream_error',
        'overloaded_error',
        'timeout_error',
    ]
    param: str | None
    code: str
    details: NotRequired[Any]


class Error(TypedDict, closed=True):
    """
    Error in the OpenAI format.
    """

    error: Error1


class ThinkingBlocks(TypedDict, closed=True):
    type: Literal['thinking']
    thinking: str
    signature: str


class ThinkingBlocks1(TypedDict, closed=True):
    type: Literal['redacted_thinking']
    data: str


class Function3(TypedDict, closed=True):
    """
    Called function and its arguments.
    """

    name: str
    arguments: str


class FunctionCall(TypedDict, closed=True):
    """
    A call of one of the caller's functions.
    """

    id: str
    type: Literal['function']
    function: Function3


class TopLogprob(TypedDict, closed=True):
    token: str
    logprob: float
    bytes: list[int] | None


class ContentItem(TypedDict, closed=True):
    token: str
    logprob: float
    bytes: list[int] | None
    top_logprobs: list[TopLogprob]


class LogProbs(TypedDict, closed=True):
    """
    Log probabilities; only with the parameter `logprobs`.
    """

    content: list[ContentItem]
    refusal: None


class Usage(TypedDict, closed=True):
    """
    Token usage of a request.
    """

    completion_tokens: int
    prompt_tokens: int
    total_tokens: int
    prompt_tokens_details: NotRequired[dict[str, int]]
    completion_tokens_details: NotRequired[dict[str, int]]


class ThinkingBlocks2(TypedDict, closed=True):
    type: Literal['thinking']
    thinking: str
    signature: str


class ThinkingBlocks3(TypedDict, closed=True):
    type: Literal['redacted_thinking']
    data: str


class Function4(TypedDict, closed=True):
    """
    Next part of the function call.
    """

    name: NotRequired[str]
    arguments: str


class FunctionCallDelta(TypedDict, closed=True):
    """
    Next part of a call of one of the caller's functions.
    """

    index: int
    id: NotRequired[str]
    type: NotRequired[Literal['function']]
    function: Function4


class ListedModel(TypedDict, closed=True):
    """
    A model that the key may use.
    """

    id: str
    object: Literal['model']
    created: int
    owned_by: str


class InteractionFeedback(TypedDict):
    """
    Feedback on an imported interaction.
    """

    metric: str
    value: bool | float
    reason: NotRequired[str | None]
    details: NotRequired[str | None]
    created_at: NotRequired[str | float | None]


class AddInteractionsResponse(TypedDict, closed=True):
    """
    Ids of the recorded interaction.
    """

    completion_id: str
    session_id: str
    feedback_ids: list[str]


class Usage1(TypedDict, closed=True):
    """
    Token usage of all choices together; null if unknown.
    """

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    prompt_tokens_details: NotRequired[dict[str, int]]
    completion_tokens_details: NotRequired[dict[str, int]]


class Timings(TypedDict, closed=True):
    """
    Durations; null if unknown.
    """

    queue_ms: float
    first_token_ms: float | None
    total_ms: float


class Parameters(TypedDict):
    """
    Parameters of the request, also those that only the provider acts on.
    """

    temperature: NotRequired[float]
    top_p: NotRequired[float]
    max_tokens: NotRequired[int]
    stop: NotRequired[list[str]]
    response_format: NotRequired[dict[str, Any]]


class Error2(TypedDict, closed=True):
    """
    Error that ended the answer, if any.
    """

    code: str
    message: str


class Content2(TypedDict):
    type: Literal['text']
    text: str


class ImageUrl1(TypedDict, closed=True):
    """
    Address of the image: an https: URL, or an address of this installation.
    """

    url: str
    detail: str


class Content3(TypedDict):
    type: Literal['image_url']
    image_url: str | ImageUrl1


class Function5(TypedDict, closed=True):
    """
    Called function and its arguments.
    """

    name: str
    arguments: str


class RecordedFunctionCall(TypedDict, closed=True):
    """
    A call of one of the caller's functions.
    """

    id: str
    type: Literal['function']
    function: Function5


class CalledTool(TypedDict, closed=True):
    """
    A call of one of the project's tools.
    """

    round: int
    tool: str
    arguments: str
    result: str | None
    error: str | None
    ms: float
    cut: NotRequired[Literal[True]]


class InteractionCount(TypedDict, closed=True):
    """
    The number of interactions that match a filter.
    """

    count: int
    complete: bool


class FirstTokenMs(TypedDict, closed=True):
    """
    Time from the start of the generation to the first token, once for each response. Off by at most 5 %. null without values.
    """

    p50: float
    p95: float


class DurationMs(TypedDict, closed=True):
    """
    Time from the start of the generation to its end, once for each response. Off by at most 5 %. null without values.
    """

    p50: float
    p95: float


class Datum(TypedDict, closed=True):
    time: str
    group: str | None
    other: bool
    count: int
    errors: int
    prompt_tokens: int
    completion_tokens: int
    first_token_ms: FirstTokenMs | None
    duration_ms: DurationMs | None


class Total(TypedDict, closed=True):
    """
    Figures of the whole time.
    """

    count: int
    errors: int
    prompt_tokens: int
    completion_tokens: int
    first_token_ms: FirstTokenMs | None
    duration_ms: DurationMs | None


InteractionStatistics = TypedDict(
    'InteractionStatistics',
    {
        'from': str,
        'to': str,
        'interval': Literal['minute', 'hour', 'day'],
        'data': list[Datum],
        'total': Total,
    },
    closed=True,
)


class RecordedFeedback(TypedDict, closed=True):
    """
    Feedback on a completion.
    """

    id: str
    metric: str
    value: bool | float
    reason: str | None
    details: str | None
    created_at: str


class InteractionEvent(TypedDict, closed=True):
    """
    Data of `event: interaction`: an interaction was recorded.
    """

    completion_id: str
    session_id: str
    model: str | None
    source: Literal['served', 'imported', 'comparison']
    finish_reason: (
        Literal['stop', 'length', 'tool_calls', 'content_filter', 'error', 'cancelled']
        | None
    )
    created_at: str


class FeedbackEvent(TypedDict, closed=True):
    """
    Data of `event: feedback`: feedback was recorded.
    """

    id: str
    completion_id: str
    metric: str
    value: bool | float
    created_at: str


class OutcomeEvent(TypedDict, closed=True):
    """
    Data of `event: outcome`: the outcome of a session was recorded.
    """

    id: str
    session_id: str
    metric: str
    value: bool | float
    created_at: str


class Preferred(TypedDict, closed=True):
    """
    The better completion; in a tie, the first one.
    """

    completion_id: str
    model: str | None


class Other(TypedDict, closed=True):
    """
    The other completion.
    """

    completion_id: str
    model: str | None


class ComparisonEvent(TypedDict, closed=True):
    """
    Data of `event: comparison`: a comparison was recorded.
    """

    id: str
    metric: str
    preferred: Preferred
    other: Other
    tied: Literal['good', 'bad'] | None
    created_at: str


class InitUpload(TypedDict):
    """
    A new upload session.
    """

    content_type: NotRequired[Literal[''] | str | None]
    metadata: NotRequired[dict[str, Any] | None]
    total_parts_count: int


class UploadSession(TypedDict, closed=True):
    """
    A multipart upload.
    """

    session_id: str
    state: Literal['open', 'complete', 'consumed', 'aborted', 'expired']
    total_parts_count: int
    completed_parts: list[int]
    size: int
    project_id: str | None
    content_type: str | None
    metadata: dict[str, Any] | None
    created_at: str
    expires_at: str


PartBytes: TypeAlias = Any


class UploadedPart(TypedDict, closed=True):
    """
    A stored part.
    """

    part_number: int
    size: int
    sha256: str


class UploadRef(TypedDict):
    """
    Reference to an upload session.
    """

    session_id: str


class Filter(TypedDict, closed=True):
    """
    Filter as in the list of interactions. All conditions must hold. Default: all interactions.
    """

    session_id: NotRequired[str]
    user: NotRequired[str]
    model: NotRequired[str]
    ab_campaign: NotRequired[str]
    label: NotRequired[list[str]]
    tag: NotRequired[list[str]]
    finish_reason: NotRequired[
        Literal['stop', 'length', 'tool_calls', 'content_filter', 'error', 'cancelled']
    ]
    text: NotRequired[str]
    metric: NotRequired[str]
    created_after: NotRequired[str | float]
    created_before: NotRequired[str | float]
    min: NotRequired[float]
    max: NotRequired[float]


class InteractionsSource(TypedDict, closed=True):
    """
    Selection of interactions and feedback for a dataset.
    """

    kind: Literal['interactions']
    format: Literal['sft', 'dpo', 'kto']
    filter: NotRequired[Filter]
    snapshot: NotRequired[str | float]


class Error4(TypedDict, closed=True):
    line: int
    message: str


class From(TypedDict, closed=True):
    """
    Selection of interactions; send it again to create the same dataset. null: uploaded.
    """

    kind: Literal['interactions']
    format: Literal['sft', 'dpo', 'kto']
    filter: dict[str, Any]
    snapshot: str | None


Dataset = TypedDict(
    'Dataset',
    {
        'id': str,
        'name': str,
        'size': int,
        'created_at': str,
        'updated_at': str,
        'key': str,
        'project_id': str,
        'status': Literal['processing', 'ready', 'failed', 'cancelled'],
        'rows': int,
        'rows_expected': int | None,
        'bytes': int,
        'percent': int,
        'sha256': str | None,
        'errors': list[Error4],
        'from': From | None,
        'original_kept': bool,
        'recipe_size': int | None,
        'manifest_size': int | None,
        'cancelled_at': str | None,
    },
    closed=True,
)


class DatasetPage(TypedDict, closed=True):
    """
    One page of a list.
    """

    data: list[Dataset]
    next_cursor: str | None


DatasetFile: TypeAlias = str


class CreateRecipe(TypedDict, closed=True):
    """
    A new recipe from an uploaded zip.
    """

    key: str
    name: NotRequired[str]
    upload_session_id: str
    entry_point: NotRequired[str]


class Recipe(TypedDict, closed=True):
    """
    A zip with a training program. It is stored and never executed.
    """

    id: str
    name: str
    size: int
    created_at: str
    updated_at: str
    key: str
    project_id: str | None
    entry_point: str
    sha256: str
    entries: int
    unpacked_size: int


class RecipePage(TypedDict, closed=True):
    """
    One page of a list.
    """

    data: list[Recipe]
    next_cursor: str | None


RecipeFile: TypeAlias = Any


class CreateArtifact(TypedDict, closed=True):
    """
    A new artifact from an upload.
    """

    name: str
    upload_session_id: str


class Artifact(TypedDict, closed=True):
    """
    A stored file of a project.
    """

    id: str
    name: str
    size: int
    created_at: str
    updated_at: str
    project_id: str
    content_type: str
    sha256: str
    url: str


class ArtifactPage(TypedDict, closed=True):
    """
    One page of a list.
    """

    data: list[Artifact]
    next_cursor: str | None


ArtifactFile: TypeAlias = Any


class FeedbackInput(TypedDict):
    """
    Feedback on a completion.
    """

    value: bool | float
    completion_id: str
    metric: str
    user_id: NotRequired[str | None]
    project: NotRequired[str | None]
    project_id: NotRequired[str | None]
    use_case: NotRequired[str | None]
    reason: NotRequired[
        Literal['Toxicity', 'Factuality', 'Style', 'WrongAnswer'] | None
    ]
    details: NotRequired[str | None]


class FeedbackOutput(TypedDict, closed=True):
    """
    The stored feedback.
    """

    feedback_id: str


class OutcomeInput(TypedDict):
    """
    Outcome of a session. `project` defaults to the project of the session.
    """

    value: bool | float
    session_id: str
    metric: str
    user_id: NotRequired[str | None]
    project: NotRequired[str | None]
    project_id: NotRequired[str | None]
    use_case: NotRequired[str | None]


class OutcomeOutput(TypedDict, closed=True):
    """
    The stored feedback.
    """

    outcome_id: str


class PreferredCompletion(TypedDict):
    """
    A completion, by id or as text.
    """

    text: str
    model: str


class OtherCompletion(TypedDict):
    """
    A completion, by id or as text.
    """

    text: str
    model: str


class ComparisonInput(TypedDict):
    """
    Which of two completions of one prompt is better. `project` defaults to the project of the completions.
    """

    metric: str
    user_id: NotRequired[str | None]
    project: NotRequired[str | None]
    project_id: NotRequired[str | None]
    use_case: NotRequired[str | None]
    preferred_completion: str | PreferredCompletion
    other_completion: str | OtherCompletion
    messages: NotRequired[list[ChatMessageInput] | None]
    prompt: NotRequired[str | None]
    tied: NotRequired[Literal['good', 'bad'] | None]


class ComparisonOutput(TypedDict, closed=True):
    """
    The stored feedback.
    """

    comparison_id: str


class Feedback(TypedDict, closed=True):
    """
    Feedback on a completion.
    """

    id: str
    metric_id: str
    metric: str
    value: bool | float
    session_id: str
    user_id: str | None
    current: bool
    created_at: str
    completion_id: str
    reason: str | None
    details: str | None
    imported: bool


class Datum1(TypedDict, closed=True):
    time: str
    group: str | None
    other: bool
    count: int
    mean: float | None
    comparisons: int
    outcomes: int


class Total1(TypedDict, closed=True):
    """
    The whole period. Each comparison counts once.
    """

    count: int
    comparisons: int
    outcomes: int


FeedbackStatistics = TypedDict(
    'FeedbackStatistics',
    {
        'from': str,
        'to': str,
        'interval': Literal['minute', 'hour', 'day'],
        'data': list[Datum1],
        'total': Total1,
    },
    closed=True,
)


class Outcome(TypedDict, closed=True):
    """
    Outcome of a session.
    """

    id: str
    metric_id: str
    metric: str
    value: bool | float
    session_id: str
    user_id: str | None
    current: bool
    created_at: str


class Comparison(TypedDict, closed=True):
    """
    Which of two completions is better.
    """

    id: str
    metric_id: str
    metric: str
    preferred: Preferred
    other: Other
    tied: Literal['good', 'bad'] | None
    user_id: str | None
    created_at: str


class CreateMetric(TypedDict, closed=True):
    """
    A new metric.
    """

    key: str
    name: NotRequired[str]
    kind: Literal['bool', 'scalar']
    scoring_type: NotRequired[Literal['higher_is_better', 'lower_is_better']]
    description: NotRequired[str | None]


class Metric(TypedDict, closed=True):
    """
    A metric for feedback of a project.
    """

    id: str
    key: str
    name: str
    project_id: str
    kind: Literal['bool', 'scalar']
    scoring_type: Literal['higher_is_better', 'lower_is_better']
    description: str | None
    created_at: str
    updated_at: str


class MetricPage(TypedDict, closed=True):
    """
    One page of a list.
    """

    data: list[Metric]
    next_cursor: str | None


HistogramItem = TypedDict(
    'HistogramItem',
    {
        'from': float,
        'to': float,
        'count': int,
    },
    closed=True,
)


class Comparisons(TypedDict, closed=True):
    """
    Results of comparisons. In total, each comparison is one win and one loss, or one tie.
    """

    wins: int
    losses: int
    ties: int


class ByModelItem(TypedDict, closed=True):
    model: str | None
    count: int
    mean: float | None
    variance: float | None
    comparisons: Comparisons


class ByDayItem(TypedDict, closed=True):
    day: str
    count: int
    mean: float | None
    variance: float | None


class MetricSummary(TypedDict, closed=True):
    """
    Summary of the feedback under a metric.
    """

    metric: Metric
    count: int
    mean: float | None
    variance: float | None
    min: float | None
    max: float | None
    histogram: list[HistogramItem]
    comparisons: Comparisons
    by_model: list[ByModelItem]
    by_day: list[ByDayItem]


class UpdateMetric(TypedDict, closed=True):
    """
    Changes of a metric. Absent fields stay unchanged.
    """

    key: NotRequired[str]
    name: NotRequired[str]
    kind: NotRequired[Literal['bool', 'scalar']]
    scoring_type: NotRequired[Literal['higher_is_better', 'lower_is_better']]
    description: NotRequired[str | None]


class Source(TypedDict, closed=True):
    """
    Selection of completions that fills the queue: `ab_campaign`, `models`, or `filter` with `replay` for kind `compare`; `filter` alone for kind `rate`. null: callers add items. Default: null.
    """

    ab_campaign: str


Model: TypeAlias = str


class Filter1(TypedDict, closed=True):
    """
    Only prompts with an answer that matches: the filter of interactions, without `model`. Default: all.
    """

    session_id: NotRequired[str]
    user: NotRequired[str]
    model: NotRequired[str]
    ab_campaign: NotRequired[str]
    label: NotRequired[list[str]]
    tag: NotRequired[list[str]]
    finish_reason: NotRequired[
        Literal['stop', 'length', 'tool_calls', 'content_filter', 'error', 'cancelled']
    ]
    text: NotRequired[str]
    metric: NotRequired[str]
    created_after: NotRequired[str | float]
    created_before: NotRequired[str | float]
    min: NotRequired[float]
    max: NotRequired[float]


class Source1(TypedDict, closed=True):
    """
    Selection of completions that fills the queue: `ab_campaign`, `models`, or `filter` with `replay` for kind `compare`; `filter` alone for kind `rate`. null: callers add items. Default: null.
    """

    models: list[Model]
    filter: NotRequired[Filter1]


class Filter2(TypedDict, closed=True):
    """
    Filter as in the list of interactions. All conditions must hold. Default: all interactions.
    """

    session_id: NotRequired[str]
    user: NotRequired[str]
    model: NotRequired[str]
    ab_campaign: NotRequired[str]
    label: NotRequired[list[str]]
    tag: NotRequired[list[str]]
    finish_reason: NotRequired[
        Literal['stop', 'length', 'tool_calls', 'content_filter', 'error', 'cancelled']
    ]
    text: NotRequired[str]
    metric: NotRequired[str]
    created_after: NotRequired[str | float]
    created_before: NotRequired[str | float]
    min: NotRequired[float]
    max: NotRequired[float]


class Replay(TypedDict, closed=True):
    """
    Has a second model answer the prompt of each answer that matches, and compares the two answers.
    """

    model: str
    limit: NotRequired[int]


class Source2(TypedDict, closed=True):
    """
    Selection of completions that fills the queue: `ab_campaign`, `models`, or `filter` with `replay` for kind `compare`; `filter` alone for kind `rate`. null: callers add items. Default: null.
    """

    filter: Filter2
    replay: NotRequired[Replay]


class CreateReviewQueue(TypedDict, closed=True):
    """
    A new review queue.
    """

    key: str
    name: NotRequired[str]
    kind: Literal['compare', 'rate']
    metric: str
    reviews_per_item: NotRequired[int]
    lease_seconds: NotRequired[int]
    source: NotRequired[Source | Source1 | Source2 | None]


class Source3(TypedDict, closed=True):
    """
    Selection of completions that fills the queue. null: callers add items.
    """

    ab_campaign: str


class Source4(TypedDict, closed=True):
    """
    Selection of completions that fills the queue. null: callers add items.
    """

    models: list[str]
    filter: NotRequired[dict[str, Any]]


class Replay1(TypedDict, closed=True):
    """
    Present if the prompts are answered again.
    """

    model: str
    limit: int


class Source5(TypedDict, closed=True):
    """
    Selection of completions that fills the queue. null: callers add items.
    """

    filter: dict[str, Any]
    replay: NotRequired[Replay1]


class Counts(TypedDict, closed=True):
    """
    Number of items by status.
    """

    waiting: int
    leased: int
    reviewed: int
    skipped: int


class Replays(TypedDict, closed=True):
    """
    Progress of the replays. Absent if `source` has no `replay`.
    """

    pending: int
    answered: int
    failed: int
    last_error: str | None


class ReviewQueue(TypedDict, closed=True):
    """
    A queue of completions that people review under a metric.
    """

    id: str
    key: str
    name: str
    project_id: str
    kind: Literal['compare', 'rate']
    metric: str
    source: Source3 | Source4 | Source5 | None
    reviews_per_item: int
    lease_seconds: int
    counts: Counts
    fill_error: NotRequired[str | None]
    replays: NotRequired[Replays]
    created_at: str
    updated_at: str


class ReviewQueuePage(TypedDict, closed=True):
    """
    One page of a list.
    """

    data: list[ReviewQueue]
    next_cursor: str | None


class Source6(TypedDict, closed=True):
    """
    Selection of completions that fills the queue: `ab_campaign`, `models`, or `filter` with `replay` for kind `compare`; `filter` alone for kind `rate`. null: callers add items. Default: null.
    """

    ab_campaign: str


class Filter3(TypedDict, closed=True):
    """
    Only prompts with an answer that matches: the filter of interactions, without `model`. Default: all.
    """

    session_id: NotRequired[str]
    user: NotRequired[str]
    model: NotRequired[str]
    ab_campaign: NotRequired[str]
    label: NotRequired[list[str]]
    tag: NotRequired[list[str]]
    finish_reason: NotRequired[
        Literal['stop', 'length', 'tool_calls', 'content_filter', 'error', 'cancelled']
    ]
    text: NotRequired[str]
    metric: NotRequired[str]
    created_after: NotRequired[str | float]
    created_before: NotRequired[str | float]
    min: NotRequired[float]
    max: NotRequired[float]


class Source7(TypedDict, closed=True):
    """
    Selection of completions that fills the queue: `ab_campaign`, `models`, or `filter` with `replay` for kind `compare`; `filter` alone for kind `rate`. null: callers add items. Default: null.
    """

    models: list[Model]
    filter: NotRequired[Filter3]


class Filter4(TypedDict, closed=True):
    """
    Filter as in the list of interactions. All conditions must hold. Default: all interactions.
    """

    session_id: NotRequired[str]
    user: NotRequired[str]
    model: NotRequired[str]
    ab_campaign: NotRequired[str]
    label: NotRequired[list[str]]
    tag: NotRequired[list[str]]
    finish_reason: NotRequired[
        Literal['stop', 'length', 'tool_calls', 'content_filter', 'error', 'cancelled']
    ]
    text: NotRequired[str]
    metric: NotRequired[str]
    created_after: NotRequired[str | float]
    created_before: NotRequired[str | float]
    min: NotRequired[float]
    max: NotRequired[float]


class Replay2(TypedDict, closed=True):
    """
    Has a second model answer the prompt of each answer that matches, and compares the two answers.
    """

    model: str
    limit: NotRequired[int]


class Source8(TypedDict, closed=True):
    """
    Selection of completions that fills the queue: `ab_campaign`, `models`, or `filter` with `replay` for kind `compare`; `filter` alone for kind `rate`. null: callers add items. Default: null.
    """

    filter: Filter4
    replay: NotRequired[Replay2]


class UpdateReviewQueue(TypedDict, closed=True):
    """
    Changes of a review queue. Absent fields stay unchanged.
    """

    name: NotRequired[str]
    reviews_per_item: NotRequired[int]
    lease_seconds: NotRequired[int]
    source: NotRequired[Source6 | Source7 | Source8 | None]


class Reviewer(TypedDict, closed=True):
    reviewer: str
    reviews: int


class Pair(TypedDict, closed=True):
    reviewers: list[str]
    items: int
    agreement: float | None


class ReviewAgreement(TypedDict, closed=True):
    """
    Agreement of the reviewers in the latest 10,000 reviews of a queue.
    """

    items: int
    reviewers: list[Reviewer]
    agreement: float | None
    fleiss_kappa: float | None
    pairs: list[Pair]


class Item(TypedDict, closed=True):
    completion_ids: list[str]


class AddReviewItems(TypedDict, closed=True):
    """
    Items for a review queue.
    """

    items: list[Item]


class AddedReviewItems(TypedDict, closed=True):
    """
    Number of items that were added.
    """

    added: int
    existing: int


CompletionId: TypeAlias = str


class Review(TypedDict, closed=True):
    """
    A review of an item.
    """

    id: str
    item_id: str
    reviewer: str
    preferred_completion: str | None
    tied: Literal['good', 'bad'] | None
    value: bool | float | None
    reason: str | None
    details: str | None
    skipped: bool
    comparison_id: str | None
    feedback_id: str | None
    created_at: str


class LeaseReviewItems(TypedDict, closed=True):
    """
    A request for items to review.
    """

    reviewer: NotRequired[str]
    limit: NotRequired[int]
    item_id: NotRequired[str]


class Datum2(TypedDict, closed=True):
    lease_id: str
    item_id: str
    completion_ids: list[CompletionId]
    expires_at: str


class ReviewLeases(TypedDict, closed=True):
    """
    Leased items.
    """

    data: list[Datum2]


class CreateReview(TypedDict, closed=True):
    """
    A review of a leased item: one of `preferred_completion`, `tied`, `value` and `skip`.
    """

    lease_id: str
    preferred_completion: NotRequired[str]
    tied: NotRequired[Literal['good', 'bad']]
    value: NotRequired[bool | float]
    reason: NotRequired[
        Literal['Toxicity', 'Factuality', 'Style', 'WrongAnswer'] | None
    ]
    details: NotRequired[str | None]
    skip: NotRequired[Literal[True]]
    user_id: NotRequired[str | None]


class CreateAbCampaign(TypedDict, closed=True):
    """
    A new A/B campaign.
    """

    key: str
    name: NotRequired[str]
    metric: str
    models: list[Model]
    traffic_split: float
    feedback_type: Literal['metric', 'preference']
    auto_deploy: NotRequired[bool]


class AbCampaign(TypedDict, closed=True):
    """
    A comparison of models of a project with real traffic.
    """

    id: str
    key: str
    name: str
    project_id: str
    metric: str
    models: list[str]
    traffic_split: float
    feedback_type: Literal['metric', 'preference']
    auto_deploy: bool
    status: Literal['warmup', 'in_progress', 'done', 'cancelled']
    winner: str | None
    created_at: str
    updated_at: str


class AbCampaignPage(TypedDict, closed=True):
    """
    One page of a list.
    """

    data: list[AbCampaign]
    next_cursor: str | None


class Model3(TypedDict, closed=True):
    model: str
    count: int
    values: int
    mean: float | None
    interval: tuple[float, float] | None
    probability_best: float
    wins: NotRequired[int]
    losses: NotRequired[int]
    ties: NotRequired[int]
    strength: NotRequired[float]


class MatrixItem(TypedDict, closed=True):
    model: str
    other: str
    wins: int
    losses: int
    ties: int


class AbCampaignReport(TypedDict, closed=True):
    """
    Report of an A/B campaign.
    """

    status: Literal['warmup', 'in_progress', 'done', 'cancelled']
    winner: str | None
    summary: str
    feedback_type: Literal['metric', 'preference']
    metric: str
    models: list[Model3]
    matrix: NotRequired[list[MatrixItem]]


class Model4(TypedDict, closed=True):
    model: str
    count: int
    mean: float | None
    interval: tuple[float, float] | None
    probability_best: float


class Datum3(TypedDict, closed=True):
    time: str
    status: Literal['warmup', 'in_progress', 'done', 'cancelled']
    winner: str | None
    models: list[Model4]


class AbCampaignHistory(TypedDict, closed=True):
    """
    Report of an A/B campaign over time.
    """

    data: list[Datum3]


class UpdateAbCampaign(TypedDict, closed=True):
    """
    Changes of a campaign. Absent fields stay unchanged.
    """

    name: NotRequired[str]
    status: NotRequired[Literal['cancelled']]


ErrorCode: TypeAlias = Literal[
    'ab_campaign_not_found',
    'address_not_allowed',
    'admin_key_required',
    'already_reviewed',
    'api_key_invalid',
    'api_key_missing',
    'artifact_not_found',
    'bad_request',
    'base_url_invalid',
    'body_missing',
    'body_not_utf8',
    'body_too_large',
    'campaign_model_invalid',
    'campaign_over',
    'campaign_running',
    'checksum_invalid',
    'checksum_mismatch',
    'comparison_not_found',
    'completion_not_found',
    'completions_of_two_projects',
    'concurrent_requests_exceeded',
    'content_length_mismatch',
    'context_length_exceeded',
    'csrf_token_invalid',
    'cursor_invalid',
    'dataset_not_found',
    'dataset_not_ready',
    'dataset_processed',
    'dataset_withheld',
    'deadline_exceeded',
    'entry_point_missing',
    'erasure_in_progress',
    'event_streams_exceeded',
    'feedback_not_found',
    'field_name_forbidden',
    'file_not_processed',
    'file_too_large',
    'headers_too_large',
    'http_malformed',
    'id_taken',
    'idempotency_key_invalid',
    'idempotency_key_reused',
    'image_invalid',
    'image_not_fetched',
    'image_not_found',
    'image_not_of_project',
    'image_too_large',
    'internal_error',
    'invalid_field',
    'invalid_message',
    'json_malformed',
    'json_not_an_object',
    'json_too_deep',
    'json_too_many_values',
    'key_taken',
    'lease_expired',
    'lease_limit',
    'manifest_not_found',
    'metric_kind_fixed',
    'metric_not_fit',
    'metric_not_found',
    'metric_value_invalid',
    'missing_field',
    'model_file_invalid',
    'model_file_missing',
    'model_not_capable',
    'model_not_found',
    'model_not_served',
    'not_acceptable',
    'not_supported_yet',
    'number_out_of_range',
    'object_incomplete',
    'object_not_found',
    'object_too_large',
    'part_lost',
    'part_number_out_of_range',
    'part_too_small',
    'permission_missing',
    'project_concurrent_requests_exceeded',
    'project_forbidden',
    'project_not_found',
    'project_required',
    'prompts_differ',
    'provider_failed',
    'provider_rate_limited',
    'provider_rejected',
    'provider_secret_unreadable',
    'provider_unavailable',
    'provider_unreachable',
    'query_too_broad',
    'queue_full',
    'quota_exceeded',
    'range_not_satisfiable',
    'recipe_invalid',
    'recipe_not_found',
    'record_too_large',
    'request_timeout',
    'requests_per_minute_exceeded',
    'review_invalid',
    'review_item_invalid',
    'review_item_not_found',
    'review_item_taken',
    'review_not_found',
    'review_queue_full',
    'review_queue_limit',
    'review_queue_not_found',
    'same_completion',
    'schema_not_supported',
    'service_unavailable',
    'session_ambiguous',
    'session_closed',
    'session_consumed',
    'session_incomplete',
    'session_not_found',
    'sign_in_required',
    'source_not_fit',
    'system_prompt_argument_missing',
    'system_prompt_failed',
    'system_prompts_busy',
    'template_too_expensive',
    'text_not_unicode',
    'tokens_per_minute_exceeded',
    'tool_name_taken',
    'tool_unknown',
    'ttft_exceeded',
    'unknown_field',
    'unsupported_media_type',
    'unsupported_parameter',
    'url_malformed',
    'worker_lost',
]


class ResponseFormat3(TypedDict):
    """
    JSON that matches the schema.
    """

    type: Literal['json_schema']
    json_schema: ResponseSchema


ResponseFormat: TypeAlias = ResponseFormat1 | ResponseFormat2 | ResponseFormat3


class ChatChoiceMessage(TypedDict, closed=True):
    """
    A message of the model.
    """

    id: str
    role: str
    content: str | None
    reasoning_content: NotRequired[str]
    thinking_blocks: NotRequired[list[ThinkingBlocks | ThinkingBlocks1]]
    refusal: NotRequired[str]
    annotations: NotRequired[list[Any]]
    tool_calls: NotRequired[list[FunctionCall]]


class ChatChoiceDelta(TypedDict, closed=True):
    """
    Next part of a message of the model.
    """

    id: str
    role: str
    content: str | None
    reasoning_content: NotRequired[str]
    thinking_blocks: NotRequired[list[ThinkingBlocks2 | ThinkingBlocks3]]
    refusal: NotRequired[str]
    annotations: NotRequired[list[Any]]
    tool_calls: NotRequired[list[FunctionCallDelta]]


class ModelList(TypedDict, closed=True):
    """
    The models that the key may use.
    """

    object: Literal['list']
    data: list[ListedModel]


class InteractionInput(TypedDict):
    """
    An interaction from outside the installation. Unknown fields are ignored.
    """

    project: NotRequired[str | None]
    use_case: NotRequired[str | None]
    messages: NotRequired[list[ChatMessageInput] | None]
    prompt: NotRequired[str | None]
    completion: str
    model_service: NotRequired[str | None]
    feedbacks: NotRequired[list[InteractionFeedback] | None]
    user: NotRequired[str | None]
    session_id: NotRequired[str | None]
    created_at: NotRequired[str | float | None]
    ab_campaign: NotRequired[str | None]
    labels: NotRequired[dict[str, str] | None]
    tags: NotRequired[list[Tag] | None]


class RecordedMessage(TypedDict):
    """
    One message of a conversation, as sent, with fields that only the provider reads.
    """

    role: str
    content: str | list[Content2 | Content3]
    name: NotRequired[str]
    completion_id: NotRequired[str]
    metadata: NotRequired[Any]
    tool_calls: NotRequired[list[RecordedFunctionCall]]
    tool_call_id: NotRequired[str]


class Interaction(TypedDict, closed=True):
    """
    A recorded completion with its conversation and feedback.
    """

    completion_id: str
    session_id: str
    project: str
    model: str | None
    messages: list[RecordedMessage]
    completion: str
    reasoning: NotRequired[str]
    refusal: NotRequired[str]
    tool_calls: NotRequired[list[RecordedFunctionCall]]
    called_tools: NotRequired[list[CalledTool]]
    system_prompt: str | None
    finish_reason: (
        Literal['stop', 'length', 'tool_calls', 'content_filter', 'error', 'cancelled']
        | None
    )
    usage: Usage1 | None
    timings: Timings | None
    parameters: Parameters
    dropped_params: NotRequired[list[str]]
    user: str | None
    labels: dict[str, str]
    tags: list[str]
    ab_campaign: str | None
    propensity: float | None
    source: Literal['served', 'imported', 'comparison']
    error: Error2 | None
    created_at: str
    feedback: list[RecordedFeedback]


LiveEvent: TypeAlias = InteractionEvent | FeedbackEvent | OutcomeEvent | ComparisonEvent


CreateDataset = TypedDict(
    'CreateDataset',
    {
        'key': str,
        'name': NotRequired[str],
        'upload_session_id': NotRequired[str],
        'from': NotRequired[InteractionsSource],
    },
    closed=True,
)


class FeedbackPage(TypedDict, closed=True):
    """
    One page of a list.
    """

    data: list[Feedback]
    next_cursor: str | None


class OutcomePage(TypedDict, closed=True):
    """
    One page of a list.
    """

    data: list[Outcome]
    next_cursor: str | None


class ComparisonPage(TypedDict, closed=True):
    """
    One page of a list.
    """

    data: list[Comparison]
    next_cursor: str | None


class ReviewItem(TypedDict, closed=True):
    """
    An item of a review queue.
    """

    id: str
    status: Literal['waiting', 'leased', 'reviewed', 'skipped']
    completion_ids: list[CompletionId]
    reviews: list[Review]
    created_at: str


class ChatInput(TypedDict):
    """
    A chat request. Unknown fields are sent to the provider, or rejected with `unsupported_parameter`.
    """

    messages: list[ChatMessageInput]
    model: str
    stop: NotRequired[str | list[StopItem] | None]
    max_tokens: NotRequired[int | None]
    n: NotRequired[int | None]
    max_ttft_ms: NotRequired[int | None]
    temperature: NotRequired[float | None]
    top_p: NotRequired[float | None]
    stream: NotRequired[bool | None]
    stream_options: NotRequired[StreamOptions | None]
    session_id: NotRequired[str | None]
    user: NotRequired[str | None]
    labels: NotRequired[dict[str, str] | None]
    metadata: NotRequired[dict[str, str] | None]
    tags: NotRequired[list[Tag] | None]
    system_prompt_args: NotRequired[dict[str, Any] | None]
    store: NotRequired[bool | None]
    response_format: NotRequired[ResponseFormat | None]
    ab_campaign: NotRequired[str | None]
    serialized_python: NotRequired[None]
    max_completion_tokens: NotRequired[int | None]
    seed: NotRequired[int | None]
    frequency_penalty: NotRequired[float | None]
    presence_penalty: NotRequired[float | None]
    repetition_penalty: NotRequired[float | None]
    logit_bias: NotRequired[dict[str, float] | None]
    logprobs: NotRequired[bool | None]
    top_logprobs: NotRequired[int | None]
    top_k: NotRequired[int | None]
    min_p: NotRequired[float | None]
    reasoning_effort: NotRequired[str | None]
    verbosity: NotRequired[str | None]
    prediction: NotRequired[dict[str, Any] | None]
    service_tier: NotRequired[str | None]
    web_search_options: NotRequired[dict[str, Any] | None]
    moderation: NotRequired[dict[str, Any] | None]
    prompt_cache_key: NotRequired[str | None]
    prompt_cache_options: NotRequired[dict[str, Any] | None]
    prompt_cache_retention: NotRequired[str | None]
    safety_identifier: NotRequired[str | None]
    modalities: NotRequired[Any]
    audio: NotRequired[Any]
    functions: NotRequired[Any]
    function_call: NotRequired[Any]
    drop_params: NotRequired[bool | None]
    use_tools: NotRequired[bool | None]
    tools: NotRequired[list[FunctionTool | ToolOverride] | None]
    tool_choice: NotRequired[Literal['none', 'auto', 'required'] | ToolChoice | None]
    parallel_tool_calls: NotRequired[bool | None]


class ChatChoice(TypedDict, closed=True):
    """
    One of the requested choices.
    """

    index: int
    message: ChatChoiceMessage
    logprobs: NotRequired[LogProbs]
    finish_reason: (
        Literal['stop', 'length', 'tool_calls', 'content_filter', 'error'] | None
    )
    completion_id: str
    model: str


class Delta(TypedDict, closed=True):
    """
    Next part of a choice.
    """

    index: int
    delta: ChatChoiceDelta
    logprobs: NotRequired[LogProbs]
    completion_id: str
    finish_reason: (
        Literal['stop', 'length', 'tool_calls', 'content_filter', 'error'] | None
    )


class ListedInteraction(TypedDict, closed=True):
    """
    A recorded completion in a list.
    """

    completion_id: str
    session_id: str
    project: str
    model: str | None
    messages: list[RecordedMessage] | None
    completion: str | None
    reasoning: NotRequired[str]
    refusal: NotRequired[str]
    tool_calls: NotRequired[list[RecordedFunctionCall]]
    called_tools: NotRequired[list[CalledTool]]
    system_prompt: str | None
    finish_reason: (
        Literal['stop', 'length', 'tool_calls', 'content_filter', 'error', 'cancelled']
        | None
    )
    usage: Usage1 | None
    timings: Timings | None
    parameters: Parameters
    dropped_params: NotRequired[list[str]]
    user: str | None
    labels: dict[str, str]
    tags: list[str]
    ab_campaign: str | None
    propensity: float | None
    source: Literal['served', 'imported', 'comparison']
    error: Error2 | None
    created_at: str


class ReviewItemPage(TypedDict, closed=True):
    """
    One page of a list.
    """

    data: list[ReviewItem]
    next_cursor: str | None


class ChatResponse(TypedDict, closed=True):
    """
    Answer to a chat request without `stream`.
    """

    id: str
    created: float
    model: str
    session_id: str
    system_fingerprint: NotRequired[str]
    service_tier: NotRequired[str]
    object: Literal['chat.completion']
    choices: list[ChatChoice]
    usage: Usage


class ChatResponseChunk(TypedDict, closed=True):
    """
    One event of a streamed answer.
    """

    id: str
    created: float
    model: str
    session_id: str
    system_fingerprint: NotRequired[str]
    service_tier: NotRequired[str]
    object: Literal['chat.completion.chunk']
    choices: list[Delta]
    usage: NotRequired[Usage]


class ListedInteractionPage(TypedDict, closed=True):
    """
    One page of a list.
    """

    data: list[ListedInteraction]
    next_cursor: str | None
