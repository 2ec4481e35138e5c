"""Generates phrasings: `(a|b)` is a choice, `[a]` is optional, `{name}` is an item of a list."""

import random
from dataclasses import dataclass
from pathlib import Path

_CLOSING = {"(": ")", "[": "]"}


@dataclass(frozen=True)
class Choice:
    """A choice between sequences."""

    options: tuple


@dataclass(frozen=True)
class Reference:
    """A reference to an item of a named list."""

    name: str


def parse(template: str) -> tuple:
    """Parses a template into texts, choices and references. Raises ValueError for unbalanced brackets."""
    options, end = _parse_options(template, 0, None)
    if end != len(template):
        raise ValueError(f"unmatched bracket at {end}: {template}")
    return options[0] if len(options) == 1 else (Choice(options),)


def _parse_options(template: str, at: int, closing: str | None) -> tuple[tuple, int]:
    options, parts, text = [], [], []

    def flush():
        if text:
            parts.append("".join(text))
            text.clear()

    while at < len(template) and template[at] != closing:
        character = template[at]
        if character in _CLOSING:
            flush()
            inner, at = _parse_options(template, at + 1, _CLOSING[character])
            parts.append(Choice(inner + ((),) if character == "[" else inner))
        elif character == "{":
            flush()
            end = template.index("}", at)
            parts.append(Reference(template[at + 1 : end]))
            at = end
        elif character == "|":
            flush()
            options.append(tuple(parts))
            parts = []
        elif character in ")]":
            raise ValueError(f"unmatched bracket at {at}: {template}")
        else:
            text.append(character)
        at += 1
    if closing is not None and at == len(template):
        raise ValueError(f"a bracket is not closed: {template}")
    flush()
    options.append(tuple(parts))
    return tuple(options), at


class Grammar:
    """Named lists of templates, from which random texts are drawn."""

    def __init__(self, lists: dict[str, list[str]]):
        self._lists = {name: [parse(template) for template in templates] for name, templates in lists.items()}

    def draw(self, name: str, chance: random.Random, given: dict[str, str] | None = None) -> str:
        """Expands a random template of the list; `given` replaces lists by texts. Raises KeyError for an unknown list."""
        return " ".join(self._write(chance.choice(self._lists[name]), chance, given or {}).split())

    def __contains__(self, name: str) -> bool:
        return name in self._lists

    def _write(self, parts: tuple, chance: random.Random, given: dict[str, str]) -> str:
        return "".join(self._write_part(part, chance, given) for part in parts)

    def _write_part(self, part, chance: random.Random, given: dict[str, str]) -> str:
        if isinstance(part, Choice):
            return self._write(chance.choice(part.options), chance, given)
        if isinstance(part, Reference):
            if part.name in given:
                return given[part.name]
            return self._write(chance.choice(self._lists[part.name]), chance, given)
        return part


def read_lists(folder: Path) -> dict[str, list[str]]:
    """Reads the lists of all `*.txt` files of a folder: `== name`, then one template per line; `#` begins a comment."""
    lists: dict[str, list[str]] = {}
    for file in sorted(folder.glob("*.txt")):
        name = None
        for line in file.read_text("utf8").splitlines():
            line = line.strip()
            if line == "" or line.startswith("#"):
                continue
            if line.startswith("== "):
                name = line[3:]
                if name in lists:
                    raise ValueError(f"{file.name}: the list {name} is there twice")
                lists[name] = []
            elif name is None:
                raise ValueError(f"{file.name}: a line before the first list: {line}")
            else:
                lists[name].append(line)
    return lists
