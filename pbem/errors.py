"""The base of the errors that people at a table can make."""

from typing import ClassVar


class TableError(Exception):
    """Raised for what cannot be done; `words` tell whoever tried it what to do instead."""

    code: ClassVar[str] = "table"

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words
