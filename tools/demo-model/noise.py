"""Adds typing errors to questions."""

import random

_NEAR = dict(zip("qwertyuiopasdfghjklzxcvbnm", "wqreyutipoasfdhgkjlzxvcnbm"))
_SMALL_WORDS = {"the", "a", "an", "to", "do", "i", "is", "of", "please", "me", "can", "my", "it", "in", "for"}


def mistyped(word: str, chance: random.Random) -> str:
    """The word with one letter replaced, missing, doubled or swapped."""
    if len(word) < 4 or not word.isalpha():
        return word
    at = chance.randrange(1, len(word) - 1)
    kind = chance.randrange(4)
    if kind == 0:
        return word[:at] + word[at + 1 :]
    if kind == 1:
        return word[:at] + word[at] + word[at:]
    if kind == 2:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word[:at] + _NEAR.get(word[at], word[at]) + word[at + 1 :]


def typed(question: str, chance: random.Random, keep: str | None = None) -> str:
    """The question with typing errors. `keep`: a text that must not change."""
    words = question.split()
    if keep is None and chance.random() < 0.1:
        at = chance.randrange(len(words))
        words[at] = mistyped(words[at], chance)
    if len(words) > 4 and chance.random() < 0.08:
        small = [at for at, word in enumerate(words) if word in _SMALL_WORDS]
        if small:
            del words[chance.choice(small)]
    return cased(" ".join(words), chance, keep) + chance.choice(["", "", "?", "?", "?", ".", "!", " ?", "??"])


def cased(text: str, chance: random.Random, keep: str | None) -> str:
    """The text as it is, in lower case or in upper case."""
    draw = chance.random()
    if keep is not None or draw < 0.55:
        text = text[0].upper() + text[1:] if draw < 0.5 else text
        return text.replace(" i ", " I ").replace(" i'", " I'").replace("earshot", "Earshot") if draw < 0.45 else text
    return text.upper() if draw > 0.98 else text
