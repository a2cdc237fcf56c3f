"""Finds the commands in the text of a mail and leaves the rest for the game."""

from functools import cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from notifications.commands import greetings
from notifications.commands.base import Said
from notifications.commands.press import Press, set_messages_aside, with_message
from notifications.commands.preview import Preview, has_orders
from notifications.commands.registry import TO_SERVER
from pbem.orders.submissions import COMMANDS, split_commands
from rules.kernel.ruleset import Ruleset
from rules.lexicon import OrderLine, Verbs
from rules.lexicon.text import fold

MOST = 40
"""Commands in one mail; nobody needs more, and each costs."""
_PREVIEW, _PRESS = Preview().id, Press().id


class Split(NamedTuple):
    """The commands of a mail, and the text that is left for the game."""

    commands: list[Said]
    orders: str


@cache
def verbs_of_commands(ruleset: Ruleset[Any]) -> Verbs:
    """Return the words of commands, without those that the game has for itself."""
    own = {fold(word) for words in ruleset.verbs.values() for word in words}
    words = {
        id: [word for word in map(fold, command.words.all) if word not in own]
        for id, command in TO_SERVER.items()
    }
    return Verbs(words, [id for id, command in TO_SERVER.items() if command.free_text])


@cache
def _first_words(ruleset: Ruleset[Any]) -> frozenset[str]:
    """Return the first word of everything that is an order or a command, so no greeting."""
    commands = (command.words.all for command in TO_SERVER.values())
    every = (*ruleset.verbs.values(), *commands, *COMMANDS.values())
    return frozenset(fold(word).split()[0] for words in every for word in words)


def split(text: str, ruleset: Ruleset[Any], author: str = "") -> Split:
    """Return the commands in a text, each once, and the text without them.

    Greetings and a signature, which may be the `author`'s name, are left out of the orders, unless
    there is nothing else.
    """
    plain, messages = set_messages_aside(text)
    lines, orders = split_commands(plain, ruleset, verbs_of_commands(ruleset))
    bare = greetings.without(orders, _first_words(ruleset), author)
    orders = bare if lines or has_orders(bare) else orders
    found = [_said(line) for line in lines]
    commands = list(
        dict.fromkeys(with_message(one, messages) if one.what == _PRESS else one for one in found)
    )
    previewed = [c for c in commands if c.what == _PREVIEW]
    if any(not c.rest.strip() for c in previewed) and has_orders(orders):
        commands = [c for c in commands if c.what != _PREVIEW]
        commands.append(Said(_PREVIEW, orders, TO_SERVER[_PREVIEW].title))
        orders = ""
    return Split(commands[:MOST], orders)


def _said(line: OrderLine) -> Said:
    said = Said(line.verb, line.rest, line.text)
    if line.guard or line.when != "now":
        words = _("This is done at once, when it is read: write it without a condition or a time.")
        return said._replace(words=words, done=False)
    return said
