"""Rules by number: exact, with their parts, in stretches, and the nearest one above."""

from pathlib import Path

import pytest

from rules.kernel.rulebook import Rulebook, parent
from rules.lexicon.speech import speaking

BOOK = Rulebook(
    "SKR",
    {
        "4": "Raids",
        "4.1": "Who may raid.",
        "4.2": "Dice.",
        "4.2a": "A six always hits.",
        "4.2 D1": "Silence presses on.",
        "4.10": "The end of a raid.",
        "H-3": "A reading.",
        "SU-6.ii": "Deal the tiles.",
    },
)


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        ("4.1", "Who may raid."),
        ("SKR 4.1", "Who may raid."),
        ("[skr 4.1].", "Who may raid."),
        ("4.2", "Dice.\n4.2a A six always hits.\n4.2 D1 Silence presses on."),
        ("4.2 D1", "Silence presses on."),
        ("D1", "Silence presses on."),
        ("h-3", "A reading."),
        ("su-6.II", "Deal the tiles."),
        ("4.1, 4.10", "Who may raid.\nThe end of a raid."),
        ("4.1, 9", "Who may raid."),
        ("4.2 D1–4.10", "4.2 D1 Silence presses on.\n4.10 The end of a raid."),
        ("4.1 to 4.2", "4.1 Who may raid.\n4.2 Dice."),
        ("4.1-4.2", "4.1 Who may raid.\n4.2 Dice."),
        ("4.1b", "(4.1) Who may raid."),
        ("4.10.7c", "(4.10) The end of a raid."),
        ("5", None),
        ("H-4", None),
        ("", None),
    ],
)  # fmt: skip
def test_found(wanted: str, text: str | None) -> None:
    assert BOOK.find(wanted) == text


def test_a_long_chapter_is_shown_by_its_sections() -> None:
    texts = {"9": "Combat", "9.1": "Order", "9.2": "Dice"}
    texts |= {f"9.1.{k}": f"Rule {k}." for k in range(1, 20)}
    assert Rulebook("SKR", texts).find("9") == "Combat\n9.1 Order\n9.2 Dice"


def test_parents() -> None:
    chain = ["25.5a", "25.5", "25", ""]
    assert [parent(number) for number in chain[:-1]] == chain[1:]


def test_rules_are_read_in_the_readers_language(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_text('{"9": "Combat", "9.1": "Order", "9.2": "Dice"}', encoding="utf-8")
    polish = '{"9": "Walka", "9.2": "Kości"}'
    (tmp_path / "rules.pl.json").write_text(polish, encoding="utf-8")
    book = Rulebook.load("SKR", path)
    with speaking("pl"):
        assert book.find("SKR 9") == "Walka\n9.1 Order\n9.2 Kości"
    with speaking("hu"):
        assert book.find("9") == "Combat\n9.1 Order\n9.2 Dice"
