"""Acts: the parts of a plan, carried out by the systems of their type.

Acts name creatures; `rules` are the catalogue ids that their events cite.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias, get_args

from .decision import Decision
from .effect_acts import Effect, EffectAct, StrikeTarget
from .intents import IntentBase, StepAim
from .memory import Memory
from .position import Cube, Mode, Space


@dataclass(slots=True)
class ActBase:
    """The base of a game's own acts."""


@dataclass(slots=True)
class Check:
    """A roll that decides how a plan goes on."""

    who: str
    what: str
    """The value of `rolled.for`."""
    bonus: int
    """Added to the die."""
    dc: int | None
    """The total to reach; None if opposed or read from a table."""
    rules: tuple[str, ...] = ()
    success: "list[Act]" = field(default_factory=list)
    failure: "list[Act]" = field(default_factory=list)
    margins: "dict[int, list[Act]]" = field(default_factory=dict)
    """By margin: acts that replace the success's from there on."""
    margin: int = 0
    """The margin of the roll, once made."""
    tiers: "dict[str, list[Act]]" = field(default_factory=dict)
    """Further outcomes by name."""
    against: str | None = None
    """The opponent, who rolls too."""
    against_bonus: int = 0
    """Added to the opponent's die."""
    modifiers: tuple[tuple[str, int | str], ...] = ()
    """Modifiers for the log; numbers are in `bonus` already."""
    save: bool = False
    """True for a save: in some games a natural 1 or 20 decides."""
    results: tuple[int, ...] = ()
    """Dice already rolled, for a roll that counts against several."""


class MoveOptions(NamedTuple):
    """What one movement allows beyond the mover's profile."""

    modes: tuple[Mode, ...] | None = None
    """The only modes; None: all."""
    crawling: bool = False
    slow: int = 0
    """Further doublings of each square."""
    through: frozenset[str] = frozenset()
    """Creatures whose squares may be passed (tumbling, overrunning)."""
    without: frozenset[str] = frozenset()
    """Creatures that do not count (those carried)."""
    stop_among: bool = False
    """True if stopping there is allowed (clambering)."""
    least: float | None = None
    """Overrides the least width to squeeze through, in feet."""
    pits: bool = False
    charging: bool = False
    stepover: bool = True
    """True if a bigger mover may step over small creatures."""
    arriving: bool = False
    """True if the creature counts as coming from outside."""
    unhurried: bool = False
    """True if a full round goes into one square: opens impeded ground."""


class MovementBudget(NamedTuple):
    """The limits of one movement, by mode."""

    limits: tuple[tuple[Mode, int], ...]
    """Squares by mode; absent modes are not usable."""
    spent: int = 0
    parity: int = 0
    """Place in the diagonal cycle."""
    last: bool = False
    """True if any rest pays for a last square."""

    @property
    def most(self) -> int:
        """The squares of the fastest mode."""
        return max((squares for _, squares in self.limits), default=0)

    def of(self, mode: Mode) -> int:
        """The squares of a mode; -1 if not usable."""
        for known, squares in self.limits:
            if known == mode:
                return squares
        return -1


class Stride(NamedTuple):
    """One square of a walk: one row from search to event."""

    to: Cube
    squares: int
    """Its cost."""
    mode: Mode
    flips: bool = False
    """True if it counts as a diagonal."""
    shown: str | None = None
    """The mode in the log, if another."""
    check: Check | None = None
    """Rolled before the square is entered."""
    late: bool = False
    """True if the check comes after reactions."""
    through: tuple[str, ...] = ()
    """Enemies passed by skill; one that bars the way ends the walk."""
    drops: bool = False
    """True if the mover falls there."""
    collides: bool = False
    """True if something unseen fills the square."""
    entering: tuple[str, ...] = ()
    """Enemies whose attack it draws by entering their space."""
    rules: tuple[str, ...] = ()
    features: int = 0
    """Features that make it hard (bits of `engine.rules.step_costs`)."""

    def citing(self, rules: tuple[str, ...]) -> "Stride":
        """The same stride with further catalogue ids."""
        return self._replace(rules=tuple(dict.fromkeys((*self.rules, *rules))))


@dataclass(slots=True)
class Walk:
    """Willing movement, square by square."""

    strides: list[Stride]
    kind: str = "move"
    """The `do` of its intent, for rule topics."""
    quiet: bool = False
    """True if it draws no opportunity attacks."""
    silenced: set[str] = field(default_factory=set)
    """Enemies that do not react to it."""
    barred: set[str] = field(default_factory=set)
    """Enemies that turned out to bar the way."""
    careless: bool = False
    """True if bumping into the unseen is a collision."""
    rate: int = 0
    """The speed, for collisions."""
    next: int = 0
    """The index of the next step."""
    threat_seen: bool = False
    """True if reactions to the next step are resolved."""
    check_made: bool = False
    """True if the check of the next step has been made."""
    carries: str | None = None
    """A creature taken along."""
    inside: bool = False
    """True if that creature is in the mover's own space."""
    own: bool = True
    """True if it counts as own movement."""
    pools: bool = False
    """True if a pool of movement pays."""
    resting: bool = True
    """True if the mover is put back from a place where it may not stay."""
    pauses: bool = False
    """True if it pauses where the mover may not stay."""
    rules: tuple[str, ...] = ()
    spends: bool = True
    airborne: bool = False
    """True for a jump: only its last square needs support."""
    took_off: Cube | None = None
    """The anchor of the take-off."""
    options: MoveOptions | None = None
    """The options of the plan; None: it is not re-planned."""
    budget: MovementBudget | None = None
    """The budget of the plan."""
    speeds: Mapping[Mode, int] = field(default_factory=dict, compare=False)
    """The speeds of the plan."""
    shuns: int = 0
    """Features forbidden on every step."""
    clear: tuple[int, int] | None = field(default=None, compare=False)
    """The counts of states and of moves off turn while no enemy reacts."""
    settles: bool = field(default=False, compare=False)
    """True if the mover may stay at its end while `clear` holds."""
    calm: tuple[int, int] | None = field(default=None, compare=False)
    """The counts while its squares have no effect."""

    @property
    def squares(self) -> int:
        """The cost of all its strides."""
        return sum(stride.squares for stride in self.strides)

    @property
    def flips(self) -> int:
        """The number of its diagonals."""
        return sum(stride.flips for stride in self.strides)

    @property
    def features(self) -> int:
        """The features of all its squares."""
        met = 0
        for stride in self.strides:
            met |= stride.features
        return met

    def alter(self, **values: Any) -> None:
        """Gives all strides the same values."""
        self.strides = [stride._replace(**values) for stride in self.strides]

    @property
    def path(self) -> tuple[Cube, ...]:
        """The cubes entered."""
        return tuple(stride.to for stride in self.strides)


@dataclass(slots=True)
class ForcedMove:
    """Forced movement, square by square."""

    target: str
    steps: list[Cube]
    """The cubes on its way."""
    kind: str
    """push, pull, slide or carry."""
    by: str | None
    """The creature that forces it."""
    distance: int
    """Squares left."""
    next: int = 0
    """The index of the next step."""
    falls: bool = False
    """True if it may drive the target down, as a fall."""
    driven: int = 0
    """Squares driven down without footing."""
    overruled: bool = False
    """True if a referee lifts all limits but walls."""
    diagonals: int = 0
    """Diagonals made so far."""
    airborne: bool = False
    """True if the target falls only at its end."""
    endured: bool = False
    """True if the target does not end it by falling prone."""
    heading: tuple[int, int] | None = None
    """The blocked step beyond the last one."""
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class Sweep(ForcedMove):
    """Sweeps through creatures; hard things hurt."""

    rate: int = 0
    """Its speed, in the ruleset's unit."""
    free: Cube | None = None
    """The last anchor where the target had its space to itself."""
    met: set[str] = field(default_factory=set)
    """Creatures met on the way."""


@dataclass(slots=True)
class Drop:
    """A fall, by `squares` or to the first surface below."""

    target: str
    squares: int | None = None
    """None: to the next surface."""
    leaping: bool = False
    """True for a deliberate jump down."""
    rules: tuple[str, ...] = ()
    fallen: int = 0
    """Squares fallen in earlier rounds."""
    relief: int = 0
    """Squares made harmless by a check."""
    prone: bool | None = None
    """Overrides whether the creature lands prone."""
    driven: bool = False
    """True if force drives the creature down."""
    caught: bool = False
    """True at the end of a far fall."""
    to: Cube | None = None
    """The landing cube, if not straight below."""
    settled: bool = False
    """True if the ruleset has placed the creature among others."""


@dataclass(slots=True)
class Strike:
    """One attack roll."""

    by: str
    target: str
    ranged: bool = False
    modifiers: tuple[tuple[str, int | str], ...] = ()
    """Modifiers beyond the ruleset's: amounts, or words such as edge and bane."""
    cover: int = 0
    """Added to the target's defence."""
    cover_given: bool = False
    """True if the intent sets the cover."""
    recoil_relief: int = 0
    """Cover's relief of recoil (ascension)."""
    bonus: int | None = None
    """Overrides the striker's attack bonus."""
    dice: str | None = None
    """Overrides the striker's damage."""
    per_die: int = 0
    """Added to each die, none below 0."""
    kind: str = "strike"
    """The kind of damage."""
    charges: bool = False
    """True if it ends a charge, which may have been disturbed."""
    rules: tuple[str, ...] = ()
    harmless: bool = False
    """True if a hit deals no damage."""


@dataclass(slots=True)
class ConditionChange:
    """A change of conditions."""

    who: str
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    by_choice: bool = False
    until: str = ""
    """'turn-end' or 'turn-start' of the bearer."""
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class Teleportation:
    """A teleport."""

    who: str
    to: Cube
    rules: tuple[str, ...] = ()
    sheds: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Conditions that end first on arrival, with catalogue ids."""


@dataclass(slots=True)
class Relocation:
    """A change of place without own movement."""

    who: str
    to: Cube
    mode: str
    """The kind of change, as the log names it."""
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class FreeStrike:
    """A strike granted without cost."""

    by: str
    against: str
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class Harm:
    """Damage from another source than a strike."""

    who: str
    dice: str
    kind: str
    per_die: int = 0
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class PassOutcome:
    """The result of a check against one enemy on the way."""

    walk: Walk
    enemy: str
    silenced: bool = False
    """True if the enemy no longer reacts."""
    barred: bool = False
    """True if the enemy bars the way."""


@dataclass(slots=True)
class Provocation:
    """An activity that provokes every enemy in reach."""

    who: str
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class SetDown:
    """A carrier sets down the creature that it carries."""

    who: str
    to: Cube | None = None
    """The anchor; None: the first clear place."""
    named: bool = True
    """True if the intent names that place."""


@dataclass(slots=True)
class Halt:
    """Ends the plan, with a reason."""

    reason: str
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class PlannedDecision:
    """A player's decision in the plan."""

    question: Decision
    ways: "dict[str, list[Act]]"
    """The acts by answer."""


@dataclass(slots=True)
class LedWalk:
    """Movement of another creature, granted by an ability."""

    who: str
    walk: Walk


@dataclass(slots=True)
class AbilityUse:
    """A use of an ability, step by step."""

    ability: str
    aims: tuple[StepAim, ...]
    """The aims by step."""
    item: str | None = None
    """The item that lends it."""
    spends: dict[str, int] = field(default_factory=dict)
    """Resources spent."""
    rules: tuple[str, ...] = ()
    step: int = -1
    """-1 before it begins."""
    targets: tuple[str, ...] = ()
    """The creatures affected by this step."""
    outcomes: dict[str, str] = field(default_factory=dict)
    """This step's outcomes, by target."""
    size: int | None = None
    """The area's size in squares, if dice decide it."""
    amounts: dict[str, int] = field(default_factory=dict)
    """Dice shared by this step's acts."""
    waiting: list[tuple[str, EffectAct]] = field(default_factory=list)
    """(target, act) to come; no target: once."""
    rolling: tuple[str, ...] = ()
    """Targets whose attack roll is to come."""
    since: int = -1
    """The log's length before the strike; -1: none."""
    struck: StrikeTarget | None = None
    """The strike act; None: the roll for an outcome."""
    struck_at: str = ""
    ongoing: int | None = None
    """The entity of what lasts."""


@dataclass(slots=True)
class TurnUpdate:
    """A change of a turn's memory."""

    who: str
    remember: Memory | None = None
    """Added to the record of that type."""
    opens_pool: int = 0
    """Speeds in the pool that a move action opens."""
    pool: int = 0
    """Squares that it costs."""
    closes_pool: bool = False
    stepped: bool = False
    stood: bool = False
    ran: bool = False
    pays: tuple[str, ...] = ()
    ends_turn: bool = False
    speed: dict[Mode, int] | None = None
    """Speeds imposed by an effect."""
    bearing: tuple[int, int] | None = None
    mount: str | None = None
    """The creature ridden or climbed; empty: none."""


Act: TypeAlias = (
    Check | Walk | ForcedMove | Sweep | Drop | Strike | ConditionChange | Teleportation | Relocation | FreeStrike | Harm
    | Halt | TurnUpdate | Effect | PassOutcome | Provocation | SetDown | PlannedDecision | AbilityUse
    | LedWalk | ActBase
)  # fmt: skip

ACTS: frozenset[type] = frozenset(get_args(Act))


@dataclass(slots=True)
class ActionQueue:
    """The intents queued for a creature, and the plan in hand."""

    intents: list[IntentBase] = field(default_factory=list)
    doing: IntentBase | None = None
    acts: list[Act] = field(default_factory=list)
    """The rest of its plan."""
    spent: int = 0
    """Squares of movement so far."""
    spends: bool = True
    """True if they count as `spent` in the log."""
    halted: str | None = None
    """The reason the intent was stopped."""
    halt_rules: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    """The ids for the intent's last event."""
    origin: Cube = (0, 0, 0)
    """The anchor at the start."""
    legal: Cube = (0, 0, 0)
    """The last anchor before `trail` where it could stay."""
    trail: list[tuple[Cube, Space]] = field(default_factory=list)
    """Anchors and spaces since."""


ORDINARY = MoveOptions()

ARRIVING = MoveOptions(arriving=True)
"""A creature among others, with the rights of a newcomer only."""
