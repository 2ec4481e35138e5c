"""Checks that no held-out question is a training text, and prints how much they overlap: python check_held_out.py"""

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from files import DIALOGUES

HELD_OUT = Path(__file__).parent / "held-out" / "questions.json"
GRAM = 4


def normalised(text: str) -> str:
    """The text in lower case, with only letters, digits and single spaces."""
    return " ".join(re.findall(r"[\w/']+", text.lower()))


def grams(text: str) -> set[str]:
    """Sequences of consecutive words."""
    words = normalised(text).split()
    return {" ".join(words[at : at + GRAM]) for at in range(len(words) - GRAM + 1)}


def asked_in_training(lines: Iterable[str]) -> Iterable[str]:
    """The messages of users in the dialogues."""
    for line in lines:
        for message in json.loads(line):
            if message["role"] == "user":
                yield message["content"]


def compare(held_out: list[dict], trained: Iterable[str]) -> tuple[list[str], float]:
    """Held-out questions that are training texts; of the others, the share of their word sequences that training texts contain."""
    questions = {turn["ask"] for item in held_out for turn in item["turns"]}
    texts, seen = set(), set()
    wanted = set().union(*map(grams, questions))
    for text in trained:
        texts.add(normalised(text))
        seen |= wanted & grams(text)
    return sorted(question for question in questions if normalised(question) in texts), len(seen) / max(1, len(wanted))


def main() -> int:
    """Prints the result; returns 1 if a held-out question is a training text."""
    held_out = json.loads(HELD_OUT.read_text("utf8"))
    with open(DIALOGUES, encoding="utf8") as lines:
        same, share = compare(held_out, asked_in_training(lines))
    print(f"{len(held_out)} held-out dialogues; {share:.0%} of their runs of {GRAM} words occur in training texts")
    for question in same:
        print(f"a training text: {question}")
    return 1 if same else 0


if __name__ == "__main__":
    sys.exit(main())
