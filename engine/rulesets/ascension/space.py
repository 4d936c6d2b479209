"""Access to other creatures' spaces, and the creatures that ground hampers."""

from ...rules.move_options import MoveOptions
from ...rules.ruleset import Ruleset
from ...rules.step_costs import SpaceAccess
from ...state.creature import Creature
from ..d20_srd.space import apart_in_size, barred, open_passing


def passing(rules: Ruleset, mover: Creature, other: Creature, options: MoveOptions) -> SpaceAccess:
    """Access for a mover: the helpless and friends are passed, foes bar, very small creatures pass all.

    The SRD's allowance for three sizes of difference comes with a switch. (asc.occupancy.opponent-blocks,
    asc.occupancy.very-small-pass, asc.silence.friends, asc.silence.other-ways-through)
    """
    plain = open_passing(rules, mover, other, options)
    if plain is not None:
        return plain
    apart = apart_in_size(rules, mover, other) if rules.setting("srd-passage") == "on" else None
    return apart or barred(rules)


def hampered(rules: Ruleset, creature: Creature) -> bool:
    """Whether ground hampers a creature: every one on it; the SRD exempts the incorporeal.

    (asc.silence.other-ways-through)
    """
    return not (creature.has("incorporeal") and rules.setting("srd-passage") == "on")
