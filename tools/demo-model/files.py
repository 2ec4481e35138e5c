"""Where the steps of the work leave things for each other; not kept in the repository."""

from pathlib import Path

BUILD = Path(__file__).parent / "build"
DIALOGUES = BUILD / "dialogues.jsonl"
TOKENIZER = BUILD / "tokenizer.json"
