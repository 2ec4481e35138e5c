from earshot_client import Earshot

for event, data in Earshot().events("demo"):
    if event == "feedback":
        print(data["metric"], data["value"], flush=True)
