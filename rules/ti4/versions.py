"""The versions of the rules from which a ruling changed; steps under way keep the older one."""

HAND_LIMIT_AFTER_DEALS = 2
"""A deal that brings action cards asks for discards at once (TI4 28.4)."""

SECONDARY_PRODUCES = 2
"""The secondary of Warfare counts as a use of Production (Prophecy of Ixth)."""

GOOD_BEFORE_SHIP = 2
"""Salvage Operations: the trade good comes before the purchase that it may pay for."""
