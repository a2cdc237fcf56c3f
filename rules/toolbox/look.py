"""Colours of pictures: players, ground, states and meanings, on paper and at night.

A colour never appears without a sign that is not colour: owners have a mark, wormholes a frame,
resources an icon. Players' colours were chosen so that no two of them fall together for people who
see fewer colours; see `docs/pictures.md`.
"""

from typing import Final, NamedTuple

from rules.kernel.pictures import Colours


class Player(NamedTuple):
    """One player's colours: of the pieces, of what is written on them, and of a bare line or text
    on paper and at night."""

    name: str
    fill: str
    ink: str
    on_paper: str
    at_night: str


WHITE: Final = "#ffffff"
NIGHT: Final = "#10131c"
KEY: Final = "#171a24"
"""The dark line that tells a light shape from light ground, the same in every palette."""
PLAYERS: Final = (
    Player("red", "#b3261a", WHITE, "#b3261a", "#ff7a66"),
    Player("blue", "#2553d8", WHITE, "#2553d8", "#7ea6ff"),
    Player("green", "#22a583", NIGHT, "#0f7a5e", "#3fd6ab"),
    Player("yellow", "#f6e25a", NIGHT, "#8a7400", "#f6e25a"),
    Player("purple", "#5f3180", WHITE, "#5f3180", "#c08af0"),
    Player("black", "#20232c", WHITE, "#20232c", "#c9cfdd"),
    Player("orange", "#ee6c00", NIGHT, "#b34f00", "#ff9a3d"),
    Player("pink", "#fd9bdc", NIGHT, "#b03c8c", "#fd9bdc"),
    Player("white", WHITE, NIGHT, "#5b6170", WHITE),
)
"""By seat; the ninth is for a box with white pieces. The mark of a colour has its number."""
BY_NAME: Final = {player.name: number for number, player in enumerate(PLAYERS)}

MEANINGS: Final = {
    "void": ("#f4f2ec", "#0b101b"),
    "space": ("#e6ebf3", "#182033"),
    "edge": ("#aab3c3", "#3b4761"),
    "card": ("#ffffff", "#141b2b"),
    "card-edge": ("#c9ced8", "#33405a"),
    "ink": (KEY, "#eef1f8"),
    "muted": ("#545c6c", "#a5aec1"),
    "key": (KEY, "#e9edf6"),
    "active": ("#ffb300", "#ffc233"),
    "damage": ("#ffcc00", "#ffcc00"),
    "bad": ("#c2281d", "#ff7a66"),
    "good": ("#1c7c3f", "#5fd68a"),
    "exhausted": ("#c8ccd4", "#3a4356"),
    "exhausted-ink": ("#5a606c", "#aab2c3"),
    "resources": ("#f2c230", "#f2c230"),
    "resources-ink": (KEY, KEY),
    "influence": ("#2f6fd0", "#4f8df0"),
    "influence-ink": (WHITE, "#0b101b"),
    "cultural": ("#bcd6f6", "#2f5487"),
    "hazardous": ("#f4bfae", "#86402f"),
    "industrial": ("#bfe3b4", "#2f6a38"),
    "no-trait": ("#f3e7c4", "#6b6144"),
    "centre": ("#d9cfae", "#6e6544"),
    "alpha": ("#a85b00", "#ffb45c"),
    "beta": ("#1a7a3c", "#6fdd93"),
    "gamma": ("#b0307f", "#ff8fd0"),
    "delta": ("#1f56b8", "#86b4ff"),
    "asteroid_field": ("#a99d8b", "#7b7264"),
    "nebula": ("#b896d6", "#6d4a93"),
    "supernova": ("#f0a63a", "#d98a1f"),
    "gravity_rift": ("#5b5570", "#4a4660"),
    "money": ("#b36a00", "#ffb347"),
    "science": ("#b93379", "#ff8cc6"),
    "materials": ("#8a5a2b", "#d3a06a"),
    "gray": ("#6b7280", "#a5aec1"),
    "points": ("#a87900", "#f2c230"),
    "source": ("#8a6a00", "#f2c230"),
}
"""Each meaning on paper and at night. Amber ("active") means that something happens here or is
asked of the reader, and nothing else."""
SPECIALITIES: Final = {
    "blue": ("#2f6fd0", WHITE),
    "green": ("#1f8a4c", WHITE),
    "yellow": ("#e3b100", KEY),
    "red": ("#c2341f", WHITE),
}
"""Fill and ink of technology colours, the same on paper and at night."""
DAMAGE: Final = {1: "#f2c230", 2: "#ee6c00", 4: "#d2281c"}
"""Colours of dice by the damage they do."""
NOBODY: Final = Player("nobody", "#4a3d66", WHITE, "#4a3d66", "#b7a6e0")
"""Pieces that belong to no player. They carry no mark."""


class Look:
    """The palette of one picture."""

    def __init__(self, colours: Colours) -> None:
        self.colours = colours

    def __getitem__(self, meaning: str) -> str:
        """Return the colour of a meaning, such as "ink" or "hazardous"."""
        paper, night = MEANINGS[meaning]
        return self._one(meaning, paper, night)

    def line(self, number: int) -> str:
        """Return a player's colour for a bare line or text on the ground."""
        player = PLAYERS[number]
        return self._one(f"line-{number}", player.on_paper, player.at_night)

    def border(self, number: int) -> tuple[str, str]:
        """Return the outer and the inner colour of the border of a player's realm."""
        player = PLAYERS[number]
        outer = self._one(f"outer-{number}", KEY, player.at_night)
        return outer, self._one(f"inner-{number}", player.fill, player.at_night)

    def _one(self, name: str, paper: str, night: str) -> str:
        if self.colours == "page":
            return f"var(--b-{name})"
        return night if self.colours == "dark" else paper


def stylesheet() -> str:
    """Return the stylesheet that gives pictures drawn for a page their colours."""
    paper = "".join(f"  {name}: {light};\n" for name, (light, _dark) in _variables().items())
    night = "".join(f"    {name}: {dark};\n" for name, (_light, dark) in _variables().items())
    return (
        "/* The colours of pictures; made by `manage.py board_colours`. */\n"
        f":root {{\n{paper}}}\n"
        f"@media (prefers-color-scheme: dark) {{\n  :root {{\n{night}  }}\n}}\n"
    )


def _variables() -> dict[str, tuple[str, str]]:
    found = {f"--b-{name}": pair for name, pair in MEANINGS.items()}
    for number, player in enumerate(PLAYERS):
        found[f"--b-line-{number}"] = (player.on_paper, player.at_night)
        found[f"--b-outer-{number}"] = (KEY, player.at_night)
        found[f"--b-inner-{number}"] = (player.fill, player.at_night)
    return found
