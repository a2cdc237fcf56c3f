"""`RULES`: the text of a rule by its number, or of a card by its name."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from notifications.commands.base import (
    Answer,
    Asked,
    HelpLine,
    Question,
    Reader,
    Section,
    Usage,
    Words,
)
from notifications.compose.layout import headed
from pbem.play import loading
from pbem.words.order_errors import in_words
from rules.kernel.ruleset import Ruleset
from rules.lexicon import LexiconError


class Rules(Question):
    name = "rules"
    words = Words(("rules", "rule"), ("zasady", "zasada"), ("szabályok", "szabály"))
    section = Section.ASK
    usage = (
        Usage(
            ("RULES 9.4", "RULES Sabotage"),
            "the text of a rule by its number, or what a card, technology, unit, faction or "
            "species does by its name, where the game has it",
        ),
    )

    def help_lines(self, reader: Reader) -> Iterator[HelpLine]:
        words = _("RULES 9.4 – the text of a rule")
        if cards := reader.ruleset.features.cards:
            with_card = _("RULES 9.4 or RULES %(card)s – the text of a rule or a card")
            words = with_card % {"card": cards.example}
        yield HelpLine(Section.ASK, words)

    def answer(self, asked: Asked) -> Answer:
        ruleset = loading.ruleset_of(asked.game)
        number = asked.rest.strip().strip("[]#.")
        if not number:
            return Answer(headed(_("Rules"), [_how(ruleset)]))
        text = ruleset.rule_text(number)
        if text is None:
            return Answer(headed(_("Rules"), _card_lines(ruleset, number)))
        lines = f"{number}: {text}".split("\n")
        if get_language() != "en":
            lines.append(_("The text of rules is in English; cards and refusals are translated."))
        return Answer(headed(_("Rules"), lines))


def _how(ruleset: Ruleset[Any]) -> str:
    if not ruleset.features.cards:
        return _("Write the number that a ruling cites: RULES 9.4")
    words = _("Write the number that a ruling cites, or a name: RULES 9.4, RULES %(card)s")
    return words % {"card": ruleset.features.cards.example}


def _card_lines(ruleset: Ruleset[Any], name: str) -> list[str]:
    """Return what is told of a card's name; a bare number is no name."""
    try:
        text = ruleset.card_text(name) if any(map(str.isalpha, name)) else None
    except LexiconError as error:
        return [in_words(error)]
    if text is None:
        said = _("%(title)s has no text for rule %(number)s here. Look it up in the rulebook.")
        return [said % {"title": ruleset.title, "number": name}]
    return text.split("\n")
