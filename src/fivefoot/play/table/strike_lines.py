"""The lines of a strike before it is made: the line of effect with its obstacle, the flankers, the bands of range."""

from dataclasses import dataclass

from ...engine.combat.flanking import Flank
from ...engine.combat.sightline import Sightline
from ...engine.legality.preview import Preview
from ...engine.rules.distances import squares_between
from ..battle import Battle

Square = tuple[int, int]
BAND = 6
"""Squares of one band of range: 30 feet."""
BANDS = 4
"""The number of bands shown."""
BEYOND = 99
"""The band of squares beyond a strike."""
STRIKES = frozenset({"attack", "full-attack", "charge"})
"""Intents that end in a strike."""


@dataclass(frozen=True, slots=True)
class StrikeLines:
    """The lines of a possible strike."""

    target: str | None = None
    """The creature under the pointer, if it may be struck."""
    sight: Sightline | None = None
    """The line of effect to it."""
    flanks: tuple[tuple[str, Flank], ...] = ()
    """The creatures flanked now, or from the end of the movement."""


NO_LINES = StrikeLines()


def strike_lines(battle: Battle, who: str, target: str | None, seen: object) -> StrikeLines:
    """The lines for an enemy under the pointer, or for the end of a movement."""
    me = battle.creature(who)
    if target is not None:
        flank = battle.flank(target, who)
        return StrikeLines(target, battle.sightline(who, target), ((target, flank),) if flank is not None else ())
    if not isinstance(seen, Preview) or not battle.rules.threat.flanking:
        return NO_LINES
    own = [step for step in seen.steps if step.who == who and step.collides is None]
    if not own:
        return NO_LINES
    foes = [one.name for one in battle.creatures if one.side != me.side and not one.out]
    found = [(name, battle.flank(name, who, own[-1].at)) for name in foes]
    return StrikeLines(None, None, tuple((name, flank) for name, flank in found if flank is not None))


def bands(battle: Battle, who: str, *, ranged: bool) -> dict[Square, int]:
    """The band of each square around a creature for a strike: within reach, or by bands of range.

    The squares just beyond are included, as the band `BEYOND`.
    """
    me, board, rules = battle.creature(who), battle.world.board, battle.rules
    box, most = me.box, BAND * BANDS
    if not ranged:
        found = {(x, y): 0 for x, y, _ in battle.in_reach(who)}
        around = {(x + i, y + j) for x, y in found for i in (-1, 0, 1) for j in (-1, 0, 1)}
        return found | {square: BEYOND for square in around if square not in found and square in board}
    found = {}
    for y in range(max(box.y0 - most - 1, 0), min(box.y1 + most + 1, board.height - 1) + 1):
        for x in range(max(box.x0 - most - 1, 0), min(box.x1 + most + 1, board.width - 1) + 1):
            squares = squares_between(rules, box, box._replace(x0=x, x1=x, y0=y, y1=y))
            found[x, y] = max(squares - 1, 0) // BAND if squares <= most else BEYOND
    return found
