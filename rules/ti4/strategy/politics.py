"""Politics (TI4 46, H-33)."""

import re
from collections.abc import Sequence
from itertools import permutations

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Option, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti4 import cards, texts
from rules.ti4 import events as ev
from rules.ti4.reading import read_player
from rules.ti4.speech import N_, _
from rules.ti4.state import Public, Table, View
from rules.ti4.strategy.base import YesNo

_SPEAKER = re.compile(
    r"^(?:(?:to|is|zostaje|legyen|a|az)\s+)+|\s+(?:the\s+)?(?:new\s+)?speaker$"
    r"|\s+legyen(?:\s+az?)?(?:\s+szónok)?$|\s+a\s+szónok$",
    re.IGNORECASE,
)


class NewSpeaker(Choice[int]):
    """The choice of the next speaker (TI4 46.2a)."""

    Answer = int
    part_of_turn = True
    verbs = ("speaker",)
    clock = "turn"
    rule = "TI4 46.2a"

    def options(self, v: View) -> list[Option[int]]:
        count = len(v.names)
        order = [(self.seat + k) % count for k in range(count)]
        return [
            Option(v.names[s], s, f"SPEAKER {v.names[s]}")
            for s in order
            if s != v.table.speaker and not v.table.sides[s].out
        ]

    def prompt(self, v: View) -> str:
        return _("Who becomes speaker?")

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[int]:
        """Read a player by name or nickname, as in "make Hacan speaker"."""
        last = len(lines) - 1
        said = _SPEAKER.sub("", lines[last].rest).strip(" :,.!")
        found = read_player(v, said, [option.answer for option in self.options(v)])
        if found is None:
            return super().read_orders(v, lines)
        return Reading(int(found.id), (last,), (found.read_as,) if found.read_as else ())


class Arrangement(Fixed):
    """Agenda cards for the top and the bottom of the deck, the topmost first."""

    top: list[str] = []
    bottom: list[str] = []


def _told(answer: Arrangement) -> str:
    top, bottom = (", ".join(map(ev.title, cards)) for cards in (answer.top, answer.bottom))
    if not bottom:
        return _("Top {cards}", cards=top)
    if not top:
        return _("Bottom {cards}", cards=bottom)
    return _("Top {top}; bottom {bottom}", top=top, bottom=bottom)


class ArrangeAgendas(Choice[Arrangement]):
    """The choice of where the two agendas seen go: top or bottom of the deck, in which order
    (TI4 46.2c)."""

    Answer = Arrangement
    part_of_turn = True
    verbs = ("agendas",)
    clock = "turn"
    rule = "TI4 46.2c"

    def options(self, v: View) -> list[Option[Arrangement]]:
        """Return every order of the cards, cut at every place into top and bottom."""
        seen = v.mine.seen
        found: list[Option[Arrangement]] = []
        for order in permutations(seen):
            for cut in range(len(order), -1, -1):
                answer = Arrangement(list(order[:cut]), list(order[cut:]))
                parts = []
                if answer.top:
                    parts.append(f"top {', '.join(map(ev.title, answer.top))}")
                if answer.bottom:
                    parts.append(f"bottom {', '.join(map(ev.title, answer.bottom))}")
                order_line = f"AGENDAS {' '.join(parts)}"
                found.append(Option(_told(answer), answer, order_line))
        return found

    def prompt(self, v: View) -> str:
        return _("The agenda cards you saw: top or bottom?")

    def background(self, v: View) -> Sequence[str]:
        return [texts.named(card) for card in v.mine.seen]

    def _texts(self, v: View, options: Sequence[Option[Arrangement]]) -> dict[str, list[str]]:
        """Return each option's texts, also as they stand behind the verb."""
        known = super()._texts(v, options)
        return {
            order: [*told, *(f"{self.verbs[0]} {text}" for text in told)]
            for order, told in known.items()
        }


class PoliticsSecondary(YesNo):
    """The choice whether to draw action cards by the secondary ability of Politics (TI4 46.3)."""

    verbs = ("draw", "skip", "follow")
    card = "politics"
    order = "DRAW"
    does = N_("Draw")
    fillers = ("2", "two", "action", "cards")
    rule = "TI4 46.3"

    def gives_words(self, v: View) -> str:
        return _("You draw 2 action cards.")


def primary(t: Table, seat: int) -> Play[None]:
    """Choose the speaker, draw cards and arrange the agenda deck (TI4 46.2)."""
    speaker = yield from t.ask(NewSpeaker(seat))
    t.table.speaker = speaker
    t.tell(ev.SpeakerChosen(speaker), cite="TI4 46.2a")
    yield from cards.draw_action_cards(t, seat, 2)
    seen = t.box.agenda[:2]
    if not seen:
        return
    t.box.agenda = t.box.agenda[2:]
    t.hand[seat].seen = seen
    t.tell(ev.AgendasSeen(seat, seen), to=seat, cite="TI4 46.2c")
    answer = yield from t.ask(ArrangeAgendas(seat))
    t.hand[seat].seen = []
    t.box.agenda = [*answer.top, *t.box.agenda, *answer.bottom]
    sizes = (len(answer.top), len(answer.bottom))
    t.tell(ev.AgendasArranged(seat, *sizes), cite="TI4 46.2c")


def question(table: Public, seat: int) -> PoliticsSecondary | None:
    return PoliticsSecondary(seat)


def secondary(t: Table, seat: int, answer: bool) -> Play[None]:
    """Draw two action cards (TI4 46.3)."""
    yield from cards.draw_action_cards(t, seat, 2)
