"""Byte-level BPE: all 256 bytes are tokens, so every text can be encoded."""

import json
from pathlib import Path

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

END_OF_TEXT = "<|endoftext|>"
START = "<|im_start|>"
END = "<|im_end|>"
SPECIAL_TOKENS = [END_OF_TEXT, START, END]


def _byte_level(model: models.BPE) -> Tokenizer:
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def train_tokenizer(texts, vocabulary: int) -> Tokenizer:
    """Trains a tokenizer with at most this number of tokens."""
    tokenizer = _byte_level(models.BPE())
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=SPECIAL_TOKENS,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def load_tokenizer(file: Path) -> Tokenizer:
    """Loads the tokenizer that `train_tokenizer.py` wrote."""
    return Tokenizer.from_file(str(file))


def read_tables(file: Path) -> tuple[list[str], list[str]]:
    """Tokens by id, and merges by rank, as a GGUF file has them."""
    model = json.loads(file.read_text("utf8"))["model"]
    tokens = sorted(model["vocab"], key=model["vocab"].get)
    merges = [merge if isinstance(merge, str) else " ".join(merge) for merge in model["merges"]]
    return tokens, merges


def tokenizer_of(tokens: list[str], merges: list[str]) -> Tokenizer:
    """The tokenizer with these tables; see :func:`read_tables`."""
    vocabulary = {token: index for index, token in enumerate(tokens)}
    tokenizer = _byte_level(models.BPE(vocabulary, [tuple(merge.split(" ")) for merge in merges]))
    tokenizer.add_special_tokens(SPECIAL_TOKENS)
    return tokenizer


class ChatCodec:
    """Encodes dialogues by the chat template. Text of messages never becomes a special token."""

    def __init__(self, tokenizer: Tokenizer):
        tokenizer.encode_special_tokens = True
        self._tokenizer = tokenizer
        self.begin = tokenizer.token_to_id(END_OF_TEXT)
        self.start = tokenizer.token_to_id(START)
        self.end = tokenizer.token_to_id(END)

    def encode(self, text: str) -> list[int]:
        """Encodes plain text."""
        return self._tokenizer.encode(text, add_special_tokens=False).ids

    def decode(self, tokens: list[int]) -> str:
        """Decodes tokens."""
        return self._tokenizer.decode(tokens, skip_special_tokens=True)

    def dialogue(self, messages: list[dict]) -> tuple[list[int], list[bool]]:
        """Tokens of a dialogue, and which of them the model is to generate."""
        # llama.cpp's users begin each prompt with it.
        tokens: list[int] = [self.begin]
        said: list[bool] = [False]
        for message in messages:
            head = [self.start, *self.encode(message["role"] + "\n")]
            body = [*self.encode(message["content"]), self.end]
            tail = self.encode("\n")
            tokens += head + body + tail
            said += [False] * len(head) + [message["role"] == "assistant"] * len(body) + [False] * len(tail)
        return tokens, said

    def prompt(self, messages: list[dict]) -> list[int]:
        """Tokens of a dialogue up to the answer that the model is to generate."""
        return [*self.dialogue(messages)[0], self.start, *self.encode("assistant\n")]
