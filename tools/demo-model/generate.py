"""Writes the dialogues: python generate.py"""

import argparse
import json

from check_held_out import HELD_OUT, normalised
from files import BUILD, DIALOGUES
from dialogues import Dialogues


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    BUILD.mkdir(exist_ok=True)
    drawn = Dialogues(options.seed)
    held_out = {normalised(turn["ask"]) for item in json.loads(HELD_OUT.read_text("utf8")) for turn in item["turns"]}
    written = 0
    with open(DIALOGUES, "w", encoding="utf8") as lines:
        while written < options.count:
            messages = drawn.draw()
            if any(normalised(message["content"]) in held_out for message in messages):
                continue
            lines.write(json.dumps(messages, ensure_ascii=False) + "\n")
            written += 1


if __name__ == "__main__":
    main()
