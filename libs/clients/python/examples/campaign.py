# pip install openai
import os

from earshot_client import Earshot
from openai import OpenAI

admin = Earshot(base_url="http://127.0.0.1:8080", api_key=os.environ["EARSHOT_ADMIN_KEY"])
metric = {"key": "polite", "kind": "bool"}
admin.request("POST", "/api/v1/projects/demo/metrics", metric, idempotency_key="polite")
campaign = {
    "key": "large-or-small",
    "metric": "polite",
    "models": ["demo", "demo-small"],
    "traffic_split": 0,
    "feedback_type": "metric",
}
path = "/api/v1/projects/demo/ab_campaigns"
admin.request("POST", path, campaign, idempotency_key="large-or-small")

openai = OpenAI(base_url="http://127.0.0.1:8080/openai/v1", api_key=os.environ["EARSHOT_API_KEY"])
earshot = Earshot.of(openai)
completion = openai.chat.completions.create(
    model="demo",
    messages=[{"role": "user", "content": "Hello!"}],
    extra_body={"ab_campaign": "large-or-small"},
)
earshot.feedback.of(completion).log("polite", True)
print(earshot.campaigns.report("demo", "large-or-small")["summary"])
