"""Measures what abilities cost: the bytecodes of a brain's turn with six abilities each, and with none.

python benchmarks/abilities.py [RULESET|all] [BATTLES] [BRAIN] [--by-function]

The scene is that of way.py; loading it is left out. Creatures have two sets of six shipped abilities in turn: strikes,
bursts, lines, cones, emanations, a zone, healing and conditions, with resources and cooldowns. Needs the interpreted
package.
"""

import sys
from collections import Counter
from types import CodeType
from typing import Any

from way import counting, melee

SETS = (
    ("cleaving-arc", "shield-rush", "ember-burst", "frost-lance", "mending-touch", "hex"),
    ("ground-slam", "rend", "caltrops", "ignite", "gust", "second-breath"),
)
"""The abilities of every other creature."""
STORES = "resources = { mana = 10, grace = 3 }\n"


def scene(ruleset: str, seed: int, brain: str, *, able: bool) -> str:
    """The melee of way.py, its creatures with abilities or without."""
    text = melee(ruleset, seed).replace('ai = "aggressive"', f'ai = "{brain}"')
    head, *creatures = text.split("[[creatures]]\n")
    if able:
        creatures = [
            f"{text}can = {list(SETS[number % 2])}\n{STORES}".replace("'", '"') for number, text in enumerate(creatures)
        ]
    return "[[creatures]]\n".join([head, *creatures])


def played(ruleset: str, seed: int, brain: str, *, able: bool, tracer: Any = None) -> tuple[int, int]:
    """Plays one battle, traced once it is loaded; returns its turns and its uses."""
    import fivefoot

    with fivefoot.loads(scene(ruleset, seed, brain, able=able)) as battle:
        sys.settrace(tracer)
        events = list(fivefoot.play_on(battle))
        sys.settrace(None)
    kinds = Counter(event.event for event in events)
    return kinds["turn-started"], kinds["used"]


def cost(ruleset: str, battles: int, brain: str, *, able: bool) -> tuple[Counter[CodeType], int, int]:
    """The bytecodes by function of some battles, warm, their turns and their uses."""
    for seed in range(1, battles + 1):
        played(ruleset, seed, brain, able=able)
    seen: Counter[CodeType] = Counter()

    tracer = counting(seen)
    counts = [played(ruleset, seed, brain, able=able, tracer=tracer) for seed in range(1, battles + 1)]
    return seen, sum(turns for turns, _ in counts), sum(uses for _, uses in counts)


def main() -> None:
    """Prints the cost of a turn with and without abilities, and their ratio."""
    options = [word for word in sys.argv[1:] if not word.startswith("-")]
    named, battles = options[0] if options else "all", int(options[1]) if len(options) > 1 else 3
    brain = options[2] if len(options) > 2 else "aggressive"
    import fivefoot

    for ruleset in fivefoot.RULESETS if named == "all" else [named]:
        _, turns, _ = plain = cost(ruleset, battles, brain, able=False)
        seen, able_turns, uses = cost(ruleset, battles, brain, able=True)
        without, with_six = plain[0].total() / turns, seen.total() / able_turns
        print(
            f"{ruleset}: {without:.0f} bytecodes a turn without, {with_six:.0f} with six abilities each, "
            f"x{with_six / without:.2f}; a battle x{seen.total() / plain[0].total():.2f}, "
            f"{uses / battles:.1f} uses in {able_turns / battles:.1f} turns",
            flush=True,
        )
        for code, count in seen.most_common(45) if "--by-function" in sys.argv else ():
            print(f"  {count / able_turns:8.0f} {code.co_filename.split('/fivefoot/')[-1]} {code.co_qualname}")


if __name__ == "__main__":
    main()
