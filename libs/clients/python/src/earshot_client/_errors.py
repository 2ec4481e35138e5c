"""Errors of this package."""

from typing import Any


class EarshotError(Exception):
    """Base of all errors that this package raises."""


class UsageError(EarshotError):
    """An argument or a setting is missing or wrong. Nothing was sent."""


class EarshotConnectionError(EarshotError):
    """Earshot cannot be reached, or the connection broke."""


class DeadlineError(EarshotConnectionError):
    """A wait took longer than its deadline."""


class FileChangedError(EarshotError):
    """A file has changed between two parts of a download."""


class StoppedError(EarshotError):
    """An upload ended by its event `stop`. Its session resumes it."""


class ApiError(EarshotError):
    """An error response. Its subclasses follow the status."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        param: str | None = None,
        details: Any = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        """For programs, for example ``metric_not_found``."""
        self.param = param
        """Path of the invalid field, or None."""
        self.details = details
        self.request_id = request_id
        """Id of the request in the logs of Earshot; None if something else answered."""
        self.retry_after = retry_after
        """Seconds to wait before a retry, or None."""


class InvalidRequestError(ApiError):
    """The request is wrong (400, 405, 406, 408, 413, 415, 416, 431)."""


class AuthenticationError(ApiError):
    """The API key is missing, unknown, expired or revoked (401)."""


class PermissionDeniedError(ApiError):
    """The API key may not do this, or a quota is used up (403)."""


class NotFoundError(ApiError):
    """It does not exist, or is not visible to the API key (404)."""


class ConflictError(ApiError):
    """The state of a resource does not allow this (409)."""


class RateLimitError(ApiError):
    """A limit of the API key or the project is used up (429)."""


class ServerError(ApiError):
    """Earshot or a model provider failed, or is overloaded (5xx)."""


_CLASSES: dict[int, type[ApiError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def api_error(
    body: Any,
    *,
    status: int,
    request_id: str | None = None,
    retry_after: float | None = None,
) -> ApiError:
    """Returns the error of a body: that of a response, or of a line of a bulk import."""
    error = body.get("error") if isinstance(body, dict) else None
    error = error if isinstance(error, dict) else {}
    error_class = _CLASSES.get(status, ServerError if status >= 500 else InvalidRequestError)
    return error_class(
        error.get("message") or f"The server answered {status} without a reason.",
        status=status,
        code=error.get("code") or "unknown",
        param=error.get("param"),
        details=error.get("details"),
        request_id=request_id,
        retry_after=retry_after,
    )
