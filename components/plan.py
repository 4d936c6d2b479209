"""Acts: the parts of a lawful intent's plan, waiting for the systems to carry them out.

A plan is a queue of acts. Each system takes up the acts of its own kind, one square a pass. Acts name creatures by
their names; `rules` are the catalogue ids behind the act, for its events to cite.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias, get_args

from .decision import Decision
from .effect_acts import Effect, EffectAct, StrikeTarget
from .intents import IntentBase, StepAim
from .memory import Memory
from .position import Cube, Mode, Space


@dataclass(slots=True)
class ActBase:
    """The base of a game's own acts: dataclasses that a system of its own carries out."""


@dataclass(slots=True)
class Check:
    """A roll that decides how a plan goes on."""

    who: str
    what: str
    """The value of `rolled.for`."""
    bonus: int
    """Added to the die."""
    dc: int | None
    """The total to reach; None where the check is opposed, or read from a table."""
    rules: tuple[str, ...] = ()
    success: "list[Act]" = field(default_factory=list)
    """What follows from a success."""
    failure: "list[Act]" = field(default_factory=list)
    """What follows from a failure."""
    margins: "dict[int, list[Act]]" = field(default_factory=dict)
    """What follows instead from a success by at least that margin: the highest margin met counts."""
    margin: int = 0
    """By how much the roll met its target, once it is made."""
    tiers: "dict[str, list[Act]]" = field(default_factory=dict)
    """Further outcomes by name, in rulesets with more than two."""
    against: str | None = None
    """The other party of an opposed check, which rolls too."""
    against_bonus: int = 0
    """Added to the other party's die."""
    modifiers: tuple[tuple[str, int | str], ...] = ()
    """The modifiers as the log lists them; numbers are in `bonus` already."""
    save: bool = False
    """True for a save, where some games let a natural 1 or 20 decide."""


class MoveOptions(NamedTuple):
    """What one movement allows beyond the mover's profile."""

    modes: tuple[Mode, ...] | None = None
    """The only modes allowed; None: all of the mover's."""
    crawling: bool = False
    slow: int = 0
    """Further doublings of every square."""
    through: frozenset[str] = frozenset()
    """Creatures whose squares the mover may pass although they would bar it (tumbling, overrunning)."""
    without: frozenset[str] = frozenset()
    """Creatures that do not count as occupants (those carried)."""
    stop_among: bool = False
    """True if the mover may also stop in those squares (clambering)."""
    least: float | None = None
    """Overrides the least width to squeeze through, in feet."""
    pits: bool = False
    charging: bool = False
    stepover: bool = True
    """True if a bigger mover may go over small ones in this movement."""
    arriving: bool = False
    """True if the creature is treated as coming from outside, wherever it is, as after a fall."""
    unhurried: bool = False
    """True if a full round goes into one square, which opens impeded ground."""


class MovementBudget(NamedTuple):
    """How far one movement goes: squares by mode, and how much of them is used."""

    limits: tuple[tuple[Mode, int], ...]
    """Squares by mode; a mode that is absent is not usable."""
    spent: int = 0
    parity: int = 0
    """Place in the diagonal cycle."""
    last: bool = False
    """True if any remainder pays for a last square, at any cost."""

    @property
    def most(self) -> int:
        """The squares of the fastest mode; 0 if none is usable."""
        return max((squares for _, squares in self.limits), default=0)

    def of(self, mode: Mode) -> int:
        """The squares allowed by a mode; -1 if it is not usable."""
        for known, squares in self.limits:
            if known == mode:
                return squares
        return -1


class Stride(NamedTuple):
    """One square of a walk: one row from the search to the event."""

    to: Cube
    squares: int
    """Squares of movement it costs."""
    mode: Mode
    flips: bool = False
    """True if it counts as a diagonal."""
    shown: str | None = None
    """The mode as the log names it, if not by the mode's own name."""
    check: Check | None = None
    """Rolled before the square is entered."""
    late: bool = False
    """True if the check waits until enemies have reacted to the step."""
    through: tuple[str, ...] = ()
    """Enemies whose space the mover enters by skill; the walk ends here if one of them bars it."""
    drops: bool = False
    """True if nothing holds the mover there, so that it falls."""
    collides: bool = False
    """True if something unseen fills the square, so that the mover stops before it."""
    entering: tuple[str, ...] = ()
    """Enemies whose space the mover enters in a way that draws their attack."""
    rules: tuple[str, ...] = ()
    features: int = 0
    """The features that make the step hard (bits of `engine.rules.step_costs`)."""

    def citing(self, rules: tuple[str, ...]) -> "Stride":
        """The same step with further catalogue ids, each once."""
        return self._replace(rules=tuple(dict.fromkeys((*self.rules, *rules))))


@dataclass(slots=True)
class Walk:
    """Willing movement, square by square."""

    strides: list[Stride]
    kind: str = "move"
    """The `do` of the intent behind it, whose topics it cites."""
    quiet: bool = False
    """Draws no opportunity attacks at all."""
    silenced: set[str] = field(default_factory=set)
    """Enemies that do not react to it."""
    barred: set[str] = field(default_factory=set)
    """Enemies that the mover may not pass, after a failed check."""
    careless: bool = False
    """True if running into something unseen is a collision."""
    rate: int = 0
    """The speed of the movement in the ruleset's unit, for collisions."""
    next: int = 0
    """The index of the next step."""
    threat_seen: bool = False
    """True if the threat on the next step has been resolved."""
    check_made: bool = False
    """True if the check of the next step has been rolled."""
    carries: str | None = None
    """A creature taken along."""
    inside: bool = False
    """True if the creature taken along is in the mover's own space on the way."""
    own: bool = True
    """True if it counts as movement by the creature's own will."""
    pools: bool = False
    """True if an open pool of movement pays for it."""
    resting: bool = True
    """True if the mover is put back from the end of the walk, if it may not stay there."""
    pauses: bool = False
    """True if the walk pauses, to be continued later, where the mover may not stay."""
    rules: tuple[str, ...] = ()
    spends: bool = True
    """True if its squares count as spent movement."""
    airborne: bool = False
    """A jump: nothing need hold the mover up before its last square."""
    took_off: Cube | None = None
    """The anchor from which a jump under way took off."""
    options: MoveOptions | None = None
    """What it was planned with, to judge the rest of it by after an effect; None: it goes on as it was planned."""
    budget: MovementBudget | None = None
    """What it might cost when it was planned."""
    shuns: int = 0
    """Features that none of its steps may have (bits of `engine.rules.step_costs`)."""
    clear: tuple[int, int] | None = field(default=None, compare=False)
    """The counts of states and of moves off turn at which no enemy reacts to it; None: some may."""
    calm: tuple[int, int] | None = field(default=None, compare=False)
    """The counts at which nothing follows from its squares; None: something may."""
    settles: bool = field(default=False, compare=False)
    """True if the mover may stay at its end as long as `clear` holds."""

    @property
    def squares(self) -> int:
        """Squares of movement that all its strides cost."""
        return sum(stride.squares for stride in self.strides)

    @property
    def flips(self) -> int:
        """How many of its strides count as diagonals."""
        return sum(stride.flips for stride in self.strides)

    @property
    def features(self) -> int:
        """All features met on the way (bits of `engine.rules.step_costs`)."""
        met = 0
        for stride in self.strides:
            met |= stride.features
        return met

    def alter(self, **values: Any) -> None:
        """Gives all its strides the same values in some fields."""
        self.strides = [stride._replace(**values) for stride in self.strides]

    @property
    def path(self) -> tuple[Cube, ...]:
        """The cubes entered, in order."""
        return tuple(stride.to for stride in self.strides)


@dataclass(slots=True)
class ForcedMove:
    """Forced movement, square by square."""

    target: str
    steps: list[Cube]
    """The cubes on its way, in order."""
    kind: str
    """push, pull, slide or carry."""
    by: str | None
    """The creature that forces it."""
    distance: int
    """Squares left of the effect's distance."""
    next: int = 0
    """The index of the next step."""
    falls: bool = False
    """True if it may drive the target down: landing so counts as a fall."""
    driven: int = 0
    """Squares driven down since the target last stood on something or was lifted."""
    overruled: bool = False
    """True if a referee lifts everything that would stop it short of a wall."""
    diagonals: int = 0
    """Diagonals made so far."""
    airborne: bool = False
    """True if it carries through the air: the target does not fall before it is over."""
    endured: bool = False
    """True if the target has decided to endure it to its end."""
    heading: tuple[int, int] | None = None
    """The step, beyond the last one, that the plan has found blocked."""
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class Sweep(ForcedMove):
    """Being swept along: creatures do not stop it, and hard things hurt."""

    rate: int = 0
    """Its speed, in the ruleset's unit."""
    free: Cube | None = None
    """The last anchor on the way that the target had to itself."""
    met: set[str] = field(default_factory=set)
    """Creatures met on the way."""


@dataclass(slots=True)
class Drop:
    """A fall, by `squares` or to the first surface below."""

    target: str
    squares: int | None = None
    """The depth of the fall in squares; None: to the next surface below."""
    leaping: bool = False
    """A deliberate jump down."""
    rules: tuple[str, ...] = ()
    fallen: int = 0
    """Squares fallen before, in earlier rounds of the same fall."""
    relief: int = 0
    """Squares of the fall that a check has made harmless."""
    prone: bool | None = None
    """Overrides whether the landing leaves the creature prone."""
    driven: bool = False
    """True if force drives the creature down, rather than letting it fall."""
    caught: bool = False
    """True if it is the end of a far fall, because something now holds the creature."""
    to: Cube | None = None
    """The landing cube, if it is not straight below."""
    settled: bool = False
    """True if the ruleset has decided where the creature stays among those that it landed on."""


@dataclass(slots=True)
class Strike:
    """One attack roll."""

    by: str
    target: str
    ranged: bool = False
    modifiers: tuple[tuple[str, int | str], ...] = ()
    """Modifiers beyond the ruleset's own list: amounts, or words such as edge and bane."""
    cover: int = 0
    """What cover adds to the target's defence."""
    cover_given: bool = False
    """True if the intent says what cover adds: the board does not count then."""
    recoil_relief: int = 0
    """What cover takes off its recoil (ascension)."""
    bonus: int | None = None
    """Overrides the striker's attack bonus."""
    dice: str | None = None
    """Overrides the striker's damage."""
    per_die: int = 0
    """Added to each of `dice`, no die counting below 0."""
    kind: str = "strike"
    """The kind of damage that a hit deals."""
    rules: tuple[str, ...] = ()
    harmless: bool = False
    """True if a hit deals no damage by itself."""


@dataclass(slots=True)
class ConditionChange:
    """A change of conditions."""

    who: str
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    by_choice: bool = False
    """True if the bearer chooses the change."""
    until: str = ""
    """'turn-end' or 'turn-start' of the bearer; empty: until something ends it."""
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class Teleportation:
    """A teleport."""

    who: str
    to: Cube
    rules: tuple[str, ...] = ()
    sheds: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Conditions that end on arrival, before any other consequence, each with its catalogue ids."""


@dataclass(slots=True)
class Relocation:
    """A change of place by no movement of the creature's own: slid down, pulled up."""

    who: str
    to: Cube
    mode: str
    """The kind of change, as the log names it."""
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class FreeStrike:
    """A strike that an enemy is granted for free."""

    by: str
    against: str
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class Harm:
    """Damage from another source than a strike."""

    who: str
    dice: str
    kind: str
    """The kind of damage."""
    per_die: int = 0
    """Added to each die."""
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class PassOutcome:
    """The result of a check between a walk and one enemy: slipped past, or barred by it."""

    walk: Walk
    enemy: str
    silenced: bool = False
    """True if the enemy no longer reacts to the walk."""
    barred: bool = False
    """True if the enemy's space is closed to the walk."""


@dataclass(slots=True)
class Provocation:
    """An activity, without moving, that provokes every enemy in reach."""

    who: str
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class SetDown:
    """A carrier sets down the creature that it carries."""

    who: str
    """The carrier."""
    to: Cube | None = None
    """The anchor; None: the first place that has the clearance."""
    named: bool = True
    """True if the intent names the place; else the carrier may choose another."""


@dataclass(slots=True)
class Halt:
    """The end of the plan: the intent is stopped."""

    reason: str
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class PlannedDecision:
    """A player's decision on which the rest of the plan depends."""

    question: Decision
    ways: "dict[str, list[Act]]"
    """The acts that follow from each answer, by its key."""


@dataclass(slots=True)
class LedWalk:
    """Willing movement of another than the creature on turn, which an ability grants."""

    who: str
    """The mover."""
    walk: Walk


@dataclass(slots=True)
class AbilityUse:
    """A use of an ability, step by step, each act in its turn."""

    ability: str
    aims: tuple[StepAim, ...]
    """What each of its steps aims at."""
    item: str | None = None
    """The item that lends it."""
    spends: dict[str, int] = field(default_factory=dict)
    """What it takes of the user's resources."""
    rules: tuple[str, ...] = ()
    step: int = -1
    """The step under way; -1 before it begins."""
    targets: tuple[str, ...] = ()
    """The creatures that this step affects."""
    outcomes: dict[str, str] = field(default_factory=dict)
    """The outcomes of this step, by target."""
    size: int | None = None
    """The size of this step's area in squares, if dice decide it."""
    amounts: dict[str, int] = field(default_factory=dict)
    """The results of dice that its acts share in this step."""
    waiting: list[tuple[str, EffectAct]] = field(default_factory=list)
    """(target, act) still to happen in this step; no target: the act happens once."""
    rolling: tuple[str, ...] = ()
    """Targets whose attack roll is still to be made."""
    since: int = -1
    """The length of the log before the strike under way; -1: there is none."""
    struck: StrikeTarget | None = None
    """The strike act under way; None: an attack roll for the outcome of the step."""
    struck_at: str = ""
    """The target of the strike under way."""
    ongoing: int | None = None
    """The entity that keeps what lasts."""


@dataclass(slots=True)
class TurnUpdate:
    """A change of what a creature's turn remembers."""

    who: str
    remember: Memory | None = None
    """Added to the record of that type."""
    opens_pool: int = 0
    """The number of speeds in the pool that a move action opens; 0: it opens none."""
    pool: int = 0
    """Squares that the open move action costs in addition."""
    closes_pool: bool = False
    """True if the open move action is used up."""
    stepped: bool = False
    """True if it takes an ordinary 5-foot step."""
    stood: bool = False
    """True if it stands up."""
    ran: bool = False
    """True if it runs."""
    pays: tuple[str, ...] = ()
    """Actions subtracted from those left."""
    ends_turn: bool = False
    speed: dict[Mode, int] | None = None
    """The speeds that an effect imposes, in the ruleset's unit."""
    bearing: tuple[int, int] | None = None
    """The direction of its run."""
    mount: str | None = None
    """The name of the creature that it now rides or climbs; empty: none."""


Act: TypeAlias = (
    Check | Walk | ForcedMove | Sweep | Drop | Strike | ConditionChange | Teleportation | Relocation | FreeStrike | Harm
    | Halt | TurnUpdate | Effect | PassOutcome | Provocation | SetDown | PlannedDecision | AbilityUse
    | LedWalk | ActBase
)  # fmt: skip
"""Any act."""

ACTS: frozenset[type] = frozenset(get_args(Act))
"""The types of acts; a game's own extend `ActBase`."""


@dataclass(slots=True)
class ActionQueue:
    """The intents queued for a creature, and the rest of the plan in hand."""

    intents: list[IntentBase] = field(default_factory=list)
    """Typed intents waiting, in order."""
    doing: IntentBase | None = None
    """The intent being carried out."""
    acts: list[Act] = field(default_factory=list)
    """The rest of its plan."""
    spent: int = 0
    """Squares of movement the intent has cost so far."""
    spends: bool = True
    """True if that counts as `spent` in the log."""
    halted: str | None = None
    """Why the intent was stopped, if it was."""
    halt_rules: tuple[str, ...] = ()
    """The catalogue ids behind the stop."""
    rules: tuple[str, ...] = ()
    """The catalogue ids that the intent's last line in the log cites."""
    origin: Cube = (0, 0, 0)
    """The anchor at which the intent began."""
    legal: Cube = (0, 0, 0)
    """The last anchor before `trail` where the mover could have stayed."""
    trail: list[tuple[Cube, Space]] = field(default_factory=list)
    """The anchors and spaces of the way since, in order."""


ORDINARY = MoveOptions()
"""The options of an ordinary move."""

ARRIVING = MoveOptions(arriving=True)
"""The options of a creature that arrives among others, with no more right to be there than one walking in."""
