# pip install openai
import asyncio
import os

from earshot_client import Earshot
from openai import AsyncOpenAI

openai = AsyncOpenAI(
    base_url="http://127.0.0.1:8080/openai/v1", api_key=os.environ["EARSHOT_API_KEY"]
)
feedback = Earshot.of(openai).feedback


async def main() -> None:
    batch = feedback.batch()
    completion = await openai.chat.completions.create(
        model="demo", messages=[{"role": "user", "content": "Hello!"}]
    )
    batch.of(completion).log("helpful", True, user_id="ada")  # never blocks
    print(await asyncio.to_thread(feedback.of(completion).log, "helpful", False, user_id="bob"))
    await asyncio.to_thread(batch.close)  # waits until every event is recorded


asyncio.run(main())
