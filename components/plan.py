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
    """The base class for a game's own acts. An act is one part of a plan, such as a strike."""


@dataclass(slots=True)
class Check:
    """A dice roll during an intent. The result decides what happens next."""

    who: str
    what: str
    """What the roll is for, as in the event `rolled`."""
    bonus: int
    """Added to the die."""
    dc: int | None
    """The total to reach; None if opposed or read from a table."""
    rules: tuple[str, ...] = ()
    success: "list[Act]" = field(default_factory=list)
    failure: "list[Act]" = field(default_factory=list)
    margins: "dict[int, list[Act]]" = field(default_factory=dict)
    margin: int = 0
    """The total minus `dc`, once rolled."""
    tiers: "dict[str, list[Act]]" = field(default_factory=dict)
    """Acts for further outcomes, by the outcome's name."""
    against: str | None = None
    """The opponent, who rolls too."""
    against_bonus: int = 0
    """Added to the opponent's die."""
    modifiers: tuple[tuple[str, int | str], ...] = ()
    """Modifiers for the log; numbers are in `bonus` already."""
    save: bool = False
    """True for a save; in some games a natural 1 or 20 decides it."""
    results: tuple[int, ...] = ()
    """Dice already rolled, for one roll against several opponents."""


class MoveOptions(NamedTuple):
    """Options that change the rules for one movement."""

    modes: tuple[Mode, ...] | None = None
    """The movement modes allowed; None: all."""
    crawling: bool = False
    slow: int = 0
    """How many more times each square's cost is doubled."""
    through: frozenset[str] = frozenset()
    """Creatures whose squares it may enter (tumbling, overrunning)."""
    without: frozenset[str] = frozenset()
    """Creatures to ignore (those carried)."""
    stop_among: bool = False
    """True if the mover may stop in those creatures' squares (clambering)."""
    least: float | None = None
    """Overrides the least width to squeeze through, in feet."""
    pits: bool = False
    charging: bool = False
    stepover: bool = True
    """True if a bigger mover may pass over small creatures."""
    arriving: bool = False
    """True if the creature counts as arriving from outside their spaces."""
    unhurried: bool = False
    """True if it takes a full round for one square, as impeded ground demands."""


class MovementBudget(NamedTuple):
    """The squares that one movement may cost, for each movement mode."""

    limits: tuple[tuple[Mode, int], ...]
    """Squares by mode; absent modes are not usable."""
    spent: int = 0
    parity: int = 0
    """Index into the ruleset's cycle of diagonal costs, such as 5, 10."""
    last: bool = False
    """True if any movement left, however little, pays for a last square."""

    @property
    def most(self) -> int:
        return max((squares for _, squares in self.limits), default=0)

    def of(self, mode: Mode) -> int:
        """Returns the limit of a movement mode in squares; -1 if it is unusable."""
        for known, squares in self.limits:
            if known == mode:
                return squares
        return -1


class Stride(NamedTuple):
    """One planned step of a walk, to a neighbouring cube, with its cost."""

    to: Cube
    squares: int
    mode: Mode
    flips: bool = False
    """True if the step counts as a diagonal."""
    shown: str | None = None
    """The mode shown in the log, if not `mode`."""
    check: Check | None = None
    """The check before the square is entered."""
    late: bool = False
    """True if the check comes after reactions."""
    through: tuple[str, ...] = ()
    """Enemies passed by skill; one that bars the way ends the walk."""
    drops: bool = False
    """True if the mover falls there."""
    collides: bool = False
    """True if an unseen creature or obstacle fills the square."""
    entering: tuple[str, ...] = ()
    """Enemies that may attack because the step enters their space."""
    rules: tuple[str, ...] = ()
    features: int = 0
    """Terrain features of the step, as bits of `engine.rules.step_costs`."""

    def citing(self, rules: tuple[str, ...]) -> "Stride":
        """Returns a copy of the step with further rule ids."""
        return self._replace(rules=tuple(dict.fromkeys((*self.rules, *rules))))


@dataclass(slots=True)
class Walk:
    """A creature's own movement: a list of steps."""

    strides: list[Stride]
    kind: str = "move"
    """The `do` of its intent, for rule topics."""
    quiet: bool = False
    """True if it draws no opportunity attacks."""
    silenced: set[str] = field(default_factory=set)
    """Enemies that cannot react to it."""
    barred: set[str] = field(default_factory=set)
    """Enemies that block its path, as a check showed."""
    careless: bool = False
    """True if the mover collides with unseen creatures."""
    rate: int = 0
    """The speed, for the damage of collisions."""
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
    """True if it counts as the creature's own movement."""
    pools: bool = False
    """True if an open move action pays for it."""
    resting: bool = True
    """True if a mover that ends in a forbidden place is put back."""
    pauses: bool = False
    """True if it may pause where the mover may not stay."""
    rules: tuple[str, ...] = ()
    spends: bool = True
    airborne: bool = False
    """True for a jump: only its last square needs support."""
    took_off: Cube | None = None
    options: MoveOptions | None = None
    """Options for planning the rest again; None: never planned again."""
    budget: MovementBudget | None = None
    speeds: Mapping[Mode, int] = field(default_factory=dict, compare=False)
    forbidden: int = 0
    """Terrain features that no step may have, as bits."""
    clear: tuple[int, int] | None = field(default=None, compare=False)
    """Change counters of the state when no enemy could react; invalid after a change."""
    settles: bool = field(default=False, compare=False)
    """True if the mover may end the walk there, while `clear` is valid."""
    calm: tuple[int, int] | None = field(default=None, compare=False)
    """Change counters of the state when the squares had no effect; invalid after a change."""

    @property
    def squares(self) -> int:
        return sum(stride.squares for stride in self.strides)

    @property
    def flips(self) -> int:
        return sum(stride.flips for stride in self.strides)

    @property
    def features(self) -> int:
        """The terrain features (such as difficult or stairs) of all squares of the walk, as bits."""
        met = 0
        for stride in self.strides:
            met |= stride.features
        return met

    def alter(self, **values: Any) -> None:
        """Sets the given fields in every step of the walk."""
        self.strides = [stride._replace(**values) for stride in self.strides]

    @property
    def path(self) -> tuple[Cube, ...]:
        return tuple(stride.to for stride in self.strides)


@dataclass(slots=True)
class ForcedMove:
    """A push, pull or slide: a list of steps that another creature or an effect causes."""

    target: str
    steps: list[Cube]
    kind: str
    by: str | None
    distance: int
    """Squares left."""
    next: int = 0
    """The index of the next step."""
    falls: bool = False
    """True if it may drive the target down like a fall."""
    driven: int = 0
    """Squares that the target was driven down without footing."""
    overruled: bool = False
    """True if a referee lifts all limits but walls."""
    diagonals: int = 0
    """Diagonals made so far."""
    airborne: bool = False
    """True if an unsupported target falls only at the end."""
    endured: bool = False
    """True if the target does not end it by falling prone."""
    heading: tuple[int, int] | None = None
    """The direction of the next step, if it is blocked."""
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class Sweep(ForcedMove):
    """Forced movement that passes through creatures and damages each of them."""

    rate: int = 0
    """Its speed, in the ruleset's unit."""
    free: Cube | None = None
    """The last anchor where the target had its space to itself."""
    met: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Drop:
    """A fall by `squares`, or to the first ground or water below."""

    target: str
    squares: int | None = None
    """The depth in squares; None: to the next surface."""
    leaping: bool = False
    """True for a deliberate jump down."""
    rules: tuple[str, ...] = ()
    fallen: int = 0
    """Squares fallen in earlier rounds."""
    relief: int = 0
    """Squares of the fall without damage, after a check."""
    prone: bool | None = None
    """Overrides whether the creature lands prone."""
    driven: bool = False
    """True if force drives the creature down."""
    caught: bool = False
    """True when a fall over several rounds ends."""
    to: Cube | None = None
    """The landing cube, if not straight below."""
    settled: bool = False
    """True if the ruleset has already placed the creature among others."""


@dataclass(slots=True)
class Strike:
    """One attack roll."""

    by: str
    target: str
    ranged: bool = False
    modifiers: tuple[tuple[str, int | str], ...] = ()
    """Modifiers beyond the ruleset's: amounts, or words such as edge and bane."""
    cover: int = 0
    cover_given: bool = False
    recoil_relief: int = 0
    bonus: int | None = None
    """Overrides the striker's attack bonus."""
    dice: str | None = None
    """Overrides the striker's damage."""
    per_die: int = 0
    kind: str = "strike"
    charges: bool = False
    """True for the strike at the end of a charge."""
    rules: tuple[str, ...] = ()
    harmless: bool = False
    """True if a hit deals no damage."""


@dataclass(slots=True)
class ConditionChange:
    """A condition that a creature gains or loses."""

    who: str
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    by_choice: bool = False
    until: str = ""
    """When gained conditions end: 'turn-end' or 'turn-start' of the creature."""
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class Teleportation:
    """A teleport of a creature."""

    who: str
    to: Cube
    rules: tuple[str, ...] = ()
    sheds: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Conditions that end on arrival, each with its rule ids."""


@dataclass(slots=True)
class Relocation:
    """A change of place without a walk or forced movement, such as a swap."""

    who: str
    to: Cube
    mode: str
    """The kind of change, as the log names it."""
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class FreeStrike:
    """A strike that costs no action."""

    by: str
    against: str
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class Harm:
    """Damage from a source other than a strike."""

    who: str
    dice: str
    kind: str
    per_die: int = 0
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class PassOutcome:
    """The result of a check to pass one enemy."""

    walk: Walk
    enemy: str
    silenced: bool = False
    """True if the enemy no longer reacts."""
    barred: bool = False
    """True if the enemy bars the way."""


@dataclass(slots=True)
class Provocation:
    """An activity that provokes opportunity attacks from every enemy in reach."""

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
    """Ends an intent early and gives the reason."""

    reason: str
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class PlannedDecision:
    """A decision that a player must make during a plan."""

    question: Decision
    ways: "dict[str, list[Act]]"
    """The acts by answer."""


@dataclass(slots=True)
class LedWalk:
    """A walk that an ability grants to another creature."""

    who: str
    walk: Walk


@dataclass(slots=True)
class AbilityUse:
    """One use of an ability, with its progress."""

    ability: str
    aims: tuple[StepAim, ...]
    item: str | None = None
    spends: dict[str, int] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    step: int = -1
    """The index of the present step; -1 before the first."""
    targets: tuple[str, ...] = ()
    """The creatures affected by this step."""
    listed: tuple[str, ...] = ()
    """The same before its `after` left some out. A step without its own target uses these."""
    outcomes: dict[str, str] = field(default_factory=dict)
    """This step's outcomes, by target."""
    size: int | None = None
    """The area's size in squares, if dice decide it."""
    amounts: dict[str, int] = field(default_factory=dict)
    """Dice shared by this step's acts."""
    waiting: list[tuple[str, EffectAct]] = field(default_factory=list)
    """(target, act) still to be done; the target is empty for an act that happens once."""
    rolling: tuple[str, ...] = ()
    """Targets whose attack roll is still to be made."""
    since: int = -1
    """The log's length before the strike; -1: none."""
    struck: StrikeTarget | None = None
    """The act that strikes; None: the strike only decides the step's outcome."""
    struck_at: str = ""
    ongoing: int | None = None
    """The entity of its lasting effects."""


@dataclass(slots=True)
class TurnUpdate:
    """A change to the record of a creature's turn, such as actions spent."""

    who: str
    remember: Memory | None = None
    """A record added to the creature's memory."""
    opens_pool: int = 0
    """Speed multiplier of the move action that it opens; 0: none."""
    pool: int = 0
    """Squares that it takes from the open move action."""
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
    """The intents that wait for a creature, and the remaining acts of its present intent."""

    intents: list[IntentBase] = field(default_factory=list)
    doing: IntentBase | None = None
    acts: list[Act] = field(default_factory=list)
    spent: int = 0
    """Squares of movement so far."""
    spends: bool = True
    """True if those squares count as `spent` in the log."""
    halted: str | None = None
    halt_rules: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    """Rule ids for the intent's last event."""
    origin: Cube = (0, 0, 0)
    legal: Cube = (0, 0, 0)
    trail: list[tuple[Cube, Space]] = field(default_factory=list)
    """Anchors and spaces passed since `legal`."""


ORDINARY = MoveOptions()

ARRIVING = MoveOptions(arriving=True)
"""Options of a creature that arrives from outside the others' spaces."""
