"""The order language all games share: lines, names, counts, argument phrases, conditions.

It knows no game. A game brings its verbs and names; this package reads what players write.
"""

from rules.lexicon.clauses import clauses
from rules.lexicon.counted import (
    ALL,
    NUMBER_WORDS,
    CountedReading,
    is_counted_at,
    plural_name,
    read_counted,
    write_counted,
)
from rules.lexicon.errors import (
    Ambiguous,
    BadCount,
    BadGuard,
    LeftOver,
    LexiconError,
    MissingPart,
    NotOpenNow,
    Sentence,
    TooLong,
    UnknownName,
    UnknownVerb,
    filled,
    listed,
    quoted,
    say,
)
from rules.lexicon.frames import adds_nothing
from rules.lexicon.guards import Facts, Guard, parse_guard
from rules.lexicon.inflect import plural
from rules.lexicon.lines import (
    MAX_LINE,
    MAX_LINES,
    LineError,
    OrderLine,
    Page,
    When,
    read_page,
    write_line,
)
from rules.lexicon.names import NameMatch, Names, shared
from rules.lexicon.slots import Slots, means, read_slots
from rules.lexicon.speech import N_, Speech, as_written, several, speaking
from rules.lexicon.text import fold, key
from rules.lexicon.verbs import Verbs

__all__ = [
    "ALL",
    "MAX_LINE",
    "MAX_LINES",
    "NUMBER_WORDS",
    "N_",
    "Ambiguous",
    "BadCount",
    "BadGuard",
    "CountedReading",
    "Facts",
    "Guard",
    "LeftOver",
    "LexiconError",
    "LineError",
    "MissingPart",
    "NameMatch",
    "Names",
    "NotOpenNow",
    "OrderLine",
    "Page",
    "Sentence",
    "Slots",
    "Speech",
    "TooLong",
    "UnknownName",
    "UnknownVerb",
    "Verbs",
    "When",
    "adds_nothing",
    "as_written",
    "clauses",
    "filled",
    "fold",
    "is_counted_at",
    "key",
    "listed",
    "means",
    "parse_guard",
    "plural",
    "plural_name",
    "quoted",
    "read_counted",
    "read_page",
    "read_slots",
    "say",
    "several",
    "shared",
    "speaking",
    "write_counted",
    "write_line",
]
