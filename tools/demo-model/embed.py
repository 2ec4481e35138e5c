"""Trains embeddings: questions with the same answer get similar pooled hidden states: python embed.py"""

import argparse
import json
import os
import time
from collections.abc import Iterator
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import optax

from check_held_out import HELD_OUT, normalised
from checkpoint import load, save
from dialogues import Dialogues
from files import TOKENIZER
from model import Shape, hidden_states
from packing import batches
from tokenizer import ChatCodec, load_tokenizer
from train import loss_of, make_optimizer, read_dialogues

#: Questions of each kind in a batch. Each must find the other among those of all kinds.
_PER_KIND = 2
#: Maximum length of a question, in tokens; longer ones are skipped.
_TOKENS = 40
#: Temperature of InfoNCE (arXiv:1807.03748).
_TEMPERATURE = 0.1
#: Weight of the contrastive loss; the next-token loss preserves what the model has learnt.
_WEIGHT = 0.2


def pooled(weights: dict, tokens: jax.Array, counts: jax.Array, shape: Shape) -> jax.Array:
    """Normalised mean of the hidden states of each row, as llama.cpp computes it with mean pooling."""
    means = (hidden_states(weights, tokens, counts, shape) * counts[:, :, None]).sum(1)
    return means / jnp.linalg.norm(means, axis=1, keepdims=True)


def contrast_of(weights: dict, tokens: jax.Array, counts: jax.Array, shape: Shape) -> jax.Array:
    """Mean cross entropy of finding the other question of the same kind. Rows of one kind are adjacent."""
    vectors = pooled(weights, tokens, counts, shape)
    scores = vectors @ vectors.T / _TEMPERATURE - 1e9 * jnp.eye(len(vectors))
    others = jnp.arange(len(vectors)) ^ 1
    return optax.softmax_cross_entropy_with_integer_labels(scores, others).mean()


def questions(codec: ChatCodec, seed: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Tokens of questions that are not held out, two of each kind, and their lengths."""
    kept_back = {normalised(turn["ask"]) for item in json.loads(HELD_OUT.read_text("utf8")) for turn in item["turns"]}
    drawn = Dialogues(seed)
    while True:
        kinds = []
        for texts in drawn.paraphrases(4 * _PER_KIND):
            asked = [[codec.begin, *codec.encode(text)] for text in texts if normalised(text) not in kept_back]
            kinds.append([tokens for tokens in asked if len(tokens) <= _TOKENS][:_PER_KIND])
        if any(len(fitting) < _PER_KIND for fitting in kinds):
            continue
        rows = [row for fitting in kinds for row in fitting]
        tokens = np.zeros((len(rows), _TOKENS), np.int32)
        counts = np.zeros((len(rows), _TOKENS), np.int32)
        for row, (into, count) in zip(rows, zip(tokens, counts)):
            into[: len(row)], count[: len(row)] = row, 1
        yield tokens, counts


def train(name: str, rate: float, minutes: float, seed: int) -> None:
    """Continues training a model."""
    jax.config.update("jax_num_cpu_devices", os.cpu_count())
    weights, shape = load(name)
    mesh = jax.make_mesh((jax.device_count(),), ("rows",), (jax.sharding.AxisType.Auto,))
    by_row, whole = jax.NamedSharding(mesh, jax.P("rows")), jax.NamedSharding(mesh, jax.P())
    codec = ChatCodec(load_tokenizer(TOKENIZER))
    weights = jax.device_put(weights, whole)
    optimizer = make_optimizer()
    state = jax.device_put(optimizer.init(weights), whole)

    @partial(jax.jit, out_shardings=whole)
    def step(weights, state, batch, asked, rate):
        def total(weights):
            contrast = contrast_of(weights, *asked, shape)
            return loss_of(weights, batch, shape) + _WEIGHT * contrast, contrast

        (loss, contrast), gradients = jax.value_and_grad(total, has_aux=True)(weights)
        updates, state = optimizer.update(gradients, state, weights)
        updates = jax.tree.map(lambda update: update * rate, updates)
        return optax.apply_updates(weights, updates), state, loss, contrast

    # Other dialogues than those that training began with.
    work = zip(reversed(batches(read_dialogues(seed), 3_072, seed)), questions(codec, seed + 1))
    started = time.monotonic()
    for number, (batch, asked) in enumerate(work, 1):
        progress = (time.monotonic() - started) / (minutes * 60)
        if progress > 1:
            break
        arrays = jax.device_put(batch.arrays(), by_row), jax.device_put(asked, by_row)
        weights, state, loss, contrast = step(weights, state, *arrays, rate * (1 - progress))
        if number % 10 == 0:
            print(f"step {number} loss {float(loss):.3f} contrast {float(contrast):.3f} {progress:.0%}", flush=True)
    save(name, weights, shape)


def main() -> None:
    """Parses the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?", default="demo")
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5, help="it ends by then")
    options = parser.parse_args()
    train(options.name, options.rate, options.minutes, options.seed)


if __name__ == "__main__":
    main()
