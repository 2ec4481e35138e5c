"""Feedback, uploads, datasets and live reports of Earshot, beside any OpenAI client."""

from importlib.metadata import PackageNotFoundError, version

from ._answer import Answer, completion_id_of
from ._batch import BatchedAnswerFeedback, BatchError, BatchFullError, FeedbackBatch, LostEvent
from ._client import Earshot
from ._errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    DeadlineError,
    EarshotConnectionError,
    EarshotError,
    FileChangedError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    StoppedError,
    UsageError,
)
from ._event import Event
from ._feedback import AnswerFeedback, Feedback
from ._interactions import ImportProgress, LineResult

try:
    __version__ = version("earshot-client")
except PackageNotFoundError:
    # A source folder that is not installed.
    __version__ = "0+unknown"

__all__ = [
    "Answer",
    "AnswerFeedback",
    "ApiError",
    "AuthenticationError",
    "BatchError",
    "BatchFullError",
    "BatchedAnswerFeedback",
    "ConflictError",
    "DeadlineError",
    "Earshot",
    "EarshotConnectionError",
    "EarshotError",
    "Event",
    "Feedback",
    "FeedbackBatch",
    "FileChangedError",
    "ImportProgress",
    "InvalidRequestError",
    "LineResult",
    "LostEvent",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "StoppedError",
    "UsageError",
    "__version__",
    "completion_id_of",
]
