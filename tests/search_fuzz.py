"""Random movement questions, put to the compiled search and to the bitboard search: every answer must be the same.

Run: python -m tests.search_fuzz [questions] [seed]. A scene is drawn under one of the rulesets, with house rules,
walls, heights, water, all sizes and ways of moving; then creatures are moved about at random (into each other as
well) and asked where they get to, by different ways of moving. Prints what was asked of how many, and every
question whose answers differ.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle

import fivefoot
from fivefoot.components.plan import MoveOptions
from fivefoot.components.position import Cube
from fivefoot.engine.field.field import Field, ground_for
from fivefoot.engine.field.reach import Reach
from fivefoot.engine.rules.budget import ENDLESS, MovementBudget, budget_for
from fivefoot.engine.search import bitboard_search, compiled_search
from fivefoot.engine.state.creature import Creature

TILES = "....::;12#o~w,nrpLLM"
LEGEND = """
[board.legend]
";" = { terrain = "impeded" }
"n" = { width = 2.5 }
"w" = { floor = -2, water = 2 }
"r" = { floor = 1, ramp = true }
"p" = { floor = -4 }
"L" = { damage = "2d6" }
"M" = { floor = -2, water = 2, damage = 3 }
"""
SIZES = ["tiny", "small", "medium", "medium", "medium", "large", "large", "large", "huge"]
SIDES = {"large": 2, "huge": 3}
SPEEDS = [
    "{ walk = 30 }",
    "{ walk = 30 }",
    "{ walk = 25, climb = 15 }",
    "{ walk = 20, fly = 30 }",
    "{ walk = 15, swim = 30, climb = 20 }",
    "{ walk = 20, burrow = 15 }",
    "{ fly = 35 }",
]
CONDITIONS = ["prone", "blinded", "unconscious", "dead", "paralyzed", "squeezing"]
TRAITS = ["incorporeal", "fills-space", "object", "swarm"]


@contextmanager
def pure() -> Iterator[None]:
    """Searches run on bitboards, whatever is installed."""
    native = compiled_search.native
    compiled_search.native = lambda: None  # type: ignore[assignment]
    try:
        yield
    finally:
        compiled_search.native = native


@contextmanager
def thorough() -> Iterator[None]:
    """Ways back compare all cheapest ways, without looking first for one that draws nothing."""
    names = vars(bitboard_search)
    clear = names["clear_way"]
    names["clear_way"] = lambda before, to: () if to.first == to.last else None
    try:
        yield
    finally:
        names["clear_way"] = clear


def house_rules(chance: random.Random, ruleset: str) -> list[str]:
    """A few switches set at random."""
    rules = fivefoot.RULESETS[ruleset]
    lines = []
    for name, switch in rules.switches.items():
        if chance.random() < 0.15:
            value = chance.choice(switch.values)
            shown = str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')
            lines.append(f'"{name}" = {shown}')
    return ["[rules]", *lines] if lines else []


def drawn_scene(chance: random.Random, ruleset: str) -> str:
    """A scenario, drawn at random."""
    feet = fivefoot.RULESETS[ruleset].feet
    width, height = chance.randint(1, 18), chance.randint(1, 14)
    if chance.random() < 0.1:
        width, height = chance.randint(1, 3), chance.randint(30, 70)
    tiles = "." * chance.randint(1, 30) + TILES if chance.random() < 0.7 else ".:#"
    rows = ["".join(chance.choice(tiles) for _ in range(width)) for _ in range(height)]
    text = ["format = 1", 'title = "drawn"', f'ruleset = "{ruleset}"', "seed = 1", *house_rules(chance, ruleset)]
    text += ["[board]", f"ceiling = {chance.choice([4, 8, 20])}", 'map = """', *rows, '"""']
    edged: set[tuple[int, int, int, int]] = set()
    for _ in range(chance.choice([0, 0, 4, 10])):
        x, y = chance.randrange(width), chance.randrange(height)
        dx, dy = chance.choice([(1, 0), (0, 1)])
        if x + dx < width and y + dy < height and (x, y, dx, dy) not in edged:
            edged.add((x, y, dx, dy))
            kind = chance.choice(["wall", "wall", "obstacle"])
            text += ["[[board.edges]]", f"between = [[{x}, {y}], [{x + dx}, {y + dy}]]", f'kind = "{kind}"']
    text.append(LEGEND)
    free = {(x, y) for y in range(height) for x in range(width) if rows[y][x] in ".:12;~orLM"}
    for number in range(chance.randint(2, 12) if chance.random() < 0.97 else 80):
        size, (x, y) = chance.choice(SIZES), chance.choice([*sorted(free), (0, 0)])
        squares = {(x + i, y + j) for i in range(SIDES.get(size, 1)) for j in range(SIDES.get(size, 1))}
        if not squares <= free:
            continue
        free -= squares
        speed = chance.choice(SPEEDS)
        if not feet:
            speed = "".join(
                str(int(word) // 5) if word.isdigit() else word for word in speed.replace("}", " }").split(" ")
            )
            speed = speed.replace("walk=", "walk = ").replace("climb=", "climb = ").replace(",", ", ")
        text += ["[[creatures]]", f'name = "c{number}"', f'side = "{chance.choice(["red", "blue", "blue", "grey"])}"']
        text += [f"at = [{x}, {y}]", f"speed = {speed}", f'size = "{size}"']
        if chance.random() < 0.2:
            text.append(f'conditions = ["{chance.choice(CONDITIONS)}"]')
        if chance.random() < 0.1:
            text.append(f'traits = ["{chance.choice(TRAITS)}"]')
        if chance.random() < 0.15:
            text.append("reach_weapon = true")
        if chance.random() < 0.1:
            text.append(f"reach = {chance.choice([0, 10, 15]) // (1 if feet else 5)}")
        if chance.random() < 0.1:
            text.append("hover = true")
    return "\n".join(text)


def scenes(chance: random.Random) -> Iterator[fivefoot.Battle]:
    """Battles of drawn scenes, under one ruleset after the other; scenes that the rules refuse are drawn anew."""
    for ruleset in cycle(list(fivefoot.RULESETS)):
        while True:
            try:
                battle = fivefoot.loads(drawn_scene(chance, ruleset))
            except fivefoot.ScenarioError:
                continue
            if battle.creatures:
                break
            battle.close()
        with battle:
            yield battle


def shuffled(chance: random.Random, battle: fivefoot.Battle) -> None:
    """Some creatures moved anywhere, into each other as well."""
    board = battle.world.board
    for creature in battle.creatures:
        if chance.random() < 0.4:
            side = creature.size.side
            x = chance.randint(0, max(board.width - side, 0))
            y = chance.randint(0, max(board.height - side, 0))
            if chance.random() < 0.3:
                x, y = chance.choice(battle.creatures).cube[:2]
            creature.place((x, y, board.stand(x, y) + chance.choice([0, 0, 0, 0, 1, 3])))
    battle.world.touch()


def drawn_options(chance: random.Random, battle: fivefoot.Battle, mover: Creature) -> MoveOptions:
    """A way of moving, drawn at random: mostly the ordinary one."""
    if chance.random() < 0.5:
        return MoveOptions()
    others = [other.name for other in battle.creatures if other is not mover]
    some = frozenset(chance.sample(others, min(len(others), 2)))
    return chance.choice(
        [
            MoveOptions(stepover=False),
            MoveOptions(modes=("walk",), crawling=True, stepover=False),
            MoveOptions(slow=1, through=some),
            MoveOptions(through=some, stop_among=True),
            MoveOptions(without=some),
            MoveOptions(charging=True),
            MoveOptions(least=0.01),
            MoveOptions(pits=True),
        ]
    )


def drawn_budget(chance: random.Random, battle: fivefoot.Battle, mover: Creature) -> MovementBudget:
    """A budget, drawn at random: mostly that of one move."""
    budget = budget_for(battle.rules, mover, factor=chance.choice([1, 1, 1, 2]))
    parity = chance.randint(0, 1) if len(battle.rules.grid.diagonal_cycle) > 1 else 0
    if chance.random() < 0.1:
        budget = MovementBudget(tuple((mode, ENDLESS) for mode, _ in budget.limits))
    return budget._replace(
        parity=parity, spent=chance.choice([0, 0, 0, 1, 3]), last=budget.last or chance.random() < 0.1
    )


def answers(
    battle: fivefoot.Battle,
    mover: Creature,
    options: MoveOptions,
    budget: MovementBudget,
    start: Cube | None,
    seed: int,
) -> list[object]:
    """Everything that a reach says, ways for some of the places."""
    chance = random.Random(seed)
    grid = Field(battle.world, mover, options)
    reach = Reach(grid, budget, start=start)
    told: list[object] = []
    if chance.random() < 0.3:
        # asked before everything is settled
        told.append(reach.leads_on())
        among = chance.getrandbits(grid.layout.bits)
        told += [(cube, arrival.cost) for cube, arrival in reach.stops(among)]
        cube = (
            chance.randrange(battle.world.board.width),
            chance.randrange(battle.world.board.height),
            grid.layout.low,
        )
        told.append(repr(reach.get_arrival(cube)))
    places = list(reach)
    told += [len(reach), places, list(reach.costs().items()), reach.resting_places(), reach.leads_on()]
    for cube, arrival in reach.arrivals():
        told.append((cube, arrival.squares, arrival.can_stop))
    for cube in chance.sample(places, min(len(places), 4)):
        arrival = reach[cube]
        told.append((cube, arrival.path, arrival.opportunities, arrival.some_path))
    among = grid.layout.bitboard(chance.sample(places, min(len(places), 6)))
    told += [(cube, arrival.cost) for cube, arrival in reach.stops(among)]
    return told


def fuzz(
    questions: int, seed: int = 1, counts: Counter[str] | None = None, tell: Callable[[str], object] | None = None
) -> list[str]:
    """Put so many questions to both searches; returns those that were answered differently.

    `tell` is called now and then with the progress.
    """
    if compiled_search.native() is None:
        raise RuntimeError("the compiled search is not installed (or FIVEFOOT_PURE is set)")
    chance = random.Random(seed)
    counts = Counter() if counts is None else counts
    differing: list[str] = []
    drawn = scenes(chance)
    while counts["questions"] < questions:
        battle = next(drawn)
        counts["scenes"] += 1
        if tell is not None and counts["scenes"] % 50 == 0:
            tell(f"{counts['questions']} questions, {len(differing)} differences")
        for _ in range(40):
            shuffled(chance, battle)
            mover = chance.choice(battle.creatures)
            options = drawn_options(chance, battle, mover)
            budget = drawn_budget(chance, battle, mover)
            start = None
            if chance.random() < 0.1:
                enterable = ground_for(battle.world, mover, options)
                cubes = list(enterable.layout.cubes(enterable.enterable))
                start = chance.choice(cubes) if cubes else None
            number = chance.getrandbits(32)
            question = (battle, mover, options, budget, start, number)
            try:
                with pure():
                    expected = answers(*question)
            except IndexError:  # it stands where no such mover has any place
                continue
            found = answers(*question)
            counts["questions"] += 1
            counts[battle.rules.name] += 1
            counts["places reached"] += sum(isinstance(told, tuple) and len(told) == 3 for told in expected)
            counts["ways found"] += sum(isinstance(told, tuple) and len(told) == 4 for told in expected)
            counts["ways that draw attacks"] += sum(
                isinstance(told, tuple) and len(told) == 4 and bool(told[2]) for told in expected
            )
            count(counts, battle, mover, options)
            if not counts["questions"] % 4:
                counts["compared with all cheapest ways"] += 1
                with pure(), thorough():
                    expected = expected if answers(*question) == expected else []
            if found != expected:
                differing.append(f"{battle.rules.name}, {mover.name}, {options}, {budget}, start {start}, {number}")
    return differing


def count(counts: Counter[str], battle: fivefoot.Battle, mover: Creature, options: MoveOptions) -> None:
    """Note what kind of question that was."""
    grid = Field(battle.world, mover, options)
    crowd = grid.crowd
    counts["with ground that does damage"] += battle.world.board.traits.harms
    counts["large movers"] += mover.size.side > 1
    counts["in three dimensions"] += grid.layout.high > grid.layout.low
    counts["with squares that cost more"] += bool(crowd.costly or crowd.corpses)
    counts["with spaces dear to enter"] += bool(crowd.dear)
    counts["with squares that may only be left"] += bool(crowd.one_way)
    counts["beside which one squeezes"] += bool(grid.ground.kind.extra_blocked)
    counts["marked where creatures are"] += grid.rows is not None


def main() -> None:
    """Ask, and print what was found."""
    questions = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    counts: Counter[str] = Counter()
    before = time.perf_counter()
    differing = fuzz(questions, seed, counts, lambda line: print(line, file=sys.stderr, flush=True))
    for name, many in counts.items():
        print(f"{many:9} {name}")
    print(f"{len(differing):9} differences ({time.perf_counter() - before:.0f} s)")
    for line in differing[:20]:
        print("  " + line)
    sys.exit(bool(differing))


if __name__ == "__main__":
    main()
