"""What people cannot do at a table, in words that say what to do instead."""

from typing import ClassVar


class TableError(Exception):
    """Something that cannot be done; its words are for whoever asked for it."""

    code: ClassVar[str] = "table"

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words
