"""What one side has perceived of a log, event by event: told by the log and the battle's start alone."""

from collections.abc import Sequence
from typing import NamedTuple

from ...components.events import Event, Hidden, Joined, Revealed
from ...engine.combat.perception import Sighted, unperceived
from ...engine.combat.reactions import SENSES_BEYOND_SIGHT
from ...engine.rules.ruleset import Ruleset, World
from ..replay.snapshot import CreatureView, Snapshot

Names = frozenset[str]


class Veil(NamedTuple):
    """The creatures that a side does not perceive around one event."""

    before: Names = frozenset()
    after: Names = frozenset()
    during: Names = frozenset()
    """Those perceived neither before nor after it; who joins or leaves is perceived at one end alone."""

    def __or__(self, other: "Veil") -> "Veil":
        """What one of two sides does not perceive."""
        before, after = self.before | other.before, self.after | other.after
        return Veil(before, after, self.during | other.during | before & after)

    @staticmethod
    def of(hidden: Names) -> "Veil":
        """Creatures that are not perceived at all."""
        return Veil(hidden, hidden, hidden)


CLEAR = Veil()


class Witness:
    """Follows a log for one side."""

    def __init__(self, start: World, side: str) -> None:
        self.side = side
        self._start = start
        self._log: list[Event] = []
        self._begin()

    def _begin(self) -> None:
        start = self._start
        self._log.clear()
        self._veils: list[Veil] = []
        self._shown = Snapshot.of(start)
        self._hidden = {one.name: one.body.hidden_from for one in start.creatures if one.body.hidden_from}
        self._senses = {one.name for one in start.creatures if one.body.senses & SENSES_BEYOND_SIGHT}
        self._now = self._unperceived(start.rules, self._shown)
        self._first = start.log.length
        """The events before it happened in a battle whose state alone was restored."""

    def follow(self, log: Sequence[Event]) -> None:
        """Takes the log of the present: it has grown, or is another one with a common past."""
        kept = self._log
        if len(log) < len(kept) or (kept and log[len(kept) - 1] is not kept[-1]):
            same = len(log) >= len(kept) and all(one is other for one, other in zip(kept, log, strict=False))
            if not same:
                self._begin()
        for event in log[len(kept) :]:
            self._take(event)

    def veil(self, number: int) -> Veil:
        """The creatures not perceived around the event of a number."""
        return self._veils[number] if 0 <= number < len(self._veils) else CLEAR

    def _take(self, event: Event) -> None:
        self._log.append(event)
        before, hidden = self._shown, self._now
        if len(self._log) <= self._first:  # who was seen then is not known: only its own side's deeds are told
            others = frozenset(name for name, one in before.figures.items() if one.side != self.side)
            self._veils.append(Veil(others, others, others) if hidden or self._by_sight else CLEAR)
            return
        after = self._shown = before.after(event)
        if isinstance(event, Hidden):
            self._hidden[event.who] = self._hidden.get(event.who, frozenset()) | set(event.from_)
        elif isinstance(event, Revealed):
            self._hidden[event.who] = self._hidden.get(event.who, frozenset()).difference(event.to)
        elif isinstance(event, Joined) and isinstance(event.creature, dict):
            self._hidden[event.who] = frozenset(event.creature.get("hidden_from", ()))
            if SENSES_BEYOND_SIGHT.intersection(event.creature.get("senses", ())):
                self._senses.add(event.who)
        moved = after.figures is not before.figures or after.board is not before.board
        if moved or isinstance(event, (Hidden, Revealed)):
            self._now = self._unperceived(self._start.rules, after)
        if not hidden and not self._now:
            self._veils.append(CLEAR)
            return
        absent, gone = self._now - before.figures.keys(), hidden - after.figures.keys()
        self._veils.append(Veil(hidden, self._now, (hidden | absent) & (self._now | gone)))

    @property
    def _by_sight(self) -> bool:
        return self._start.rules.threat.by_sight

    def _unperceived(self, rules: Ruleset, shown: Snapshot) -> Names:
        if not self._by_sight and not self._hidden:
            return frozenset()
        assert shown.board is not None
        everybody = [self._sighted(one) for one in shown.figures.values()]
        return unperceived(rules, shown.board, self.side, everybody)

    def _sighted(self, one: CreatureView) -> Sighted:
        looks = not (one.out or one.thing) and ("blinded" not in one.conditions or one.name in self._senses)
        holds = () if one.mount is None else (one.mount,)
        return Sighted(one.name, one.side, one.box, looks, self._hidden.get(one.name, frozenset()), holds)
