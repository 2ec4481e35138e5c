"""Trains the model on the dialogues: python train.py"""

import argparse
import json
import os
import random
import time
from functools import partial

import jax
import jax.numpy as jnp
import optax
import optax.contrib

from checkpoint import save
from files import BUILD, DIALOGUES, TOKENIZER
from model import SIZES, Shape, hidden_states, init
from packing import batches
from tokenizer import ChatCodec, load_tokenizer

#: Loss weight of messages that are not answers. They teach vocabulary and phrasing.
OTHERS_WEIGHT = 0.1
#: The first words decide which answer it is. The remainder of most last answers is skipped, because it is learnt early.
FIRST_TOKENS, SHARE_CUT = 10, 0.85
CHECKPOINT_EVERY_S = 120
#: The weights after this share of the training become demo-small, the weaker model.
EARLY = 0.12
#: Learning rate of the embedding and the norms, relative to that of the matrices.
ADAM_RATE = 0.15


def read_dialogues(seed: int):
    """Tokens and loss weights of each dialogue."""
    codec = ChatCodec(load_tokenizer(TOKENIZER))
    chance = random.Random(seed)
    with open(DIALOGUES, encoding="utf8") as lines:
        for line in lines:
            messages = json.loads(line)
            tokens, said = codec.dialogue(messages)
            if chance.random() < SHARE_CUT and not messages[-1]["content"].startswith(("curl ", "GET ")):
                keep = len(codec.prompt(messages[:-1])) + FIRST_TOKENS
                tokens, said = tokens[:keep], said[:keep]
            yield tokens, [1.0 if mine else OTHERS_WEIGHT for mine in said]


def loss_of(weights: dict, batch: tuple, shape: Shape) -> jax.Array:
    """Weighted mean cross entropy of the next token."""
    tokens, segments, counts = batch
    # A token predicts the one after it where that is of its own dialogue.
    counts = counts[:, 1:] * (segments[:, 1:] == segments[:, :-1]) * (segments[:, 1:] > 0)
    scores = hidden_states(weights, tokens, segments, shape)[:, :-1] @ weights["token_embd"].T
    losses = optax.softmax_cross_entropy_with_integer_labels(scores, tokens[:, 1:])
    return (losses * counts).sum() / jnp.maximum(counts.sum(), 1.0)


def make_optimizer() -> optax.GradientTransformation:
    """Muon for the matrices of the layers (about half of the steps of Adam), Adam for the others. Updates assume a rate of 1."""
    matrices = lambda weights: jax.tree.map_with_path(  # noqa: E731
        lambda path, leaf: optax.contrib.MuonDimensionNumbers() if leaf.ndim == 2 and len(path) > 1 else None, weights
    )
    return optax.contrib.muon(
        1.0, weight_decay=0.01, adam_b2=0.98, adam_learning_rate=ADAM_RATE, muon_weight_dimension_numbers=matrices
    )


def rate_at(progress: float, peak: float) -> float:
    """Learning rate: linear warm-up within the first 3 %, then linear decay to a fiftieth of the peak."""
    return peak * min(progress / 0.03, max(0.02, (1 - progress) / 0.97))


def train(size: str, rate: float, batch_tokens: int, seed: int, minutes: float) -> None:
    """Trains for one pass over the dialogues, or until the time is over."""
    # A core computes rows of its own: sharing each small product among cores would have them wait for each other.
    jax.config.update("jax_num_cpu_devices", os.cpu_count())
    jax.config.update("jax_compilation_cache_dir", str(BUILD / "compiled"))
    vocabulary = load_tokenizer(TOKENIZER).get_vocab_size()
    shape = Shape(vocabulary=vocabulary, **SIZES[size])
    work = batches(read_dialogues(seed), batch_tokens, seed)
    mesh = jax.make_mesh((jax.device_count(),), ("rows",), (jax.sharding.AxisType.Auto,))
    by_row, whole = jax.NamedSharding(mesh, jax.P("rows")), jax.NamedSharding(mesh, jax.P())
    weights = jax.device_put(init(shape, jax.random.key(seed)), whole)
    optimizer = make_optimizer()
    state = jax.device_put(optimizer.init(weights), whole)
    print(f"{sum(leaf.size for leaf in jax.tree.leaves(weights)):,} parameters, {len(work)} steps", flush=True)

    @partial(jax.jit, out_shardings=whole)
    def step(weights, state, batch, rate):
        loss, gradients = jax.value_and_grad(loss_of)(weights, batch, shape)
        updates, state = optimizer.update(gradients, state, weights)
        updates = jax.tree.map(lambda update: update * rate, updates)
        return optax.apply_updates(weights, updates), state, loss

    started = kept = time.monotonic()
    recent: list[float] = []
    early = False
    for number, batch in enumerate(work, 1):
        seconds = time.monotonic() - started
        progress = max(number / len(work), seconds / (minutes * 60))
        if progress > 1:
            break
        weights, state, loss = step(weights, state, jax.device_put(batch.arrays(), by_row), rate_at(progress, rate))
        recent.append(float(loss))
        if number % 10 == 0:
            speed = number * batch_tokens / seconds
            print(f"step {number} loss {sum(recent) / len(recent):.3f} {speed:.0f} tokens/s {seconds:.0f} s", flush=True)
            recent.clear()
        if time.monotonic() - kept > CHECKPOINT_EVERY_S:
            save("demo", weights, shape)
            kept = time.monotonic()
        if progress >= EARLY and not early:
            save("demo-small", weights, shape)
            early = True
    save("demo", weights, shape)


def main() -> None:
    """Parses the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", choices=SIZES, default="full")
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--batch-tokens", type=int, default=3072)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=48, help="it ends by then, whatever is left")
    options = parser.parse_args()
    train(options.size, options.rate, options.batch_tokens, options.seed, options.minutes)


if __name__ == "__main__":
    main()
