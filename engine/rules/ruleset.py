"""A ruleset: numbers and tuples first, then named policies, then switches.

A ruleset is a value and remembers nothing. Shared code asks it questions; it is never asked its name.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ...components.plan import Check, Drop, ForcedMove, Strike, Walk
from ...components.position import Cube, Mode
from ..board.board import Board
from ..geometry.boxes import Box
from ..geometry.flank_lines import LineEnds, ReachPartner
from ..geometry.straight_lines import RunLine
from ..memo import Memo
from ..state.battle_state import BattleState
from ..state.creature import Creature
from ..state.intent_request import IntentRequest
from ..state.pending_attack import PendingAttack
from ..state.verdict import Plan, Refusal
from .catalogue import topics as catalogue_topics
from .move_options import MoveOptions
from .odds import Odds, StrikeOdds, d20_odds
from .own_intents import OwnIntent
from .pause_place import PausePlace
from .sizes import SizeRow
from .step_costs import SpaceAccess, StepCost, StepQuery
from .switches import UNIVERSAL, Choice, Switch, UnknownSwitch, Word

MOST_VARIED = 64
"""Sets of house rules for which a ruleset keeps what it becomes by them."""


def no_parts(request: "Request", plan: "Plan") -> "Plan":
    """Nothing is done as part of another action."""
    raise request.refuse(f"{request.rules.title} has nothing that is part of another action", "part")


@dataclass(frozen=True, slots=True)
class ActionCost:
    """Ways to pay for an intent: each a tuple of action names, the first affordable one is charged."""

    ways: tuple[tuple[str, ...], ...]
    rule: str = ""
    """The topic to cite when none can be paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRules:
    """How squares, diagonals, corners and distances are counted."""

    diagonal_cycle: tuple[int, ...] = (1,)
    """Squares that plain diagonals cost by turns."""
    count_scope: Literal["movement", "action", "turn"] = "movement"
    """How long the place in the cycle lasts (srd.diagonal.count-scope): for one movement, for all that a move
    action is split into, or for the turn."""
    corners: Literal["any", "both", "free"] = "any"
    """How many filled squares beside a diagonal forbid it."""
    corner_axes: Literal[2, 3] = 2
    """Whether filled cubes above and below a slanting step count as well."""
    vertical_diagonal: bool = True
    """Whether a step that changes height and place at once is one diagonal."""
    slant_per_axis: bool = False
    """Whether such a step is charged for each axis that it changes, and counts as no diagonal."""
    distance_cycle: Literal["one", "alternating"] = "one"
    """How the diagonals of a distance are counted: one square each, or one and two by turns."""
    obstacle_corners: Literal["separated", "touching"] = "separated"
    """Which diagonals cross an obstacle's edge: those that it parts from every way round, or all that touch its end."""
    count_outlasts_turn: bool = False
    """Whether movement outside a creature's turn goes on with the diagonals that its last turn counted."""
    levels_count: bool = True
    """Whether a difference of height counts in a distance (ep.3d.abstract-altitude)."""
    precise: "Callable[[Ruleset, str, bool], bool]" = lambda rules, scene, flagged: True
    """Whether movement is reckoned square by square: (kind of scene, flagged as precise)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeRules:
    """How big creatures are, and how narrow a place each of them squeezes through."""

    rows: Mapping[str, SizeRow]
    """Every size that it knows, by every word that a file may use for it."""
    squeeze_least: "Callable[[Ruleset, SizeRow], float]"
    """Feet of width below which a creature of that size cannot squeeze by an ordinary move."""
    squeeze_by_skill: "Callable[[float], float | None]" = lambda room: None
    """The least width that a creature of so much room gets through by skill, both in feet; None: no skill helps."""
    squeeze_open: bool = False
    """Whether the least width itself is already too narrow."""
    squeeze_beside: bool = False
    """Whether a large space may be drawn in past an enemy."""
    squeeze_condition: str | None = "squeezing"
    """The condition of a creature drawn in for want of room; None where it has no name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionRules:
    """The conditions that the game knows, and what they keep their bearers from."""

    known: frozenset[str] = frozenset()
    """Every condition that it knows."""
    helpless: frozenset[str] = frozenset()
    """Conditions whose bearer cannot hinder anyone."""
    immobile: frozenset[str] = frozenset()
    """Conditions that forbid all movement of one's own."""
    unable: frozenset[str] = frozenset()
    """Conditions whose bearer takes no actions and makes no reactions."""
    imposed_replaces_chosen: bool = True
    """Whether being knocked prone changes anything for a creature that lies down by choice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainRules:
    """What ground does to a step and to a creature that stands on it."""

    counted_under: Literal["entered", "arrival", "either", "majority"] = "entered"
    """Which squares of a large space make a step hard: any newly entered, any on arrival, those left as
    well, or more than half of those newly entered."""
    bodies_entered: bool = False
    """Whether another's space makes a step of a large body dear only where it newly enters it."""
    fly_over_ground: bool = True
    """Whether flight at floor level is free of the ground's difficulty."""
    phases: "Callable[[Ruleset, Creature], bool]" = lambda rules, creature: False
    """Whether a creature goes through walls."""
    hampered: "Callable[[Ruleset, Creature], bool]" = lambda rules, creature: not creature.has("incorporeal")
    """Whether ground can hamper a creature at all, whatever its mode (srd.terrain.flying-incorporeal)."""
    hardest_square: bool = False
    """Whether of several squares under a large space only the hardest counts, however hard the others are."""
    pits_closed: bool = False
    """Whether walkers may not enter pits."""
    burrow_vertical: bool = True
    """Whether burrowing goes up and down as well as level."""
    digs: frozenset[str] = frozenset({"dirt"})
    """What every burrower digs through."""
    walkers_in_earth: bool = False
    """Whether one that does not burrow may be in the ground, enclosed there."""
    stop_in_obstacle: bool = True
    """Whether a mover may stop in an obstructed square that it could not pay to leave."""
    darkness_hampers: bool = False
    """Whether darkness hampers a creature without darkvision."""
    teleports_enter: bool = True
    """Whether arriving by teleport counts as entering the terrain there."""
    harm_timing: str = "enter_and_turn_start"
    """When harmful ground does its damage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementRules:
    """Speeds and modes, what a step costs, and how moves, runs and crawls go."""

    default_walk: int = 30
    """The walk of a creature that lists no speed (ep.walk.usual-speed)."""
    race_walk: "Callable[[str], int | None]" = lambda race: None
    """The walk of a race whose creatures list no speed, where the ruleset has a table of them."""
    modes: frozenset[str] = frozenset({"walk", "climb", "swim", "fly", "burrow", "teleport"})
    """Words by which an intent may name a way of moving."""
    step_cost: "Callable[[Ruleset, StepQuery], StepCost | None]"
    """What a step costs; None closes it."""
    unlisted: Mapping[Mode, int] = field(default_factory=dict)
    """Modes open to everyone without a listed speed, and the factor their squares cost."""
    crawl_extra: int = 0
    """Squares added to each square entered while prone."""
    carriers_climbed: bool = False
    """Whether a creature that rides or climbs another moves about on its back and flanks, and down from there."""
    clings_overhead: "Callable[[Ruleset, Creature], bool]" = lambda rules, creature: False
    """Whether a climber can hold on to the board's ceiling."""
    speeds: "Callable[[Ruleset, Creature], Mapping[Mode, int]]"
    """Speeds by mode in the ruleset's unit, as they are now."""
    usable_modes: "Callable[[Ruleset, Creature], Sequence[tuple[Mode, bool]]]"
    """(mode, listed) of the ways in which a creature can move."""
    mixes_modes: "Callable[[Ruleset], bool]" = lambda rules: True
    """Whether one movement may go over from one mode to another."""
    kept_to: "Callable[[Ruleset, Creature], AbstractSet[str]]" = lambda rules, creature: frozenset()
    """The types of movement that the one under way has to keep to; none: it may go on by any."""
    gate: "Callable[[Request, str], Refusal | None]"
    """What bars a kind of movement at this point of the turn, before the path is looked at."""
    run_factor: "Callable[[Ruleset, Creature], int]" = lambda rules, creature: 4
    """How many times its speed a runner covers."""
    run_bar: frozenset[str] = frozenset({"prone"})
    """Conditions in which nobody runs."""
    run_ground: frozenset[str] = frozenset({"difficult", "impeded"})
    """What makes ground too hard to run or charge over (words of `pricing.FEATURES`)."""
    run_line: RunLine = "free"
    """How straight a run must be: along one of the eight directions, along any bearing, or not at all."""
    prone_move: Literal["refuse", "crawl"] = "refuse"
    """What an ordinary move is to a prone creature."""
    moves_quietly: "Callable[[Ruleset, str | None], bool]" = lambda rules, kind: False
    """Whether nobody reacts to an ordinary move on one's feet: (rules, kind that the move is said to be of)."""
    crawl_squares: int | None = None
    """Squares that one crawl covers; None: as far as the speed pays for."""
    crawlers: frozenset[str] = frozenset({"prone"})
    """Conditions in which one crawls."""
    split_moves: bool = False
    """Whether what is left of a move action stays for later in the turn."""
    stays_aloft: "Callable[[Ruleset, Creature], bool]"
    """Whether a creature in mid-air keeps itself up."""
    pause: "Callable[[Request, PausePlace], bool] | None" = None
    """Whether a move may end for the moment in a place where the creature may not stay."""
    last_square: bool = False
    """Whether any movement that is left pays for a last square, however much that costs."""
    low_kinds: frozenset[str] = frozenset({"crawl", "step"})
    """Kinds of movement that go on when the mover is off its feet."""
    cut_short: "Callable[[World, Creature, Walk], str | None]" = lambda world, mover, walk: None
    """What else keeps a mover in mid-walk from its next square."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceRules:
    """Who may be in whose squares, and what becomes of a creature that may not stay where it is."""

    access: "Callable[[Ruleset, Creature, Creature, MoveOptions], SpaceAccess]"
    """How one creature may pass and stop in another's space."""
    sharing_surcharge: int = 0
    """Squares that stopping in a shared space costs beyond passing through it."""
    square_capacity: "Callable[[Ruleset, Creature, list[Creature]], bool]"
    """Whether a creature may stop in a square beside small ones that are there."""
    through_costs: bool = False
    """Whether an enemy's squares passed by skill count as hard going."""
    put_back: Literal["last", "last-or-nearer", "nearest", "stay"] = "last"
    """Where a mover is put that was stopped where it may not stay: the last legal place on its way,
    that or any nearer one, the nearest, or it stays and all who are there squeeze."""
    foes_wholly_inside: bool = False
    """Whether waking foes share squares only where the space of one lies wholly in the other's."""
    put_back_downed: bool = False
    """Whether a mover that is downed where it may not stay is put back as well."""
    nearest_by_die: bool = True
    """Whether a die decides between places that are equally near; else row order does."""
    overlap: "Callable[[World, Creature], bool]" = lambda world, creature: False
    """A ruleset's own answer to a creature that has come to be where it may not stay; True: settled."""
    riders_merge: bool = False
    """Whether a rider's space becomes that of its mount (ep.3d.mounts)."""
    is_ground: "Callable[[Ruleset, Creature], bool]" = lambda rules, other: False
    """Whether a body that lies about is mere ground, which neither force nor a teleport is stopped by."""
    stands_on: "Callable[[Ruleset, Creature, Creature], bool]" = lambda rules, creature, other: False
    """Whether a creature can stand on top of another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreatRules:
    """Reach, reactions to movement, flanking, and lines of sight."""

    reach_cycle: "Callable[[Ruleset, int, int, int, int], bool]"
    """Whether a cube (dx, dy, dz squares away) lies within a reach of so many squares."""
    provokes: Literal["leaving", "parting"] = "leaving"
    """Whether one provokes on leaving a square in reach, or only on leaving reach itself."""
    reactions: int | None = 1
    """Reaction attacks a round; None is no limit."""
    reaction_scope: Literal["step", "movement", "turn"] = "movement"
    """Within what one enemy reacts to the same mover once at most."""
    own_space_threat: bool = True
    """Whether a creature of reach 0 threatens the square it is in
    (srd.small.no-threat-around, ep.reach.own-space, ep.flank.no-reach)."""
    own_space_in_reach: bool = False
    """Whether every creature reaches all of its own space, a reach weapon in hand or not (ep.reach.own-space)."""
    part_in_reach: "Callable[[World, Creature, Creature], bool]" = lambda world, creature, target: False
    """Whether a strike lands on a part that the target puts out of its space: (world, striker, target)."""
    may_react: "Callable[[World, Creature], bool]" = lambda world, creature: True
    """What else keeps a creature from reacting, beyond its conditions."""
    reactions_of: "Callable[[Ruleset, Creature], int | None]" = lambda rules, creature: rules.threat.reactions
    """Reaction attacks a round of one creature; None is no limit."""
    entering_provokes: bool = False
    """Whether very small creatures provoke on entering an enemy's square."""
    through_walls: bool = False
    """Whether walls do not keep a creature from threatening what is within its reach."""
    flanking: bool = False
    """Whether there is such a thing as flanking."""
    flanks: "Callable[[World, Creature, Creature, Creature], bool]" = lambda world, by, ally, target: False
    """Whether two that threaten a target flank it: (world, by, ally, target)."""
    flank_line_ends: LineEnds = "outside"
    """Whether a line that only touches the target at its end still flanks."""
    reach_flank_partner: ReachPartner = "mutual"
    """What a flanker with reach that is not adjacent needs of its partner."""
    flank_bonus: int = 2
    """What flanking adds to a strike (ep.flank.bonus)."""
    sees: "Callable[[World, Creature, Creature], bool]"
    """Whether there is line of effect from one creature to another."""
    line: "Callable[[Ruleset, Board, Box, Box], bool]"
    """Whether there is line of effect from one space to another, as far as the board goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcedMovementRules:
    """Pushes, pulls, slides and carrying along: where they may lead, and what ends them."""

    diagonal_cycle: tuple[int, ...] = (1,)
    """Squares that diagonals of forced movement cost by turns."""
    into_hazards: frozenset[str] = frozenset({"push", "pull", "slide", "carry"})
    """Kinds of forced movement that may lead into danger (ep.forced.into-hazard)."""
    path: "Callable[[Request, Creature, int], list[Cube] | None] | None" = None
    """Where a ruleset sets the path of forced movement itself; None leaves it to the shared rule."""
    goes_over: "Callable[[Ruleset, Creature, Creature], bool]" = lambda rules, target, other: False
    """Whether a creature being moved goes over another instead of being stopped by it."""
    immune: "Callable[[World, Creature, ForcedMove], tuple[str, ...] | None]" = lambda world, target, forced_move: None
    """The topics by which a creature is not moved at all, None where it is."""
    through_earth: bool = False
    """Whether forced movement carries a body that is in the ground through the ground
    (ep.forced-3d.underground)."""
    into_earth: bool = False
    """Whether forced movement carries burrowers into ground that they can dig."""
    driven_down_falls: bool = False
    """Whether being forced down onto the ground counts as a fall of as many squares."""
    teleports_safely: bool = False
    """Whether nobody is teleported against its will to where it would come to harm, unless the effect says so."""
    inside_others: bool = True
    """Whether one that is in another's space already may be moved about in it."""
    bars: "Callable[[World, Creature, Cube, Cube], str | None]" = lambda world, target, here, there: None
    """What else keeps a creature from being moved one square: (world, target, from, to)."""
    pull_around: bool = False
    """Whether a pull may go on around the attacker once next to it."""
    elects_prone: bool = False
    """Whether a creature may fall prone to end forced movement."""
    elected_by_choice: bool = True
    """Whether a creature that falls prone so lies down by choice."""
    contest: "Callable[[Request, Creature, str], Check | None]" = lambda request, target, kind: None
    """The roll that decides forced movement, where the ruleset has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FallingRules:
    """What a fall does, and how far one falls in a round."""

    land: "Callable[[World, Creature, Drop, int, Cube], None]"
    """What a landing does: (world, creature, act, squares fallen, where it lands)."""
    squares_a_round: tuple[int, int] | None = None
    """Squares fallen in the first and in each later round of a far fall; None: all at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRules:
    """The actions of a turn, what each intent costs, and the planners that are the game's own."""

    per_turn: Mapping[str, int]
    """The actions of a fresh turn."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Other words that an intent may name an action by, and the action meant."""
    costs: Mapping[str, ActionCost]
    """What each intent costs; an intent without an entry does not exist in this ruleset."""
    planners: "Mapping[str, Callable[[Request], Plan]]" = field(default_factory=dict)
    """How each intent is judged, by its `do`; overrides of the shared planners."""
    own: "Mapping[str, OwnIntent]" = field(default_factory=dict)
    """Intents that are not of the contract but of a game's own, by their `do`."""
    prepaid: "Callable[[Creature, str], bool]" = lambda creature, do: False
    """Whether an intent is paid for already, such as the next strike of a full attack: (creature, its `do`)."""
    part: "Callable[[Request, Plan], Plan]" = field(default=no_parts)
    """What becomes of a plan whose intent names activities done along with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRules:
    """How attacks and checks are rolled."""

    strike: "Callable[[World, Strike], None]"
    """How a strike is rolled and what it does."""
    whole: "Callable[[Creature], int]" = lambda creature: creature.body.attacks + len(creature.body.bonus_attacks)
    """How many strikes a full attack has."""
    forecast: "Callable[[World, Strike], StrikeOdds]"
    """What a strike may come to, with its chances."""
    odds: "Callable[[int, int], Odds]" = d20_odds
    """What a strike promises: (the bonus on its roll, the defence)."""
    modifiers: "tuple[StrikeModifier, ...]" = ()
    """What weighs on a strike, in the order in which the log lists it."""
    multiple: tuple[int, ...] = (0,)
    """What weighs on the first, second, ... attack of a creature's own turn; the last figure goes on for the rest."""
    check: "Callable[[World, Check], str]"
    """How a check is rolled; returns its outcome."""
    unreduced: frozenset[str] = frozenset()
    """Kinds of damage that nothing reduces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks:
    """What else happens at certain moments."""

    on_gain: "Callable[[World, Creature, str], None]" = lambda world, creature, condition: None
    """What else happens when a condition begins."""
    on_set_up: "Callable[[World, Creature], None]" = lambda world, creature: None
    """What else happens once all creatures are where the file puts them."""
    on_turn_start: "Callable[[World, Creature], None]" = lambda world, creature: None
    """What else happens when a turn begins."""
    on_turn_end: "Callable[[World, Creature], None]" = lambda world, creature: None
    """What else happens when a turn ends."""
    on_collision: "Callable[[World, Creature, Walk, Cube], None]" = lambda world, creature, walk, at: None
    """What running into something unseen does."""
    on_swept: "Callable[[World, Creature, ForcedMove, Creature | None], None]" = lambda world, swept, move, met: None
    """What being swept into something hard (None) or into a creature does."""
    on_arrival: "Callable[[World, Creature], None]" = lambda world, creature: None
    """What else a teleport brings at its end."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset:
    """One game's rules of movement. See `docs/adding-a-ruleset.md` for how the parts are used.

    What is compiled of a board by a ruleset is kept under the very object: there is one for each set of house rules.
    """

    name: str
    """What scenario files call it."""
    title: str
    """What people call it."""
    feet: bool = True
    """Whether the unit is feet (5 to a square) or squares."""
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
    """Components of its own that every creature gets: frozen dataclasses whose fields have defaults. A field that is
    named as one of a file's is what the file says; a `Memory` is what the game remembers."""

    switches: Mapping[str, Switch] = field(default_factory=dict)
    """What house rules may vary, by name."""
    chosen: Mapping[str, Choice] = field(default_factory=dict)
    """Switches that do not stand at their default (`vary` sets them)."""
    effects: Mapping[str, Mapping[Choice, Mapping[str, Any]]] = field(default_factory=dict)
    """Answers (`chapter.question`) that the ruleset's own switches set, by switch and value."""
    catalogue: str = ""
    """The catalogue whose topics it cites: a file of `assets/rules`, with hyphens; empty: none."""
    cites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The ids behind single topics where they are others than the catalogue's."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """Ids that no program can decide, with the reason."""
    _cited: dict[tuple[str, ...], tuple[str, ...]] = field(init=False, default_factory=dict, repr=False)
    """Citations by topics, as far as they have been asked for."""
    _varied: "Memo[object, Ruleset]" = field(init=False, default_factory=lambda: Memo(MOST_VARIED), repr=False)
    """This ruleset with switches set, by what they were set to."""
    _settings: dict[str, Choice] = field(init=False, default_factory=dict, repr=False)
    """What every switch stands at."""

    def __post_init__(self) -> None:
        self._settings.update({name: switch.default for name, switch in self.switches.items()})
        self._settings.update(self.chosen)

    @property
    def unit(self) -> int:
        """How many of the ruleset's units a square is (ep.grid.square-size)."""
        return 5 if self.feet else 1

    def squares(self, distance: float) -> int:
        """Whole squares in a distance of the ruleset's unit."""
        return int(distance // self.unit)

    @property
    def economy_is_off(self) -> bool:
        """Whether intents cost no actions."""
        return self.setting("actions") == "free"

    def setting(self, name: str, default: Choice = "") -> Choice:
        """What a switch stands at; `default` where the ruleset has no such switch."""
        return self._settings.get(name, default)

    def word(self, name: str, usual: Word, *others: Word) -> Word:
        """Which of some words a switch stands at; the `usual` one where the ruleset has no such switch.

        Raises:
            ValueError: it stands at something else.
        """
        found = self.setting(name, usual)
        for known in (usual, *others):
            if known == found:
                return known
        raise ValueError(f"{self.name}: switch {name!r} is at {found!r}, which is none of {(usual, *others)}")

    @property
    def topics(self) -> Mapping[str, tuple[str, ...]]:
        """The catalogue ids behind each topic that code cites."""
        return {**catalogue_topics(self.catalogue), **self.cites}

    def cite(self, *topics: str) -> tuple[str, ...]:
        """The catalogue ids behind `topics`, in order, each once."""
        found = self._cited.get(topics)
        if found is None:
            known = self.topics
            found = tuple(dict.fromkeys(rule for topic in topics for rule in known.get(topic, ())))
            self._cited[topics] = found
        return found

    def cite_any(self, *topics: str) -> tuple[str, ...]:
        """The same; where none of them has an entry of its own, what every table takes for granted about them.

        Those entries stand in the catalogue under `table.` and the topic.
        """
        return self.cite(*topics) or self.cite(*(f"table.{topic}" for topic in topics))

    def vary(self, **house: Choice) -> "Ruleset":
        """This ruleset with switches set; `-` in a switch's name may be written `_`.

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
            known = self.switches[name]
            if not known.admits(value):
                allowed = ", ".join(repr(v) for v in known.values)
                if known.least is not None:
                    others = [repr(v) for v in known.values if not isinstance(v, int)]
                    allowed = " or ".join([f"a whole number from {known.least}", *others])
                message = f"switch {name}: {value!r} is not allowed; it takes {allowed}"
                raise UnknownSwitch(message, name, value, allowed)
            chosen[name] = value
            answers.update(self.effects.get(name, {}).get(value, {}))
        for name, value in chosen.items():
            # What every ruleset's switch says outweighs what one's own says, in whatever order they are named.
            answers.update(UNIVERSAL.get(name, {}).get(value, {}))
        return replace(self.with_answers(answers), chosen=chosen)

    def with_answers(self, answers: Mapping[str, Any]) -> "Ruleset":
        """This ruleset with other answers to single questions, each named `chapter.question`."""
        chapters: dict[str, dict[str, Any]] = {}
        for path, answer in answers.items():
            chapter, _, question = path.partition(".")
            chapters.setdefault(chapter, {})[question] = answer
        return replace(
            self, **{chapter: replace(getattr(self, chapter), **given) for chapter, given in chapters.items()}
        )

    def switch_name(self, given: str) -> str:
        """The switch that `given` means, hyphens and underscores being alike.

        Raises:
            UnknownSwitch: the ruleset knows no such switch.
        """
        for name in self.switches:
            if name == given or name.replace("-", "_") == given.replace("-", "_"):
                return name
        known = ", ".join(sorted(self.switches))
        raise UnknownSwitch(f"{self.name} knows no switch {given!r}; it knows {known}")


if TYPE_CHECKING:
    World: TypeAlias = BattleState[Ruleset]
    """The state of a battle that is played by a ruleset."""

    Request: TypeAlias = IntentRequest[Ruleset]
    """An intent put to a ruleset."""

    AttackRoll: TypeAlias = PendingAttack[Ruleset]
    """An attack about to be rolled by a ruleset."""
else:  # as the classes that they are: to make one by an alias takes ten times as long
    World, Request, AttackRoll = BattleState, IntentRequest, PendingAttack

StrikeModifier: TypeAlias = Callable[[AttackRoll], None]
"""Adds what one rule has to say to an attack roll."""
