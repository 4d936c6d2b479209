"""The state of the board scene: the session, the selection, the aim, and previews of clicks.

It neither draws nor changes the battle.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...engine.messages import tr
from ...engine.state.creature import Creature
from ...play.battle import Battle
from ...play.replay.palettes import PALETTES, Palette
from ...play.replay.snapshot import Figures, Snapshot
from ...play.table.aiming import Aim, told_distance
from ...play.table.offer import Offer
from ...play.table.offers import Offers, Square, figure_at
from ...play.table.plans import Intention
from ...play.table.session import Session, all_intended
from ...play.table.situation import Situation, situation
from ..window.background import BackgroundWork
from .playback import Playback

REFUSAL_STAYS = 3.0
"""Seconds for which a refusal stays in the hint line although the pointer moves."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Something to be confirmed."""

    intents: tuple[dict[str, Any], ...]
    """The intents to be carried out; empty: the turn ends."""
    words: str
    """The question."""
    square: Square | None = None
    """The square whose second click confirms."""
    draws: tuple[str, ...] = ()
    """The creatures whose attacks it draws."""


class BoardState:
    """A battle in view, with the selection in it. It queries the battle and changes nothing."""

    def __init__(
        self, session: Session, *, palette: Palette | None = None, speed: float = 1.0, beside: bool = False
    ) -> None:
        self.session = session
        self.offers = Offers(session)
        """The answers about what can be done, and what would come of it."""
        self.palette = palette or next(iter(PALETTES.values()))
        self.confirm = True
        """Whether a move that draws attacks needs confirmation."""
        self.confirm_end = True
        """Whether ending a turn with actions left needs confirmation."""
        self.work = BackgroundWork(beside=beside, on_done=self.look)
        """Work that takes longer than a frame; with `beside` it runs beside the window, which goes on meanwhile."""
        self.now: Situation = situation(session)
        """The battle as of the last finished work."""
        self.playback = Playback(Snapshot.of(session.battle.world), len(self.now.events), speed)
        self.chosen: str | None = session.active
        self.hover: Square | None = None
        """The square under the pointer or the board's cursor."""
        self.cursor = False
        """Whether the board's cursor points, which the arrow keys move."""
        self.meant: str | None = None
        """The creature that the board's cursor means, of several in its square."""
        self.pointer = (0, 0)
        self.aim = Aim()
        self.show_threat = False
        self.show_reach = True
        self.show_intentions = False
        self._intended: tuple[tuple[object, ...], tuple[Intention, ...]] = ((), ())
        self.marked: frozenset[Square] = frozenset()
        """Squares that a lesson marks."""
        self.pending: Confirmation | None = None
        self.named_key: Callable[[str], str] = str
        """The key or button of a command, as a person reads it."""
        self.message: tuple[str, tuple[str, ...]] = ("", ())
        """The hint line's sentence until the pointer moves or the turn passes, with its rules."""
        self.warned = 0.0
        """Seconds for which a refusal stays in the hint line although the pointer moves, so that it can be clicked."""
        self.warns = False
        """Whether that sentence tells of a refusal or a fault, rather than of what is so."""
        shown = self.playback.shown
        self._seen: tuple[Snapshot, frozenset[str], Snapshot] = (shown, frozenset(), shown)
        self._offer: tuple[tuple[object, ...], Offer] = ((), Offer())
        """The last offer at the pointer, which stays while work is out."""

    @property
    def battle(self) -> Battle:
        """The battle."""
        return self.session.battle

    def look(self, *, asked: bool = False) -> None:
        """Takes the present situation of the battle, unless work is out; `asked`: it waits for an answer meanwhile."""
        if (asked or not self.work.out) and self.session.moment != self.now.moment:
            self.now = situation(self.session)

    @property
    def behind(self) -> bool:
        """True if there are events not shown yet."""
        return self.playback.behind(self.now.events)

    def skip(self) -> None:
        """Shows all events at once."""
        self.look()
        self.playback.skip(self.now.events)

    @property
    def own(self) -> Creature | None:
        """The creature on turn that a person plays, if any. For input: a frame reads `now.own`."""
        return self.battle.creature(self.now.own) if self.now.own is not None else None

    @property
    def seen(self) -> Snapshot:
        """The snapshot on show, without creatures that the person does not perceive."""
        shown, hidden = self.playback.shown, self.now.hidden
        if not hidden:
            return shown
        if self._seen[0] is not shown or self._seen[1] != hidden:
            active = None if shown.active in hidden else shown.active
            figures = Figures(one for one in shown.figures.values() if one.name not in hidden)
            self._seen = (shown, hidden, replace(shown, figures=figures, active=active))
        return self._seen[2]

    def distance(self, amount: int) -> str:
        """A distance in the ruleset's unit, in words."""
        return told_distance(self.battle.rules, amount)

    def say(self, text: str, **values: object) -> None:
        """Shows a message in the hint line, in the language in use."""
        self.message, self.warns = (tr(text, **values), ()), False

    def warn(self, sentence: str, rules: Sequence[str] = ()) -> None:
        """Shows a refusal or a fault in the hint line, with its rules."""
        self.message, self.warns = (sentence, tuple(rules)), True
        self.warned = REFUSAL_STAYS

    def moved_on(self) -> None:
        """Clears the hint line's sentence as the pointer moves, unless it is a refusal just made."""
        if self.warned <= 0:
            self.message = ("", ())

    def intentions(self) -> tuple[Intention, ...]:
        """The next moves of the brains, if they are shown in a person's turn; they are computed beside the window."""
        if not (self.show_intentions or self.session.open_plans):
            return ()
        if self.work.out:
            return self._intended[1]
        if self.now.own is None or self.behind:
            return ()
        key = self.now.moment
        if key == self._intended[0]:
            return self._intended[1]
        self._intended = (key, ())

        def put(found: tuple[Intention, ...]) -> None:
            self._intended = (key, found)

        self.work.send(tr("Asking what they mean to do …"), lambda: all_intended(self.session), put)
        return self._intended[1]

    def drop_cursor(self) -> None:
        """Puts the board's cursor away, unless it is on an enemy who still stands: it was about what is over."""
        me, square = self.own, self.hover
        foes = [one for one in self.battle.creatures if me is not None and one.side != me.side and not one.out]
        if self.cursor and not any(square in foe.box.footprint for foe in foes):
            self.cursor, self.hover = False, None

    # --- offers --------------------------------------------------------------------------------------

    def planned(self, square: Square) -> tuple[dict[str, Any], ...]:
        """The intents of a click on the square now, in order: one, or a walk and the strike after it."""
        return self.offers.plan(self.aim, square, self.figure_at(square)) if self.now.own is not None else ()

    def offer(self) -> Offer:
        """What a click at the pointer would do, or what waits for confirmation; the last answer while work is out."""
        if self.now.own is None or self.behind:
            return Offer()
        pointed = (self.now.moment, self.now.own, self.hover, self.meant, self.pending, *self.aim.key())
        if pointed == self._offer[0]:
            return self._offer[1]
        if self.work.out:
            return Offer()
        who = self.figure_at(self.hover) if self.hover is not None else None
        if self.pending is not None:
            found = self.offers.of(self.pending.intents, self.aim, who)
        else:
            found = self.offers.at(self.aim, self.hover, who) if self.hover is not None else Offer()
        self._offer = (pointed, found)
        return found

    def figure_at(self, square: Square) -> str | None:
        """The creature meant by a square: that of the cursor, else the uppermost and smallest, before a person's own
        creature on turn.
        """
        meant = self.meant if self.cursor and square == self.hover else None
        return figure_at(self.seen.figures, square, acting=self.now.own, meant=meant)
