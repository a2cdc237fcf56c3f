"""A round: an event card is revealed, resolved and discarded (TIN 4)."""

from rules.inscription.events import Ranked, Revealed, Scored, Won
from rules.inscription.facts import components
from rules.inscription.phases.council import council_event
from rules.inscription.phases.production import production_event
from rules.inscription.phases.strategy import ROLLED, spend_card, spend_dice
from rules.inscription.phases.war import war_event
from rules.inscription.scoring import points, title, totals, winners
from rules.inscription.state import Table, made_lists
from rules.kernel.table import Play


def reveal(t: Table) -> None:
    """Turn over the top card of the event deck (TIN 4.1.1)."""
    table = t.table
    parts = components(table.house)
    card = parts.events[t.box.events.pop(0)]
    table.round += 1
    table.event = card.id
    table.left = len(t.box.events)
    for sheets in table.players:
        sheets.since = (*map(len, made_lists(sheets)), len(sheets.warfare.units))
    t.tell(
        Revealed(table.round, card.id, card.title, card.stage, card.kind, card.resources),
        cite="TIN 4.1.1",
    )


def play_event(t: Table) -> Play[None]:
    """Reveal a card, let everybody do what it says, and discard it (TIN 4.1)."""
    if not t.table.event:
        reveal(t)
    card = components(t.table.house).events[t.table.event]
    if card.kind == "strategy" and t.table.step != ROLLED:
        yield from spend_card(t)
        return
    if card.kind == "strategy":
        yield from spend_dice(t)
    elif card.kind == "war":
        yield from war_event(t)
    elif card.kind == "council":
        yield from council_event(t)
    else:
        yield from production_event(t)
    end_round(t)
    if card.ends_game or not t.table.left:
        final_scoring(t)


def end_round(t: Table) -> None:
    """Active sheets and limits of the round end, the card is discarded (TIN 25.2, TW-17)."""
    table = t.table
    table.discard.append(table.event)
    table.event = ""
    table.step = ""
    table.black, table.focus = [], []
    for sheets in table.players:
        sheets.active = ""
        sheets.card, sheets.dice, sheets.borrowed = (), (), ""
        if sheets.used:
            sheets.used = {k: n for k, n in sheets.used.items() if k.startswith("game ")}


def final_scoring(t: Table) -> None:
    """Count every sheet's points and find who won (TIN 20)."""
    table = t.table
    parts = components(table.house)
    for seat, sheets in enumerate(table.players):
        by_sheet = totals(sheets, parts)
        table.final.append(by_sheet)
        sheets.score = points(sheets, parts)
        t.tell(
            Scored(
                seat,
                by_sheet["NAV"],
                by_sheet["EXP"],
                by_sheet["IND"],
                by_sheet["WAR"],
                sheets.score,
                sheets.industry.votes_left,
            ),
            cite=("TIN 20.2.1", "TIN 20.2.3"),
        )
        if len(table.players) <= 2:
            t.tell(Ranked(seat, title(table, parts, sheets.score)), cite="TIN 21.7.1")
    t.tell(Won(tuple(winners(table, parts))), cite=("TIN 20.3.1", "TIN 20.3.2"))
    table.phase = "over"
