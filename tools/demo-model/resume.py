"""Reads a trained model back from its GGUF file, to go on training: python resume.py demo ../../models/earshot-demo.gguf"""

import sys
from pathlib import Path

import numpy as np

from checkpoint import save
from files import BUILD, TOKENIZER
from gguf import decode
from model import Shape
from tokenizer import tokenizer_of


def shape_of(metadata: dict) -> Shape:
    """Dimensions of the network; see `export.py`."""
    return Shape(
        layers=metadata["llama.block_count"],
        width=metadata["llama.embedding_length"],
        heads=metadata["llama.attention.head_count"],
        feed_forward=metadata["llama.feed_forward_length"],
        vocabulary=metadata["llama.vocab_size"],
        context=metadata["llama.context_length"],
    )


def weights_of(tensors: dict[str, np.ndarray], layers: int) -> dict:
    """Weights as `model.init` returns them."""
    values = {name.removesuffix(".weight"): tensor.astype(np.float32) for name, tensor in tensors.items()}
    blocks: list[dict] = [{} for _ in range(layers)]
    for name, tensor in values.items():
        if name.startswith("blk."):
            _, index, part = name.split(".")
            blocks[int(index)][part] = tensor.T if tensor.ndim == 2 else tensor
    return {"token_embd": values["token_embd"], "blk": blocks, "output_norm": values["output_norm"]}


def main(name: str, source: str) -> None:
    """Writes the files of a training that has ended."""
    metadata, tensors = decode(Path(source).read_bytes())
    shape = shape_of(metadata)
    BUILD.mkdir(exist_ok=True)
    save(name, weights_of(tensors, shape.layers), shape)
    tokenizer_of(metadata["tokenizer.ggml.tokens"], metadata["tokenizer.ggml.merges"]).save(str(TOKENIZER))


if __name__ == "__main__":
    main(*sys.argv[1:])
