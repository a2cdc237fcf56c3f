"""Reputation tiles drawn after a battle (ECL 9.11)."""

import re
from collections.abc import Sequence

from rules.eclipse import events as ev
from rules.eclipse import reading
from rules.eclipse.facts import MOST_REPUTATION, REPUTATION_FOR
from rules.eclipse.player.civilization import me, room_for_reputation, track_fits
from rules.eclipse.setup import draw_from
from rules.eclipse.speech import _
from rules.eclipse.state import Table, View, battle_of
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Option, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine, Slots, read_slots

_TILE = re.compile(
    r"\b(?:the|tiles?|reputation|worth|one|of|żeton\w*|reputacj\w*|hírnév\w*|lapk\w*)\b",
    re.IGNORECASE,
)
_HIGHEST = re.compile(r"\b(?:highest|best|najwyższ\w*|legmagasabb\w*)", re.IGNORECASE)


class ReputationKept(Fixed):
    """The value kept (0: none) and the value given up from the track (0: none)."""

    keep: int = 0
    back: int = 0


class KeepReputation(Choice[ReputationKept]):
    """Which of the drawn reputation tiles to keep, and for which of the own (ECL 9.11.4, 9.11.5,
    21.4.4)."""

    Answer = ReputationKept
    verbs = ("keep", "take", "refuse", "hold")
    rule = "ECL 9.11.4"

    def options(self, v: View) -> list[Option[ReputationKept]]:
        player = me(v, self.seat)
        drawn = sorted(set(v.mine.drawn), reverse=True) if v.mine else []
        if room_for_reputation(player):
            return [Option(_("Keep the {n}", n=n), ReputationKept(n), f"KEEP {n}") for n in drawn]
        none = Option(_("Keep none of them"), ReputationKept(), "KEEP nothing")
        if not track_fits(player, player.reputation, len(player.ambassadors)) or v.mine is None:
            return [none]
        swaps = [
            Option(
                _("Keep the {n}, return a {back}", n=n, back=b),
                ReputationKept(n, b),
                f"KEEP {n} RETURNING {b}",
            )
            for n in drawn
            for b in sorted(set(v.mine.reputation))
        ]
        better = [o for o in swaps if o.answer.keep > o.answer.back]
        return [*better, none, *(o for o in swaps if o not in better)]

    def prompt(self, v: View) -> str:
        drawn = ", ".join(map(str, v.mine.drawn)) if v.mine else ""
        return _("You drew reputation tiles worth {worth}: keep one.", worth=drawn)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[ReputationKept]:
        for i, line in enumerate(lines):
            if line.verb in ("refuse", "hold"):
                reading.stands_alone(line, line.verb)
                return Reading(ReputationKept(), (i,))
            rest = reading.english_keywords(_TILE.sub(" ", line.rest)).strip()
            if not rest or _HIGHEST.search(rest):
                return Reading(self.default(v), (i,))
            if reading.means_points(rest):
                continue
            if reading.is_nothing(rest):
                return Reading(ReputationKept(), (i,))
            parts = read_slots(rest, Slots(("",), ("returning",), "KEEP 3 RETURNING 1"))
            back = reading.number(parts["returning"]) if "returning" in parts else 0
            return Reading(ReputationKept(reading.number(parts[""]), back), (i,))
        return Reading()


def tiles_earned(t: Table, number: str, seat: int) -> int:
    """Return how many tiles a seat draws: for taking part and for what it destroyed (ECL 9.11.2,
    9.11.3, 20.7.10)."""
    fray = battle_of(t.table)
    stayed = str(seat) in t.table.hexes[number].ships
    took_part = stayed or seat not in fray.fled
    kills = fray.kills.get(str(seat), {})
    earned: int = took_part + sum(REPUTATION_FOR[ship] * n for ship, n in kills.items())
    bag: list[int] = t.box.reputation
    return min(earned, MOST_REPUTATION, len(bag))


def reputation(t: Table, number: str, entered: list[int]) -> Play[None]:
    """Let players draw in order of entry, each draw completed before the next (ECL 9.11.6)."""
    for seat in entered:
        if seat in battle_of(t.table).fought:
            yield from draw_reputation(t, seat, tiles_earned(t, number, seat))


def draw_reputation(t: Table, seat: int, count: int) -> Play[None]:
    """Draw reputation tiles and ask which is kept; without a space and without a tile to exchange
    none can be (ECL 9.11.4, 9.11.5)."""
    if not count:
        return
    drawn, t.box.reputation = draw_from(t, f"reputation@{seat}", count)
    t.hand[seat].drawn = sorted(drawn, reverse=True)
    seen = ev.ReputationSeen(seat, sorted(drawn, reverse=True))
    t.tell(seen, to=seat, public=ev.ReputationDrawn(seat, count), cite="ECL 9.11.2")
    player = t.table.players[seat]
    free = room_for_reputation(player)
    if free and count == 1:
        kept = ReputationKept(drawn[0])
    elif free or player.reputation:
        kept = yield from t.ask(KeepReputation(seat))
    else:
        kept = ReputationKept()
    keep_reputation(t, seat, kept)


def keep_reputation(t: Table, seat: int, kept: ReputationKept) -> None:
    hand, player = t.hand[seat], t.table.players[seat]
    back = list(hand.drawn)
    hand.drawn = []
    if kept.back:
        hand.reputation.remove(kept.back)
        back.append(kept.back)
        player.reputation -= 1
    if kept.keep:
        back.remove(kept.keep)
        hand.reputation = sorted([*hand.reputation, kept.keep])
        player.reputation += 1
    t.box.reputation = sorted([*t.box.reputation, *back])
    told = ev.ReputationKept(seat, bool(kept.keep), bool(kept.back))
    t.tell(told, cite="ECL 9.11.5" if kept.back else "ECL 9.11.4")
