# pip install "pydantic-ai-slim[openai]"
import os

from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

provider = OpenAIProvider(
    base_url="http://127.0.0.1:8080/openai/v1", api_key=os.environ["EARSHOT_API_KEY"]
)
agent = Agent(OpenAIChatModel("demo", provider=provider))
print(agent.run_sync("Hello!").output)
