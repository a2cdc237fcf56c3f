"""These rule cases are run by `tests/rules/ti4/test_scenarios.py`.

Once the game is among `tests.rulesets.TESTED`, the folder above runs them by itself: then this file
and that test can go.
"""

collect_ignore_glob = ["*.yaml"]
