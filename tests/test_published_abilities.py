"""Published abilities, drawn by chance, are said in the format of scenario files and run."""

from pathlib import Path

import pytest
from tests.fights import drawn
from tests.published_abilities import SAYERS, judged

import fivefoot

PAGE = Path(__file__).parents[1] / "docs" / "abilities.md"


@pytest.mark.parametrize("pack", SAYERS)
def test_nine_of_ten_published_abilities_are_said_and_run_as_the_page_counts(pack: str) -> None:
    found = judged(pack)
    lacking = [one for one in found if one.lacks is not None]
    assert len(found) == 100
    assert len(lacking) <= 10, [f"{one.name}: {one.lacks}" for one in lacking]
    row = next(line for line in PAGE.read_text().splitlines() if line.startswith(f"| {SAYERS[pack][0]} |"))
    assert f"| {100 - len(lacking)} |" in row


CURSE = {
    "target": {"kind": "creature", "range": 5, "who": "enemy"},
    "each": [{"do": "condition", "condition": "cursed", "where": {"below": {"might": 2}}}],
}


def test_a_condition_fits_its_predicate_and_ends_by_plain_dice() -> None:
    for might, gains in ((1, True), (2, False)):
        text = drawn(
            "draw-steel",
            "A.B....",
            {"ann": {"can": ["curse"], "hp": 9}, "bob": {"hp": 9, "abilities": {"might": might}}},
            abilities={"curse": CURSE},
            conditions={"cursed": {"bars": ["react"], "ends": {"roll": "1d10", "dc": 6}}},
            dice=[5, 6],
        )
        with fivefoot.loads(text) as battle:
            odds = battle.odds("ann", {"do": "use", "ability": "curse", "target": "bob"})
            assert not isinstance(odds, fivefoot.Refusal)
            assert ("cursed" in odds["bob"].conditions) is gains
            battle.submit("ann", {"do": "use", "ability": "curse", "target": "bob"})
            battle.process()
            assert ("cursed" in battle.creature("bob").condition.held) is gains
            if gains:
                for held in (True, False):  # 5 fails, 6 ends it
                    battle.end_turn()
                    battle.begin_turn("bob")
                    battle.end_turn()
                    assert ("cursed" in battle.creature("bob").condition.held) is held
                    battle.begin_turn("ann")


@pytest.mark.parametrize("ends", [{}, {"save": "reflex", "roll": "1d10"}])
def test_a_condition_ends_by_a_save_or_by_dice_and_not_by_both(ends: dict[str, str]) -> None:
    text = drawn("d20-srd", "A.B", {"ann": {}, "bob": {}}, conditions={"cursed": {"bars": ["react"], "ends": ends}})
    with pytest.raises(fivefoot.ScenarioError, match="one of save and roll"):
        fivefoot.loads(text)
