"""The rulesets every kernel-wide test runs on."""

TESTED = (
    "tests.skirmish.ruleset.SKIRMISH",
    "tests.logbook.ruleset.LOGBOOK",
    "rules.eclipse.ruleset.ECLIPSE",
    "rules.inscription.ruleset.INSCRIPTION",
    "rules.ti4.ruleset.TI4",
    "rules.ti3.ruleset.TI3",
)
