"""A shipped creature is drawn as its base says, whatever its name."""

import tomllib

import pytest

from fivefoot.engine.files import DATA_FILES
from fivefoot.play.replay.looks import figure_named

DRAWN_AS = {
    "fighter": {"fighter", "knight"},
    "archer": {"archer"},
    "priest": {"priest"},
    "mage": {"mage"},
    "scout": {"scout", "rogue"},
    "goblin": {"goblin"},
    "goblin-shaman": {"shaman"},
    "ogre": {"ogre"},
    "wolf": {"wolf"},
    "skeleton": {"skeleton", "ghoul", "ghost"},
    "fire-imp": {"imp"},
    "captain": {"captain"},
}
ROLES = {"archer": "bow", "mage": "staff", "priest": "staff", "goblin-shaman": "staff"}
SHIPPED = [
    (file.name, one["name"], one["base"])
    for file in sorted((DATA_FILES / "scenarios").iterdir(), key=str)
    if file.name.endswith(".toml")
    for one in tomllib.loads(file.read_text(encoding="utf-8")).get("creatures", ())
    if "base" in one
]


def test_every_base_has_its_figures() -> None:
    bases = tomllib.loads((DATA_FILES / "creatures.toml").read_text(encoding="utf-8"))["creatures"]
    assert set(bases) == set(DRAWN_AS)


@pytest.mark.parametrize(("file", "name", "base"), SHIPPED)
def test_a_creature_is_drawn_as_its_base(file: str, name: str, base: str) -> None:
    figure, _ = figure_named(name, ROLES.get(base, "sword"))
    assert figure.removeprefix("figure/") in DRAWN_AS[base]
