"""`TABLE …`: what an organiser does on the page, and finding or watching another table, by mail."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from rapidfuzz import process

from notifications.commands.base import (
    Answer,
    Asked,
    Group,
    HelpLine,
    Reader,
    Section,
    Usage,
    Words,
)
from notifications.commands.table.base import OfTable
from notifications.commands.table.clocks import (
    Cancel,
    Disputes,
    Hours,
    Options,
    Pause,
    Rematch,
    Resume,
    Start,
    Terms,
)
from notifications.commands.table.listing import overview
from notifications.commands.table.new import JoinTable, New, Run
from notifications.commands.table.openness import Closed, Open, Watch
from notifications.commands.table.seats import (
    Bot,
    Bots,
    Free,
    Invite,
    RevokeAddress,
    Substitute,
    Wait,
)
from notifications.commands.table.show import Show
from pbem.table.lobby import LobbyError
from rules.lexicon.text import fold


class Table(Group):
    name = "table"
    words = Words(("table", "tables"), ("stół", "stoły"), ("asztal", "asztalok"))
    parts = (
        Invite(),
        Start(),
        Options(),
        Bot(),
        Bots(),
        Free(),
        Substitute(),
        Wait(),
        RevokeAddress(),
        Pause(),
        Resume(),
        Hours(),
        Terms(),
        Cancel(),
        Rematch(),
        Open(),
        Closed(),
        Watch(),
        Disputes(),
        New(),
        JoinTable(),
        Run(),
        Show(),
    )
    usage = (Usage(("TABLE",), "your tables, those with a seat for you, and those to watch"),)

    def help_lines(self, reader: Reader) -> Iterator[HelpLine]:
        listed = _("TABLE – your tables and open ones; TABLE NEW, TABLE JOIN 12")
        verbs = [part.example for part in self.parts if isinstance(part, OfTable)]
        to_run = _("TABLE %(verbs)s – you organise this table") % {"verbs": ", ".join(verbs)}
        if not reader.has_seat:
            yield HelpLine(Section.RUN, to_run, rank=-1)
            yield HelpLine(Section.ASK, listed)
            yield HelpLine(
                Section.ASK, _("TABLE SHOW 12 – what everybody can see at another table")
            )
            yield HelpLine(
                Section.ASK, _("TABLE RUN 12 – a mail to run another table of yours with")
            )
            return
        yield HelpLine(Section.TELL, listed)
        yield HelpLine(
            Section.TELL,
            _(
                "TABLE SHOW 12 – what everybody can see at another table that may be watched; "
                "TABLE WATCH 12 – whether it may, and how far behind"
            ),
        )
        if reader.organises:
            yield HelpLine(Section.TELL, to_run)

    def overview(self, asked: Asked) -> Answer:
        return Answer(overview(asked.player))

    def unknown(self, word: str) -> LobbyError:
        near = process.extractOne(fold(word).strip(".,:"), self.part_words, score_cutoff=70)
        there = ", ".join(part.title for part in self.parts)
        hint = (
            _("Did you mean %(name)s?") % {"name": f"TABLE {near[0].upper()}"}
            if near
            else _("There are: %(there)s.") % {"there": there}
        )
        return LobbyError(_("TABLE does not know “%(word)s”.") % {"word": word[:40]} + f" {hint}")
