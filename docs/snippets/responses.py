# pip install openai
import os

from openai import OpenAI

client = OpenAI(base_url="http://127.0.0.1:8080/openai/v1", api_key=os.environ["EARSHOT_API_KEY"])
first = client.responses.create(model="demo", input="Hello!")
second = client.responses.create(model="demo", input="Who are you?", previous_response_id=first.id)
print(second.output_text)
