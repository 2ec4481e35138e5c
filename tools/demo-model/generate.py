"""Writes the dialogues: python generate.py"""

import argparse
import itertools
import json
from collections.abc import Iterator

from check_held_out import HELD_OUT, normalised
from dialogues import Dialogues
from files import BUILD, DIALOGUES


def fresh(seed: int, held_out: list[dict]) -> Iterator[list[dict]]:
    """Yields dialogues without held-out questions, endlessly."""
    kept_back = {normalised(turn["ask"]) for item in held_out for turn in item["turns"]}
    drawn = Dialogues(seed)
    while True:
        messages = drawn.draw()
        if all(normalised(message["content"]) not in kept_back for message in messages):
            yield messages


def main() -> None:
    """Parses the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=250_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    BUILD.mkdir(exist_ok=True)
    held_out = json.loads(HELD_OUT.read_text("utf8"))
    with open(DIALOGUES, "w", encoding="utf8") as lines:
        for messages in itertools.islice(fresh(options.seed, held_out), options.count):
            lines.write(json.dumps(messages, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
