"""Uses instructor, unmodified. Its packages exclude those of the other clients.

Settings: EARSHOT_URL, EARSHOT_API_KEY, JSON_MODEL (answers with JSON).
Prints what came of the check as JSON: its name, and null or what went wrong.
"""

import contextlib
import json
import os
import sys
import traceback


def instructor_extracts_an_object():
    import instructor
    import openai
    from pydantic import BaseModel

    class Answer(BaseModel):
        a: int

    base_url = f"{os.environ['EARSHOT_URL']}/openai/v1"
    client = openai.OpenAI(base_url=base_url, api_key=os.environ["EARSHOT_API_KEY"], max_retries=0)
    patched = instructor.from_openai(client, mode=instructor.Mode.JSON_SCHEMA)
    answer = patched.chat.completions.create(
        model=os.environ["JSON_MODEL"],
        messages=[{"role": "user", "content": "Hello"}],
        response_model=Answer,
        max_retries=0,
    )
    assert answer.a == 1, answer


outcome = None
try:
    with contextlib.redirect_stdout(sys.stderr):
        instructor_extracts_an_object()
except Exception:
    outcome = traceback.format_exc()
print(json.dumps({"instructor_extracts_an_object": outcome}))
