# pip install openai
import os

from earshot_client import Earshot
from openai import OpenAI

openai = OpenAI(base_url="http://127.0.0.1:8080/openai/v1", api_key=os.environ["EARSHOT_API_KEY"])
feedback = Earshot.of(openai).feedback

first, second = (
    openai.chat.completions.with_raw_response.create(
        model=model, messages=[{"role": "user", "content": "Hello!"}]
    )
    for model in ["demo", "demo-small"]
)
print(feedback.comparison("helpful", preferred=first, other=second))

session_id = first.headers["x-earshot-session-id"]
print(feedback.outcome(session_id, "helpful", True))
