"""The network: the Llama architecture without grouped heads; the output matrix is tied to the embedding."""

from dataclasses import dataclass

import jax
import jax.numpy as jnp


@dataclass(frozen=True)
class Shape:
    """Dimensions of the network."""

    layers: int
    width: int
    heads: int
    feed_forward: int
    vocabulary: int
    context: int = 1024
    rope_base: float = 10_000.0
    norm_epsilon: float = 1e-5


#: Dimensions without the vocabulary size, which the tokenizer defines. `quick` trains in a quarter of the time, to judge new data.
SIZES = {
    "full": dict(layers=4, width=256, heads=4, feed_forward=704),
    "quick": dict(layers=3, width=192, heads=4, feed_forward=512),
}


def init(shape: Shape, key: jax.Array) -> dict:
    """Random initial weights."""
    width, hidden = shape.width, shape.feed_forward
    keys = iter(jax.random.split(key, 1 + 7 * shape.layers))

    def matrix(rows: int, columns: int, scale: float = 1.0) -> jax.Array:
        return jax.random.normal(next(keys), (rows, columns)) * scale * rows**-0.5

    # What is added to the stream starts small, so that depth does not matter at the beginning.
    residual = (2 * shape.layers) ** -0.5

    def layer() -> dict:
        return {
            "attn_norm": jnp.ones(width),
            "attn_q": matrix(width, width),
            "attn_k": matrix(width, width),
            "attn_v": matrix(width, width),
            "attn_output": matrix(width, width, residual),
            "ffn_norm": jnp.ones(width),
            "ffn_gate": matrix(width, hidden),
            "ffn_up": matrix(width, hidden),
            "ffn_down": matrix(hidden, width, residual),
        }

    return {
        "token_embd": jax.random.normal(next(keys), (shape.vocabulary, width)) * 0.02,
        "blk": [layer() for _ in range(shape.layers)],
        "output_norm": jnp.ones(width),
    }


def hidden_states(weights: dict, tokens: jax.Array, segments: jax.Array, shape: Shape) -> jax.Array:
    """Normalised last hidden states. Attention is causal within a segment."""
    length = tokens.shape[1]
    causal = jnp.tril(jnp.ones((length, length), bool))
    visible = (causal & (segments[:, :, None] == segments[:, None, :]))[:, None]
    angles = _angles(length, shape)
    stream = weights["token_embd"][tokens]
    for layer in weights["blk"]:
        stream += _attention(layer, _norm(stream, layer["attn_norm"], shape), visible, angles, shape)
        stream += _feed_forward(layer, _norm(stream, layer["ffn_norm"], shape))
    return _norm(stream, weights["output_norm"], shape)


def logits(weights: dict, tokens: jax.Array, segments: jax.Array, shape: Shape) -> jax.Array:
    """Logits of each next token."""
    return hidden_states(weights, tokens, segments, shape) @ weights["token_embd"].T


def _norm(values: jax.Array, weight: jax.Array, shape: Shape) -> jax.Array:
    return values * jax.lax.rsqrt((values * values).mean(-1, keepdims=True) + shape.norm_epsilon) * weight


def _angles(length: int, shape: Shape) -> jax.Array:
    half = shape.width // shape.heads // 2
    frequencies = shape.rope_base ** (-jnp.arange(half) / half)
    return jnp.arange(length)[:, None] * frequencies


def _rotate(heads: jax.Array, angles: jax.Array) -> jax.Array:
    """Rotary embedding of adjacent pairs, as in llama.cpp for this architecture."""
    even, odd = heads[..., 0::2], heads[..., 1::2]
    cosine, sine = jnp.cos(angles), jnp.sin(angles)
    return jnp.stack([even * cosine - odd * sine, even * sine + odd * cosine], -1).reshape(heads.shape)


def _attention(layer: dict, stream: jax.Array, visible: jax.Array, angles: jax.Array, shape: Shape) -> jax.Array:
    batch, length, width = stream.shape
    size = width // shape.heads

    def heads(name: str) -> jax.Array:
        return (stream @ layer[name]).reshape(batch, length, shape.heads, size).transpose(0, 2, 1, 3)

    query, key = _rotate(heads("attn_q"), angles), _rotate(heads("attn_k"), angles)
    scores = jnp.where(visible, query @ key.transpose(0, 1, 3, 2) * size**-0.5, -1e9)
    mixed = jax.nn.softmax(scores) @ heads("attn_v")
    return mixed.transpose(0, 2, 1, 3).reshape(batch, length, width) @ layer["attn_output"]


def _feed_forward(layer: dict, stream: jax.Array) -> jax.Array:
    return (jax.nn.silu(stream @ layer["ffn_gate"]) * (stream @ layer["ffn_up"])) @ layer["ffn_down"]
