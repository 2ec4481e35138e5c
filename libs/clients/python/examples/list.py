from datetime import UTC, datetime, timedelta

from earshot_client import Earshot

for interaction in Earshot().interactions.list(
    "demo", label="source:web", created_after=datetime.now(UTC) - timedelta(days=7)
):
    print(interaction["completion_id"], interaction["session_id"])
