# pip install langchain-openai langchain-anthropic
import os

from langchain_anthropic import ChatAnthropic
from langchain_openai import ChatOpenAI

key = os.environ["EARSHOT_API_KEY"]
openai = ChatOpenAI(model="demo", base_url="http://127.0.0.1:8080/openai/v1", api_key=key)
anthropic = ChatAnthropic(
    model="demo", base_url="http://127.0.0.1:8080/anthropic", api_key=key, max_tokens=256
)
for model in [openai, anthropic]:
    print(model.invoke("Hello!").text)
