"""The names the lexicon tests read, as a game would bring them."""

from hypothesis import strategies as st

from rules.lexicon import Names, Verbs


def scraps(words: str, *more: str, most: int = 30) -> st.SearchStrategy[str]:
    """Text made of the words that mean something, in any order: nearer to trouble than chance."""
    return st.lists(st.sampled_from([*words.split(), *more]), max_size=most).map(" ".join)


UNITS = Names(
    {
        "fighter": ["fighter", "myśliwiec", "vadász"],
        "carrier": ["carrier", "lotniskowiec", "hordozó"],
        "cruiser": ["cruiser", "krążownik", "cirkáló"],
        "destroyer": ["destroyer", "niszczyciel", "romboló"],
        "dreadnought": ["dreadnought", "pancernik", "csatahajó"],
        "war_sun": ["war sun", "słońce wojny", "hadinap"],
        "flagship": ["flagship", "okręt flagowy", "zászlóshajó"],
        "infantry": ["infantry", "piechota", "gyalogság"],
        "space_dock": ["Space Dock", "stocznia kosmiczna", "űrdokk"],
        "pds": ["PDS (planetary defense system)", "PSD"],
    },
    "unit",
)

PLANETS = Names(
    {
        "mecatol_rex": ["Mecatol Rex"],
        "new_albion": ["New Albion"],
        "quann": ["Quann"],
        "lodor": ["Lodor"],
        "vega_major": ["Vega Major"],
        "vega_minor": ["Vega Minor"],
        "key": ["Artifact Key", "klucz do artefaktu"],
        "ghosts": ["Ghosts of Creuss", "Widma z Creussa"],
        "tile_26": ["tile 26"],
        "tile_27": ["tile 27"],
    },
    "place",
)

VERBS = Verbs(
    {
        "activate": ["activate", "aktywuj", "aktivál"],
        "move": ["move", "rusz", "mozgat"],
        "land": ["land", "ląduj", "leszáll"],
        "retreat": ["retreat", "wycofaj", "visszavonul"],
        "pass": ["pass", "pasuj", "passzol"],
        "press": ["press to", "press", "wiadomość do"],
        "standing": ["standing"],
    },
    raw={"press"},
)
