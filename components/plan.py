"""Acts: what a lawful intent has been turned into, waiting for the systems to carry it out.

A plan is a queue of acts. Each system takes up the acts of its own kind, one square a pass. Creatures stand in
acts by name; `rules` are everywhere the catalogue ids behind the act, as its events cite them.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from .decision import Decision
from .effect_acts import Effect
from .intents import IntentBase
from .memory import Memory
from .position import Cube, Mode


@dataclass(slots=True)
class Check:
    """A roll that decides how a plan goes on."""

    who: str
    what: str
    """What `rolled.for` says."""
    bonus: int
    """Added to the die."""
    dc: int | None
    """What the roll must come to; None where it is opposed, or read from a table."""
    rules: tuple[str, ...] = ()
    success: "list[Act]" = field(default_factory=list)
    """What follows from a success."""
    failure: "list[Act]" = field(default_factory=list)
    """What follows from a failure."""
    margins: "dict[int, list[Act]]" = field(default_factory=dict)
    """What follows instead from a success by at least so much: the highest margin met counts."""
    margin: int = 0
    """By how much the roll met what it had to meet, once it is made."""
    tiers: "dict[str, list[Act]]" = field(default_factory=dict)
    """Further outcomes by name, where the ruleset knows more than two."""
    against: str | None = None
    """The other party of an opposed check, which rolls too."""
    against_bonus: int = 0
    """Added to the other party's die."""
    modifiers: tuple[tuple[str, int | str], ...] = ()
    """What the log lists as weighing on the roll; numbers are in `bonus` already."""


@dataclass(slots=True)
class PlannedStep:
    """One square of a walk."""

    to: Cube
    squares: int
    """Squares of movement it costs."""
    mode: Mode
    flips: bool = False
    """Whether it counts as a diagonal."""
    shown: str | None = None
    """What the log calls the mode, if not by the mode's own name."""
    check: Check | None = None
    """Rolled before the square is entered."""
    late: bool = False
    """Whether the check waits until enemies have reacted to the step."""
    through: tuple[str, ...] = ()
    """Enemies whose space is entered by skill: the walk ends here if it is barred by one of them."""
    drops: bool = False
    """Nothing holds the mover there: it falls."""
    collides: bool = False
    """Something unseen fills the square: the mover stops before it."""
    entering: tuple[str, ...] = ()
    """Enemies whose space is entered in a way that draws their attack."""
    rules: tuple[str, ...] = ()
    features: int = 0
    """What the step met on its way (bits of `engine.rules.step_costs`): why it costs what it costs."""


@dataclass(slots=True)
class Walk:
    """Willing movement, square by square."""

    strides: list[PlannedStep]
    kind: str = "move"
    """The `do` of the intent behind it, whose topics it cites."""
    quiet: bool = False
    """Draws no opportunity attacks at all."""
    silenced: set[str] = field(default_factory=set)
    """Enemies kept from reacting to it."""
    barred: set[str] = field(default_factory=set)
    """Enemies that a failed check keeps it from passing."""
    careless: bool = False
    """Whether running into something unseen is a collision."""
    rate: int = 0
    """The speed of the movement in the ruleset's unit, for collisions."""
    next: int = 0
    """The stride that comes next."""
    threat_seen: bool = False
    """Whether the threat on the coming stride has been dealt with."""
    check_made: bool = False
    """Whether the check of the coming stride has been rolled."""
    carries: str | None = None
    """A creature taken along."""
    inside: bool = False
    """Whether who is taken along is in the mover's own space on the way, and goes where it goes."""
    own: bool = True
    """Whether it counts as movement of the creature's own will."""
    pools: bool = False
    """Whether what it costs comes out of an open pool of movement."""
    resting: bool = True
    """Whether the mover is put back from where the walk ends, if it may not stay there."""
    pauses: bool = False
    """Whether the walk is broken off, to be gone on with, where the mover may not stay."""
    rules: tuple[str, ...] = ()
    spends: bool = True
    """Whether its squares count as spent movement."""
    airborne: bool = False
    """A jump: nothing need hold the mover up before its last square."""
    took_off: Cube | None = None
    """Where a jump under way has left the ground."""


@dataclass(slots=True)
class ForcedMove:
    """Forced movement, square by square."""

    target: str
    steps: list[Cube]
    """Where it leads, square by square."""
    kind: str
    """push, pull, slide or carry."""
    by: str | None
    """Who forces it; None where nobody does."""
    distance: int
    """Squares that are left of the effect's distance."""
    next: int = 0
    """The step that comes next."""
    falls: bool = False
    """It may drive down: coming to the ground by it counts as a fall."""
    driven: int = 0
    """Squares driven down since the target last stood on something or was lifted."""
    overruled: bool = False
    """Whether a referee has lifted what would stop it short of a wall."""
    diagonals: int = 0
    """Diagonals made so far."""
    rate: int = 0
    """Swept along at that speed (the ruleset's unit): nobody stops it, and hard things hurt."""
    free: Cube | None = None
    """The last place on the way that it had to itself, while swept along."""
    met: set[str] = field(default_factory=set)
    """Whom it has come upon while swept along."""
    airborne: bool = False
    """It carries through the air: nothing falls before it is over."""
    endured: bool = False
    """Whether the target has chosen to let it go on to its end."""
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class Drop:
    """A fall: with `squares` however far, without to the first thing below."""

    target: str
    squares: int | None = None
    """How far it falls; None: to whatever is below."""
    leaping: bool = False
    """A deliberate jump down."""
    rules: tuple[str, ...] = ()
    fallen: int = 0
    """Squares fallen before, in earlier rounds of the same fall."""
    relief: int = 0
    """Squares of the fall that a check has made harmless."""
    prone: bool | None = None
    """Overrides whether the landing leaves it prone."""
    driven: bool = False
    """Forced down rather than let fall."""
    caught: bool = False
    """The end of a far fall where something has come to hold the faller."""
    to: Cube | None = None
    """Where it comes down, where that is not straight below."""
    settled: bool = False
    """Whether its ruleset has said where it stays among those it has landed on."""


@dataclass(slots=True)
class Strike:
    """One attack roll."""

    by: str
    target: str
    ranged: bool = False
    modifiers: tuple[tuple[str, int | str], ...] = ()
    """What weighs on it beyond the ruleset's own list: amounts, or words such as edge and bane."""
    cover: int = 0
    """What cover adds to the target's defence."""
    recoil_relief: int = 0
    """What cover takes off its recoil (ascension)."""
    bonus: int | None = None
    """Overrides the striker's attack bonus."""
    dice: str | None = None
    """Overrides the striker's damage."""
    per_die: int = 0
    """Added to each of `dice`, none counting below 0."""
    kind: str = "strike"
    """The kind of damage that a hit deals."""
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class ConditionChange:
    """A change of conditions."""

    who: str
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    by_choice: bool = False
    """Whether it is the bearer's own will."""
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
    """Conditions that end on arrival, before anything else comes of it, with the catalogue ids behind that."""


@dataclass(slots=True)
class Relocation:
    """Somebody comes to be in another place by no movement of its own: slid down, pulled up."""

    who: str
    to: Cube
    mode: str
    """What the log calls the way there."""
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class FreeStrike:
    """A strike that something gives an enemy for free."""

    by: str
    against: str
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class Harm:
    """Damage from something else than a strike."""

    who: str
    dice: str
    kind: str
    """The kind of damage."""
    per_die: int = 0
    """Added to each die."""
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class PassOutcome:
    """What a roll has settled between a walk and one enemy: slipped past, or barred by it."""

    walk: Walk
    enemy: str
    silenced: bool = False
    """The enemy does not react to the walk any more."""
    barred: bool = False
    """The enemy's space is closed to it."""


@dataclass(slots=True)
class Provocation:
    """Doing something on the spot that lays one open to every enemy in reach."""

    who: str
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class SetDown:
    """Whoever is carried is set down."""

    who: str
    """The carrier."""
    to: Cube | None = None
    """Where; None: at the first place that has room."""
    named: bool = True
    """Whether somebody has said where; else the carrier may choose another place."""


@dataclass(slots=True)
class Halt:
    """The rest of the plan is off: the intent is stopped."""

    reason: str
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class PlannedDecision:
    """A player's choice on which a plan goes one way or another."""

    question: Decision
    ways: "dict[str, list[Act]]"
    """What follows from each answer, by its key."""


@dataclass(slots=True)
class TurnUpdate:
    """A change of what is remembered of a creature."""

    who: str
    remember: Memory | None = None
    """Added to the record of that type."""
    opens_pool: int = 0
    """The speeds that a move action covers which begins; 0: none begins."""
    pool: int = 0
    """Squares that the open move action costs besides."""
    closes_pool: bool = False
    """Whether nothing is left of the open move action."""
    stepped: bool = False
    """Whether it takes an ordinary 5-foot step."""
    stood: bool = False
    """Whether it stands up."""
    ran: bool = False
    """Whether it runs."""
    pays: tuple[str, ...] = ()
    """Actions taken off those that are left."""
    ends_turn: bool = False
    speed: dict[Mode, int] | None = None
    """What an effect sets its speeds to, in the ruleset's unit."""
    bearing: tuple[int, int] | None = None
    """The line of its run."""
    mount: str | None = None
    """Name of the creature it now rides or climbs; empty: none."""


Act: TypeAlias = (
    Check | Walk | ForcedMove | Drop | Strike | ConditionChange | Teleportation | Relocation | FreeStrike | Harm | Halt
    | TurnUpdate | Effect | PassOutcome | Provocation | SetDown | PlannedDecision
)  # fmt: skip
"""Any act."""


@dataclass(slots=True)
class ActionQueue:
    """What a creature has been asked to do, and what is left of the plan in hand."""

    intents: list[IntentBase] = field(default_factory=list)
    """Typed intents waiting, first come first served."""
    doing: IntentBase | None = None
    """The intent being carried out."""
    acts: list[Act] = field(default_factory=list)
    """What is left of its plan."""
    spent: int = 0
    """Squares of movement the intent has cost so far."""
    spends: bool = True
    """Whether that counts as `spent` in the log."""
    halted: str | None = None
    """Why it was stopped, if it was."""
    halt_rules: tuple[str, ...] = ()
    """The catalogue ids behind that."""
    rules: tuple[str, ...] = ()
    """The catalogue ids that its last line in the log cites."""
    origin: Cube = (0, 0, 0)
    """Where the intent began."""
    legal: Cube = (0, 0, 0)
    """The last place on the way where the mover could have stayed."""
