"""Orders as they come in: read, stored at once, and left for `advancing.advance` to rule on.

Storing does not take the game's lock, so a mail is safe even while another process advances that
game. Storing with the same key again returns the row that is already there.

Two kinds of words are not orders of a game. `COMMANDS` are about the life of a game and are handled
in `intake`. Everything else a mail may ask (STATUS, HAND, HELP, PRESS …) belongs to whoever reads
the mail: that part of the site gives its own verbs to `split_commands`, deals with the lines it
gets back, and submits the text that is left.
"""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from django.utils import timezone

from pbem.models import Game, Seat, Submission
from pbem.orders import reports
from pbem.orders.numbers import Listed
from pbem.play import loading
from pbem.storage import prepared
from rules.kernel.orders.clerk import ASK
from rules.kernel.ruleset import Ruleset
from rules.lexicon import OrderLine, Verbs, read_page
from rules.lexicon.text import storable

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "accept": ("accept", "akceptuj", "elfogad"),
    "decline": ("decline", "reject", "odrzuc oferte", "elutasit"),
    "withdraw": ("withdraw", "wycofaj", "visszavon"),
    "go": ("go", "go ahead", "wykonaj", "mehet"),
    "undo": ("undo", "take back", "cofnij", "visszacsinal"),
    "standing": ("standing", "stale", "allando"),
    ASK: ("ask", "pytaj", "kerdezz"),
}
KEY_LENGTH = 100


@cache
def verbs_of(ruleset: Ruleset[Any]) -> Verbs:
    """Return a game's own verbs and the commands about its life."""
    return ruleset.vocabulary(COMMANDS)


@cache
def _with(ruleset: Ruleset[Any], handled: Verbs) -> Verbs:
    """Merge two vocabularies; kept, because that takes longer than reading a page with them."""
    return verbs_of(ruleset).merged(handled)


def split_commands(text: str, ruleset: Ruleset[Any], handled: Verbs) -> tuple[list[OrderLine], str]:
    """Return the lines with a verb among `handled`, and the text without them, line for line."""
    page = read_page(text, _with(ruleset, handled))
    taken = [line for line in page.lines if line.verb in handled]
    if not taken:
        return [], text
    left: dict[int, list[str]] = {line.no: [] for line in taken}
    others = [line for line in page.lines if line not in taken]
    for no, said in [(line.no, line.text) for line in others] + [
        (error.no, error.text) for error in page.errors
    ]:
        if no in left:
            left[no].append(said)
    kept = [
        "; ".join(left[no]) if no in left else line
        for no, line in enumerate(text.splitlines(), start=1)
    ]
    return taken, "\n".join(kept)


def submit(
    game: Game,
    seat: Seat,
    text: str,
    door: str,
    key: str,
    received: datetime | None = None,
    listed: Listed | None = None,
    said: Sequence[Sequence[Any]] = (),
    typed: str = "",
) -> Submission:
    """Store orders as received; the caller then advances the game, here or in a task.

    `listed`: the numbered options that their writer had before them. `said`: what came of commands
    that were `typed` among the orders on a page; where there is nothing else, nothing is left to
    be done.
    """
    now = timezone.now()
    text = storable(text)
    if len(key) > KEY_LENGTH:
        key = hashlib.sha256(key.encode()).hexdigest()
    submission = Submission(
        game=game,
        seat=seat,
        key=key,
        door=door,
        text=storable(typed) or text,
        received=min(received or now, now),
        listed=listed.data if listed else {},
        said=list(said),
    )
    page = read_page(text, verbs_of(loading.ruleset_of(game)))
    reports.store_page(submission, page)
    if said and not (page.lines or page.errors):
        submission.state = Submission.State.DONE
    if prepared.insert_unless_there(submission):
        return submission
    return Submission.objects.get(game=game, key=key)
