"""All games have one shape: the same file for the same thing (docs/rulesets.md)."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EVERY_GAME = {
    "README.md": "what is where, and which option does what",
    "__init__.py": "the game in one line",
    "ruleset.py": "the entry: steps, and what the server asks of a game",
    "options.py": "the options of a table",
    "state.py": "the state in three compartments",
    "facts.py": "printed facts, read from data/",
    "data": "facts of the game as JSON, rules.json among them",
    "events.py": "everything that can happen, in words",
    "view.py": "what a seat knows: facts for conditions, sheets",
    "names.py": "names of things as players write them",
    "texts.py": "sentences for data: what a card or part does",
    "board.py": "pictures",
    "measures.py": "numbers by seat for the final report",
    "invariants.py": "what must hold after every step",
    "position.py": "positions of rule cases",
    "disguise.py": "a state that looks the same to one seat",
    "speech.py": "the words of the package in the reader's language",
    "locale": "their translations",
    "questions.py": "the list of all decisions and verbs",
    "setup.py": "the start of a game",
    "phases": "the phases of a round",
    "prospects.py": "how good a position looks, for players that think",
    "ideas.py": "sensible answers, for players that think",
}
WHERE_THERE_IS_ONE = {
    "interjections.py": "deals and plays at any time",
    "odds": "the chances of battles",
    "story.py": "how battles are told",
    "dossier.py": "what is to be known of a place of the map",
}
LEFT_OUT = {"inscription": {"interjections.py", "odds", "story.py", "dossier.py"}}
"""Games that have no deals, no battles or no map."""
TEST_BED = {
    "__init__.py", "ruleset.py", "state.py", "events.py", "board.py", "odds.py", "interjections.py",
}  # fmt: skip
"""What applies to the small game of the tests."""
OLD_NAMES = {"catalogue.py", "words.py", "lookup.py", "spoken.py", "promises.py", "positions.py"}
"""Names that meant different things in different games."""
BOTH_EDITIONS = {
    "components": "what cards are asked, who has them, when they speak",
    "units": "what lies on the board, its limits, and how it is lost",
    "phases": "the phases of a round",
    "strategy": "the strategic action, one file for each strategy card",
    "tactical": "the tactical action, step by step",
    "combat": "battles in space and on planets",
    "action_cards": "one handler for each action card",
    "agendas": "one handler for each agenda",
    "objectives": "one handler for each objective",
    "technologies": "one handler for each technology",
    "economy.py": "paying, trade goods, command counters",
    "technology.py": "gaining technologies",
    "scoring.py": "claiming objectives",
    "points.py": "victory points and the end of the game",
    "cards.py": "drawing and discarding",
    "galaxy.py": "what is adjacent to what",
    "mapmaking.py": "how the galaxy is laid out",
    "nouns.py": "things as a reader is told of them",
}
"""What both editions of Twilight Imperium have, under the same name."""
OWN_PLACE = {
    "invasion": "TI4: the step of the tactical action; TI3: the battle on a planet",
    "ground": "TI4: the combat on a planet; TI3: technologies for the ground",
}
"""Names that mean different things in the two editions, and lie in different folders."""
MOST_FILES = 32
"""So many files of a game lie side by side; what is more gets a room with a name."""
GAMES = sorted(
    p.parent.name for p in (ROOT / "rules").glob("*/ruleset.py") if p.parent.name != "kernel"
)


def has(folder: Path, name: str) -> bool:
    """A file may have grown into a folder of the same name."""
    return (folder / name).exists() or (folder / name.removesuffix(".py") / "__init__.py").exists()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_the_common_shape(game: str) -> None:
    folder = ROOT / "rules" / game
    wanted = {**EVERY_GAME, **WHERE_THERE_IS_ONE}
    missing = {name for name in wanted if not has(folder, name)}
    missing -= LEFT_OUT.get(game, set())
    assert {name: wanted[name] for name in sorted(missing)} == {}


def folders(game: str) -> dict[str, set[str]]:
    """Return the folders in which each module's name stands; a faction is a race in TI3."""
    found: dict[str, set[str]] = {}
    top = ROOT / "rules" / game
    for path in top.rglob("*.py"):
        folder = path.parent.relative_to(top).as_posix().replace("races", "factions")
        found.setdefault(path.stem, set()).add(folder)
    return found


def test_both_editions_have_the_same_rooms() -> None:
    missing = [
        (g, n) for g in ("ti3", "ti4") for n in BOTH_EDITIONS if not has(ROOT / "rules" / g, n)
    ]
    assert missing == []


def test_the_same_thing_lies_in_the_same_place_in_both_editions() -> None:
    third, fourth = folders("ti3"), folders("ti4")
    apart = {name for name in third.keys() & fourth.keys() if not third[name] & fourth[name]}
    assert apart == set(OWN_PLACE)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_rooms(game: str) -> None:
    files = [path.stem for path in (ROOT / "rules" / game).glob("*.py")]
    assert len(files) <= MOST_FILES


@pytest.mark.parametrize("game", GAMES)
def test_every_folder_of_code_says_what_it_is(game: str) -> None:
    folder = ROOT / "rules" / game
    code = {path.parent for path in folder.rglob("*.py")}
    mute = [f"{p.relative_to(ROOT)}" for p in sorted(code) if not _first_line(p / "__init__.py")]
    assert mute == []


@pytest.mark.parametrize("game", GAMES)
def test_no_file_has_a_name_of_the_old_shape(game: str) -> None:
    old = {path.name for path in (ROOT / "rules" / game).glob("*.py")} & OLD_NAMES
    assert old == set()


def test_the_test_bed_follows_it() -> None:
    folder = ROOT / "tests" / "skirmish"
    assert {name for name in TEST_BED if not has(folder, name)} == set()


def test_what_is_left_out_belongs_to_a_game_and_is_not_there() -> None:
    assert set(LEFT_OUT) <= set(GAMES)
    left = [(game, name) for game, names in LEFT_OUT.items() for name in sorted(names)]
    assert [x for x in left if has(ROOT / "rules" / x[0], x[1])] == []


def _first_line(path: Path) -> str:
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return text.partition("\n")[0] if text.startswith('"""') else ""
