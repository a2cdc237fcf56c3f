"""Drawing and discarding: action cards and secret objectives (TI4 28, 24.4, 29.21, 41.5)."""

from collections.abc import Sequence

from rules.imperium import cards as deck
from rules.kernel.decisions import Choice, Option
from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4 import texts
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import OBJECTIVES
from rules.ti4.names import ACTION_NAMES
from rules.ti4.speech import _
from rules.ti4.state import Table, View
from rules.ti4.versions import ONE_SECRET_NOT_ASKED
from rules.toolbox.targets import player

SECRETS = 3


class DiscardCards(deck.DiscardCards):
    """The choice of the action cards that go; by default the newest (TI4 28.4, J.3)."""

    ahead = True
    rule = "TI4 28.4"
    names = ACTION_NAMES

    def limit(self, v: View) -> int:
        return modifiers.hand_limit(v.table, self.seat)

    def title(self, card: str) -> str:
        return ev.title(card)


class ReturnSecret(Choice[str]):
    """The choice of the unscored secret objective that goes back (TI4 24.4, H-45)."""

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
    """Draw action cards, open the moment of drawing (W-40), then keep the hand limit (TI4 28.3,
    K-7)."""
    p = t.sub(f"draw@{seat}")
    take_action_cards(p, seat, n)
    yield from timing.moment(p, w.WHEN_ACTION_CARDS_DRAWN, player(seat), (seat,))
    yield from keep_hand_limit(p, seat)


def take_action_cards(t: Table, seat: int, n: int) -> list[str]:
    """Draw from the top of the deck; shuffle the discards if the deck is empty (TI4 41.5)."""
    drawn = deck.draw(t, n)
    deck.to_hand(t, seat, drawn)
    if drawn:
        public = ev.CardsTaken(seat, len(drawn))
        t.tell(ev.CardsDrawn(seat, drawn), to=seat, public=public, cite="TI4 28.3")
    return drawn


def keep_hand_limit(t: Table, seat: int) -> Play[None]:
    """Ask a player with too many action cards which to discard (TI4 28.4)."""
    if t.table.sides[seat].hand > modifiers.hand_limit(t.table, seat):
        cards = yield from t.ask(DiscardCards(seat))
        discard(t, seat, cards)


def discard(t: Table, seat: int, cards: Sequence[str]) -> None:
    deck.to_discards(t, seat, cards)
    if cards:
        t.tell(ev.CardsDiscarded(seat, list(cards)), cite="TI4 28.4")


def draw_secret(t: Table, seat: int) -> Play[None]:
    """Draw a secret objective and give one back beyond the limit (TI4 24.2 to 24.4, H-45, H-76)."""
    if not t.box.secret:
        return
    card = t.box.secret.pop(0)
    t.hand[seat].secrets.append(card)
    t.table.sides[seat].secrets += 1
    public = ev.SecretTaken(seat)
    t.tell(ev.SecretDrawn(seat, card), to=seat, public=public, cite="TI4 24.3")
    side = t.table.sides[seat]
    if side.secrets + secrets_scored(side.scored, t.table.revealed) > SECRETS:
        held = t.hand[seat].secrets
        alone = len(held) == 1 and t.rules >= ONE_SECRET_NOT_ASKED
        back = held[0] if alone else (yield from t.ask(ReturnSecret(seat)))
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
