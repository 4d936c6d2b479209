"""The format of scenario files, table by table.

The structs hold the file's values; None leaves a value to the ruleset.
"""

from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias, cast, get_args

import msgspec

from ...components.ability import Ability
from ...components.definitions import ConditionSpec, ItemSpec, ObjectiveKind, TerrainSpec
from ...components.effect_acts import Word as Key
from ...components.intents import Damage, Distance, Figure, Intent, Square
from ...components.names import Name, PictureName, Table, Word
from ...components.position import Mode
from ..board.tiles import Tile, TileSpec, legend
from ..rules.own_intents import any_intent
from ..rules.ruleset import OwnIntent
from .parse import Tree
from .shipped import shipped

Percent: TypeAlias = Annotated[
    int, msgspec.Meta(ge=0, le=100, extra={"allowed": "a whole number of percent from 0 to 100"})
]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Aim: TypeAlias = Literal["nearest", "weakest", "strongest", "most-wounded"]
"""The choice among enemies: by distance, hit points left or lost."""
AIMS: tuple[str, ...] = get_args(Aim)


class WhenSpec(Table, frozen=True, kw_only=True):
    """Conditions for the use of a tactic. All that are given must be met."""

    hp_below: Percent | None = None
    """True if its hit points are below this percentage."""
    hp_above: Percent | None = None
    """True if its hit points are above this percentage."""
    round_from: Count | None = None
    """The round is at least this one."""
    round_until: Count | None = None
    """The round is at most this one."""
    enemy_within: Count | None = None
    """True if an enemy is within this distance, in the ruleset's unit."""
    enemy_beyond: Count | None = None
    """True if every enemy is beyond this distance, in the ruleset's unit."""
    engaged: bool | None = None
    """Whether some enemy threatens it."""
    outnumbered: bool | None = None
    """Whether enemies outnumber its side."""
    enemies_at_most: Count | None = None
    """True if at most this many enemies fight."""
    allies_at_most: Count | None = None
    """True if at most this many others of its side fight."""
    has: tuple[Word, ...] = ()
    """It has all these conditions."""
    lacks: tuple[Word, ...] = ()
    """It has none of these conditions."""
    target_within: Count | None = None
    """True if the target is within this distance, in the ruleset's unit."""
    target_hp_below: Percent | None = None
    """True if the target's hit points are below this percentage."""
    target_flanked: bool | None = None
    """Whether it flanks the target from its place."""
    target_has: tuple[Word, ...] = ()
    """The target has all these conditions."""
    target_lacks: tuple[Word, ...] = ()
    """The target has none of these conditions."""


class TacticSpec(Table, frozen=True, kw_only=True):
    """One tactic of the AI player `tactics`: what to do and when. The first that applies is used."""

    name: Word
    """Its name in the decision log."""
    do: Literal["strike", "charge", "approach", "flank", "shove", "withdraw", "guard", "stand", "drop-prone", "hold"]
    """The action.

    Strike, charge or push (`shove`) the target, go to it (approach), flank it, withdraw from all enemies, guard an
    ally, stand, drop-prone, or hold its place.
    """
    target: Word = "nearest"
    """nearest, weakest, strongest, most-wounded, or a creature's name; for guard a name."""
    when: WhenSpec = WhenSpec()
    """The conditions; left out, always."""
    at_most: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    """The most uses a turn; left out, as the rules allow."""


Hits: TypeAlias = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
Number: TypeAlias = Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]

Reached: TypeAlias = Annotated[
    tuple[Number, ...],
    msgspec.Meta(min_length=3, max_length=4, extra={"allowed": "[x, y, cost] or [x, y, z, cost]"}),
]


Logged: TypeAlias = Annotated[
    object, msgspec.Meta(extra_json_schema={"description": "What the log has in that field."})
]


class ReachExpect(Table, frozen=True, kw_only=True):
    creature: Name
    """The creature."""
    includes: tuple[Reached, ...] = ()
    """Squares where it may stop, each with its cost last."""
    excludes: tuple[Square, ...] = ()
    """Squares where it may not."""


class ThreatExpect(Table, frozen=True, kw_only=True):
    """The squares that a creature is expected to threaten."""

    creature: Name
    """The creature."""
    includes: tuple[Square, ...] = ()
    """Squares it threatens."""
    excludes: tuple[Square, ...] = ()
    """Squares it does not."""


class FlankedExpect(Table, frozen=True, kw_only=True):
    """The expectation that a creature is flanked or not."""

    target: Name
    """The target."""
    by: Name
    """The flanker."""
    is_: bool = msgspec.field(default=True, name="is")
    """The answer."""


class DistanceExpect(Table, frozen=True, kw_only=True):
    """The expected distance between two creatures."""

    from_: Name = msgspec.field(name="from")
    """One of them."""
    to: Name
    """The other."""
    is_: Number = msgspec.field(name="is")
    """The distance in the ruleset's unit."""


class ExpectSpec(Table, frozen=True, kw_only=True):
    """An expectation at the end of a scenario's script."""

    at: dict[Name, Square] | None = None
    """Cubes of creatures; z is compared only if given."""
    conditions: dict[Name, tuple[Word, ...]] | None = None
    """Exactly the conditions that hold."""
    has: dict[Name, tuple[Word, ...]] | None = None
    """Conditions that hold."""
    lacks: dict[Name, tuple[Word, ...]] | None = None
    """Conditions that do not."""
    hp: dict[Name, Hits] | None = None
    """Hit points left."""
    hp_between: dict[Name, tuple[Hits, Hits]] | None = None
    """The least and most hit points left."""
    event: dict[str, Logged] | None = None
    """Fields of a logged event, with an optional `count`."""
    count: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] | None = None
    """How often `event` was logged."""
    reach: ReachExpect | None = None
    """The places in a creature's reach now."""
    threat: ThreatExpect | None = None
    """The squares that a creature threatens now."""
    flanked: FlankedExpect | None = None
    """Whether a creature is flanked now."""
    distance: DistanceExpect | None = None
    """The distance of two creatures now."""
    refused: tuple[Name, ...] | None = None
    """Creatures that had an intent refused."""
    spent: dict[Name, Number] | None = None
    """Movement spent over the script."""
    winner: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    """The winning side; empty for a draw."""
    why: Annotated[str, msgspec.Meta(max_length=500)] | None = None
    """A part of the sentence about the battle's end."""


LARGEST_MAP = 512
LARGEST_PICTURE = 16 * 2**20
MOST_CREATURES = 2000
"""The creatures a scenario may have."""
MOST_DEFINED = 1000
MOST_ABILITIES = 1000
"""The abilities a file may define."""
MOST_DICE = 100_000

Going: TypeAlias = Mode | Literal["land", "move"]
"""A mode, or another word for walking."""
Flat: TypeAlias = tuple[
    Annotated[int, msgspec.Meta(ge=-4096, le=4096)], Annotated[int, msgspec.Meta(ge=-4096, le=4096)]
]
"""A square of the map, `[x, y]`."""


# ---------------------------------------------------------------- the board


class EdgeSpec(Table, frozen=True, kw_only=True):
    """A wall or other barrier between two neighbouring squares of a scenario."""

    between: tuple[Flat, Flat]
    """The two squares, side by side."""
    kind: Literal["wall", "obstacle", "curtain"] = "wall"
    """A wall blocks, an obstacle hampers, a curtain only cuts line of effect."""
    skill: Word | None = None
    """The check for crossing."""
    dc: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    """The difficulty of that check."""
    effect: bool | None = None
    """Whether it cuts line of effect; by default walls and curtains do."""


class BoardSpec(Table, frozen=True, kw_only=True):
    """The map of a scenario and the meaning of its characters."""

    map: str
    """One character a square, one line a row."""
    ceiling: Annotated[int, msgspec.Meta(ge=0, le=1024)] = 20
    """The highest level that can be occupied."""
    legend: dict[str, TileSpec] = {}
    """Tiles of this map, over built-in ones."""
    edges: tuple[EdgeSpec, ...] = ()
    """The edges between squares."""
    picture: PictureName | None = None
    """A picture of the whole map, drawn under the grid."""

    @property
    def rows(self) -> tuple[str, ...]:
        """The lines of the map, northernmost first."""
        return tuple(self.map.strip("\r\n").replace("\r\n", "\n").split("\n"))

    @property
    def tiles(self) -> dict[str, Tile]:
        """Returns every tile that the map may use."""
        return legend(self.legend)


# ---------------------------------------------------------------- creatures


class BonusSpec(Table, frozen=True, kw_only=True):
    """A bonus to a creature's speed."""

    type: Word
    """Its type; bonuses of one type do not stack."""
    amount: Figure
    """Added to the speed, in the ruleset's unit."""


class StepFeatureSpec(Table, frozen=True, kw_only=True):
    """A creature's feature that grants 5-foot steps."""

    uses: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 1
    """The number of uses a round."""
    cost: Word = "free"
    """The action that it takes."""


class ManeuverSpec(Table, frozen=True, kw_only=True):
    """A creature's numbers for maneuvers (ruleset epic-path)."""

    offense: Figure = 0
    """The bonus to a contest."""
    defense: Figure = 10
    """The total that a contest must reach."""


class CreatureSpec(Table, frozen=True, kw_only=True):
    """A creature of a scenario."""

    name: Name
    """Its name, unlike any other's."""
    side: Name
    """Creatures of one side are allies, of different sides enemies."""
    at: Square
    """The north-west, lowest cube of its space; without z on the floor."""
    size: Word | Annotated[int, msgspec.Meta(ge=1, le=64)] = "medium"
    """A size word, or the ruleset's own name for it ("1T", 2)."""
    speed: Distance | dict[Going, Distance] | None = None
    """Speeds by mode; a number means walk; left out, the ruleset's default."""
    hover: bool = False
    """True if it stays up without moving."""
    body: Literal["tall", "long"] = "tall"
    """The reach column of the size table."""
    reach: Distance | None = None
    """Natural reach, instead of the table's."""
    space: Annotated[float, msgspec.Meta(gt=0, le=320)] | None = None
    """The side of its space in feet, instead of the table's."""
    head: Annotated[float, msgspec.Meta(gt=0, le=320)] | None = None
    """The width of its head in feet."""
    hp: Hits | None = None
    """Hit points; without them it is never downed."""
    ac: Figure = 10
    """The defence that an attack must reach."""
    attack: Figure = 0
    """The bonus to a strike."""
    damage: Damage | None = None
    """The damage of a strike."""
    range: Distance | None = None
    """The range of its shots, in the ruleset's unit."""
    attacks: Annotated[int, msgspec.Meta(ge=0, le=100)] = 1
    """Base attacks in a full attack."""
    class_attacks: tuple[Annotated[int, msgspec.Meta(ge=0, le=100)], ...] = ()
    """Base attacks by class, the favored class first (epic-path)."""
    bonus_attacks: Annotated[int, msgspec.Meta(ge=0, le=100)] | tuple[Figure, ...] = 0
    """Attacks beyond the base ones."""
    threatens: bool = True
    """False: it makes no opportunity attacks."""
    kind: Key | None = None
    """Its kind, for predicates and terrain costs."""
    tags: Annotated[tuple[Key, ...], msgspec.Meta(max_length=50)] = ()
    """Further words for predicates."""
    base: Key | None = None
    """The shipped creature with its default fields."""
    items: Annotated[tuple[Key, ...], msgspec.Meta(max_length=50)] = ()
    """The items that it carries or wears."""
    wields: Key | None = None
    """The item in its hand at the start."""
    components: Annotated[dict[Word, dict[str, Any]], msgspec.Meta(max_length=50)] = {}
    """A game's own components, by registered name."""
    conditions: tuple[Word, ...] = ()
    """Its conditions at the start."""
    grabbed_by: Name | None = None
    """The creature that holds it."""
    mount: Name | None = None
    """The creature it rides or climbs."""
    fallen: Distance = 0
    """The depth it has already fallen, in the ruleset's unit."""
    blocks_passage: bool = False
    """True if no creature passes through its space."""
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
    """Feats, by the ruleset's names in lower case."""
    senses: tuple[Word, ...] = ()
    """Senses beyond the ordinary ones."""
    traits: tuple[Word, ...] = ()
    """Further traits: incorporeal, fills-space, swarm, object, ..."""
    trained: tuple[Word, ...] = ()
    """Skills that it is trained in."""
    forced_reduction: Distance | tuple[Distance, ...] = 0
    """Distance off any forced movement, in all or by source."""
    damage_reduction: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    """Subtracted from every damage."""
    elects_prone: Literal["never", "always", "hazard"] = "never"
    """The default for falling prone to end forced movement."""
    willing: bool | None = None
    """Whether it accepts acts of others; by default of allies only."""
    reach_weapon: bool = False
    """Strikes at twice its natural reach only."""
    speed_bonuses: tuple[BonusSpec, ...] = ()
    """Bonuses to speed."""
    step_features: tuple[StepFeatureSpec, ...] = ()
    """5-foot steps that features grant."""
    burrows: tuple[Literal["dirt", "stone"], ...] = ()
    """Kinds of ground that it digs through."""
    recoil: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    """The recoil of its firearm (ascension)."""
    action_points: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    """Action points to spend."""
    race: Word | None = None
    """Its race, in games where it sets the speed."""
    legs: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    """The number of its legs."""
    can: Annotated[tuple[Word, ...], msgspec.Meta(max_length=100)] = ()
    """The abilities that it can use."""
    resources: Annotated[dict[Word, Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]], msgspec.Meta(max_length=50)] = {}
    """Its resources now, also their maximum."""
    ai: Word | None = None
    """The brain that plays it outside the script."""
    tactics: Annotated[tuple[TacticSpec, ...], msgspec.Meta(max_length=100)] = ()
    """Its tactics: the first with true conditions that the rules allow."""

    @property
    def speeds(self) -> dict[Mode, int] | None:
        """The creature's speeds by mode; None for the ruleset's default. (ep.walk.synonyms)"""
        if self.speed is None or isinstance(self.speed, int):
            return None if self.speed is None else {"walk": self.speed}
        return {"walk" if mode == "land" or mode == "move" else mode: speed for mode, speed in self.speed.items()}

    @property
    def forced_reductions(self) -> tuple[int, ...]:
        """The numbers that reduce forced movement of the creature, one per source."""
        given = self.forced_reduction
        return given if isinstance(given, tuple) else (given,) if given else ()


# ---------------------------------------------------------------- the script


class TurnSpec(Table, frozen=True, kw_only=True):
    """One turn of one creature in the script."""

    actor: Name
    """The creature whose turn it is."""
    intents: tuple[Intent, ...] = ()
    """Its intents, in order."""


# ---------------------------------------------------------------- objectives


class ObjectiveSpec(Table, frozen=True, kw_only=True):
    """A way for a side to win. One of several suffices, but `protect` must always hold."""

    side: Name
    """The side that has the objective."""
    kind: ObjectiveKind = "defeat"
    """The kind; `defeat`: every enemy is down."""
    squares: tuple[Flat, ...] = ()
    """The squares to reach or hold."""
    area: (
        tuple[
            Annotated[int, msgspec.Meta(ge=0, le=LARGEST_MAP)],
            Annotated[int, msgspec.Meta(ge=0, le=LARGEST_MAP)],
            Annotated[int, msgspec.Meta(ge=0, le=LARGEST_MAP)],
            Annotated[int, msgspec.Meta(ge=0, le=LARGEST_MAP)],
        ]
        | None
    ) = None
    """The squares to reach or hold: `[x0, y0, x1, y1]`."""
    count: Annotated[int, msgspec.Meta(ge=1, le=MOST_CREATURES)] = 1
    """The number of creatures needed there at once."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    """The number of rounds to hold or survive."""
    who: Name | None = None
    """The creature to protect."""

    @property
    def covered(self) -> frozenset[tuple[int, int]]:
        """The squares of the objective, including the squares of its areas."""
        found = set(self.squares)
        if self.area is not None:
            x0, y0, x1, y1 = self.area
            found |= {(x, y) for y in range(min(y0, y1), max(y0, y1) + 1) for x in range(min(x0, x1), max(x0, x1) + 1)}
        return frozenset(found)


# ---------------------------------------------------------------- a lesson


class LessonStepSpec(Table, frozen=True, kw_only=True):
    """A step of a lesson: its text and the player's task."""

    say: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
    """The text."""
    event: dict[str, Logged] | None = None
    """The logged event that ends the step."""
    action: Literal["next", "undo", "refused", "rule", "end", "reach", "threat"] | None = None
    """The action that ends the step, by default `next`."""
    squares: tuple[Flat, ...] = ()
    """Squares that are marked during the step."""


# ---------------------------------------------------------------- the file


class ScenarioFile(Table, frozen=True, kw_only=True):
    """The contents of a scenario file."""

    format: Literal[1] = 1
    """The version of this format."""
    title: Annotated[str, msgspec.Meta(max_length=500)] = ""
    """The title."""
    game: Name | None = None
    """The game with its migrations."""
    version: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    """The version of that game's files."""
    story: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
    """The story that players read first."""
    difficulty: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """The difficulty, in a word or two."""
    ruleset: Word
    """The ruleset."""
    scene: Literal["encounter", "exploration"] = "encounter"
    """In an encounter every square counts, in exploration only if `precise`."""
    precise: bool = False
    """True if exact places matter in exploration."""
    seed: int = 0
    """The seed of the dice: same file, same seed, same log."""
    dice: (
        Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=10_000)], ...], msgspec.Meta(max_length=MOST_DICE)] | None
    ) = None
    """The next die results, in order; by default from the seed."""
    rules: dict[Word, bool | Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)] | Word] = {}
    """Switches of the ruleset."""
    board: BoardSpec
    """The map."""
    creatures: Annotated[tuple[CreatureSpec, ...], msgspec.Meta(max_length=MOST_CREATURES)] = ()
    """The creatures."""
    conditions: Annotated[dict[Key, ConditionSpec], msgspec.Meta(max_length=MOST_DEFINED)] = {}
    """The game's own conditions, and effects of the ruleset's."""
    items: Annotated[dict[Key, ItemSpec], msgspec.Meta(max_length=MOST_DEFINED)] = {}
    """Items that creatures may have."""
    terrain: Annotated[dict[Key, TerrainSpec], msgspec.Meta(max_length=MOST_DEFINED)] = {}
    """The cost of squares by the tags of their tiles."""
    abilities: Annotated[dict[Word, Ability], msgspec.Meta(max_length=MOST_ABILITIES)] = {}
    """The abilities that creatures may use."""
    objectives: Annotated[tuple[ObjectiveSpec, ...], msgspec.Meta(max_length=100)] = ()
    """The sides' objectives; a side without one fights until every enemy is down."""
    lesson: Annotated[tuple[LessonStepSpec, ...], msgspec.Meta(max_length=100)] = ()
    """The lesson of a player at a window, step by step."""
    turns: tuple[TurnSpec, ...] = ()
    """The script."""
    expect: tuple[ExpectSpec, ...] = ()
    """The expectations after the script."""
    proves: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=100)], ...], msgspec.Meta(max_length=200)] = ()
    """The catalogue ids that it proves by citing."""
    tags: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=100)], ...], msgspec.Meta(max_length=200)] = ()
    """Features that an engine needs to play it."""


class Scenario(ScenarioFile, frozen=True, kw_only=True):
    """A scenario that has been checked."""

    source: str = "<text>"
    """The file it was read from."""

    def tree(self) -> Tree:
        """Converts the scenario back to tables, as in a file."""
        grown: Tree = msgspec.to_builtins(self)
        grown.pop("source", None)
        creatures, bases = cast(list[Tree], grown.get("creatures", [])), shipped("creatures")
        for spec, table in zip(self.creatures, creatures, strict=True):
            for key in bases.get(spec.base or "", ()):
                if key not in table:  # a default given over the base's value
                    table[key] = msgspec.to_builtins(getattr(spec, key))
        return grown


@lru_cache(maxsize=16)
def file_type(own: tuple[OwnIntent, ...] = ()) -> type[ScenarioFile]:
    """Returns the type of scenario files that may contain a game's own intents."""
    if not own:
        return ScenarioFile
    intents: Any = tuple[any_intent(own), ...]  # type: ignore[misc]
    turn = msgspec.defstruct("TurnSpec", [("intents", intents, ())], bases=(TurnSpec,), frozen=True, kw_only=True)
    turns: Any = tuple[turn, ...]  # type: ignore[valid-type]
    made = msgspec.defstruct("ScenarioFile", [("turns", turns, ())], bases=(ScenarioFile,), frozen=True, kw_only=True)
    return cast(type[ScenarioFile], made)
