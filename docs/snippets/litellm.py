# pip install litellm
import os

import litellm

answer = litellm.completion(
    model="openai/demo",
    api_base="http://127.0.0.1:8080/openai/v1",
    api_key=os.environ["EARSHOT_API_KEY"],
    messages=[{"role": "user", "content": "Hello!"}],
)
print(answer.choices[0].message.content)
