"""A battle's last round and decisive turn."""

from collections.abc import Sequence

from ...components.events import Damaged, Downed, Event, Fell


def last_round(events: Sequence[Event]) -> tuple[int, int]:
    last = max((event.round for event in events), default=0)
    first = next((index for index, event in enumerate(events) if event.round == last), 0)
    return first, len(events)


def turning_point(events: Sequence[Event]) -> tuple[int, int]:
    """Returns the (first, last) event of the turn with the hardest blow that defeated a creature."""
    deciding, most = len(events) - 1, 0.0
    weight = 0.0
    for index, event in enumerate(events):
        if isinstance(event, Damaged):
            weight = float(event.amount)
        elif isinstance(event, Fell):
            weight = 4.0 * event.squares
        elif isinstance(event, Downed) and weight >= most:
            deciding, most = index, weight
    if not events:
        return 0, 0
    turn = events[deciding].turn
    within = [index for index, event in enumerate(events) if event.turn == turn]
    return within[0], within[-1] + 1
