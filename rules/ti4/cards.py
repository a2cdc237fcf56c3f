"""Drawing and discarding: action cards and secret objectives (TI4 28, 24.4, 29.21, 41.5)."""

from collections.abc import Sequence
from random import Random

from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine, read_counted
from rules.ti4 import events as ev
from rules.ti4 import modifiers, texts, timing
from rules.ti4 import windows as w
from rules.ti4.facts import OBJECTIVES
from rules.ti4.names import ACTION_NAMES
from rules.ti4.speech import _
from rules.ti4.state import Table, View
from rules.ti4.targets import player

SECRETS = 3


class DiscardCards(Decision[list[str]]):
    """Which action cards to give up (TI4 28.4); `due` of them, or down to the limit."""

    due: int = 0

    Answer = list[str]
    ahead = True
    verbs = ("discard",)
    rule = "TI4 28.4"

    def _due(self, v: View) -> int:
        over = len(v.mine.cards) - modifiers.hand_limit(v.table, self.seat)
        return min(len(v.mine.cards), self.due or max(0, over))

    def problems(self, v: View, answer: list[str]) -> list[Problem]:
        left = list(v.mine.cards)
        for card in answer:
            if card not in left:
                words = _("You do not hold {card}.", card=ev.title(card))
                return [Problem("not-your-card", words, "TI4 28.4")]
            left.remove(card)
        if len(answer) != self._due(v):
            return [Problem("wrong-number", _("Discard {n} card(s).", n=self._due(v)), "TI4 28.4")]
        return []

    def default(self, v: View) -> list[str]:
        """Give up the newest cards (TI4 J.3)."""
        return sorted(v.mine.cards[len(v.mine.cards) - self._due(v) :])

    def sample(self, v: View, rng: Random) -> list[str]:
        return sorted(rng.sample(v.mine.cards, self._due(v)))

    def prompt(self, v: View) -> str:
        return _("Discard {n} action card(s).", n=self._due(v))

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def write(self, v: View, answer: list[str]) -> str:
        return f"DISCARD {', '.join(ev.title(card) for card in answer) or 'nothing'}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[str]]:
        last = len(lines) - 1
        got = read_counted(lines[last].rest, ACTION_NAMES)
        cards = sorted(card for card, n in got.counts.items() for _ in range(n))
        return Reading(cards, (last,), got.read_as)


class ReturnSecret(Choice[str]):
    """Which unscored secret objective goes back (TI4 24.4, H-45)."""

    Answer = str
    verbs = ("return",)
    rule = "TI4 24.4"

    def options(self, v: View) -> list[Option[str]]:
        return [
            Option(
                _("Return {card}", card=ev.title(card)),
                card,
                f"RETURN {ev.title(card)}",
                texts.says(card),
            )
            for card in reversed(v.mine.secrets)
        ]

    def prompt(self, v: View) -> str:
        return _("You have more than three secret objectives: return one.")


def draw_action_cards(t: Table, seat: int, n: int) -> Play[None]:
    """TI4 28.3, then what draws trigger (W-40), then the hand limit (K-7)."""
    p = t.sub(f"draw@{seat}")
    take_action_cards(p, seat, n)
    yield from timing.moment(p, w.WHEN_ACTION_CARDS_DRAWN, player(seat), (seat,))
    yield from keep_hand_limit(p, seat)


def take_action_cards(t: Table, seat: int, n: int) -> list[str]:
    """Draw from the top of the deck; shuffle the discards if the deck is empty (TI4 41.5)."""
    drawn: list[str] = []
    for _card in range(n):
        if not t.box.action and t.table.discard:
            t.box.action = t.shuffle("action deck", sorted(t.table.discard))
            t.table.discard = []
        if not t.box.action:
            break
        drawn.append(t.box.action.pop(0))
    t.hand[seat].cards += drawn
    t.table.sides[seat].hand += len(drawn)
    if drawn:
        public = ev.CardsTaken(seat, len(drawn))
        t.tell(ev.CardsDrawn(seat, drawn), to=seat, public=public, cite="TI4 28.3")
    return drawn


def keep_hand_limit(t: Table, seat: int) -> Play[None]:
    """TI4 28.4"""
    if t.table.sides[seat].hand > modifiers.hand_limit(t.table, seat):
        cards = yield from t.ask(DiscardCards(seat))
        discard(t, seat, cards)


def discard(t: Table, seat: int, cards: Sequence[str]) -> None:
    for card in cards:
        t.hand[seat].cards.remove(card)
        t.table.sides[seat].hand -= 1
        t.table.discard.append(card)
    if cards:
        t.tell(ev.CardsDiscarded(seat, list(cards)), cite="TI4 28.4")


def draw_secret(t: Table, seat: int) -> Play[None]:
    """TI4 24.2 to 24.4, H-45, H-76"""
    if not t.box.secret:
        return
    card = t.box.secret.pop(0)
    t.hand[seat].secrets.append(card)
    t.table.sides[seat].secrets += 1
    public = ev.SecretTaken(seat)
    t.tell(ev.SecretDrawn(seat, card), to=seat, public=public, cite="TI4 24.3")
    side = t.table.sides[seat]
    if side.secrets + secrets_scored(side.scored, t.table.revealed) > SECRETS:
        back = yield from t.ask(ReturnSecret(seat))
        return_secret(t, seat, back)


def secrets_scored(scored: Sequence[str], public: Sequence[str]) -> int:
    """Count the scored secret objectives that have not become public."""
    known = [card for card in scored if card in OBJECTIVES and card not in public]
    return sum(OBJECTIVES[card].stage == 0 for card in known)


def return_secret(t: Table, seat: int, card: str) -> None:
    """Shuffle a secret objective back into the deck (TI4 24.4)."""
    t.hand[seat].secrets.remove(card)
    t.table.sides[seat].secrets -= 1
    t.box.secret = t.shuffle(f"secret deck@{seat}", sorted([*t.box.secret, card]))
    t.tell(ev.SecretReturned(seat), cite="TI4 24.4")
