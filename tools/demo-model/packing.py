"""Packs several dialogues into each row of fixed length, and rows into batches of similar cost."""

import random
from dataclasses import dataclass

import numpy as np

#: Lengths of rows. Most dialogues fit into a short row, whose attention is cheap.
ROW_TOKENS = (128, 384)
#: Rows that are filled at a time.
_OPEN_ROWS = 64


@dataclass
class Batch:
    """Rows of tokens. `segments` numbers the dialogues of a row, 0 is padding. `weights` are the loss weights of the tokens."""

    tokens: np.ndarray
    segments: np.ndarray
    weights: np.ndarray

    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Arguments of the compiled training step."""
        return self.tokens, self.segments, self.weights


class _Row:
    def __init__(self):
        self.tokens: list[int] = []
        self.segments: list[int] = []
        self.weights: list[float] = []
        self.count = 0

    def add(self, tokens: list[int], weights: list[float]) -> None:
        self.count += 1
        self.tokens += tokens
        self.weights += weights
        self.segments += [self.count] * len(tokens)


def _fill(dialogues: list[tuple[list[int], list[float]]], length: int) -> list[_Row]:
    done, rows = [], []
    for tokens, weights in dialogues:
        fitting = [row for row in rows if len(row.tokens) + len(tokens) <= length]
        if fitting:
            row = max(fitting, key=lambda row: len(row.tokens))
        else:
            row = _Row()
            rows.append(row)
            if len(rows) > _OPEN_ROWS:
                done.append(rows.pop(0))
        row.add(tokens, weights)
    return done + rows


def _batch(rows: list[_Row], length: int) -> Batch:
    def padded(values: list, kind) -> np.ndarray:
        return np.array([value + [0] * (length - len(value)) for value in values], kind)

    return Batch(
        padded([row.tokens for row in rows], np.int32),
        padded([row.segments for row in rows], np.int32),
        padded([row.weights for row in rows], np.float32),
    )


def batches(dialogues, batch_tokens: int, seed: int) -> list[Batch]:
    """All batches in random order. Skips dialogues that are too long, and an incomplete last batch."""
    by_length: dict[int, list] = {length: [] for length in ROW_TOKENS}
    for tokens, weights in dialogues:
        fitting = [length for length in ROW_TOKENS if len(tokens) <= length]
        if fitting:
            by_length[fitting[0]].append((tokens, weights))
    made = []
    for length, group in by_length.items():
        size = batch_tokens // length
        rows = _fill(group, length)
        random.Random(seed).shuffle(rows)
        made += [_batch(rows[at : at + size], length) for at in range(0, len(rows) - size + 1, size)]
    random.Random(seed).shuffle(made)
    return made
