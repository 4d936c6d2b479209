"""Squares to highlight: movement ranges, strikes, threat, choices, objectives."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...engine.field.reach import Reach
from ...engine.legality.legal_intents import shoots_at
from ...engine.legality.movement_range import one_move
from ...engine.state.creature import Creature
from .actions import ActionEntry
from .aiming import Aim, extensions
from .offers import Offers
from .strike_lines import bands

Square = tuple[int, int]
OWN_SQUARES = frozenset(
    {"step", "shift", "minimum", "jump", "leap", "tumble", "overrun", "clamber", "squeeze", "claw-dirt", "withdraw"}
)
ON_SOMEBODY = frozenset({"creature", "shove", "tow"})
"""Kinds that first target a creature."""


@dataclass(slots=True)
class Overlay:
    """The squares of a board to colour: reach, threat, targets and others."""

    reach: Mapping[Square, tuple[int, bool]] = field(default_factory=dict)
    """(tier, may stop): tier 0 for one action, 1 for two, 2 for a run."""
    threat: frozenset[Square] = frozenset()
    marked: frozenset[Square] = frozenset()
    """Squares that can be chosen."""
    bands: Mapping[Square, int] = field(default_factory=dict)
    """A strike's band per square: 0 for reach or the first range band."""
    goals: frozenset[Square] = frozenset()
    dark: frozenset[Square] = frozenset()
    """Squares out of sight."""

    @property
    def empty(self) -> bool:
        return not (self.reach or self.threat or self.marked or self.bands or self.goals or self.dark)


def overlay(
    offers: Offers,
    aim: Aim,
    chosen: str | None,
    targets: Sequence[str] = (),
    *,
    own: Creature | None = None,
    reach: bool = True,
    threat: bool = False,
    hidden: frozenset[str] = frozenset(),
) -> Overlay:
    """Returns the squares to colour for a creature and for the action that it aims."""
    battle, entry = offers.battle, aim.entry
    laid = Overlay(goals=frozenset(square for one in battle.world.objectives for square in one.squares))
    if entry is not None and own is not None and entry.do == "use" and entry.aim in ("square", "edge"):
        laid.marked = _usable(offers, entry, own.name)
    elif entry is not None and own is not None and entry.name in OWN_SQUARES:
        laid.marked = _lawful(offers, entry, own.name)
    elif entry is not None and own is not None and entry.aim in ON_SOMEBODY and (aim.target is None or aim.picked):
        laid.marked = frozenset(
            square for name in targets if name not in hidden for square in battle.creature(name).box.footprint
        )
    elif reach and chosen is not None and (entry is None or entry.aim in ("square", "tow")):
        laid.reach = _tiers(offers, chosen, entry)
    if entry is not None and own is not None and entry.do in ("attack", "full-attack"):
        foes = [one for one in battle.creatures if one.side != own.side and not one.out]
        shot = entry.name == "shoot" or any(shoots_at(battle.world, own, foe) for foe in foes)
        laid.bands = bands(battle, own.name, ranged=shot)
    if threat:
        laid.threat = threatened(offers, chosen, hidden)
    if entry is not None and entry.aim == "shove" and aim.target is not None and own is not None:
        laid.marked = frozenset((x, y) for x, y, _ in extensions(offers.session, own.name, aim))
    return laid


def threatened(offers: Offers, chosen: str | None, hidden: frozenset[str] = frozenset()) -> frozenset[Square]:
    """Returns the squares that a creature's enemies threaten; without a creature, all threatened squares."""
    battle = offers.battle
    side = battle.creature(chosen).side if chosen is not None else None
    squares: set[Square] = set()
    for other in battle.creatures:
        if not other.out and other.side != side and other.name not in hidden:
            squares.update((x, y) for x, y, _ in battle.threat(other.name))
    return frozenset(squares)


def _usable(offers: Offers, entry: ActionEntry, name: str) -> frozenset[Square]:
    squares: set[Square] = set()
    for aimed in offers.battle.targets(name, dict(entry.fields)["ability"]):
        assert not isinstance(aimed, str)
        for one in aimed if isinstance(aimed[0], tuple) else (aimed,):
            squares.add(one)
    return frozenset(squares)


def _lawful(offers: Offers, entry: ActionEntry, name: str) -> frozenset[Square]:
    squares: set[Square] = set()
    for found in offers.battle.legal_intents(name, entry.do):
        path = getattr(found, "path", None)
        there = path[-1] if path else getattr(found, "to", None)
        if there is not None:
            squares.add((there[0], there[1]))
    return frozenset(squares)


def _tiers(offers: Offers, name: str, entry: ActionEntry | None) -> dict[Square, tuple[int, bool]]:
    found: dict[Square, tuple[int, bool]] = {}
    board, side = offers.battle.world.board, offers.battle.creature(name).size.side
    span = [(dx, dy) for dy in range(side) for dx in range(side)]
    for tier, far in _reaches(offers, name, entry):
        for (x, y, z), arrival in far.arrivals():
            stops = arrival.can_stop
            # All squares that a big creature comes to fill, except walls at which it draws in.
            for dx, dy in span:
                square = (x + dx, y + dy)
                if side > 1 and board.blocked(*square, z):
                    continue
                known = found.get(square)
                if known is None or (not known[1] and stops):
                    found[square] = (tier if known is None else known[0], stops)
    return found


def _reaches(offers: Offers, name: str, entry: ActionEntry | None) -> Iterator[tuple[int, Reach]]:
    battle = offers.battle
    me, rules = battle.creature(name), battle.rules
    if not (entry is not None and entry.name == "run" and me.turn.open):
        for tier, actions in ((0, 1), (1, 2), (2, 3)):
            far = offers.reach(name, actions)
            if far is not None:
                yield tier, far
    else:
        yield 2, one_move(battle.world, me, rules.movement.run_factor(rules, me))
