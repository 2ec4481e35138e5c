import itertools

from earshot_client import Earshot

earshot = Earshot()
with earshot.feedback.batch(on_lost=lambda lost: print("not recorded:", lost)) as batch:
    for interaction in itertools.islice(earshot.interactions.list("demo"), 10):
        batch.ready()  # waits while the queue is full
        batch.of(interaction).log("helpful", True, user_id="ada")
# every event is recorded, or was given to on_lost
