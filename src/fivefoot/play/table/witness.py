"""What a side has perceived, derived from the start and the log."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from msgspec import UNSET

from ...components.events import (
    Changed,
    Damaged,
    Downed,
    Event,
    Fell,
    ForcedMoved,
    Gained,
    Healed,
    Hidden,
    Joined,
    Left,
    Lost,
    Moved,
    Revealed,
    Teleported,
)
from ...engine.combat.sight import Sighted, unperceived
from ...engine.combat.threat import SENSES_BEYOND_SIGHT
from ...engine.rules.ruleset import World
from ..replay.snapshot import CreatureView, Snapshot

Names = frozenset[str]
SUBJECTS = ("who", "actor", "target", "against")
"""Fields naming an event's subjects; `by` names its cause."""

TURNING: frozenset[type] = frozenset(
    {Moved, ForcedMoved, Teleported, Fell, Downed, Healed, Gained, Lost, Changed, Joined, Left, Hidden, Revealed}
)
"""Events that can change perception."""


class Veil(NamedTuple):
    """The creatures that are hidden from a side, before and after one event."""

    before: Names = frozenset()
    after: Names = frozenset()
    during: Names = frozenset()
    """Creatures hidden before or after the event. A joining or leaving creature has only one of the two."""

    @staticmethod
    def of(hidden: Names) -> "Veil":
        """Returns a veil of creatures that are hidden both before and after an event."""
        return Veil(hidden, hidden, hidden)

    def hides(self, event: Event) -> bool:
        """True if a side does not perceive the event, because it is about a hidden creature."""
        hidden = self.during
        if not hidden:
            return False
        about = [name for name in (getattr(event, key, UNSET) for key in SUBJECTS) if name is not UNSET]
        cause = getattr(event, "by_", getattr(event, "by", None))
        return any(name in hidden for name in about) or (not about and cause in hidden)


CLEAR = Veil()


class SharedSnapshots:
    MOST = 512

    def __init__(self, start: World) -> None:
        self.start: Snapshot = Snapshot.of(start)
        self._kept: dict[int, tuple[Snapshot, Event, Snapshot]] = {}

    def after(self, before: Snapshot, event: Event) -> Snapshot:
        kept = self._kept.get(event.seq)
        if kept is not None and kept[0] is before and kept[1] is event:
            return kept[2]
        found = before.after(event)
        if len(self._kept) >= self.MOST:
            self._kept.clear()
        self._kept[event.seq] = before, event, found
        return found


class Witness:
    """A record of the events that a side, or several sides together, have perceived."""

    def __init__(self, start: World, sides: Sequence[str], shared: "SharedSnapshots | None" = None) -> None:
        self.sides: tuple[str, ...] = tuple(sides)
        self.snapshots: SharedSnapshots = shared or SharedSnapshots(start)
        self._start = start
        self._log: list[Event] = []
        self._begin()

    def _begin(self) -> None:
        start = self._start
        self._log.clear()
        self._veils: list[Veil] = []
        self._heard: list[int] = []
        self._late: list[Event] = []
        self._lost: list[Mapping[str, CreatureView]] = []
        self._gone: Mapping[str, CreatureView] = {}
        self._numbers: list[int] = []
        self._shown = self.snapshots.start
        """The battle before the events in `_late`."""
        self._hidden = {one.name: one.body.hidden_from for one in start.creatures if one.body.hidden_from}
        self._senses = {one.name for one in start.creatures if one.body.senses & SENSES_BEYOND_SIGHT}
        self._people = {name: self._sighted(one) for name, one in self._shown.figures.items()}
        self._now: dict[str, Names] = dict.fromkeys(self.sides, frozenset())
        self._look(set(self._people), set())
        self._first = start.log.length
        """Events before a restored state."""

    def follow(self, log: Sequence[Event]) -> None:
        """Reads new events of the log; after an undo, the whole log again."""
        kept = self._log
        if len(log) < len(kept) or (kept and log[len(kept) - 1] is not kept[-1]):
            same = len(log) >= len(kept) and all(one is other for one, other in zip(kept, log, strict=False))
            if not same:
                self._begin()
        for event in log[len(kept) :]:
            veil = self._take(event)
            self._veils.append(veil)
            self._lost.append(self._gone)
            self._numbers.append(len(self._heard))
            if not veil.hides(event):
                self._heard.append(len(self._veils) - 1)

    def veil(self, number: int) -> Veil:
        """Returns the creatures hidden from the side at the event with this number."""
        return self._veils[number] if 0 <= number < len(self._veils) else CLEAR

    def lost(self, number: int | None = None) -> Mapping[str, CreatureView]:
        """Returns the last perceived states of creatures that the side no longer perceives."""
        if number is None:
            return self._gone
        return self._lost[number] if 0 <= number < len(self._lost) else {}

    @property
    def veils(self) -> Sequence[Veil]:
        """Returns for each event the creatures that are hidden from the side."""
        return self._veils

    def heard(self, since: int = 0) -> Sequence[int]:
        """Returns the numbers (in the whole log) of the events that the side has perceived."""
        return self._heard[max(since, 0) :]

    def number(self, event: int | None = None) -> int:
        """Returns how many events before this one the side has perceived."""
        numbers = self._numbers
        return numbers[event] if event is not None and event < len(numbers) else len(self._heard)

    def _take(self, event: Event) -> Veil:
        self._log.append(event)
        if not self.sides:
            return CLEAR
        if not (self._by_sight or self._hidden or isinstance(event, (Hidden, Joined))):
            self._late.append(event)
            return CLEAR
        for missed in self._late:
            self._shown = self.snapshots.after(self._shown, missed)
        if self._late:
            self._late.clear()
            self._people = {name: self._sighted(one) for name, one in self._shown.figures.items()}
        before, were = self._shown, self._unperceived
        if type(event) not in TURNING and len(self._log) > self._first:
            if isinstance(event, Damaged):
                self._shown = self.snapshots.after(before, event)
            return self._standing
        if len(self._log) <= self._first:  # who was seen then is not known: only its own side's deeds are told
            others = frozenset(name for name, one in before.figures.items() if (one.side,) != self.sides)
            return Veil(others, others, others) if were or self._by_sight else CLEAR
        after = self._shown = self.snapshots.after(before, event)
        touched: set[str] = set()
        if isinstance(event, (Hidden, Revealed)):
            known = self._hidden.get(event.who, frozenset())
            self._hidden[event.who] = known | set(event.from_) if isinstance(event, Hidden) else known - set(event.to)
            touched.add(event.who)
        elif isinstance(event, Joined) and isinstance(event.creature, dict):
            self._hidden[event.who] = frozenset(event.creature.get("hidden_from", ()))
            if SENSES_BEYOND_SIGHT.intersection(event.creature.get("senses", ())):
                self._senses.add(event.who)
        self._perceive(before, touched)
        now = self._unperceived
        if not were and not now:
            return CLEAR
        if were != now:
            fresh = {name: before.figures[name] for name in now - were if name in before.figures}
            self._gone = {name: one for name, one in self._gone.items() if name in now} | fresh
        absent, gone = now - before.figures.keys(), were - after.figures.keys()
        return Veil(were, now, (were | absent) & (now | gone))

    def _perceive(self, before: Snapshot, touched: set[str]) -> None:
        after, people = self._shown, self._people
        for figure in after.changed_since(before):
            if self._sighted(figure) != people.get(figure.name):
                touched.add(figure.name)
        gone = people.keys() - after.figures.keys() if len(after.figures) < len(people) else set()
        if after.board is not before.board:
            touched |= after.figures.keys()
        if touched or gone:
            sides = {people[name].side for name in (*touched, *gone) if name in people}
            for name in gone:
                del people[name]
            for name in touched:
                people[name] = self._sighted(after.figures[name])
            self._look(touched | gone, sides | {people[name].side for name in touched})

    def _look(self, touched: AbstractSet[str], sides: AbstractSet[str]) -> None:
        for side, hidden in self._now.items():
            if not self._by_sight and not self._hidden:
                continue
            everybody = self._people.values()
            if side not in sides:
                everybody_else = [one for one in everybody if one.side == side or one.name in touched]
                self._now[side] = (hidden - touched) | self._not_seen(side, everybody_else)
            else:
                self._now[side] = self._not_seen(side, list(everybody))
        self._unperceived = frozenset[str]().union(*self._now.values())
        self._standing = Veil.of(self._unperceived) if self._unperceived else CLEAR

    @property
    def _by_sight(self) -> bool:
        return self._start.rules.threat.by_sight

    def _not_seen(self, side: str, among: Sequence[Sighted]) -> Names:
        assert self._shown.board is not None
        return unperceived(self._start.rules, self._shown.board, side, among)

    def _sighted(self, one: CreatureView) -> Sighted:
        looks = not (one.out or one.thing) and ("blinded" not in one.conditions or one.name in self._senses)
        holds = () if one.mount is None else (one.mount,)
        return Sighted(one.name, one.side, one.box, looks, self._hidden.get(one.name, frozenset()), holds)
