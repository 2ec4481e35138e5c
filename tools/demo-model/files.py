"""Folder of intermediate files; not in the repository."""

from pathlib import Path

BUILD = Path(__file__).parent / "build"
DIALOGUES = BUILD / "dialogues.jsonl"
TOKENIZER = BUILD / "tokenizer.json"
