"""Writes trained weights as a GGUF file: python export.py demo ../../models/earshot-demo.gguf"""

import sys
from pathlib import Path

import numpy as np

from checkpoint import load
from files import TOKENIZER
from gguf import encode
from model import Shape
from tokenizer import END, END_OF_TEXT, SPECIAL_TOKENS, read_tables

CHAT_TEMPLATE = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)

FILE_TYPE_MOSTLY_F16 = 1
TOKEN_NORMAL, TOKEN_CONTROL = 1, 3
#: Pre-tokenizer of llama.cpp that splits as GPT-2 does. "gpt-2" would also drop spaces, as in "cat .local".
PRE_TOKENIZER = "trillion"
POOLING_MEAN = 1


def metadata_of(name: str, shape: Shape, tokens: list[str], merges: list[str]) -> dict:
    """Metadata that llama.cpp requires."""
    return {
        "general.architecture": "llama",
        "general.name": f"earshot-{name}",
        "general.license": "apache-2.0",
        "general.file_type": FILE_TYPE_MOSTLY_F16,
        "llama.context_length": shape.context,
        "llama.embedding_length": shape.width,
        "llama.block_count": shape.layers,
        "llama.feed_forward_length": shape.feed_forward,
        "llama.attention.head_count": shape.heads,
        "llama.attention.head_count_kv": shape.heads,
        "llama.attention.layer_norm_rms_epsilon": shape.norm_epsilon,
        "llama.rope.dimension_count": shape.width // shape.heads,
        "llama.rope.freq_base": shape.rope_base,
        "llama.vocab_size": len(tokens),
        "llama.pooling_type": POOLING_MEAN,
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": PRE_TOKENIZER,
        "tokenizer.ggml.tokens": tokens,
        "tokenizer.ggml.token_type": [TOKEN_CONTROL if token in SPECIAL_TOKENS else TOKEN_NORMAL for token in tokens],
        "tokenizer.ggml.merges": merges,
        "tokenizer.ggml.bos_token_id": tokens.index(END_OF_TEXT),
        "tokenizer.ggml.eos_token_id": tokens.index(END),
        "tokenizer.ggml.eot_token_id": tokens.index(END),
        "tokenizer.ggml.add_bos_token": True,
        "tokenizer.chat_template": CHAT_TEMPLATE,
    }


def tensors_of(weights: dict) -> dict[str, np.ndarray]:
    """Tensors of the file: matrices as 16-bit floats, norms as 32-bit floats, as llama.cpp requires."""

    def tensor(values) -> np.ndarray:
        values = np.asarray(values)
        return values.astype(np.float32) if values.ndim == 1 else np.ascontiguousarray(values.T).astype(np.float16)

    tensors = {"token_embd.weight": np.asarray(weights["token_embd"]).astype(np.float16)}
    for index, layer in enumerate(weights["blk"]):
        for name, values in layer.items():
            tensors[f"blk.{index}.{name}.weight"] = tensor(values)
    tensors["output_norm.weight"] = tensor(weights["output_norm"])
    return tensors


def main(name: str, target: str) -> None:
    """Writes the file."""
    weights, shape = load(name)
    tokens, merges = read_tables(TOKENIZER)
    Path(target).write_bytes(encode(metadata_of(name, shape, tokens, merges), tensors_of(weights)))


if __name__ == "__main__":
    main(*sys.argv[1:])
