"""The versions of the rules from which a ruling changed; steps under way keep the older one."""

HAND_LIMIT_AFTER_DEALS = 2
"""A deal that brings action cards asks for discards at once (TI4 28.4)."""

SECONDARY_PRODUCES = 2
"""The secondary of Warfare counts as a use of Production (Prophecy of Ixth)."""

GOOD_BEFORE_SHIP = 2
"""Salvage Operations: the trade good comes before the purchase that it may pay for."""

HITS_HAVE_AUTHORS = 2
"""Space Cannon of several players: who missed has scored no hit (Direct Hit, TI4 29.9)."""

HITS_OF_ABILITIES_CANCELLED = 2
"""Shields Holding meets hits of abilities in a combat, too (Ambush, Impulse Core)."""

IDLE_HITS_ASK_NOBODY = 2
"""Hits that can fall on nothing open no window (barrage without fighters, TI4 42.2)."""

RIFT_TAKES_WHO_FLEW = 2
"""A gravity rift destroys a ship that flew, not a damaged one that lay at the goal (TI4 63.2)."""

COMBAT_ENDS_AT_ONCE = 2
"""A combat whose opening shots leave one side no ships is over: nobody retreats (TI4 9.9)."""

JETS_FOR_EACH_ROLL = 2
"""Maneuvering Jets: one copy for each roll of Space Cannon, not one for all of them."""

ABILITIES_BEFORE_SECONDARY = 3
"""What is used "when Production is used" comes before the secondary of Warfare is answered."""

EACH_HIT_HAS_ITS_AUTHOR = 3
"""Space Cannon of several players: every hit is credited to who rolled it, in the order rolled."""

BARRAGE_NEEDS_FIGHTERS = 3
"""Nobody rolls Anti-Fighter Barrage at a side without fighters (TI4 42.2)."""

ONE_SECRET_NOT_ASKED = 3
"""A player with one secret objective to return is not asked which (TI4 24.4)."""

WAITING_INFANTRY_TOLD = 3
"""Infantry that waits and finds no planet at home is told to be gone (TI4 72.4)."""

ONE_WINDOW = 3
"""What comes after an activation is one window, and so are the start and the end of a round: the
active player first, one ability each, lap after lap; mandatory abilities in their place (OE-1)."""

WHAT_DICE_NEEDED = 4
"""Rolls in fights tell what each die needed to hit, so that a report can weigh the luck in them."""

LAW_IS_ONE_CARD = 5
"""A law that its owner discards while it is voted on again is taken up from the discards when the
vote is decided (TI4 20.20, 31.5)."""
