"""Live events, and reports of campaigns that follow them."""

import json
import threading
import time
from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import quote

import httpx2

from ._http import Http
from ._pages import entries_of
from .models import AbCampaign, AbCampaignReport

RECONNECT_S = 1.0
# Earshot sends a comment every 15 s; three missing ones are a broken connection.
IDLE_S = 45.0
# Reports are read at most so often, however much feedback arrives.
MIN_INTERVAL_S = 1.0
# A campaign is decided about a second after the value that decides it, without an event.
MAX_INTERVAL_S = 5.0

_TYPES = frozenset({"interaction", "feedback", "outcome", "comparison"})


def live_events(http: Http, project: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields what is recorded in a project, as pairs of a type and its data, and connects again
    when the connection ends."""
    path = f"/api/v1/projects/{quote(project, '')}/events"
    headers = {"accept": "text/event-stream"}
    while True:
        response = http.send(
            "GET", path, headers=headers, idempotent=True, stream=True, timeout=IDLE_S
        )
        yield "connected", {}
        try:
            for event, data in _parse(response.iter_lines()):
                if event in _TYPES:
                    yield event, json.loads(data)
        except httpx2.TransportError:
            # The loop connects again, and reports it with `connected`.
            pass
        finally:
            response.close()
        time.sleep(RECONNECT_S)


def _parse(lines: Iterator[str]) -> Iterator[tuple[str, str]]:
    """Reads server-sent events (https://html.spec.whatwg.org/#event-stream-interpretation)."""
    event, data = "message", list[str]()
    for line in lines:
        if line == "":
            if data:
                yield event, "\n".join(data)
            event, data = "message", []
            continue
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            event = value
        elif name == "data":
            data.append(value)


class Campaigns:
    """A/B campaigns."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def list(self, project: str) -> Iterator[AbCampaign]:
        """Lists the campaigns of a project, the newest first."""
        path = f"/api/v1/projects/{quote(project, '')}/ab_campaigns"
        return cast(Iterator[AbCampaign], entries_of(self._http, path))

    def report(self, project: str, campaign: str) -> AbCampaignReport:
        """Gets the report of a campaign, with all feedback that was recorded before."""
        path = f"/api/v1/projects/{quote(project, '')}/ab_campaigns/{quote(campaign, '')}/report"
        return cast(AbCampaignReport, self._http.json("GET", path))

    def watch(self, project: str, campaign: str) -> Iterator[AbCampaignReport]:
        """Yields the report now and each time that it changes, until the campaign is done or
        cancelled."""
        changed = threading.Event()
        stopped = threading.Event()
        follower = threading.Thread(
            target=self._follow, args=(project, changed, stopped), daemon=True
        )
        follower.start()
        shown: AbCampaignReport | None = None
        try:
            while True:
                report = self.report(project, campaign)
                if report != shown:
                    yield report
                shown = report
                if report["status"] in ("done", "cancelled"):
                    return
                time.sleep(MIN_INTERVAL_S)
                changed.wait(MAX_INTERVAL_S)
                changed.clear()
        finally:
            stopped.set()

    def _follow(self, project: str, changed: threading.Event, stopped: threading.Event) -> None:
        """Without events, the report is still read every few seconds, whose error is raised."""
        for event, _ in live_events(self._http, project):
            if stopped.is_set():
                return
            if event != "interaction":
                changed.set()
