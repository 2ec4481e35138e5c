import os

from earshot_client import Earshot
from openai import OpenAI

openai = OpenAI(base_url="http://127.0.0.1:8080/openai/v1", api_key=os.environ["EARSHOT_API_KEY"])
feedback = Earshot.of(openai).feedback

stream = openai.chat.completions.create(
    model="demo", messages=[{"role": "user", "content": "Hello!"}], stream=True
)
recorded = None
for chunk in stream:
    # The answer is not complete yet; any of its chunks will do.
    recorded = recorded or feedback.of(chunk).log("helpful", False, reason="Style")
    print(chunk.choices[0].delta.content or "" if chunk.choices else "", end="")
print("\n", recorded)
