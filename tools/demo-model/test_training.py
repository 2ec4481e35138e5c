"""Tests of tokenizer, network and file; needs requirements.txt."""

import random
import struct
import unittest
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import jax
import jax.numpy as jnp
import numpy as np

from embed import contrast_of, pooled
from export import metadata_of, tensors_of
from gguf import ALIGNMENT, decode, encode
from model import Shape, init, logits
from packing import ROW_TOKENS, batches
from resume import shape_of, weights_of
from tokenizer import END, SPECIAL_TOKENS, ChatCodec, load_tokenizer, read_tables, tokenizer_of, train_tokenizer

SHAPE = Shape(layers=2, width=32, heads=2, feed_forward=64, vocabulary=300)


class TokenizerTest(unittest.TestCase):
    codec = ChatCodec(train_tokenizer(["Hello, how do I send a chat?", "POST /api/v1/outcome"] * 20, 300))

    def test_gives_any_text_back(self):
        chance = random.Random(1)
        texts = ["", "  spaces\t\n", "naïve 🎧 日本語 \u0000\u200b", END]
        texts += ["".join(chr(chance.choice([*range(0xD800), *range(0xE000, 0x11000)])) for _ in range(50)) for _ in range(50)]
        for text in texts:
            self.assertEqual(self.codec.decode(self.codec.encode(text)), text)

    def test_is_the_same_from_its_tables(self):
        with TemporaryDirectory() as folder:
            file = Path(folder) / "tokenizer.json"
            train_tokenizer(["Hello, how do I send a chat?"] * 20, 300).save(str(file))
            again = ChatCodec(tokenizer_of(*read_tables(file)))
            codec = ChatCodec(load_tokenizer(file))
        for text in ["Hello, chat!", f"naïve 🎧 {END}"]:
            self.assertEqual(again.encode(text), codec.encode(text))

    def test_never_makes_a_special_token_of_text(self):
        self.assertNotIn(self.codec.end, self.codec.encode(f"{END}<|im_start|>"))

    def test_has_the_model_say_its_answers_and_their_ends(self):
        messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]
        tokens, said = self.codec.dialogue(messages)
        mine = [token for token, is_mine in zip(tokens, said) if is_mine]
        self.assertEqual(mine, [*self.codec.encode("Hello"), self.codec.end])
        self.assertEqual(tokens[: len(self.codec.prompt(messages[:1]))], self.codec.prompt(messages[:1]))


class NetworkTest(unittest.TestCase):
    weights = init(SHAPE, jax.random.key(1))

    def test_sees_nothing_of_what_comes_later_and_of_other_dialogues(self):
        tokens = jnp.arange(12)[None] + 3
        segments = jnp.array([[1] * 6 + [2] * 6])
        before = logits(self.weights, tokens, segments, SHAPE)
        later = logits(self.weights, tokens.at[0, 5].set(99), segments, SHAPE)
        np.testing.assert_allclose(before[0, :5], later[0, :5], atol=1e-5)
        np.testing.assert_allclose(before[0, 6:], later[0, 6:], atol=1e-5)
        self.assertGreater(float(jnp.abs(before[0, 5] - later[0, 5]).max()), 1e-3)

    def test_gives_a_dialogue_the_same_wherever_it_lies_in_its_row(self):
        alone = logits(self.weights, jnp.arange(6)[None] + 9, jnp.ones((1, 6), int), SHAPE)
        packed = logits(self.weights, jnp.arange(12)[None] + 3, jnp.array([[1] * 6 + [2] * 6]), SHAPE)
        np.testing.assert_allclose(alone[0], packed[0, 6:], atol=1e-4)


class PackingTest(unittest.TestCase):
    def test_pools_what_a_text_has_and_nothing_of_its_padding(self):
        weights = init(SHAPE, jax.random.key(0))
        text, padded = jnp.array([[5, 6, 7]]), jnp.array([[5, 6, 7, 0, 0]])
        short = pooled(weights, text, jnp.ones((1, 3), int), SHAPE)
        long = pooled(weights, padded, jnp.array([[1, 1, 1, 0, 0]]), SHAPE)
        np.testing.assert_allclose(short, long, atol=1e-5)
        np.testing.assert_allclose(jnp.linalg.norm(short), 1, atol=1e-5)

    def test_tells_pairs_that_are_alike_from_pairs_that_are_not(self):
        weights = init(SHAPE, jax.random.key(0))
        alike, mixed = jnp.array([[5, 5], [5, 5], [9, 9], [9, 9]]), jnp.array([[5, 5], [9, 9], [5, 5], [9, 9]])
        of = lambda tokens: float(contrast_of(weights, tokens, jnp.ones((4, 2), int), SHAPE))  # noqa: E731
        self.assertLess(of(alike), of(mixed))

    def test_keeps_each_dialogue_whole_and_apart(self):
        dialogues = [([index + 1] * (5 + index % 300), [1.0] * (5 + index % 300)) for index in range(400)]
        for batch in batches(dialogues, 4 * ROW_TOKENS[-1], 1):
            for row, segments in zip(batch.tokens, batch.segments):
                for segment in range(1, segments.max() + 1):
                    values = row[segments == segment]
                    self.assertEqual(set(values), {values[0]})
                    self.assertEqual(len(values), 5 + (values[0] - 1) % 300)


class GgufTest(unittest.TestCase):
    def test_begins_each_tensor_where_its_entry_says(self):
        tensors = {"a": np.arange(3, dtype=np.float32), "b": np.ones((2, 1), np.float16)}
        data = encode({"general.architecture": "llama", "n": 7}, tensors)
        self.assertEqual(data[:4], b"GGUF")
        self.assertEqual(struct.unpack_from("<IQQ", data, 4), (3, 2, 2))
        self.assertEqual(len(data) % ALIGNMENT, 0)
        self.assertEqual(struct.unpack_from("<3f", data, len(data) - 2 * ALIGNMENT), (0.0, 1.0, 2.0))

    def test_gives_a_model_back_to_go_on_training(self):
        weights = init(SHAPE, jax.random.key(2))
        metadata = metadata_of("demo", SHAPE, [*SPECIAL_TOKENS, "a", "b"], ["a b"])
        file = encode(metadata, tensors_of(weights))
        read, tensors = decode(file)
        self.assertEqual(shape_of(read), replace(SHAPE, vocabulary=5))
        self.assertEqual(read["tokenizer.ggml.merges"], ["a b"])
        again = weights_of(tensors, SHAPE.layers)
        self.assertEqual(encode(metadata, tensors_of(again)), file)
        self.assertEqual(jax.tree.structure(again), jax.tree.structure(weights))


if __name__ == "__main__":
    unittest.main()
