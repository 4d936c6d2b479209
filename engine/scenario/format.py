"""What a scenario file says, table by table: board, creatures, script, expectations.

The structs hold what the file holds; what only a ruleset can settle is left open (None).
"""

from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias, cast

import msgspec

from ...components.intents import Damage, Intent, Square
from ...components.names import Name, PictureName, Word
from ...components.objective import ObjectiveKind
from ...components.position import Mode
from ..board.tiles import Tile, TileSpec, legend
from ..rules.own_intents import OwnIntent, any_intent
from .parse import Tree
from .tactics_format import TacticSpec

LARGEST_MAP = 512
"""The squares a map may have on a side."""
LARGEST_PICTURE = 16 * 2**20
"""The bytes that the picture under a map may have."""
MOST_CREATURES = 2000
"""The creatures a scenario may have."""
MOST_DICE = 100_000
"""The die results a scenario may give in advance."""

Figure: TypeAlias = Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)]
"""A bonus, modifier or score."""
Distance: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
"""A distance, speed or reach, in the ruleset's unit."""
Hits: TypeAlias = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
Going: TypeAlias = Mode | Literal["land", "move"]
"""A key of a speed table: a mode, or another word for walking."""
Number: TypeAlias = Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]
Flat: TypeAlias = tuple[
    Annotated[int, msgspec.Meta(ge=-4096, le=4096)], Annotated[int, msgspec.Meta(ge=-4096, le=4096)]
]
"""A square of the map, `[x, y]`."""


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all tables of a scenario share: nothing in them is overlooked."""


# ---------------------------------------------------------------- the board


class EdgeSpec(_Table, frozen=True, kw_only=True):
    """Something that stands between two neighbouring squares."""

    between: tuple[Flat, Flat]
    """The two squares, side by side."""
    kind: Literal["wall", "obstacle", "curtain"] = "wall"
    """A wall blocks, an obstacle hampers, a curtain does neither and cuts line of effect."""
    skill: Word | None = None
    """The check that crossing asks for."""
    dc: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    """The difficulty of that check."""
    effect: bool | None = None
    """Whether it cuts line of effect; left out, walls and curtains do and obstacles do not."""


class BoardSpec(_Table, frozen=True, kw_only=True):
    """The map and what its characters mean."""

    map: str
    """One character a square, one line a row."""
    ceiling: Annotated[int, msgspec.Meta(ge=0, le=1024)] = 20
    """The squares above 0 that can be occupied."""
    legend: dict[str, TileSpec] = {}
    """Tiles of this map; an entry for a built-in character takes that tile's place."""
    edges: tuple[EdgeSpec, ...] = ()
    """What stands between squares."""
    picture: PictureName | None = None
    """A picture of the whole map beside the scenario, which is drawn under the grid; it says nothing to the rules."""

    @property
    def rows(self) -> tuple[str, ...]:
        """The map's lines, north first."""
        return tuple(line.removesuffix("\r") for line in self.map.strip("\r\n").split("\n"))

    @property
    def tiles(self) -> dict[str, Tile]:
        """Every tile that the map may use."""
        return legend(self.legend)


# ---------------------------------------------------------------- creatures


class BonusSpec(_Table, frozen=True, kw_only=True):
    """A bonus to speed."""

    type: Word
    """Its kind; bonuses of one kind do not stack."""
    amount: Figure
    """Added to the speed, in the ruleset's unit."""


class StepFeatureSpec(_Table, frozen=True, kw_only=True):
    """A feature that grants 5-foot steps."""

    uses: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 1
    """How often a round."""
    cost: Word = "free"
    """The action that it takes."""


class ManeuverSpec(_Table, frozen=True, kw_only=True):
    """Maneuver figures (epic-path)."""

    offense: Figure = 0
    """The bonus to a contest."""
    defense: Figure = 10
    """What a contest must meet."""


class CreatureSpec(_Table, frozen=True, kw_only=True):
    """A creature as the file describes it."""

    name: Name
    """Its name, unlike any other's."""
    side: Name
    """Creatures of one side are allies, of different sides enemies."""
    at: Square
    """The north-west, lowest cube of its space; without z the floor there."""
    size: Word | Annotated[int, msgspec.Meta(ge=1, le=64)] = "medium"
    """The size word, or the ruleset's own name for it ("1T", 2)."""
    speed: Distance | dict[Going, Distance] | None = None
    """Speeds by mode; a bare number means walk, and so do land and move; left out, what the ruleset gives."""
    hover: bool = False
    """Whether it stays in the air without moving."""
    body: Literal["tall", "long"] = "tall"
    """The reach column of the size table."""
    reach: Distance | None = None
    """Natural reach, where it differs from the table."""
    space: Annotated[float, msgspec.Meta(gt=0, le=320)] | None = None
    """The side of its space in feet, where it differs from the table."""
    head: Annotated[float, msgspec.Meta(gt=0, le=320)] | None = None
    """The width of its head in feet."""
    hp: Hits | None = None
    """Hit points; left out, it is never downed."""
    ac: Figure = 10
    """The defence an attack must meet."""
    attack: Figure = 0
    """The bonus to a strike."""
    damage: Damage | None = None
    """The damage of a strike."""
    range: Distance | None = None
    """How far it shoots, in the ruleset's unit; left out, only a script lets it shoot."""
    attacks: Annotated[int, msgspec.Meta(ge=0, le=100)] = 1
    """Base attacks in a full attack."""
    class_attacks: tuple[Annotated[int, msgspec.Meta(ge=0, le=100)], ...] = ()
    """Base attacks by class, the favored class first (epic-path)."""
    bonus_attacks: Annotated[int, msgspec.Meta(ge=0, le=100)] | tuple[Figure, ...] = 0
    """Attacks beyond the base ones."""
    threatens: bool = True
    """False: it makes no opportunity attacks."""
    conditions: tuple[Word, ...] = ()
    """What it is in from the start."""
    grabbed_by: Name | None = None
    """The creature that holds it."""
    mount: Name | None = None
    """The creature it rides or climbs."""
    fallen: Distance = 0
    """How far it has fallen already in a fall that is under way, in the ruleset's unit."""
    blocks_passage: bool = False
    """Fills its space, so that difference of size lets nobody through."""
    hidden_from: tuple[Name, ...] = ()
    """Creatures that do not perceive it."""
    armor: Literal["none", "light", "medium", "heavy"] = "none"
    """The armor it wears."""
    load: Literal["light", "medium", "heavy"] = "light"
    """The load it bears."""
    skills: dict[Word, Figure] = {}
    """Skill bonuses."""
    abilities: dict[Word, Figure] = {}
    """Ability scores, modifiers or characteristics."""
    maneuver: ManeuverSpec = ManeuverSpec()
    """Maneuver figures (epic-path)."""
    feats: tuple[Word, ...] = ()
    """Feats, by the ruleset's own names in lower case."""
    senses: tuple[Word, ...] = ()
    """Senses beyond the ordinary ones."""
    traits: tuple[Word, ...] = ()
    """What else it is: incorporeal, fills-space, swarm, object, ..."""
    trained: tuple[Word, ...] = ()
    """Skills that it is trained in."""
    forced_reduction: Distance | tuple[Distance, ...] = 0
    """Distance taken off any forced movement, in all or source by source."""
    damage_reduction: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    """Taken off every damage."""
    elects_prone: Literal["never", "always", "hazard"] = "never"
    """What it does when it may fall prone to end forced movement."""
    willing: bool | None = None
    """Lets others have their way; left out, allies do and enemies do not."""
    reach_weapon: bool = False
    """Strikes at twice its natural reach, not at natural reach or less."""
    speed_bonuses: tuple[BonusSpec, ...] = ()
    """Bonuses to speed."""
    step_features: tuple[StepFeatureSpec, ...] = ()
    """5-foot steps that features grant."""
    burrows: tuple[Literal["dirt", "stone"], ...] = ()
    """What it digs through beyond what the ruleset gives every burrower."""
    recoil: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    """The recoil of its firearm (ascension)."""
    action_points: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    """Action points to spend."""
    race: Word | None = None
    """Its race, where speeds depend on it."""
    legs: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    """Its legs, where carrying or stability depend on them."""
    ai: Word | None = None
    """The brain that plays it when the script does not."""
    tactics: Annotated[tuple[TacticSpec, ...], msgspec.Meta(max_length=100)] = ()
    """How it fights where the brain `tactics` plays it: the first that its conditions and the rules allow."""

    @property
    def speeds(self) -> dict[Mode, int] | None:
        """Its speeds by mode; None where the file gives none. (ep.walk.synonyms)"""
        if self.speed is None or isinstance(self.speed, int):
            return None if self.speed is None else {"walk": self.speed}
        return {"walk" if mode == "land" or mode == "move" else mode: speed for mode, speed in self.speed.items()}

    @property
    def forced_reductions(self) -> tuple[int, ...]:
        """What each source takes off forced movement."""
        given = self.forced_reduction
        return given if isinstance(given, tuple) else (given,) if given else ()


# ---------------------------------------------------------------- the script


class TurnSpec(_Table, frozen=True, kw_only=True):
    """One turn of one creature."""

    actor: Name
    """Whose turn it is."""
    intents: tuple[Intent, ...] = ()
    """What it is asked to do, in order."""


# ---------------------------------------------------------------- expectations

Reached: TypeAlias = Annotated[
    tuple[Number, ...],
    msgspec.Meta(min_length=3, max_length=4, extra={"allowed": "[x, y, cost] or [x, y, z, cost]"}),
]


Logged: TypeAlias = Annotated[
    object, msgspec.Meta(extra_json_schema={"description": "What the log has in that field."})
]


class ReachExpect(_Table, frozen=True, kw_only=True):
    """Where a creature can get with one ordinary move."""

    creature: Name
    """Who."""
    includes: tuple[Reached, ...] = ()
    """Squares where it may stop, each with its cost last."""
    excludes: tuple[Square, ...] = ()
    """Squares where it may not."""


class ThreatExpect(_Table, frozen=True, kw_only=True):
    """What a creature threatens."""

    creature: Name
    """Who."""
    includes: tuple[Square, ...] = ()
    """Squares it threatens."""
    excludes: tuple[Square, ...] = ()
    """Squares it does not."""


class FlankedExpect(_Table, frozen=True, kw_only=True):
    """Whether someone is flanked."""

    target: Name
    """Who is, or is not."""
    by: Name
    """The one of the flankers that is asked about."""
    is_: bool = msgspec.field(default=True, name="is")
    """The answer."""


class DistanceExpect(_Table, frozen=True, kw_only=True):
    """How far two creatures are apart."""

    from_: Name = msgspec.field(name="from")
    """One of them."""
    to: Name
    """The other."""
    is_: Number = msgspec.field(name="is")
    """The distance in the ruleset's unit."""


class ExpectSpec(_Table, frozen=True, kw_only=True):
    """What should hold after the script."""

    at: dict[Name, Square] | None = None
    """Where creatures are; z is compared only when given."""
    conditions: dict[Name, tuple[Word, ...]] | None = None
    """Exactly the conditions that hold."""
    has: dict[Name, tuple[Word, ...]] | None = None
    """Conditions that hold."""
    lacks: dict[Name, tuple[Word, ...]] | None = None
    """Conditions that do not."""
    hp: dict[Name, Hits] | None = None
    """Hit points left."""
    hp_between: dict[Name, tuple[Hits, Hits]] | None = None
    """The least and the most hit points left."""
    event: dict[str, Logged] | None = None
    """Fields of an event that was logged, with an optional `count`."""
    count: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] | None = None
    """How often `event` was logged; the same as `count` inside it."""
    reach: ReachExpect | None = None
    """Where a creature can get now."""
    threat: ThreatExpect | None = None
    """What a creature threatens now."""
    flanked: FlankedExpect | None = None
    """Whether a creature is flanked now."""
    distance: DistanceExpect | None = None
    """How far two creatures are apart now."""
    refused: tuple[Name, ...] | None = None
    """Creatures that had an intent refused."""
    spent: dict[Name, Number] | None = None
    """Movement spent over the script."""
    winner: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    """The side that has won; empty: nobody has."""
    why: Annotated[str, msgspec.Meta(max_length=500)] | None = None
    """Words in which the battle's end is told, or a part of them: the kind of an objective, say."""


# ---------------------------------------------------------------- what is fought for


class ObjectiveSpec(_Table, frozen=True, kw_only=True):
    """What wins the battle for a side. Several of one side are alternatives, but for `protect`, which must hold."""

    side: Name
    """Whose objective it is."""
    kind: ObjectiveKind = "defeat"
    """What is to be done; `defeat`: every enemy is down."""
    squares: tuple[Flat, ...] = ()
    """The squares to reach or hold, one by one."""
    area: (
        tuple[
            Annotated[int, msgspec.Meta(ge=0, le=LARGEST_MAP)],
            Annotated[int, msgspec.Meta(ge=0, le=LARGEST_MAP)],
            Annotated[int, msgspec.Meta(ge=0, le=LARGEST_MAP)],
            Annotated[int, msgspec.Meta(ge=0, le=LARGEST_MAP)],
        ]
        | None
    ) = None
    """The squares to reach or hold, from one corner to the other: `[x0, y0, x1, y1]`."""
    count: Annotated[int, msgspec.Meta(ge=1, le=MOST_CREATURES)] = 1
    """How many must be there at once."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    """For how many rounds to hold or survive."""
    who: Name | None = None
    """Whom to protect."""

    @property
    def covered(self) -> frozenset[tuple[int, int]]:
        """All the squares that it names."""
        found = set(self.squares)
        if self.area is not None:
            x0, y0, x1, y1 = self.area
            found |= {(x, y) for y in range(min(y0, y1), max(y0, y1) + 1) for x in range(min(x0, x1), max(x0, x1) + 1)}
        return frozenset(found)


# ---------------------------------------------------------------- a lesson


class LessonStepSpec(_Table, frozen=True, kw_only=True):
    """One thing that a lesson shows: what it says, and what is to be done before it goes on."""

    say: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
    """What it tells the player."""
    event: dict[str, Logged] | None = None
    """Fields of an event that ends the step when it is logged."""
    action: Literal["next", "undo", "refused", "rule", "end", "reach", "threat"] | None = None
    """What is done at the window that ends it; without an event either, `next`."""
    squares: tuple[Flat, ...] = ()
    """Squares that are marked meanwhile."""


# ---------------------------------------------------------------- the file


class ScenarioFile(_Table, frozen=True, kw_only=True):
    """A fivefoot scenario."""

    format: Literal[1] = 1
    """The version of this format."""
    title: Annotated[str, msgspec.Meta(max_length=500)] = ""
    """What the scenario is called."""
    story: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
    """What a player is told before it begins."""
    difficulty: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """How hard it is, in a word or two."""
    ruleset: Word
    """The ruleset it is played by."""
    scene: Literal["encounter", "exploration"] = "encounter"
    """What is going on: in an encounter every square counts, in exploration only where it is precise."""
    precise: bool = False
    """Exploration in which exact places matter all the same."""
    seed: int = 0
    """All chance comes from it: same file, same seed, same log."""
    dice: (
        Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=10_000)], ...], msgspec.Meta(max_length=MOST_DICE)] | None
    ) = None
    """The next die results, in order; left out, dice are rolled from the seed."""
    rules: dict[Word, bool | Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)] | Word] = {}
    """Switches of the ruleset."""
    board: BoardSpec
    """Where it happens."""
    creatures: Annotated[tuple[CreatureSpec, ...], msgspec.Meta(max_length=MOST_CREATURES)] = ()
    """Who is there."""
    objectives: Annotated[tuple[ObjectiveSpec, ...], msgspec.Meta(max_length=100)] = ()
    """What each side fights for; a side without one fights until every enemy is down."""
    lesson: Annotated[tuple[LessonStepSpec, ...], msgspec.Meta(max_length=100)] = ()
    """What a player is shown, step by step, who plays it at a window."""
    turns: tuple[TurnSpec, ...] = ()
    """The script."""
    expect: tuple[ExpectSpec, ...] = ()
    """What should come of it."""
    proves: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=100)], ...], msgspec.Meta(max_length=200)] = ()
    """The catalogue ids that it proves: each must be cited by something that happens or is refused in it."""
    tags: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=100)], ...], msgspec.Meta(max_length=200)] = ()
    """What an engine has to know to play it, where an engine may claim a part of a suite."""


class Scenario(ScenarioFile, frozen=True, kw_only=True):
    """A scenario file that was read and found sound, so far as that can be told without its ruleset."""

    source: str = "<text>"
    """The file it was read from."""

    def tree(self) -> Tree:
        """The file again, as plain tables; `parse` of its JSON gives an equal scenario."""
        grown: Tree = msgspec.to_builtins(self)
        grown.pop("source", None)
        return grown


@lru_cache(maxsize=16)
def file_type(own: tuple[OwnIntent, ...] = ()) -> type[ScenarioFile]:
    """What a file may hold whose script may ask for intents of a game's own."""
    if not own:
        return ScenarioFile
    intents: Any = tuple[any_intent(own), ...]  # type: ignore[misc]
    turn = msgspec.defstruct("TurnSpec", [("intents", intents, ())], bases=(TurnSpec,), frozen=True, kw_only=True)
    turns: Any = tuple[turn, ...]  # type: ignore[valid-type]
    made = msgspec.defstruct("ScenarioFile", [("turns", turns, ())], bases=(ScenarioFile,), frozen=True, kw_only=True)
    return cast(type[ScenarioFile], made)
