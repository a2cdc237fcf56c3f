"""Words of the server: its catalogues, and what is said of orders that cannot be read."""

from typing import TypeAlias

from django.utils.functional import Promise

Words: TypeAlias = str | Promise
"""A text for people; a promise is put into its reader's language when it becomes a `str`."""
