"""The moments of the game at which a card or ability may speak (TI3 36.2).

Each constant is the window's name in the facts; the comment says where it opens (TI3 34).
"""

from typing import Final

from rules.ti3.speech import N_

ANY_TIME: Final = "any_time"  # between two steps, and in every other window
OWN_ROLL: Final = "dice.own_roll"  # right after a die of the owner
CARD_REVEALED: Final = "reaction.action_card_revealed"  # W3
STRATEGY_PHASE: Final = "strategy_phase.any"  # T0, T3
BEFORE_PICKS: Final = "strategy_phase.before_first_pick"  # T0
ON_PICK: Final = "strategy_phase.on_pick"  # T1
AFTER_PICKS: Final = "strategy_phase.after_all_picks"  # T1z
ACTION: Final = "action_phase.turn_action"  # A2, C1
TURN_SKIP: Final = "action_phase.turn_skip"  # A2
PRIMARY: Final = "strategic_action.primary"  # P1
AFTER_PRIMARY: Final = "strategic_action.after_primary"  # start of P2
SECONDARY: Final = "strategic_action.secondary"  # P2
BEFORE_AGENDA: Final = "council.before_draw"  # V0
AGENDA_READ: Final = "council.after_read"  # V1
BEFORE_OWN_VOTE: Final = "council.before_own_vote"  # V3
AFTER_VOTE: Final = "council.after_vote_cast"  # V3
AFTER_ACTIVATION: Final = "activation.after_declare"  # K1, F1
MOVED: Final = "movement.after"  # K2p
BEFORE_BATTLE: Final = "space_battle.before_step"  # K4
PRE_COMBAT: Final = "space_battle.pre_combat"  # K4a
SPACE_ROUND: Final = "space_battle.round_start"  # K4b
ROUND_START: Final = "combat.round_start"  # K4b, K6b
AFTER_ROLL: Final = "combat.after_roll"  # K4c, K6b
CASUALTIES: Final = "space_battle.casualties"  # K4d
DAMAGED: Final = "space_battle.after_damage"  # K4a, K4d
BEFORE_LANDING: Final = "landing.before"  # K5
BOMBARDMENT: Final = "invasion.bombardment"  # K6b
BEFORE_INVASION: Final = "invasion.pre_combat"  # K6b
INVASION_WON: Final = "invasion.won"  # K5, K6b
INVASION_FAILED: Final = "invasion.failed"  # K6b
PLANET_GAINED: Final = "planet.control_gained"  # W28
PLANET_LOST: Final = "planet.control_lost"  # W28
BUYING: Final = "technology.before_purchase"  # P2
COLLECTED: Final = "trade.collect"  # P1, P2
STATUS: Final = "status_phase.any"  # Ux
FREE_ACTIONS: Final = "status_phase.free_actions"  # Ux, after the objectives
RETURN_CARDS: Final = "status_phase.return_cards"  # U7
COPIED: Final = "as_copied_card"
TURN_END: Final = "action_phase.turn_end"  # only for what happens by itself
ROUND_END: Final = "status_phase.end"  # only for what happens by itself

OWN: Final = frozenset((
    ANY_TIME, ACTION, OWN_ROLL, TURN_SKIP, PRIMARY, AFTER_ACTIVATION, BEFORE_OWN_VOTE,
    BEFORE_LANDING, BUYING, PLANET_GAINED, FREE_ACTIONS, COPIED,
))  # fmt: skip
"""Windows in a player's own turn, vote or purchase: what is used there stands with its orders."""

OF_AN_AGENDA: Final = (AGENDA_READ,)
"""What is asked together with the vote, even where windows do not stop the table."""

ALL: Final = tuple(
    value for name, value in list(globals().items()) if name.isupper() and isinstance(value, str)
)
"""Every window by name: what a player may set a standing policy for."""

ALSO: Final[dict[str, tuple[str, ...]]] = {
    BEFORE_PICKS: (STRATEGY_PHASE, ANY_TIME),
    STRATEGY_PHASE: (ANY_TIME,),
    AFTER_PICKS: (STRATEGY_PHASE,),
    SPACE_ROUND: (ROUND_START, ANY_TIME),
    ROUND_START: (ANY_TIME,),
    BEFORE_INVASION: (BOMBARDMENT,),
    AGENDA_READ: (ANY_TIME,),
    AFTER_ROLL: (OWN_ROLL,),
}
"""Windows that open together: one question for all of them."""

MOMENTS: Final = {
    ANY_TIME: N_("Any time"),
    OWN_ROLL: N_("After your roll"),
    CARD_REVEALED: N_("An action card is revealed"),
    STRATEGY_PHASE: N_("Strategy phase"),
    BEFORE_PICKS: N_("Before strategy cards are picked"),
    ON_PICK: N_("A strategy card is picked"),
    AFTER_PICKS: N_("All strategy cards are picked"),
    ACTION: N_("Action"),
    TURN_SKIP: N_("Your turn"),
    PRIMARY: N_("Primary ability"),
    AFTER_PRIMARY: N_("After a primary ability"),
    SECONDARY: N_("Secondary ability"),
    BEFORE_AGENDA: N_("Before an agenda is drawn"),
    AGENDA_READ: N_("An agenda is read"),
    BEFORE_OWN_VOTE: N_("Before you vote"),
    AFTER_VOTE: N_("After a vote"),
    AFTER_ACTIVATION: N_("After an activation"),
    MOVED: N_("Ships have moved"),
    BEFORE_BATTLE: N_("Before a space battle"),
    PRE_COMBAT: N_("Before the first round"),
    SPACE_ROUND: N_("A round of a space battle begins"),
    ROUND_START: N_("A combat round begins"),
    AFTER_ROLL: N_("After combat dice"),
    CASUALTIES: N_("Before casualties are taken"),
    DAMAGED: N_("A ship was damaged"),
    BEFORE_LANDING: N_("Before planetary landings"),
    BOMBARDMENT: N_("Before bombardment"),
    BEFORE_INVASION: N_("Before invasion combat"),
    INVASION_WON: N_("An invasion has succeeded"),
    INVASION_FAILED: N_("An invasion has failed"),
    PLANET_GAINED: N_("A planet was taken"),
    PLANET_LOST: N_("A planet was lost"),
    BUYING: N_("Before a technology is bought"),
    COLLECTED: N_("Trade goods were collected"),
    STATUS: N_("Status phase"),
    FREE_ACTIONS: N_("Status phase"),
    RETURN_CARDS: N_("Strategy cards go back"),
    COPIED: N_("As another card"),
    TURN_END: N_("The end of a turn"),
    ROUND_END: N_("The end of a round"),
}
"""Every window as a reader is told of it."""
