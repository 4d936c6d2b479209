"""A battle with seats; it plays until a person's turn or decision."""

import secrets
from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

from ...components.decision import Decision
from ...components.events import Event
from ...engine.errors import ScenarioError
from ...engine.state.decider import Unanswered
from .offers import Offers
from .session import PERSON, Session


class Follower(Protocol):
    def begin(self) -> None: ...


F = TypeVar("F", bound=Follower)


class SeatedGame(Generic[F]):
    """A battle, with the connections of its players. If `hosted`, only the host chooses sides."""

    def __init__(self, session: Session | None = None, *, hosted: bool = False) -> None:
        self.hosted = hosted
        self.session: Session | None = None
        self.seats: list[F] = []
        self.pending: Decision | None = None
        self._given: str | None = None
        self._thinking: Iterator[list[Event]] | None = None
        self._veiled: dict[str, Offers] = {}
        if session is not None:
            self.take(session)

    def take(self, session: Session) -> None:
        if self.session is not None:
            self.session.close()
            self.session.battle.close()
        self.session, self.pending, self._thinking = session, None, None
        self.willing: set[str] = set()
        """Sides that want a rematch."""
        self._veiled.clear()
        session.let_ask(self._choose)
        self.offers: Offers = Offers(session)
        for seat in self.seats:
            seat.begin()

    @property
    def playing(self) -> Session:
        if self.session is None:
            raise ScenarioError("the seat", "", "no battle", "one that has been opened")
        return self.session

    # --- play ----------------------------------------------------------------------------------------

    def _choose(self, question: Decision) -> str | None:
        given, self._given = self._given, None
        if given is not None:
            return given
        self.pending = question
        raise Unanswered(question)

    def play(self, what: Callable[[], object]) -> None:
        """Calls `what`; then AI players take their turns until a person must act."""
        self.pending = None
        try:
            what()
            self.go_on()
        except Unanswered:
            self._thinking = None

    def answer(self, key: str) -> None:
        """Answers the decision that the battle waits for, and continues the battle."""
        self._given = key
        self.play(self._resume)

    def _resume(self) -> None:
        session = self.playing
        session.resume()
        self._given = None
        battle, name = session.battle, session.active
        if name is not None and session.waits_for_person() and (battle.creature(name).out or session.decided()):
            battle.end_turn()

    def go_on(self) -> None:
        """Lets AI players take turns until a person must act or the battle is over."""
        session = self.playing
        alone = all(player != PERSON for player in session.players.values())
        while not (session.over or session.waits_for_person()):
            if session.battle.paused:
                self._resume()
            elif session.active is None:
                session.go_on()
            else:
                self._thinking = self._thinking or session.think()
                if next(self._thinking, None) is None:
                    self._thinking = None
                    if alone:
                        return

    def offers_to(self, side: str) -> Offers:
        session = self.playing
        seen = session.battle.seen_by(side)
        if seen is session.battle:
            return self.offers
        found = self._veiled.get(side)
        if found is None or found.battle is not seen:
            found = Offers(Session(seen, session.players, session.brains, referee=session.referee))
            self._veiled[side] = found
        return found

    def rematch(self, side: str) -> bool:
        """Records that a side wants a rematch. It starts when every person wants it."""
        session = self.playing
        self.willing.add(side)
        if any(player == PERSON and side not in self.willing for side, player in session.players.items()):
            return False
        old = session.battle
        seed = secrets.randbelow(1 << 31) if self.hosted else old.world.dice.seed + 1
        fresh = Session(
            old.restarted(seed),
            session.players,
            session.brains,
            session.lookback,
            session.referee,
            habits=session.habits,
        )
        self.take(fresh)
        self.play(lambda: None)
        return True

    def undo(self) -> bool:
        """Undoes the last intent of a person. Returns False if that is not allowed."""
        undone = self.playing.undo()
        if undone:
            self.pending = self._thinking = None
            for seat in self.seats:
                seat.begin()
        return undone
