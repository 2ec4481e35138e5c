"""A real HTTP server that answers as a test says, and keeps what it received."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


@dataclass(frozen=True)
class Received:
    """A request. `number` counts from 1."""

    number: int
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Reply:
    """A response. `breaks`: the connection ends without one. `cut`: it ends after these bytes of
    the body."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] | None = None
    breaks: bool = False
    cut: int | None = None


def error(status: int, code: str, **headers: str) -> Reply:
    """Returns an error of Earshot."""
    fields = {"message": f"It is {code}.", "type": "some_error", "code": code, "param": None}
    return Reply(
        status, {"error": fields}, {name.replace("_", "-"): v for name, v in headers.items()}
    )


class ScriptedServer:
    """Answers each request with what `script` returns for it."""

    def __init__(self, script: Callable[[Received], Reply]) -> None:
        self.received: list[Received] = []
        server, lock = self, threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                with lock:
                    received = Received(len(server.received) + 1, self.path, headers, body)
                    server.received.append(received)
                self._send(script(received))

            def _send(self, reply: Reply) -> None:
                if reply.breaks:
                    self.close_connection = True
                    return
                content = (
                    reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
                )
                self.send_response(reply.status)
                for name, value in (reply.headers or {}).items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content[: reply.cut])
                self.close_connection = reply.cut is not None

            do_GET = do_POST = _answer

            def log_message(self, *_args: Any) -> None:
                """Writes nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
