"""Stores weights on disk between the steps."""

import json
from dataclasses import asdict

import jax
import jax.numpy as jnp
import numpy as np

from files import BUILD
from model import Shape, init



def save(name: str, weights: dict, shape: Shape) -> None:
    """Writes weights under a name."""
    leaves = {str(index): np.asarray(leaf) for index, leaf in enumerate(jax.tree.leaves(weights))}
    np.savez(BUILD / f"{name}.npz", **leaves)
    (BUILD / f"{name}.json").write_text(json.dumps(asdict(shape)), "utf8")


def load(name: str) -> tuple[dict, Shape]:
    """Reads the weights of a name."""
    shape = Shape(**json.loads((BUILD / f"{name}.json").read_text("utf8")))
    structure = jax.tree.structure(jax.eval_shape(lambda: init(shape, jax.random.key(0))))
    with np.load(BUILD / f"{name}.npz") as leaves:
        return jax.tree.unflatten(structure, [jnp.asarray(leaves[str(index)]) for index in range(len(leaves.files))]), shape
