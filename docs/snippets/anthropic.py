# pip install anthropic
import os

from anthropic import Anthropic

client = Anthropic(
    base_url="http://127.0.0.1:8080/anthropic", api_key=os.environ["EARSHOT_API_KEY"]
)
message = client.messages.create(
    model="demo", max_tokens=256, messages=[{"role": "user", "content": "Hello!"}]
)
print(message.content[-1].text)
print(message.id)  # for feedback
