# pip install openai
import os

from earshot_client import Earshot
from openai import OpenAI

openai = OpenAI(base_url="http://127.0.0.1:8080/openai/v1", api_key=os.environ["EARSHOT_API_KEY"])
feedback = Earshot.of(openai).feedback

completion = openai.chat.completions.create(
    model="demo", messages=[{"role": "user", "content": "Hello!"}]
)
print(feedback.of(completion).log("helpful", True))
