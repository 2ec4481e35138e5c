import time
from pathlib import Path

from earshot_client import Earshot

Path("tickets.jsonl").write_text('{"prompt": "Hi", "completion": "Hello!"}\n' * 1_000)

datasets = Earshot().datasets
dataset = datasets.upload(
    "demo",
    f"tickets-{time.time_ns()}",
    "tickets.jsonl",
    on_session=lambda session_id: print("to resume, pass", session_id),
    on_progress=lambda sent, total: print(sent, "of", total),
)
print(dataset["status"], dataset["rows"])

file = datasets.download("demo", dataset["key"], "copy.jsonl")
print(file.stat().st_size, "bytes")
