"""The Ascension Project, its costs, policies and switches: the d20 rules with postures and firearms.

Points that its page leaves out come from the SRD: asc.silence.space-and-reach, asc.silence.illegal-stop,
asc.silence.opportunity-trigger.
"""

from dataclasses import replace

from ...rules.switches import sets, switch, universal
from ..d20_srd import D20_SRD, SIZES_NAMED
from ..d20_srd.attacks import attack, no_dexterity, prepaid
from ..shared.attack_rolls import squeezed
from ..shared.d20 import costing, free
from .attacks import handled, posted, runner
from .components import Firearm, TightPlaces
from .moves import minimum, move, overrun, step, tumble
from .postures import crouch, drop_prone, stand
from .space import hampered, passing
from .speeds import own_modes, run_factor, speeds
from .squeezing import LEAST, squeeze
from .turns import gate

ANY_ACTION = (("movement",), ("attack",))
"""A movement action, or the attack action used as one."""
WHOLE_ROUND = (("movement", "attack"),)

COSTS = {
    **costing(ANY_ACTION, "move", "crawl", "stand", "carry", "squeeze", "tumble", "drop-prone"),
    **costing((("attack",), ("movement",)), "drop-prone-moved"),
    **costing(WHOLE_ROUND, "double", "run", "charge", "minimum", "overrun"),
    **costing((("attack",),), "attack", "push", "pull", "slide", "teleport", "drop-object"),
    **free("step", "crouch", "leap", "fall", "afflict", "interact", "end"),
}
"""The cost of each intent; the attack action may pay for a second move. (asc.move.normal)"""

ONE_MOVE = {
    **COSTS,
    **costing((("movement",),), "move", "crawl", "stand", "carry", "squeeze", "tumble"),
}
"""The costs if a turn has only one movement action."""


ASCENSION = replace(
    D20_SRD,
    name="ascension",
    title="The Ascension Project",
    sizes=replace(
        D20_SRD.sizes,
        squeeze_by_skill=lambda room: room / LEAST,
    ),
    conditions=replace(
        D20_SRD.conditions,
        known=D20_SRD.conditions.known | {"crouched"},
    ),
    terrain=replace(
        D20_SRD.terrain,
        darkness_hampers=False,
        hampered=hampered,
        phases=lambda rules, creature: False,
    ),
    movement=replace(
        D20_SRD.movement,
        race_walk=lambda race: None,
        speeds=speeds,
        usable_modes=own_modes,
        gate=gate,
        run_factor=run_factor,
        run_bar=frozenset({"prone", "crouched"}),
        crawl_squares=None,
        split_moves=True,
    ),
    space=replace(
        D20_SRD.space,
        access=passing,
    ),
    threat=replace(
        D20_SRD.threat,
        reactions_of=lambda rules, creature: rules.threat.reactions,
        flanking=False,
    ),
    actions=replace(
        D20_SRD.actions,
        per_turn={"movement": 1, "attack": 1},
        words={"move": "movement", "standard": "attack"},
        costs=COSTS,
        prepaid=prepaid,
        planners={
            "move": move,
            "crawl": move,
            "step": step,
            "attack": attack,
            "stand": stand,
            "crouch": crouch,
            "drop-prone": drop_prone,
            "squeeze": squeeze,
            "minimum": minimum,
            "tumble": tumble,
            "overrun": overrun,
        },
    ),
    components=(*D20_SRD.components, Firearm, TightPlaces),
    attacks=replace(
        D20_SRD.attacks,
        modifiers=(squeezed, no_dexterity, handled, posted, runner),
    ),
    switches={
        **universal("alternating"),
        "armor-formula": switch("none", "two-thirds", rule="asc.speed.armor"),
        "second-move": switch("allowed", "forbidden", rule="asc.move.normal"),
        "crouch-cover": switch("better", "stack", rule="asc.crouch.no-stack-with-cover"),
        "prone-cover": switch("stack", "better", rule="asc.prone.defense-ranged"),
        "step-while-prone": switch("allowed", "forbidden", rule="asc.prone.speed"),
        "stand-provokes": switch("no", "yes", rule="asc.stand.from-prone"),
        "run-posture": switch("standing", "any", rule="asc.run.multiplier"),
        "run-line": switch("eight", "any", rule="asc.run.straight"),
        "steps-per-turn": switch(1, rule="asc.step.no-opportunity", least=1),
        "step-out-of-difficult": switch("allowed", "forbidden", rule="asc.step.no-difficult-terrain"),
        "diagonal-count-scope": switch("movement", "turn", rule="asc.diagonal.alternating"),
        "difficult-diagonal-counts": switch("no", "yes", rule="asc.terrain.difficult-diagonal"),
        "footprint-terrain": switch("arrival", "either", rule="asc.terrain.worst-of-footprint"),
        "obstacle-diagonal": switch("separated", "touching", rule="asc.obstacle.cost"),
        "stop-in-obstacle": switch("allowed", "forbidden", rule="asc.obstacle.all-or-nothing"),
        "squeeze-past": switch("beside", "through", rule="asc.squeeze.past-opponent"),
        "helpless-obstacle": switch(*SIZES_NAMED, rule="asc.occupancy.helpless-obstacle"),
        "tiny-entry-by-step": switch("safe", "provokes", rule="asc.occupancy.very-small-provokes"),
        "friends": switch("pass", "block", rule="asc.silence.friends"),
        "doublings": switch("multiply", "triple", rule="asc.silence.repeated-doubling"),
        "minimum-movement": switch("off", "on", rule="asc.silence.minimum-move"),
        "srd-passage": switch("off", "on", rule="asc.silence.other-ways-through"),
    },
    effects={
        **D20_SRD.effects,
        "second-move": sets("actions.costs", {"allowed": COSTS, "forbidden": ONE_MOVE}),
        "run-posture": sets(
            "movement.run_bar", {"standing": frozenset({"prone", "crouched"}), "any": frozenset[str]()}
        ),
    },
    catalogue="ascension",
    notes={},
)
"""The ruleset of the Ascension Project's page on movement."""
