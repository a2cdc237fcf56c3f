"""A turn of the action phase, as both editions have it."""

from rules.imperium.speech import _


def instead_of_ending(verb: str, more: bool) -> str:
    """Ask back about DONE, or END TURN, where a turn has not begun: PASS gives up the rest of the
    round, so it is never guessed. `more`: PASS gives up only a further action of the turn."""
    if verb != "done":
        return ""
    if more:
        return _("PASS ends your turn; write PASS if that is meant.")
    return _(
        "A turn ends by itself after its action. PASS ends your round; write PASS if that is meant."
    )
