"""Tests of the steps before the training; needs only Python: python -m unittest discover tools/demo-model -p 'test_corpus.py'"""

import itertools
import json
import random
import unittest

from check_held_out import HELD_OUT, asked_in_training, compare
from dialogues import Dialogues, gerund
from generate import fresh
from grammar import Grammar, parse
from noise import typed


class GrammarTest(unittest.TestCase):
    def test_draws_every_choice_and_nothing_else(self):
        grammar = Grammar({"ask": ["(show|tell) me [all] {thing}"], "thing": ["a|b"]})
        drawn = {grammar.draw("ask", random.Random(seed)) for seed in range(200)}
        self.assertEqual(drawn, {f"{verb} me {rest}{thing}" for verb in ("show", "tell") for rest in ("", "all ") for thing in "ab"})

    def test_takes_a_given_text_for_a_list(self):
        self.assertEqual(Grammar({"ask": ["I am {name}"]}).draw("ask", random.Random(1), {"name": "Ada"}), "I am Ada")

    def test_refuses_brackets_that_do_not_match(self):
        for template in ("(a", "a)", "[a", "a]"):
            with self.assertRaises(ValueError):
                parse(template)


class DialoguesTest(unittest.TestCase):
    def test_are_the_same_for_the_same_seed_and_others_for_another(self):
        first, again, other = Dialogues(1), Dialogues(1), Dialogues(2)
        dialogues = [first.draw() for _ in range(50)]
        self.assertEqual(dialogues, [again.draw() for _ in range(50)])
        self.assertNotEqual(dialogues, [other.draw() for _ in range(50)])

    def test_alternate_between_user_and_model_and_leave_no_gap(self):
        drawn = Dialogues(3)
        for _ in range(500):
            messages = drawn.draw()
            roles = [message["role"] for message in messages if message["role"] != "system"]
            self.assertEqual(roles, ["user", "assistant"] * (len(roles) // 2))
            for message in messages:
                self.assertNotEqual(message["content"].strip(), "")
                self.assertNotRegex(message["content"], r"(?<!/)\{(name|user)\}|None")

    def test_have_questions_of_each_kind_in_other_words(self):
        kinds = Dialogues(1).paraphrases(20)
        self.assertEqual({len(texts) for texts in kinds}, {20})
        for texts in kinds:
            self.assertGreater(len(set(texts)), 5)
            self.assertNotIn("", texts)

    def test_never_ask_a_held_out_question(self):
        often_drawn = {"turns": [{"ask": "Who are you?"}, {"ask": "What is Earshot?"}]}
        held_out = [*json.loads(HELD_OUT.read_text("utf8")), often_drawn]
        lines = [json.dumps(messages) for messages in itertools.islice(fresh(4, held_out), 3_000)]
        self.assertEqual(compare(held_out, asked_in_training(lines))[0], [])

    def test_make_the_form_of_a_verb(self):
        for phrase, form in {"send a chat": "sending a chat", "get it": "getting it", "store a value": "storing a value"}.items():
            self.assertEqual(gerund(phrase), form)


class NoiseTest(unittest.TestCase):
    def test_keeps_a_name_letter_for_letter(self):
        for seed in range(200):
            self.assertIn("Quillon", typed("my name is Quillon", random.Random(seed), keep="Quillon"))


class HeldOutTest(unittest.TestCase):
    def test_a_question_that_differs_in_case_and_punctuation_alone_is_the_same(self):
        held_out = [{"turns": [{"ask": "What is it?"}, {"ask": "And that?"}]}]
        self.assertEqual(compare(held_out, ["what is  it"])[0], ["What is it?"])
