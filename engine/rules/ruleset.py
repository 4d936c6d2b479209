"""A ruleset: one game's rules as a value, in chapters of questions and answers.

A ruleset has no state. Shared code never asks its name.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from ...components.definitions import Definitions
from ...components.events import Rolled, Struck
from ...components.intents import BY_NAME, IntentBase
from ...components.plan import Act, Check, Drop, ForcedMove, MovementBudget, MoveOptions, Strike, Sweep, Walk
from ...components.position import Cube, Mode
from ..board.board import Board
from ..errors import names, spelled
from ..geometry.boxes import Box
from ..geometry.flank_lines import LineEnds, ReachPartner
from ..geometry.straight_lines import RunLine
from ..memo import Memo
from ..messages import Message, Value, length, message
from ..state.battle_state import BattleState
from ..state.component_types import compiled_copy
from ..state.creature import Creature
from ..state.verdict import Forbidden, Plan, Refusal
from .catalogue import UNIVERSAL, Choice, Switch, UnknownSwitch, Word
from .catalogue import topics as catalogue_topics
from .odds import Odds, StrikeOdds, d20_check_odds, d20_odds
from .step_costs import PausePlace, SpaceAccess, StepCost, StepQuery


@dataclass(frozen=True, slots=True)
class SizeRow:
    """One row of the table of sizes. Lengths are in feet, reach in the ruleset's unit."""

    rank: int
    """Steps from medium (1M)."""
    side: int
    """The side in whole squares."""
    room: float
    """The side in feet."""
    tall_reach: int
    long_reach: int
    per_square: int = 1
    """Creatures per square."""


MOST_VARIED = 64
"""Most cached variants."""


def no_parts(request: "Request", plan: "Plan") -> "Plan":
    raise request.refuse("{game} has no activities as part of another action", "part", game=request.rules.title)


@dataclass(frozen=True, slots=True)
class ActionCost:
    """The ways to pay for an action, each a tuple of action names.

    The first one that the creature can afford is used.
    """

    ways: tuple[tuple[str, ...], ...]
    rule: str = ""
    """The citation topic if no way can be paid."""


def nothing_listed(world: "World", creature: Creature) -> Iterable[IntentBase]:
    return ()


@dataclass(frozen=True, slots=True)
class OwnIntent:
    """An intent that a game defines."""

    kind: type[IntentBase]
    """A frozen msgspec.Struct that extends `IntentBase`; its `tag` is the name."""
    plan: "Callable[[Request], Plan]"
    """Returns a plan or raises `request.refuse(...)`."""
    candidates: "Callable[[World, Creature], Iterable[IntentBase]]" = nothing_listed
    """Intents for brains and highlights to try."""
    ways: tuple[tuple[str, ...], ...] = ((),)
    """Ways to pay, each a tuple of actions; an empty one is free."""

    @property
    def do(self) -> str:
        """The name of the intent in files and logs."""
        return str(self.kind.__struct_config__.tag)


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRules:
    """How a ruleset treats squares, diagonals, corners and distances."""

    diagonal_cycle: tuple[int, ...] = (1,)
    """Costs of diagonals in turn."""
    count_scope: Literal["movement", "action", "turn"] = "movement"
    """Where diagonals are counted on (srd.diagonal.count-scope): a movement, a move action or a turn."""
    corners: Literal["any", "both", "free"] = "any"
    """Filled neighbours that forbid a diagonal: any one, only both, or none (`free`)."""
    corner_axes: Literal[2, 3] = 2
    """3: filled cubes above and below count too."""
    vertical_diagonal: bool = True
    """True if a step in height and place is one diagonal."""
    slant_per_axis: bool = False
    """True if a step in height and place costs each axis separately."""
    distance_cycle: Literal["one", "alternating"] = "one"
    """Diagonals in distances: one, or one and two in turn."""
    obstacle_corners: Literal["separated", "touching"] = "separated"
    """When an obstacle affects a diagonal: it blocks both detours, or it touches the point."""
    count_outlasts_turn: bool = False
    """True if movement outside a turn continues the count."""
    cone_templates: bool = False
    """True if straight cones widen from one square; else quarters of bursts."""
    levels_count: bool = True
    """True if heights count in distances. (ep.3d.abstract-altitude)"""
    precise: "Callable[[Ruleset, str, bool], bool]" = lambda rules, scene, flagged: True
    """True if movement counts squares: (kind of scene, flagged as precise)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeRules:
    """How a ruleset treats sizes and squeezing."""

    rows: Mapping[str, SizeRow]
    """The size for every word of the ruleset."""
    squeeze_least: "Callable[[Ruleset, SizeRow], float]"
    """The least width in feet of an ordinary squeeze."""
    squeeze_by_skill: "Callable[[float], float | None]" = lambda room: None
    """The least width of a squeeze by a check, by the creature's side in feet. None: no check."""
    squeeze_open: bool = False
    """True if gaps must be wider than `squeeze_least`."""
    squeeze_beside: bool = False
    """True if large creatures may squeeze past enemies."""
    squeeze_condition: str | None = "squeezing"
    """None if it has no name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionRules:
    known: frozenset[str] = frozenset()
    helpless: frozenset[str] = frozenset()
    """They do not hinder others."""
    immobile: frozenset[str] = frozenset()
    """Conditions that prevent own movement."""
    unable: frozenset[str] = frozenset()
    """Conditions that prevent actions and reactions."""
    inactive: frozenset[str] = frozenset()
    """Conditions that allow only movement and postures."""
    unready: frozenset[str] = frozenset()
    """Conditions that prevent reactions."""
    read: frozenset[str] = frozenset({"prone", "blinded", "falling", "climbing", "grabbed"})
    """Conditions that the game's own functions read; `fivefoot check` remarks on conditions without effect."""
    teleport_ends: tuple[str, ...] = ()
    """Ended by teleports, in order."""
    chosen_prone_stands_free: bool = False
    """True if standing up is free after choosing prone."""
    imposed_replaces_chosen: bool = True
    """True if a knock-down overrides prone by choice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainRules:
    """How a ruleset treats the ground that a creature stands on or enters."""

    counted_under: Literal["entered", "arrival", "either", "majority"] = "entered"
    """Where a large space must touch costly ground for a step to cost more."""
    bodies_entered: bool = False
    """True if creatures' squares cost extra only on entering them."""
    fly_over_ground: bool = True
    """True if low flight ignores ground."""
    phases: "Callable[[Ruleset, Creature], bool]" = lambda rules, creature: False
    """True if it passes walls."""
    hampered: "Callable[[Ruleset, Creature], bool]" = lambda rules, creature: not creature.has("incorporeal")
    """True if ground can hamper it. (srd.terrain.flying-incorporeal)"""
    hardest_square: bool = False
    """True if only the hardest square counts."""
    pits_closed: bool = False
    burrow_vertical: bool = True
    """True if burrowers also move vertically."""
    digs: frozenset[str] = frozenset({"dirt"})
    """Kinds of ground that every burrower digs."""
    walkers_in_earth: bool = False
    """True if others may be inside earth."""
    stop_in_obstacle: bool = True
    """True if a mover may stop in an obstacle it cannot pay to leave."""
    darkness_hampers: bool = False
    teleports_enter: bool = True
    """True if a teleport enters terrain."""
    harm_timing: str = "enter_and_turn_start"
    """When harmful ground harms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementRules:
    """How a ruleset treats speeds, movement modes and the cost of movement."""

    default_walk: int = 30
    """The walking speed of a creature without a listed speed. (ep.walk.usual-speed)"""
    race_walk: "Callable[[str], int | None]" = lambda race: None
    """By race, if there is a table."""
    modes: frozenset[str] = frozenset({"walk", "climb", "swim", "fly", "burrow", "teleport"})
    """Words for movement modes in intents."""
    step_cost: "Callable[[Ruleset, StepQuery], StepCost | None]"
    """A step's cost; None: closed."""
    surcharge: "Callable[[World, Creature], Mapping[tuple[int, int], int]] | None" = None
    """The extra squares to enter each square now; None: no extra costs."""
    unlisted: Mapping[Mode, int] = field(default_factory=dict)
    """Modes open to all, with cost factors."""
    crawl_extra: int = 0
    """Added per square while prone."""
    carriers_climbed: bool = False
    """True if riders and climbers move about on their carrier."""
    clings_overhead: "Callable[[Ruleset, Creature], bool]" = lambda rules, creature: False
    """True if it clings to ceilings."""
    speeds: "Callable[[Ruleset, Creature], Mapping[Mode, int]]"
    """A creature's speeds by mode, in the ruleset's unit."""
    usable_modes: "Callable[[Ruleset, Creature], Sequence[tuple[Mode, bool]]]"
    """(mode, True if listed) of each mode that a creature can use."""
    mixes_modes: "Callable[[Ruleset], bool]" = lambda rules: True
    """True if a movement may change mode."""
    kept_to: "Callable[[Ruleset, Creature], AbstractSet[str]]" = lambda rules, creature: frozenset()
    """Modes allowed in the rest of the open movement; empty: any."""
    began_with: "Callable[[Ruleset, Creature], Mapping[Mode, int]]" = lambda rules, creature: {}
    """Squares by mode at the start of the open movement; empty if the present speeds count."""
    gate: "Callable[[Request, str], Refusal | None]"
    """Refuses a kind of movement before its path is known."""
    run_factor: "Callable[[Ruleset, Creature], int]" = lambda rules, creature: 4
    """The factor on speed in a run."""
    run_bar: frozenset[str] = frozenset({"prone"})
    run_ground: frozenset[str] = frozenset({"difficult", "impeded"})
    """Features closed to runs and charges (words of `FEATURES`)."""
    run_line: RunLine = "free"
    """How straight a run is: eight directions, any bearing, or free."""
    prone_move: Literal["refuse", "crawl"] = "refuse"
    moves_quietly: "Callable[[Ruleset, str | None], bool]" = lambda rules, kind: False
    """True if this kind of movement (`None`: walking) provokes nothing."""
    shift_way: "Callable[[Request, MoveOptions, MovementBudget], Walk] | None" = None
    """The path of a granted shift; None: any."""
    finish_walk: "Callable[[Request, Walk], None]" = lambda request, walk: None
    """Adds to a granted walk what its steps ask for, such as tests."""
    crawl_squares: int | None = None
    """Squares of one crawl; None: by the speed."""
    crawls_evenly: "Callable[[Ruleset], bool]" = lambda rules: False
    """True if each square of a crawl costs one, on any ground. (ep.crawl.action)"""
    crawlers: frozenset[str] = frozenset({"prone"})
    """Conditions that enforce crawling."""
    split_moves: bool = False
    """True if a move action can be continued later."""
    stays_aloft: "Callable[[Ruleset, Creature], bool]"
    """True if it stays in the air."""
    pause: "Callable[[Request, PausePlace], bool] | None" = None
    """True if a move may pause in a forbidden place."""
    slows_at_once: bool = True
    """True if a walk obeys speeds that fall on the way; else `cut_short` decides."""
    last_square: bool = False
    """True if any remainder pays a last square."""
    low_kinds: frozenset[str] = frozenset({"crawl", "step"})
    """Kinds of movement that a creature can make while down."""
    cut_short: "Callable[[World, Creature, Walk], str | None]" = lambda world, mover, walk: None
    """Why a walk ends before its next square, if at all."""

    def ordinary_intent(self, creature: "Creature") -> Literal["move", "crawl"]:
        """Returns `crawl` if the creature lies down and can crawl, else `move`."""
        return "crawl" if self.prone_move == "refuse" and creature.is_any(self.crawlers) else "move"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceRules:
    """How a ruleset treats creatures in the same squares, and places where none may stay."""

    access: "Callable[[Ruleset, Creature, Creature, MoveOptions], SpaceAccess]"
    """A mover's right to pass and stop in another's space, by both states."""
    sharing_surcharge: int = 0
    """Squares added for stopping in a shared space."""
    square_capacity: "Callable[[Ruleset, Creature, list[Creature]], bool]"
    """True if it may stop beside small creatures in a square."""
    through_costs: bool = False
    """True if passing by skill costs extra."""
    put_back: Literal["last", "last-or-nearer", "nearest", "stay"] = "last"
    """Where a mover goes that may not stay.

    The last legal place, that or a nearer one, the nearest; or it stays and all squeeze.
    """
    foes_wholly_inside: bool = False
    """True if enemies share squares only wholly inside each other."""
    put_back_downed: bool = False
    """True if a downed mover is put back too."""
    nearest_by_die: bool = False
    """True if a die chooses among equally near places; else row order does."""
    overlap: "Callable[[World, Creature], bool]" = lambda world, creature: False
    """Handles a creature that may not stay; True if done."""
    riders_merge: bool = False
    """True if a rider's space becomes its mount's. (ep.3d.mounts)"""
    is_ground: "Callable[[Ruleset, Creature], bool]" = lambda rules, other: False
    stands_on: "Callable[[Ruleset, Creature, Creature], bool]" = lambda rules, creature, other: False
    """True if it can stand on the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreatRules:
    reach_cycle: "Callable[[Ruleset, int, int, int, int], bool]"
    """True if (dx, dy, dz) lies within a reach."""
    provokes: Literal["leaving", "parting"] = "leaving"
    """Whether leaving a square in reach provokes, or only leaving all reach (parting)."""
    reactions: int | None = 1
    """Per round; None: no limit."""
    reaction_scope: Literal["step", "movement", "turn"] = "movement"
    """The time in which an enemy reacts once to a mover."""
    own_space_threat: bool = True
    """True if reach 0 threatens its square. (srd.small.no-threat-around, ep.reach.own-space, ep.flank.no-reach)"""
    own_space_in_reach: bool = False
    """True if all reach their own space. (ep.reach.own-space)"""
    part_in_reach: "Callable[[World, Creature, Creature], bool]" = lambda world, creature, target: False
    """True if a strike reaches a part outside the space: (world, striker, target)."""
    may_react: "Callable[[World, Creature], bool]" = lambda world, creature: True
    """True if it may react; conditions are checked apart."""
    reactions_of: "Callable[[Ruleset, Creature], int | None]" = lambda rules, creature: rules.threat.reactions
    """Per round; None: no limit."""
    entering_provokes: bool = False
    """True if tiny creatures provoke on entering a square."""
    through_walls: bool = False
    flanking: bool = False
    flanks: "Callable[[World, Creature, Creature, Creature], bool]" = lambda world, by, ally, target: False
    """True if both flank: (world, by, ally, target)."""
    flank_line_ends: LineEnds = "outside"
    """Whether lines may end on the target's border."""
    reach_flank_partner: ReachPartner = "mutual"
    """What a flanker with reach requires of its partner."""
    flank_bonus: int = 2
    """The bonus to a strike. (ep.flank.bonus)"""
    sees: "Callable[[World, Creature, Creature], bool]"
    """True if there is line of effect."""
    by_sight: bool = False
    """True if a side perceives only by sight."""
    counts_cover: bool = False
    """True if the board gives cover, unless the intent does."""
    cover_bonus: tuple[int, int] = (4, 4)
    """Defence by cover: of the board, of creatures."""
    cover: "Callable[[World, Creature, Creature], int] | None" = None
    """The game's own cover bonus: (world, striker, target); None: corner lines decide."""
    line: "Callable[[Ruleset, Board, Box, Box], bool]"
    """Line of effect between spaces, creatures ignored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcedMovementRules:
    """How a ruleset treats pushes, pulls, slides and carrying."""

    diagonal_cycle: tuple[int, ...] = ()
    """The costs of forced diagonals in turn; empty: as of willing ones."""
    into_hazards: frozenset[str] = frozenset({"push", "pull", "slide", "carry"})
    """Kinds of forced movement that may lead into danger. (ep.forced.into-hazard)"""
    path: "Callable[[Request, Creature, int], list[Cube] | None] | None" = None
    """An own path; None: the shared one."""
    goes_over: "Callable[[Ruleset, Creature, Creature], bool]" = lambda rules, target, other: False
    """True if it crosses another creature."""
    ended: "Callable[[World, Creature, ForcedMove], ForcedMove]" = lambda world, target, forced_move: forced_move
    """An effect's forced movement, cut to a place where its target may stop."""
    immune: "Callable[[World, Creature, ForcedMove], tuple[str, ...] | None]" = lambda world, target, forced_move: None
    """Topics that make it immovable, if any."""
    through_earth: bool = False
    """True if it moves bodies through earth. (ep.forced-3d.underground)"""
    into_earth: bool = False
    """True if it moves burrowers into diggable earth."""
    driven_down_falls: bool = False
    """True if forcing onto the ground is a fall."""
    teleports_safely: bool = False
    """True if only explicit effects teleport the unwilling into danger."""
    inside_others: bool = True
    """True if a creature in another's space can be moved."""
    bars: "Callable[[World, Creature, Cube, Cube], str | None]" = lambda world, target, here, there: None
    """The game's own reason against a forced step; None if allowed."""
    pull_around: bool = False
    """True if a pull may pass around the attacker."""
    elects_prone: bool = False
    """True if falling prone may end it."""
    elected_by_choice: bool = True
    """True if a creature that so falls prone counts as prone by choice."""
    adjusted: "Callable[[Request, Plan], Plan]" = lambda request, plan: plan
    """The plan after the game's limits."""
    contest: "Callable[[Request, Creature, str], Check | None]" = lambda request, target, kind: None
    """The contest to win, if any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FallingRules:
    land: "Callable[[World, Creature, Drop, int, Cube], None]"
    """Applies a landing: (world, creature, act, squares, cube)."""
    squares_a_round: tuple[int, int] | None = None
    """In the first and in later rounds; None: all at once."""
    onto_others: bool = False
    """True if a mover may land on a creature without the right to stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRules:
    """How a ruleset treats actions: what they cost and how each kind of intent is planned."""

    per_turn: Mapping[str, int]
    words: Mapping[str, str] = field(default_factory=dict)
    costs: Mapping[str, ActionCost]
    """An intent without an entry does not exist."""
    planners: "Mapping[str, Callable[[Request], Plan]]" = field(default_factory=dict)
    """The game's own planners, by `do`."""
    own: "Mapping[str, OwnIntent]" = field(default_factory=dict)
    """The game's own intents, by `do`."""
    prepaid: "Callable[[Creature, str], bool]" = lambda creature, do: False
    """True if already paid, such as a full attack's next strike: (creature, `do`)."""
    part: "Callable[[Request, Plan], Plan]" = field(default=no_parts)
    """The plan with its intent's activities."""


class RolledStrike(NamedTuple):
    event: Struck
    kind: str | None
    """The kind of damage; None: no damage."""
    rules: tuple[str, ...] = ()
    """Cited by the damage event."""


class RolledCheck(NamedTuple):
    outcome: str
    events: tuple[Rolled, ...]
    """The rolls to log, the actor's first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRules:
    strike: "Callable[[World, Strike], RolledStrike]"
    """Rolls a strike; applies nothing."""
    whole: "Callable[[Creature], int]" = lambda creature: creature.body.attacks + len(creature.body.bonus_attacks)
    """Strikes in a full attack."""
    drawn: "Callable[[Request], tuple[Act, int | None] | None]" = lambda request: None
    """A full attack's next strike and its bonus; a bonus None is the striker's own."""
    opening: "Callable[[Request, Strike | None], list[Act]]" = lambda request, first: [first] if first else []
    """Acts that open a full attack."""
    forecast: "Callable[[World, Strike], StrikeOdds]"
    """The outcomes of a strike, with chances."""
    odds: "Callable[[int, int], Odds]" = d20_odds
    """The odds of (bonus, defence)."""
    modifiers: "tuple[StrikeModifier, ...]" = ()
    """Functions that add modifiers to strikes, in the log's order."""
    multiple: tuple[int, ...] = (0,)
    """Penalties on the first, second, ... attack of a turn; the last repeats."""
    check: "Callable[[World, Check], RolledCheck]"
    """Rolls a check; applies nothing."""
    check_odds: "Callable[[World, Check], tuple[tuple[str, float], ...]]" = d20_check_odds
    """The outcomes of a check, with chances. Its figures and the creature's state decide them."""
    tiers: bool = False
    """True if saves and checks have tiers, no DC."""
    save_bonus: "Callable[[Creature, str], int]" = lambda creature, save: creature.body.skills.get(save, 0)
    """A creature's bonus to the named save."""
    check_bonus: "Callable[[Creature, str], int]" = lambda creature, what: creature.skill(what)
    """A creature's bonus to the named check."""
    check_modifiers: "Callable[[World, Strike], tuple[tuple[str, int | str], ...]] | None" = None
    """The modifiers to an ability's check; the strike gives user, target and range."""
    riders_bear: bool = False
    """True if a rider takes damage for a mount without hit points. (ep.overland.mount-damage)"""
    unreduced: frozenset[str] = frozenset()
    """Kinds of damage that nothing reduces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks:
    on_gain: "Callable[[World, Creature, str], None]" = lambda world, creature, condition: None
    """Called when a condition begins."""
    on_set_up: "Callable[[World, Creature], None]" = lambda world, creature: None
    """Called when all creatures are placed."""
    on_turn_start: "Callable[[World, Creature], None]" = lambda world, creature: None
    on_turn_end: "Callable[[World, Creature], None]" = lambda world, creature: None
    on_collision: "Callable[[World, Creature, Walk, Cube], None]" = lambda world, creature, walk, at: None
    """A mover meets something unseen."""
    on_swept: "Callable[[World, Creature, Sweep, Creature | None], None]" = lambda world, swept, move, met: None
    """Called when a swept creature hits a creature, or an obstacle (None)."""
    on_arrival: "Callable[[World, Creature], None]" = lambda world, creature: None
    """Called when a teleport ends."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset:
    """One game's rules; see `docs/adding-a-ruleset.md`.

    A board's caches tell rulesets apart by identity.
    """

    name: str
    """Its name in scenario files."""
    title: str
    """Its name for people."""
    feet: bool = True
    """True for feet (5 to a square), False for squares."""
    grid: GridRules = GridRules()
    sizes: SizeRules
    conditions: ConditionRules = ConditionRules()
    terrain: TerrainRules = TerrainRules()
    movement: MovementRules
    space: SpaceRules
    threat: ThreatRules
    forced: ForcedMovementRules = ForcedMovementRules()
    falling: FallingRules
    actions: ActionRules
    attacks: AttackRules
    hooks: Hooks = Hooks()
    components: tuple[type, ...] = ()
    """Own components: frozen dataclasses with defaults. Fields named as in scenario files take those values; a `Memory`
    is the game's record."""

    switches: Mapping[str, Switch] = field(default_factory=dict)
    chosen: Mapping[str, Choice] = field(default_factory=dict)
    """The switch values that `vary` has set."""
    effects: Mapping[str, Mapping[Choice, Mapping[str, Any]]] = field(default_factory=dict)
    """Answers (`chapter.question`) of own switches, by value."""
    catalogue: str = ""
    """A file of `assets/rules`, with hyphens; empty: none."""
    cites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Ids by topic, where the catalogue differs."""
    defined: Definitions = Definitions()  # noqa: RUF009
    """Definitions from a game's files."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """Ids that no program can decide."""
    _cited: dict[tuple[str, ...], tuple[str, ...]] = field(init=False, default_factory=dict, repr=False)
    _varied: "Memo[object, Ruleset]" = field(init=False, default_factory=lambda: Memo(MOST_VARIED), repr=False)
    _settings: dict[str, Choice] = field(init=False, default_factory=dict, repr=False)
    unit: int = field(init=False, repr=False)
    """The length of a square in the ruleset's unit. (ep.grid.square-size)"""
    economy_is_off: bool = field(init=False, repr=False)
    """True if intents are free."""
    intents: Mapping[str, type[IntentBase]] = field(init=False, repr=False)
    """The types of all intents, by `do`; the game's own among them."""

    def __post_init__(self) -> None:
        self._settings.update({name: switch.default for name, switch in self.switches.items()})
        self._settings.update(self.chosen)
        object.__setattr__(self, "unit", 5 if self.feet else 1)
        object.__setattr__(self, "economy_is_off", self.setting("actions") == "free")
        own = {do: intent.kind for do, intent in self.actions.own.items()}
        object.__setattr__(self, "intents", {**BY_NAME, **own} if own else BY_NAME)

    def length(self, squares: int) -> Message:
        """Returns a number of squares as a distance in words: `30 feet` or `6 squares`."""
        return length(squares * self.unit, self.feet)

    def squares(self, distance: float) -> int:
        """Converts a distance in feet or squares, as the ruleset counts, to whole squares."""
        return int(distance // self.unit)

    def setting(self, name: str, default: Choice = "") -> Choice:
        """Returns the value of a house rule; `default` if the ruleset does not have it."""
        return self._settings.get(name, default)

    def word(self, name: str, usual: Word, *others: Word) -> Word:
        """Returns the value of a house rule that must be a word.

        Raises:
            ValueError: the value is not a word.
        """
        found = self.setting(name, usual)
        for known in (usual, *others):
            if known == found:
                return known
        raise ValueError(f"{self.name}: switch {name!r} is at {found!r}, which is none of {(usual, *others)}")

    @property
    def topics(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of the rules to cite, for each topic."""
        return {**catalogue_topics(self.catalogue), **self.cites}

    def cite(self, *topics: str) -> tuple[str, ...]:
        """Returns the ids of the rules about these topics, in order, without duplicates."""
        found = self._cited.get(topics)
        if found is None:
            own, ids = self.cites, catalogue_topics(self.catalogue)
            filed = (own[topic] if topic in own else ids.get(topic, ()) for topic in topics)
            found = tuple(dict.fromkeys(rule for rules in filed for rule in rules))
            self._cited[topics] = found
        return found

    def cite_any(self, *topics: str) -> tuple[str, ...]:
        """Returns the ids of the rules about these topics, or else about `table.TOPIC`."""
        return self.cite(*topics) or self.cite(*(f"table.{topic}" for topic in topics))

    def vary(self, **house: Choice) -> "Ruleset":
        """Returns a copy of the ruleset with house rules set; `_` may replace `-` in their names.

        Raises:
            UnknownSwitch: the switch or its value is unknown.
        """
        key = tuple((given, type(value), value) for given, value in sorted(house.items()))
        found = self._varied.get(key)
        if found is None:
            found = self._varied.keep(key, self._with_switches(house))
        return found

    def _with_switches(self, house: Mapping[str, Choice]) -> "Ruleset":
        chosen = dict(self.chosen)
        answers: dict[str, Any] = {}
        for given, value in house.items():
            name = self.switch_name(given)
            self.switches[name].check(name, value)
            chosen[name] = value
            answers.update(self.effects.get(name, {}).get(value, {}))
        for name, value in chosen.items():
            # What every ruleset's switch says outweighs what one's own says, in whatever order they are named.
            answers.update(UNIVERSAL.get(name, {}).get(value, {}))
        return replace(self.with_answers(answers), chosen=chosen)

    def with_answers(self, answers: Mapping[str, Any]) -> "Ruleset":
        """Returns a copy of the ruleset with other answers, each named like `grid.corners`.

        Raises:
            ValueError: there is no such question.
        """
        chapters: dict[str, dict[str, Any]] = {}
        for path, answer in answers.items():
            chapter, _, question = path.partition(".")
            if not hasattr(getattr(self, chapter, None), question):
                known = [f"{part.name}.{one}" for part in fields(self) for one in _questions(getattr(self, part.name))]
                raise ValueError(f"no question of a ruleset is called {spelled(path)}; there are {names(known, path)}")
            chapters.setdefault(chapter, {})[question] = answer
        return replace(
            self, **{chapter: replace(getattr(self, chapter), **given) for chapter, given in chapters.items()}
        )

    def switch_name(self, given: str) -> str:
        """Returns the exact name of a house rule; `_` and `-` are equal.

        Raises:
            UnknownSwitch: there is no such switch.
        """
        for name in self.switches:
            if name == given or name.replace("-", "_") == given.replace("-", "_"):
                return name
        known = ", ".join(sorted(self.switches))
        raise UnknownSwitch(f"{self.name} knows no switch {given!r}; it knows {known}")


def _questions(chapter: object) -> list[str]:
    return [part.name for part in fields(chapter)] if is_dataclass(chapter) else []


ASKING: "list[Callable[[World], Any]]" = []
"""Makes `World.ask`. Its package sets it, since imports run one way."""
PLAYING_AHEAD: "list[Callable[[World, Creature, Any], Any]]" = []
"""Answers `World.ask.odds` with copies that are played. Its package sets it."""


@dataclass(slots=True)
class World(BattleState):
    """The state of a battle and its ruleset."""

    rules: Ruleset = field(kw_only=True, metadata={"copied": "shared"})

    @property
    def ask(self) -> Any:
        """An object that answers questions about the battle, such as `world.ask.reach("Ann")`."""
        return ASKING[0](self)

    def copy(self) -> "World":
        """Returns an independent copy of the state, without functions that listen or decide."""
        twin: World = _copy_world(self)
        twin.named.update((creature.name, creature) for creature in twin.creatures)
        return twin


_copy_world: Callable[[Any], Any] = compiled_copy(World)


@dataclass(slots=True)
class Request:
    """One creature's intent, with the battle's state: the argument of a planner."""

    world: World
    creature: Creature
    intent: Any
    rules: Ruleset = field(init=False)

    def __post_init__(self) -> None:
        self.rules = self.world.rules

    @property
    def ask(self) -> Any:
        return self.world.ask

    @property
    def free(self) -> bool:
        return self.rules.economy_is_off

    def refuse(self, reason: str | Message, /, *topics: str, **values: Value) -> Forbidden:
        """Returns the exception to raise for an illegal intent. It cites the rules about `topics`.

        Mark the reason by `_`, such as `_("{name} is not prone")`, and pass its values. `name` defaults to the
        creature's.
        """
        rules = self.world.rules
        if isinstance(reason, str) and "{name}" in reason:
            values.setdefault("name", self.creature.name)
        cited = rules.cite_any(*topics) or rules.cite_any("unforeseen")
        return Forbidden(Refusal(cited, message(reason, values)))

    def shown(self, square: Sequence[int]) -> str:
        """Returns a cube as text: `[x, y]`, with the height if it is above the ground."""
        return self.world.board.shown(square)

    def other(self, name: str) -> Creature:
        """Returns the creature of that name; refuses a name that no creature has."""
        found = self.world.named.get(name)
        if found is None:
            raise self.refuse("there is no creature called {name}", "unforeseen", name=name)
        return found


Modifiers: TypeAlias = list[tuple[str, int]]
"""(reason, amount) of each modifier."""


@dataclass(slots=True)
class AttackRoll:
    """A strike before its roll, with all modifiers."""

    world: World
    strike: Strike
    striker: Creature
    target: Creature
    to_hit: Modifiers = field(default_factory=list)
    to_defence: Modifiers = field(default_factory=list)
    yielding: list[str] = field(default_factory=list)
    """Reasons that do not stack with greater modifiers."""

    @property
    def bonus(self) -> int:
        own = self.striker.body.attack if self.strike.bonus is None else self.strike.bonus
        return own + sum(amount for _, amount in self.to_hit)

    @property
    def against(self) -> int:
        return self.target.body.ac + sum(amount for _, amount in self.to_defence)

    @property
    def modifiers(self) -> tuple[tuple[str, int], ...]:
        return (*self.to_hit, *((f"defence: {why}", amount) for why, amount in self.to_defence))

    @property
    def cited(self) -> tuple[str, ...]:
        kind = "ranged" if self.strike.ranged else "melee"
        whys = [f"strike.{why}" for why, _ in self.to_hit] + [f"defence.{why}" for why, _ in self.to_defence]
        whys += [f"yielding.{why}" for why in self.yielding]
        topics = [topic for why in whys for topic in (why.replace(" ", "-"), f"{why.replace(' ', '-')}.{kind}")]
        return tuple(dict.fromkeys((*self.strike.rules, *self.world.rules.cite(*topics))))


StrikeModifier: TypeAlias = Callable[[AttackRoll], None]
"""A function that adds one rule's modifier to a strike."""
