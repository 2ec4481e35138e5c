"""Makes the tokenizer of the dialogues: python train_tokenizer.py"""

import itertools
import json

from files import DIALOGUES, TOKENIZER
from tokenizer import train_tokenizer

VOCABULARY = 2_048
#: Far more than it takes for the merges to settle.
DIALOGUES_READ = 20_000


def texts():
    """What is said in the first dialogues."""
    with open(DIALOGUES, encoding="utf8") as lines:
        for line in itertools.islice(lines, DIALOGUES_READ):
            for message in json.loads(line):
                yield f"{message['role']}\n"
                yield message["content"]


if __name__ == "__main__":
    train_tokenizer(texts(), VOCABULARY).save(str(TOKENIZER))
