"""A ruleset: the rules of one game as a value, in chapters of questions and answers.

A ruleset has no state. Shared code never asks its name.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from ...components.definitions import Definitions
from ...components.events import Rolled, Struck
from ...components.intents import IntentBase
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
    """A size: lengths in feet, reach in the ruleset's unit."""

    rank: int
    """Steps from medium (1M)."""
    side: int
    """The side in whole squares."""
    room: float
    """The side in feet."""
    tall_reach: int
    long_reach: int
    per_square: int = 1
    """Creatures of this size in a square."""


MOST_VARIED = 64
"""The most variants that a ruleset caches."""


def no_parts(request: "Request", plan: "Plan") -> "Plan":
    """Refuses activities as part of another action."""
    raise request.refuse("{game} has no activities as part of another action", "part", game=request.rules.title)


@dataclass(frozen=True, slots=True)
class ActionCost:
    """The ways to pay, each a tuple of action names; the first affordable one is charged."""

    ways: tuple[tuple[str, ...], ...]
    rule: str = ""
    """The topic if unpaid."""


def nothing_listed(world: "World", creature: Creature) -> Iterable[IntentBase]:
    return ()


@dataclass(frozen=True, slots=True)
class OwnIntent:
    """A game's own intent."""

    kind: type[IntentBase]
    """A frozen msgspec.Struct that extends `IntentBase`, with a `tag` for files and logs."""
    plan: "Callable[[Request], Plan]"
    """Makes the plan, or raises `request.refuse(...)`."""
    candidates: "Callable[[World, Creature], Iterable[IntentBase]]" = nothing_listed
    """The intents that brains, bots and highlights try."""
    ways: tuple[tuple[str, ...], ...] = ((),)
    """Ways to pay, each a tuple of action names; an empty one is free."""

    @property
    def do(self) -> str:
        """Its name in files and logs."""
        return str(self.kind.__struct_config__.tag)


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRules:
    """Squares, diagonals, corners and distances."""

    diagonal_cycle: tuple[int, ...] = (1,)
    """Costs of diagonals in turn."""
    count_scope: Literal["movement", "action", "turn"] = "movement"
    """The span of the count of diagonals (srd.diagonal.count-scope): a movement, a move action in parts, or a turn."""
    corners: Literal["any", "both", "free"] = "any"
    """Filled squares that forbid a diagonal."""
    corner_axes: Literal[2, 3] = 2
    """3: filled cubes above and below a slanting step count too."""
    vertical_diagonal: bool = True
    """True if a step that changes height and place is one diagonal."""
    slant_per_axis: bool = False
    """True if such a step costs each axis, and is no diagonal."""
    distance_cycle: Literal["one", "alternating"] = "one"
    """The count of diagonals in a distance: one, or one and two in turn."""
    obstacle_corners: Literal["separated", "touching"] = "separated"
    """Diagonals that cross an obstacle's edge: those with it on every way round, or all that touch its end."""
    count_outlasts_turn: bool = False
    """True if movement outside a turn continues that turn's count."""
    cone_templates: bool = False
    """True if straight cones widen from one square; else a cone is a quarter of a burst."""
    levels_count: bool = True
    """True if heights count in a distance. (ep.3d.abstract-altitude)"""
    precise: "Callable[[Ruleset, str, bool], bool]" = lambda rules, scene, flagged: True
    """True if movement counts squares: (kind of scene, flagged as precise)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeRules:
    """Sizes of creatures, and the gaps they squeeze through."""

    rows: Mapping[str, SizeRow]
    """Every size, by every word for it."""
    squeeze_least: "Callable[[Ruleset, SizeRow], float]"
    """The least width in feet for an ordinary squeeze."""
    squeeze_by_skill: "Callable[[float], float | None]" = lambda room: None
    """The least width passed by skill, by the creature's side in feet; None: no skill helps."""
    squeeze_open: bool = False
    """True if the least width itself is too narrow."""
    squeeze_beside: bool = False
    """True if large creatures may squeeze past enemies."""
    squeeze_condition: str | None = "squeezing"
    """The condition of squeezing; None if it has no name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionRules:
    """The conditions of the game and their limits."""

    known: frozenset[str] = frozenset()
    helpless: frozenset[str] = frozenset()
    """Conditions of creatures that cannot hinder others."""
    immobile: frozenset[str] = frozenset()
    """Conditions that forbid all own movement."""
    unable: frozenset[str] = frozenset()
    """Conditions without actions and reactions."""
    inactive: frozenset[str] = frozenset()
    """Conditions with no actions but movement and postures."""
    unready: frozenset[str] = frozenset()
    """Conditions without reactions."""
    read: frozenset[str] = frozenset({"prone", "blinded", "falling", "climbing", "grabbed"})
    """Further conditions that the rules read."""
    teleport_ends: tuple[str, ...] = ()
    """Conditions that every teleport ends, in this order."""
    chosen_prone_stands_free: bool = False
    """True if a creature prone by choice stands up free."""
    imposed_replaces_chosen: bool = True
    """True if being knocked prone changes a creature prone by choice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainRules:
    """The effects of ground on steps and creatures."""

    counted_under: Literal["entered", "arrival", "either", "majority"] = "entered"
    """Squares of a large space that make a step hard.

    Any newly entered, any on arrival, those left too, or most newly entered.
    """
    bodies_entered: bool = False
    """True if a creature's space is costly to a large body only on entering it."""
    fly_over_ground: bool = True
    """True if flight at floor level ignores the ground."""
    phases: "Callable[[Ruleset, Creature], bool]" = lambda rules, creature: False
    """True if it passes walls."""
    hampered: "Callable[[Ruleset, Creature], bool]" = lambda rules, creature: not creature.has("incorporeal")
    """True if ground can hamper a creature at all. (srd.terrain.flying-incorporeal)"""
    hardest_square: bool = False
    """True if only the hardest square under a large space counts."""
    pits_closed: bool = False
    """True if walkers cannot enter pits."""
    burrow_vertical: bool = True
    """True if burrowing goes up and down."""
    digs: frozenset[str] = frozenset({"dirt"})
    """The ground that every burrower digs."""
    walkers_in_earth: bool = False
    """True if others may be enclosed in the ground."""
    stop_in_obstacle: bool = True
    """True if a mover may stop in an obstacle that it could not pay to leave."""
    darkness_hampers: bool = False
    """True if darkness hampers without darkvision."""
    teleports_enter: bool = True
    """True if a teleport enters the terrain at its end."""
    harm_timing: str = "enter_and_turn_start"
    """The moments when harmful ground harms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementRules:
    """Speeds and modes, costs of steps, moves, runs and crawls."""

    default_walk: int = 30
    """The walk of a creature without a listed speed. (ep.walk.usual-speed)"""
    race_walk: "Callable[[str], int | None]" = lambda race: None
    """The walk of a race, where the ruleset has a table."""
    modes: frozenset[str] = frozenset({"walk", "climb", "swim", "fly", "burrow", "teleport"})
    """Words for movement modes in intents."""
    step_cost: "Callable[[Ruleset, StepQuery], StepCost | None]"
    """A step's cost; None: closed."""
    surcharge: "Callable[[World, Creature], Mapping[tuple[int, int], int]] | None" = None
    """Further squares of cost to enter a square now, such as in zones of control; None: none."""
    unlisted: Mapping[Mode, int] = field(default_factory=dict)
    """Modes open to all, with the factor on their cost."""
    crawl_extra: int = 0
    """Squares added to each square while prone."""
    carriers_climbed: bool = False
    """True if a rider or climber moves about on the other's back."""
    clings_overhead: "Callable[[Ruleset, Creature], bool]" = lambda rules, creature: False
    """True if a climber holds on to the ceiling."""
    speeds: "Callable[[Ruleset, Creature], Mapping[Mode, int]]"
    """Present speeds by mode, in the ruleset's unit."""
    usable_modes: "Callable[[Ruleset, Creature], Sequence[tuple[Mode, bool]]]"
    """(mode, listed) of its ways to move."""
    mixes_modes: "Callable[[Ruleset], bool]" = lambda rules: True
    """True if one movement may change its mode."""
    kept_to: "Callable[[Ruleset, Creature], AbstractSet[str]]" = lambda rules, creature: frozenset()
    """The modes allowed in the open movement; empty: any."""
    began_with: "Callable[[Ruleset, Creature], Mapping[Mode, int]]" = lambda rules, creature: {}
    """The squares by mode at its start, where they last to its end."""
    gate: "Callable[[Request, str], Refusal | None]"
    """The refusal of a kind of movement before its path is examined; None allows it."""
    run_factor: "Callable[[Ruleset, Creature], int]" = lambda rules, creature: 4
    """A run's speed factor."""
    run_bar: frozenset[str] = frozenset({"prone"})
    """Conditions that forbid running."""
    run_ground: frozenset[str] = frozenset({"difficult", "impeded"})
    """Features that forbid a run or charge (words of `FEATURES`)."""
    run_line: RunLine = "free"
    """The straightness of a run: eight directions, any bearing, or free."""
    prone_move: Literal["refuse", "crawl"] = "refuse"
    """A prone creature's ordinary move."""
    moves_quietly: "Callable[[Ruleset, str | None], bool]" = lambda rules, kind: False
    """True if an ordinary move on foot draws no reactions: (rules, its kind of movement)."""
    shift_way: "Callable[[Request, MoveOptions, MovementBudget], Walk] | None" = None
    """The way of a shift that an ability grants; None: any way, without reactions."""
    crawl_squares: int | None = None
    """Squares of one crawl; None: by the speed."""
    crawlers: frozenset[str] = frozenset({"prone"})
    """Conditions that enforce crawling."""
    split_moves: bool = False
    """True if the rest of a move action stays usable in the turn."""
    stays_aloft: "Callable[[Ruleset, Creature], bool]"
    """True if a creature stays up in the air."""
    pause: "Callable[[Request, PausePlace], bool] | None" = None
    """True if a move may pause where the creature may not stay."""
    slows_at_once: bool = True
    """True if a walk is held to a speed that falls on the way; else `cut_short` may do it."""
    last_square: bool = False
    """True if any remainder pays for a last square."""
    low_kinds: frozenset[str] = frozenset({"crawl", "step"})
    """Kinds of movement that are possible while not on one's feet."""
    cut_short: "Callable[[World, Creature, Walk], str | None]" = lambda world, mover, walk: None
    """A further reason to end a walk before its next square; None: continue."""

    def ordinary_intent(self, creature: "Creature") -> Literal["move", "crawl"]:
        """`crawl` for a creature that lies down, where there is one; else `move`."""
        return "crawl" if self.prone_move == "refuse" and creature.is_any(self.crawlers) else "move"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceRules:
    """Who may enter whose squares, and where a creature goes that may not stay."""

    access: "Callable[[Ruleset, Creature, Creature, MoveOptions], SpaceAccess]"
    """A creature's right to pass and stop in another's space."""
    sharing_surcharge: int = 0
    """Extra squares for a stop in a shared space."""
    square_capacity: "Callable[[Ruleset, Creature, list[Creature]], bool]"
    """True if a creature may stop beside small ones in a square."""
    through_costs: bool = False
    """True if passing by skill costs extra."""
    put_back: Literal["last", "last-or-nearer", "nearest", "stay"] = "last"
    """The place of a mover that may not stay.

    The last legal one, that or a nearer one, the nearest; or it stays and all squeeze.
    """
    foes_wholly_inside: bool = False
    """True if active enemies share squares only wholly inside one another."""
    put_back_downed: bool = False
    """True if a mover downed where it may not stay is put back too."""
    nearest_by_die: bool = False
    """True if a die chooses among equally near places, not row order."""
    overlap: "Callable[[World, Creature], bool]" = lambda world, creature: False
    """A ruleset's own treatment of a creature that may not stay; True if resolved."""
    riders_merge: bool = False
    """True if a rider's space merges into its mount's. (ep.3d.mounts)"""
    is_ground: "Callable[[Ruleset, Creature], bool]" = lambda rules, other: False
    """True if a fallen body is mere ground."""
    stands_on: "Callable[[Ruleset, Creature, Creature], bool]" = lambda rules, creature, other: False
    """True if a creature can stand on another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreatRules:
    """Reach, reactions, flanking, lines of effect."""

    reach_cycle: "Callable[[Ruleset, int, int, int, int], bool]"
    """True if a cube (dx, dy, dz squares away) lies within a reach."""
    provokes: Literal["leaving", "parting"] = "leaving"
    """True movement out of a square in reach provokes (leaving), or only out of all reach (parting)."""
    reactions: int | None = 1
    """Reaction attacks a round; None: no limit."""
    reaction_scope: Literal["step", "movement", "turn"] = "movement"
    """The span of an enemy's single reaction to a mover."""
    own_space_threat: bool = True
    """True if reach 0 threatens its own square. (srd.small.no-threat-around, ep.reach.own-space, ep.flank.no-reach)"""
    own_space_in_reach: bool = False
    """True if every creature reaches its own space. (ep.reach.own-space)"""
    part_in_reach: "Callable[[World, Creature, Creature], bool]" = lambda world, creature, target: False
    """True if a strike reaches a part beyond the target's space: (world, striker, target)."""
    may_react: "Callable[[World, Creature], bool]" = lambda world, creature: True
    """True if a creature may react; conditions are checked apart."""
    reactions_of: "Callable[[Ruleset, Creature], int | None]" = lambda rules, creature: rules.threat.reactions
    """Reaction attacks a round of one creature; None: no limit."""
    entering_provokes: bool = False
    """True if very small creatures provoke on entering a square."""
    through_walls: bool = False
    """True if reach goes through walls."""
    flanking: bool = False
    flanks: "Callable[[World, Creature, Creature, Creature], bool]" = lambda world, by, ally, target: False
    """True if two that threaten a target flank it: (world, by, ally, target)."""
    flank_line_ends: LineEnds = "outside"
    """Whether a line may end on the target's border."""
    reach_flank_partner: ReachPartner = "mutual"
    """The requirement of a flanker with reach on its partner."""
    flank_bonus: int = 2
    """The bonus to a strike. (ep.flank.bonus)"""
    sees: "Callable[[World, Creature, Creature], bool]"
    """True if there is line of effect between two creatures."""
    by_sight: bool = False
    """True if a side perceives only what its creatures see."""
    counts_cover: bool = False
    """True if the board gives cover unless the intent names it."""
    cover_bonus: tuple[int, int] = (4, 4)
    """The defence that cover adds: of walls, edges and obstacles; of creatures alone."""
    cover: "Callable[[World, Creature, Creature], int] | None" = None
    """Its own count of cover: (world, striker, target); None counts lines between corners."""
    line: "Callable[[Ruleset, Board, Box, Box], bool]"
    """True if there is line of effect between two spaces, creatures aside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcedMovementRules:
    """Pushes, pulls, slides and carrying: their directions and obstacles."""

    diagonal_cycle: tuple[int, ...] = (1,)
    """Costs of its diagonals in squares, in turn."""
    into_hazards: frozenset[str] = frozenset({"push", "pull", "slide", "carry"})
    """Kinds that may lead into danger. (ep.forced.into-hazard)"""
    path: "Callable[[Request, Creature, int], list[Cube] | None] | None" = None
    """Its own path; None uses the shared rule."""
    goes_over: "Callable[[Ruleset, Creature, Creature], bool]" = lambda rules, target, other: False
    """True if it leads over another creature."""
    immune: "Callable[[World, Creature, ForcedMove], tuple[str, ...] | None]" = lambda world, target, forced_move: None
    """The topics that make a creature immovable; None if it moves."""
    through_earth: bool = False
    """True if it carries a body through the ground. (ep.forced-3d.underground)"""
    into_earth: bool = False
    """True if it carries burrowers into ground that they dig."""
    driven_down_falls: bool = False
    """True if a creature forced down onto the ground has fallen."""
    teleports_safely: bool = False
    """True if the unwilling are not teleported into danger unless the effect says it."""
    inside_others: bool = True
    """True if a creature in another's space may be moved."""
    bars: "Callable[[World, Creature, Cube, Cube], str | None]" = lambda world, target, here, there: None
    """A further reason not to move a creature: (world, target, from, to)."""
    pull_around: bool = False
    """True if a pull goes on around the attacker."""
    elects_prone: bool = False
    """True if a creature may fall prone to end it."""
    elected_by_choice: bool = True
    """True if it then counts as prone by choice."""
    adjusted: "Callable[[Request, Plan], Plan]" = lambda request, plan: plan
    """The plan after the game's caps and ground."""
    contest: "Callable[[Request, Creature, str], Check | None]" = lambda request, target, kind: None
    """The contest to win, if any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FallingRules:
    """Falls: their effects and rounds."""

    land: "Callable[[World, Creature, Drop, int, Cube], None]"
    """Applies a fall's landing: (world, creature, act, squares, cube)."""
    squares_a_round: tuple[int, int] | None = None
    """Squares in the first and each later round; None: all at once."""
    onto_others: bool = False
    """True if a mover may land on a creature although it may not stop there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRules:
    """The actions of a turn, the cost of intents, and the game's planners."""

    per_turn: Mapping[str, int]
    """The number of each action per turn."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Other words for actions."""
    costs: Mapping[str, ActionCost]
    """The cost of each intent; one without an entry does not exist here."""
    planners: "Mapping[str, Callable[[Request], Plan]]" = field(default_factory=dict)
    """Custom planners by `do`."""
    own: "Mapping[str, OwnIntent]" = field(default_factory=dict)
    """The game's own intents, by `do`."""
    prepaid: "Callable[[Creature, str], bool]" = lambda creature, do: False
    """True if an intent is paid for, such as the next strike of a full attack: (creature, its `do`)."""
    part: "Callable[[Request, Plan], Plan]" = field(default=no_parts)
    """The plan with the activities that its intent names."""


class RolledStrike(NamedTuple):
    event: Struck
    kind: str | None
    """The kind of its damage; None: it deals none."""
    rules: tuple[str, ...] = ()
    """Catalogue ids for the damage event."""


class RolledCheck(NamedTuple):
    outcome: str
    events: tuple[Rolled, ...]
    """Its events, the actor's first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRules:
    """Rolls of attacks and checks."""

    strike: "Callable[[World, Strike], RolledStrike]"
    """Rolls a strike without applying it."""
    whole: "Callable[[Creature], int]" = lambda creature: creature.body.attacks + len(creature.body.bonus_attacks)
    """The strikes of a full attack."""
    drawn: "Callable[[Request], tuple[Act, int | None] | None]" = lambda request: None
    """The next strike of an open full attack: (the act that uses it up, its bonus; None: the striker's own)."""
    opening: "Callable[[Request, Strike | None], list[Act]]" = lambda request, first: [first] if first else []
    """Acts that open a full attack."""
    forecast: "Callable[[World, Strike], StrikeOdds]"
    """The outcomes of a strike with their chances."""
    odds: "Callable[[int, int], Odds]" = d20_odds
    """The odds of a strike: (bonus, defence)."""
    modifiers: "tuple[StrikeModifier, ...]" = ()
    """The modifiers of a strike, in the log's order."""
    multiple: tuple[int, ...] = (0,)
    """Penalties on the first, second, ... attack of a turn; the last applies to all later ones."""
    check: "Callable[[World, Check], RolledCheck]"
    """Rolls a check without applying it."""
    check_odds: "Callable[[World, Check], tuple[tuple[str, float], ...]]" = d20_check_odds
    """The outcomes of a check with their chances."""
    tiers: bool = False
    """True if saves and checks of abilities have tiers, not a DC."""
    save_bonus: "Callable[[Creature, str], int]" = lambda creature, save: creature.body.skills.get(save, 0)
    """The bonus to a save, by name."""
    check_bonus: "Callable[[Creature, str], int]" = lambda creature, what: creature.skill(what)
    """The bonus to a check, by name."""
    check_modifiers: "Callable[[World, Strike], tuple[tuple[str, int | str], ...]] | None" = None
    """Modifiers of an ability's check against a target; the strike says who, at whom and how."""
    riders_bear: bool = False
    """True if damage to a mount without hit points falls on its rider. (ep.overland.mount-damage)"""
    unreduced: frozenset[str] = frozenset()
    """Kinds of damage that are never reduced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks:
    """Functions called at certain moments."""

    on_gain: "Callable[[World, Creature, str], None]" = lambda world, creature, condition: None
    """Called when a condition begins."""
    on_set_up: "Callable[[World, Creature], None]" = lambda world, creature: None
    """Called when all creatures are placed."""
    on_turn_start: "Callable[[World, Creature], None]" = lambda world, creature: None
    on_turn_end: "Callable[[World, Creature], None]" = lambda world, creature: None
    on_collision: "Callable[[World, Creature, Walk, Cube], None]" = lambda world, creature, walk, at: None
    """Called when a mover runs into something unseen."""
    on_swept: "Callable[[World, Creature, Sweep, Creature | None], None]" = lambda world, swept, move, met: None
    """Called when a swept creature hits something hard (None) or a creature."""
    on_arrival: "Callable[[World, Creature], None]" = lambda world, creature: None
    """Called when a teleport ends."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset:
    """One game's rules of movement; see `docs/adding-a-ruleset.md`.

    Boards cache compiled data for the object itself, not for equal ones.
    """

    name: str
    """Its name in scenario files."""
    title: str
    """Its name for people."""
    feet: bool = True
    """True if the unit is feet (5 to a square), not squares."""
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
    """Own components of every creature: frozen dataclasses with defaults. Fields named as in a scenario file take the
    file's values; a `Memory` is the game's own record.
    """

    switches: Mapping[str, Switch] = field(default_factory=dict)
    """The switches of house rules, by name."""
    chosen: Mapping[str, Choice] = field(default_factory=dict)
    """Switches not at their default (`vary` sets them)."""
    effects: Mapping[str, Mapping[Choice, Mapping[str, Any]]] = field(default_factory=dict)
    """Answers (`chapter.question`) of its own switches, by switch and value."""
    catalogue: str = ""
    """Its catalogue: a file of `assets/rules`, with hyphens; empty: none."""
    cites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The ids of topics that differ from the catalogue."""
    defined: Definitions = Definitions()  # noqa: RUF009
    """Definitions from a game's files."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """Ids that no program can decide, with reasons."""
    _cited: dict[tuple[str, ...], tuple[str, ...]] = field(init=False, default_factory=dict, repr=False)
    """Cached citations by topics."""
    _varied: "Memo[object, Ruleset]" = field(init=False, default_factory=lambda: Memo(MOST_VARIED), repr=False)
    _settings: dict[str, Choice] = field(init=False, default_factory=dict, repr=False)
    unit: int = field(init=False, repr=False)
    """Units to a square. (ep.grid.square-size)"""
    economy_is_off: bool = field(init=False, repr=False)
    """True if intents cost no actions."""

    def __post_init__(self) -> None:
        self._settings.update({name: switch.default for name, switch in self.switches.items()})
        self._settings.update(self.chosen)
        object.__setattr__(self, "unit", 5 if self.feet else 1)
        object.__setattr__(self, "economy_is_off", self.setting("actions") == "free")

    def length(self, squares: int) -> Message:
        """A distance in words: `30 feet`, `6 squares`."""
        return length(squares * self.unit, self.feet)

    def squares(self, distance: float) -> int:
        """A distance in whole squares."""
        return int(distance // self.unit)

    def setting(self, name: str, default: Choice = "") -> Choice:
        """The value of a switch, or `default` if the ruleset lacks it."""
        return self._settings.get(name, default)

    def word(self, name: str, usual: Word, *others: Word) -> Word:
        """The value of a switch that takes words; `usual` if the ruleset lacks it.

        Raises:
            ValueError: it has another value.
        """
        found = self.setting(name, usual)
        for known in (usual, *others):
            if known == found:
                return known
        raise ValueError(f"{self.name}: switch {name!r} is at {found!r}, which is none of {(usual, *others)}")

    @property
    def topics(self) -> Mapping[str, tuple[str, ...]]:
        """The catalogue ids for each topic."""
        return {**catalogue_topics(self.catalogue), **self.cites}

    def cite(self, *topics: str) -> tuple[str, ...]:
        """The catalogue ids for topics, in order, without repetitions."""
        found = self._cited.get(topics)
        if found is None:
            own, ids = self.cites, catalogue_topics(self.catalogue)
            filed = (own[topic] if topic in own else ids.get(topic, ()) for topic in topics)
            found = tuple(dict.fromkeys(rule for rules in filed for rule in rules))
            self._cited[topics] = found
        return found

    def cite_any(self, *topics: str) -> tuple[str, ...]:
        """As `cite`; if that is empty, the ids of the topics' tables (`table.` and the topic)."""
        return self.cite(*topics) or self.cite(*(f"table.{topic}" for topic in topics))

    def vary(self, **house: Choice) -> "Ruleset":
        """A copy with switches set; `-` may be written `_`.

        Raises:
            UnknownSwitch: no such switch, or a value that it does not take.
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
        """A copy with other answers, each named `chapter.question`.

        Raises:
            ValueError: there is no such chapter, or no such question in it.
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
        """The exact name of a switch; hyphens and underscores are alike.

        Raises:
            UnknownSwitch: the ruleset knows no such switch.
        """
        for name in self.switches:
            if name == given or name.replace("-", "_") == given.replace("-", "_"):
                return name
        known = ", ".join(sorted(self.switches))
        raise UnknownSwitch(f"{self.name} knows no switch {given!r}; it knows {known}")


def _questions(chapter: object) -> list[str]:
    return [part.name for part in fields(chapter)] if is_dataclass(chapter) else []


ASKING: "list[Callable[[World], Any]]" = []
"""A function that makes `World.ask`; its own package adds it, since imports run one way."""


@dataclass(slots=True)
class World(BattleState):
    """A battle's state with its ruleset."""

    rules: Ruleset = field(kw_only=True, metadata={"copied": "shared"})

    @property
    def ask(self) -> Any:
        """The questions about the present state: a `fivefoot.plans.Questions`."""
        return ASKING[0](self)

    def copy(self) -> "World":
        """An independent copy of the state, without listener and deciders."""
        twin: World = _copy_world(self)
        twin.named.update((creature.name, creature) for creature in twin.creatures)
        return twin


_copy_world: Callable[[Any], Any] = compiled_copy(World)


@dataclass(slots=True)
class Request:
    """An intent with its creature and battle, as planners receive it."""

    world: World
    creature: Creature
    intent: Any
    rules: Ruleset = field(init=False)

    def __post_init__(self) -> None:
        self.rules = self.world.rules

    @property
    def ask(self) -> Any:
        """The questions about the present state: a `fivefoot.plans.Questions`."""
        return self.world.ask

    @property
    def free(self) -> bool:
        return self.rules.economy_is_off

    def refuse(self, reason: str | Message, /, *topics: str, **values: Value) -> Forbidden:
        """The exception to raise; it cites the topics' rules, else those of every table.

        `reason` is a text marked by `_`, such as `_("{name} is not prone")`, with its values by name; `name` defaults
        to the creature's.
        """
        rules = self.world.rules
        if isinstance(reason, str) and "{name}" in reason:
            values.setdefault("name", self.creature.name)
        cited = rules.cite_any(*topics) or rules.cite_any("unforeseen")
        return Forbidden(Refusal(cited, message(reason, values)))

    def shown(self, square: Sequence[int]) -> str:
        """A cube for a sentence: `[x, y]`, with its height only above or below the ground."""
        return self.world.board.shown(square)

    def other(self, name: str) -> Creature:
        """The creature of that name; refuses the intent if there is none."""
        found = self.world.named.get(name)
        if found is None:
            raise self.refuse("there is no creature called {name}", "unforeseen", name=name)
        return found


Modifiers: TypeAlias = list[tuple[str, int]]
"""Amounts with reasons."""


@dataclass(slots=True)
class AttackRoll:
    """A strike with its modifiers, before the roll."""

    world: World
    strike: Strike
    striker: Creature
    target: Creature
    to_hit: Modifiers = field(default_factory=list)
    to_defence: Modifiers = field(default_factory=list)
    yielding: list[str] = field(default_factory=list)
    """Modifiers that do not stack with a greater one."""

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
"""A function that adds one rule's modifier to a roll."""
