"""The state of the board scene: session, selection, aim, previews of clicks.

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
"""Seconds a refusal stays in the hint line."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A click that the player must confirm before it is carried out."""

    intents: tuple[dict[str, Any], ...]
    """Intents to perform; empty: the turn ends."""
    words: str
    """The question."""
    square: Square | None = None
    """A second click on this square confirms."""
    draws: tuple[str, ...] = ()
    """Enemies that the act provokes."""


class BoardState:
    """A battle on the screen, with what the player has selected. It changes nothing in the battle."""

    def __init__(
        self, session: Session, *, palette: Palette | None = None, speed: float = 1.0, beside: bool = False
    ) -> None:
        self.session = session
        self.offers = Offers(session)
        self.palette = palette or next(iter(PALETTES.values()))
        self.confirm = True
        """True if provoking moves need confirmation."""
        self.confirm_end = True
        """True if ending a turn with actions left needs confirmation."""
        self.work = BackgroundWork(beside=beside, on_done=self.look)
        """Work longer than a frame; with `beside` it runs in a thread."""
        self.now: Situation = situation(session)
        """The battle after the last finished work."""
        self.playback = Playback(Snapshot.of(session.battle.world), len(self.now.events), speed)
        self.chosen: str | None = session.active
        self.hover: Square | None = None
        """The square under the pointer or cursor."""
        self.cursor = False
        """True if the cursor points instead of the mouse."""
        self.meant: str | None = None
        """The creature under the pointer or cursor, if several share the square."""
        self.pointer = (0, 0)
        self.aim = Aim()
        self.show_threat = False
        self.show_reach = True
        self.show_intentions = False
        self._intended: tuple[tuple[object, ...], tuple[Intention, ...]] = ((), ())
        self.marked: frozenset[Square] = frozenset()
        self.pending: Confirmation | None = None
        self.named_key: Callable[[str], str] = str
        """A command's key or button as text."""
        self.pad_in_hand: Callable[[], bool] = bool
        self.message: tuple[str, tuple[str, ...]] = ("", ())
        """The hint line's sentence and rules, until the pointer or turn moves."""
        self.warned = 0.0
        """Seconds a refusal stays clickable."""
        self.warns = False
        """True for a refusal or fault."""
        shown = self.playback.shown
        self._seen: tuple[Snapshot, frozenset[str], Snapshot] = (shown, frozenset(), shown)
        self._offer: tuple[tuple[object, ...], Offer] = ((), Offer())
        """The last preview of a click, kept during background work."""

    @property
    def battle(self) -> Battle:
        return self.session.battle

    def look(self, *, asked: bool = False) -> None:
        """Reads the battle's state to be drawn, unless background work is changing it."""
        if (asked or not self.work.out) and self.session.moment != self.now.moment:
            self.now = situation(self.session)

    @property
    def behind(self) -> bool:
        return self.playback.behind(self.now.events)

    def skip(self) -> None:
        self.look()
        self.playback.skip(self.now.events)

    @property
    def own(self) -> Creature | None:
        """The active creature if a person plays it; else None."""
        return self.battle.creature(self.now.own) if self.now.own is not None else None

    @property
    def seen(self) -> Snapshot:
        """The board as it is shown now, without hidden creatures."""
        shown, hidden = self.playback.shown, self.now.hidden
        if not hidden:
            return shown
        if self._seen[0] is not shown or self._seen[1] != hidden:
            active = None if shown.active in hidden else shown.active
            figures = Figures(one for one in shown.figures.values() if one.name not in hidden)
            self._seen = (shown, hidden, replace(shown, figures=figures, active=active))
        return self._seen[2]

    def distance(self, amount: int) -> str:
        return told_distance(self.battle.rules, amount)

    def say(self, text: str, **values: object) -> None:
        """Shows a message in the hint line, in the player's language."""
        self.message, self.warns = (tr(text, **values), ()), False

    def warn(self, sentence: str, rules: Sequence[str] = ()) -> None:
        self.message, self.warns = (sentence, tuple(rules)), True
        self.warned = REFUSAL_STAYS

    def moved_on(self) -> None:
        """Clears the hint line, unless it shows a refusal that appeared a moment ago."""
        if self.warned <= 0:
            self.message = ("", ())

    def intentions(self) -> tuple[Intention, ...]:
        """Returns what AI players are going to do, computed in the background."""
        if self.now.own is None or not (self.show_intentions or self.session.open_plans):
            return ()
        if self.work.out:
            return self._intended[1]
        if self.behind:
            return ()
        key = self.now.moment
        if key == self._intended[0]:
            return self._intended[1]
        self._intended = (key, ())

        def put(found: tuple[Intention, ...]) -> None:
            self._intended = (key, found)

        self.work.send(tr("Working out the others' plans …"), lambda: all_intended(self.session), put)
        return self._intended[1]

    def reword(self) -> None:
        """Drops cached texts, because the language has changed."""
        self.offers, self._offer = Offers(self.session), ((), Offer())

    def drop_cursor(self) -> None:
        """Hides the keyboard cursor, unless it is on an enemy that is still in the fight."""
        me, square = self.own, self.hover
        foes = [one for one in self.battle.creatures if me is not None and one.side != me.side and not one.out]
        if self.cursor and not any(square in foe.box.footprint for foe in foes):
            self.cursor, self.hover = False, None

    # --- offers --------------------------------------------------------------------------------------

    def planned(self, square: Square) -> tuple[dict[str, Any], ...]:
        """Returns the intents that a click on a square would submit. A walk and a strike are two."""
        return self.offers.plan(self.aim, square, self.figure_at(square)) if self.now.own is not None else ()

    def offer(self) -> Offer:
        """Returns the offer of a click at the cursor, or of the click waiting for confirmation."""
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
        """Returns the creature that a click on a square means; None if it means none."""
        meant = self.meant if square == self.hover else None
        return figure_at(self.seen.figures, square, acting=self.now.own, meant=meant)
