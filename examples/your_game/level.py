"""A level made in code: units from dataclasses, a house with a door, a trap before it."""

from dataclasses import asdict, dataclass

from abilities import BOMB
from components.gear import Bombs, Trap
from ruleset import FIFTH
from systems.traps import Traps

from fivefoot import Battle, Creature, GameParts, register
from fivefoot.ecs import Position

MAP = """
............
............
......####..
......#..#..
.........#..
......#..#..
......####..
............
"""
DOOR = ((5, 4), (6, 4))

register(FIFTH)
register(Trap)


@dataclass
class Unit:
    """One fighter, as this game keeps its rosters."""

    name: str
    side: str
    at: tuple[int, int]
    hp: int
    attack: int = 4
    damage: str = "1d6+2"
    ac: int = 13


UNITS = [Unit("ann", "red", (1, 4), 24), Unit("bob", "red", (1, 2), 20), Unit("orc", "blue", (8, 4), 15)]


def packs(creature: Creature) -> list[object]:
    """What each creature carries when it comes into a battle."""
    return [Bombs(left=2 if creature.side == "red" else 0)]


PARTS: GameParts = {"systems": [Traps], "components": packs, "intents": [BOMB]}
"""What fivefoot is given of ours, for a new battle and for a saved one alike."""


def new_battle(seed: int = 3) -> Battle:
    """The level as it starts."""
    battle = Battle.of(
        {
            "format": 1,
            "title": "The house",
            "ruleset": FIFTH.name,
            "seed": seed,
            "board": {"map": MAP, "edges": [{"between": DOOR, "kind": "wall"}]},
            "creatures": [asdict(unit) for unit in UNITS],
        },
        **PARTS,
    )
    battle.world.create(Trap(), Position(4, 4, 0))
    return battle
