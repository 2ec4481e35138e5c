"""Writes the tokens and probabilities that the trainer computes for some prompts, for agreement.mjs: python agreement.py demo"""

import json
import sys

import jax
import jax.numpy as jnp

from checkpoint import load
from files import BUILD, TOKENIZER
from model import logits
from tokenizer import ChatCodec, load_tokenizer

QUESTIONS = ["Hello!", "How do I stream an answer?", "What is the capital of Peru?", "curl for an outcome", "naïve 🎧"]


def main(name: str) -> None:
    """The tokens of each prompt, and the probability of each token after it."""
    weights, shape = load(name)
    codec = ChatCodec(load_tokenizer(TOKENIZER))
    expected = []
    for question in QUESTIONS:
        tokens = codec.prompt([{"role": "user", "content": question}])
        scores = logits(weights, jnp.array([tokens]), jnp.ones((1, len(tokens)), int), shape)[0, -1]
        expected.append({"question": question, "tokens": tokens, "probabilities": jax.nn.softmax(scores).tolist()})
    (BUILD / f"{name}-expected.json").write_text(json.dumps(expected), "utf8")


if __name__ == "__main__":
    main(sys.argv[1])
