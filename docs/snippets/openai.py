# pip install openai
import os

from openai import OpenAI

client = OpenAI(base_url="http://127.0.0.1:8080/openai/v1", api_key=os.environ["EARSHOT_API_KEY"])
answer = client.chat.completions.create(
    model="demo", messages=[{"role": "user", "content": "Hello!"}]
)
print(answer.choices[0].message.content)
print(answer.id)  # for feedback
