"""The orders of one mail: which of its lines belong together, and to which question or turn."""

from collections.abc import Container, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from rules.kernel.decisions import Decision, Reaction
from rules.kernel.match import Match, step_of
from rules.kernel.orders.readers_words import in_readers_words
from rules.kernel.ruleset import Ruleset
from rules.kernel.views import SomeView
from rules.lexicon import Names, OrderLine
from rules.lexicon.text import fold


class Bundle(NamedTuple):
    """The orders of one mail by one seat.

    `step`: the step in which the seat had a question open that these orders fit, or "". `open`: the
    addresses of the questions that were open to the seat when the orders came, which a bare number
    answers, and of the turns that the orders failed to begin; lines for a later turn answer none of
    them. `round`: the round in which the orders came; lines that may be sent ahead are kept until
    the round ends. `go`: the sender wants what is legal carried out, though the whole was refused.
    """

    receipt: str
    seat: int
    lines: tuple[OrderLine, ...]
    step: str = ""
    open: tuple[str, ...] = ()
    round: int = 0
    go: bool = False


class Block(NamedTuple):
    """The lines of a bundle that are judged as one: `turn` 0 is the open question, 1 the next turn,
    2 the one after. `choice` 1 is a fallback for the block with choice 0, and so on."""

    turn: int
    choice: int


class Wait(NamedTuple):
    """Where a line belongs: its block, the step that block is bound to, whether the block can begin
    a turn, and whether the line is kept for a question later in the round, or was kept for one in a
    round that is over. `overtaken`: another plan for the same turn was carried out."""

    block: Block
    anchor: str
    begins_turn: bool
    kept_for_round: bool
    of_a_past_round: bool
    overtaken: bool = False


def anchor(match: Match, seat: int, lines: Sequence[OrderLine]) -> tuple[str, tuple[str, ...]]:
    """Return the step of an open question that these orders fit, and the addresses open."""
    mine = match.open_for(seat)
    addresses = tuple(address for address, _ in mine)
    for address, decision in mine:
        for line in lines:
            if line.when == "now" and (line.numbers or line.verb in decision.verbs):
                return step_of(address), addresses
    return "", addresses


def placed(match: Match, seat: int, lines: Sequence[OrderLine]) -> list[OrderLine]:
    """Return the lines with their time made plain: what begins a turn waits for one if none is
    open.

    An order without arguments, such as PASS, begins a later turn only with a condition or beside an
    answer to the question that is open: alone it was meant for that question, or for one that is
    gone. A single line that repeats a listed option is that option's number: it answers this one
    question.
    """
    mine = match.open_for(seat)
    view = match.view(seat)
    lines = [_about_now(match, view, line) for line in lines]
    alone = (
        _as_number(match.ruleset, mine[0][1], view, lines[0])
        if len(lines) == len(mine) == 1
        else None
    )
    if alone is not None and alone.numbers:
        return [alone]
    roots = _verbs_of_turns_alone(tuple(match.ruleset.decisions))
    open_verbs = {verb for _, decision in mine for verb in decision.verbs}
    if any(decision.root for _, decision in mine):
        later = roots - open_verbs
        acting = _verbs_of_the_main_turn(tuple(match.ruleset.decisions)) - open_verbs
        return [
            msgspec.structs.replace(line, when="turn")
            if line.when == "now"
            and (line.verb in later or (line.verb in acting and line.rest.strip()))
            else line
            for line in lines
        ]
    answers = [line for line in lines if line.when == "now" and _takes(line, open_verbs)]
    begun = False
    out: list[OrderLine] = []
    for line in lines:
        if line.when == "now" and not _takes(line, open_verbs) and line.verb in roots:
            begun = begun or bool(line.rest.strip() or line.guard or answers)
        if begun and line.when == "now" and not (line in answers and line.verb not in roots):
            line = msgspec.structs.replace(line, when="turn")
        out.append(line)
    return out


@cache
def root_verbs(kinds: tuple[type[Decision[Any]], ...]) -> frozenset[str]:
    return frozenset(verb for kind in kinds if kind.root for verb in kind.verbs)


@cache
def reaction_verbs(kinds: tuple[type[Decision[Any]], ...]) -> frozenset[str]:
    reactions = [kind for kind in kinds if issubclass(kind, Reaction)]
    return frozenset(verb for kind in reactions for verb in kind.verbs)


@cache
def window_names(windows: tuple[str, ...]) -> Names:
    return Names({name: (name,) for name in windows}, kind="window")


@cache
def _verbs_of_turns_alone(kinds: tuple[type[Decision[Any]], ...]) -> frozenset[str]:
    """Return the verbs that begin a turn and answer nothing else."""
    return frozenset(
        root_verbs(kinds) - {verb for kind in kinds if not kind.root for verb in kind.verbs}
    )


@cache
def _verbs_of_the_main_turn(kinds: tuple[type[Decision[Any]], ...]) -> frozenset[str]:
    """Return the verbs of the question that is a turn, which can come up inside it again: before it
    is open they can only mean the turn itself."""
    turns = {verb for kind in kinds if kind.root and kind.clock == "turn" for verb in kind.verbs}
    return frozenset(turns - reaction_verbs(kinds))


def _takes(line: OrderLine, verbs: Container[str]) -> bool:
    return bool(line.numbers) or line.verb in verbs


def _about_now(match: Match, view: SomeView, line: OrderLine) -> OrderLine:
    """Return the line with what it is about, as things stand on the table."""
    about = match.ruleset.subject(view, line.verb) if line.verb else ""
    return msgspec.structs.replace(line, about=about) if about else line


def _as_number(
    ruleset: Ruleset[Any], decision: Decision[Any], view: SomeView, line: OrderLine
) -> OrderLine:
    """Return a listed option's text or line, in English or the reader's language, as its number."""
    if line.when != "now" or line.guard or not decision.keeps or line.verb not in decision.verbs:
        return line
    said = {fold(line.text), fold(line.read_as)}
    for number, option in enumerate(decision.options(view), start=1):
        own = in_readers_words(ruleset, option.order, decision, view)
        if said & {fold(option.order), fold(option.text), fold(own)}:
            return msgspec.structs.replace(line, verb="", rest="", numbers=(number,))
    return line


def blocks_of(lines: Sequence[OrderLine], root_verbs: Container[str]) -> dict[int, Block]:
    """Return the block of each line, by its position: `NEXT TURN:` again, with an order that begins
    a turn, is one turn more; `OR:` alone is one choice more."""
    blocks: dict[int, Block] = {}
    turn = choice = 0
    heading = -1
    for i, line in enumerate(lines):
        if not line.verb and not line.numbers:
            continue
        if line.when in ("turn", "next-turn"):
            begins = line.verb in root_verbs and not line.fallback
            if not turn or (begins and line.block != heading):
                turn, choice, heading = turn + 1, 0, line.block
            elif line.fallback == "block":
                choice, heading = choice + 1, line.block
            blocks[i] = Block(turn, choice)
        elif line.when == "now":
            now = [block.choice for block in blocks.values() if not block.turn]
            blocks[i] = Block(0, max(now, default=0) + (line.fallback == "block"))
    return blocks


def positions_of(blocks: Mapping[int, Block], block: Block) -> list[int]:
    return [i for i, other in blocks.items() if other == block]


def in_order(blocks: Mapping[int, Block]) -> list[Block]:
    return sorted(set(blocks.values()))
