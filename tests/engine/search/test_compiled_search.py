"""The compiled search gives exactly the answers of the bitboard search, and survives any arguments."""

import gc
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.search_fuzz import fuzz, pure
from tests.under_test import HOME

import fivefoot
from fivefoot.engine.field.arcs import arcs_of
from fivefoot.engine.field.field import Field
from fivefoot.engine.field.reach import Reach
from fivefoot.engine.rules.budget import budget_for
from fivefoot.engine.search import bitboard_search, compiled_search

compiled = pytest.mark.skipif(compiled_search.native() is None, reason="the compiled search is not installed")


def busy(ruleset: str, seed: int) -> str:
    """A small crowded board with walls, hard ground, steps, water and obstacles."""
    chance = random.Random(seed)
    tiles = "....::12#o~,"
    rows = ["".join(chance.choice(tiles) for _ in range(9)) for _ in range(9)]
    text = ["format = 1", 'title = "busy"', f'ruleset = "{ruleset}"', "seed = 1", "[board]", 'map = """', *rows, '"""']
    free = [(x, y) for y in range(9) for x in range(9) if rows[y][x] in ".:,"]
    for number, (x, y) in enumerate(chance.sample(free, 7)):
        modes = chance.choice(["{ walk = 30 }", "{ walk = 20 }", "{ walk = 15, swim = 30, climb = 20 }"])
        if not fivefoot.RULESETS[ruleset].feet:
            modes = modes.replace("30", "6").replace("20", "4").replace("15", "3")
        text += ["[[creatures]]", f'name = "c{number}"', f'side = "{"red" if number % 2 else "blue"}"']
        text += [f"at = [{x}, {y}]", f"speed = {modes}", "hp = 20", 'ai = "aggressive"', 'damage = "1d8"', "attack = 3"]
    return "\n".join(text)


def told(text: str) -> list[object]:
    """Everything that two creatures' reach says, in its order."""
    with fivefoot.loads(text) as battle:
        return [
            (name, cube, arrival.cost, arrival.can_stop, arrival.path, arrival.opportunities)
            for name in ("c0", "c1")
            for cube, arrival in battle.reach(name).items()
        ]


@compiled
def test_random_questions_are_answered_alike() -> None:
    counts: Counter[str] = Counter()
    assert fuzz(400, 3, counts) == []
    assert counts["questions"] >= 400
    for kind in (*fivefoot.RULESETS, "large movers", "in three dimensions", "ways that draw attacks"):
        assert counts[kind] > 0, kind


@pytest.mark.parametrize("ruleset", list(fivefoot.RULESETS))
def test_projected_layers_are_answered_alike(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Walkers' heights laid flat onto one layer change no answer and no path."""
    for seed in range(8):
        text = busy(ruleset, seed)
        flat = told(text)
        with monkeypatch.context() as patch:
            patch.setattr(bitboard_search.FlattenedLayer, "of", staticmethod(lambda layout, nodes: None))
            deep = told(text)
        assert sorted(map(repr, flat)) == sorted(map(repr, deep))


@compiled
@pytest.mark.parametrize("ruleset", list(fivefoot.RULESETS))
def test_battles_are_the_same_with_either(ruleset: str) -> None:
    def played() -> list[object]:
        with fivefoot.loads(busy(ruleset, 4)) as battle:
            return [event.to_dict() for event in fivefoot.play_on(battle, rounds=6)]

    with pure():
        expected = played()
    assert played() == expected
    assert len(expected) > 10


@compiled
def test_a_union_of_ways_counts_its_places() -> None:
    """Where a movement keeps to one mode, its reach is a mapping like any other."""
    text = busy("draw-steel", 2).replace("[board]", "[rules]\nmix_types_in_one_move = false\n[board]")
    with fivefoot.loads(text) as battle:
        for name in ("c0", "c1"):
            reach = battle.reach(name)
            assert len(reach) == len(list(reach)) > 0


@compiled
def test_on_two_rows_a_step_is_told_from_a_change_of_parity() -> None:
    """On boards of few rows one shift stands for two directions."""
    head = ["format = 1", 'title = "rows"', 'ruleset = "d20-srd"', "seed = 1", "[board]"]
    mover = ["[[creatures]]", 'name = "c0"', 'side = "red"', "speed = { walk = 15, swim = 30, climb = 20 }"]
    for rows in (("1.~2.1.", ".2.~.1."), ("~1~.~2:", "~~:.~1."), ("..#....", ".:.#:..", "...:...")):
        for x in range(7):
            text = "\n".join([*head, 'map = """', *rows, '"""', *mover, f"at = [{x if rows[1][x] != '#' else 0}, 1]"])

            def ways(text: str = text) -> list[object]:
                with fivefoot.loads(text) as battle:
                    return [(cube, arrival.cost, arrival.path) for cube, arrival in battle.reach("c0").items()]

            with pure():
                expected = ways()
            assert ways() == expected


def test_ways_of_large_movers_past_enemies_where_diagonals_alternate() -> None:
    """A space that costs more only where it is newly entered does so in the exact search for ways as well."""
    rows = ["............"] * 8
    text = "\n".join(
        ["format = 1", 'title = "past"', 'ruleset = "draw-steel"', "seed = 1", "[rules]", 'diagonals = "alternating"']
        + ["[board]", 'map = """', *rows, '"""']
        + ["[[creatures]]", 'name = "c0"', 'side = "red"', "at = [0, 3]", 'size = "large"', "speed = 7"]
        + [
            line
            for number, at in enumerate([[3, 3], [4, 4], [3, 1], [6, 3], [7, 5]])
            for line in ("[[creatures]]", f'name = "foe{number}"', 'side = "blue"', f"at = {at}")
        ]
    )

    def ways() -> list[object]:
        with fivefoot.loads(text) as battle:
            assert Field(battle.world, battle.creature("c0")).crowd.dear
            return [(cube, arrival.cost, arrival.path) for cube, arrival in battle.reach("c0").items()]

    with pure():
        expected = ways()
    assert ways() == expected
    assert len(expected) > 10


@compiled
def test_more_enemies_than_a_word_has_bits() -> None:
    """Among more than 64 enemies that threaten, ways are compared in Python, with the same outcome."""
    rows = ["." * 20] * 20
    text = ["format = 1", 'title = "horde"', 'ruleset = "epic-path"', "seed = 1", "[board]", 'map = """', *rows, '"""']
    text += ["[[creatures]]", 'name = "hero"', 'side = "red"', "at = [9, 9]"]
    spots = [(x, y) for y in range(0, 20, 2) for x in range(0, 20, 2)][:90]
    for number, (x, y) in enumerate(spots):
        text += ["[[creatures]]", f'name = "c{number}"', 'side = "blue"', f"at = [{x}, {y}]"]

    def ways() -> list[tuple[object, ...]]:
        with fivefoot.loads("\n".join(text)) as battle:
            reach = battle.reach("hero")
            return [(cube, reach[cube].path, reach[cube].opportunities) for cube in [(9, 11, 0), (11, 9, 0), (9, 9, 0)]]

    with pure():
        expected = ways()
    assert ways() == expected
    assert any(way[2] for way in expected)


@compiled
def test_a_kept_reach_stays_as_it_was() -> None:
    """What a reach says of where one may stop is what it was when it was asked for."""
    with fivefoot.loads(busy("epic-path", 1)) as battle:
        reach = battle.reach("c0")
        before = [(cube, arrival.can_stop) for cube, arrival in reach.items()]
        for creature in battle.creatures[1:]:
            creature.place(reach.resting_places()[0])
        battle.world.touch()
        assert [(cube, arrival.can_stop) for cube, arrival in reach.items()] == before


# --- bad input -------------------------------------------------------------------------------------


@compiled
def test_marks_have_the_bits_of_the_extension() -> None:
    from fivefoot.engine.search import _native

    for name in ("COSTLY", "CORPSE", "CLOSED", "NO_STOP", "SHARED", "ONE_WAY", "DEAR"):
        assert getattr(_native, name) == getattr(compiled_search, name)
    assert _native.MOST_THREATS == compiled_search.MOST_THREATS
    assert _native.INTERFACE == compiled_search.INTERFACE


@compiled
def test_tables_refuse_what_they_cannot_hold() -> None:
    from fivefoot.engine.search._native import Table

    for size in [
        (0, 1, 0, 0, 1),
        (1, 0, 0, 0, 1),
        (1, 1, 1, 0, 1),
        (1, 1, 0, 0, 3),
        (2**20, 2**20, 0, 0, 1),
        (-1, 5, 0, 0, 1),
    ]:
        with pytest.raises(ValueError, match=r"no such table|too many cells"):
            Table(*size, None)
    with pytest.raises(ValueError, match="lifts"):
        Table(2, 2, 0, 0, 1, b"")
    with pytest.raises(ValueError, match="lift leads out"):
        Table(1, 1, 0, 0, 1, (7).to_bytes(4, "little"))
    with pytest.raises(OverflowError):
        Table(2**40, 1, 0, 0, 1, None)
    table = Table(3, 3, 0, 0, 1, None)
    full = bytes([255]) * 4
    for arcs, error in [
        ([(1, b"", 1, 1)], ValueError),
        ([(1, full, 0, 1)], ValueError),
        ([(2**40, full, 1, 1)], ValueError),
        ([(1, full, 2**40, 1)], ValueError),
        ([(2, full, 1, 1), (1, full, 1, 1)], ValueError),
        ([(1, "x", 1, 1)], ValueError),
        ([1], TypeError),
        ([(1, full, 1, 1)] * 5000, ValueError),
        (None, TypeError),
    ]:
        with pytest.raises(error):
            table.add(0, arcs)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="overlay"):
        table.add(3, [])
    table.add(0, [(1, full, 1, 9)])
    with pytest.raises(ValueError, match="already"):
        table.add(0, [])


@compiled
def test_searches_refuse_what_lies_outside() -> None:
    from fivefoot.engine.search import _native

    table = _native.Table(3, 3, 0, 0, 1, None)
    held, full = bytes([255]) * 4, bytes([255]) * 4
    none: tuple[object, ...] = ()
    with pytest.raises(LookupError, match="moves of an overlay"):
        _native.search(table, 0, 0, 9, 1, held, none, none, none)  # type: ignore[arg-type]
    table.add(0, [(-1, full, 1, 9), (1, full, 1, 9)])
    for first in (-1, 10**6, 2**40):
        with pytest.raises(ValueError, match="first"):
            _native.search(table, first, 0, 9, 1, held, none, none, none)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="held"):
        _native.search(table, 0, 0, 9, 1, b"", none, none, none)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="limit"):
        _native.search(table, 0, 9, 0, 1, held, none, none, none)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Table"):
        _native.search(None, 0, 0, 9, 1, held, none, none, none)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="regions"):
        _native.search(table, 0, 0, 9, 1, held, none, [full] * 33, none)  # type: ignore[arg-type]
    with pytest.raises(LookupError, match="overlay"):
        _native.search(table, 0, 0, 9, 1, held, [(compiled_search.COSTLY, full)], none, none)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="space"):
        _native.search(table, 0, 0, 9, 1, held, none, none, [(1, 2, 3)])  # type: ignore[list-item, arg-type]
    # spaces far beyond the board are cut to it
    far = (-(2**60), -(2**60), -(2**60), 2**60, 2**60, 2**60)
    _native.search_among(table, 0, 0, 9, 2**24, held, ((far, 4),))
    search = _native.search(table, 0, 0, 9, 1, held, none, none, none)  # type: ignore[arg-type]
    assert search.settle() == 10  # ten levels of one cell each: these arcs know no rows
    for cell in (-(2**31), -1, 20, 2**31 - 1):
        assert search.level(cell) is None
        assert search.before(cell, 3) == []
        assert not search.stops_at(cell)
        assert not search.shared_at(cell)
        with pytest.raises(ValueError, match="cell"):
            search.way(cell, (), (), False, None)
        with pytest.raises(ValueError, match="cell"):
            search.some_way(cell)
    with pytest.raises(ValueError, match="position"):
        search.batch(99)
    with pytest.raises(ValueError, match="cubes"):
        search.stops_among(b"", -1)
    with pytest.raises(ValueError, match="level"):
        search.stops_among(full, 2**31)
    with pytest.raises(ValueError, match="threats"):
        search.way(1, (full,) * 65, (), False, None)
    for harm in (b"", bytes(109), 7):
        with pytest.raises(ValueError, match="harm"):
            search.way(1, (), (), False, harm)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        type(search)()


@compiled
def test_malformed_rows_are_refused() -> None:
    from fivefoot.engine.search import _native

    table = _native.Table(3, 3, 0, 0, 1, None)
    table.add(0, [(1, bytes([255]) * 4, 1, 9)])
    held, space = bytes([255]) * 4, (0, 0, 0, 0, 0, 0)
    for wrong in ((1,), ((space,),), ((space[:5], 4),), (("south", 4),), ((space, "closed"),)):
        with pytest.raises(TypeError):
            _native.search_among(table, 0, 0, 9, 1, held, wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="marks is 128"):
        _native.search_among(table, 0, 0, 9, 1, held, ((space, 128),))
    alone = ((space, compiled_search.ONE_WAY),) * (_native.MOST_REGIONS + 1)
    assert _native.search_among(table, 0, 0, 9, 1, held, alone) is None


@compiled
def test_searches_leak_no_memory() -> None:
    """Searches and tables hand back their memory: asking on and on takes no more of it."""
    resource = pytest.importorskip("resource")
    with fivefoot.loads(busy("draw-steel", 3)) as battle:
        mover = battle.creatures[0]
        budget = budget_for(battle.rules, mover)

        def ask() -> None:
            for _ in range(150):
                battle.world.touch()
                reach = Reach(Field(battle.world, mover), budget)
                for cube in reach.resting_places()[:3]:
                    assert reach[cube].path
                reach.grid.ground.priced.clear()
            gc.collect()

        ask()
        gc.freeze()  # what other tests have left behind
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(4):
            ask()
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8 * 1024  # KiB


# --- which search runs -----------------------------------------------------------------------------


def test_the_environment_can_ask_for_pure_python() -> None:
    code = "from fivefoot.engine.search import compiled_search as c; print(c.native() is None, c.which_search())"
    for value, expected in [("1", "True pure Python (FIVEFOOT_PURE is set)"), ("0", None)]:
        outcome = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONPATH": HOME, "FIVEFOOT_PURE": value, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        )
        assert expected is None or outcome.stdout.strip() == expected


def test_a_python_without_the_interpreters_lock_searches_in_python() -> None:
    code = """
import sys
sys.version = "3.14.0 free-threading build (main)"
from fivefoot.engine.search import compiled_search as c
print(c.native() is None, c.which_search())
"""
    environment = {"PYTHONPATH": HOME, "FIVEFOOT_PURE": "0", "PATH": ""}
    outcome = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert outcome.stdout.strip() == "True pure Python (the compiled search needs the interpreter's lock)"


@compiled
def test_threads_complete_a_shared_table_once() -> None:
    begin = threading.Barrier(8)

    def complete(table: compiled_search.CompiledTable) -> bool:
        begin.wait()
        table.add_overlays()
        return table.complete

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with fivefoot.loads(busy("pathfinder-2e", 3)) as battle, ThreadPoolExecutor(8) as threads:
            creature, rules = battle.creature("c0"), battle.world.rules
            grid = Field(battle.world, creature)
            for factor in range(1, 9):
                moves = arcs_of(rules, grid.ground, budget_for(rules, creature, factor=factor), False, 0)
                table = compiled_search.CompiledTable(moves.moves, moves.states)
                assert all(one.result() for one in [threads.submit(complete, table) for _ in range(8)])
    finally:
        sys.setswitchinterval(before)


@compiled
def test_moves_added_while_a_search_is_made_do_not_concern_it() -> None:
    native = compiled_search.native()
    assert native is not None
    full = b"\xff" * 500
    table = native.Table(40, 40, 0, 0, 1, None)
    table.add(0, [(1, full, 1, 10**6)])

    def planes() -> Iterator[tuple[int, bytes]]:
        table.add(1, [(1, full, 100_000, 10**6)])
        yield native.COSTLY, full

    with pytest.raises(LookupError, match="has not been given the moves"):
        native.search(table, 0, 0, 10**6, 1, full, planes(), (), ())
    assert native.search(table, 0, 0, 10**6, 1, full, [(native.COSTLY, full)], (), ()).settle() == 11


@compiled
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers that send signals")
def test_a_long_search_heeds_signals_and_goes_on_afterwards() -> None:
    native = compiled_search.native()
    assert native is not None
    side = 1200
    block = 2 * (side + 1)
    full = b"\xff" * (block * side // 8 + 1)
    table = native.Table(side, side, 0, 0, 1, None)
    table.add(0, [(shift, full, 1, 10**6) for shift in (-block, -1, 1, block)])
    search = native.search(table, 0, 0, 10**6, 1, full, (), (), ())

    def late(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, late)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.005)
        with pytest.raises(TimeoutError):
            search.settle()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not search.done
    whole = native.search(table, 0, 0, 10**6, 1, full, (), (), ()).settle()
    assert search.settle() == whole > 10**6
