"""Open plans: enemies say at a round's start what they will do, show it, and do nothing else."""

import pytest
from tests.fights import drawn

import fivefoot
from fivefoot.components.events import Moved, Struck
from fivefoot.play.replay.snapshot import Snapshot
from fivefoot.play.table.marks import Label, plan_marks
from fivefoot.play.table.session import PERSON, Session, all_intended

ROOM = drawn(
    "d20-srd",
    "A......O ........ ........",
    {"ann": {"hp": 30, "speed": 60}, "orc": {"hp": 20, "damage": "1d4"}},
    seed=5,
)


def begun(text: str = ROOM) -> Session:
    """A battle with open plans at the first person's turn."""
    session = Session(fivefoot.loads(text), {"red": PERSON, "blue": "aggressive"}, open_plans=True)
    session.go_on()
    assert session.active == "ann"
    return session


def turn(session: Session) -> list[object]:
    return [event for events in session.think() for event in events]


def test_a_plan_is_shown_and_done_as_it_was_shown() -> None:
    session = begun()
    (plan,) = all_intended(session)
    assert (plan.who, plan.verb, plan.target) == ("orc", "strikes", "ann")
    assert plan.odds == str(session.battle.forecast("orc", "ann"))
    labels = [mark for mark in plan_marks([plan], Snapshot.of(session.battle.world).figures) if isinstance(mark, Label)]
    assert [mark.text for mark in labels] == [f"orc: {plan.odds}"]
    session.end_turn()
    events = turn(session)
    assert [event.to for event in events if isinstance(event, Moved)] == list(plan.way[1:])
    assert [event.target for event in events if isinstance(event, Struck)] == ["ann"]


def test_a_plan_binds_its_creature_when_its_target_has_gone() -> None:
    session = begun()
    (plan,) = all_intended(session)
    session.act({"do": "move", "to": [7, 2]})
    assert all_intended(session) == (plan,), "what is planned stays planned"
    session.end_turn()
    events = turn(session)
    assert [event.to for event in events if isinstance(event, Moved)] == list(plan.way[1:])
    assert not [event for event in events if isinstance(event, Struck)], "it strikes nobody else, and follows nobody"


def test_a_plan_is_made_each_round_and_kept_after_an_undo() -> None:
    session = begun()
    first = all_intended(session)
    session.act({"do": "move", "to": [4, 2]})
    assert session.undo()
    assert all_intended(session) == first
    session.end_turn()
    turn(session)
    session.go_on()
    assert session.battle.world.round == 2
    assert [plan.who for plan in all_intended(session)] == ["orc"]
    assert all_intended(session) != first


@pytest.mark.parametrize("dice", ["same", "other"])
def test_a_plan_knows_no_dice(dice: str) -> None:
    texts = [ROOM, ROOM if dice == "same" else ROOM.replace("seed = 5", "seed = 6")]
    assert len({all_intended(begun(text)) for text in texts}) == 1
