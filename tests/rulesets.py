"""The rulesets every kernel-wide test runs on."""

TESTED = (
    "tests.skirmish.ruleset.SKIRMISH",
    "rules.eclipse.ruleset.ECLIPSE",
    "rules.ti4.ruleset.TI4",
)
