import json

from earshot_client import Earshot

lines = [
    json.dumps({"project": "demo", "prompt": "Hi", "completion": completion})
    for completion in ["Hello!", "Good morning!"]
]
interactions = Earshot().interactions
for progress in interactions.import_lines(
    lines,
    idempotency_key="history-2026-02",  # the same key and lines are stored once
    start_line=1,  # next_line of an interrupted import
):
    for result in progress.results:
        if result.error:
            print(result.line, result.error.code)
    print("imported up to line", progress.next_line - 1)
