# pip install instructor
import os

import instructor
from openai import OpenAI
from pydantic import BaseModel


class Greeting(BaseModel):
    text: str


client = OpenAI(base_url="http://127.0.0.1:8080/openai/v1", api_key=os.environ["EARSHOT_API_KEY"])
greeting = instructor.from_openai(client, mode=instructor.Mode.JSON_SCHEMA).chat.completions.create(
    model="demo", response_model=Greeting, messages=[{"role": "user", "content": "Hello!"}]
)
print(greeting.text)
