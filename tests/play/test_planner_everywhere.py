"""The planner plays every shipped scenario and campaign battle to its end, and in a process of its own."""

from collections.abc import Callable
from functools import partial

import pytest

import fivefoot
from fivefoot.brains import BRAINS, Match, Planner
from fivefoot.play.loading import shipped_names
from fivefoot.scenes.play.journeys import campaigns

TURNS = 60
"""Simulated turns for each decision."""


def played(battle: fivefoot.Battle) -> list[str]:
    """Plays a battle, the first side by the planner; returns what was refused."""
    with battle:
        mine, planner = battle.creatures[0].side, Planner(TURNS)
        brains = {one.name: planner if one.side == mine else BRAINS["aggressive"] for one in battle.creatures}
        events = Match(battle, brains).play()
        assert battle.over
        return [str(event.to_dict()) for event in events if event.event == "refused"]


def campaign_battles() -> list[tuple[str, Callable[[], fivefoot.Battle]]]:
    """Each battle of the campaign, with the party as it begins."""
    (campaign,) = campaigns()
    found: list[tuple[str, Callable[[], fivefoot.Battle]]] = []
    for name in campaign.battles:
        progress = campaign.begin()
        progress.at = name
        found.append((name, partial(fivefoot.Battle, campaign.scenario(progress))))
    return found


SHIPPED = [(name, partial(fivefoot.load, name)) for name in shipped_names()]


@pytest.mark.parametrize(
    "battle",
    [
        pytest.param(opened, id=name, marks=() if name == "bridge" else pytest.mark.nightly)
        for name, opened in (*SHIPPED, *campaign_battles())
    ],
)
def test_the_planner_plays_to_the_end(battle: Callable[[], fivefoot.Battle]) -> None:
    assert not played(battle())
