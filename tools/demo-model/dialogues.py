"""Generates dialogues: an optional system prompt, and one to four questions with their answers."""

import json
import random
from dataclasses import dataclass, field
from pathlib import Path

from grammar import Grammar, read_lists
from noise import typed

CORPUS = Path(__file__).parent / "corpus"

#: Name of the model if the system prompt gives it none.
OWN_NAME = "the demo model of Earshot"

#: Weights of the kinds of questions.
_TASKS = {
    **dict.fromkeys(["chat", "stream", "feedback", "preference", "outcome", "import", "dataset", "recipe", "campaign"], 5.0),
    **dict.fromkeys(["addmodel", "provider", "project", "limit", "erase"], 4.5),
    **dict.fromkeys(["newkey", "embeddings", "metric", "summary", "getdata", "models", "report", "history"], 1.2),
}
_PLAIN = {
    **{"greet": 6, "mood": 5, "thanks": 5, "praise": 1, "ok": 1.2, "bye": 5, "who": 5, "nature": 2, "able": 5, "about": 8},
    **{"license": 0.8, "joke": 0.6, "insult": 0.7, "sorry": 0.3, "feel": 0.5, "feel.bad": 0.7, "user.named": 2.5},
    **{"user.asked": 1, "key": 1.6, "install": 1.6, "docs": 1.2, "address": 1.6, "library": 1.6, "console": 1.2},
}
_UNKNOWN = 26.0
_FOLLOWS = {"curl": 4, "address": 4, "fields": 2.5, "returns": 1.5, "method": 1, "again": 2, "short": 1.5}
#: Probabilities of words before and after a question, and of a question that asks for the curl command at once.
_BEFORE, _AFTER, _CURL_AT_ONCE = 0.16, 0.16, 0.04
#: Probability of a complete phrasing instead of a frame with a task, for kinds that have both.
_WHOLE = 0.33


@dataclass
class State:
    """State of a dialogue that an answer depends on, besides the question."""

    name: str | None = None
    short: bool = False
    user: str | None = None
    topic: str | None = None
    last: str | None = None
    messages: list[dict] = field(default_factory=list)


class Dialogues:
    """Draws random dialogues, reproducible by their seed."""

    def __init__(self, seed: int):
        self._chance = random.Random(seed)
        self._grammar = Grammar(read_lists(CORPUS))
        answers = json.loads((CORPUS / "answers.json").read_text("utf8"))
        self._tasks, self._plain = answers["tasks"], answers["plain"]

    def draw(self) -> list[dict]:
        """Messages of one dialogue; the last is an answer of the model."""
        chance = self._chance
        state = State()
        self._system(state)
        for _ in range(chance.choices([1, 2, 3, 4], [55, 28, 11, 6])[0]):
            question, answer = self._turn(state)
            state.messages += [{"role": "user", "content": question}, {"role": "assistant", "content": answer}]
            state.last = answer
        return state.messages

    def paraphrases(self, count: int) -> list[list[str]]:
        """A number of questions of each kind that has a single answer."""
        asked = lambda kind: self._decorated(self._first_question(kind))  # noqa: E731
        return [[asked(kind) for _ in range(count)] for kind in [*_TASKS, *_PLAIN]]

    def _first_question(self, kind: str) -> str:
        chance = self._chance
        if kind in self._grammar:
            return self._grammar.draw(kind, chance, {"user": self._grammar.draw("user", chance)})
        has_frames = f"{kind}.do" in self._grammar
        return self._ask("ask", kind) if has_frames else self._grammar.draw(f"{kind}.whole", chance)

    def _system(self, state: State) -> None:
        chance = self._chance
        kind = chance.choices(["none", "name", "short", "both", "plain"], [40, 30, 9, 9, 12])[0]
        parts = []
        if kind in ("name", "both"):
            state.name = self._grammar.draw("name", chance)
            parts.append(self._grammar.draw("system.name", chance, {"name": state.name}))
        if kind in ("short", "both"):
            state.short = True
            parts.append(self._grammar.draw("system.short", chance))
        if kind == "plain" or (parts and chance.random() < 0.3):
            parts.append(self._grammar.draw("system.plain", chance))
        if not parts:
            return
        chance.shuffle(parts)
        ending = chance.choice([".", ".", ".", "!", ""])
        text = (f"{ending or '.'} ").join(self._sentence(part) for part in parts) + ending
        if chance.random() < 0.1:
            text = text.lower() if state.name is None else text
        state.messages.append({"role": "system", "content": text})

    def _sentence(self, text: str) -> str:
        return text if self._chance.random() < 0.1 else text[0].upper() + text[1:]

    def _turn(self, state: State) -> tuple[str, str]:
        chance = self._chance
        if state.topic is not None and chance.random() < 0.55:
            if chance.random() < 0.72:
                return self._follow(state)
            return self._task(state, "ask.next")
        if state.user is not None and chance.random() < 0.4:
            return self._asked(state, self._grammar.draw("user.asked", chance), "user.known")
        kinds = ["task", "plain", "unknown"]
        weights = [sum(_TASKS.values()), sum(_PLAIN.values()), _UNKNOWN]
        # A name that was given is to be asked for.
        if state.name is not None and chance.random() < 0.6:
            return self._plain_question(state, chance.choice(["who", "who", "who", "greet"]))
        kind = chance.choices(kinds, weights)[0]
        if kind == "task":
            return self._task(state, "ask")
        if kind == "plain":
            return self._plain_question(state, chance.choices(list(_PLAIN), list(_PLAIN.values()))[0])
        state.topic = None
        return self._asked(state, self._grammar.draw("unknown", chance), "unknown")

    def _task(self, state: State, frames: str) -> tuple[str, str]:
        chance = self._chance
        weights = dict(_TASKS)
        if state.topic == "chat":
            weights["stream"] *= 4
        task = chance.choices(list(weights), list(weights.values()))[0]
        question = self._ask(frames if chance.random() < 0.93 else "ask.what", task)
        state.topic = task
        if chance.random() < _CURL_AT_ONCE:
            wrapped = ["curl for {}", "show me curl for {}", "{} with curl", "{} curl", "{} in curl", "curl {}", "a curl command for {}"]
            thing = self._grammar.draw(f"{task}.{chance.choice(['thing', 'do'])}", chance)
            return self._typed(chance.choice(wrapped).format(thing)), self._tasks[task]["curl"]
        return self._decorated(question), self._tasks[task]["short" if state.short else "full"]

    def _ask(self, frames: str, task: str) -> str:
        chance = self._chance
        do = self._grammar.draw(f"{task}.do", chance)
        parts = {"do": do, "doing": gerund(do), "thing": self._grammar.draw(f"{task}.thing", chance)}
        if frames == "ask" and f"{task}.whole" in self._grammar and chance.random() < _WHOLE:
            return self._grammar.draw(f"{task}.whole", chance)
        return self._grammar.draw(frames, chance, parts)

    def _plain_question(self, state: State, kind: str) -> tuple[str, str]:
        chance = self._chance
        state.topic = None
        if kind == "user.named":
            state.user = self._grammar.draw("user", chance)
            question = self._grammar.draw(kind, chance, {"user": state.user})
            return typed(question, chance, keep=state.user), self._answer(state, kind)
        return self._asked(state, self._first_question(kind), kind)

    def _follow(self, state: State) -> tuple[str, str]:
        chance = self._chance
        kind = chance.choices(list(_FOLLOWS), list(_FOLLOWS.values()))[0]
        question = self._typed(self._grammar.draw(f"follow.{kind}", chance))
        task = self._tasks[state.topic]
        if kind == "again":
            return question, state.last or task["full"]
        if kind == "method":
            return question, f"It is a {task['address'].split()[0]}."
        if kind == "address":
            return question, task["address"] + "."
        return question, task[kind]

    def _asked(self, state: State, question: str, kind: str) -> tuple[str, str]:
        if state.messages and self._chance.random() < 0.2:
            question = f"{self._grammar.draw('next', self._chance)} {question}"
        return self._decorated(question), self._answer(state, kind)

    def _answer(self, state: State, kind: str) -> str:
        answer = self._plain[kind]["short" if state.short else "full"]
        if kind == "who" and state.name is not None:
            answer = "I am {name}."
        if kind == "who" and state.name is None:
            answer = "I am {name}, a small language model." if not state.short else "I am {name}."
        return answer.format(name=state.name or OWN_NAME, user=state.user)

    def _decorated(self, question: str) -> str:
        chance = self._chance
        if chance.random() < _BEFORE:
            question = f"{self._grammar.draw('before', chance)} {question}"
        if chance.random() < _AFTER:
            question = f"{question} {self._grammar.draw('after', chance)}"
        return self._typed(question)

    def _typed(self, question: str) -> str:
        return typed(question.replace(" ,", ","), self._chance)


_DOUBLED = {"get", "put", "set", "run", "let", "begin", "submit", "log", "chat", "grab", "pit", "ship", "transfer", "upvote"}


def gerund(phrase: str) -> str:
    """ "send a chat" to "sending a chat"."""
    verb, _, rest = phrase.partition(" ")
    if verb in _DOUBLED and not verb.endswith("e"):
        verb = verb + (verb[-1] if verb != "transfer" else "r")
    elif verb.endswith("e") and not verb.endswith("ee"):
        verb = verb[:-1]
    return f"{verb}ing {rest}".strip()
