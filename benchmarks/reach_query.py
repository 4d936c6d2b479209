"""One reach query, side by side: fivefoot's in full, peers' on the simpler question that they can answer.

Run: python benchmarks/reach_query.py [rounds [sides]] [--record]. All contestants run in one process on the same
boards, in random order each round; shown are medians in microseconds and how many times as fast as
`tcod.path.dijkstra2d` that is, called directly and with its window cropped by hand. Run it with FIVEFOOT_PURE=1 for the
search without the extension. Peers know no sizes, heights, corners, other creatures or places
to stop, and get their cost map ready made; our call stamps 16 creatures anew each time.
"""

import heapq
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import version

import fivefoot
from fivefoot.engine.search.compiled_search import which_search

try:
    import numpy
    import scipy.sparse
    import scipy.sparse.csgraph
    import tcod.path

    PEERS = True
except ImportError:  # the peers are optional: ours is measured all the same
    PEERS = False

Call = Callable[[], object]


def draw(side: int, seed: int) -> list[str]:
    """A busy board: 10 % walls, 20 % difficult ground, 10 % floors a square higher."""
    chance = random.Random(seed)
    rows = []
    for _ in range(side):
        line = ""
        for _ in range(side):
            value = chance.random()
            line += "#" if value < 0.1 else ":" if value < 0.3 else "1" if value < 0.4 else "."
        rows.append(line)
    return rows


def scenario(rows: list[str], ruleset: str, size: str, speed: int) -> str:
    """A scenario text with 16 creatures on the board."""
    chance = random.Random(5)
    side = len(rows)
    room = 1 if size == "medium" else 2
    taken: set[tuple[int, int]] = set()
    text = ["format = 1", 'title = "busy"', f'ruleset = "{ruleset}"', "seed = 1"]
    text += ["[board]", 'map = """', *rows, '"""']
    placed = 0
    while placed < 16:
        x, y = chance.randrange(side - room), chance.randrange(side - room)
        squares = {(x + i, y + j) for i in range(room) for j in range(room)}
        if squares & taken or any(rows[b][a] == "#" for a, b in squares):
            continue
        taken |= squares
        text += ["[[creatures]]", f'name = "c{placed}"', f'side = "{"red" if placed % 2 else "blue"}"']
        text += [f"at = [{x}, {y}]", f'size = "{size}"', f"speed = {speed}"]
        placed += 1
    return "\n".join(text)


def heap_search(cost: list[list[int]], start: tuple[int, int], limit: int) -> dict[tuple[int, int, int], int]:
    """The textbook: Dijkstra over (cell, parity) with a heap and a dictionary."""
    best = {(*start, 0): 0}
    queue = [(0, (*start, 0))]
    side = len(cost)
    while queue:
        spent, (x, y, parity) = heapq.heappop(queue)
        if spent > best[x, y, parity]:
            continue
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                a, b = x + dx, y + dy
                if (dx or dy) and 0 <= a < side and 0 <= b < side and cost[b][a]:
                    diagonal = bool(dx and dy)
                    total = spent + cost[b][a] + (parity if diagonal else 0)
                    key = (a, b, parity ^ diagonal)
                    if total <= limit and total < best.get(key, 1 << 30):
                        best[key] = total
                        heapq.heappush(queue, (total, key))
    return best


def ours(rows: list[str], size: str, speed: int) -> tuple[dict[str, Call], tuple[int, int]]:
    """Our whole call under each ruleset, bare and with its result spelled out as a dictionary."""
    found: dict[str, Call] = {}
    start = (0, 0)
    for name, rules in fivefoot.RULESETS.items():
        battle = fivefoot.loads(scenario(rows, name, size, speed if rules.feet else speed // 5))
        start = battle.creature("c0").cube[:2]

        def ask(battle: fivefoot.Battle = battle) -> object:
            battle.world.touch()
            return len(battle.reach("c0"))  # a search settles as far as it is asked: this asks for all of it

        def spell_out(battle: fivefoot.Battle = battle) -> object:
            battle.world.touch()
            return battle.reach("c0").costs()

        found[f"fivefoot {name}"] = ask
        found[f"fivefoot {name}, as a dict"] = spell_out
    return found, start


def peers(plain: list[list[int]], start: tuple[int, int], squares: int) -> dict[str, Call]:
    """The other libraries on the question that they can answer."""
    if not PEERS:
        return {}
    side = len(plain)
    cost = numpy.array(plain, dtype=numpy.int32)

    def direct() -> object:
        distance = numpy.full(cost.shape, 2**30, dtype=numpy.int32)
        distance[start[1], start[0]] = 0
        tcod.path.dijkstra2d(distance, cost, 1, 1, out=distance)
        return distance <= squares

    def cropped() -> object:
        x0, y0 = max(start[0] - squares, 0), max(start[1] - squares, 0)
        part = cost[y0 : start[1] + squares + 1, x0 : start[0] + squares + 1]
        distance = numpy.full(part.shape, 2**30, dtype=numpy.int32)
        distance[start[1] - y0, start[0] - x0] = 0
        tcod.path.dijkstra2d(distance, part, 1, 1, out=distance)
        return distance <= squares

    links = [
        (y * side + x, b * side + a, plain[b][a])
        for y in range(side)
        for x in range(side)
        for a in range(max(x - 1, 0), min(x + 2, side))
        for b in range(max(y - 1, 0), min(y + 2, side))
        if (a, b) != (x, y) and plain[b][a]
    ]
    sources, targets, weights = zip(*links, strict=True)
    graph = scipy.sparse.csr_matrix((weights, (sources, targets)), shape=(side * side, side * side))
    at = start[1] * side + start[0]
    found: dict[str, Call] = {
        "tcod dijkstra2d": direct,
        "scipy dijkstra, graph ready made": lambda: scipy.sparse.csgraph.dijkstra(graph, indices=at, limit=squares),
    }
    if squares < side:
        found["tcod dijkstra2d, cropped by hand"] = cropped
    return found


def measure(calls: dict[str, Call], rounds: int) -> dict[str, list[float]]:
    """Seconds of every call, all in each round, in random order."""
    order = list(calls)
    chance = random.Random(1)
    times: dict[str, list[float]] = {name: [] for name in order}
    for name in order:
        calls[name]()
    for _ in range(rounds):
        chance.shuffle(order)
        for name in order:
            before = time.perf_counter()
            calls[name]()
            times[name].append(time.perf_counter() - before)
    return times


def main() -> None:
    """Measure and print."""
    given = [word for word in sys.argv[1:] if word != "--record"]
    rounds = int(given[0]) if given else 40
    sides = [int(side) for side in given[1].split(",")] if len(given) > 1 else [20, 64, 256]
    print(f"Python {platform.python_version()}, fivefoot {fivefoot.__version__}, {rounds} rounds, medians in µs")
    print(f"search: {which_search()}; tcod {version('tcod') if PEERS else 'is not installed'}")
    for side in sides:
        rows = draw(side, 3)
        plain = [[0 if char == "#" else 2 if char == ":" else 1 for char in line] for line in rows]
        for size, speed in (("medium", 30), ("large", 30), ("medium", 1250)):
            calls, start = ours(rows, size, speed)
            calls |= peers(plain, start, speed // 5)
            calls["heap over (cell, parity)"] = lambda c=plain, s=start, n=speed // 5: heap_search(c, s, n)  # type: ignore[misc]
            times = measure(calls, rounds if speed < 100 or side < 100 else min(rounds, 5))
            print(f"\n{side}x{side}, {size}, speed {speed if speed < 100 else 'unlimited'}")
            bases = [name for name in ("tcod dijkstra2d", "tcod dijkstra2d, cropped by hand") if name in times]
            for name, taken in sorted(times.items(), key=lambda row: statistics.median(row[1])):
                middle = statistics.median(taken)
                low, _, high = statistics.quantiles(taken, n=4)
                ratios = [f"{statistics.median(times[base]) / middle:9.2f} x" for base in bases]
                spread = f"(quartiles {low * 1e6:.1f}-{high * 1e6:.1f})"
                print(f"  {name:38} {middle * 1e6:10.1f}  {spread:32}{''.join(ratios)}")


if __name__ == "__main__":
    main()
