"""Events in the log and in Python."""

import pytest

from fivefoot.components.events import Event, Moved, Rolled


def test_log_fields_are_attributes() -> None:
    """Every field of the log can be read under the log's own name, words of Python included."""
    moved: Event = Moved(who="ann", from_=(0, 0, 0), to=(1, 0, 0), cost=5, mode="walk", seq=3, round=1, turn=2)
    for name, value in moved.to_dict().items():
        assert getattr(moved, name) == value
    rolled = Rolled(who="ann", for_="might", dice="1d20", results=(7,), total=9, dc=10, outcome="failure")
    assert getattr(rolled, "for") == "might"


def test_events_name_their_kind() -> None:
    """The first key of a line says what kind of event it is."""
    moved = Moved(who="ann", from_=(0, 0, 0), to=(1, 0, 0), cost=5, mode="walk")
    assert moved.event == moved.to_dict()["event"] == "moved"
    assert next(iter(moved.to_dict())) == "event"


@pytest.mark.parametrize("field", ["seq", "round", "turn", "rules"])
def test_every_event_has_its_place_in_the_log(field: str) -> None:
    """Place in the log, round, turn and deciding rules are on every line."""
    assert field in Moved(who="ann", from_=(0, 0, 0), to=(1, 0, 0), cost=5, mode="walk").to_dict()
