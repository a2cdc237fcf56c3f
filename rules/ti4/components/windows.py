"""The moments of the game at which a card or ability may speak (TI4 E.2).

Each constant is the window's name in the facts; the comment says where it opens (TI4 C, E.1).
"""

from typing import Final

from rules.ti4.speech import N_

WHEN_RECEIVED: Final = "when_received"  # W-42
STRATEGY_PHASE_START: Final = "strategy_phase_start"  # ST0
NEXT_STRATEGY_PHASE_START: Final = "next_strategy_phase_start"  # ST0, before the others
WHEN_STRATEGY_CARD_CHOSEN: Final = "when_strategy_card_chosen"  # ST1
STRATEGY_PHASE_END: Final = "strategy_phase_end"  # ST3
ACTION: Final = "action"  # AC2: a component action
TURN_START: Final = "turn_start"  # AC1b, the active player
OWNER_TURN_START: Final = "owner_turn_start"  # AC1b, the others
AFTER_ACTION_PERFORMED: Final = "after_action_performed"  # AC3b
AFTER_TACTICAL_ACTION: Final = "after_tactical_action"  # T6
AFTER_STRATEGY_ABILITY_RESOLVED: Final = "after_strategy_ability_resolved"  # X1, X2
AFTER_ACTIVATION: Final = "after_activation"  # T1, the active player
AFTER_OTHER_ACTIVATION: Final = "after_other_activation"  # T1, the others
AFTER_ANY_ACTIVATION: Final = "after_any_activation"  # T1, everybody
AFTER_SHIPS_MOVED_IN: Final = "after_ships_moved_in"  # end of T2a
BEFORE_SPACE_CANNON_ROLL: Final = "before_space_cannon_roll"  # T2b, I3
WHEN_ABILITY_ROLL: Final = "when_ability_roll"  # T2b, I1, I3
BEFORE_ASSIGN_SPACE_CANNON_HITS: Final = "before_assign_space_cannon_hits"  # T2b, I3
START_OF_COMBAT: Final = "start_of_combat"  # C0, G0
START_OF_COMBAT_ROUND: Final = "start_of_combat_round"  # C0, C1s, G0, G1s
END_OF_COMBAT_ROUND: Final = "end_of_combat_round"  # C5e, G2e
START_OF_SPACE_COMBAT: Final = "start_of_space_combat"  # C0
START_OF_SPACE_COMBAT_ROUND: Final = "start_of_space_combat_round"  # C0, C1s
AFTER_RETREAT_DECLARED: Final = "after_retreat_declared"  # C2, the opponent
COMBAT_ROLLS: Final = "combat_rolls"  # C3, G1
AFTER_COMBAT_DIE_ROLL: Final = "after_combat_die_roll"  # C3, the roller
AFTER_GROUND_COMBAT_ROLLS: Final = "after_ground_combat_rolls"  # G1
BEFORE_ASSIGN_COMBAT_HITS: Final = "before_assign_combat_hits"  # C4
WHEN_SUSTAIN_DAMAGE_USED: Final = "when_sustain_damage_used"  # wherever hits are assigned
AFTER_SUSTAIN_DAMAGE_USED: Final = "after_sustain_damage_used"  # the one who scored the hit
AFTER_ASSIGN_HITS: Final = "after_assign_hits"  # C4, G2
WHEN_UNIT_DESTROYED: Final = "when_unit_destroyed"  # any step
AFTER_UNIT_DESTROYED: Final = "after_unit_destroyed"  # any step
END_OF_SPACE_COMBAT_ROUND: Final = "end_of_space_combat_round"  # C5e
AFTER_COMBAT_WON: Final = "after_combat_won"  # C6, G3
AFTER_SPACE_COMBAT_WON: Final = "after_space_combat_won"  # C6, the winner
AFTER_SPACE_COMBAT_ENDED: Final = "after_space_combat_ended"  # C6, winner and loser
START_OF_INVASION: Final = "start_of_invasion"  # I0
INVASION_COMMIT: Final = "invasion_commit"  # I2
AFTER_UNITS_COMMITTED: Final = "after_units_committed"  # end of I2
START_OF_GROUND_COMBAT: Final = "start_of_ground_combat"  # G0
START_OF_GROUND_COMBAT_ROUND: Final = "start_of_ground_combat_round"  # G0, G1s
END_OF_GROUND_COMBAT_ROUND: Final = "end_of_ground_combat_round"  # G2e
AFTER_GROUND_COMBAT_WON: Final = "after_ground_combat_won"  # G3, the winner
WHEN_PLANET_GAINED: Final = "when_planet_gained"  # I5, the new controller
AFTER_PLANET_GAINED: Final = "after_planet_gained"  # I5
AFTER_PLANET_LOST: Final = "after_planet_lost"  # I5, the former controller
WHEN_PRODUCTION_USED: Final = "when_production_used"  # T5, X2 of Warfare
AFTER_PRODUCTION_USED: Final = "after_production_used"  # the same
WHEN_STRUCTURE_PLACED: Final = "when_structure_placed"  # W-39
WHEN_RESEARCHING: Final = "when_researching"  # W-38
AFTER_RESEARCH: Final = "after_research"  # W-38
WHEN_TECHNOLOGY_GAINED: Final = "when_technology_gained"  # W-38
WHEN_COMMODITIES_REPLENISHED: Final = "when_commodities_replenished"  # W-25
AFTER_COMMODITIES_REPLENISHED: Final = "after_commodities_replenished"  # W-25
AFTER_NEIGHBOR_TRADE: Final = "after_neighbor_trade"  # W-41
WHEN_ACTION_CARDS_DRAWN: Final = "when_action_cards_drawn"  # W-40
WHEN_ACTION_CARD_PLAYED: Final = "when_action_card_played"  # Y2
STATUS_PHASE_START: Final = "status_phase_start"  # S0
STATUS_PHASE_RETURN_STRATEGY_CARDS: Final = "status_phase_return_strategy_cards"  # S8
STATUS_PHASE_END: Final = "status_phase_end"  # S9
ACTION_PHASE_SCORE: Final = "action_phase_score"  # W-27
AGENDA_PHASE_START: Final = "agenda_phase_start"  # A0
WHEN_AGENDA_REVEALED: Final = "when_agenda_revealed"  # A1w
AFTER_AGENDA_REVEALED: Final = "after_agenda_revealed"  # A1p
BEFORE_VOTING: Final = "before_voting"  # A1v
AFTER_YOU_VOTE: Final = "after_you_vote"  # A2, the voter
AFTER_SPEAKER_VOTES: Final = "after_speaker_votes"  # end of A2
WHEN_ELECTED: Final = "when_elected"  # A3
AGENDA_OUTCOME: Final = "agenda_outcome"  # A3

ACTIVATION: Final = "activation"  # T1, everything that comes after an activation
COMBAT_OPENS: Final = "combat_opens"  # C0, G0
ROUND_OPENS: Final = "round_opens"  # C1s, G1s
ROUND_ENDS: Final = "round_ends"  # C5e, G2e

TOGETHER: Final = {
    ACTIVATION: (AFTER_ACTIVATION, AFTER_OTHER_ACTIVATION, AFTER_ANY_ACTIVATION),
    COMBAT_OPENS: (
        START_OF_COMBAT,
        START_OF_SPACE_COMBAT,
        START_OF_GROUND_COMBAT,
        START_OF_COMBAT_ROUND,
        START_OF_SPACE_COMBAT_ROUND,
        START_OF_GROUND_COMBAT_ROUND,
    ),
    ROUND_OPENS: (
        START_OF_COMBAT_ROUND,
        START_OF_SPACE_COMBAT_ROUND,
        START_OF_GROUND_COMBAT_ROUND,
    ),
    ROUND_ENDS: (END_OF_COMBAT_ROUND, END_OF_SPACE_COMBAT_ROUND, END_OF_GROUND_COMBAT_ROUND),
}
"""Windows of several moments that are one and the same (TI4 E.0, C.4): the active player first, one
ability each, lap after lap."""

IN_COMBAT: Final = frozenset(
    timing for window in (COMBAT_OPENS, ROUND_ENDS) for timing in TOGETHER[window]
)
"""The moments of a combat that goes on."""
IN_SPACE: Final = frozenset(
    (START_OF_SPACE_COMBAT, START_OF_SPACE_COMBAT_ROUND, END_OF_SPACE_COMBAT_ROUND)
)
ON_PLANETS: Final = frozenset(
    (START_OF_GROUND_COMBAT, START_OF_GROUND_COMBAT_ROUND, END_OF_GROUND_COMBAT_ROUND)
)

ALL: Final = tuple(
    value for name, value in list(globals().items()) if name.isupper() and isinstance(value, str)
)
"""Every window by name: what a player may set a standing policy for."""

OWN: Final = frozenset((
    ACTION, TURN_START, AFTER_ACTION_PERFORMED, AFTER_TACTICAL_ACTION,
    AFTER_STRATEGY_ABILITY_RESOLVED, AFTER_ACTIVATION, INVASION_COMMIT, WHEN_PRODUCTION_USED,
    AFTER_PRODUCTION_USED, WHEN_STRUCTURE_PLACED, WHEN_RESEARCHING, AFTER_YOU_VOTE,
    WHEN_TECHNOLOGY_GAINED,
))  # fmt: skip
"""Windows in a player's own turn, vote or research: what is used there stands with its orders."""

OF_AN_AGENDA: Final = (WHEN_AGENDA_REVEALED, AFTER_AGENDA_REVEALED)
"""What is asked together with the vote, even where windows do not stop the table."""

MOMENTS: Final = {
    WHEN_RECEIVED: N_("When received"),
    STRATEGY_PHASE_START: N_("Strategy phase start"),
    NEXT_STRATEGY_PHASE_START: N_("Next strategy phase start"),
    WHEN_STRATEGY_CARD_CHOSEN: N_("When strategy card chosen"),
    STRATEGY_PHASE_END: N_("Strategy phase end"),
    ACTION: N_("Action"),
    TURN_START: N_("Turn start"),
    OWNER_TURN_START: N_("Owner turn start"),
    AFTER_ACTION_PERFORMED: N_("After action performed"),
    AFTER_TACTICAL_ACTION: N_("After tactical action"),
    AFTER_STRATEGY_ABILITY_RESOLVED: N_("After strategy ability resolved"),
    AFTER_ACTIVATION: N_("After activation"),
    AFTER_OTHER_ACTIVATION: N_("After other activation"),
    AFTER_ANY_ACTIVATION: N_("After any activation"),
    AFTER_SHIPS_MOVED_IN: N_("After ships moved in"),
    BEFORE_SPACE_CANNON_ROLL: N_("Before space cannon roll"),
    WHEN_ABILITY_ROLL: N_("When ability roll"),
    BEFORE_ASSIGN_SPACE_CANNON_HITS: N_("Before assign space cannon hits"),
    START_OF_COMBAT: N_("Start of combat"),
    START_OF_COMBAT_ROUND: N_("Start of combat round"),
    END_OF_COMBAT_ROUND: N_("End of combat round"),
    START_OF_SPACE_COMBAT: N_("Start of space combat"),
    START_OF_SPACE_COMBAT_ROUND: N_("Start of space combat round"),
    AFTER_RETREAT_DECLARED: N_("After retreat declared"),
    COMBAT_ROLLS: N_("Combat rolls"),
    AFTER_COMBAT_DIE_ROLL: N_("After combat die roll"),
    AFTER_GROUND_COMBAT_ROLLS: N_("After ground combat rolls"),
    BEFORE_ASSIGN_COMBAT_HITS: N_("Before assign combat hits"),
    WHEN_SUSTAIN_DAMAGE_USED: N_("When sustain damage used"),
    AFTER_SUSTAIN_DAMAGE_USED: N_("After sustain damage used"),
    AFTER_ASSIGN_HITS: N_("After assign hits"),
    WHEN_UNIT_DESTROYED: N_("When unit destroyed"),
    AFTER_UNIT_DESTROYED: N_("After unit destroyed"),
    END_OF_SPACE_COMBAT_ROUND: N_("End of space combat round"),
    AFTER_COMBAT_WON: N_("After combat won"),
    AFTER_SPACE_COMBAT_WON: N_("After space combat won"),
    AFTER_SPACE_COMBAT_ENDED: N_("After space combat ended"),
    START_OF_INVASION: N_("Start of invasion"),
    INVASION_COMMIT: N_("Invasion commit"),
    AFTER_UNITS_COMMITTED: N_("After units committed"),
    START_OF_GROUND_COMBAT: N_("Start of ground combat"),
    START_OF_GROUND_COMBAT_ROUND: N_("Start of ground combat round"),
    END_OF_GROUND_COMBAT_ROUND: N_("End of ground combat round"),
    AFTER_GROUND_COMBAT_WON: N_("After ground combat won"),
    WHEN_PLANET_GAINED: N_("When planet gained"),
    AFTER_PLANET_GAINED: N_("After planet gained"),
    AFTER_PLANET_LOST: N_("After planet lost"),
    WHEN_PRODUCTION_USED: N_("When production used"),
    AFTER_PRODUCTION_USED: N_("After production used"),
    WHEN_STRUCTURE_PLACED: N_("When structure placed"),
    WHEN_RESEARCHING: N_("When researching"),
    AFTER_RESEARCH: N_("After research"),
    WHEN_TECHNOLOGY_GAINED: N_("When technology gained"),
    WHEN_COMMODITIES_REPLENISHED: N_("When commodities replenished"),
    AFTER_COMMODITIES_REPLENISHED: N_("After commodities replenished"),
    AFTER_NEIGHBOR_TRADE: N_("After neighbor trade"),
    WHEN_ACTION_CARDS_DRAWN: N_("When action cards drawn"),
    WHEN_ACTION_CARD_PLAYED: N_("When action card played"),
    STATUS_PHASE_START: N_("Status phase start"),
    STATUS_PHASE_RETURN_STRATEGY_CARDS: N_("Status phase return strategy cards"),
    STATUS_PHASE_END: N_("Status phase end"),
    ACTION_PHASE_SCORE: N_("Action phase score"),
    AGENDA_PHASE_START: N_("Agenda phase start"),
    WHEN_AGENDA_REVEALED: N_("When agenda revealed"),
    AFTER_AGENDA_REVEALED: N_("After agenda revealed"),
    BEFORE_VOTING: N_("Before voting"),
    AFTER_YOU_VOTE: N_("After you vote"),
    AFTER_SPEAKER_VOTES: N_("After speaker votes"),
    WHEN_ELECTED: N_("When elected"),
    AGENDA_OUTCOME: N_("Agenda outcome"),
    ACTIVATION: N_("After activation"),
    COMBAT_OPENS: N_("Start of combat"),
    ROUND_OPENS: N_("Start of combat round"),
    ROUND_ENDS: N_("End of combat round"),
}
"""Every window as a reader is told of it."""
