"""The status phase (TI4 21, C.7)."""

import re
from collections.abc import Sequence
from itertools import combinations, islice
from random import Random
from typing import Any

from rules.imperium.payment import FREE, PAY_WORDS
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, Group, Pick
from rules.kernel.table import Play
from rules.lexicon import MissingPart, OrderLine, write_counted
from rules.ti4 import cards, economy, points, scoring, texts
from rules.ti4 import events as ev
from rules.ti4.components import modifiers, presence, registry, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import NOTES, OBJECTIVES
from rules.ti4.names import ACTION_NAMES, OBJECTIVE_NAMES
from rules.ti4.phases.strategy import PickStrategy
from rules.ti4.reading import read_pools
from rules.ti4.scoring import NOTHING, Score
from rules.ti4.setup import reveal_objective
from rules.ti4.speech import _
from rules.ti4.state import NoteId, Phase, Public, Table, Until, View
from rules.ti4.strategy.base import Redistribute, set_pools
from rules.ti4.units.limits import enforce
from rules.toolbox.choices import NOTHING_WORDS

_PRICE = re.compile(rf"\s+(?:{'|'.join(PAY_WORDS)}):?\s+", re.IGNORECASE)

# -- scoring -------------------------------------------------------------------------------------


def write_score(score: Score) -> str:
    if not score.card:
        return "SCORE nothing"
    line = f"SCORE {ev.title(score.card)}"
    if score.pay != FREE:
        return f"{line} PAY {economy.pay_text(score.pay)}"
    if score.tokens:
        return f"{line} PAY {write_counted(score.tokens, str)}"
    if score.cards:
        return f"{line} PAY {', '.join(map(ev.title, score.cards))}"
    return line


def read_score(v: View, seat: int, rest: str) -> tuple[Score, tuple[str, ...]]:
    """Read "Lead from the Front PAY 2 tactic, 1 strategy"; without PAY planets pay at the least
    cost, while cards and tokens are the player's choice."""
    name, *price = _PRICE.split(rest, maxsplit=1)
    if name.strip().lower() in ("", *NOTHING_WORDS):
        return NOTHING, ()
    found = OBJECTIVE_NAMES.find(name)
    notes = (found.read_as,) if found.read_as else ()
    if found.id not in registry.built("objective"):
        return Score(found.id), notes
    if not price:
        _ask_what_is_spent(v, seat, found.id)
        return scoring.priced(v, seat, found.id, False) or Score(found.id), notes
    what = registry.objective(found.id).price[0]
    if what == "tokens":
        pools = read_pools(price[0])
        return Score(found.id, tokens={p: pools[p] for p in economy.POOLS if p in pools}), notes
    if what == "cards":
        paid = [ACTION_NAMES.find(card).id for card in price[0].split(",")]
        return Score(found.id, cards=sorted(paid)), notes
    return Score(found.id, economy.read_pay(price[0])), notes


def _ask_what_is_spent(v: View, seat: int, card: str) -> None:
    """Raise if several cards, or tokens of several pools, could be spent for an objective."""
    what, amount = registry.objective(card).price
    side = v.table.sides[seat]
    usual = scoring.priced(v, seat, card, False)
    if what == "cards":
        doubtful = len(v.mine.cards) > amount
    else:
        pools = bool(side.tactic) and bool(side.strategy)
        doubtful = what == "tokens" and pools and side.tactic + side.strategy > amount
    if doubtful and usual is not None:
        words = _("Say what you spend, for example: {order}", order=write_score(usual))
        raise MissingPart(words)


def public_problems(v: View, seat: int, score: Score) -> list[Problem]:
    """Return why a public objective cannot be scored (TI4 29.5, 29.8, 29.16)."""
    if not score.card:
        return []
    if score.card not in v.table.revealed:
        words = _("{card} is not a revealed public objective.", card=ev.title(score.card))
        return [Problem("not-revealed", words, "TI4 29.11")]
    if score.card in v.table.sides[seat].scored:
        return [Problem("scored-before", _("You have scored it already."), "TI4 29.8")]
    if not scoring.holds_home(v.table, seat):
        words = _("You do not control all planets of your home system.")
        return [Problem("home-lost", words, "TI4 29.16")]
    if score.card not in scoring.open_publics(v.table, seat):
        words = _("Its requirement is not met: {condition}", condition=texts.says(score.card))
        return [Problem("not-met", words, "TI4 29.5")]
    return scoring.price_problems(v, seat, score, ())


def best_scores(v: View, seat: int, options: Sequence[str], spend: bool) -> list[Score]:
    """Return ways to score one of these, the most valuable first; `spend`: with a price too."""
    found = []
    for card in sorted(options, key=lambda c: (-OBJECTIVES[c].points, c)):
        if spend or scoring.is_free(card):
            score = scoring.priced(v, seat, card, goods=spend)
            if score is not None:
                found.append(score)
    return found


def _score_pick(v: View, seat: int, slot: str, label: str, cards: Sequence[str]) -> Pick:
    """Return the objectives that can be scored now, with the ways to pay for each."""
    found = {}
    for card in sorted(cards, key=lambda c: (-OBJECTIVES[c].points, c)):
        for score in _payments(v, seat, card):
            line = write_score(score).partition(" ")[2]
            found[line] = f"{line} (+{OBJECTIVES[card].points})"
    return Pick(slot, label, (("", _("nothing")), *found.items()))


def _payments(v: View, seat: int, card: str) -> list[Score]:
    """Return ways to pay for an objective: planets alone or with goods, tokens of each pool."""
    found = [scoring.priced(v, seat, card, goods) for goods in (False, True)]
    what, amount = registry.objective(card).price
    if what == "tokens":
        split = ({"tactic": n, "strategy": amount - n} for n in range(amount, -1, -1))
        ways = [{pool: n for pool, n in tokens.items() if n} for tokens in split]
        found += [Score(card, tokens=tokens) for tokens in ways]
    if what == "cards":
        held = sorted(v.mine.cards)
        found += [Score(card, cards=list(some)) for some in islice(combinations(held, amount), 40)]
    legal = [x for x in found if x and not scoring.price_problems(v, seat, x, ())]
    return list({write_score(x): x for x in legal}.values())


class ScorePublic(Decision[Score]):
    """The choice of one public objective to score, through Imperial (TI4 24.2)."""

    Answer = Score
    ahead = True
    verbs = ("score",)
    clock = "turn"
    rule = "TI4 24.2"

    def problems(self, v: View, answer: Score) -> list[Problem]:
        return public_problems(v, self.seat, answer)

    def default(self, v: View) -> Score:
        """Score the best objective that costs nothing (TI4 J.4)."""
        free = best_scores(v, self.seat, scoring.open_publics(v.table, self.seat), False)
        return free[0] if free else NOTHING

    def sample(self, v: View, rng: Random) -> Score:
        options = best_scores(v, self.seat, scoring.open_publics(v.table, self.seat), True)
        return rng.choice(options) if options else NOTHING

    def prompt(self, v: View) -> str:
        return _("Score a public objective whose requirement you meet?")

    def template(self, v: View) -> Sequence[str]:
        options = best_scores(v, self.seat, scoring.open_publics(v.table, self.seat), True)
        return [*map(write_score, options), "SCORE nothing"]

    def forms(self, v: View) -> list[Form]:
        cards = scoring.open_publics(v.table, self.seat)
        field = _score_pick(v, self.seat, "public", _("Public objective"), cards)
        lines, groups = ("SCORE {public}",), (Group("", (field,)),)
        return [Form("score", _("Score"), lines, groups, nothing="SCORE nothing")]

    def write(self, v: View, answer: Score) -> str:
        return write_score(answer)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Score]:
        last = len(lines) - 1
        score, notes = read_score(v, self.seat, lines[last].rest)
        return Reading(score, (last,), notes)


class Scores(Fixed):
    public: Score = NOTHING
    secret: Score = NOTHING


class ScoreObjectives(Decision[Scores]):
    """The choice of one public and one secret objective to score (TI4 21.1, D-50)."""

    Answer = Scores
    ahead = True
    verbs = ("score",)
    clock = "status"
    rule = "TI4 21.1"

    def problems(self, v: View, answer: Scores) -> list[Problem]:
        return public_problems(v, self.seat, answer.public) or self._secret(v, answer)

    def _secret(self, v: View, answer: Scores) -> list[Problem]:
        card = answer.secret.card
        if not card:
            return []
        if card not in v.mine.secrets:
            return [Problem("not-your-card", _("That is not your objective."), "TI4 29.19")]
        if card not in scoring.open_secrets(v, self.seat):
            words = _("It cannot be scored now: {condition}", condition=texts.says(card))
            return [Problem("not-met", words, "TI4 29.5")]
        taken = answer.public.pay.planets
        problems = scoring.price_problems(v, self.seat, answer.secret, taken)
        if problems or self._affordable(v, answer):
            return problems
        return [Problem("cannot-pay", _("You cannot pay for both."), "TI4 29.10")]

    def _affordable(self, v: View, answer: Scores) -> bool:
        side = v.table.sides[self.seat]
        goods = answer.public.pay.goods + answer.secret.pay.goods
        return goods <= side.goods

    def default(self, v: View) -> Scores:
        """Score the best objective of each kind that costs nothing (TI4 J.3)."""
        publics = best_scores(v, self.seat, scoring.open_publics(v.table, self.seat), False)
        secrets = best_scores(v, self.seat, scoring.open_secrets(v, self.seat), False)
        return Scores((publics or [NOTHING])[0], (secrets or [NOTHING])[0])

    def sample(self, v: View, rng: Random) -> Scores:
        publics = best_scores(v, self.seat, scoring.open_publics(v.table, self.seat), True)
        secrets = best_scores(v, self.seat, scoring.open_secrets(v, self.seat), True)
        public = rng.choice(publics) if publics else NOTHING
        answer = Scores(public, rng.choice(secrets) if secrets else NOTHING)
        return Scores(public) if self.problems(v, answer) else answer

    def prompt(self, v: View) -> str:
        return _("Score up to one public and one secret objective.")

    def template(self, v: View) -> Sequence[str]:
        publics = best_scores(v, self.seat, scoring.open_publics(v.table, self.seat), True)
        secrets = best_scores(v, self.seat, scoring.open_secrets(v, self.seat), True)
        return [*map(write_score, publics), *map(write_score, secrets), "SCORE nothing"]

    def forms(self, v: View) -> list[Form]:
        publics, secrets = (
            scoring.open_publics(v.table, self.seat),
            scoring.open_secrets(v, self.seat),
        )
        fields = (
            _score_pick(v, self.seat, "public", _("Public objective"), publics),
            _score_pick(v, self.seat, "secret", _("Secret objective"), secrets),
        )
        lines, groups = ("SCORE {public}", "SCORE {secret}"), (Group("", fields),)
        return [Form("score", _("Score"), lines, groups, nothing="SCORE nothing")]

    def write(self, v: View, answer: Scores) -> str:
        lines = [write_score(s) for s in (answer.public, answer.secret) if s.card]
        return "\n".join(lines) or "SCORE nothing"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Scores]:
        public = secret = NOTHING
        notes: tuple[str, ...] = ()
        for line in lines:
            score, more = read_score(v, self.seat, line.rest)
            notes += more
            if not score.card:
                continue
            open_to_all = OBJECTIVES[score.card].stage or score.card in v.table.revealed
            if (public if open_to_all else secret).card:
                words = _("Only one public and one secret objective can be scored.")
                return Reading(problems=(Problem("too-many", words, "TI4 21.1"),))
            if open_to_all:
                public = score
            else:
                secret = score
        return Reading(Scores(public, secret), tuple(range(len(lines))), notes)


# -- the questions to come -----------------------------------------------------------------------


def questions_to_come(table: Public, seat: int) -> list[Decision[Any]]:
    """Return what the phase will ask a seat, as the table stands; nothing while the seat still has
    an action to take."""
    side = table.sides[seat]
    acts = table.phase == Phase.TURN and not side.passed
    if side.out or (acts and (side.tactic or set(side.cards) - set(side.used))):
        return []
    if table.phase not in (Phase.TURN, Phase.STATUS, Phase.SCORE, Phase.REVEAL):
        return []
    asked: list[Decision[Any]] = []
    if table.phase in (Phase.TURN, Phase.STATUS):
        acting = presence.acting(table, seat, w.STATUS_PHASE_START)
        asked += filter(None, (c.question_to_come(table, seat) for c in acting))
    scores = side.secrets or scoring.open_publics(table, seat)
    if scores and table.phase != Phase.REVEAL:
        asked.append(ScoreObjectives(seat))
    tokens = Redistribute(seat, gained=modifiers.tokens_gained(table, seat))
    return [*asked, tokens, PickStrategy(seat)]


# -- the steps -----------------------------------------------------------------------------------


def begin(t: Table) -> Play[None]:
    """Begin the status phase (S0)."""
    yield from timing.moment(t, w.STATUS_PHASE_START)
    t.table.phase = Phase.SCORE


def score_objectives(t: Table) -> Play[None]:
    """Ask all at once and score in initiative order; a victory ends the game (TI4 21.1)."""
    order = timing.initiative_order(t.table)
    asked = [
        ScoreObjectives(s)
        for s in order
        if t.table.sides[s].secrets or scoring.open_publics(t.table, s)
    ]
    answers = yield from t.ask_all(asked)
    for decision, answer in zip(asked, answers, strict=True):
        if t.check(decision, answer):
            answer = yield from t.ask(decision)
        for score in (answer.public, answer.secret):
            if score.card:
                scoring.score(t, decision.seat, score)
    t.table.phase = Phase.REVEAL


def reveal(t: Table) -> Play[None]:
    """Reveal the next objective, then deal action cards in initiative order (TI4 21.2, 21.3)."""
    if not t.table.hidden_one + t.table.hidden_two:
        points.end_by_points(t)
    reveal_objective(t)
    for seat in timing.initiative_order(t.table):
        yield from cards.draw_action_cards(t, seat, modifiers.cards_drawn(t.table, seat))
    t.table.phase = Phase.TOKENS


def tokens(t: Table) -> Play[None]:
    """Return the tokens on the board and ask for the pools with the new ones (TI4 21.4, 21.5)."""
    t.table.tokens = {}
    order = timing.initiative_order(t.table)
    asked = [Redistribute(s, gained=modifiers.tokens_gained(t.table, s)) for s in order]
    answers = yield from t.ask_all(asked)
    for decision, pools in zip(asked, answers, strict=True):
        if t.check(decision, pools):
            pools = decision.default(t.view(decision.seat))
        set_pools(t, decision.seat, pools)
        yield from enforce(t, (decision.seat,))
    t.table.phase = Phase.READY


def ready(t: Table) -> Play[None]:
    """Ready everything, repair, and return strategy cards (TI4 21.6 to 21.8, S9)."""
    t.table.spent = []
    t.table.damaged = {}
    for side in t.table.sides:
        side.exhausted = []
        side.used = []
    for law in t.table.laws.values():
        law.exhausted = False
    yield from timing.moment(t, w.STATUS_PHASE_RETURN_STRATEGY_CARDS)
    for side in t.table.sides:
        if not side.keeps_cards:
            for card in side.cards:
                t.table.card_goods[card] = 0
            side.cards = []
    yield from timing.moment(t, w.STATUS_PHASE_END)
    _notes_back(t)
    timing.expire(t.table, Until.ROUND, Until.TURN)
    t.table.agendas_done = 0
    yield from enforce(t, range(len(t.table.sides)))
    if t.table.custodians:
        next_round(t)
    else:
        t.table.phase = Phase.AGENDA_START


def _notes_back(t: Table) -> None:
    """Return notes to their owners that stay in play until the end of the status phase."""
    for seat, side in enumerate(t.table.sides):
        for note in list(side.in_play):
            if NOTES[NoteId.read(note).note].returns == "end_of_status_phase":
                timing.return_note(t, seat, note)


def next_round(t: Table) -> None:
    """Begin the strategy phase of the next round (TI4 58)."""
    t.table.round += 1
    t.table.phase = Phase.STRATEGY
