"""Prints the perplexity of a model on answers of dialogues that it was not trained on: python perplexity.py demo"""

import math
import sys

import jax

from checkpoint import load
from dialogues import Dialogues
from files import TOKENIZER
from packing import batches
from tokenizer import ChatCodec, load_tokenizer
from train import loss_of

DIALOGUES = 600
#: A seed that training does not use.
SEED = 1_000_003


def answers(codec: ChatCodec):
    """Dialogues whose loss weights are those of the answers alone."""
    drawn = Dialogues(SEED)
    for _ in range(DIALOGUES):
        tokens, said = codec.dialogue(drawn.draw())
        yield tokens, [float(mine) for mine in said]


def perplexity(name: str) -> float:
    """Mean perplexity of a token of an answer, over dialogues of the same distribution."""
    weights, shape = load(name)
    loss = jax.jit(lambda *batch: loss_of(weights, batch, shape))
    total = count = 0.0
    for batch in batches(answers(ChatCodec(load_tokenizer(TOKENIZER))), 768, SEED):
        said = batch.weights.sum()
        total += float(loss(*batch.arrays())) * said
        count += said
    return math.exp(total / count)


if __name__ == "__main__":
    print(f"{sys.argv[1]}: perplexity {perplexity(sys.argv[1]):.3f} of a token of an answer")
