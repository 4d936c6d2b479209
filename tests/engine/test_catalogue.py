"""The catalogue is loaded, not only read: ids exist, switches are there, coverage is reckoned."""

import ast
from pathlib import Path

import pytest

from fivefoot.engine import coverage as covering
from fivefoot.engine.catalogue import OpenSwitch, catalogue, identifiers, named_in, open_switches
from fivefoot.engine.ruleset import UnknownSwitch
from fivefoot.engine.rulesets import RULESETS

MISSING: dict[str, str] = {
    "ascension": """
        armor-formula crouch-cover step-while-prone prone-cover stand-provokes run-posture
        step-out-of-difficult diagonal-count-scope footprint-terrain stop-in-obstacle squeeze-past
        tiny-entry-by-step minimum-movement srd-passage
    """,
    "d20-srd": """
        armor-formula load-slows double-move run-heavy-multiplier step-with step-into-difficult
        diagonal-count-scope overrun tumble tiny-entry-by-step big-passer filling-creature-corners
        footprint-terrain stop-in-obstacle incorporeal-walls squeeze-past zero-reach-own-square
    """,
    "draw-steel": """
        vertical_diagonals neutral_space difficult_terrain_stacks interrupted_inside free_maneuver_inside
        size_ladder allow_forced_sharing cap_binds_forced_movement recheck_each_step enemy_space_blocks_shift
        mix_types_in_one_move burrow_cost temporary_burrow_can_dig dig_draws_opportunity depth_one_sees_out
        claw_dirt_tier1_needs_main_action claw_dirt_tier2_slow_only_if_moved
        underground_push_ignores_stability vertical_means untrained_ceiling climbers_also_test
        climb_test_difficulty mounting_cost knock_off_prone jumps_per_movement jump_cap
        knocked_while_voluntary teleport_fires_enter_triggers teleport_other_line split_teleport_advance
        teleport_other_stand_choice teleport_overlap fall_threshold_uses agility_reduction prone_in_liquid
        forced_down_agility fall_onto_height knockdown_on_short_fall damaging_timing prone_high_ground
    """,
    "pathfinder-2e": """
        precise_movement large_difficult off_turn_diagonals three_d_diagonals attack_extended_parts
        accidental_overlap climb_larger_body tiny_blocks_standing size_gap_pause corner_blocks_when
        forced_diagonals forced_through_creatures ledge_fall reposition_through_danger
    """,
}
"""Switches, by ruleset, that the catalogue asks for and that are still to come. This set only shrinks."""


def test_every_ruleset_has_its_catalogue() -> None:
    assert set(catalogue()) == set(RULESETS)
    assert sum(map(len, catalogue().values())) == len(identifiers()) == 660


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It depends. Switch `a-b`: 'x' (default) | 'y'.", [OpenSwitch("a-b", ("x", "y"), "x")]),
        ("Switch a: 'x' (as here) | 'y' (default) | 'z'.", [OpenSwitch("a", ("x", "y", "z"), "y")]),
        ("Switch n: 1 (default) | any number.", [OpenSwitch("n", (1,), 1, numbers=True)]),
        (
            "Switch a: 'x' (default) | 'y'. Switch b: 4 (default) | 3.",
            [OpenSwitch("a", ("x", "y"), "x"), OpenSwitch("b", (4, 3), 4)],
        ),
        ("Switch: a_b = one | two | ask.", [OpenSwitch("a_b", ("one", "two", "ask"), "one")]),
        (
            "Switches: a = false | true; b = 1 | unlimited.",
            [OpenSwitch("a", (False, True), False), OpenSwitch("b", (1, "unlimited"), 1)],
        ),
        ("Switch: n = a number, 4 or more.", [OpenSwitch("n", (4,), 4, numbers=True)]),
        ("Switch: per-creature flag f = false | true.", []),
        ("No switch needed.", []),
    ],
)
def test_switches_are_read_from_open_points(text: str, expected: list[OpenSwitch]) -> None:
    assert list(open_switches(text)) == expected


def test_ids_are_found_in_text() -> None:
    text = "as ep.walk.action says (srd.step.one-square), but not ep.space.* or ep.x.y- or step.one. See ep.run.action."
    assert named_in(text) == {"ep.walk.action", "srd.step.one-square", "ep.run.action"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rulesets_name_only_entries_that_exist(ruleset: str) -> None:
    rules = RULESETS[ruleset]
    named = {rule for filed in rules.cites.values() for rule in filed}
    named |= {known.rule for known in rules.switches.values() if known.rule is not None}
    named |= set(rules.notes)
    assert named - {entry.id for entry in catalogue()[ruleset]} == set()


def test_code_and_tests_name_only_entries_that_exist(repository: Path) -> None:
    wrong = [
        f"{file.relative_to(repository)}: {name}"
        for folder in ("components", "engine", "systems", "scenes", "tests")
        for file in sorted((repository / folder).rglob("*.py"))
        if file != Path(__file__)
        for name in sorted(named_in(file.read_text(encoding="utf-8")) - identifiers())
    ]
    cases = sorted((repository / "tests" / "cases").rglob("*.toml"))
    wrong += [f"{case}: {name}" for case in cases for name in sorted(named_in(case.read_text("utf-8")) - identifiers())]
    assert wrong == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_switch_that_the_catalogue_asks_for_is_there(ruleset: str) -> None:
    rules = RULESETS[ruleset]
    faults = []
    for entry in catalogue()[ruleset]:
        for wanted in entry.switches:
            try:
                known = rules.switches[rules.switch_name(wanted.name)]
            except UnknownSwitch:
                if wanted.name in MISSING.get(ruleset, "").split():
                    continue
                faults.append(f"{entry.id}: no switch {wanted.name}")
                continue
            refused = [value for value in wanted.values if not known.admits(value)]
            if refused:
                faults.append(f"{entry.id}: {wanted.name} does not take {refused}")
            if wanted.numbers and not known.admits(77):
                faults.append(f"{entry.id}: {wanted.name} takes no number")
            # Unset, a universal switch leaves the ruleset's own rule alone, which is the catalogue's default.
            if known.default not in (wanted.default, ""):
                faults.append(f"{entry.id}: {wanted.name} stands at {known.default!r}, not {wanted.default!r}")
    assert faults == []


def test_coverage_counts_topics_docstrings_and_tests() -> None:
    rules = RULESETS["epic-path"]
    found = {standing.id: standing for standing in covering.coverage(rules, frozenset({"ep.walk.action"}))}
    assert list(found) == [entry.id for entry in catalogue()["epic-path"]]
    assert found["ep.walk.action"].settled
    assert not found["ep.run.action"].tested


def test_citation_tables_and_switches_decide_nothing() -> None:
    topics: set[str] = set()
    code = 'CITES = {"a.b": ("ep.walk.action",)}\nx = switch("one", rule="ep.run.action")\ncite(f"mode.{m}", "c.d")'
    patterns: dict[str, object] = {}
    covering._spoken(ast.parse(code), set(), topics, patterns)  # type: ignore[arg-type]
    assert topics == {"one", "c.d", "mode."}
    assert list(patterns) == [r"mode\.[a-z0-9-]+"]


def test_the_index_of_tested_entries_is_current(repository: Path) -> None:
    """Renew it with `fivefoot rules --coverage --write`."""
    if covering.tree() is None:
        pytest.skip("no source tree")
    index = (repository / "assets" / covering.INDEX).read_text(encoding="utf-8").split()
    assert set(index) == covering.find_tested(repository)
