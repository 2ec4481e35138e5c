"""Trains the tokenizer on the dialogues: python train_tokenizer.py"""

import itertools
import json

from files import DIALOGUES, TOKENIZER
from tokenizer import train_tokenizer

VOCABULARY = 2_048
#: Dialogues to train on; far more than the merges need to converge.
DIALOGUES_READ = 20_000


def texts():
    """Texts of the first dialogues."""
    with open(DIALOGUES, encoding="utf8") as lines:
        for line in itertools.islice(lines, DIALOGUES_READ):
            for message in json.loads(line):
                yield f"{message['role']}\n"
                yield message["content"]


if __name__ == "__main__":
    train_tokenizer(texts(), VOCABULARY).save(str(TOKENIZER))
